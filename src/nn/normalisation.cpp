#include "nn/normalisation.h"

#include "core/operations/norm.h"

namespace dikkat {

NormWeights add_norm_weights(const Scope& scope, int width) {
    const auto add = [&](const char* name, const char* pytorch) {
        return add_parameter(scope, name, Shape(width), {Axis::feature}, {pytorch});
    };
    const NodeId gamma = add("gamma", "weight");
    return {gamma, add("beta", "bias")};
}

NodeId layer_norm(const Scope& scope, NodeId x, const NormWeights& weights, Axis rows) {
    Graph& graph = scope.graph;
    const NodeId mean = scope.named(row_mean(graph, x), "mean", {rows, Axis::none}, Kind::statistic);
    const NodeId deviation = scope.named(row_deviation(graph, x, mean), "std", {rows, Axis::none}, Kind::statistic);
    return scope.named(normalise_rows(graph, x, mean, deviation, weights.gamma, weights.beta), "output", {rows, Axis::feature},
                       Kind::normalised);
}

NodeId layer_norm(const Scope& scope, NodeId x, Axis rows) {
    return layer_norm(scope, x, add_norm_weights(scope, scope.graph[x].shape.columns()), rows);
}

NodeId layer_norm(Graph& graph, NodeId x, const NormWeights& weights) {
    const NodeId mean = row_mean(graph, x);
    return normalise_rows(graph, x, mean, row_deviation(graph, x, mean), weights.gamma, weights.beta);
}

NodeId batch_norm(const Scope& scope, NodeId x, const NormWeights& weights) {
    Graph& graph = scope.graph;
    const NodeId mean = scope.named(column_mean(graph, x), "mean", {Axis::none, Axis::feature}, Kind::statistic);
    const NodeId deviation = scope.named(column_deviation(graph, x, mean), "std", {Axis::none, Axis::feature}, Kind::statistic);
    return scope.named(normalise_columns(graph, x, mean, deviation, weights.gamma, weights.beta), "output",
                       {Axis::batch, Axis::feature}, Kind::normalised);
}

}  // namespace dikkat
