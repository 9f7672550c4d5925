// The sum as text, NumPy or LaTeX: what the Copy menu puts on the clipboard. ASCII minus, every number as it is.
#include <algorithm>
#include <string>

#include "app/number.h"
#include "ui/dock.h"
#include "ui/sum_spelling.h"
#include "ui/sum_story.h"

namespace dikkat {

namespace {

std::string figure_of(const SumPiece& piece) {
    return piece.decimals < 0 ? piece.words : fixed(static_cast<double>(piece.value), piece.decimals, Minus::ascii, true);
}

std::string title_of(const SumStory& story) { return plain_label(story.name) + story.place; }

std::string name_of(const SumRow& row, std::string_view otherwise) {
    return row.label.empty() ? std::string(otherwise) : plain_label(row.label) + row.place;
}

// Letters of other alphabets that Python takes in a name: from À on, without × and ÷.
bool is_foreign_letter(unsigned char lead, unsigned char next) {
    const unsigned code = ((lead & 0x1Fu) << 6) | (next & 0x3Fu);
    return (lead & 0xE0) == 0xC0 && code >= 0xC0 && code != 0xD7 && code != 0xF7;
}

// "Q[o]" -> "Q_o"; what Python does not take in a name is left out.
std::string identifier(const SumRow& row, std::string_view otherwise) {
    const std::string words = name_of(row, otherwise);
    std::string name;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char c = words[i];
        if (c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
            name += c;
        } else if (c == '[' || c == ',') {
            name += '_';
        } else if (i + 1 < words.size() &&
                   is_foreign_letter(static_cast<unsigned char>(c), static_cast<unsigned char>(words[i + 1]))) {
            name += words.substr(i++, 2);
        }
    }
    return name;
}

std::string tabbed(const std::vector<float>& values) {
    std::string list;
    for (const float value : values) list += "\t" + fixed(static_cast<double>(value), 4, Minus::ascii);
    return list;
}

std::string as_text(const SumStory& story) {
    std::string text = title_of(story) + "\n";
    for (const SumTable& table : story.tables) {
        std::string heads;
        for (const std::string& column : table.columns) heads += "\t" + column;
        text += heads + "\n";
        for (const SumRow& row : table.factors) text += name_of(row, "") + tabbed(row.values) + "\n";
        if (!table.result.values.empty()) {
            const std::string sign = table.kind == SumTable::Kind::products ? "×" : "exp";
            text += (table.result.label.empty() ? sign : table.result.label) + tabbed(table.result.values) + "\n";
        }
        text += "Σ " + fixed(static_cast<double>(table.total), 4, Minus::ascii) + "\n";
    }
    for (const SumPhrase& phrase : story.phrases) {
        std::string line;
        for (const SumPiece& piece : phrase) line += (line.empty() || piece.tight ? "" : " ") + figure_of(piece);
        text += line + "\n";
    }
    return text;
}

std::string python_number(float value) {
    const std::string text = shortest(value);
    if (text == "NaN") return "np.nan";
    if (text == "Infinity") return "np.inf";
    return text == "-Infinity" ? "-np.inf" : text;
}

// Whether steps follow one another through numbers of their own, so that each becomes a line.
bool is_told_in_steps(const Explanation& explanation) {
    for (const ExplanationLine& line : explanation.lines) {
        const bool list = line.operation == "mean" || line.operation == "mean_square" || line.operation == "square" ||
                          line.operation == "cross_entropy";
        if (list || spelling_of(line.operation)) return true;
    }
    return false;
}

// One assignment for each line of an explanation. A number that an earlier line made is called by that line's name.
class PythonSteps {
public:
    explicit PythonSteps(const Explanation& explanation) : explanation_(explanation) {}

    std::string text() {
        for (std::size_t i = 0; i < explanation_.lines.size(); ++i) add(i);
        return text_;
    }

private:
    std::string name(std::size_t line) const {
        const std::string& label = explanation_.lines[line].label;
        std::size_t before = 0;
        for (std::size_t i = 0; i < line; ++i) before += explanation_.lines[i].label == label ? 1 : 0;
        return before == 0 ? label + "_" : label + "_" + std::to_string(before + 1);
    }

