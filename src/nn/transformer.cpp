#include "nn/transformer.h"

#include <cmath>

#include "core/operations/elementwise.h"
#include "core/operations/lookup.h"
#include "core/operations/matmul.h"
#include "core/operations/rearrange.h"
#include "core/operations/softmax.h"
#include "nn/normalisation.h"

namespace dikkat {
namespace {

// The last norm of a stack of blocks, PyTorch's "norm".
NodeId final_norm(const Scope& scope, NodeId x, const TransformerConfig& config, Axis rows) {
    const NormPlace norm = config.block.norm;
    const bool there = norm == NormPlace::pre || (norm == NormPlace::post && config.kind == TransformerKind::encoder_decoder);
    return there ? layer_norm(scope.at("final_norm.", "norm."), x, rows) : x;
}

Scope numbered(const Scope& scope, int block) {
    const std::string number = std::to_string(block) + ".";
    return scope.at(number, "layers." + number);
}

NodeId encoder_blocks(const Scope& scope, NodeId x, NodeId mask, const TransformerConfig& config) {
    for (int block = 0; block < config.blocks; ++block) x = encoder_layer(numbered(scope, block), x, mask, config.block);
    return x;
}

NodeId decoder_blocks(const Scope& scope, NodeId x, NodeId memory, NodeId mask, const TransformerConfig& config) {
    for (int block = 0; block < config.blocks; ++block) x = decoder_layer(numbered(scope, block), x, memory, mask, config.block);
    return x;
}

struct Embeddings {
    NodeId words = kNoNode, places = kNoNode;
};

Embeddings add_embeddings(const Scope& scope, const TransformerConfig& config) {
    Embeddings tables;
    tables.words = add_parameter(scope, "token_embedding", Shape(config.vocabulary, config.width),
                                 {Axis::vocabulary, Axis::feature}, {"token.weight"});
    const Shape places(config.context, config.width);
    const std::array<Axis, 3> axes{Axis::none, Axis::feature};
    if (config.positions == Positions::learned) {
        tables.places = add_parameter(scope, "position_embedding", places, axes, {"position.weight"});
    } else if (config.positions == Positions::sinusoidal) {
        tables.places = scope.graph.add_leaf(scope.name + "position_embedding", places, axes, Kind::input);
    }
    return tables;
}

// "x" of "ids": each word's row and, where there are positions, its place's.
NodeId embedded(const Scope& scope, const Embeddings& tables, int tokens, Axis rows) {
    Graph& graph = scope.graph;
    const NodeId ids = graph.add_leaf(scope.name + "ids", Shape(tokens), {rows}, Kind::index);
    NodeId x = embedding(graph, ids, tables.words);
    if (tables.places != kNoNode) {
        x = add(graph, x, slice(graph, tables.places, {0, tokens}, {0, graph[tables.places].shape.columns()}));
    }
    return scope.named(x, "x", {rows, Axis::feature}, Kind::input);
}

// Logits of the next word and their softmax; of the embedding's own matrix where they are tied.
NodeId predictions(const Scope& scope, NodeId x, const Embeddings& tables, const TransformerConfig& config, Axis rows) {
    Graph& graph = scope.graph;
    const LinearNames names{"head", "", "head.", Axis::feature, Axis::vocabulary};
    const NodeId head =
        config.tied ? transpose(graph, tables.words) : add_linear(scope, names, config.width, config.vocabulary, false).w;
    const NodeId logits = scope.named(matmul(graph, x, head), "logits", {rows, Axis::vocabulary}, Kind::scores);
    return scope.named(softmax(graph, logits), "probabilities", {rows, Axis::vocabulary}, Kind::weights);
}

}  // namespace

NodeId encoder(const Scope& scope, NodeId x, NodeId mask, const TransformerConfig& config) {
    return final_norm(scope, encoder_blocks(scope.at("blocks.", ""), x, mask, config), config, Axis::token);
}

NodeId encoder_decoder(const Scope& scope, NodeId source, NodeId target, NodeId mask, const TransformerConfig& config) {
    const Scope encoder = scope.at("encoder.", "encoder."), decoder = scope.at("decoder.", "decoder.");
    const NodeId memory = final_norm(encoder, encoder_blocks(encoder, source, kNoNode, config), config, Axis::token);
    return final_norm(decoder, decoder_blocks(decoder, target, memory, mask, config), config, Axis::target);
}

NodeId transformer(const Scope& scope, NodeId mask, const TransformerConfig& config) {
    const Embeddings tables = add_embeddings(scope, config);
    const NodeId x = embedded(scope, tables, config.tokens, Axis::token);
    if (config.kind == TransformerKind::encoder_decoder) {
        const NodeId target = embedded(scope.at("target.", ""), tables, config.target_tokens, Axis::target);
        return predictions(scope, encoder_decoder(scope, x, target, mask, config), tables, config, Axis::target);
    }
    const NodeId encoded = encoder(scope.at("", "blocks."), x, mask, config);
    return config.kind == TransformerKind::gpt ? predictions(scope, encoded, tables, config, Axis::token) : encoded;
}

Tensor<float> sinusoidal_positions(int context, int width) {
    Tensor<float> positions(Shape(context, width));
    for (int place = 0; place < context; ++place) {
        for (int column = 0; column < width; ++column) {
            const double angle = place / std::pow(10000.0, static_cast<double>(column - column % 2) / width);
            positions(place, column) = static_cast<float>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return positions;
}

}  // namespace dikkat
