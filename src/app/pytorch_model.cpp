#include "app/pytorch_model.h"

#include <algorithm>
#include <utility>

#include "app/text.h"
#include "core/operation.h"

namespace dikkat::pytorch {

namespace {

// An unnamed tensor that several read is called after what it was made of: q_split_heads.
std::string temporary_name(const Graph& graph, NodeId id) {
    NodeId source = id;
    while (graph[source].name.empty()) source = graph[source].inputs.front();
    std::string_view name = graph[source].name;
    while (name.back() >= '0' && name.back() <= '9' && name.find('.') != name.npos) name = name.substr(0, name.rfind('.'));
    return joined({name.substr(name.rfind('.') + 1), "_", graph[id].operation->name});
}

}  // namespace

void mark_needed(Scenario& scenario, NodeId node) {
    scenario.needed.resize(static_cast<std::size_t>(scenario.built.graph().size()));
    if (node == kNoNode) return;
    scenario.needed[static_cast<std::size_t>(node)] = true;
    for (NodeId id = node; id >= 0; --id) {
        if (!scenario.needed[static_cast<std::size_t>(id)]) continue;
        for (const NodeId input : scenario.built.graph()[id].inputs) scenario.needed[static_cast<std::size_t>(input)] = true;
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
    const Node& edited = scenario.built.graph()[node];
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

void Writer::write_node(Scenario& scenario, NodeId id) {
    const Node& node = scenario.built.graph()[id];
    const std::size_t at = static_cast<std::size_t>(id);
    for (std::vector<std::string>* texts : {&scenario.text, &expanded_}) {
        std::vector<std::string> inputs;
        for (const NodeId input : node.inputs) inputs.push_back(in_parentheses((*texts)[static_cast<std::size_t>(input)]));
        (*texts)[at] = node.operation->pytorch(node.config, inputs);
    }
    if (!node.name.empty()) return write_named(scenario, id);
    const std::string& text = scenario.text[at];
    const bool is_place = text.back() == ']' && in_parentheses(text) == text;  // x[0:6, 0:4]
    if (readers_[at] > 1 && !is_place) keep_temporary(scenario, id);
}

void Writer::keep_temporary(Scenario& scenario, NodeId id) {
    const std::size_t at = static_cast<std::size_t>(id);
    std::string name = temporary_name(scenario.built.graph(), id);
    while (taken_until_.count(name) && taken_until_[name] > id) name += '_';
    taken_until_[name] = last_reader_[at];
    const std::string identifier = names.temporary(name);
    waiting_[at] = assigned(identifier, tidied(scenario.text[at]), scenario.built.graph()[id].shape);
    scenario.text[at] = identifier;
}

void Writer::write_temporaries(const Scenario& scenario, NodeId reader) {
    for (const NodeId input : scenario.built.graph()[reader].inputs) {
        if (!scenario.built.graph()[input].name.empty()) continue;
        write_temporaries(scenario, input);
        std::string& line = waiting_[static_cast<std::size_t>(input)];
        if (!line.empty()) model.push_back(std::exchange(line, {}));
    }
}

void Writer::write_named(Scenario& scenario, NodeId id) {
    const Node& node = scenario.built.graph()[id];
    std::string &text = scenario.text[static_cast<std::size_t>(id)], &whole = expanded_[static_cast<std::size_t>(id)];
    for (const std::string& line : edits(scenario, id, "")) whole += line;
    const auto made = made_.find(node.name);
    const bool of_main = !is_main(scenario) && made != made_.end() && made->second == whole;
    const std::string identifier = names.of(node.name, of_main ? std::string() : scenario.suffix);
    if (is_main(scenario)) made_[node.name] = whole;
    if (!of_main) {
        write_temporaries(scenario, id);
        model.push_back(assigned(identifier, tidied(text), node.shape));
        for (std::string& line : edits(scenario, id, identifier)) model.push_back(std::move(line));
    }
    text = whole = identifier;
}

void Writer::write_nodes(Scenario& scenario) {
    const Graph& graph = scenario.built.graph();
    const std::size_t size = static_cast<std::size_t>(graph.size());
    readers_.assign(size, 0), last_reader_.assign(size, kNoNode), waiting_.assign(size, {});
    taken_until_.clear();
    expanded_ = scenario.text;
    for (NodeId id = graph.size() - 1; id >= 0; --id) {
        const NodeId reader = graph[id].name.empty() ? last_reader_[static_cast<std::size_t>(id)] : id;
        for (const NodeId input : graph[id].inputs) {
            ++readers_[static_cast<std::size_t>(input)];
            NodeId& last = last_reader_[static_cast<std::size_t>(input)];
            last = std::max(last, reader);
        }
    }
    for (NodeId id = 0; id < graph.size(); ++id) {
        if (scenario.needed[static_cast<std::size_t>(id)] && !graph[id].is_leaf()) write_node(scenario, id);
    }
}

void Writer::write(Scenario& scenario) {
    numbers.clear(), model.clear();
    scenario.needed.resize(static_cast<std::size_t>(scenario.built.graph().size()));
    if (is_main(scenario)) std::fill(scenario.needed.begin(), scenario.needed.end(), true);
    scenario.text.resize(scenario.needed.size());
    write_leaves(scenario);
    write_nodes(scenario);
}

}  // namespace dikkat::pytorch
