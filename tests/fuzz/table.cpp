// Tables of numbers as text (CSV, TSV, spreadsheets' and NumPy's own): read as a rectangle, or refused with a sentence in both
// languages that says where; what was read comes back the same when it is written. Into a tensor it goes whole or not at all.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/number.h"
#include "app/table_text.h"
#include "app/text.h"
#include "tests/fuzz/session.h"

namespace {

using namespace dikkat;

constexpr const char* kLesson = R"({"id":"small","title":"Small","document":{"tokens":["a","b","c"],
    "parts":[{"model":"attention","config":{"d":2},"draws":[{"manual_seed":0},{"randn":"q"},{"randn":"k"},{"randn":"v"}]}]},
    "screen":{"columns":[]},"steps":[{"id":"one"}]})";

void expect_words(const Error& error) {
    for (const Language language : {Language::tr, Language::en}) {
        const std::string sentence = message(error, language);
        CHECK(!sentence.empty() && sentence.size() < 500, "a refusal without words, or with too many");
        for (const char* hole : {"{row}", "{column}", "{columns}", "{rows}"}) {
            CHECK(error.code == "not_a_number_at" || sentence.find(hole) == sentence.npos, "a sentence with a hole in it");
        }
    }
    for (const auto& [name, value] : error.values) CHECK(name == "text" || !value.empty(), "a hole with nothing in it");
}

std::string written(const Table& table, char separator) {
    std::string text;
    for (const auto& row : table) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            if (column > 0) text += separator;
            text += shortest(row[column]);
        }
        text += '\n';
    }
    return text;
}

void expect_same(const Table& table, const Result<Table>& again) {
    CHECK(again.ok(), "what was written is refused");
    CHECK(again.value().size() == table.size(), "other rows came back");
    for (std::size_t row = 0; row < table.size(); ++row) {
        CHECK(again.value()[row].size() == table[row].size(), "other columns came back");
        for (std::size_t column = 0; column < table[row].size(); ++column) {
            CHECK(same_number(again.value()[row][column], table[row][column]), "another number came back");
        }
    }
}

void put_into(Session& session, const Table& table) {
    const std::string before = session.state_json();
    SetTensor set;
    set.tensor = "q";
    for (const auto& row : table) set.values.emplace_back(row.begin(), row.end());
    if (!session.dispatch({set, 0})) CHECK(session.state_json() == before, "a refused table changed something");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<Table> table = parse_table(text);
    if (!table) {
        expect_words(table.error());
        return 0;
    }
    const std::size_t width = table.value().front().size();
    CHECK(width > 0 && table.value().size() <= kMostTableRows && width <= kMostTableColumns, "a table of another size");
    for (const auto& row : table.value()) CHECK(row.size() == width, "rows of different lengths");
    for (const char separator : {'\t', ',', ';'}) {
        if (separator == ',' && table.value().size() == 1 && width == 2) continue;  // "0,55" is one number
        expect_same(table.value(), parse_table(written(table.value(), separator)));
    }
    static Session session = session_with({kLesson});
    put_into(session, table.value());
    return 0;
}
