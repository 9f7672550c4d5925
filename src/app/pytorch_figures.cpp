#include "app/pytorch_figures.h"

#include <algorithm>
#include <array>

#include "app/edit.h"
#include "app/loss.h"
#include "app/parameters.h"
#include "app/stage.h"
#include "app/text.h"

namespace dikkat::pytorch {

namespace {

constexpr const char* kBaseline = "@baseline";
constexpr std::string_view kNotThere = "float(\"nan\")";

// {a} is the check's tensor, {b} what it is compared with, {all} each of several, {rows} those that are claimed.
struct KindText {
    std::string_view kind, expression;
};

constexpr std::array<KindText, 18> kKinds{{
    {"rows_sum_to_one", "max((t.sum(-1) - 1).abs().max() for t in {all})"},
    {"equal", "apart({a}, {b})"},
    {"row_equal", "apart({a}[{row}], {b}[{row}])"},
    {"zero_above_diagonal", "max(t.triu(1).abs().max() for t in {all})"},
    {"unchanged_rows", "apart({a}[{rows}], {b}[{rows}])"},
    {"changed_rows", "sum(apart(s, t) != 0 for s, t in zip({a}, {b}))"},
    {"only_changed", "apart({a}[{others}], {b}[{others}])"},
    {"at_least_change", "min(apart({a}[row], {b}[row]) for row in {each})"},
    {"at_most_change", "max(apart({a}[row], {b}[row]) for row in {each})"},
    {"argmax", "{cell}"},
    {"at_least", "{cell}"},
    {"at_most", "{cell}"},
    {"cell_equals", "{cell}"},
    {"row_mean_std", "max({a}[{rows}].mean(1).abs().max(), ({a}[{rows}].std(1, unbiased=False) - 1).abs().max())"},
    {"column_mean_std", "max({a}.T[{rows}].mean(1).abs().max(), ({a}.T[{rows}].std(1, unbiased=False) - 1).abs().max())"},
    {"tensor_norm", "({a}.norm() - {value}).abs()"},
    {"ratio", "{cell} / {other_cell}"},
    {"count_equals", "{count}"},
}};

std::string whole_numbers(const std::vector<int>& numbers) {
    std::string text = "[";
    for (const int number : numbers) text += (text.size() > 1 ? ", " : "") + std::to_string(number);
    return text + "]";
}

// The claimed rows of a tensor of `count`, all where none is named; or those that are not.
std::vector<int> rows_of(const Check& check, int count, bool claimed) {
    std::vector<int> rows;
    for (int row = 0; row < count; ++row) {
        const bool named = std::find(check.rows.begin(), check.rows.end(), row) != check.rows.end();
        if (claimed ? named || check.rows.empty() : !named) rows.push_back(row);
    }
    return rows;
}

std::string named_prefix(std::string_view tensor) {
    const std::size_t dot = tensor.find('.');
    return std::string(tensor.substr(0, dot == tensor.npos ? 0 : dot + 1));
}

}  // namespace

// ---- Whose tensors

Scenario* Figures::variant(const std::string& name, Document document) {
    if (document == main_.document) return &main_;
    if (const auto known = variants_.find(name); known != variants_.end()) return &known->second;
    Result<Built> built = build(document, kept_);
    if (!built) return nullptr;
    return &(variants_[name] = {name, std::move(document), std::move(built).value(), {}, {}});
}

Scenario* Figures::lesson_variant(std::string_view name) {
    if (name.empty()) return &main_;
    const auto found = subject_.lesson.variants.find(std::string(name));
    if (found == subject_.lesson.variants.end()) return nullptr;
    Result<Document> varied = edited(main_.document, found->second.commands, kept_.graphs);
    return varied ? variant(found->first, std::move(varied).value()) : nullptr;
}

Figures::Place Figures::place(const Check& check, std::string name, bool before) {
    if (!check.variant.empty() && name.find('@') == name.npos) name += "@" + check.variant;
    const TensorName parts = take_apart(name);
    Scenario* scenario = lesson_variant(parts.variant);
    if (before) scenario = parts.variant.empty() ? variant(kBaseline, subject_.baseline) : &main_;
    return {scenario, scenario ? scenario->built.graph().find(parts.tensor) : kNoNode};
}

std::vector<Figures::Place> Figures::places(const Check& check) {
    std::vector<Place> places;
    for (std::size_t begin = 0; begin < check.tensor.size();) {
        const std::size_t end = std::min(check.tensor.find(' ', begin), check.tensor.size());
        if (end > begin) places.push_back(place(check, check.tensor.substr(begin, end - begin)));
        begin = end + 1;
    }
    return places;
}

Figures::Place Figures::reference(const Check& check) {
    return check.other.empty() ? place(check, check.tensor, true) : place(check, check.other);
}

// ---- Sweeps

Scenario* Figures::series_of(const Check& check) {
    const auto sweep = subject_.lesson.sweeps.find(check.sweep);
    if (sweep == subject_.lesson.sweeps.end()) return nullptr;
    const auto& all = sweep->second.series;
    const auto series = std::find_if(all.begin(), all.end(), [&](const SweepSeries& each) { return each.id == check.series; });
    if (series == all.end()) return nullptr;
    const std::size_t dot = sweep->second.depth_setting.find('.');
    SetConfig deepest;
    deepest.part = sweep->second.depth_setting.substr(0, dot), deepest.name = sweep->second.depth_setting.substr(dot + 1);
    deepest.value.number = sweep->second.depth;
    Document document = main_.document;
    if (!edit(document, deepest, kept_.graphs)) return nullptr;
    Result<Document> varied = edited(std::move(document), series->commands, kept_.graphs);
    return varied ? variant(joined({check.sweep, "_", series->id}), std::move(varied).value()) : nullptr;
}

std::string Figures::swept(const Check& check) {
    Scenario* scenario = series_of(check);
    if (!scenario) return std::string(kNotThere);
    const Sweep& sweep = subject_.lesson.sweeps.at(check.sweep);
    const NodeId input = scenario->built.graph().find(sweep.input);
    std::string text;
    for (const int depth : {check.depth, check.other_depth}) {
        if (depth == 0) continue;
        const std::string name = fill(sweep.layer, {{"layer", std::to_string(depth - 1)}});
        const NodeId layer = scenario->built.graph().find(name);
        if (layer == kNoNode || input == kNoNode) return std::string(kNotThere);
        mark_needed(*scenario, layer);
        if (!written_) continue;
        const std::string loss = loss_expression(sweep.loss, (*scenario)[layer], scenario->built.graph()[layer].shape);
        text += joined({text.empty() ? "" : " / ", "gradient_norm(", loss, ", ", (*scenario)[input], ")"});
    }
    return text;
}

// ---- Figures

std::string Figures::count_of(const std::string& part) const {
    const Result<Graph> graph = build_part_graph(main_.document, part);
    if (!graph) return std::string(kNotThere);
    std::vector<std::pair<Shape, int>> shapes;  // and how many matrices have it
    for (const ParameterGroup& group : parameters_of(graph.value(), part.empty() ? "" : part + ".").groups) {
        for (const Matrix& matrix : group.matrices) {
            const auto known =
                std::find_if(shapes.begin(), shapes.end(), [&](const auto& each) { return each.first == matrix.shape; });
            if (known == shapes.end()) {
                shapes.emplace_back(matrix.shape, 1);
            } else {
                ++known->second;
            }
        }
    }
    std::string text;
    for (const auto& [shape, count] : shapes) {
        if (!text.empty()) text += " + ";
        if (count > 1) text += std::to_string(count) + " * ";
        if (shape.rank() > 1) text += std::to_string(shape.rows()) + " * ";
        text += std::to_string(shape.columns());
    }
    return text.empty() ? "0" : text;
}

bool Figures::can_measure(const Check& check, std::string_view expression, const std::vector<Place>& places) const {
    const auto asks = [&](std::string_view hole) { return expression.find(hole) != expression.npos; };
    for (const Place& place : places) {
        if (!place.exists() || (*place).shape.heads() > 1) return false;
    }
    const Shape &shape = (*places.front()).shape, &other = (*places.back()).shape;
    if (asks("{other_cell}") && !contains(other, {0, check.other_row, check.other_column})) return false;
    if (asks("{cell}")) return contains(shape, {0, check.row, check.column});
    const auto in_both = [&](int row) { return 0 <= row && row < shape.rows() && row < other.rows(); };
    const std::vector<int> rows = asks("{row}") ? std::vector<int>{check.row} : rows_of(check, shape.rows(), true);
    if (asks("{row}") || asks("[row]")) {  // the other one may have fewer rows
        return shape.columns() == other.columns() && std::all_of(rows.begin(), rows.end(), in_both);
    }
    return !asks("{b}") || shape == other;
}

std::string Figures::measured(const Check& check) {
    const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const KindText& each) { return each.kind == check.kind; });
    if (kind == kKinds.end()) return check.sweep.empty() ? std::string(kNotThere) : swept(check);
    const std::string_view expression = kind->expression;
    const auto asks = [&](std::string_view hole) { return expression.find(hole) != expression.npos; };
    if (asks("{count}")) return count_of(check.part);
    if (check.tensor.empty()) return in_parentheses(count_of(check.part)) + " / " + in_parentheses(count_of(check.other_part));

    std::vector<Place> all = places(check);
    if (asks("{b}")) all.push_back(reference(check));
    if (asks("{other_cell}")) all.push_back(place(check, check.other));
    if (all.empty() || !can_measure(check, expression, all)) return std::string(kNotThere);
    std::string several = "(";
    for (const Place& each : all) {
        mark_needed(*each.scenario, each.node);
        if (written_) several += (several.size() > 1 ? " " : "") + each.text() + ",";
    }
    if (!written_) return {};
    const Place &a = all.front(), &b = all.back();
    const auto text = [](const Place& place) { return place.text() + ((*place).shape.rank() == 1 ? "[None]" : ""); };
    const Shape& shape = (*a).shape;
    const int lines_of = check.kind == "column_mean_std" ? shape.columns() : shape.rows();
    const std::string claimed = whole_numbers(rows_of(check, lines_of, true));
    return fill(expression, {{"a", text(a)},
                             {"b", text(b)},
                             {"all", several + ")"},
                             {"rows", check.rows.empty() ? ":" : claimed},
                             {"each", check.rows.empty() ? "range(" + std::to_string(lines_of) + ")" : claimed},
                             {"others", whole_numbers(rows_of(check, lines_of, false))},
                             {"row", std::to_string(check.row)},
                             {"cell", a.text() + cell_index(shape, {0, check.row, check.column})},
                             {"other_cell", b.text() + cell_index((*b).shape, {0, check.other_row, check.other_column})},
                             {"value", literal(check.value)}});
}

