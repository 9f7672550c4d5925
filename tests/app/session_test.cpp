#include "app/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/app/playground.h"
#include "tests/reference/reference.h"

namespace dikkat {
namespace {

using testing::Playground;

constexpr float kClose = 1e-6f;

void expect_close(std::span<const float> found, std::span<const float> expected, const std::string& name) {
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], kClose) << name << " " << i;
}

std::vector<float> part(const std::vector<float>& all, std::size_t index, std::size_t size) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(index * size);
    return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

// ---- Lesson 2

TEST(MultiHeadLesson, EveryTensorIsPyTorchs) {
    const rapidjson::Document expected = reference::load("lesson_multi_head.json");
    const Playground playground("multi-head");
    const auto floats = [&](const char* name) { return reference::tensor<float>(reference::field(expected, name)).data; };
    expect_close(playground.tensor("x").data, floats("embedding"), "x");
    for (const char* name : {"q", "k", "v", "concat"}) expect_close(playground.tensor(name).data, floats(name), name);
    for (const char* name : {"wq", "wk", "wv"}) {
        expect_close(playground.tensor(name).data, reference::tensor<float>(expected["full"][name]).data, name);
    }
    for (std::size_t head = 0; head < 2; ++head) {
        const std::string prefix = "head" + std::to_string(head) + ".";
        expect_close(playground.tensor(prefix + "scores").data, part(floats("scores"), head, 36), prefix + "scores");
        expect_close(playground.tensor(prefix + "weights").data, part(floats("weights"), head, 36), prefix + "weights");
    }
}

TEST(MultiHeadLesson, EveryClaimHoldsAsOpened) {
    const Playground playground("multi-head");
    for (const CheckResult& check : playground.session.checks()) EXPECT_TRUE(check.holds) << check.id << " " << check.measured;
    EXPECT_EQ(playground.check("blocks").measured, 0.0) << "the same output, exactly";
}

TEST(MultiHeadLesson, ANumberOffTheBlocksMakesTheClaimFalseWithItsSizeAndReach) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"wq","row":0,"col":6,"value":0.3})");
    const CheckResult blocks = playground.check("blocks");
    EXPECT_FALSE(blocks.holds);
    EXPECT_NEAR(blocks.measured, 0.0415, 0.00005);
    EXPECT_EQ(blocks.rows, (std::vector<int>{0, 2, 4, 5})) << "Kedi, çıktı, o, yorulmuştu";
    EXPECT_EQ(blocks.other_rows, (std::vector<int>{1, 3})) << "masaya, çünkü";
    EXPECT_EQ(playground.moved_rows("concat"), (std::vector<int>{0, 2, 4, 5}));
    const std::optional<TensorReading> concat = playground.session.read("concat");
    for (std::size_t column = 0; column < 8; ++column) {
        EXPECT_EQ(concat->difference[8 + column], 0.0f);
        EXPECT_EQ(concat->difference[24 + column], 0.0f);
    }
}

TEST(MultiHeadLesson, ANumberOnTheBlocksKeepsTheClaimTrue) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"wq","row":5,"col":6,"value":0.3})");
    EXPECT_TRUE(playground.check("blocks").holds);
    EXPECT_EQ(playground.check("blocks").measured, 0.0);
}

TEST(MultiHeadLesson, ExchangingTheHeadsDimensionsKeepsTheClaimTrue) {
    Playground playground("multi-head");
    playground.does(R"({"type":"swap_columns","tensor":"x","a":0,"b":4,"count":4})");
    EXPECT_TRUE(playground.check("blocks").holds);
    EXPECT_FALSE(playground.moved_rows("head0.weights").empty());
}

TEST(MultiHeadLesson, DraggingTheEmbeddingOfItMovesItsRowInBothMapsOfQueries) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":0,"value":0.55,"gesture":1})");
    EXPECT_EQ(playground.moved_rows("q"), std::vector<int>{4});
    EXPECT_NEAR(playground.tensor("head0.weights")(4, 0), 0.517 - 0.154, 0.0015);
    EXPECT_EQ(playground.session.read("x")->difference[32], 0.55f - 1.3f);
}

