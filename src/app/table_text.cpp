#include "app/table_text.h"

#include <algorithm>

#include "app/number.h"
#include "app/text.h"

namespace dikkat {

namespace {

using Fields = std::vector<std::string>;

struct Line {
    int number = 0;  // from 1, in the text as given
    Fields fields;
};

// A cell takes 512 bytes at most; anything longer is no table of numbers.
constexpr std::size_t kMostBytes = std::size_t{4} * 1024 * 1024;
constexpr std::size_t kMostErrorText = 40;

Error too_large() {
    return {"table_too_large", {{"rows", std::to_string(kMostTableRows)}, {"columns", std::to_string(kMostTableColumns)}}};
}

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

std::vector<std::pair<int, std::string_view>> lines_of(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.substr(0, mark.size()) == mark) text.remove_prefix(mark.size());
    std::vector<std::pair<int, std::string_view>> lines;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        // A line of nothing but separators still has cells, and they must be said to be empty.
        if (const std::string_view line = text.substr(0, end); line.find_first_not_of(" \t") != line.npos)
            lines.emplace_back(number, line);
        text.remove_prefix(end);
        if (text.substr(0, 2) == "\r\n") text.remove_prefix(1);
        if (!text.empty()) text.remove_prefix(1);
    }
    return lines;
}

// Commas part columns only where neither a tab nor a semicolon does; one lone "0,55" is a number.
char separator_of(std::string_view text) {
    for (const char separator : {'\t', ';'}) {
        if (text.find(separator) != text.npos) return separator;
    }
    if (text.find(',') == text.npos || parse_number(text)) return ' ';
    return ',';
}

Fields split_on_spaces(std::string_view line) {
    Fields fields;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const std::size_t end = std::min(line.find(' '), line.size());
        fields.emplace_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return fields;
}

Fields split(std::string_view line, char separator) {
    if (separator == ' ') return split_on_spaces(line);
    Fields fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += line[++i];
        } else if (c == '"' && (quoted || trimmed(fields.back()).empty())) {
            quoted = !quoted;
        } else if (c == separator && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    for (std::string& field : fields) field = std::string(trimmed(field));
    return fields;
}

bool is_number(const std::string& field) { return parse_number(field).has_value(); }

// No number stands in it, or its corner is empty as over a column of labels.
bool is_header(const Fields& fields) {
    if (fields.size() > 1 && fields[0].empty()) return true;
    return std::none_of(fields.begin(), fields.end(), is_number);
}

bool first_column_is_labels(const std::vector<Line>& lines) {
    return std::all_of(lines.begin(), lines.end(),
                       [](const Line& line) { return line.fields.size() > 1 && !is_number(line.fields[0]); });
}

// A separator at the end of every row makes no column.
void drop_empty_last_column(std::vector<Line>& lines) {
    const auto ends_empty = [](const Line& line) { return line.fields.size() > 1 && line.fields.back().empty(); };
    if (!std::all_of(lines.begin(), lines.end(), ends_empty)) return;
    for (Line& line : lines) line.fields.pop_back();
}

Result<std::vector<float>> numbers_of(const Line& line, std::size_t first) {
    std::vector<float> row;
    for (std::size_t i = first; i < line.fields.size(); ++i) {
        const std::optional<float> number = parse_number(line.fields[i]);
        if (!number) {
            return Error{"not_a_number_at",
                         {{"text", shortened(line.fields[i], kMostErrorText)},
                          {"row", std::to_string(line.number)},
                          {"column", std::to_string(i + 1)}}};
        }
        row.push_back(*number);
    }
    return row;
}

}  // namespace

std::string as_tsv(const TensorReading& tensor, int head) {
    std::string text;
    for (int row = 0; row < tensor.shape.rows(); ++row) {
        for (int column = 0; column < tensor.shape.columns(); ++column) {
            if (column > 0) text += '\t';
            text += shortest(tensor.value[index_of(tensor.shape, {head, row, column})]);
        }
        text += '\n';
    }
    return text;
}

Result<Table> parse_table(std::string_view text) {
    if (text.size() > kMostBytes) return too_large();
    const auto raw = lines_of(text);
    if (raw.empty()) return Error{"empty_table", {}};
    if (raw.size() > static_cast<std::size_t>(kMostTableRows) + 1) return too_large();
    const char separator = separator_of(text);
    std::vector<Line> lines;
    for (const auto& [number, line] : raw) lines.push_back({number, split(line, separator)});
    drop_empty_last_column(lines);
    if (lines.size() > 1 && is_header(lines[0].fields)) lines.erase(lines.begin());
    const std::size_t first = first_column_is_labels(lines) ? 1 : 0;
    const std::size_t width = lines[0].fields.size();
    if (lines.size() > static_cast<std::size_t>(kMostTableRows) || width - first > static_cast<std::size_t>(kMostTableColumns))
        return too_large();
    Table table;
    for (const Line& line : lines) {
        if (line.fields.size() != width) return Error{"ragged_table", {{"row", std::to_string(line.number)}}};
        Result<std::vector<float>> row = numbers_of(line, first);
        if (!row) return row.error();
        table.push_back(std::move(row).value());
    }
    return table;
}

}  // namespace dikkat
