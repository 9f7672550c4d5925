#include <cmath>

#include "playground.h"

namespace dikkat {
namespace {

using testing::Playground;

double value(const Playground& playground, const std::string& path) { return playground.ask(path)["value"].GetDouble(); }
std::string words(const Playground& playground, const std::string& path) { return playground.ask(path)["text"].GetString(); }

TEST(FigureQuery, CountsParametersWithThousandsApart) {
    const Playground playground("feed-forward");
    EXPECT_EQ(value(playground, "parameters/real_attention"), 4.0 * 512 * 512);
    EXPECT_EQ(words(playground, "parameters/real_attention"), "1\u202f048\u202f576");
    EXPECT_EQ(playground.text("parameters/nothing"), "refused: unknown_part");
}

TEST(FigureQuery, TakesTheNormAndTheSumOfAWholeTensor) {
    Playground playground("layer-norm");
    playground.does(R"({"type":"set_row","tensor":"example.x","row":0,"values":[1,-2,4,2]})");
    EXPECT_EQ(value(playground, "norm/example.x"), 5);
    EXPECT_EQ(words(playground, "norm/example.x"), "5.0000");
    EXPECT_EQ(value(playground, "sum/example.x"), 5);
    EXPECT_EQ(playground.text("norm/nothing"), "refused: unknown_tensor");
}

TEST(FigureQuery, ChangeIsTheLargestDifferenceBetweenARowOfTwoTensors) {
    Playground playground("layer-norm");
    playground.does(R"({"type":"set_config","part":"small","name":"batch","value":1})");
    EXPECT_EQ(value(playground, "change/small.norm.output/norm.output/0"), 0);
    EXPECT_EQ(words(playground, "change/small.norm.output/norm.output/0"), "0");
    EXPECT_EQ(playground.ask("change/small.batch_norm.output/batch_norm.output/0")["value"].GetString(), std::string("NaN"));
}

TEST(FigureQuery, ChangeWantsARowThatBothHaveAndRowsOfOneWidth) {
    const Playground playground("layer-norm");
    EXPECT_EQ(playground.text("change/small.norm.output/norm.output/2"), "refused: unknown_query");
    EXPECT_EQ(playground.text("change/norm.output/norm.mean/0"), "refused: unknown_query");
    EXPECT_EQ(playground.text("change/norm.output/nothing/0"), "refused: unknown_tensor");
    EXPECT_EQ(playground.text("change/norm.output/x/first"), "refused: unknown_query");
}

TEST(FigureQuery, AGradientByDepthIsTheSweepsOwnAndARatioTheirQuotient) {
    const Playground playground("gpt");
    const SweepReading* sweep = playground.session.sweep("depth");
    ASSERT_NE(sweep, nullptr);
    const SeriesReading& post = sweep->series.front();
    ASSERT_EQ(post.id, "post");
    EXPECT_EQ(value(playground, "sweep/depth/post/10/float64"), post.in_double.input_gradient[9]);
    EXPECT_EQ(value(playground, "sweep/depth/post/10"), static_cast<double>(post.in_float.input_gradient[9]));
    EXPECT_EQ(value(playground, "sweep/depth/post/100/1/float64"),
              post.in_double.input_gradient[99] / post.in_double.input_gradient[0]);
}

TEST(FigureQuery, ASweepHasItsOwnSeriesAndDepths) {
    const Playground playground("gpt");
    EXPECT_EQ(playground.text("sweep/nothing/post/1"), "refused: unknown_query");
    EXPECT_EQ(playground.text("sweep/depth/nothing/1"), "refused: unknown_query");
    EXPECT_EQ(playground.text("sweep/depth/post/101"), "refused: unknown_query");
    EXPECT_EQ(playground.text("sweep/depth/post/0"), "refused: unknown_query");
}

}  // namespace
}  // namespace dikkat