TEST(MultiHeadLesson, AnAddedOutputProjectionChangesNothingUntilItIsEdited) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_config","name":"output_projection","value":true})");
    EXPECT_EQ(playground.tensor("output"), playground.tensor("concat"));
    playground.does(R"({"type":"set_cell","tensor":"wo","row":0,"col":0,"value":2})");
    EXPECT_NE(playground.tensor("output"), playground.tensor("concat"));
}

// ---- Lesson 1

TEST(AttentionLesson, EveryTensorIsPyTorchsWithAndWithoutTheMask) {
    const rapidjson::Document expected = reference::load("lesson_attention.json");
    Playground playground("attention");
    for (const char* name : {"q", "k", "v"}) {
        expect_close(playground.tensor(name).data, reference::tensor<float>(expected["inputs"][name]).data, name);
    }
    for (const char* name : {"scores", "weights", "output"}) {
        expect_close(playground.tensor(name).data, reference::tensor<float>(expected["unmasked"]["f32"][name]).data, name);
    }
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    for (const char* name : {"weights", "output"}) {
        expect_close(playground.tensor(name).data, reference::tensor<float>(expected["causal"]["f32"][name]).data, name);
    }
}

TEST(AttentionLesson, TheFigureOfTokenZeroOnTokenFour) {
    Playground playground("attention");
    EXPECT_EQ(playground.text("tensor/weights/0/4"), R"({"value":0.2560141,"text":"0.256"})");
    EXPECT_EQ(playground.text("tensor/weights@causal/0/4"), R"({"value":0,"text":"0"})");
    EXPECT_EQ(playground.row("weights", 4), playground.row("weights@causal", 4));
}

TEST(AttentionLesson, UnderTheMaskNoOutputBeforeThePerturbedTokenMoves) {
    Playground playground("attention");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    playground.does(R"({"type":"pin_baseline"})");
    playground.does(R"({"type":"perturb_row","tensor":"q","row":2,"strength":3,"direction":{"seed":1}})");
    EXPECT_EQ(playground.moved_rows("output"), (std::vector<int>{2, 3, 4}));
    playground.does(R"({"type":"set_mask","mask":"none"})");
    EXPECT_EQ(playground.moved_rows("weights").size(), 5u);
}

// ---- Every lesson

bool has_panel(const Lesson& lesson, const std::string& id) {
    for (const PanelRow& row : lesson.screen.rows) {
        for (const Panel& panel : row.panels) {
            if ("panel/" + panel.id == id) return true;
        }
    }
    return false;
}

TEST(EveryLesson, EveryStepAndAnswerIsCarriedOutAndEveryClaimHoldsAsOpened) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        Playground playground(lesson.id);
        for (const CheckResult& check : playground.session.checks()) EXPECT_TRUE(check.holds) << lesson.id << " " << check.id;
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            playground.does(R"({"type":"go_to_step","step":)" + std::to_string(step + 1) + "}");
            for (const std::string& name : lesson.steps[step].spotlight) {
                EXPECT_TRUE(playground.session.read(name) || has_panel(lesson, name)) << lesson.id << " " << name;
            }
            if (!lesson.steps[step].question) continue;
            playground.does(R"({"type":"answer","option":0,"question":")" + lesson.steps[step].question->id + R"("})");
        }
    }
}

TEST(EveryLesson, EveryVariantCanBeRead) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        const Playground playground(lesson.id);
        for (const auto& [name, variant] : lesson.variants) {
            const std::string tensor = playground.session.graph()[0].name + "@" + name;
            EXPECT_TRUE(playground.session.read(tensor)) << tensor;
        }
    }
}

// ---- Readings

TEST(Reading, ADifferenceIsExactlyZeroWhereTheNumberIsTheSame) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":"Infinity"})");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":1,"value":"NaN"})");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":2,"value":-0.0})");
    playground.does(R"({"type":"pin_baseline"})");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":2,"value":0.0})");
    const std::optional<TensorReading> x = playground.session.read("x");
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(x->difference[i], 0.0f) << i;
    EXPECT_TRUE(playground.moved_rows("x").empty());
}

