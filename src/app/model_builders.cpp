#include "app/model_builders.h"

#include <algorithm>
#include <limits>

#include "app/vocabulary.h"
#include "core/operations/elementwise.h"
#include "core/operations/norm.h"
#include "core/operations/rearrange.h"
#include "nn/attention.h"
#include "nn/normalisation.h"
#include "nn/stack.h"
#include "nn/transformer.h"

namespace dikkat {
namespace {

int tokens_of(const ModelSite& site) { return static_cast<int>(site.document.tokens.size()); }

int target_tokens_of(const ModelSite& site) {
    return site.document.target.empty() ? tokens_of(site) : static_cast<int>(site.document.target.size());
}

Scope scope_of(const ModelSite& site) { return {site.graph, site.prefix, ""}; }

NodeId add_input(const ModelSite& site, const char* name, int rows, Axis axis, Kind kind = Kind::input) {
    return site.graph.add_leaf(site.prefix + name, Shape(rows, site.settings.width), {axis, Axis::feature}, kind);
}

NodeId add_tokens(const ModelSite& site) { return add_input(site, "x", tokens_of(site), Axis::token); }

Activation activation_of(const ModelSite& site) { return static_cast<Activation>(site.settings.activation); }

// PyTorch's in_proj_weight has 3 d rows, a feed-forward network 4 d columns.
Result<Done> check_width(const ModelSettings& settings) {
    constexpr int kWidest = std::numeric_limits<int>::max() / 4;
    if (settings.width > kWidest) return Error{"too_wide", {{"limit", std::to_string(kWidest)}}};
    return Done{};
}

// d_ff, where it is not given 4 d.
Result<int> hidden_of(const ModelSettings& settings) {
    if (Result<Done> possible = check_width(settings); !possible) return possible.error();
    return settings.hidden > 0 ? settings.hidden : 4 * settings.width;
}

MultiHeadConfig multi_head_config(const ModelSettings& settings) {
    return {.heads = settings.heads, .scaled = settings.scaled != 0, .output_projection = settings.output_projection != 0};
}

// Leaves of the main part, by name.
template <std::size_t count>
Result<Done> find_all(const Graph& graph, const std::array<const char*, count>& names, std::array<NodeId, count>& nodes) {
    for (std::size_t i = 0; i < count; ++i) {
        nodes[i] = graph.find(names[i]);
        if (nodes[i] == kNoNode) return Error{"unknown_tensor", {{"tensor", names[i]}}};
    }
    return Done{};
}

Result<BlockConfig> block_config(const ModelSettings& settings) {
    const Result<int> hidden = hidden_of(settings);
    if (!hidden) return hidden.error();
    if (Result<Done> possible = check_heads(settings.width, settings.heads); !possible) return possible.error();
    return BlockConfig{.heads = settings.heads,
                       .hidden = hidden.value(),
                       .norm = static_cast<NormPlace>(settings.norm),
                       .residual = settings.residual != 0,
                       .bias = settings.bias != 0,
                       .scaled = settings.scaled != 0,
                       .activation = static_cast<Activation>(settings.activation)};
}

}  // namespace

Result<Done> build_attention(const ModelSite& site) {
    const NodeId q = add_input(site, "q", tokens_of(site), Axis::query, Kind::query);
    const NodeId k = add_input(site, "k", tokens_of(site), Axis::key, Kind::key);
    const NodeId v = add_input(site, "v", tokens_of(site), Axis::key, Kind::value);
    attention(site.graph, q, k, v, site.mask, site.settings.scaled != 0, site.prefix);
    return Done{};
}

Result<Done> build_multi_head_attention(const ModelSite& site) {
    const MultiHeadConfig config = multi_head_config(site.settings);
    if (Result<Done> possible = check_width(site.settings); !possible) return possible;
    if (Result<Done> possible = check_heads(site.settings.width, config.heads); !possible) return possible;
    const NodeId x = add_tokens(site);
    const AttentionWeights weights = add_attention_weights(scope_of(site), site.settings.width, false, config.output_projection);
    multi_head_attention(site.graph, x, x, weights, site.mask, config, site.prefix).value();
    return Done{};
}

Result<Done> build_separate_heads(const ModelSite& site) {
    std::array<NodeId, 4> leaves{};
    if (Result<Done> found = find_all<4>(site.graph, {"x", "wq", "wk", "wv"}, leaves); !found) return found;
    const Result<NodeId> concat = separate_heads(site.graph, leaves[0], leaves[1], leaves[2], leaves[3], site.mask,
                                                 multi_head_config(site.settings), site.prefix);
    if (!concat) return concat.error();
    return Done{};
}

Result<Done> build_norms(const ModelSite& site) {
    const NodeId x = add_input(site, "x", site.settings.batch, Axis::batch);
    const Scope layer = scope_of(site).at("norm.", "norm."), batch = scope_of(site).at("batch_norm.", "batch_norm.");
    layer_norm(layer, x, Axis::batch);
    batch_norm(batch, x, add_norm_weights(batch, site.settings.width));
    return Done{};
}

Result<Done> build_norms_of_rows(const ModelSite& site) {
    Graph& graph = site.graph;
    std::array<NodeId, 5> main{};
    const Result<Done> found = find_all<5>(graph, {"x", "norm.gamma", "norm.beta", "batch_norm.gamma", "batch_norm.beta"}, main);
    if (!found) return found;
    const Shape whole = graph[main[0]].shape;
    if (site.settings.batch > whole.rows()) {
        return Error{"setting_range", {{"name", "batch"}, {"limit", std::to_string(whole.rows())}}};
    }
    const Scope scope = scope_of(site);
    const NodeId x = scope.named(slice(graph, main[0], {0, site.settings.batch}, {0, whole.columns()}), "x",
                                 {Axis::batch, Axis::feature}, Kind::input);
    layer_norm(scope.at("norm.", ""), x, {main[1], main[2]}, Axis::batch);
    batch_norm(scope.at("batch_norm.", ""), x, {main[3], main[4]});
    return Done{};
}

Result<Done> build_norm_by_hand(const ModelSite& site) {
    Graph& graph = site.graph;
    const Scope scope = scope_of(site), norm = scope.at("norm.", "norm.");
    const NodeId x = add_input(site, "x", 1, Axis::none);
    const NormWeights weights = add_norm_weights(norm, site.settings.width);
    layer_norm(norm, x, weights, Axis::none);

    // The same in its three steps, with eps on the deviation instead of under the root.
    const auto step = [&](NodeId node, const char* name) {
        return scope.named(node, name, {Axis::none, Axis::feature}, Kind::normalised);
    };
    const NodeId mean = graph.find(norm.name + "mean"), deviation = graph.find(norm.name + "std");
    const NodeId centred = step(centre_rows(graph, x, mean), "centred");
    const NodeId divided = step(divide_rows(graph, centred, deviation), "divided");
    step(add(graph, multiply(graph, divided, weights.gamma), weights.beta), "by_hand");
    return Done{};
}

Result<Done> build_stack(const ModelSite& site) {
    const NodeId x = add_input(site, "x", 1, Axis::none);
    stack(scope_of(site), x, site.settings.depth, static_cast<StackMode>(site.settings.mode));
    return Done{};
}

Result<Done> build_attention_and_feed_forward(const ModelSite& site) {
    Graph& graph = site.graph;
    const Result<int> hidden = hidden_of(site.settings);
    if (!hidden) return hidden.error();
    const NodeId x = add_tokens(site);
    const Scope attend = scope_of(site).at("attention.", "attention."), forward = scope_of(site).at("feed_forward.", "");
    const AttentionWeights weights = add_attention_weights(attend, site.settings.width, false, false);
    const auto project = [&](NodeId w, const char* name, Axis rows, Kind kind) {
        return attend.named(linear(graph, x, {w}), name, {rows, Axis::feature}, kind);
    };
    const NodeId q = project(weights.wq, "q", Axis::query, Kind::query);
    const NodeId k = project(weights.wk, "k", Axis::key, Kind::key);
    const NodeId v = project(weights.wv, "v", Axis::key, Kind::value);
    attention(graph, q, k, v, site.mask, site.settings.scaled != 0, attend.name);
    feed_forward(forward, x, add_feed_forward_weights(forward, site.settings.width, hidden.value(), true), activation_of(site),
                 Axis::token);
    return Done{};
}

Result<Done> build_feed_forward_by_token(const ModelSite& site) {
    std::array<NodeId, 5> main{};
    const Result<Done> found =
        find_all<5>(site.graph, {"x", "feed_forward.w1", "feed_forward.b1", "feed_forward.w2", "feed_forward.b2"}, main);
    if (!found) return found;
    const NodeId output = feed_forward_by_row(site.graph, main[0], {{main[1], main[2]}, {main[3], main[4]}}, activation_of(site));
    scope_of(site).named(output, "output", {Axis::token, Axis::feature}, Kind::feed_forward);
    return Done{};
}

Result<Done> build_feed_forward(const ModelSite& site) {
    const Result<int> hidden = hidden_of(site.settings);
    if (!hidden) return hidden.error();
    const NodeId x = add_tokens(site);
    const Scope scope = scope_of(site).at("feed_forward.", "");
    feed_forward(scope, x, add_feed_forward_weights(scope, site.settings.width, hidden.value(), site.settings.bias != 0),
                 activation_of(site), Axis::token);
    return Done{};
}

Result<Done> build_attention_layer(const ModelSite& site) {
    if (Result<Done> possible = check_width(site.settings); !possible) return possible;
    const NodeId x = add_tokens(site);
    const Scope scope = scope_of(site).at("attention.", "self_attn.");
    const MultiHeadConfig config = multi_head_config(site.settings);
    const AttentionWeights weights =
        add_attention_weights(scope, site.settings.width, site.settings.bias != 0, config.output_projection);
    multi_head_attention(site.graph, x, x, weights, site.mask, config, scope.name).value();
    return Done{};
}

Result<Done> build_decoder_layer(const ModelSite& site) {
    const Result<BlockConfig> config = block_config(site.settings);
    if (!config) return config.error();
    const NodeId x = add_input(site, "x", target_tokens_of(site), Axis::target);
    const NodeId memory = add_input(site, "memory", tokens_of(site), Axis::token);
    decoder_layer(scope_of(site), x, memory, site.mask, config.value());
    return Done{};
}

Result<Done> build_gpt_layer(const ModelSite& site) {
    const Result<BlockConfig> config = block_config(site.settings);
    if (!config) return config.error();
    encoder_layer(scope_of(site), add_tokens(site), site.mask, config.value());
    return Done{};
}

Result<Done> build_transformer(const ModelSite& site) {
    const ModelSettings& settings = site.settings;
    const Result<BlockConfig> block = block_config(settings);
    if (!block) return block.error();
    const int n = tokens_of(site), m = target_tokens_of(site);
    const TransformerKind kind = static_cast<TransformerKind>(settings.kind);
    const bool with_target = kind == TransformerKind::encoder_decoder;
    if (with_target && site.document.target.empty() && !site.part.shape_only) return Error{"no_tokens", {}};
    const int longest = with_target ? std::max(n, m) : n;
    const int context = settings.context > 0 ? settings.context : longest;
    const Positions positions = static_cast<Positions>(settings.positions);
    if (positions != Positions::none && context < longest) return Error{"too_many_tokens", {{"limit", std::to_string(context)}}};
    const int words = static_cast<int>(vocabulary_of(site.document, with_target).size());
    transformer(scope_of(site), site.mask,
                {.kind = kind,
                 .tokens = n,
                 .target_tokens = m,
                 .vocabulary = settings.vocabulary > 0 ? settings.vocabulary : words,
                 .context = context,
                 .width = settings.width,
                 .blocks = settings.blocks,
                 .positions = positions,
                 .tied = settings.tied != 0,
                 .block = block.value()});
    return Done{};
}

}  // namespace dikkat