    std::string operand(std::size_t line, float value) const {
        for (std::size_t i = line; i-- > 0;) {
            if (same_number(explanation_.lines[i].result, value)) return name(i);
        }
        return "np.float32(" + python_number(value) + ")";
    }

    static std::vector<float> values(const std::vector<Operand>& operands, std::size_t first, std::size_t step, std::size_t end) {
        std::vector<float> numbers;
        for (std::size_t i = first; i < end; i += step) numbers.push_back(operands[i].value);
        return numbers;
    }

    void add(std::size_t index) {
        const ExplanationLine& line = explanation_.lines[index];
        const std::vector<Operand>& in = line.operands;
        std::string expression;
        if (const SumSpelling* spelling = spelling_of(line.operation)) {
            walk(
                spelling->numpy, [&](std::string_view words) { expression += words; },
                [&](std::size_t i) { expression += operand(index, in[i].value); });
        } else if (line.operation == "multiply") {
            expression =
                "(" + python_array(values(in, 0, 2, in.size())) + " * " + python_array(values(in, 1, 2, in.size())) + ").sum()";
        } else if (line.operation == "mean" || line.operation == "sum") {
            expression = python_array(values(in, 0, 1, in.size())) + "." + line.operation + "()";
        } else if (line.operation == "mean_square") {
            expression =
                "((" + python_array(values(in, 0, 1, in.size() - 1)) + " - " + operand(index, in.back().value) + ") ** 2).mean()";
        } else if (line.operation == "square") {
            expression = "(" + python_array(values(in, 0, 1, in.size())) + " ** 2).sum()";
        } else if (line.operation == "cross_entropy") {
            expression = python_array(line.terms) + ".sum()";
        } else if (line.operation == "scale") {
            expression = operand(index, in[0].value) + " * " + operand(index, in[1].value);
        } else if (line.operation == "add") {
            expression = operand(index, in[0].value) + " + " + operand(index, in[1].value);
        } else {
            expression = "np.float32(" + python_number(line.result) + ")";
        }
        text_ += name(index) + " = " + expression + "  # " + fixed(static_cast<double>(line.result), 4, Minus::ascii) + "\n";
    }

