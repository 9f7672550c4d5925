#include "app/pytorch_model.h"

#include <algorithm>

#include "app/text.h"
#include "core/operation.h"

namespace dikkat::pytorch {

namespace {

// An unnamed tensor that several read has the name of what it was made of: q_split_heads.
std::string intermediate_name(const Graph& graph, NodeId id) {
    NodeId source = id;
    while (graph[source].name.empty()) source = graph[source].inputs.front();
    return joined({graph[source].name, ".", graph[id].operation->name});
}

}  // namespace

void mark_needed(Scenario& scenario, NodeId node) {
    scenario.needed.resize(static_cast<std::size_t>(scenario.built.graph.size()));
    if (node == kNoNode) return;
    scenario.needed[static_cast<std::size_t>(node)] = true;
    for (NodeId id = node; id >= 0; --id) {
        if (!scenario.needed[static_cast<std::size_t>(id)]) continue;
        for (const NodeId input : scenario.built.graph[id].inputs) scenario.needed[static_cast<std::size_t>(input)] = true;
    }
}

std::string assigned(std::string_view identifier, std::string_view expression, const Shape& shape) {
    return joined({identifier, " = ", expression, comment(size(shape))});
}

std::string cell_index(const Shape& shape, const Cell& cell) {
    std::string text = "[";
    if (shape.rank() > 2) text += std::to_string(cell.head) + ", ";
    if (shape.rank() > 1) text += std::to_string(cell.row) + ", ";
    return text + std::to_string(cell.column) + "]";
}

// Neighbours of a row go into one line.
void Writer::add_cells(Lines& lines, const std::string& identifier, const Shape& shape, const std::map<Cell, float>& cells,
                       std::string_view why) const {
    for (auto cell = cells.begin(); cell != cells.end();) {
        const Cell first = cell->first;
        std::vector<float> values;
        for (; cell != cells.end(); ++cell) {
            Cell expected = first;
            expected.column += static_cast<int>(values.size());
            if (cell->first != expected) break;
            values.push_back(cell->second);
        }
        std::string place = cell_index(shape, first), written = literal(values.front());
        const bool whole_row = shape.rank() > 1 && values.size() == static_cast<std::size_t>(shape.columns());
        if (whole_row) {
            place.replace(place.rfind(','), place.npos, "]");
        } else if (values.size() > 1) {
            place.insert(place.size() - 1, ":" + std::to_string(first.column + static_cast<int>(values.size())));
        }
        if (values.size() > 1) written = list(values);
        lines.push_back(joined({identifier, place, " = torch.tensor(", written, ")", comment(why)}));
    }
}

Lines Writer::edits(const Scenario& scenario, NodeId node, const std::string& identifier) const {
    Lines lines;
    const auto found = scenario.built.overrides.find(node);
    if (found == scenario.built.overrides.end()) return lines;
    const Node& edited = scenario.built.graph[node];
    if (!edited.is_leaf()) lines.push_back(joined({identifier, " = ", identifier, ".clone()"}));
    const auto perturbed = scenario.document.perturbations.find(edited.name);
    std::map<Cell, float> by_hand, by_perturbation;
    for (const auto& [cell, number] : found->second) {
        const bool own = scenario.document.overrides.count({edited.name, cell}) > 0;
        const bool other = !own && perturbed != scenario.document.perturbations.end();
        (other ? by_perturbation : by_hand)[cell] = number;
    }
    add_cells(lines, identifier, edited.shape, by_perturbation, text::pytorch_perturbed.in(language_));
    add_cells(lines, identifier, edited.shape, by_hand, text::pytorch_by_hand.in(language_));
    return lines;
}

void Writer::write_node(Scenario& scenario, NodeId id, int readers) {
    const Graph& graph = scenario.built.graph;
    const Node& node = graph[id];
    std::vector<std::string> inputs;
    for (const NodeId input : node.inputs) inputs.push_back(in_parentheses(scenario[input]));
    std::string& text = scenario.text[static_cast<std::size_t>(id)];
    text = node.operation->pytorch(node.config, inputs);
    const bool is_place = text.back() == ']' && in_parentheses(text) == text;  // x[0:6, 0:4]
    if (node.name.empty() && (readers < 2 || is_place)) return;

    std::string name = node.name.empty() ? intermediate_name(graph, id) : node.name;
    std::string whole = text;
    for (const std::string& line : edits(scenario, id, "")) whole += line;
    auto made = made_.find(name);
    while (node.name.empty() && made != made_.end() && made->second != whole) made = made_.find(name += '_');
    if (is_main(scenario)) {
        made_[name] = whole;
    } else if (made != made_.end() && made->second == whole) {
        text = names.of(name);
        return;
    }
    const std::string identifier = names.of(name, scenario.suffix);
    model.push_back(assigned(identifier, text, node.shape));
    for (std::string& line : edits(scenario, id, identifier)) model.push_back(std::move(line));
    text = identifier;
}

void Writer::write_nodes(Scenario& scenario) {
    const Graph& graph = scenario.built.graph;
    std::vector<int> readers(static_cast<std::size_t>(graph.size()));
    for (const Node& node : graph.nodes()) {
        for (const NodeId input : node.inputs) ++readers[static_cast<std::size_t>(input)];
    }
    for (NodeId id = 0; id < graph.size(); ++id) {
        const std::size_t at = static_cast<std::size_t>(id);
        if (scenario.needed[at] && !graph[id].is_leaf()) write_node(scenario, id, readers[at]);
    }
}

Result<Done> Writer::write(Scenario& scenario) {
    numbers.clear(), model.clear();
    scenario.needed.resize(static_cast<std::size_t>(scenario.built.graph.size()));
    if (is_main(scenario)) std::fill(scenario.needed.begin(), scenario.needed.end(), true);
    scenario.text.resize(scenario.needed.size());
    if (Result<Done> leaves = write_leaves(scenario); !leaves) return leaves;
    write_nodes(scenario);
    return Done{};
}

}  // namespace dikkat::pytorch
