#include "nn/attention.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/operations/elementwise.h"
#include "core/operations/matmul.h"
#include "core/operations/rearrange.h"
#include "core/operations/softmax.h"
#include "nn/limits.h"

namespace dikkat {
namespace {

constexpr std::array<Axis, 3> kQueryByKey{Axis::query, Axis::key};
constexpr std::array<Axis, 3> kQueryByFeature{Axis::query, Axis::feature};
constexpr std::array<Axis, 3> kKeyByFeature{Axis::key, Axis::feature};

std::string head_name(int head) { return "head" + std::to_string(head); }

Result<Done> check_heads(const Graph& graph, NodeId x, NodeId memory, const MultiHeadConfig& config) {
    const int width = graph[x].shape.columns();
    const int tokens = std::max(graph[x].shape.rows(), graph[memory].shape.rows());
    if (Result<Done> limits = check_limits({.tokens = tokens, .width = width, .heads = config.heads}); !limits) return limits;
    if (config.heads < 1 || width % config.heads != 0) {
        return Error{"heads_do_not_divide", {{"heads", std::to_string(config.heads)}, {"width", std::to_string(width)}}};
    }
    return Done{};
}

}  // namespace

AttentionNodes attention(Graph& graph, NodeId q, NodeId k, NodeId v, NodeId mask_input, bool scaled, const std::string& prefix) {
    AttentionNodes nodes;
    const double d_k = graph[k].shape.columns();

    NodeId scores = matmul(graph, q, transpose(graph, k));  // (n, d_k) (d_k, m) -> (n, m)
    if (scaled) scores = scale(graph, scores, 1.0 / std::sqrt(d_k));
    nodes.scores = graph.name(scores, prefix + "scores", kQueryByKey, Kind::scores);
    if (mask_input != kNoNode) {
        nodes.masked_scores = graph.name(mask(graph, scores, mask_input), prefix + "masked_scores", kQueryByKey, Kind::scores);
    }

    const NodeId seen = mask_input == kNoNode ? nodes.scores : nodes.masked_scores;
    nodes.weights = graph.name(softmax(graph, seen), prefix + "weights", kQueryByKey, Kind::weights);
    nodes.output =
        graph.name(matmul(graph, nodes.weights, v), prefix + "output", kQueryByFeature, Kind::output);  // (n, m) (m, d_v)
    return nodes;
}

Result<MultiHeadNodes> multi_head_attention(Graph& graph, NodeId x, NodeId memory, NodeId wq, NodeId wk, NodeId wv, NodeId wo,
                                            NodeId mask_input, const MultiHeadConfig& config, const std::string& prefix) {
    if (Result<Done> possible = check_heads(graph, x, memory, config); !possible) return possible.error();

    MultiHeadNodes nodes;
    nodes.q = graph.name(matmul(graph, x, wq), prefix + "q", kQueryByFeature, Kind::query);     // (n, d)
    nodes.k = graph.name(matmul(graph, memory, wk), prefix + "k", kKeyByFeature, Kind::key);    // (m, d)
    nodes.v = graph.name(matmul(graph, memory, wv), prefix + "v", kKeyByFeature, Kind::value);  // (m, d)

    const NodeId q = split_heads(graph, nodes.q, config.heads);  // (heads, n, d / heads)
    const NodeId k = split_heads(graph, nodes.k, config.heads);
    const NodeId v = split_heads(graph, nodes.v, config.heads);
    std::vector<NodeId> outputs;
    for (int head = 0; head < config.heads; ++head) {
        outputs.push_back(attention(graph, select_head(graph, q, head), select_head(graph, k, head), select_head(graph, v, head),
                                    mask_input, config.scaled, prefix + head_name(head) + ".")
                              .output);
    }

    nodes.concat = graph.name(concat_heads(graph, std::move(outputs)), prefix + "concat", kQueryByFeature, Kind::output);  // (n, d)
    nodes.output = nodes.concat;
    if (config.output_projection) {
        nodes.output = graph.name(matmul(graph, nodes.concat, wo), prefix + "output", kQueryByFeature, Kind::output);
    }
    return nodes;
}

Result<NodeId> separate_heads(Graph& graph, NodeId x, NodeId wq, NodeId wk, NodeId wv, NodeId mask_input,
                              const MultiHeadConfig& config, const std::string& prefix) {
    if (Result<Done> possible = check_heads(graph, x, x, config); !possible) return possible.error();

    const int width = graph[x].shape.columns() / config.heads;
    std::vector<NodeId> outputs;
    for (int head = 0; head < config.heads; ++head) {
        const Range own{head * width, (head + 1) * width};
        const std::string name = prefix + head_name(head) + ".";
        const NodeId own_x = slice_columns(graph, x, own);  // (n, d / heads)
        const auto project = [&](NodeId w) { return matmul(graph, own_x, slice(graph, w, own, own)); };
        const NodeId q = graph.name(project(wq), name + "q", kQueryByFeature, Kind::query);
        const NodeId k = graph.name(project(wk), name + "k", kKeyByFeature, Kind::key);
        const NodeId v = graph.name(project(wv), name + "v", kKeyByFeature, Kind::value);
        outputs.push_back(attention(graph, q, k, v, mask_input, config.scaled, name).output);
    }
    return graph.name(concat_heads(graph, std::move(outputs)), prefix + "concat", kQueryByFeature, Kind::output);
}

}  // namespace dikkat
