// What the panels of a sweep say: figures as the lesson prints them, crossings, factors, sentences.
#include "ui/sweep_story.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

SweepLine line_of(std::vector<double> single, std::vector<double> doubled = {}) {
    if (doubled.empty()) doubled = single;
    return {"post-norm", "normalised", "", 1, std::move(single), std::move(doubled)};
}

Sweep two_series() {
    Sweep sweep;
    sweep.series = {{"plain", {"olmadan", "without"}, "gradient", "", {}}, {"residual", {"ile", "with"}, "residual", "", {}}};
    return sweep;
}

TEST(SweepFigure, IsAsTheLessonPrintsIt) {
    EXPECT_EQ(sweep_figure(0.505), "5.05e−01");
    EXPECT_EQ(sweep_figure(448.2), "4.48e+02");
    EXPECT_EQ(sweep_figure(162000), "1.62e+05");
    EXPECT_EQ(sweep_figure(0), "0");
}

TEST(EndFigure, IsShort) {
    EXPECT_EQ(end_figure(448.2), "448");
    EXPECT_EQ(end_figure(1.234e-6), "1.23e−06");
    EXPECT_EQ(end_figure(162000), "1.62e+05");
    EXPECT_EQ(end_figure(22.8), "22.8");
    EXPECT_EQ(end_figure(0), "0");
    EXPECT_EQ(end_figure(std::nan("")), "NaN");
}

TEST(PowerWords, AreThoseOfAScale) {
    EXPECT_EQ(power_words(3), "1e+03");
    EXPECT_EQ(power_words(0), "1");
    EXPECT_EQ(power_words(-6), "1e−06");
    EXPECT_EQ(power_words(-324), "1e−324");
}

TEST(FactorWords, AreFiguresThatCanBeSaid) {
    EXPECT_EQ(factor_words(45813.2), "45\u202f813");
    EXPECT_EQ(factor_words(4.58), "4.6");
    EXPECT_EQ(factor_words(312.4), "312");
    EXPECT_EQ(factor_words(0.2738), "0.274");
    EXPECT_EQ(factor_words(2.43e-6), "2.43e−06");
    EXPECT_EQ(factor_words(3.2e9), "3.20e+09");
    EXPECT_EQ(factor_words(0), "0");
    EXPECT_EQ(factor_words(kInfinity), "∞");
}

TEST(SweepLines, AreOneForEachSeriesOfTheLesson) {
    SweepReading reading;
    reading.depth = 2;
    reading.series.push_back({"plain", {{0.5f, 0.25f}, {3, 2, 1}, {7, 8, 9}}, {{0.5, 0.25}, {3, 2, 1}, {7, 8, 9}}});
    const std::vector<SweepLine> lines = sweep_lines(two_series(), reading, Plotted::input_gradient, Language::en);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].label, "without");
    EXPECT_EQ(lines[0].single_at(2), 0.25);
    EXPECT_EQ(lines[0].single_at(0), std::nullopt);
    EXPECT_EQ(lines[0].single_at(3), std::nullopt);
    EXPECT_TRUE(lines[1].single.empty());  // not begun yet
}

TEST(SweepLines, LeaveASeriesOfNormsOutOfWhatIsPlottedOfGradients) {
    Sweep sweep = two_series();
    sweep.series[0].norms_only = true;
    for (const Plotted what : {Plotted::input_gradient, Plotted::gradient_norms}) {
        const std::vector<SweepLine> lines = sweep_lines(sweep, {}, what, Language::en);
        ASSERT_EQ(lines.size(), 1u);
        EXPECT_EQ(lines[0].label, "with");
        EXPECT_EQ(lines[0].series, 1u);
    }
    EXPECT_EQ(sweep_lines(sweep, {}, Plotted::activation_norms, Language::en).size(), 2u);
}

TEST(SweepLines, BeginAtTheInputWhereTheyAreOfLayers) {
    SweepReading reading;
    reading.series.push_back({"plain", {{0.5f, 0.25f}, {3, 2, 1}, {7, 8, 9}}, {{0.5, 0.25}, {3, 2, 1}, {7, 8, 9}}});
    const SweepLine activations = sweep_lines(two_series(), reading, Plotted::activation_norms, Language::tr)[0];
    EXPECT_EQ(activations.single_at(0), 3);
    EXPECT_EQ(activations.single_at(2), 1);
    EXPECT_EQ(sweep_lines(two_series(), reading, Plotted::gradient_norms, Language::tr)[0].doubled_at(1), 8);
}

TEST(ToldCrossing, SaysFromWhichDepth) {
    const std::optional<ToldCrossing> told = tell_crossing(line_of({1, 0.1, 1e-4}), 1e-3, Language::en);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->depth, 3);
    EXPECT_EQ(told->words, "under 1e−03 from depth 3");
    EXPECT_EQ(tell_crossing(line_of({1, 0.1, 1e-4}), 1e-3, Language::tr)->words, "3. katmandan itibaren 1e−03 altında");
    EXPECT_EQ(tell_crossing(line_of({1, 5000}), 1e3, Language::en)->words, "over 1e+03 from depth 2");
    EXPECT_FALSE(tell_crossing(line_of({1, 2}), 1e-3, Language::en));
}

TEST(DepthInWords, HasEverySeriesInFloatAndInDouble) {
    SweepLine other = line_of({5, 6});
    other.label = "pre-norm";
    EXPECT_EQ(depth_in_words({line_of({3.54, 4}, {3.541, 4.5}), other}, Plotted::input_gradient, 2, Language::en),
              "depth 2; post-norm: float32 4.00, float64 4.50; pre-norm: float32 6.00, float64 6.00");
    EXPECT_EQ(depth_in_words({other}, Plotted::activation_norms, 0, Language::tr), "girdi");
}

TEST(Growth, IsTheLastDepthOverTheFirst) {
    EXPECT_EQ(factor_of({2, 5, 8}, 3), 4);
    EXPECT_EQ(factor_of({2, 5}, 3), std::nullopt);
    EXPECT_EQ(factor_of({}, 0), std::nullopt);
}

TEST(Growth, SaysWhereDoubleDiffers) {
    // PyTorch's own factors over 100 post-norm layers.
    const SweepLine post = line_of({1, 45813}, {1, 45904}), pre = line_of({1, 4.58}, {1, 4.58});
    EXPECT_EQ(precision_in_words({post, pre}, 2, Language::en),
              "In float64 45\u202f904: the last digits of so deep a product are rounding.");
    EXPECT_EQ(precision_in_words({pre}, 2, Language::en), "In float64 4.6 as well.");
    EXPECT_EQ(precision_in_words({post}, 3, Language::en), "");
}

TEST(SeriesInForce, IsTheOneThatTheDocumentIsSetTo) {
    Document document;
    Part stack;
    stack.name = "stack";
    stack.config["mode"] = {ConfigValue::Type::word, 0, false, "post"};
    document.parts = {stack};
    const auto series = [](const char* mode) {
        SweepSeries made;
        made.commands = {{SetConfig{"stack", "mode", {ConfigValue::Type::word, 0, false, mode}}, 0}};
        return made;
    };
    EXPECT_TRUE(in_force(document, series("post")));
    EXPECT_FALSE(in_force(document, series("pre")));
    document.parts.clear();
    EXPECT_FALSE(in_force(document, series("post")));
}

}  // namespace
}  // namespace dikkat
