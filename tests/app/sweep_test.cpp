#include "app/sweep.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/slices.h"
#include "tests/app/playground.h"
#include "tests/reference/reference.h"

namespace dikkat {
namespace {

using testing::Playground;

const SeriesReading& series(const SweepReading& sweep, const std::string& id) {
    for (const SeriesReading& each : sweep.series) {
        if (each.id == id) return each;
    }
    CHECK(false, id.c_str());
}

const SweepReading& depth_of(const Playground& playground) {
    const SweepReading* sweep = playground.session.sweep("depth");
    CHECK(sweep && !sweep->error, "the lesson has no sweep");
    return *sweep;
}

// How far a float run may be from PyTorch's: the deeper the product, the more the order of its sums shows.
double float_bound(int depth) { return depth <= 20 ? 1e-4 : depth <= 50 ? 1e-3 : 2e-2; }

void expect_relative(double found, double expected, double bound, const std::string& what) {
    EXPECT_NEAR(found, expected, bound * std::max(1e-300, std::fabs(expected))) << what;
}

void expect_gradients(const SweepReading& sweep, const reference::Json& by_depth, bool in_double) {
    for (const auto& depth : by_depth.GetObject()) {
        const int d = std::stoi(depth.name.GetString());
        const std::size_t index = static_cast<std::size_t>(d - 1);
        for (const auto& mode : depth.value.GetObject()) {
            const std::string id = mode.name.GetString();
            const SeriesReading& run = series(sweep, id);
            const double found =
                in_double ? run.in_double.input_gradient[index] : static_cast<double>(run.in_float.input_gradient[index]);
            expect_relative(found, reference::number(mode.value), in_double ? 1e-6 : float_bound(d), id + " " + std::to_string(d));
        }
    }
}

void expect_profile(const SeriesReading& run, const reference::Json& profile) {
    const auto activations = reference::field(profile, "activation_norms").GetArray();
    const auto gradients = reference::field(profile, "gradient_norms").GetArray();
    for (rapidjson::SizeType i = 0; i < activations.Size(); ++i) {
        expect_relative(run.in_double.activation_norms[i], activations[i].GetDouble(), 1e-6, run.id + " h " + std::to_string(i));
        if (gradients.Size() == run.in_double.gradient_norms.size()) {
            expect_relative(run.in_double.gradient_norms[i], gradients[i].GetDouble(), 1e-6, run.id + " dh " + std::to_string(i));
        }
    }
}

TEST(Sweep, OfTheLayerNormLessonIsPyTorchsWithAndWithoutResidual) {
    const Playground playground("layer-norm");
    const rapidjson::Document expected = reference::load("lesson_layer_norm.json");
    expect_gradients(depth_of(playground), expected["residual_depth"]["f32"], false);
    expect_gradients(depth_of(playground), expected["residual_depth"]["f64"], true);
    for (const char* mode : {"plain", "residual"}) expect_profile(series(depth_of(playground), mode), expected["profile_50"][mode]);
}

TEST(Sweep, OfTheGptLessonIsPyTorchsForPostAndPreNorm) {
    const Playground playground("gpt");
    const rapidjson::Document expected = reference::load("lesson_gpt.json");
    expect_gradients(depth_of(playground), expected["gradient"]["f32"], false);
    expect_gradients(depth_of(playground), expected["gradient"]["f64"], true);
    for (const char* mode : {"post", "pre"}) expect_profile(series(depth_of(playground), mode), expected["profile_100"][mode]);
}

TEST(Sweep, FollowsTheStdAsPyTorchDoes) {
    Playground playground("gpt");
    const rapidjson::Document expected = reference::load("lesson_gpt.json");
    for (const auto& std : expected["std_sweep"].GetObject()) {
        playground.does(std::string(R"({"type":"set_config","part":"stack","name":"std","value":)") + std.name.GetString() + "}");
        const SweepReading& sweep = depth_of(playground);
        for (const auto& depth : std.value.GetObject()) {
            const std::size_t index = static_cast<std::size_t>(std::stoi(depth.name.GetString()) - 1);
            for (const char* mode : {"post", "pre"}) {
                expect_relative(series(sweep, mode).in_double.input_gradient[index], depth.value[mode].GetDouble(), 1e-6, mode);
            }
        }
    }
}

TEST(Sweep, IsOfTheLayersAndOfNothingElse) {
    Playground playground("layer-norm");
    const SweepReading* before = playground.session.sweep("depth");
    const float* data = before->series[0].in_float.input_gradient.data();
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":7})");
    EXPECT_EQ(playground.session.sweep("depth")->series[0].in_float.input_gradient.data(), data);
    const float first = data[0];
    playground.does(R"({"type":"set_cell","tensor":"stack.x","row":0,"col":0,"value":7})");
    EXPECT_NE(playground.session.sweep("depth")->series[0].in_float.input_gradient[0], first);
}

TEST(Sweep, AnActivationSetByHandPassesNoGradient) {
    Playground playground("layer-norm");
    for (int column = 0; column < 16; ++column) {
        playground.does(R"({"type":"set_cell","tensor":"stack.h.2","row":0,"col":)" + std::to_string(column) + R"(,"value":0.1})");
    }
    const SeriesReading& plain = series(depth_of(playground), "plain");
    EXPECT_NE(plain.in_float.input_gradient[1], 0);
    EXPECT_EQ(plain.in_float.input_gradient[2], 0);
    EXPECT_EQ(plain.in_float.input_gradient[99], 0);
}

TEST(Sweep, SaysWhyThereIsNone) {
    const Playground playground("multi-head");
    EXPECT_EQ(playground.session.sweep("depth"), nullptr);
}

// ---- In slices

bool never() { return false; }

TEST(Slices, AreNotMoreThanOneDepthOfASweep) {
    Playground playground("layer-norm");
    playground.session.in_slices(true);
    const SweepReading* sweep = playground.session.sweep("depth");
    EXPECT_FALSE(sweep->done);
    EXPECT_TRUE(playground.session.working());
    std::size_t most = 0;
    int slices = 0;
    for (bool more = true; more; ++slices) {
        const auto depths = [&] {
            std::size_t count = 0;
            for (const SeriesReading& each : playground.session.sweep("depth")->series)
                count += each.in_float.input_gradient.size();
            return count;
        };
        const std::size_t before = depths();
        more = playground.session.advance(never);
        most = std::max(most, depths() - before);
    }
    EXPECT_EQ(most, 1u);
    EXPECT_GE(slices, 200);
    EXPECT_TRUE(playground.session.sweep("depth")->done);
}

TEST(Slices, TheLastWholeSweepStaysUntilTheNextIsWhole) {
    Playground playground("layer-norm");
    playground.session.in_slices(true);
    playground.session.sweep("depth");
    while (playground.session.advance(never)) {
    }
    const std::vector<float> before = playground.session.sweep("depth")->series[0].in_float.input_gradient;
    const std::uint64_t revision = playground.session.revision();
    playground.does(R"({"type":"set_config","part":"stack","name":"std","value":0.4})");
    playground.session.advance(never);
    EXPECT_FALSE(playground.session.sweep("depth")->done);
    EXPECT_EQ(playground.session.sweep("depth")->series[0].in_float.input_gradient, before);
    while (playground.session.advance(never)) {
    }
    EXPECT_TRUE(playground.session.sweep("depth")->done);
    EXPECT_NE(playground.session.sweep("depth")->series[0].in_float.input_gradient, before);
    EXPECT_GT(playground.session.revision(), revision + 1) << "a view has to draw what is whole now";
}

TEST(Slices, AnEditBeginsTheSweepAnew) {
    Playground sliced("layer-norm"), whole("layer-norm");
    sliced.session.in_slices(true);
    sliced.session.sweep("depth");
    for (int i = 0; i < 30; ++i) sliced.session.advance(never);
    const std::string other = R"({"type":"set_config","part":"stack","name":"std","value":0.4})";
    sliced.does(other), whole.does(other);
    while (sliced.session.advance(never)) {
    }
    EXPECT_EQ(sliced.session.sweep("depth")->series[1].in_double.input_gradient,
              whole.session.sweep("depth")->series[1].in_double.input_gradient);
}

// A model that takes long: 200 tokens of a small GPT.
std::string long_sentence() {
    std::string tokens;
    for (int i = 0; i < 200; ++i) tokens += (i > 0 ? R"(,"w)" : R"("w)") + std::to_string(i % 50) + '"';
    return R"({"type":"set_tokens","tokens":[)" + tokens + "]}";
}

void make_wide(Playground& playground) {
    playground.does(R"({"type":"set_config","name":"d","value":128})");
    playground.does(R"({"type":"set_config","name":"heads","value":4})");
}

TEST(Slices, ALongEvaluationIsShownOnceItIsWhole) {
    Playground sliced("sandbox"), whole("sandbox");
    make_wide(sliced), make_wide(whole);
    sliced.session.in_slices(true);
    sliced.does(long_sentence()), whole.does(long_sentence());
    ASSERT_TRUE(sliced.session.working());
    EXPECT_EQ(sliced.session.document().tokens.size(), 6u) << "what is shown is whole and belongs together";
    EXPECT_EQ(sliced.tensor("logits").shape.rows(), 6);
    int slices = 1;
    for (; sliced.session.advance(never); ++slices) EXPECT_LE(sliced.session.progress(), 1);
    EXPECT_GE(slices, sliced.session.graph().size() / kNodesOfASlice);
    EXPECT_EQ(sliced.session.document().tokens.size(), 200u);
    EXPECT_EQ(sliced.tensor("logits").data, whole.tensor("logits").data);
}

TEST(Slices, TheNextEditTakesThePlaceOfALongEvaluation) {
    Playground sliced("sandbox"), whole("sandbox");
    make_wide(sliced), make_wide(whole);
    sliced.session.in_slices(true);
    const std::string edit = R"({"type":"set_cell","tensor":"position_embedding","row":150,"col":3,"value":2})";
    sliced.does(long_sentence()), whole.does(long_sentence());
    sliced.session.advance(never);
    sliced.does(edit), whole.does(edit);
    while (sliced.session.advance(never)) {
    }
    EXPECT_EQ(sliced.tensor("logits").data, whole.tensor("logits").data);
    sliced.does(R"({"type":"undo"})");
    while (sliced.session.advance(never)) {
    }
    EXPECT_FALSE(sliced.session.is_overridden({"position_embedding", {0, 150, 3}}));
    EXPECT_EQ(sliced.session.document().tokens.size(), 200u);
}

TEST(Slices, AnErrorLeavesALongEvaluationGoingOn) {
    Playground sliced("sandbox");
    make_wide(sliced);
    sliced.session.in_slices(true);
    sliced.does(long_sentence());
    EXPECT_NE(sliced.session.dispatch_json(R"({"type":"set_config","name":"d","value":7})"), R"({"ok":true})");
    EXPECT_TRUE(sliced.session.working());
    while (sliced.session.advance(never)) {
    }
    EXPECT_EQ(sliced.session.document().tokens.size(), 200u);
}

}  // namespace
}  // namespace dikkat
