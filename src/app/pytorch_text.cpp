#include "app/pytorch_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/json.h"
#include "app/number.h"

namespace dikkat::pytorch {

namespace {

// A number that a loop may count stands between one of the first two and kEnd.
constexpr char kNumber = '\x01', kNumberInString = '\x04', kEnd = '\x02';

// Words that Python or the script has for itself.
constexpr std::string_view kReserved =
    " False None True and as assert async await break class continue def del elif else except finally for from global if import in "
    "is "
    "lambda nonlocal not or pass raise return try while with torch nn F json os sys SimpleNamespace DTYPE linear apart figures "
    "parameters loss rows i range len float max sum print open globals isinstance list vars name value item key ";

bool is_number(std::string_view segment) {
    return !segment.empty() && segment.size() < 9 &&
           std::all_of(segment.begin(), segment.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string as_identifier(std::string_view name) {
    std::string identifier;
    for (const char c : name) {
        const bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        identifier += fine ? c : '_';
    }
    if (identifier.empty() || (identifier[0] >= '0' && identifier[0] <= '9')) identifier.insert(0, "_");
    if (kReserved.find(" " + identifier + " ") != kReserved.npos) identifier += '_';
    return identifier;
}

std::string marked(char mark, std::string_view digits) { return joined({{&mark, 1}, digits, {&kEnd, 1}}); }

}  // namespace

std::string joined(std::initializer_list<std::string_view> pieces) {
    std::string text;
    for (const std::string_view piece : pieces) text += piece;
    return text;
}

std::string index(std::uint64_t number) { return marked(kNumber, std::to_string(number)); }

std::string index_in_string(std::string_view name) {
    std::string text;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        const std::string_view segment = name.substr(begin, end - begin);
        text += is_number(segment) ? marked(kNumberInString, segment) : std::string(segment);
        if (end < name.size()) text += '.';
        begin = end + 1;
    }
    return text;
}

std::string comment(std::string_view words) {
    std::string text = "  # ";
    for (const char c : words) text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    return text;
}

std::string string_literal(std::string_view text) { return to_json(text); }  // JSON's strings are Python's too

std::string literal(double number) {
    const std::string text = to_json(number);
    return text[0] == '"' ? "float(" + text + ")" : text;
}

std::string literal(float number) { return std::isfinite(number) ? shortest(number) : literal(static_cast<double>(number)); }

std::string list(std::span<const float> numbers) {
    std::string text = "[";
    for (const float number : numbers) text += (text.size() > 1 ? ", " : "") + literal(number);
    return text + "]";
}

std::string size(const Shape& shape) {
    std::string text = "(";
    for (int axis = 0; axis < shape.rank(); ++axis) text += (axis ? ", " : "") + std::to_string(shape.extent(axis));
    return text + ")";
}

std::string in_parentheses(const std::string& expression) {
    int depth = 0;
    bool loose = expression[0] == '-';
    for (const char c : expression) {
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        loose = loose || (c == ' ' && depth == 0);
    }
    return loose ? "(" + expression + ")" : expression;
}

namespace {

// How loosely an expression binds: 0 a list, a condition or a sign, 1 a sum, 2 a product, 3 nothing loose.
int binding(std::string_view expression) {
    int depth = 0, weakest = expression.starts_with("-") ? 0 : 3;
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const char c = expression[i];
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
        if (c != ' ' || depth > 0) continue;
        const char sign = expression[i + 1];
        const bool product = sign == '*' || sign == '/' || sign == '@', sum = sign == '+' || sign == '-';
        weakest = std::min(weakest, product ? 2 : sum ? 1 : 0);
        i = std::min(expression.find(' ', i + 1), expression.size());
    }
    return weakest;
}

std::size_t closing(std::string_view expression, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < expression.size(); ++i) {
        depth += expression[i] == '(' ? 1 : expression[i] == ')' ? -1 : 0;
        if (depth == 0) return i;
    }
    return expression.npos;
}

// `open` is where a parenthesis stands that groups and calls nothing.
bool is_needless(std::string_view expression, std::size_t open, std::size_t close) {
    const std::string_view before = expression.substr(0, open), after = expression.substr(close + 1);
    const int inner = binding(expression.substr(open + 1, close - open - 1));
    if (inner == 0) return false;
    const bool begins = before.empty() || before.ends_with("(") || before.ends_with(", ");
    const bool ends = after.empty() || after.starts_with(")") || after.starts_with(",");
    const bool summed = after.starts_with(" + ") || after.starts_with(" - ");
    if (begins && (ends || summed)) return true;
    return inner > 1 && (before.ends_with("+ ") || before.ends_with("- ")) && (ends || summed);
}

}  // namespace