    const Explanation& explanation_;
    std::string text_;
};

// The lines after the table, as an expression around it.
std::string python_steps(const SumStory& story, std::string expression) {
    for (const ExplanationLine& line : story.explanation.lines) {
        if (line.operation == "scale") {
            const float factor = line.operands[1].value;
            const std::optional<int> root = inverse_root_of(factor);
            expression +=
                root ? " / np.sqrt(np.float32(" + std::to_string(*root) + "))" : " * np.float32(" + python_number(factor) + ")";
        } else if (line.operation == "add") {
            expression = python_number(line.operands[0].value) + " + " + python_number(line.operands[1].value);
        } else if (line.operation == "mask" && line.operands[1].value == 0) {
            expression = "-np.inf";
        } else if (line.operation == "copy" || line.operation == "given" || line.operation == "set_by_hand") {
            expression = "np.float32(" + python_number(line.result) + ")";
        }
    }
    return expression;
}

std::string as_numpy(const SumStory& story) {
    const bool steps = is_told_in_steps(story.explanation);
    std::string text = std::string(steps ? "import math\n\n" : "") + "import numpy as np\n\n# " + title_of(story) + "\n", last;
    if (steps) return text + PythonSteps(story.explanation).text();
    for (const SumTable& table : story.tables) {
        std::vector<std::string> names;
        for (const SumRow& row : table.factors) {
            names.push_back(identifier(row, names.empty() ? "a" : "b"));
            text += names.back() + " = " + python_array(row.values) + "\n";
        }
        if (table.kind == SumTable::Kind::products) {
            last = "(" + names[0] + " * " + names[1] + ").sum()";
        } else {
            text += "e = np.exp(" + names[0] + " - " + names[0] + ".max())\n";
            last = "e[" + std::to_string(table.own) + "] / e.sum()";
        }
    }
    const std::string value = fixed(static_cast<double>(story.explanation.value), 4, Minus::ascii);
    return text + python_steps(story, last) + "  # " + value + "\n";
}

std::string latex_name(const SumRow& row) {
    std::string name = row.label;
    if (const std::size_t at = name.find('_'); at != name.npos) name = name.substr(0, at) + "_{" + name.substr(at + 1) + "}";
    return name + (row.place.empty() ? "" : "\\text{" + row.place + "}");
}

std::string latex_number(float value) {
    const std::string text = fixed(static_cast<double>(value), 4, Minus::ascii);
    return text[0] == '-' ? "(" + text + ")" : text;
}

std::string latex_table(const SumTable& table) {
    std::string terms;
    for (std::size_t i = 0; i < table.factors[0].values.size(); ++i) {
        if (!terms.empty()) terms += " + ";
        if (table.kind == SumTable::Kind::numbers) {
            terms += latex_number((table.result.values.empty() ? table.factors[0] : table.result).values[i]);
        } else if (table.kind == SumTable::Kind::squares) {
            const std::string less = table.less ? " - " + latex_number(*table.less) : "";
            terms += "(" + fixed(static_cast<double>(table.factors[0].values[i]), 4, Minus::ascii) + less + ")^2";
        } else if (table.kind == SumTable::Kind::products) {
            terms += latex_number(table.factors[0].values[i]) + " \\cdot " + latex_number(table.factors[1].values[i]);
        } else {
            terms += "e^{" + fixed(static_cast<double>(table.factors[0].values[i]), 4, Minus::ascii) + " - m}";
        }
    }
    const std::string left =
        table.kind == SumTable::Kind::products ? latex_name(table.factors[0]) + " \\cdot " + latex_name(table.factors[1]) : "S";
    return left + " = " + terms + " = " + fixed(static_cast<double>(table.total), 4, Minus::ascii);
}

std::string latex_phrase(const SumPhrase& phrase) {
    std::string line;
    for (const SumPiece& piece : phrase) {
        std::string words = figure_of(piece);
        if (const std::size_t root = words.find("√"); root != words.npos) {
            const std::size_t end = std::min(words.find(' ', root), words.size());
            words = words.substr(0, root) + "\\sqrt{" + words.substr(root + 3, end - root - 3) + "}" + words.substr(end);
        } else if (const std::size_t arrow = words.find("→"); arrow != words.npos) {
            words = "\\text{" + words.substr(0, arrow) + "} \\to";
        } else if (piece.tone == SumPiece::Tone::words) {
            words = "\\text{" + words + "}";
        }
        line += (line.empty() ? "" : " ") + words;
    }
    return line;
}

std::string latex_step(const SumSpelling& spelling, const ExplanationLine& line) {
    std::string text;
    walk(
        spelling.latex, [&](std::string_view words) { text += words; },
        [&](std::size_t i) {
            const double value = static_cast<double>(line.operands[i].value);
            text += std::abs(value) < 1e-3 && value != 0 ? figure(value, Minus::ascii) : latex_number(line.operands[i].value);
        });
    return text + " = " + fixed(static_cast<double>(line.result), 4, Minus::ascii);
}

std::string as_latex(const SumStory& story) {
    std::string text = "\\begin{aligned}\n";
    for (const SumTable& table : story.tables) text += "& " + latex_table(table) + " \\\\\n";
    for (std::size_t i = 0; i < story.phrases.size(); ++i) {
        const int index = story.phrase_lines[i];
        const ExplanationLine* line = index < 0 ? nullptr : &story.explanation.lines[static_cast<std::size_t>(index)];
        const SumSpelling* spelling = line ? spelling_of(line->operation) : nullptr;
        text += "& " + (spelling ? latex_step(*spelling, *line) : latex_phrase(story.phrases[i])) + " \\\\\n";
    }
    return text + "\\end{aligned}\n";
}

}  // namespace

std::string python_array(std::span<const float> values) {
    std::string list;
    for (const float value : values) list += (list.empty() ? "" : ", ") + python_number(value);
    return "np.array([" + list + "], dtype=np.float32)";
}

std::string sum_as(const Session& session, SumForm form) {
    const std::optional<SumStory> story = tell_sum(session);
    if (!story) return {};
    if (form == SumForm::numpy) return as_numpy(*story);
    if (form == SumForm::latex) return as_latex(*story);
    return as_text(*story);
}

}  // namespace dikkat