TEST(Reading, AnotherShapeHasNoDifference) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_tokens","tokens":["Kedi","o"]})");
    const std::optional<TensorReading> x = playground.session.read("x");
    EXPECT_TRUE(x->baseline.empty());
    EXPECT_TRUE(x->difference.empty());
    EXPECT_EQ(playground.session.read_baseline("x")->shape, Shape(6, 8));
    EXPECT_EQ(playground.text("difference/x"), "refused: shapes_differ");
    EXPECT_EQ(playground.text("baseline/masked_scores"), "refused: unknown_tensor");
}

TEST(Reading, WhatTheBaselineLacksIsSaid) {
    Playground playground("attention");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    EXPECT_TRUE(playground.session.read("masked_scores")->difference.empty());
    EXPECT_EQ(playground.text("difference/masked_scores"), "refused: not_in_baseline");
    EXPECT_EQ(playground.text("baseline/masked_scores"), "refused: not_in_baseline");
}

TEST(Reading, TheBoundIsTheLooksAndDoesNotMoveWhileEditing) {
    Playground playground("multi-head");
    EXPECT_EQ(playground.session.read("x")->bound, 2.0);
    EXPECT_EQ(playground.session.read("head0.weights")->bound, 1.0);
    const double before = playground.session.read("separate.head0.q")->bound;
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1000})");
    EXPECT_EQ(playground.session.read("separate.head0.q")->bound, before);
    const std::optional<TensorReading> q = playground.session.read("separate.head0.q");
    float largest = 0;
    for (const float value : q->baseline) largest = std::max(largest, std::fabs(value));
    EXPECT_GE(q->bound, largest);
    EXPECT_LT(q->bound, largest * 2.5);
}

TEST(Reading, AVariantsChangeIsMeasuredFromTheDocument) {
    const Playground playground("attention");
    const std::optional<TensorReading> weights = playground.session.read("weights@causal");
    EXPECT_EQ(weights->difference[4], -weights->baseline[4]);
    EXPECT_FALSE(weights->editable);
    EXPECT_FALSE(playground.session.read("weights@nobody"));
}

TEST(Reading, AVariantFollowsTheDocument) {
    Playground playground("attention");
    const Tensor<float> before = playground.tensor("weights@causal");
    playground.does(R"({"type":"set_cell","tensor":"q","row":4,"col":0,"value":3})");
    const std::vector<float> third(before.data.begin() + 15, before.data.begin() + 20);
    EXPECT_EQ(playground.row("weights@causal", 3), third) << "the query of token 4 is nobody else's";
    EXPECT_NE(playground.tensor("weights@causal"), before);
}

TEST(Reading, LabelsAreTheSentencesWordsOrNumbers) {
    const Playground playground("multi-head");
    const TensorReading weights = *playground.session.read("head0.weights"), x = *playground.session.read("x");
    EXPECT_EQ(playground.session.axis_label(weights, 0, 4), "o");
    EXPECT_EQ(playground.session.axis_label(weights, 1, 0), "Kedi");
    EXPECT_EQ(playground.session.axis_label(x, 0, 5), "yorulmuştu");
    EXPECT_EQ(playground.session.axis_label(x, 1, 5), "5");
    EXPECT_EQ(playground.session.cell_label({"x", {0, 4, 0}}), "X[o, 0]");
    EXPECT_EQ(playground.session.cell_label({"wq", {0, 0, 6}}), "Wq[0, 6]");
}

