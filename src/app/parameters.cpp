#include "app/parameters.h"

#include "nn/limits.h"

namespace dikkat {

namespace {

// "blocks.0.norm1" of "blocks.0.norm1.gamma". Attention that is the whole model has its matrices without a prefix.
std::string group_of(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    if (dot != name.npos) return name.substr(0, dot);
    return name.size() == 2 && name[0] == 'w' ? "attention" : name;
}

// "norm1" of "blocks.0.norm1"; "layers" of "layers.3".
std::string layer_of(std::string group) {
    if (group.ends_with("embedding")) return "embedding";
    const std::size_t dot = group.rfind('.');
    if (dot != group.npos && group.find_first_not_of("0123456789", dot + 1) == group.npos) group.resize(dot);
    return group.substr(group.rfind('.') + 1);
}

}  // namespace

PartParameters parameters_of(const Graph& graph, const std::string& prefix) {
    PartParameters part;
    for (const Node& node : graph.nodes()) {
        if (!node.is_leaf() || node.kind != Kind::parameter || !node.name.starts_with(prefix)) continue;
        const std::string name = node.name.substr(prefix.size());
        const std::string group = group_of(name);
        if (part.groups.empty() || part.groups.back().name != group) {
            ParameterGroup& next = part.groups.emplace_back();
            next.name = group;
            next.layer = layer_of(group);
        }
        const std::uint64_t count = numbers_of(node.shape);
        part.groups.back().matrices.push_back({name, node.parameter.name, node.shape, count});
        part.groups.back().count += count;
        part.count += count;
    }
    return part;
}

}  // namespace dikkat
