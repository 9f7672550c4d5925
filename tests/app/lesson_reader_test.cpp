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
    EXPECT_EQ(refusal(lesson("\"title\":\"Small\",", "")), "title: this field is missing");
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

// ---- Rows of panels, fields, sweeps

// A lesson with a stack, its sweep and a screen of rows, with one thing replaced.
std::string deep_lesson(const std::string& from = "", const std::string& to = "") {
    std::string json = R"({"id":"deep","number":1,"title":"Deep",
        "document":{"tokens":["a"],"parts":[{"name":"stack","model":"stack","config":{"d":4,"depth":3,"mode":"plain","std":0.2},
            "draws":[{"manual_seed":1},{"randn":"x"},{"repeat":"layer","from":0,"to":"depth","draws":[
                {"linear":"layers.{layer}.w","bias":"layers.{layer}.b"}]}]},
            {"name":"large","model":"feed_forward","config":{"d":512,"d_ff":2048},"shape_only":true}]},
        "sweeps":{"depth":{"input":"stack.x","layer":"stack.h.{layer}","loss":{"sum":""},"depth":20,"depth_setting":"stack.depth",
            "marked":[5,20],"series":[{"id":"plain","label":"plain","commands":[]},{"id":"residual","label":"residual","commands":[
                {"type":"set_config","part":"stack","name":"mode","value":"residual"}]}]}},
        "checks":[{"id":"grown","kind":"sweep_at_least","text":"t","sweep":"depth","series":"residual","depth":20,"other_depth":1,"bound":0},
                  {"id":"count","kind":"count_equals","text":"t","part":"large","value":2099712},
                  {"id":"norm","kind":"tensor_norm","text":"t","tensor":"stack.h.2","value":1,"bound":9}],
        "screen":{"fields":[{"id":"seed","label":"s","setting":"seed/stack"}],
            "rows":[{"panels":[{"id":"plot","type":"depth_plot","sweep":"depth"},{"id":"count","type":"count_bars","parts":["large"],
                "fields":[{"id":"d","label":"d","setting":"config/large.d","least":1,"most":9999}]}]}]},
        "steps":[]})";
    if (const std::size_t at = json.find(from); !from.empty()) json.replace(at, from.size(), to);
    return json;
}

TEST(LessonReader, ReadsADocumentWithoutAMainPart) {
    const Result<Lesson> read = read_lesson(deep_lesson());
    ASSERT_TRUE(read.ok()) << message(read.error(), Language::en);
    EXPECT_EQ(read.value().document.parts[0].draws[2].draws.size(), 1u);
    Catalogue catalogue;
    catalogue.lessons.push_back(read.value());
    Session session(std::move(catalogue));
    for (const CheckResult& check : session.checks()) EXPECT_TRUE(check.holds) << check.id << " " << check.measured;
    EXPECT_EQ(session.query("loss").error().code, "no_loss");
    EXPECT_EQ(session.query("gradient/stack.x").error().code, "no_loss");
    for (const char* path : {"state", "edits", "tensors", "checks", "lesson", "diagnostics", "parameters", "sweep/depth",
                             "tensor/stack.x", "explain/stack.h.2/0/0"}) {
        EXPECT_TRUE(session.query(path).ok()) << path;
    }
    EXPECT_EQ(session.query("tensor/large.feed_forward.w1").error().code, "unknown_tensor");
    EXPECT_EQ(session.dispatch_json(R"({"type":"set_config","part":"large","name":"d","value":1600})"), R"({"ok":true})");
    EXPECT_EQ(session.parameters()[1].count, 1600u * 2048 * 2 + 2048 + 1600);
    EXPECT_NE(session.dispatch_json(R"({"type":"set_config","part":"large","name":"d","value":0})"), R"({"ok":true})");
}