TEST(Edits, SayWhatStoodThereAndWhatStandsThere) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":0,"value":0.55})");
    playground.does(R"({"type":"set_config","name":"output_projection","value":true})");
    playground.does(R"({"type":"set_cell","tensor":"wo","row":0,"col":0,"value":2})");
    playground.does(R"({"type":"set_config","name":"output_projection","value":false})");
    const std::vector<Edit> edits = playground.session.edits();
    ASSERT_EQ(edits.size(), 2u);
    EXPECT_FALSE(edits[0].active);
    EXPECT_EQ(edits[0].cell.tensor, "wo");
    EXPECT_EQ(edits[1].before, 1.3f);
    EXPECT_EQ(edits[1].now, 0.55f);
    EXPECT_TRUE(edits[1].active);
    EXPECT_TRUE(playground.session.is_overridden({"x", {0, 4, 0}}));
    EXPECT_FALSE(playground.session.is_overridden({"x", {0, 4, 1}}));
}

TEST(FirstNotFinite, IsWhereItBeginsAndSaysWhy) {
    Playground playground("multi-head");
    EXPECT_FALSE(playground.session.first_not_finite());
    playground.does(R"({"type":"set_cell","tensor":"x","row":2,"col":1,"value":"NaN"})");
    EXPECT_EQ(playground.session.first_not_finite()->cell, (CellName{"x", {0, 2, 1}}));
    EXPECT_EQ(playground.session.first_not_finite()->reason, "set_by_hand");
    playground.does(R"({"type":"set_cell","tensor":"x","row":2,"col":1,"value":3e38})");
    playground.does(R"({"type":"set_cell","tensor":"wq","row":1,"col":0,"value":3e38})");
    EXPECT_EQ(playground.session.first_not_finite()->cell, (CellName{"q", {0, 1, 0}})) << "masaya has 1.5 there";
    EXPECT_EQ(playground.session.first_not_finite()->reason, "computed");
}

TEST(FirstNotFinite, AMasksMinusInfinityIsNone) {
    Playground playground("attention");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    EXPECT_FALSE(playground.session.first_not_finite());
    playground.does(R"({"type":"set_mask_cell","row":0,"col":0,"visible":false})");
    EXPECT_EQ(playground.session.first_not_finite()->cell.tensor, "weights");
    EXPECT_EQ(playground.session.first_not_finite()->reason, "all_keys_masked");
}

TEST(Explanation, AddsUpToTheCellOfADocumentAndOfAVariant) {
    const Playground playground("attention");
    const std::optional<Explanation> plain = playground.session.explanation({"weights", {0, 0, 4}});
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->value, playground.tensor("weights")(0, 4));
    EXPECT_EQ(plain->lines.back().result, plain->value);
    EXPECT_EQ(playground.session.explanation({"weights@causal", {0, 0, 4}})->value, 0.0f);
    EXPECT_FALSE(playground.session.explanation({"weights", {0, 0, 5}}));
}

TEST(Gradient, IsOfTheSumOfTheOutput) {
    const Playground playground("attention");
    // output = A V and every row of A sums to 1: the sum's gradient by V adds up to one for each cell of the output.
    const std::optional<Tensor<float>> gradient = playground.session.gradient("v");
    ASSERT_TRUE(gradient);
    float sum = 0;
    for (const float value : gradient->data) sum += value;
    EXPECT_NEAR(sum, 40, 1e-4);
    EXPECT_FALSE(playground.session.gradient("wz"));
}

// ---- The sandbox

TEST(Sandbox, MakesTheClaimsThatItsModelAllows) {
    Playground playground("sandbox");
    const auto ids = [&] {
        std::string all;
        for (const CheckResult& check : playground.session.checks()) all += check.id + (check.holds ? " " : "(false) ");
        return all;
    };
    EXPECT_EQ(ids(), "rows causal norm probabilities ");
    playground.does(R"({"type":"set_mask","mask":"none"})");
    EXPECT_EQ(ids(), "rows causal(false) norm probabilities ");
    playground.does(R"({"type":"set_config","name":"norm","value":"none"})");
    EXPECT_EQ(ids(), "rows causal(false) probabilities ");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    playground.does(R"({"type":"set_config","name":"kind","value":"encoder_decoder"})");
    EXPECT_EQ(ids(), "cross_rows decoder_causal probabilities ");
}

// ---- Variants