std::string tidied(std::string expression) {
    constexpr std::string_view long_name = "torch.nn.functional.";
    for (std::size_t at = expression.find(long_name); at != expression.npos; at = expression.find(long_name)) {
        expression.replace(at, long_name.size(), "F.");
    }
    for (std::size_t open = 0; open < expression.size(); ++open) {
        const bool groups = open == 0 || expression[open - 1] == ' ' || expression[open - 1] == '(';
        if (expression[open] != '(' || !groups) continue;
        const std::size_t close = closing(expression, open);
        if (close == expression.npos || !is_needless(expression, open, close)) continue;
        expression.erase(close, 1), expression.erase(open--, 1);
    }
    return expression;
}

std::string tensor_literal(const Tensor<float>& tensor) {
    const Shape& shape = tensor.shape;
    bool zeros = true, ones = true, identity = shape.rank() == 2 && shape.rows() == shape.columns(), triangle = identity;
    for (std::size_t i = 0; i < tensor.data.size(); ++i) {
        const int row = static_cast<int>(i) / shape.columns(), column = static_cast<int>(i) % shape.columns();
        const float number = tensor.data[i];
        zeros = zeros && number == 0;
        ones = ones && number == 1;
        identity = identity && number == (row == column ? 1.0f : 0.0f);
        triangle = triangle && number == (row >= column ? 1.0f : 0.0f);
    }
    const std::string sized = size(shape);
    if (zeros) return "torch.zeros" + sized;
    if (ones) return "torch.ones" + sized;
    if (identity) return "torch.eye(" + std::to_string(shape.rows()) + ")";
    if (triangle) return "torch.ones" + sized + ".tril()";
    const std::span<const float> all = tensor.data;
    if (shape.rank() == 1) return "torch.tensor(" + list(all) + ")";
    std::string text = "torch.tensor([";
    const std::size_t columns = static_cast<std::size_t>(shape.columns());
    for (std::size_t begin = 0; begin < all.size(); begin += columns) text += "\n    " + list(all.subspan(begin, columns)) + ",";
    text += "\n])";
    return shape.rank() == 3 ? text + ".reshape" + sized : text;
}

// ---- Names

std::string Names::unique(std::string identifier) {
    while (!taken_.insert(identifier).second) identifier += '_';
    return identifier;
}

std::string Names::of(const std::string& name, const std::string& suffix) {
    std::string& known = identifiers_[name + "@" + suffix];
    if (!known.empty()) return known;
    const std::string ending = suffix.empty() ? "" : "_" + suffix;

    std::size_t dot = name.find('.'), end = name.size();  // of the first number after the first point
    for (; dot != name.npos; dot = name.find('.', dot + 1)) {
        end = std::min(name.find('.', dot + 1), name.size());
        if (is_number(std::string_view(name).substr(dot + 1, end - dot - 1))) break;
    }
    if (dot == name.npos) return known = unique(as_identifier(name + ending));

    const std::string_view number = std::string_view(name).substr(dot + 1, end - dot - 1);
    List& members = lists_[name.substr(0, dot) + ending + (end == name.size() ? "" : ".")];
    if (members.identifier.empty()) {
        members.identifier = unique(as_identifier(name.substr(0, dot) + ending));
        members.of_tensors = end == name.size();
    }
    members.count = std::max(members.count, std::atoi(std::string(number).c_str()) + 1);
    known = members.identifier + "[" + marked(kNumber, number) + "]";
    if (!members.of_tensors) known = unique(known + "." + as_identifier(std::string_view(name).substr(end + 1)));
    return known;
}

std::string Names::temporary(const std::string& name) {
    std::string& known = identifiers_[name + "@@"];
    if (known.empty()) known = unique(as_identifier(name));
    return known;
}

std::string Names::lists() {
    std::string text;
    for (auto& [name, members] : lists_) {
        if (std::exchange(members.declared, true)) continue;
        const std::string count = std::to_string(members.count);
        text += joined({members.identifier, " = [", members.of_tensors ? "None] * " : "SimpleNamespace() for _ in range(", count,
                        members.of_tensors ? "\n" : ")]\n"});
    }
    return text;
}

// ---- Loops

