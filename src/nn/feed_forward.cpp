#include "nn/feed_forward.h"

#include "core/operations/rearrange.h"

namespace dikkat {

FeedForwardWeights add_feed_forward_weights(const Scope& scope, int width, int hidden, bool bias) {
    FeedForwardWeights weights;
    weights.first = add_linear(scope, {"w1", "b1", "linear1.", Axis::feature, Axis::hidden}, width, hidden, bias);
    weights.second = add_linear(scope, {"w2", "b2", "linear2.", Axis::hidden, Axis::feature}, hidden, width, bias);
    return weights;
}

NodeId feed_forward(const Scope& scope, NodeId x, const FeedForwardWeights& weights, Activation activation, Axis rows) {
    Graph& graph = scope.graph;
    const NodeId hidden = scope.named(linear(graph, x, weights.first), "hidden", {rows, Axis::hidden}, Kind::feed_forward);
    const NodeId activated =
        scope.named(activate(graph, hidden, activation), "activated", {rows, Axis::hidden}, Kind::feed_forward);
    return scope.named(linear(graph, activated, weights.second), "output", {rows, Axis::feature}, Kind::feed_forward);
}

NodeId feed_forward_by_row(Graph& graph, NodeId x, const FeedForwardWeights& weights, Activation activation) {
    const Shape shape = graph[x].shape;
    std::vector<NodeId> rows;
    for (int row = 0; row < shape.rows(); ++row) {
        const NodeId alone = slice(graph, x, {row, row + 1}, {0, shape.columns()});
        rows.push_back(linear(graph, activate(graph, linear(graph, alone, weights.first), activation), weights.second));
    }
    return concat_rows(graph, std::move(rows));
}

}  // namespace dikkat
