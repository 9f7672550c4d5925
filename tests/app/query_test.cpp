#include "app/query.h"

#include <gtest/gtest.h>

#include "tests/app/playground.h"

namespace dikkat {
namespace {

using testing::Playground;

TEST(Query, ATensorHasNameShapeAxesKindAndData) {
    const Playground playground("multi-head");
    const rapidjson::Document tensor = playground.ask("tensor/head0.weights");
    EXPECT_STREQ(tensor["name"].GetString(), "head0.weights");
    ASSERT_EQ(tensor["shape"].Size(), 2u);
    EXPECT_EQ(tensor["shape"][0].GetInt(), 6);
    EXPECT_STREQ(tensor["kind"].GetString(), "weights");
    EXPECT_TRUE(tensor["editable"].GetBool());
    EXPECT_STREQ(tensor["axes"][0]["name"].GetString(), "query");
    EXPECT_STREQ(tensor["axes"][1]["name"].GetString(), "key");
    EXPECT_STREQ(tensor["axes"][1]["labels"][5].GetString(), "yorulmuştu");
    ASSERT_EQ(tensor["data"].Size(), 36u);
    EXPECT_EQ(static_cast<float>(tensor["data"][24].GetDouble()), playground.tensor("head0.weights")(4, 0));
}

TEST(Query, NotFiniteNumbersAreStrings) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_tensor","tensor":"x","values":[["NaN","Infinity","-Infinity"]]})");
    const rapidjson::Document tensor = playground.ask("tensor/x");
    EXPECT_STREQ(tensor["data"][0].GetString(), "NaN");
    EXPECT_STREQ(tensor["data"][1].GetString(), "Infinity");
    EXPECT_STREQ(tensor["data"][2].GetString(), "-Infinity");
}

TEST(Query, ACellHasItsNumberAndItsWords) {
    Playground playground("multi-head");
    EXPECT_STREQ(playground.ask("tensor/head0.weights/4/0")["text"].GetString(), "0.517");
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":0,"value":0.5})");
    EXPECT_EQ(playground.text("tensor/x/4/0"), R"({"value":0.5,"text":"0.5"})");
    EXPECT_EQ(playground.text("baseline/x/4/0"), R"({"value":1.3,"text":"1.3"})");
    EXPECT_STREQ(playground.ask("difference/x/4/0")["text"].GetString(), "−0.8");
    EXPECT_EQ(playground.text("difference/x/0/0"), R"({"value":0,"text":"0"})");
}

TEST(Query, ADifferenceSaysWhichRowsMoved) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":0,"value":0.55})");
    const rapidjson::Document difference = playground.ask("difference/x");
    ASSERT_EQ(difference["moved_rows"].Size(), 1u);
    EXPECT_EQ(difference["moved_rows"][0].GetInt(), 4);
}

TEST(Query, ChecksHaveEverythingAClaimNeeds) {
    const Playground playground("multi-head");
    const rapidjson::Document checks = playground.ask("checks");
    ASSERT_GE(checks.Size(), 3u);
    for (const auto& check : checks.GetArray()) {
        for (const char* field : {"id", "kind", "text", "variant", "measured", "relation", "bound", "holds", "rows"}) {
            EXPECT_TRUE(check.HasMember(field)) << field;
        }
    }
}

TEST(Query, AnExplanationEndsAtTheCell) {
    const Playground playground("multi-head");
    const rapidjson::Document explanation = playground.ask("explain/head0.scores/4/0");
    const auto& lines = explanation["lines"];
    ASSERT_GE(lines.Size(), 1u);
    EXPECT_EQ(lines[lines.Size() - 1]["result"].GetDouble(), explanation["value"].GetDouble());
    const auto& operand = lines[0]["operands"][0];
    EXPECT_STREQ(operand["tensor"].GetString(), "q");
    EXPECT_EQ(operand["cell"].Size(), 2u);
    EXPECT_TRUE(operand.HasMember("value"));
    EXPECT_EQ(static_cast<float>(explanation["value"].GetDouble()), playground.tensor("head0.scores")(4, 0));
}

TEST(Query, EveryTensorAnswersEverythingAboutItself) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        const Playground playground(lesson.id);
        const rapidjson::Document tensors = playground.ask("tensors");
        for (const auto& tensor : tensors.GetArray()) {
            const std::string name = tensor["name"].GetString();
            for (const char* kind : {"tensor/", "baseline/", "difference/", "gradient/"})
                EXPECT_TRUE(playground.ask(kind + name).IsObject());
            const std::string cell = tensor["shape"].Size() == 1 ? "/0" : "/0/0";
            EXPECT_TRUE(playground.ask("explain/" + name + cell).IsObject());
        }
    }
}

TEST(Query, TheLessonSaysWhereOneIs) {
    Playground playground("multi-head");
    playground.does(R"({"type":"go_to_step","step":5})");
    const rapidjson::Document lesson = playground.ask("lesson");
    EXPECT_STREQ(lesson["id"].GetString(), "multi-head");
    EXPECT_EQ(lesson["step"].GetInt(), 5);
    EXPECT_TRUE(lesson["can_undo"].GetBool());
    EXPECT_FALSE(lesson["can_redo"].GetBool());
    const rapidjson::Document lessons = playground.ask("lessons");
    EXPECT_STREQ(lessons[0]["id"].GetString(), "attention");
    EXPECT_STREQ(lessons[1]["title"]["en"].GetString(), "Several heads");
}

