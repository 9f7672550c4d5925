#include "app/parameters.h"

namespace dikkat {

PartParameters parameters_of(const Graph& graph, const std::string& prefix) {
    PartParameters part;
    for (const Node& node : graph.nodes()) {
        if (!node.is_leaf() || node.kind != Kind::parameter || !node.name.starts_with(prefix)) continue;
        const std::string name = node.name.substr(prefix.size());
        const std::size_t dot = name.rfind('.');
        const std::string group = dot == name.npos ? name : name.substr(0, dot);
        if (part.groups.empty() || part.groups.back().name != group) {
            ParameterGroup& next = part.groups.emplace_back();
            next.name = group;
            next.layer = group.ends_with("embedding") ? "embedding" : group.substr(group.rfind('.') + 1);
        }
        const std::uint64_t count = node.shape.size();
        part.groups.back().matrices.push_back({name, node.parameter.name, node.shape, count});
        part.groups.back().count += count;
        part.count += count;
    }
    return part;
}

}  // namespace dikkat
