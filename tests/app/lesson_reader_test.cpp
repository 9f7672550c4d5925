#include <gtest/gtest.h>

#include "tests/app/playground.h"

namespace dikkat {
namespace {

// The smallest lesson, with one thing replaced.
std::string lesson(const std::string& from = "", const std::string& to = "") {
    std::string json = R"({"id":"small","number":1,"title":"Small",
        "document":{"tokens":["a","b"],"parts":[{"model":"attention","config":{"d":2},"draws":[{"values":"q","numbers":[[1,2],[3,4]]}]}]},
        "variants":{"causal":{"commands":[{"type":"set_mask","mask":"causal"}]}},
        "checks":[{"id":"rows","kind":"rows_sum_to_one","text":{"tr":"Toplam","en":"Sum"},"tensor":"weights","bound":1e-6}],
        "screen":{"columns":[],"controls":[{"id":"c","label":"C","options":[{"commands":[{"type":"set_mask","mask":"none"}]}]}]},
        "steps":[{"id":"one"},{"id":"two","commands":[{"type":"set_cell","tensor":"q","row":0,"col":0,"value":1}],
                  "question":{"id":"why","options":["a","b"],"correct":1,"reveal":[{"type":"select","row":1}]}}]})";
    if (const std::size_t at = json.find(from); !from.empty()) json.replace(at, from.size(), to);
    return json;
}

std::string refusal(const std::string& json) {
    const Result<Lesson> read = read_lesson(json);
    return read ? "accepted" : message(read.error(), Language::en);
}

TEST(LessonReader, OneLanguageStandsForBoth) {
    const Result<Lesson> read = read_lesson(lesson());
    ASSERT_TRUE(read.ok()) << message(read.error(), Language::en);
    EXPECT_EQ(read.value().title, (Words{"Small", "Small"}));
    EXPECT_EQ(read.value().short_title, read.value().title);
    EXPECT_EQ(read.value().checks[0].text, (Words{"Toplam", "Sum"}));
    EXPECT_EQ(read.value().document.parts[0].draws[0].numbers.size(), 4u) << "rows are laid out flat";
}

TEST(LessonReader, SaysPathAndReason) {
    EXPECT_EQ(refusal(lesson("\"set_cell\"", "\"set_cel\"")), "steps/1/commands/0: There is no such command: \"set_cel\"");
    EXPECT_EQ(refusal(lesson("\"row\":0", "\"row\":2")), "steps/1/commands/0: \"q\" is 2x2, [2, 0] lies outside");
    EXPECT_EQ(refusal(lesson("\"number\":1,", "")), "number: this field is missing");
    EXPECT_EQ(refusal(lesson("\"number\":1", "\"number\":\"1\"")), "number: integer is wanted here");
    EXPECT_EQ(refusal(lesson("\"id\":\"one\"", "\"id\":\"one\",\"titel\":1")), "steps/0/titel: there is no such field");
    EXPECT_EQ(refusal(lesson("rows_sum_to_one", "rows_are_nice")), "checks/0: There is no such kind of claim: \"rows_are_nice\"");
    EXPECT_EQ(refusal(lesson("\"correct\":1", "\"correct\":2")), "steps/1/question: \"2\" is not allowed here");
    EXPECT_EQ(refusal(lesson("\"d\":2", "\"d\":3")), "document: \"q\" needs 6 numbers, 4 were given");
    EXPECT_EQ(refusal(lesson("\"values\":\"q\"", "\"values\":\"q[0:2]\"")),
              "document/parts/0/draws/0/values: \"q[0:2]\" is not allowed here");
    EXPECT_EQ(refusal(lesson("\"mask\":\"none\"", "\"mask\":\"some\"")),
              "screen/controls/0/options/0/commands/0/mask: \"some\" is not allowed here");
}

TEST(LessonReader, AStepMayNotWalkThroughTheLesson) {
    for (const char* command : {R"({"type":"go_to_step","step":2})", R"({"type":"answer","question":"why","option":0})",
                                R"({"type":"undo"})", R"({"type":"open_lesson","lesson":"small"})", R"({"type":"reset"})"}) {
        const std::string refused = refusal(lesson(R"({"type":"select","row":1})", command));
        EXPECT_TRUE(refused.starts_with("steps/1/question/reveal/0: Command")) << refused;
    }
}

TEST(LessonReader, EveryLessonIsRead) {
    const Catalogue catalogue = testing::all_lessons();
    ASSERT_GE(catalogue.lessons.size(), 2u);
    EXPECT_EQ(catalogue.lessons[0].id, "attention");
    EXPECT_EQ(catalogue.lessons[1].id, "multi-head");
}

TEST(LessonReader, ReadsTheSitesBundleInOrder) {
    const std::string bundle = R"({"lessons":[{"data":)" + testing::lesson_text("multi-head") + R"(,"text":{}},{"data":)" +
                               testing::lesson_text("attention") + R"(,"text":{}}]})";
    const Result<Catalogue> catalogue = read_catalogue(bundle);
    ASSERT_TRUE(catalogue.ok()) << message(catalogue.error(), Language::en);
    EXPECT_EQ(catalogue.value().lessons[0].id, "attention");
    for (const char* bad : {"{}", "[]", R"({"lessons":[]})", R"({"lessons":[{}]})", R"({"lessons":[{"data":{}}]})"}) {
        EXPECT_FALSE(read_catalogue(bad).ok()) << bad;
    }
}

}  // namespace
}  // namespace dikkat