TEST(Query, EditsAreToldInWords) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":0,"value":0.55})");
    EXPECT_EQ(
        playground.text("edits"),
        R"([{"cell":{"tensor":"x","row":4,"col":0},"name":"X[o, 0]","before":1.3,"now":0.55,"before_text":"1.3","now_text":"0.55","active":true}])");
}

TEST(Query, DiagnosticsAreJoinedByThoseOfOtherModules) {
    Playground playground("multi-head");
    EXPECT_TRUE(playground.ask("diagnostics")["first_not_finite"].IsNull());
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":0,"value":"NaN"})");
    EXPECT_STREQ(playground.ask("diagnostics")["first_not_finite"]["cell"]["tensor"].GetString(), "x");
    EXPECT_GT(playground.ask("diagnostics")["tensor_bytes"].GetInt(), 0);
    playground.session.add_provider("shell", [](std::string_view path) -> std::optional<std::string> {
        if (path == "diagnostics") return R"({"frames":3})";
        if (path == "anchors") return R"({"token/0":[1,2,3,4]})";
        return std::nullopt;
    });
    EXPECT_EQ(playground.ask("diagnostics")["frames"].GetInt(), 3);
    EXPECT_TRUE(playground.ask("diagnostics").HasMember("tensor_bytes"));
    EXPECT_EQ(playground.text("anchors"), R"({"token/0":[1,2,3,4]})");
}

TEST(Query, WordsAreThereInBothLanguages) {
    const rapidjson::Document texts = testing::parsed(texts_json());
    EXPECT_STREQ(texts["tr"]["value"].GetString(), "Değer");
    EXPECT_STREQ(texts["en"]["value"].GetString(), "Value");
    EXPECT_EQ(texts["tr"].MemberCount(), texts["en"].MemberCount());
}

TEST(Query, RefusesWhatItDoesNotKnow) {
    const Playground playground("multi-head");
    for (const char* path : {"", "/", "states", "tensor", "tensor/", "tensor/x/1", "tensor/x/1/a", "tensor/x/1/2/3",
                             "tensor/x/-1/0", "tensor/x/1/8", "tensor/wz", "explain/x", "explain/wz/0/0", "anchors",
                             "tensor/x/1/2147483648", "x/tensor", "tensor/weights@nobody", "gradient/wz", "tensor/x@/0/0/"}) {
        EXPECT_TRUE(playground.text(path).starts_with("refused: ")) << path << " " << playground.text(path);
    }
}

TEST(Query, ParametersAreListedByPartLayerAndMatrix) {
    const Playground playground("feed-forward");
    const rapidjson::Document ledger = playground.ask("parameters");
    const auto& parts = ledger["parts"];
    ASSERT_EQ(parts.Size(), 4u);
    EXPECT_STREQ(parts[0]["part"].GetString(), "");
    EXPECT_EQ(parts[0]["count"].GetInt(), 3 * 64 + 8 * 32 + 32 + 32 * 8 + 8);
    EXPECT_EQ(parts[1]["count"].GetInt(), 0) << "it reads the main part's";
    EXPECT_STREQ(parts[2]["part"].GetString(), "real_feed_forward");
    EXPECT_STREQ(parts[2]["model"].GetString(), "feed_forward");
    EXPECT_EQ(parts[2]["count"].GetInt(), 2099712);
    const auto& w1 = parts[2]["groups"][0]["matrices"][0];
    EXPECT_EQ(w1["shape"][0].GetInt(), 512);
    EXPECT_EQ(w1["shape"][1].GetInt(), 2048);
    EXPECT_EQ(w1["count"].GetInt(), 1048576);
    EXPECT_GT(w1["pytorch"].GetStringLength(), 0u);
}

TEST(Query, ASweepHasEverySeriesInBothPrecisions) {
    const Playground playground("gpt");
    const rapidjson::Document sweep = playground.ask("sweep/depth");
    EXPECT_STREQ(sweep["id"].GetString(), "depth");
    EXPECT_EQ(sweep["depth"].GetInt(), 100);
    EXPECT_TRUE(sweep["done"].GetBool());
    ASSERT_EQ(sweep["series"].Size(), 2u);
    for (const auto& series : sweep["series"].GetArray()) {
        for (const char* precision : {"float32", "float64"}) {
            EXPECT_EQ(series[precision]["input_gradient"].Size(), 100u);
            EXPECT_EQ(series[precision]["activation_norms"].Size(), 101u);
            EXPECT_EQ(series[precision]["gradient_norms"].Size(), 101u);
        }
    }
    EXPECT_EQ(playground.text("sweep/width"), "refused: unknown_sweep");
}

TEST(Query, ACellOfAVariantIsExplainedByItsOwnGraph) {
    const Playground playground("layer-norm");
    const rapidjson::Document explanation = playground.ask("explain/stack.h.49@post/0/0");
    EXPECT_EQ(static_cast<float>(explanation["value"].GetDouble()), playground.tensor("stack.h.49@post")(0, 0));
    for (const auto& line : explanation["lines"].GetArray()) {
        for (const auto& operand : line["operands"].GetArray()) {
            if (!operand.HasMember("tensor")) continue;
            const std::string tensor = operand["tensor"].GetString();
            EXPECT_TRUE(tensor.starts_with("stack.")) << tensor;
            EXPECT_TRUE(playground.session.read(tensor + "@post")) << tensor;
        }
    }
}

}  // namespace
}  // namespace dikkat
