#include "core/explain.h"

#include "core/operation.h"

namespace dikkat {

void Explainer::explain(const Cell& cell) {
    const auto& replaced = evaluation_.replaced[static_cast<std::size_t>(node_)];
    const auto by_hand = replaced.find(cell);
    const float value = evaluation_[node_].at(cell);
    if (!node().is_leaf()) {
        node().operation->explain(*this, cell);
    } else if (by_hand == replaced.end()) {
        add({"given", "given", {}, {}, value});
    }
    if (by_hand != replaced.end()) add({"set_by_hand", "set_by_hand", {{kNoNode, {}, by_hand->second}}, {}, value});
}

Operand Explainer::operand(int input, const Cell& cell) const {
    const Place place = origin({input_node(input), cell});
    if (place.node == kNoNode) return {};
    const float value = evaluation_[place.node].at(place.cell);
    if (is_unnamed(place)) return {kNoNode, {}, value};
    return {place.node, place.cell, value};
}

Operand Explainer::follow(int input, const Cell& cell) {
    return is_unnamed(origin({input_node(input), cell})) ? follow_named(input, cell) : operand(input, cell);
}

Operand Explainer::follow_named(int input, const Cell& cell) {
    const Place place = origin({input_node(input), cell});
    if (place.node != kNoNode) Explainer(graph_, evaluation_, place.node, lines_).explain(place.cell);
    return operand(input, cell);
}

bool Explainer::is_by_hand(const Place& place) const {
    return evaluation_.replaced[static_cast<std::size_t>(place.node)].count(place.cell) > 0;
}

// Back through unnamed tensors that only moved the number.
Explainer::Place Explainer::origin(Place place) const {
    while (is_unnamed(place) && !is_by_hand(place)) {
        const Node& node = graph_[place.node];
        if (node.operation->source == nullptr) break;
        std::vector<Shape> shapes;
        for (const NodeId input : node.inputs) shapes.push_back(graph_[input].shape);
        const std::optional<Source> source = node.operation->source(shapes, node.config, place.cell);
        place = source ? Place{node.inputs[static_cast<std::size_t>(source->input)], source->cell} : Place{};
    }
    return place;
}

Explanation explain(const Graph& graph, const Evaluation<float>& evaluation, NodeId node, const Cell& cell) {
    CHECK(node >= 0 && node < evaluation.next, "an explanation of a node that is not evaluated");
    CHECK(contains(graph[node].shape, cell), "an explanation of a cell outside its tensor");
    Explanation explanation;
    Explainer(graph, evaluation, node, explanation.lines).explain(cell);
    explanation.value = evaluation[node].at(cell);
    return explanation;
}

}  // namespace dikkat
