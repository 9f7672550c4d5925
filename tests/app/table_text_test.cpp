// Matrices as text: what spreadsheets, NumPy and people put on a clipboard, and what nobody should.
#include "app/table_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

Table table(std::string_view text) {
    Result<Table> parsed = parse_table(text);
    EXPECT_TRUE(parsed.ok()) << text << ": " << (parsed.ok() ? "" : parsed.error().code);
    return parsed.ok() ? parsed.value() : Table{};
}

Error error(std::string_view text) {
    const Result<Table> parsed = parse_table(text);
    EXPECT_FALSE(parsed.ok()) << text;
    return parsed.ok() ? Error{} : parsed.error();
}

const Table kTwoByTwo{{1.5f, -0.25f}, {0, 3}};

TEST(TableText, ReadsTabsCommasSemicolonsAndSpaces) {
    EXPECT_EQ(table("1.5\t-0.25\n0\t3\n"), kTwoByTwo);
    EXPECT_EQ(table("1.5,-0.25\n0,3"), kTwoByTwo);
    EXPECT_EQ(table("1.5;-0.25\r\n0;3\r\n"), kTwoByTwo);
    EXPECT_EQ(table("  1.5  -0.25\n    0      3\n"), kTwoByTwo);
}

TEST(TableText, ReadsDecimalCommasWhereTabsOrSemicolonsPartTheColumns) {
    EXPECT_EQ(table("1,5\t-0,25\n0\t3"), kTwoByTwo);
    EXPECT_EQ(table("1,5;-0,25\n0;3"), kTwoByTwo);
}

TEST(TableText, TakesOneLoneDecimalCommaForANumber) {
    EXPECT_EQ(table("0,55"), (Table{{0.55f}}));
    EXPECT_EQ(table("1,2,3"), (Table{{1, 2, 3}}));
}

TEST(TableText, LeavesOutAHeaderRowAndRowLabels) {
    EXPECT_EQ(table("\tdim0\tdim1\nKedi\t1.5\t-0.25\no\t0\t3"), kTwoByTwo);
    EXPECT_EQ(table("\t0\t1\nKedi\t1.5\t-0.25\no\t0\t3"), kTwoByTwo);
    EXPECT_EQ(table("a,b\n1.5,-0.25\n0,3"), kTwoByTwo);
    EXPECT_EQ(table("yorulmuştu,1.5,-0.25\nçünkü,0,3"), kTwoByTwo);
}

TEST(TableText, ReadsQuotedFields) {
    EXPECT_EQ(table("\"1,5\",\"-0,25\"\n0,3"), kTwoByTwo);
    EXPECT_EQ(table("\"say \"\"a\"\"\",1.5,-0.25\n\"b\",0,3"), kTwoByTwo);
}

TEST(TableText, LeavesOutABlankLineAByteOrderMarkAndSeparatorsAtTheEnd) {
    EXPECT_EQ(table("\xEF\xBB\xBF\n1.5,-0.25,\n\n0,3,\n\n"), kTwoByTwo);
    EXPECT_EQ(table("1.5\t-0.25\r0\t3\r"), kTwoByTwo);
}

TEST(TableText, ReadsTheMinusOfTypographyAndNumbersThatAreNotFinite) {
    EXPECT_EQ(table("\u22121.5\t1e-3"), (Table{{-1.5f, 0.001f}}));
    const Table special = table("NaN\tInfinity\t-Infinity");
    ASSERT_EQ(special.size(), 1u);
    EXPECT_TRUE(std::isnan(special[0][0]));
    EXPECT_EQ(special[0][1], std::numeric_limits<float>::infinity());
    EXPECT_EQ(special[0][2], -std::numeric_limits<float>::infinity());
}

TEST(TableText, SaysWhichRowIsNotAsLongAsTheOthers) {
    EXPECT_EQ(error("1\t2\n3\t4\t5\n6\t7"), (Error{"ragged_table", {{"row", "2"}}}));
    EXPECT_EQ(error("a,b\n1,2\n3"), (Error{"ragged_table", {{"row", "3"}}}));
}

TEST(TableText, SaysWhereANumberCouldNotBeRead) {
    EXPECT_EQ(error("1\t2\n3\tüç"), (Error{"not_a_number_at", {{"text", "üç"}, {"row", "2"}, {"column", "2"}}}));
    EXPECT_EQ(error("1\t\n2\t3"), (Error{"not_a_number_at", {{"text", ""}, {"row", "1"}, {"column", "2"}}}));
    EXPECT_EQ(error("çay"), (Error{"not_a_number_at", {{"text", "çay"}, {"row", "1"}, {"column", "1"}}}));
    EXPECT_EQ(error("a\tb\nc\td").code, "not_a_number_at");
}

TEST(TableText, CutsALongTextBetweenLettersBeforeItStandsInAMessage) {
    std::string letters;
    for (int i = 0; i < 1000; ++i) letters += "ş";
    const std::string text = error("1\t" + letters).values.at("text");
    EXPECT_LE(text.size(), 44u);
    EXPECT_EQ(text.size() % 2, 1u);  // two bytes for each ş, three for …
}

TEST(TableText, RefusesWhatHoldsNothing) {
    EXPECT_EQ(error("").code, "empty_table");
    EXPECT_EQ(error(" \t\r\n\n  ").code, "empty_table");
}

TEST(TableText, RefusesWhatIsTooLarge) {
    std::string rows, columns;
    for (int i = 0; i <= kMostTableRows; ++i) rows += "1\n";
    for (int i = 0; i <= kMostTableColumns; ++i) columns += "1\t";
    EXPECT_EQ(error(rows).code, "table_too_large");
    EXPECT_EQ(error(columns + "1").code, "table_too_large");
    EXPECT_EQ(error(std::string(5 * 1024 * 1024, '7')).code, "table_too_large");
}

TEST(TableText, SurvivesHostileText) {
    const std::string_view hostile[] = {"\"",           "\"\"\"\"", "\"1\n2\"", ";;;;",        "\t\t\n\t\t",   ",",
                                        "\xFF\xFE\x00", "1\0 2",    "- -",      "1e999999999", "\x80\x80,\xC3"};
    for (const std::string_view text : hostile) {
        const Result<Table> parsed = parse_table(text);
        EXPECT_TRUE(!parsed.ok() || !parsed.value().empty());
    }
    EXPECT_EQ(error(std::string("1\0002", 3)).code, "not_a_number_at");
}

TEST(TableText, WritesOneHeadSoThatItReadsBackTheSame) {
    const std::vector<float> values{0.1f, -1.0f / 3, 1e-30f, 16777216, 5, 6, 7, 8};
    TensorReading tensor;
    tensor.shape = Shape(2, 2, 2);
    tensor.value = values;
    EXPECT_EQ(table(as_tsv(tensor, 0)), (Table{{0.1f, -1.0f / 3}, {1e-30f, 16777216}}));
    EXPECT_EQ(as_tsv(tensor, 1), "5\t6\n7\t8\n");
}

}  // namespace
}  // namespace dikkat
