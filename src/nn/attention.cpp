#include "nn/attention.h"

#include <cmath>
#include <vector>

#include "core/operations/elementwise.h"
#include "core/operations/matmul.h"
#include "core/operations/rearrange.h"
#include "core/operations/softmax.h"

namespace dikkat {
namespace {

std::string head_name(int head) { return "head" + std::to_string(head); }

}  // namespace

AttentionNodes attention(Graph& graph, NodeId q, NodeId k, NodeId v, NodeId mask_input, bool scaled, const std::string& prefix,
                         AttentionAxes axes) {
    AttentionNodes nodes;
    const double d_k = graph[k].shape.columns();
    const std::array<Axis, 3> query_by_key{axes.queries, axes.keys};

    NodeId scores = matmul(graph, q, transpose(graph, k));  // (n, d_k) (d_k, m) -> (n, m)
    if (scaled) scores = scale(graph, scores, 1.0 / std::sqrt(d_k));
    nodes.scores = graph.name(scores, prefix + "scores", query_by_key, Kind::scores);
    if (mask_input != kNoNode) {
        nodes.masked_scores = graph.name(mask(graph, scores, mask_input), prefix + "masked_scores", query_by_key, Kind::scores);
    }

    const NodeId seen = mask_input == kNoNode ? nodes.scores : nodes.masked_scores;
    nodes.weights = graph.name(softmax(graph, seen), prefix + "weights", query_by_key, Kind::weights);
    nodes.output = graph.name(matmul(graph, nodes.weights, v), prefix + "output", {axes.queries, Axis::feature},
                              Kind::output);  // (n, m) (m, d_v)
    return nodes;
}

AttentionWeights add_attention_weights(const Scope& scope, int width, bool bias, bool output_projection) {
    const auto projection = [&](const char* w, const char* b, int place) {  // PyTorch keeps Wq, Wk, Wv in one matrix
        return add_linear(scope, {w, b, "in_proj_", Axis::feature, Axis::feature, place * width, 3 * width}, width, width, bias);
    };
    const LinearWeights q = projection("wq", "bq", 0), k = projection("wk", "bk", 1), v = projection("wv", "bv", 2);
    LinearWeights o;
    if (output_projection) o = add_linear(scope, {"wo", "bo", "out_proj."}, width, width, bias);
    return {q.w, k.w, v.w, o.w, q.b, k.b, v.b, o.b};
}

Result<Done> check_heads(int width, int heads) {
    if (heads >= 1 && width % heads == 0) return Done{};
    return Error{"heads_do_not_divide", {{"heads", std::to_string(heads)}, {"width", std::to_string(width)}}};
}

Result<MultiHeadNodes> multi_head_attention(Graph& graph, NodeId x, NodeId memory, const AttentionWeights& weights,
                                            NodeId mask_input, const MultiHeadConfig& config, const std::string& prefix) {
    if (Result<Done> possible = check_heads(graph[x].shape.columns(), config.heads); !possible) return possible.error();
    const std::array<Axis, 3> query_by_feature{config.axes.queries, Axis::feature}, key_by_feature{config.axes.keys, Axis::feature};

    MultiHeadNodes nodes;
    nodes.q = graph.name(linear(graph, x, {weights.wq, weights.bq}), prefix + "q", query_by_feature, Kind::query);     // (n, d)
    nodes.k = graph.name(linear(graph, memory, {weights.wk, weights.bk}), prefix + "k", key_by_feature, Kind::key);    // (m, d)
    nodes.v = graph.name(linear(graph, memory, {weights.wv, weights.bv}), prefix + "v", key_by_feature, Kind::value);  // (m, d)

    const NodeId q = split_heads(graph, nodes.q, config.heads);  // (heads, n, d / heads)
    const NodeId k = split_heads(graph, nodes.k, config.heads);
    const NodeId v = split_heads(graph, nodes.v, config.heads);
    std::vector<NodeId> outputs;
    for (int head = 0; head < config.heads; ++head) {
        outputs.push_back(attention(graph, select_head(graph, q, head), select_head(graph, k, head), select_head(graph, v, head),
                                    mask_input, config.scaled, prefix + head_name(head) + ".", config.axes)
                              .output);
    }

    nodes.concat =
        graph.name(concat_heads(graph, std::move(outputs)), prefix + "concat", query_by_feature, Kind::output);  // (n, d)
    nodes.output = nodes.concat;
    if (config.output_projection) {
        nodes.output =
            graph.name(linear(graph, nodes.concat, {weights.wo, weights.bo}), prefix + "output", query_by_feature, Kind::output);
    }
    return nodes;
}

Result<NodeId> separate_heads(Graph& graph, NodeId x, NodeId wq, NodeId wk, NodeId wv, NodeId mask_input,
                              const MultiHeadConfig& config, const std::string& prefix) {
    if (Result<Done> possible = check_heads(graph[x].shape.columns(), config.heads); !possible) return possible.error();

    const int width = graph[x].shape.columns() / config.heads;
    std::vector<NodeId> outputs;
    for (int head = 0; head < config.heads; ++head) {
        const Range own{head * width, (head + 1) * width};
        const std::string name = prefix + head_name(head) + ".";
        const NodeId own_x = slice_columns(graph, x, own);  // (n, d / heads)
        const auto project = [&](NodeId w) { return matmul(graph, own_x, slice(graph, w, own, own)); };
        const NodeId q = graph.name(project(wq), name + "q", {Axis::query, Axis::feature}, Kind::query);
        const NodeId k = graph.name(project(wk), name + "k", {Axis::key, Axis::feature}, Kind::key);
        const NodeId v = graph.name(project(wv), name + "v", {Axis::key, Axis::feature}, Kind::value);
        outputs.push_back(attention(graph, q, k, v, mask_input, config.scaled, name).output);
    }
    return graph.name(concat_heads(graph, std::move(outputs)), prefix + "concat", {Axis::query, Axis::feature}, Kind::output);
}

}  // namespace dikkat