void Figures::prepare() {
    for (const Check& check : subject_.lesson.checks) measured(check);
}

void Figures::add(std::string_view name, std::string_view expression) {
    lines.push_back(joined({"figure(", string_literal(name), ", ", expression, ")"}));
}

void Figures::write() {
    written_ = true;
    for (const Check& check : subject_.lesson.checks) {
        const std::string expression = measured(check);
        if (check.required || expression != kNotThere) add(check.text.in(subject_.language), expression);
    }
    write_loss();
}

// ---- The loss

std::string loss_expression(const Loss& loss, const std::string& tensor, const Shape& shape) {
    switch (loss.type) {
        case Loss::Type::sum:
            return tensor + ".sum()";
        case Loss::Type::projection:
            return joined({"(", tensor, " * drawn(", std::to_string(loss.seed), ", ", size(shape), ")).sum()"});
        case Loss::Type::cell:
            return tensor + cell_index(shape, loss.cell);
        case Loss::Type::cross_entropy:
            break;
    }
    return {};
}

void Figures::write_loss() {
    const Graph& graph = main_.built.graph();
    const Loss& loss = subject_.document.loss;
    const NodeId of = loss_tensor(main_.document, graph);
    if (of == kNoNode || (loss.type == Loss::Type::cell && !contains(graph[of].shape, loss.cell))) return;
    std::string expression = loss_expression(loss, main_[of], graph[of].shape);
    if (loss.type == Loss::Type::cross_entropy) {
        const std::string prefix = named_prefix(graph[of].name);
        NodeId ids = graph.find(prefix + "target.ids");
        if (ids == kNoNode) ids = graph.find(prefix + "ids");
        const int rows = graph[of].shape.rows();
        if (ids == kNoNode || rows < 2 || graph[ids].shape.columns() != rows) return;
        expression = joined({"F.cross_entropy(", main_[of], "[:-1], ", main_[ids], "[1:].long())"});
    }
    lines.push_back("loss = " + expression);
    add(text::pytorch_loss.in(subject_.language), "loss");
    for (NodeId leaf = 0; leaf < of; ++leaf) {
        if (!graph[leaf].is_leaf() || graph[leaf].kind != Kind::input || !graph.depends_on(of, leaf)) continue;
        add(fill(text::pytorch_gradient.in(subject_.language), {{"tensor", graph[leaf].name}}),
            joined({"gradient_norm(loss, ", main_[leaf], ")"}));
    }
}

}  // namespace dikkat::pytorch
