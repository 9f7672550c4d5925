#include "ui/sum_story.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "core/operation.h"
#include "ui/cell_editor.h"
#include "ui/sum_spelling.h"

namespace dikkat {

namespace {

constexpr int kDecimals = 4;

std::optional<TensorReading> read_node(const Session& session, NodeId node) {
    if (node == kNoNode) return std::nullopt;
    return session.read(session.graph()[node].name);
}

bool differs_from_baseline(const TensorReading& tensor, const Cell& cell) {
    const std::size_t index = index_of(tensor.shape, cell);
    return index < tensor.baseline.size() && !same_number(tensor.value[index], tensor.baseline[index]);
}

const Operand* first_of_a_tensor(const std::vector<Operand>& operands) {
    for (const Operand& operand : operands) {
        if (operand.node != kNoNode) return &operand;
    }
    return nullptr;
}

// The axis along which the operands run: their column, unless their row is what differs.
bool runs_along_rows(const std::vector<Operand>& operands, const Operand& first) {
    for (const Operand& operand : operands) {
        if (operand.node == first.node && operand.cell.row != first.cell.row) return true;
    }
    return false;
}

SumRow row_of(const Session& session, const std::vector<Operand>& operands) {
    SumRow row;
    for (const Operand& operand : operands) row.values.push_back(operand.value);
    row.changed.assign(operands.size(), false);
    const Operand* first = first_of_a_tensor(operands);
    const std::optional<TensorReading> tensor = first == nullptr ? std::nullopt : read_node(session, first->node);
    if (!tensor) return row;
    row.label = tensor->look->label.in(session.view().language);
    row.role = tensor->look->role;
    const int rank = tensor->shape.rank();
    const std::string head = rank == 3 ? session.axis_label(*tensor, 0, first->cell.head) + ", " : "";
    if (runs_along_rows(operands, *first)) {
        row.place = "[" + head + ":, " + session.axis_label(*tensor, rank - 1, first->cell.column) + "]";
    } else if (rank >= 2) {
        row.place = "[" + head + session.axis_label(*tensor, rank - 2, first->cell.row) + "]";
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Operand& operand = operands[i];
        if (operand.node == first->node) row.changed[i] = differs_from_baseline(*tensor, operand.cell);
    }
    return row;
}

void name_columns(const Session& session, const std::vector<Operand>& operands, SumTable& table) {
    const Operand* first = first_of_a_tensor(operands);
    const std::optional<TensorReading> tensor = first == nullptr ? std::nullopt : read_node(session, first->node);
    const bool rows = tensor && runs_along_rows(operands, *first);
    const int axis = tensor ? tensor->shape.rank() - (rows ? 2 : 1) : 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const bool named = tensor && operands[i].node == first->node;
        const int index = rows ? operands[i].cell.row : operands[i].cell.column;
        table.columns.push_back(named ? session.axis_label(*tensor, axis, index) : std::to_string(i));
    }
    const Axis kind = tensor ? tensor->axes[static_cast<std::size_t>(axis)] : Axis::none;
    table.words = kind == Axis::token || kind == Axis::query || kind == Axis::key;
}

SumTable products(const Session& session, const ExplanationLine& line) {
    SumTable table;
    std::vector<Operand> left, right;
    for (std::size_t i = 0; i + 1 < line.operands.size(); i += 2) {
        left.push_back(line.operands[i]);
        right.push_back(line.operands[i + 1]);
    }
    table.factors = {row_of(session, left), row_of(session, right)};
    table.result.values = line.terms;
    for (std::size_t i = 0; i < line.terms.size(); ++i) {
        table.result.changed.push_back(table.factors[0].changed[i] || table.factors[1].changed[i]);
    }
    table.total = line.result;
    const std::vector<bool>& changed = table.result.changed;
    table.total_changed = std::find(changed.begin(), changed.end(), true) != changed.end();
    name_columns(session, first_of_a_tensor(left) != nullptr ? left : right, table);
    return table;
}

SumTable exponentials(const Session& session, const ExplanationLine& line, int own) {
    SumTable table;
    table.kind = SumTable::Kind::exponentials;
    table.factors = {row_of(session, line.operands)};
    table.result.values = line.terms;
    table.result.changed = table.factors[0].changed;
    table.own = own;
    name_columns(session, line.operands, table);
    return table;
}

// Numbers whose sum is taken, as they are or squared. The last operand of a variance is the mean that is taken off.
SumTable list_of(const Session& session, const ExplanationLine& line) {
    SumTable table;
    std::vector<Operand> numbers = line.operands;
    const bool squared = line.operation == "mean_square" || line.operation == "square";
    table.kind = squared ? SumTable::Kind::squares : SumTable::Kind::numbers;
    if (line.operation == "mean_square") {
        table.less = numbers.back().value;
        numbers.pop_back();
    }
    table.factors = {row_of(session, numbers)};
    table.result.values = line.terms;
    table.result.changed = table.factors[0].changed;
    const std::vector<float>& summed = line.terms.empty() ? table.factors[0].values : line.terms;
    for (const float value : summed) table.total += value;  // in order, as the operation does
    const Language language = session.view().language;
    if (line.operation == "cross_entropy") {
        table.result.label = text::sum_losses.in(language);
    } else if (squared) {
        table.result.label = (table.less ? text::sum_square_about_mean : text::sum_square).in(language);
    }
    name_columns(session, numbers, table);
    return table;
}

SumPiece words(std::string words) { return {SumPiece::Tone::words, std::move(words), {}, -1, 0}; }
SumPiece words(const Text& text, Language language) { return words(std::string(text.in(language))); }
SumPiece sign(std::string signs) { return {SumPiece::Tone::sign, std::move(signs), {}, -1, 0}; }
SumPiece number(float value, int decimals = kDecimals) { return {SumPiece::Tone::number, {}, {}, decimals, value}; }
SumPiece strong(float value, std::string role = {}, int decimals = kDecimals) {
    return {SumPiece::Tone::strong, {}, std::move(role), decimals, value};
}

// A number that somebody gave, as it was given.
SumPiece exact(float value) { return {SumPiece::Tone::strong, shortest(value), {}, -1, value}; }

SumPhrase scaled(const ExplanationLine& line) {
    const float factor = line.operands[1].value;
    const std::optional<int> root = inverse_root_of(factor);
    if (root) return {number(line.operands[0].value), sign("/ √" + std::to_string(*root) + " ="), strong(line.result)};
    return {number(line.operands[0].value), sign("×"), number(factor), sign("="), strong(line.result)};
}

SumPhrase copied(const Session& session, const ExplanationLine& line) {
    const Operand& from = line.operands[0];
    const std::optional<TensorReading> tensor = read_node(session, from.node);
    if (!tensor) return {words(text::sum_zero_by_rule, session.view().language)};
    const std::string& title = tensor->look->title.in(session.view().language);
    const std::string name = title.empty() ? plain_label(tensor->look->label.in(session.view().language)) : title;
    return {words("= " + name + place_in_words(session, *tensor, from.cell)), sign("="), strong(line.result, tensor->look->role)};
}

// "tanh(" 0.52 ") =" 0.48
SumPhrase spelled(const SumSpelling& spelling, const ExplanationLine& line) {
    SumPhrase phrase;
    const auto add = [&](SumPiece piece) {
        piece.tight = !phrase.empty();
        phrase.push_back(std::move(piece));
    };
    walk(
        spelling.screen, [&](std::string_view signs) { add(sign(std::string(signs))); },
        [&](std::size_t i) {
            const float value = line.operands[i].value;
            add(std::fabs(value) < 1e-3f && value != 0 ? sign(figure(static_cast<double>(value))) : number(value));
        });
    phrase.push_back(sign("="));
    phrase.push_back(strong(line.result));
    return phrase;
}

SumPhrase averaged(const Text& name, std::size_t count, float result, Language language) {
    return {words(name, language), sign("Σ / " + std::to_string(count) + " ="), strong(result)};
}

// Every line but the tables: a phrase in the closed words of explain.h.
std::optional<SumPhrase> phrase_of(const Session& session, const ExplanationLine& line) {
    const Language language = session.view().language;
    if (const SumSpelling* spelling = spelling_of(line.operation)) return spelled(*spelling, line);
    if (line.operation == "mean") return averaged(text::sum_mean, line.operands.size(), line.result, language);
    if (line.operation == "mean_square") return averaged(text::sum_variance, line.terms.size(), line.result, language);
    if (line.operation == "look_up") {
        return SumPhrase{words(fill(text::sum_looked_up.in(language), {{"row", shortest(line.operands[0].value)}})), sign("="),
                         strong(line.result)};
    }
    if (line.operation == "scale") return scaled(line);
    if (line.operation == "copy") return copied(session, line);
    if (line.operation == "add") {
        return SumPhrase{number(line.operands[0].value), sign("+"), number(line.operands[1].value), sign("="), strong(line.result)};
    }
    if (line.operation == "mask") {
        const bool hidden = line.operands[1].value == 0;
        return SumPhrase{number(line.operands[0].value), words(hidden ? text::sum_hidden : text::sum_visible, language)};
    }
    if (line.operation == "maximum") return SumPhrase{words(text::sum_maximum, language), number(line.result)};
    if (line.operation == "quotient") {
        return SumPhrase{number(line.operands[0].value), sign("/"), number(line.operands[1].value), sign("="),
                         strong(line.result, "weights")};
    }
    if (line.operation == "given") return SumPhrase{words(text::sum_leaf, language), exact(line.result)};
    if (line.operation == "set_by_hand") {
        return SumPhrase{words(
            fill(text::sum_set_by_hand.in(language), {{"value", fixed(static_cast<double>(line.result), kDecimals)},
                                                      {"would", fixed(static_cast<double>(line.operands[0].value), kDecimals)}}))};
    }
    return std::nullopt;  // "sum" is the table's total
}

// What becomes of the cell next, cell by cell: through the mask to the softmax.
std::optional<SumPhrase> next_of(const Session& session, NodeId node, const Cell& cell) {
    const Graph& graph = session.graph();
    for (const Node& next : graph.nodes()) {
        if (next.is_leaf() || next.name.empty() || next.inputs.empty() || next.inputs[0] != node) continue;
        const bool is_mask = next.operation->name == "mask";
        if (!is_mask && next.operation->name != "softmax") continue;
        const std::optional<TensorReading> tensor = session.read(next.name);
        if (!tensor) return std::nullopt;
        const float value = tensor->value[index_of(tensor->shape, cell)];
        const std::string name = is_mask ? std::string(text::sum_mask.in(session.view().language)) : "softmax";
        SumPhrase phrase{sign(name + " →"), strong(value, tensor->look->role, is_mask ? kDecimals : std::max(3, tensor->decimals))};
        if (!is_mask) return phrase;
        if (const std::optional<SumPhrase> further = next_of(session, graph.find(next.name), cell)) {
            phrase.insert(phrase.end(), further->begin(), further->end());
        }
        return phrase;
    }
    return std::nullopt;
}

bool is_list(const ExplanationLine& line) {
    return line.operation == "mean" || line.operation == "mean_square" || line.operation == "square" ||
           line.operation == "cross_entropy";
}

void tell_lines(const Session& session, SumStory& story) {
    for (std::size_t i = 0; i < story.explanation.lines.size(); ++i) {
        const ExplanationLine& line = story.explanation.lines[i];
        if (line.operation == "multiply") {
            story.tables.push_back(products(session, line));
        } else if (line.operation == "exponential") {
            story.tables.push_back(exponentials(session, line, story.cell.cell.column));
        } else if (line.operation == "sum" && !story.tables.empty()) {
            story.tables.back().total = line.result;
        } else if (line.operation == "sum" || is_list(line)) {
            // The losses that a cross-entropy averages are told already, one for each row.
            const bool told = line.operation == "mean" && !story.tables.empty();
            if (!told) story.tables.push_back(list_of(session, line));
        }
        if (std::optional<SumPhrase> phrase = phrase_of(session, line)) {
            story.phrases.push_back(std::move(*phrase));
            story.phrase_lines.push_back(static_cast<int>(i));
        }
    }
}

}  // namespace