TEST(LessonReader, EverythingThatAScreenNamesIsThere) {
    EXPECT_EQ(refusal(deep_lesson("depth_plot", "depth_plan")), "screen/rows/0/panels/0/type: \"depth_plan\" is not allowed here");
    EXPECT_EQ(refusal(deep_lesson("\"type\":\"depth_plot\",\"sweep\":\"depth\"", "\"type\":\"depth_plot\",\"sweep\":\"width\"")),
              "screen/rows/0/panels/0/sweep: This lesson sweeps no depths called “width”");
    EXPECT_EQ(refusal(deep_lesson("\"parts\":[\"large\"]", "\"parts\":[\"huge\"]")),
              "screen/rows/0/panels/1/parts: There is no such part: \"huge\"");
    EXPECT_EQ(refusal(deep_lesson("config/large.d", "config/large.width")),
              "screen/rows/0/panels/1/fields/0: Model \"feed_forward\" has no setting \"large.width\"");
    EXPECT_EQ(refusal(deep_lesson("config/large.d", "config/d")), "screen/rows/0/panels/1/fields/0: There is no such part: \"\"");
    EXPECT_EQ(refusal(deep_lesson("\"most\":9999", "\"most\":511")),
              "screen/rows/0/panels/1/fields/0: \"512\" is not allowed here");
    EXPECT_EQ(refusal(deep_lesson("seed/stack", "sentence")), "screen/fields/0: \"sentence\" is not allowed here");
    EXPECT_EQ(refusal(deep_lesson("seed/stack", "seed/pile")), "screen/fields/0: There is no such part: \"pile\"");
}

TEST(LessonReader, ASweepFindsItsLayersAtEveryDepth) {
    EXPECT_EQ(refusal(deep_lesson("\"input\":\"stack.x\"", "\"input\":\"stack.y\"")),
              "sweeps/depth/series/0: There is no such tensor: \"stack.y\"");
    EXPECT_EQ(refusal(deep_lesson("stack.h.{layer}", "stack.g.{layer}")),
              "sweeps/depth/series/0: There is no such tensor: \"stack.g.0\"");
    EXPECT_EQ(refusal(deep_lesson("\"depth\":20,", "\"depth\":101,")), "sweeps/depth/depth: \"101\" is not allowed here");
    EXPECT_EQ(refusal(deep_lesson("[5,20]", "[5,21]")), "sweeps/depth/marked: \"21\" is not allowed here");
    EXPECT_EQ(refusal(deep_lesson("\"stack.depth\"", "\"stack.deepness\"")),
              "sweeps/depth/series/0: Model \"stack\" has no setting \"deepness\"");
    EXPECT_NE(refusal(deep_lesson("\"value\":\"residual\"", "\"value\":\"sideways\"")), "accepted");
}

TEST(LessonReader, AClaimSaysWhatItLooksAt) {
    EXPECT_EQ(refusal(deep_lesson("\"sweep\":\"depth\",\"series\":\"residual\"", "\"series\":\"residual\"")),
              "checks/0: A claim of kind \"sweep_at_least\" does not say what it looks at");
    EXPECT_EQ(refusal(deep_lesson("\"series\":\"residual\"", "\"series\":\"post\"")), "checks/0: \"post\" is not allowed here");
    EXPECT_EQ(refusal(deep_lesson("\"depth\":20,\"other_depth\"", "\"depth\":21,\"other_depth\"")),
              "checks/0: \"21\" is not allowed here");
    EXPECT_EQ(refusal(deep_lesson("\"part\":\"large\",\"value\"", "\"part\":\"huge\",\"value\"")),
              "checks/1: There is no such part: \"huge\"");
    EXPECT_EQ(refusal(deep_lesson("\"tensor\":\"stack.h.2\",", "")),
              "checks/2: A claim of kind \"tensor_norm\" does not say what it looks at");
}

TEST(LessonReader, ThereIsALimitToEverything) {
    const auto many = [](const std::string& item, int count) {
        std::string list = item;
        for (int i = 1; i < count; ++i) list += "," + item;
        return "[" + list + "]";
    };
    const std::string field = R"({"id":"seed","label":"s","setting":"seed/stack"})", row = R"({"panels":[]})";
    EXPECT_EQ(refusal(deep_lesson("[" + field + "]", many(field, 64))), "accepted");
    EXPECT_EQ(refusal(deep_lesson("[" + field + "]", many(field, 65))), "screen/fields: there can be 64 at most");
    EXPECT_EQ(refusal(deep_lesson("\"steps\":[]", "\"steps\":" + many(R"({"id":"s"})", 65))), "steps: there can be 64 at most");
    EXPECT_EQ(refusal(lesson("\"columns\":[]", "\"rows\":" + many(row, 13))), "screen/rows: there can be 12 at most");
}

}  // namespace
}  // namespace dikkat
