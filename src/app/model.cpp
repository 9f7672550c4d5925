#include "app/model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "nn/attention.h"
#include "nn/limits.h"

namespace dikkat {

namespace {

constexpr std::array<Axis, 3> kTokenByFeature{Axis::token, Axis::feature};
constexpr std::array<Axis, 3> kQueryByFeature{Axis::query, Axis::feature};
constexpr std::array<Axis, 3> kKeyByFeature{Axis::key, Axis::feature};
constexpr std::array<Axis, 3> kFeatureByFeature{Axis::feature, Axis::feature};

Result<Done> build_attention(const ModelSite& site) {
    Graph& graph = site.graph;
    const Shape shape(site.tokens, site.settings.width);
    const NodeId q = graph.add_leaf(site.prefix + "q", shape, kQueryByFeature, Kind::query);
    const NodeId k = graph.add_leaf(site.prefix + "k", shape, kKeyByFeature, Kind::key);
    const NodeId v = graph.add_leaf(site.prefix + "v", shape, kKeyByFeature, Kind::value);
    attention(graph, q, k, v, site.mask, site.settings.scaled, site.prefix);
    return Done{};
}

MultiHeadConfig multi_head_config(const ModelSettings& settings) {
    return {.heads = settings.heads, .scaled = settings.scaled, .output_projection = settings.output_projection};
}

Result<Done> build_multi_head_attention(const ModelSite& site) {
    Graph& graph = site.graph;
    const int d = site.settings.width;
    const NodeId x = graph.add_leaf(site.prefix + "x", Shape(site.tokens, d), kTokenByFeature, Kind::input);
    const auto add_weight = [&](const char* name) {
        return graph.add_leaf(site.prefix + name, Shape(d, d), kFeatureByFeature, Kind::parameter);
    };
    const NodeId wq = add_weight("wq"), wk = add_weight("wk"), wv = add_weight("wv");
    const NodeId wo = site.settings.output_projection ? add_weight("wo") : kNoNode;
    const Result<MultiHeadNodes> nodes =
        multi_head_attention(graph, x, x, wq, wk, wv, wo, site.mask, multi_head_config(site.settings), site.prefix);
    if (!nodes) return nodes.error();
    return Done{};
}

Result<Done> build_separate_heads(const ModelSite& site) {
    Graph& graph = site.graph;
    std::array<NodeId, 4> leaves{};
    constexpr std::array<const char*, 4> names{"x", "wq", "wk", "wv"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        leaves[i] = graph.find(names[i]);
        if (leaves[i] == kNoNode) return Error{"unknown_tensor", {{"tensor", names[i]}}};
    }
    const auto [x, wq, wk, wv] = leaves;
    const Result<NodeId> concat = separate_heads(graph, x, wq, wk, wv, site.mask, multi_head_config(site.settings), site.prefix);
    if (!concat) return concat.error();
    return Done{};
}

constexpr std::array<std::string_view, 2> kAttentionSettings{"d", "scaled"};
constexpr std::array<std::string_view, 4> kMultiHeadSettings{"d", "heads", "scaled", "output_projection"};
constexpr std::array<std::string_view, 2> kSeparateSettings{"heads", "scaled"};

constexpr std::array<Model, 3> kModels{{
    {"attention", kAttentionSettings, "", false, build_attention},
    {"multi_head_attention", kMultiHeadSettings, "wo", false, build_multi_head_attention},
    {"separate_heads", kSeparateSettings, "", true, build_separate_heads},
}};

Result<Done> read_switch(const std::string& name, const ConfigValue& value, bool& out) {
    if (value.type != ConfigValue::Type::boolean) return Error{"setting_type", {{"name", name}, {"expected", "true | false"}}};
    out = value.boolean;
    return Done{};
}

Result<Done> read_count(const std::string& name, const ConfigValue& value, int limit, const char* over_the_limit, int& out) {
    const bool whole = value.type == ConfigValue::Type::number && value.number == std::floor(value.number);
    if (!whole || value.number < 1) {
        return Error{"setting_range", {{"name", name}, {"limit", std::to_string(limit)}}};
    }
    if (value.number > limit) return Error{over_the_limit, {{"limit", std::to_string(limit)}}};
    out = static_cast<int>(value.number);
    return Done{};
}

}  // namespace

const Model* find_model(std::string_view name) {
    const auto found = std::find_if(kModels.begin(), kModels.end(), [&](const Model& model) { return model.name == name; });
    return found == kModels.end() ? nullptr : &*found;
}

LeafStart starts_as(const Node& leaf) {
    const std::string_view name = std::string_view(leaf.name).substr(leaf.name.rfind('.') + 1);
    return name == "gamma" ? LeafStart::ones : name == "wo" ? LeafStart::identity : LeafStart::zeros;
}

Result<ModelSettings> read_settings(const Model& model, const Config& config, ModelSettings settings) {
    for (const auto& [name, value] : config) {
        if (std::find(model.settings.begin(), model.settings.end(), name) == model.settings.end()) {
            return Error{"unknown_setting", {{"model", std::string(model.name)}, {"name", name}}};
        }
        Result<Done> done = Done{};
        if (name == "d") done = read_count(name, value, kMaxWidth, "too_wide", settings.width);
        if (name == "heads") done = read_count(name, value, kMaxHeads, "too_many_heads", settings.heads);
        if (name == "scaled") done = read_switch(name, value, settings.scaled);
        if (name == "output_projection") done = read_switch(name, value, settings.output_projection);
        if (!done) return done.error();
    }
    return settings;
}

bool counts_tokens(Axis axis) { return axis == Axis::token || axis == Axis::query || axis == Axis::key; }

}  // namespace dikkat