std::optional<int> inverse_root_of(float factor) {
    if (!(factor > 0) || factor >= 1) return std::nullopt;
    const double square = 1 / (static_cast<double>(factor) * static_cast<double>(factor));
    const double whole = std::round(square);
    if (whole > 1e6 || std::fabs(square - whole) > 1e-5 * whole) return std::nullopt;
    return static_cast<int>(whole);
}

std::string plain_label(std::string_view label) {
    std::string plain(label);
    plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
    return plain;
}

std::optional<SumStory> tell_sum(const Session& session) {
    const std::optional<CellName>& cell = session.view().selection.cell;
    if (!cell) return std::nullopt;
    const std::optional<TensorReading> tensor = session.read(cell->tensor);
    if (!tensor || !contains(tensor->shape, cell->cell)) return std::nullopt;
    const std::optional<Explanation> explanation = session.explanation(*cell);
    if (!explanation) return std::nullopt;
    const Language language = session.view().language;
    SumStory story;
    story.cell = *cell;
    story.place = place_in_words(session, *tensor, cell->cell);
    const std::string& title = tensor->look->title.in(language);
    story.name = title.empty() ? tensor->look->label.in(language) : title;
    story.explanation = *explanation;
    tell_lines(session, story);
    const std::size_t index = index_of(tensor->shape, cell->cell);
    if (session.view().show == Show::difference && differs_from_baseline(*tensor, cell->cell)) {
        story.phrases.push_back({words(text::sum_baseline, language), number(tensor->baseline[index])});
        story.phrase_lines.push_back(-1);
    }
    if (std::optional<SumPhrase> next = next_of(session, session.graph().find(cell->tensor), cell->cell)) {
        story.phrases.push_back(std::move(*next));
        story.phrase_lines.push_back(-1);
    }
    return story;
}

}  // namespace dikkat
