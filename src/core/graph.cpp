#include "core/graph.h"

#include <algorithm>
#include <cstdint>

#include "core/operation.h"

namespace dikkat {

std::string_view to_string(Axis axis) {
    switch (axis) {
        case Axis::none:
            return "none";
        case Axis::token:
            return "token";
        case Axis::query:
            return "query";
        case Axis::key:
            return "key";
        case Axis::feature:
            return "feature";
        case Axis::head:
            return "head";
        case Axis::hidden:
            return "hidden";
        case Axis::batch:
            return "batch";
        case Axis::vocabulary:
            return "vocabulary";
        case Axis::target:
            return "target";
    }
    return "none";
}

std::string_view to_string(Kind kind) {
    switch (kind) {
        case Kind::input:
            return "input";
        case Kind::parameter:
            return "parameter";
        case Kind::mask:
            return "mask";
        case Kind::query:
            return "query";
        case Kind::key:
            return "key";
        case Kind::value:
            return "value";
        case Kind::scores:
            return "scores";
        case Kind::weights:
            return "weights";
        case Kind::output:
            return "output";
        case Kind::residual:
            return "residual";
        case Kind::normalised:
            return "normalised";
        case Kind::feed_forward:
            return "feed_forward";
        case Kind::statistic:
            return "statistic";
        case Kind::index:
            return "index";
    }
    return "output";
}

NodeId Graph::add_leaf(std::string name, const Shape& shape, std::array<Axis, 3> axes, Kind kind) {
    Node leaf;
    leaf.shape = shape;
    nodes_.push_back(std::move(leaf));
    return this->name(size() - 1, std::move(name), axes, kind);
}

NodeId Graph::add(const Operation& operation, std::vector<NodeId> inputs, const OperationConfig& config) {
    const auto operations = all_operations();
    CHECK(std::find(operations.begin(), operations.end(), &operation) != operations.end(), "an operation that is not in the list");
    std::vector<Shape> shapes;
    for (const NodeId input : inputs) {
        CHECK(input >= 0 && input < size(), "an input that is not in the graph");
        shapes.push_back((*this)[input].shape);
    }
    Result<Shape> shape = operation.shape(shapes, config);
    CHECK(shape.ok(), "a builder joined shapes that do not fit");
    Node node;
    node.operation = &operation;
    node.config = config;
    node.inputs = std::move(inputs);
    node.shape = shape.value();
    nodes_.push_back(std::move(node));
    return size() - 1;
}

NodeId Graph::name(NodeId node, std::string name, std::array<Axis, 3> axes, Kind kind) {
    CHECK(!name.empty() && find(name) == kNoNode, "a node's name is empty or taken");
    Node& named = edit(node);
    CHECK(named.name.empty(), "a node was named twice");
    named.name = std::move(name);
    named.axes = axes;
    named.kind = kind;
    if (2 * ++named_ > slots_.size()) {
        slots_.assign(slots_.empty() ? 32 : 2 * slots_.size(), kNoNode);
        for (NodeId id = 0; id < size(); ++id) {
            if (!(*this)[id].name.empty()) slots_[slot_of((*this)[id].name)] = id;
        }
    } else {
        slots_[slot_of(named.name)] = node;
    }
    return node;
}

NodeId Graph::find(std::string_view name) const { return name.empty() || slots_.empty() ? kNoNode : slots_[slot_of(name)]; }

// Where a name stands, or the free slot that it would take.
std::size_t Graph::slot_of(std::string_view name) const {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    const std::size_t last = slots_.size() - 1;
    std::size_t slot = hash & last;
    while (slots_[slot] != kNoNode && (*this)[slots_[slot]].name != name) slot = (slot + 1) & last;
    return slot;
}

bool Graph::depends_on(NodeId node, NodeId source) const {
    if (node < source) return false;
    std::vector<bool> reached(static_cast<std::size_t>(node) + 1);
    reached[static_cast<std::size_t>(source)] = true;
    for (NodeId i = source + 1; i <= node; ++i) {
        const std::vector<NodeId>& inputs = (*this)[i].inputs;
        reached[static_cast<std::size_t>(i)] =
            std::any_of(inputs.begin(), inputs.end(), [&](NodeId input) { return reached[static_cast<std::size_t>(input)]; });
    }
    return reached[static_cast<std::size_t>(node)];
}

}  // namespace dikkat