namespace {

struct Line {
    std::string text;  // a mark, without its number, where one stands
    std::vector<std::int64_t> numbers;
};

Line taken_apart(const std::string& marked_line) {
    Line line;
    for (std::size_t at = 0; at < marked_line.size(); ++at) {
        line.text += marked_line[at];
        if (marked_line[at] != kNumber && marked_line[at] != kNumberInString) continue;
        line.numbers.push_back(std::atoll(marked_line.c_str() + at + 1));
        at = marked_line.find(kEnd, at);
    }
    return line;
}

// How much each number grows from a block of lines to the next; nothing where they are not alike.
bool grow(const Line* block, const Line* next, std::size_t lines, std::vector<bool>& grows, bool first) {
    std::vector<bool> found;
    for (std::size_t i = 0; i < lines; ++i) {
        if (block[i].text != next[i].text) return false;
        for (std::size_t j = 0; j < block[i].numbers.size(); ++j) {
            const std::int64_t step = next[i].numbers[j] - block[i].numbers[j];
            if (step != 0 && step != 1) return false;
            found.push_back(step == 1);
        }
    }
    if (first) grows = found;
    return found == grows && std::find(found.begin(), found.end(), true) != found.end();
}

std::string variable(std::int64_t offset) {
    if (offset == 0) return "i";
    return (offset > 0 ? "i + " : "i - ") + std::to_string(std::abs(offset));
}

// One line as Python has it. `grows` is null outside of a loop, else says of each number whether it is counted; `from` is the
// loop's first value.
void write(std::string& text, const Line& line, const std::vector<bool>* grows, std::size_t first_number, std::int64_t from) {
    if (grows) text += "    ";
    std::size_t number = 0;
    bool formatted = false;
    for (const char c : line.text) {
        if (c == kString) {
            const auto begin =
                grows ? grows->begin() + static_cast<std::ptrdiff_t>(first_number) : std::vector<bool>::const_iterator{};
            formatted = grows && std::find(begin, begin + static_cast<std::ptrdiff_t>(line.numbers.size()), true) !=
                                     begin + static_cast<std::ptrdiff_t>(line.numbers.size());
            if (formatted) text += 'f';
        } else if (c == kNumber || c == kNumberInString) {
            const bool counted = grows && (*grows)[first_number + number];
            const std::string shown = counted ? variable(line.numbers[number] - from) : std::to_string(line.numbers[number]);
            text += counted && c == kNumberInString ? "{" + shown + "}" : shown;
            ++number;
        } else {
            text += c;
            if (c == '\n' && grows) text += "    ";
        }
    }
    text += '\n';
}

struct Loop {
    std::size_t lines = 0, times = 0;
    std::vector<bool> grows;
};

constexpr std::size_t kLongestBody = 512, kFewestLines = 6;

Loop loop_at(const std::vector<Line>& lines, std::size_t at) {
    for (std::size_t body = 1; body <= kLongestBody && at + 2 * body <= lines.size(); ++body) {
        if (lines[at].text != lines[at + body].text) continue;
        Loop loop{body, 1, {}};
        const auto alike = [&](std::size_t next) {
            return next + body <= lines.size() && grow(&lines[next - body], &lines[next], body, loop.grows, loop.times == 1);
        };
        for (std::size_t next = at + body; alike(next); next += body) ++loop.times;
        if (loop.times > 1 && loop.times * body >= kFewestLines) return loop;
    }
    return {};
}

}  // namespace

std::string looped(const std::vector<std::string>& marked_lines) {
    std::vector<Line> lines;
    for (const std::string& line : marked_lines) lines.push_back(taken_apart(line));
    std::string text;
    for (std::size_t at = 0; at < lines.size();) {
        const Loop loop = loop_at(lines, at);
        if (loop.times == 0) {
            write(text, lines[at++], nullptr, 0, 0);
            continue;
        }
        std::vector<std::int64_t> numbers;
        for (std::size_t i = at; i < at + loop.lines; ++i)
            numbers.insert(numbers.end(), lines[i].numbers.begin(), lines[i].numbers.end());
        std::int64_t from = std::numeric_limits<std::int64_t>::max();  // the least of its numbers
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (loop.grows[i]) from = std::min(from, numbers[i]);
        }
        const std::string first = from ? std::to_string(from) + ", " : "";
        text += joined({"for i in range(", first, std::to_string(from + static_cast<std::int64_t>(loop.times)), "):\n"});
        std::size_t number = 0;
        for (std::size_t i = at; i < at + loop.lines; ++i) {
            write(text, lines[i], &loop.grows, number, from);
            number += lines[i].numbers.size();
        }
        at += loop.lines * loop.times;
    }
    return text;
}

}  // namespace dikkat::pytorch
