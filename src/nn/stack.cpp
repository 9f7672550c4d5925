#include "nn/stack.h"

#include "core/operations/activation.h"
#include "core/operations/elementwise.h"
#include "nn/normalisation.h"

namespace dikkat {

NodeId stack(const Scope& scope, NodeId x, int depth, StackMode mode) {
    Graph& graph = scope.graph;
    const int width = graph[x].shape.columns();
    const bool post = mode == StackMode::post, pre = mode == StackMode::pre;
    NormWeights norm;
    if (post || pre) norm = add_norm_weights(scope.at("norm.", "norm."), width);

    NodeId h = x;
    for (int layer = 0; layer < depth; ++layer) {
        const std::string number = std::to_string(layer);
        const Scope own = scope.at("layers." + number + ".", "layers." + number + ".");
        const LinearWeights weights = add_linear(own, {"w", "b", ""}, width, width, true);
        const NodeId read = pre ? layer_norm(graph, h, norm) : h;
        NodeId next = activate(graph, linear(graph, read, weights), Activation::tanh);
        if (mode != StackMode::plain) next = add(graph, h, next);
        if (post) next = layer_norm(graph, next, norm);
        h = graph.name(next, scope.name + "h." + number, {Axis::none, Axis::feature},
                       mode == StackMode::plain ? Kind::output : Kind::residual);
    }
    return h;
}

}  // namespace dikkat
