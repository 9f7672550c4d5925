#include "app/edit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/build.h"
#include "app/model.h"
#include "nn/limits.h"

namespace dikkat {

namespace {

Error unknown_tensor(const std::string& tensor) { return {"unknown_tensor", {{"tensor", tensor}}}; }

// A whole number that names a row of the table that the indices are looked up in.
Result<Done> check_index(const Graph& graph, NodeId indices, Number value) {
    int rows = 0;
    for (const Node& node : graph.nodes()) {
        if (node.inputs.size() == 2 && node.inputs[0] == indices) rows = graph[node.inputs[1]].shape.rows();
    }
    if (value.value >= 0 && value.value < static_cast<float>(rows) && value.value == std::floor(value.value)) return Done{};
    return Error{"not_an_index", {{"tensor", graph[indices].name}, {"limit", std::to_string(rows - 1)}}};
}

// Rows of values from a cell on, as set by hand.
Result<Done> set_cells(Document& document, const std::string& tensor, const Cell& start, std::span<const std::vector<Number>> rows,
                       Graphs& graphs) {
    const Result<SharedGraph> known = graphs.of(document);
    if (!known) return known.error();
    const Graph& graph = *known.value();
    const NodeId id = graph.find(tensor);
    if (id == kNoNode) return unknown_tensor(tensor);
    const Node& node = graph[id];
    if (node.kind == Kind::mask) return Error{"not_editable", {{"tensor", tensor}}};
    Cell cell = start;
    for (const std::vector<Number>& row : rows) {
        if (row.size() != rows.front().size()) return Error{"rows_differ", {}};
        cell.column = start.column;
        for (const Number value : row) {
            if (!contains(node.shape, cell)) return cell_outside(node.name, node.shape, cell);
            if (node.kind == Kind::index) {
                if (Result<Done> fits = check_index(graph, id, value); !fits) return fits;
            }
            document.overrides[{tensor, cell}] = value;
            ++cell.column;
        }
        ++cell.row;
    }
    return Done{};
}

// ---- A sentence becomes another: which place each old place has now

class Moved {
public:
    Moved(const std::vector<std::string>& before, const std::vector<std::string>& now) : to_(before.size(), -1) {
        std::vector<bool> taken(now.size());
        for (std::size_t i = 0; i < before.size(); ++i) {
            for (std::size_t j = 0; j < now.size() && to_[i] < 0; ++j) {
                if (!taken[j] && now[j] == before[i]) to_[i] = static_cast<int>(j), taken[j] = true;
            }
        }
    }
    // -1 where the token is gone.
    int operator()(int place) const {
        return place < 0 || place >= static_cast<int>(to_.size()) ? -1 : to_[static_cast<std::size_t>(place)];
    }

private:
    std::vector<int> to_;
};

using CountsThem = bool (*)(Axis axis);

bool counts_target(Axis axis) { return axis == Axis::target; }

std::map<CellName, Number> moved_overrides(const Document& before, const Graph& graph, const Moved& moved, CountsThem counts) {
    std::map<CellName, Number> overrides;
    for (const auto& [cell_name, value] : before.overrides) {
        CellName name = cell_name;
        const NodeId id = graph.find(name.tensor);
        if (id != kNoNode) {
            const Node& node = graph[id];
            const int rank = node.shape.rank();
            const auto counted = [&](int axis) { return axis >= 0 && counts(node.axes[static_cast<std::size_t>(axis)]); };
            if (counted(rank - 2)) name.cell.row = moved(name.cell.row);
            if (counted(rank - 1)) name.cell.column = moved(name.cell.column);
        }
        if (name.cell.row >= 0 && name.cell.column >= 0) overrides.insert_or_assign(std::move(name), value);
    }
    return overrides;
}

std::vector<std::uint8_t> moved_mask(const Document& before, std::size_t now, const Moved& moved) {
    if (before.custom_mask.empty()) return {};
    const int n = mask_size(before);
    std::vector<std::uint8_t> mask(now * now, 1);  // a new token sees all and is seen by all
    for (int row = 0; row < n; ++row) {
        for (int column = 0; column < n; ++column) {
            if (moved(row) < 0 || moved(column) < 0) continue;
            mask[static_cast<std::size_t>(moved(row)) * now + static_cast<std::size_t>(moved(column))] =
                before.custom_mask[static_cast<std::size_t>(row * n + column)];
        }
    }
    return mask;
}

bool contains_word(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

Result<Done> edit(Document& document, const SetCell& command, Graphs& graphs) {
    const std::vector<Number> row{command.value};
    return set_cells(document, command.tensor, {command.head, command.row, command.column}, {&row, 1}, graphs);
}

Result<Done> edit(Document& document, const SetRow& command, Graphs& graphs) {
    const Result<SharedGraph> known = graphs.of(document);
    if (!known) return known.error();
    const Graph& graph = *known.value();
    const NodeId id = graph.find(command.tensor);
    if (id == kNoNode) return unknown_tensor(command.tensor);
    const std::size_t width = static_cast<std::size_t>(graph[id].shape.columns());
    if (command.values.size() != width) {
        return Error{
            "wrong_count",
            {{"tensor", command.tensor}, {"expected", std::to_string(width)}, {"found", std::to_string(command.values.size())}}};
    }
    return set_cells(document, command.tensor, {command.head, command.row, 0}, {&command.values, 1}, graphs);
}

Result<Done> edit(Document& document, const SetTensor& command, Graphs& graphs) {
    return set_cells(document, command.tensor, {command.head, command.row, command.column}, command.values, graphs);
}

Result<Done> edit(Document& document, const ResetCells& command, Graphs& graphs) {
    if (command.tensor.empty()) {
        document.overrides.clear();
        return Done{};
    }
    const Result<SharedGraph> known = graphs.of(document);
    if (!known) return known.error();
    const Graph& graph = *known.value();
    bool found = graph.find(command.tensor) != kNoNode;
    for (auto entry = document.overrides.begin(); entry != document.overrides.end();) {
        const CellName& name = entry->first;
        found = found || name.tensor == command.tensor;
        const bool meant = name.tensor == command.tensor &&
                           (!command.row || (name.cell.row == *command.row && name.cell.head == command.head)) &&
                           (!command.column || name.cell.column == *command.column);
        entry = meant ? document.overrides.erase(entry) : std::next(entry);
    }
    if (!found) return unknown_tensor(command.tensor);
    return Done{};
}

Result<Done> edit(Document& document, const SwapColumns& command, Graphs& graphs) {
    const Result<SharedGraph> known = graphs.of(document);
    if (!known) return known.error();
    const Graph& graph = *known.value();
    const NodeId id = graph.find(command.tensor);
    if (id == kNoNode) return unknown_tensor(command.tensor);
    const Node& node = graph[id];
    if (!node.is_leaf() || node.kind == Kind::mask || node.kind == Kind::index)
        return Error{"not_a_leaf", {{"tensor", command.tensor}}};
    const int width = node.shape.columns();
    const int low = std::min(command.a, command.b), high = std::max(command.a, command.b), count = command.count;
    if (count < 1 || count > width || low < 0 || high > width - count)
        return cell_outside(node.name, node.shape, {0, 0, low < 0 ? low : width});
    if (low > high - count) return Error{"columns_overlap", {}};

    std::vector<int> exchanged(static_cast<std::size_t>(width));
    for (int i = 0; i < width; ++i) exchanged[static_cast<std::size_t>(i)] = i;
    const auto columns = exchanged.begin();
    std::swap_ranges(columns + low, columns + low + count, columns + high);

    std::vector<int>& order = document.column_order[command.tensor];
    if (order.size() != exchanged.size()) {
        order = exchanged;
    } else {
        std::swap_ranges(order.begin() + low, order.begin() + low + count, order.begin() + high);
    }
    if (std::is_sorted(order.begin(), order.end())) document.column_order.erase(command.tensor);

    std::map<CellName, Number> overrides;
    for (const auto& [cell_name, value] : document.overrides) {
        CellName name = cell_name;
        const bool here = name.tensor == command.tensor && contains(node.shape, name.cell);
        if (here) name.cell.column = exchanged[static_cast<std::size_t>(name.cell.column)];
        overrides.insert_or_assign(std::move(name), value);
    }
    document.overrides = std::move(overrides);
    return Done{};
}

Result<Done> edit(Document& document, const PerturbRow& command, Graphs& graphs) {
    std::vector<std::string> tensors = document.perturbed_together;
    if (!contains_word(tensors, command.tensor)) tensors = {command.tensor};
    const Result<SharedGraph> known = graphs.of(document);
    if (!known) return known.error();
    const Graph& graph = *known.value();
    for (const std::string& tensor : tensors) {
        const NodeId id = graph.find(tensor);
        if (id == kNoNode) return unknown_tensor(tensor);
        const Node& node = graph[id];
        if (node.kind == Kind::mask || node.kind == Kind::index || node.shape.rank() != 2)
            return Error{"not_editable", {{"tensor", tensor}}};
        if (!contains(node.shape, {0, command.row, 0})) return cell_outside(node.name, node.shape, {0, command.row, 0});
        document.perturbations[tensor] = {command.row, command.strength, command.direction};
    }
    return command.strength == 0 ? Result<Done>(Done{}) : can_be_built(document, graphs);  // does the recipe have the draw?
}

Result<Done> edit(Document& document, const SetMask& command, Graphs&) {
    if (command.mask == MaskKind::custom && document.custom_mask.empty()) document.custom_mask = mask_cells(document);
    document.mask = command.mask;
    return Done{};
}

Result<Done> edit(Document& document, const SetMaskCell& command, Graphs&) {
    const int n = mask_size(document);
    const Shape shape(n, n);
    const Cell cell{0, command.row, command.column};
    if (!contains(shape, cell)) return cell_outside("mask", shape, cell);
    document.custom_mask = mask_cells(document);
    document.mask = MaskKind::custom;
    document.custom_mask[index_of(shape, cell)] = command.visible ? 1 : 0;
    return Done{};
}

namespace {

Part* find_part(Document& document, const std::string& name) {
    const auto found =
        std::find_if(document.parts.begin(), document.parts.end(), [&](const Part& part) { return part.name == name; });
    return found == document.parts.end() ? nullptr : &*found;
}

// The setting's place is taken, whether or not the model can be built with it.
Result<Done> put_config(Document& document, const SetConfig& command) {
    Part* part = find_part(document, command.part);
    if (!part) return Error{"unknown_part", {{"part", command.part}}};
    const int masked = mask_size(document);
    part->config[command.name] = command.value;
    if (mask_size(document) != masked) {  // between other tokens from now on
        document.custom_mask.clear();
        if (document.mask == MaskKind::custom) document.mask = MaskKind::causal;
    }
    return Done{};
}

}  // namespace

Result<Done> edit(Document& document, const SetConfig& command, Graphs& graphs) {
    if (Result<Done> put = put_config(document, command); !put) return put;
    if (!find_part(document, command.part)->shape_only) return can_be_built(document, graphs);
    const Result<Graph> graph = build_part_graph(document, command.part);
    return graph ? Result<Done>(Done{}) : graph.error();
}

Result<Done> edit(Document& document, const SetSeed& command, Graphs&) {
    Part* part = find_part(document, command.part);
    if (!part) return Error{"unknown_part", {{"part", command.part}}};
    for (Draw& draw : part->draws) {
        if (draw.type != Draw::Type::manual_seed) continue;
        draw.seed = command.seed;
        return Done{};
    }
    return Error{"no_seed", {}};
}

Result<Done> edit(Document& document, const SetTokens& command, Graphs& graphs) {
    const Document before = document;
    const Result<SharedGraph> known = graphs.of(before);
    if (!known) return known.error();
    const Graph& graph = *known.value();
    // The limits first: what follows takes time for every pair of tokens.
    if (command.tokens.size() > kMaxTokens) return Error{"too_many_tokens", {{"limit", std::to_string(kMaxTokens)}}};

    std::vector<std::string>& sentence = command.target ? document.target : document.tokens;
    sentence = command.tokens;
    if (document.drawn_tokens.empty()) document.drawn_tokens = before.tokens, document.drawn_target = before.target;
    for (const std::string& word : sentence) {
        const bool has_row = contains_word(document.drawn_tokens, word) || contains_word(document.new_words, word) ||
                             (command.target && contains_word(document.drawn_target, word));
        if (!has_row) document.new_words.push_back(word);
    }
    const bool as_drawn = document.tokens == document.drawn_tokens && document.target == document.drawn_target;
    if (as_drawn && document.new_words.empty()) document.drawn_tokens.clear(), document.drawn_target.clear();
    const CountsThem counts = command.target ? counts_target : counts_tokens;
    const Moved moved(command.target ? before.target : before.tokens, sentence);
    document.overrides = moved_overrides(before, graph, moved, counts);
    const bool moves_mask = command.target == mask_is_of_target(document);
    if (moves_mask) document.custom_mask = moved_mask(before, sentence.size(), moved);
    for (auto entry = document.perturbations.begin(); entry != document.perturbations.end();) {
        const NodeId id = graph.find(entry->first);
        const bool of_the_sentence = id != kNoNode && graph[id].shape.rank() == 2 && counts(graph[id].axes[0]);
        if (of_the_sentence) entry->second.row = moved(entry->second.row);
        entry = entry->second.row < 0 ? document.perturbations.erase(entry) : std::next(entry);
    }
    return can_be_built(document, graphs);
}

Result<Done> edit(Document& document, const SetLoss& command, Graphs& graphs) {
    const Result<SharedGraph> known = graphs.of(document);
    if (!known) return known.error();
    const Graph& graph = *known.value();
    const std::string& tensor = command.loss.tensor;
    const NodeId node = graph.find(tensor);
    if (!tensor.empty() && node == kNoNode) return Error{"unknown_tensor", {{"tensor", tensor}}};
    if (command.loss.type == Loss::Type::cell && (node == kNoNode || !contains(graph[node].shape, command.loss.cell))) {
        return node == kNoNode ? Error{"unknown_tensor", {{"tensor", tensor}}}
                               : cell_outside(tensor, graph[node].shape, command.loss.cell);
    }
    document.loss = command.loss;
    return Done{};
}

namespace {

Result<Done> edit_any(Document& document, const Action& action, Graphs& graphs) {
    return std::visit(
        [&](const auto& each) -> Result<Done> {
            if constexpr (requires { edit(document, each, graphs); }) {
                return edit(document, each, graphs);
            } else {
                return Done{};
            }
        },
        action);
}

}  // namespace

Result<Document> edited(Document document, std::span<const Command> commands, Graphs& graphs) {
    for (const Command& command : commands) {
        if (const Result<Done> done = edit_any(document, command.action, graphs); !done) return done.error();
    }
    return document;
}

Result<Document> edited_to_build(Document document, std::span<const Command> commands, Graphs& graphs) {
    for (const Command& command : commands) {
        const SetConfig* setting = std::get_if<SetConfig>(&command.action);
        const Result<Done> done = setting ? put_config(document, *setting) : edit_any(document, command.action, graphs);
        if (!done) return done.error();
    }
    return document;
}

}  // namespace dikkat
