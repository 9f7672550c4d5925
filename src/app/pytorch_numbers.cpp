// The leaves of a script: the recipe's draws on PyTorch's generator, what was done to them since, and what is given as it is.
#include <algorithm>

#include "app/number.h"
#include "app/pytorch_model.h"
#include "app/text.h"
#include "nn/transformer.h"

namespace dikkat::pytorch {

namespace {

constexpr const char* kToDtype = ".to(DTYPE)";

bool draws_numbers(PlainDraw::Type type) {
    using Type = PlainDraw::Type;
    return type == Type::randn || type == Type::normal || type == Type::uniform || type == Type::linear ||
           type == Type::named_randn;
}

std::string two(int a, int b) { return joined({"(", std::to_string(a), ", ", std::to_string(b), ")"}); }

std::string manual_seed(std::uint64_t seed) { return joined({"torch.manual_seed(", index(seed), ")"}); }

// What a draw gives, in float32. `flat`: the leaf has rank 1.
std::string expression(const PlainDraw& draw, bool flat) {
    using Type = PlainDraw::Type;
    const std::string ours = flat ? "(" + std::to_string(draw.columns) + ")" : two(draw.rows, draw.columns);
    const std::string theirs = draw.transposed ? two(draw.columns, draw.rows) : ours;
    const char* transposed = draw.transposed ? ".T" : "";
    switch (draw.type) {
        case Type::manual_seed:
            return manual_seed(draw.seed);
        case Type::randn:
        case Type::named_randn: {
            std::string text = "torch.randn" + ours;
            if (draw.factor != 1) text += " * " + literal(draw.factor);
            if (draw.shift != 0) text += " + " + literal(draw.shift);
            return text;
        }
        case Type::normal:
            return joined({"nn.init.normal_(torch.empty", theirs, ", std=", literal(draw.std), ")", transposed});
        case Type::uniform:
            return joined({"torch.empty", theirs, ".uniform_(", literal(-draw.bound), ", ", literal(draw.bound), ")", transposed});
        case Type::linear:
            return "linear" + two(draw.rows, draw.columns);
        case Type::zeros:
            return "torch.zeros" + ours;
        case Type::ones:
            return "torch.ones" + ours;
        case Type::identity:
            return "torch.eye" + two(draw.rows, draw.columns);
        case Type::values:
            break;
    }
    Tensor<float> numbers(flat ? Shape(draw.columns) : Shape(draw.rows, draw.columns));
    numbers.data.assign(draw.numbers.begin(), draw.numbers.end());
    return tensor_literal(numbers);
}

std::span<const float> line_of(const Tensor<float>& tensor, int row) {
    const std::size_t columns = static_cast<std::size_t>(tensor.shape.columns());
    return std::span<const float>(tensor.data).subspan(static_cast<std::size_t>(row) * columns, columns);
}

bool same_numbers(std::span<const float> a, std::span<const float> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_number<float>);
}

Tensor<float> transposed(const Tensor<float>& tensor) {
    Tensor<float> turned(Shape(tensor.shape.columns(), tensor.shape.rows()));
    for (int row = 0; row < turned.shape.rows(); ++row) {
        for (int column = 0; column < turned.shape.columns(); ++column) turned(row, column) = tensor(column, row);
    }
    return turned;
}

// Which row of `from` each row of `to` is; any where it is none.
std::vector<int> rows_in(const Tensor<float>& from, const Tensor<float>& to) {
    std::vector<int> rows;
    for (int row = 0; row < to.shape.rows(); ++row) {
        int source = std::min(row, from.shape.rows() - 1);
        for (int i = 0; i < from.shape.rows() && !same_numbers(line_of(from, source), line_of(to, row)); ++i) {
            if (same_numbers(line_of(from, i), line_of(to, row))) source = i;
        }
        rows.push_back(source);
    }
    return rows;
}

Tensor<float> with_rows(const Tensor<float>& from, const std::vector<int>& rows) {
    Tensor<float> chosen(Shape(static_cast<int>(rows.size()), from.shape.columns()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::span<const float> line = line_of(from, rows[row]);
        std::copy(line.begin(), line.end(), &chosen(static_cast<int>(row), 0));
    }
    return chosen;
}

Tensor<float> with_columns(const Tensor<float>& from, const std::vector<int>& columns) {
    Tensor<float> chosen = transposed(with_rows(transposed(from), columns));
    if (from.shape.rank() == 1) chosen.shape = Shape(chosen.shape.columns());
    return chosen;
}

std::string whole_numbers(const std::vector<int>& numbers) {
    std::string text = "[";
    for (const int number : numbers) text += (text.size() > 1 ? ", " : "") + std::to_string(number);
    return text + "]";
}

std::map<Cell, float> differing_cells(const Tensor<float>& from, const Tensor<float>& to, int row_left_out) {
    std::map<Cell, float> cells;
    for (int row = 0; row < to.shape.rows(); ++row) {
        for (int column = 0; column < to.shape.columns() && row != row_left_out; ++column) {
            if (!same_number(from(row, column), to(row, column))) cells[{0, row, column}] = to(row, column);
        }
    }
    return cells;
}

// A leaf's numbers, those set by hand too.
Tensor<float> final_numbers(const Scenario& scenario, NodeId leaf) {
    Tensor<float> numbers = scenario.built.leaves.at(leaf);
    if (const auto edited = scenario.built.overrides.find(leaf); edited != scenario.built.overrides.end()) {
        for (const auto& [cell, number] : edited->second) numbers.at(cell) = number;
    }
    return numbers;
}

const Perturbation* perturbation_of(const Scenario& scenario, NodeId leaf) {
    const auto found = scenario.document.perturbations.find(scenario.built.graph()[leaf].name);
    const bool on = found != scenario.document.perturbations.end() && found->second.strength != 0 && found->second.row >= 0 &&
                    found->second.row < scenario.built.graph()[leaf].shape.rows() && scenario.built.graph()[leaf].shape.rank() == 2;
    return on ? &found->second : nullptr;
}

}  // namespace

// ---- What the recipe draws

// `made`: the leaves that have a line already.
void Writer::write_draw(const Scenario& scenario, const Part& part, const PlainDraw& draw, std::set<std::string>& made) {
    const Graph& graph = scenario.built.graph();
    if (draw.type == PlainDraw::Type::named_randn) {
        return numbers.push_back(name_of_draw(draw.name) + " = " + expression(draw, true));
    }
    const NodeId leaf = draw.built ? graph.find(draw.tensor) : kNoNode;
    const NodeId bias = graph.find(draw.bias);
    const bool flat = leaf != kNoNode && graph[leaf].shape.rank() == 1;
    std::string value = expression(draw, flat), target = "_";
    if (leaf == kNoNode && bias == kNoNode) return numbers.push_back(value);

    Shape shape = bias == kNoNode ? Shape() : graph[bias].shape;
    bool whole = true;
    if (leaf != kNoNode) {
        target = scenario[leaf];
        shape = drawn_shape(scenario.document, part, graph[leaf]);
        whole = draw.rows == shape.rows() && draw.columns == shape.columns();
        const bool first = made.insert(draw.tensor).second;
        if (!whole && first) numbers.push_back(assigned(target, tensor_literal(started(graph[leaf], shape)) + kToDtype, shape));
    }
    if (!whole) {
        const auto range = [](int from, int count) { return std::to_string(from) + ":" + std::to_string(from + count); };
        target += joined({"[", flat ? "" : range(draw.row, draw.rows) + ", ", range(draw.column, draw.columns), "]"});
        shape = flat ? Shape(draw.columns) : Shape(draw.rows, draw.columns);
    }
    if (draw.type == PlainDraw::Type::linear) {
        target += ", " + (bias == kNoNode ? "_" : scenario[bias]);
    } else if (whole) {
        value = in_parentheses(value) + kToDtype;
    }
    numbers.push_back(assigned(target, value, shape));
}

std::string Writer::name_of_draw(std::string name) {
    std::replace(name.begin(), name.end(), '.', '_');
    return names.of("draw " + name);
}

std::vector<PlainDraw> Writer::draws_of(const Scenario& scenario, const Part& part) {
    Result<std::vector<PlainDraw>> draws = expanded_draws(scenario.document, part, scenario.built.graph());
    CHECK(draws.ok(), "a document that was built has a recipe that cannot be drawn");
    return std::move(draws).value();
}

void Writer::write_part(Scenario& scenario, const Part& part) {
    const Graph& graph = scenario.built.graph();
    const std::vector<NodeId> leaves = leaves_of(scenario.document, part, graph);
    for (const NodeId leaf : leaves) scenario.text[static_cast<std::size_t>(leaf)] = names.of(graph[leaf].name, scenario.suffix);
    const std::vector<PlainDraw> draws = draws_of(scenario, part);
    const Drawn& drawn = kept_.drawn.draw(scenario.document, part, graph, draws);

    bool seeded = false;  // a part's generator starts at 0
    std::set<std::string> made;
    for (const PlainDraw& draw : draws) {
        if (!seeded && draws_numbers(draw.type)) numbers.push_back(manual_seed(0)), seeded = true;
        if (draw.type == PlainDraw::Type::manual_seed) seeded = true;
        write_draw(scenario, part, draw, made);
    }
    for (const NodeId leaf : leaves) {
        const auto found = drawn.leaves.find(graph[leaf].name);
        if (found == drawn.leaves.end()) {
            write_given(scenario, leaf);
        } else {
            write_changes(scenario, leaf, found->second);
        }
        for (std::string& line : edits(scenario, leaf, scenario[leaf])) numbers.push_back(std::move(line));
        if (graph[leaf].kind == Kind::input) numbers.push_back(scenario[leaf] + ".requires_grad_()");
    }
}

// A leaf that nothing is drawn for.
void Writer::write_given(const Scenario& scenario, NodeId leaf) {
    const Tensor<float>& given = scenario.built.leaves.at(leaf);
    const bool positions = scenario.built.graph()[leaf].kind == Kind::input &&
                           same_numbers(given.data, sinusoidal_positions(given.shape.rows(), given.shape.columns()).data);
    const std::string value = positions ? "sinusoidal" + size(given.shape) : tensor_literal(given);
    numbers.push_back(assigned(scenario[leaf], value + kToDtype, given.shape));
}

// ---- What was done to a leaf since it was drawn

void Writer::write_changes(const Scenario& scenario, NodeId leaf, Tensor<float> drawn) {
    const std::string& identifier = scenario[leaf];
    const std::string& name = scenario.built.graph()[leaf].name;
    const Tensor<float>& now = scenario.built.leaves.at(leaf);
    const auto choose = [&](std::string_view from, const std::vector<int>& which, std::string_view why) {
        numbers.push_back(joined({identifier, " = ", identifier, from, whole_numbers(which), "]", comment(why)}));
    };
    const auto order = scenario.document.column_order.find(name);
    if (order != scenario.document.column_order.end() && drawn.shape.columns() == static_cast<int>(order->second.size())) {
        choose("[..., ", order->second, text::pytorch_exchanged.in(language_));
        drawn = with_columns(drawn, order->second);
    }
    const Perturbation* perturbation = perturbation_of(scenario, leaf);
    const int perturbed = perturbation ? perturbation->row : -1;
    if (drawn.shape != now.shape || !differing_cells(drawn, now, perturbed).empty()) {
        const std::string_view why = text::pytorch_words.in(language_);
        if (drawn.shape.columns() == now.shape.columns()) {
            const std::vector<int> rows = rows_in(drawn, now);
            choose("[", rows, why);
            drawn = with_rows(drawn, rows);
        } else if (drawn.shape.rows() == now.shape.rows()) {
            const std::vector<int> columns = rows_in(transposed(drawn), transposed(now));
            choose("[:, ", columns, why);
            drawn = with_columns(drawn, columns);
        } else {
            return write_given(scenario, leaf);
        }
        add_cells(numbers, identifier, now.shape, differing_cells(drawn, now, perturbed), why);
    }
    if (perturbation) write_perturbation(scenario, leaf, *perturbation);
}

void Writer::write_perturbation(const Scenario& scenario, NodeId leaf, const Perturbation& perturbation) {
    const std::string width = std::to_string(scenario.built.graph()[leaf].shape.columns());
    const auto& together = scenario.document.perturbed_together;
    std::string row = "torch.randn(" + width + ")";
    if (!perturbation.direction.draw.empty()) {
        const std::string drawn = name_of_draw(perturbation.direction.draw);
        row = joined({drawn, "[torch.arange(", width, ") % len(", drawn, ")]"});
    } else {
        numbers.push_back(manual_seed(perturbation.direction.seed.value_or(0)));
        const auto place = std::find(together.begin(), together.end(), scenario.built.graph()[leaf].name);
        if (place != together.end() && place != together.begin()) {  // those before it take the seed's first draws
            row = joined({"[", row, " for _ in range(", std::to_string(place - together.begin() + 1), ")][-1]"});
        }
    }
    numbers.push_back(joined({scenario[leaf], "[", std::to_string(perturbation.row), "] = ", row, " * ",
                              literal(to_float(perturbation.strength)), comment(text::pytorch_perturbed.in(language_))}));
}

// ---- A variant's leaves, beside the main document's

NodeId Writer::in_main(const Scenario& variant, NodeId leaf) const {
    const Graph& graph = main_.built.graph();
    const NodeId found = graph.find(variant.built.graph()[leaf].name);
    return found != kNoNode && graph[found].is_leaf() && graph[found].shape == variant.built.graph()[leaf].shape ? found : kNoNode;
}

bool Writer::is_another(const Scenario& variant, NodeId leaf) const {
    const NodeId own = in_main(variant, leaf);
    if (own == kNoNode) return true;
    const Tensor<float> now = final_numbers(variant, leaf);
    return differing_cells(final_numbers(main_, own), now, -1).size() * 2 > now.data.size();
}

void Writer::write_difference(Scenario& variant, NodeId leaf) {
    const Node& node = variant.built.graph()[leaf];
    std::string& identifier = variant.text[static_cast<std::size_t>(leaf)];
    const NodeId own = in_main(variant, leaf);
    const Tensor<float> now = final_numbers(variant, leaf);
    const std::map<Cell, float> cells =
        own == kNoNode ? std::map<Cell, float>() : differing_cells(final_numbers(main_, own), now, -1);
    if (own != kNoNode && cells.empty()) {
        identifier = main_[own];
        return;
    }
    identifier = names.of(node.name, variant.suffix);
    if (own == kNoNode || node.kind == Kind::mask) {
        numbers.push_back(assigned(identifier, tensor_literal(now) + kToDtype, now.shape));
        return;
    }
    const bool perturbed = variant.document.perturbations != main_.document.perturbations;
    numbers.push_back(assigned(identifier, main_[own] + ".clone()", now.shape));
    add_cells(numbers, identifier, now.shape, cells, (perturbed ? text::pytorch_perturbed : text::pytorch_by_hand).in(language_));
}

// Whether a part of a variant has to be drawn anew: some needed leaf's draws gave other numbers than the main document's.
bool Writer::is_drawn_anew(const Scenario& variant, const Part& part) {
    const Graph& graph = variant.built.graph();
    const Drawn& drawn = kept_.drawn.draw(variant.document, part, graph, draws_of(variant, part));
    const std::vector<NodeId> leaves = leaves_of(variant.document, part, graph);
    return std::any_of(leaves.begin(), leaves.end(), [&](NodeId leaf) {
        return variant.needed[static_cast<std::size_t>(leaf)] && drawn.leaves.count(graph[leaf].name) && is_another(variant, leaf);
    });
}

void Writer::write_leaves(Scenario& scenario) {
    const Graph& graph = scenario.built.graph();
    for (const Part& part : scenario.document.parts) {
        if (!part.shape_only && (is_main(scenario) || is_drawn_anew(scenario, part))) write_part(scenario, part);
    }
    for (NodeId leaf = 0; leaf < graph.size(); ++leaf) {
        const std::size_t at = static_cast<std::size_t>(leaf);
        if (!graph[leaf].is_leaf() || !scenario.needed[at] || !scenario.text[at].empty()) continue;
        if (is_main(scenario)) {
            scenario.text[at] = names.of(graph[leaf].name);
            write_given(scenario, leaf);
        } else {
            write_difference(scenario, leaf);
        }
    }
}

}  // namespace dikkat::pytorch
