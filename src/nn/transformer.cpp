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

class Builder {
public:
    Builder(const Scope& scope, const TransformerConfig& config) : scope_(scope), graph_(scope.graph), config_(config) {}

    void add_embeddings() {
        words_ = add_parameter(scope_, "token_embedding", Shape(config_.vocabulary, config_.width),
                               {Axis::vocabulary, Axis::feature}, {"token.weight"});
        const Shape places(config_.context, config_.width);
        const std::array<Axis, 3> axes{Axis::none, Axis::feature};
        if (config_.positions == Positions::learned) {
            places_ = add_parameter(scope_, "position_embedding", places, axes, {"position.weight"});
        } else if (config_.positions == Positions::sinusoidal) {
            places_ = graph_.add_leaf(scope_.name + "position_embedding", places, axes, Kind::input);
        }
    }

    // The embedding of a sentence: "x" of "ids".
    NodeId embedded(const Scope& scope, int tokens, Axis rows) const {
        const NodeId ids = graph_.add_leaf(scope.name + "ids", Shape(tokens), {rows}, Kind::index);
        NodeId x = embedding(graph_, ids, words_);
        if (places_ != kNoNode) x = add(graph_, x, slice(graph_, places_, {0, tokens}, {0, config_.width}));
        return scope.named(x, "x", {rows, Axis::feature}, Kind::input);
    }

    // Blocks "blocks.0", "blocks.1", ...; a decoder's, where there is a memory.
    NodeId blocks(const std::string& name, const std::string& pytorch, NodeId x, NodeId memory, NodeId mask) const {
        for (int block = 0; block < config_.blocks; ++block) {
            const std::string number = std::to_string(block) + ".";
            const Scope own = scope_.at(name + number, pytorch + number);
            x = memory == kNoNode ? encoder_layer(own, x, mask, config_.block) : decoder_layer(own, x, memory, mask, config_.block);
        }
        return x;
    }

    NodeId final_norm(const std::string& name, const std::string& pytorch, NodeId x, Axis rows) const {
        const NormPlace norm = config_.block.norm;
        const bool there = norm == NormPlace::pre || (norm == NormPlace::post && config_.kind == TransformerKind::encoder_decoder);
        return there ? layer_norm(scope_.at(name + "final_norm.", pytorch + "norm."), x, rows) : x;
    }

    NodeId predictions(NodeId x, Axis rows) const {
        const NodeId head = config_.tied ? transpose(graph_, words_)
                                         : add_linear(scope_, {"head", "", "head.", Axis::feature, Axis::vocabulary}, config_.width,
                                                      config_.vocabulary, false)
                                               .w;
        const NodeId logits = scope_.named(matmul(graph_, x, head), "logits", {rows, Axis::vocabulary}, Kind::scores);
        return scope_.named(softmax(graph_, logits), "probabilities", {rows, Axis::vocabulary}, Kind::weights);
    }

private:
    const Scope& scope_;
    Graph& graph_;
    const TransformerConfig& config_;
    NodeId words_ = kNoNode, places_ = kNoNode;
};

}  // namespace

NodeId transformer(const Scope& scope, NodeId mask, const TransformerConfig& config) {
    Builder builder(scope, config);
    builder.add_embeddings();
    const NodeId x = builder.embedded(scope, config.tokens, Axis::token);
    if (config.kind != TransformerKind::encoder_decoder) {
        const NodeId last = builder.blocks("blocks.", "blocks.layers.", x, kNoNode, mask);
        const NodeId output = builder.final_norm("", "blocks.", last, Axis::token);
        return config.kind == TransformerKind::encoder ? output : builder.predictions(output, Axis::token);
    }
    const NodeId target = builder.embedded(scope.at("target.", ""), config.target_tokens, Axis::target);
    const NodeId encoded = builder.blocks("encoder.", "encoder.layers.", x, kNoNode, kNoNode);
    const NodeId memory = builder.final_norm("encoder.", "encoder.", encoded, Axis::token);
    const NodeId decoded = builder.blocks("decoder.", "decoder.layers.", target, memory, mask);
    return builder.predictions(builder.final_norm("decoder.", "decoder.", decoded, Axis::target), Axis::target);
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
