// Normalisation by the numbers: its statistics, its two axes, what is NaN by rule.
#include "core/operations/norm.h"

#include <gtest/gtest.h>

#include "core/operations/reduce.h"
#include "tests/reference/model.h"

namespace dikkat {
namespace {

using reference::Model;
using reference::random_tensor;

Tensor<float> matrix(int rows, int columns, std::vector<float> numbers) {
    Tensor<float> tensor(Shape(rows, columns));
    tensor.data = std::move(numbers);
    return tensor;
}

struct Statistics {
    NodeId x, mean, deviation;
};

Statistics by_rows(Model& model, Tensor<float> numbers) {
    const NodeId x = model.leaf("x", std::move(numbers)), mean = row_mean(model.graph, x);
    return {x, mean, row_deviation(model.graph, x, mean)};
}

Statistics by_columns(Model& model, Tensor<float> numbers) {
    const NodeId x = model.leaf("x", std::move(numbers)), mean = column_mean(model.graph, x);
    return {x, mean, column_deviation(model.graph, x, mean)};
}

NodeId normalised(Model& model, const Statistics& of, bool rows, float gamma = 1, float beta = 0, double epsilon = 1e-5) {
    const Shape of_columns(model.graph[of.x].shape.columns());
    const NodeId g = model.leaf("gamma", Tensor<float>(of_columns, gamma)), b = model.leaf("beta", Tensor<float>(of_columns, beta));
    return rows ? normalise_rows(model.graph, of.x, of.mean, of.deviation, g, b, epsilon)
                : normalise_columns(model.graph, of.x, of.mean, of.deviation, g, b, epsilon);
}

TEST(RowStatistics, AreTheMeanAndTheRootOfThePopulationVariance) {
    Model model;
    const Statistics of = by_rows(model, matrix(2, 4, {2, 4, 4, 6, -1, -1, 1, 1}));
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_EQ(evaluation[of.mean], matrix(2, 1, {4, 0}));
    EXPECT_EQ(evaluation[of.deviation], matrix(2, 1, {std::sqrt(2.0f), 1}));
}

TEST(ColumnStatistics, RunOverTheBatch) {
    Model model;
    const Statistics of = by_columns(model, matrix(4, 2, {2, -1, 4, -1, 4, 1, 6, 1}));
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_EQ(evaluation[of.mean], matrix(1, 2, {4, 0}));
    EXPECT_EQ(evaluation[of.deviation], matrix(1, 2, {std::sqrt(2.0f), 1}));
}

TEST(RowStatistics, OfNumbersFarFromZeroAreNotLost) {  // E[x^2] - E[x]^2 would give 0 here
    Model model;
    const Statistics of = by_rows(model, matrix(1, 2, {8388609, 8388611}));
    EXPECT_EQ(model.evaluate()[of.deviation], matrix(1, 1, {1}));
}

TEST(NormaliseRows, GivesMeanZeroAndDeviationOneThenGammaAndBeta) {
    Model model;
    const Statistics of = by_rows(model, matrix(2, 2, {3, 5, -10, 10}));
    const NodeId output = normalised(model, of, true, 2, 0.5f, 0);
    EXPECT_EQ(model.evaluate()[output], matrix(2, 2, {-1.5f, 2.5f, -1.5f, 2.5f}));
}

TEST(NormaliseRows, AddsEpsilonUnderTheRoot) {
    Model model;
    const Statistics of = by_rows(model, matrix(1, 2, {-3, 3}));
    const NodeId output = normalised(model, of, true, 1, 0, 16);
    EXPECT_EQ(model.evaluate()[output], matrix(1, 2, {-0.6f, 0.6f}));
}

TEST(NormaliseColumns, OfABatchOfTwoIsPlusAndMinusOneWhateverTheNumbers) {
    Model model;
    const Statistics of = by_columns(model, matrix(2, 2, {3, 100, 5, -7}));
    const NodeId output = normalised(model, of, false, 1, 0, 0);
    EXPECT_EQ(model.evaluate()[output], matrix(2, 2, {-1, 1, 1, -1}));
}

TEST(NormaliseColumns, OfABatchOfOneIsNaNAndSaysWhy) {
    Model model;
    const Statistics of = by_columns(model, matrix(1, 3, {3, 100, 5}));
    const NodeId output = normalised(model, of, false);
    const Evaluation<float> evaluation = model.evaluate();
    for (const float value : evaluation[output].data) EXPECT_TRUE(std::isnan(value));
    EXPECT_EQ(evaluation.notes[static_cast<std::size_t>(output)], (std::vector<Note>{{"batch_of_one", -1}}));
    EXPECT_EQ(evaluation[of.deviation], matrix(1, 3, {0, 0, 0}));
}

TEST(NormaliseRows, OfOneRowIsOrdinary) {
    Model model;
    const Statistics of = by_rows(model, matrix(1, 2, {3, 5}));
    const NodeId output = normalised(model, of, true, 1, 0, 0);
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_EQ(evaluation[output], matrix(1, 2, {-1, 1}));
    EXPECT_TRUE(evaluation.notes[static_cast<std::size_t>(output)].empty());
}

// The gradient through x, mean and deviation together is that of the whole formula.
TEST(NormaliseRows, HasTheGradientOfTheWholeFormula) {
    Model model;
    const Statistics of = by_rows(model, random_tensor(Shape(3, 5), 1));
    const NodeId output = normalised(model, of, true, 1.5f, 0.25f, 0.125);
    const Tensor<float> drawn = random_tensor(Shape(3, 5), 2);
    Tensor<double> direction(drawn.shape);
    direction.data.assign(drawn.data.begin(), drawn.data.end());
    const Evaluation<double> evaluation = model.evaluate<double>();
    const Tensor<double> d_x = gradients(model.graph, evaluation, output, direction)[static_cast<std::size_t>(of.x)];
    for (int row = 0; row < 3; ++row) {
        // Ba, Kiros, Hinton (2016): with y the normalised row and g = gamma * direction, (g - mean(g) - y mean(g y)) / root.
        const double root = std::sqrt(evaluation[of.deviation](row, 0) * evaluation[of.deviation](row, 0) + 0.125);
        double mean_g = 0, mean_gy = 0;
        const auto g = [&](int j) { return 1.5 * direction(row, j); };
        const auto y = [&](int j) { return (evaluation[of.x](row, j) - evaluation[of.mean](row, 0)) / root; };
        for (int j = 0; j < 5; ++j) {
            mean_g += g(j) / 5;
            mean_gy += g(j) * y(j) / 5;
        }
        for (int j = 0; j < 5; ++j) EXPECT_NEAR(d_x(row, j), (g(j) - mean_g - y(j) * mean_gy) / root, 1e-14);
    }
}

TEST(NormaliseRows, OfAConstantRowIsBetaAndHasAFiniteGradient) {
    Model model;
    const Statistics of = by_rows(model, matrix(1, 4, {7, 7, 7, 7}));
    const NodeId output = normalised(model, of, true, 1, 0.25f);
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_EQ(evaluation[output], Tensor<float>(Shape(1, 4), 0.25f));
    const auto all = gradients(model.graph, evaluation, output, matrix(1, 4, {1, 0, 0, 0}));
    for (const float slope : all[static_cast<std::size_t>(of.x)].data) EXPECT_TRUE(std::isfinite(slope));
}

TEST(RowDeviation, OfAConstantRowHasNoGradient) {
    Model model;
    const Statistics of = by_rows(model, matrix(2, 2, {7, 7, 1, 3}));
    const auto all = gradients(model.graph, model.evaluate(), of.deviation, matrix(2, 1, {1, 1}));
    EXPECT_EQ(all[static_cast<std::size_t>(of.x)], matrix(2, 2, {0, 0, -0.5f, 0.5f}));
}

TEST(Normalise, FollowsAMeanSetByHand) {
    Model model;
    const Statistics of = by_rows(model, matrix(1, 2, {3, 5}));
    const NodeId output = normalised(model, of, true, 1, 0, 0);
    const Evaluation<float> evaluation = model.evaluate({{of.mean, {{{0, 0, 0}, 3.0f}}}});
    EXPECT_EQ(evaluation[of.deviation](0, 0), std::sqrt(2.0f));
    EXPECT_EQ(evaluation[output](0, 0), 0.0f);
}

TEST(Normalise, IsExplainedFromItsMeanToItsShift) {
    Model model;
    const Statistics of = by_rows(model, matrix(1, 2, {3, 5}));
    model.graph.name(of.mean, "mean", {}, Kind::statistic);
    model.graph.name(of.deviation, "std", {}, Kind::statistic);
    const NodeId output = normalised(model, of, true, 2, 0.5f, 0);
    const Explanation explanation = explain(model.graph, model.evaluate(), output, {0, 0, 1});
    std::vector<std::pair<std::string, float>> lines;
    for (const ExplanationLine& line : explanation.lines) lines.push_back({line.label, line.result});
    EXPECT_EQ(
        lines,
        (std::vector<std::pair<std::string, float>>{
            {"mean", 4}, {"variance", 1}, {"deviation", 1}, {"centred", 1}, {"normalised", 1}, {"scaled", 2}, {"shifted", 2.5f}}));
}

TEST(DivideRows, AddsEpsilonToTheDivisor) {
    Model model;
    const NodeId x = model.leaf("x", matrix(2, 2, {1, 2, 3, 4})), by = model.leaf("by", matrix(2, 1, {0.5f, 1.5f}));
    const NodeId output = divide_rows(model.graph, x, by, 0.5);
    EXPECT_EQ(model.evaluate()[output], matrix(2, 2, {1, 2, 1.5f, 2}));
}

TEST(CentreRows, TakesTheMeanFromEveryRow) {
    Model model;
    const NodeId x = model.leaf("x", matrix(2, 2, {1, 2, 3, 5}));
    const NodeId output = centre_rows(model.graph, x, row_mean(model.graph, x));
    EXPECT_EQ(model.evaluate()[output], matrix(2, 2, {-0.5f, 0.5f, -1, 1}));
}

TEST(Norm, IsTheLengthAndOfZerosHasNoGradient) {
    Model model;
    const NodeId x = model.leaf("x", matrix(2, 2, {2, 4, 5, 6})), zero = model.leaf("zero", matrix(1, 2, {0, 0}));
    const NodeId length = norm(model.graph, x), nothing = norm(model.graph, zero);
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_EQ(evaluation[length](0, 0), 9.0f);
    const auto all = gradients(model.graph, evaluation, nothing, matrix(1, 1, {1}));
    EXPECT_EQ(all[static_cast<std::size_t>(zero)], matrix(1, 2, {0, 0}));
}

}  // namespace
}  // namespace dikkat