TEST(Variant, IsKeptWhereAnEditChangesAnotherPart) {
    Playground playground("layer-norm");
    const float* deep = playground.session.read("stack.h.49@post")->value.data();
    const std::vector<float> alone(playground.tensor("small.batch_norm.output@batch2").data);
    playground.does(R"({"type":"set_cell","tensor":"x","row":1,"col":0,"value":7})");
    EXPECT_EQ(playground.session.read("stack.h.49@post")->value.data(), deep);
    EXPECT_NE(playground.tensor("small.batch_norm.output@batch2").data, alone) << "it reads the main part's x";
    playground.does(R"({"type":"set_cell","tensor":"stack.x","row":0,"col":0,"value":7})");
    EXPECT_NE(playground.tensor("stack.h.0@post").data, playground.tensor("stack.h.0").data);
}

TEST(Variant, HasTensorsOfPartsThatItsCommandsLeaveAlone) {
    const Playground playground("layer-norm");
    EXPECT_EQ(playground.tensor("x@batch2").data, playground.tensor("x").data);
    EXPECT_EQ(playground.tensor("stack.h.3@alone").data, playground.tensor("stack.h.3").data);
}

// ---- Every tensor of every lesson

TEST(EveryTensor, CanBeSetByHandAndComparedAndHasAGradientOfTheLoss) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        Playground playground(lesson.id);
        std::vector<std::string> names;
        for (const Node& node : playground.session.graph().nodes()) {
            if (!node.name.empty() && node.kind != Kind::mask && node.kind != Kind::index) names.push_back(node.name);
        }
        for (const std::string& name : names) {
            playground.does(R"({"type":"set_cell","tensor":")" + name + R"(","row":0,"col":0,"value":0.75})");
            const std::optional<TensorReading> set = playground.session.read(name);
            ASSERT_TRUE(set.has_value()) << name;
            EXPECT_EQ(set->value[0], 0.75f) << lesson.id << " " << name;
            ASSERT_EQ(set->baseline.size(), set->value.size()) << lesson.id << " " << name;
            EXPECT_EQ(set->difference[0], 0.75f - set->baseline[0]) << lesson.id << " " << name;
            const std::optional<Tensor<float>> gradient = playground.session.gradient(name);
            ASSERT_TRUE(gradient.has_value()) << lesson.id << " " << name;
            EXPECT_EQ(gradient->shape, set->shape) << lesson.id << " " << name;
            playground.does(R"({"type":"undo"})");
        }
    }
}

// ---- Lessons that come later

Catalogue of(std::initializer_list<const char*> ids) {
    const Catalogue all = testing::all_lessons();
    Catalogue some;
    for (const char* id : ids) some.lessons.push_back(*all.find(id));
    return some;
}

TEST(AddedLessons, JoinTheOthersByTheirNumbersAndLeaveWhatIsOpenAlone) {
    Session session(of({"multi-head"}));
    ASSERT_TRUE(session.dispatch({SetCell{"x", 0, 4, 0, {0.5}}, 0}).ok());
    const std::string before = session.state_json();
    session.add_lessons(of({"gpt", "attention", "multi-head"}));
    EXPECT_EQ(session.state_json(), before);
    EXPECT_EQ(session.edits().size(), 1u);
    std::string ids;
    for (const Lesson& lesson : session.catalogue().lessons) ids += lesson.id + " ";
    EXPECT_EQ(ids, "attention multi-head gpt ");
    ASSERT_TRUE(session.dispatch({OpenLesson{"attention"}, 0}).ok());
    const std::string taken = session.dispatch_json(R"({"type":"load_lesson","json":)" + testing::lesson_text("gpt") + "}");
    EXPECT_NE(taken.find("lesson_id_taken"), std::string::npos) << "it is the site's own: " << taken;
    ASSERT_TRUE(session.dispatch({Undo{}, 0}).ok());
    EXPECT_EQ(session.view().lesson, "multi-head");
    EXPECT_EQ(session.edits().size(), 1u);
}

}  // namespace
}  // namespace dikkat
