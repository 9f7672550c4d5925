#include "app/text.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/app/playground.h"

namespace dikkat {
namespace {

std::set<std::string> holes(std::string_view sentence) {
    std::set<std::string> names;
    const std::string text(sentence);
    const std::regex hole(R"(\{(\w+)\})");
    for (std::sregex_iterator match(text.begin(), text.end(), hole), end; match != end; ++match) names.insert((*match)[1]);
    return names;
}

TEST(Texts, EveryWordIsThereInBothLanguagesOnceWithTheSameHoles) {
    std::set<std::string_view> names;
    for (Text text{0}; text.place < kTextCount; ++text.place) {
        const std::string_view name = name_of(text), turkish = text.in(Language::tr), english = text.in(Language::en);
        EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
        EXPECT_FALSE(turkish.empty()) << name;
        EXPECT_FALSE(english.empty()) << name;
        EXPECT_EQ(holes(turkish), holes(english)) << name;
    }
    EXPECT_EQ(text::value.in(Language::tr), "Değer");
    EXPECT_EQ(find_text("value")->in(Language::en), "Value");
    EXPECT_FALSE(find_text("valu").has_value());
}

TEST(Texts, EveryErrorCodeThatTheSourcesRaiseHasASentence) {
    std::set<std::string> sentences;
    for (Text text{0}; text.place < kTextCount; ++text.place) sentences.insert(std::string(name_of(text)));
    const std::regex raised(R"re((?:Error ?\{|refuse\(|with_limit\(|return \{|kMax\w+, )"([a-z]+(?:_[a-z]+)+)")re");
    std::set<std::string> codes;
    const auto sources = std::filesystem::path(DIKKAT_LESSONS).parent_path().parent_path() / "src";
    for (const char* room : {"core", "nn", "app"}) {
        for (const auto& file : std::filesystem::recursive_directory_iterator(sources / room)) {
            if (file.path().extension() != ".cpp") continue;
            const std::string text = testing::file_text(file.path());
            for (std::sregex_iterator match(text.begin(), text.end(), raised), end; match != end; ++match)
                codes.insert((*match)[1]);
        }
    }
    EXPECT_GT(codes.size(), 20u);
    for (const std::string& code : codes) {
        if (code == "shapes_do_not_fit") continue;  // a builder's bug, which stops before anyone reads it
        EXPECT_TRUE(sentences.contains("error_" + code)) << code;
    }
}

TEST(Fill, PutsValuesIntoHolesAndLeavesTheRest) {
    EXPECT_EQ(fill("{a} ve {b}", {{"a", "1"}, {"b", "{a}"}}), "1 ve {a}");
    EXPECT_EQ(fill("{unknown} {", {}), "{unknown} {");
    EXPECT_EQ(fill("", {}), "");
}

TEST(Message, IsASentenceInTheLanguageAskedFor) {
    const Error error{"heads_do_not_divide", {{"heads", "3"}, {"width", "8"}}};
    EXPECT_EQ(message(error, Language::tr), "8 boyut 3 başlığa eşit bölünmez");
    EXPECT_EQ(message(error, Language::en), "8 dimensions do not divide into 3 heads");
}

TEST(Message, SaysWhereWhenItIsNotTheWhole) {
    EXPECT_EQ(message({"unknown_tensor", {{"tensor", "wz"}, {"path", "steps/2/commands/0"}}}, Language::en),
              "steps/2/commands/0: There is no such tensor: \"wz\"");
    EXPECT_EQ(message({"unknown_command", {{"command", "set_cel"}, {"path", "/"}}}, Language::en),
              "There is no such command: \"set_cel\"");
}

TEST(Message, IsReadableWhateverSomebodyWrote) {
    const std::string long_name = std::string(299, 'x') + std::string(100'000, 'y') + "ğ";
    for (const Language language : {Language::tr, Language::en}) {
        const std::string said = message({"json_unknown_field", {{"path", "document/" + long_name}}}, language);
        EXPECT_LT(said.size(), 400u);
        EXPECT_TRUE(said.starts_with("document/xxx"));
        EXPECT_NE(said.find("…: "), said.npos);
    }
    EXPECT_EQ(shortened("ağaç", 4), "ağa…");
    EXPECT_EQ(shortened("ağaç", 2), "a…");  // a letter is not cut in two
    EXPECT_EQ(shortened("ağaç", 6), "ağaç");
}

}  // namespace
}  // namespace dikkat
