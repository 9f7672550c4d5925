#include "nn/block.h"

#include "core/operations/elementwise.h"
#include "core/operations/rearrange.h"
#include "nn/attention.h"
#include "nn/normalisation.h"

namespace dikkat {
namespace {

// One block being built: sublayers are entered and left in turn, which is where norms and residual connections are.
class Block {
public:
    Block(const Scope& scope, const BlockConfig& config, Axis rows) : scope_(scope), config_(config), rows_(rows) {}

    // What the next sublayer reads of x.
    NodeId enter(NodeId x) {
        ++sublayer_;
        return config_.norm == NormPlace::pre ? normalised(x) : x;
    }

    // What becomes of x once the sublayer has made y of it.
    NodeId leave(NodeId x, NodeId y) {
        Graph& graph = scope_.graph;
        if (config_.residual) {
            const std::string name = "residual" + std::to_string(sublayer_);
            y = scope_.named(add(graph, x, y), name.c_str(), {rows_, Axis::feature}, Kind::residual);
        }
        return config_.norm == NormPlace::post ? normalised(y) : y;
    }

    NodeId attend(const char* name, const char* pytorch, NodeId x, NodeId memory, NodeId mask, AttentionAxes axes) const {
        const Scope own = scope_.at(name, pytorch);
        const int width = scope_.graph[x].shape.columns();
        const AttentionWeights weights = add_attention_weights(own, width, config_.bias, true);
        const MultiHeadConfig config{config_.heads, config_.scaled, true, axes};
        return multi_head_attention(scope_.graph, x, memory, weights, mask, config, own.name).value().output;
    }

    NodeId feed_forward(NodeId x) const {
        const Scope own = scope_.at("feed_forward.", "");
        const int width = scope_.graph[x].shape.columns();
        return dikkat::feed_forward(own, x, add_feed_forward_weights(own, width, config_.hidden, config_.bias), config_.activation,
                                    rows_);
    }

    NodeId output(NodeId x) const {  // the block's own name for what its last sublayer left
        const Shape shape = scope_.graph[x].shape;
        return scope_.named(slice(scope_.graph, x, {0, shape.rows()}, {0, shape.columns()}), "output", {rows_, Axis::feature},
                            Kind::residual);
    }

private:
    NodeId normalised(NodeId x) const {
        const std::string name = "norm" + std::to_string(sublayer_) + ".";
        return layer_norm(scope_.at(name, name), x, rows_);
    }

    const Scope& scope_;
    const BlockConfig& config_;
    Axis rows_;
    int sublayer_ = 0;
};

}  // namespace

NodeId encoder_layer(const Scope& scope, NodeId x, NodeId mask, const BlockConfig& config) {
    Block block(scope, config, Axis::token);
    NodeId read = block.enter(x);
    x = block.leave(x, block.attend("attention.", "self_attn.", read, read, mask, {Axis::query, Axis::key}));
    read = block.enter(x);
    x = block.leave(x, block.feed_forward(read));
    return block.output(x);
}

NodeId decoder_layer(const Scope& scope, NodeId x, NodeId memory, NodeId mask, const BlockConfig& config) {
    Block block(scope, config, Axis::target);
    NodeId read = block.enter(x);
    x = block.leave(x, block.attend("self_attention.", "self_attn.", read, read, mask, {Axis::target, Axis::target}));
    read = block.enter(x);
    x = block.leave(x, block.attend("cross_attention.", "multihead_attn.", read, memory, kNoNode, {Axis::target, Axis::key}));
    read = block.enter(x);
    x = block.leave(x, block.feed_forward(read));
    return block.output(x);
}

}  // namespace dikkat
