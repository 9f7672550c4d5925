#include "core/operations/lookup.h"

#include <gtest/gtest.h>

#include "tests/reference/model.h"

namespace dikkat {
namespace {

using reference::Model;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Tensor<float> list(std::vector<float> numbers) {
    Tensor<float> tensor(Shape(static_cast<int>(numbers.size())));
    tensor.data = std::move(numbers);
    return tensor;
}

Tensor<float> matrix(int rows, int columns, std::vector<float> numbers) {
    Tensor<float> tensor(Shape(rows, columns));
    tensor.data = std::move(numbers);
    return tensor;
}

TEST(Embedding, TakesTheRowsThatTheIndicesName) {
    Model model;
    const NodeId rows =
        embedding(model.graph, model.leaf("ids", list({2, 0, 2})), model.leaf("table", matrix(3, 2, {1, 2, 3, 4, 5, 6})));
    EXPECT_EQ(model.evaluate()[rows], matrix(3, 2, {5, 6, 1, 2, 5, 6}));
}

TEST(Embedding, AddsTheGradientsOfARowThatIsTakenTwice) {
    Model model;
    const NodeId table = model.leaf("table", matrix(3, 1, {1, 2, 3}));
    const NodeId rows = embedding(model.graph, model.leaf("ids", list({2, 0, 2})), table);
    const auto all = gradients(model.graph, model.evaluate(), rows, matrix(3, 1, {10, 20, 30}));
    EXPECT_EQ(all[static_cast<std::size_t>(table)], matrix(3, 1, {20, 0, 40}));
}

TEST(Embedding, OfAnIndexOutsideOfTheTableIsNaNInThatRowAloneAndNamesIt) {
    Model model;
    const NodeId table = model.leaf("table", matrix(2, 1, {1, 2}));
    const NodeId rows = embedding(model.graph, model.leaf("ids", list({1, 2, -1, 0.5f, kNaN, 1e30f, 0})), table);
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_EQ(evaluation[rows](0, 0), 2.0f);
    for (const int row : {1, 2, 3, 4, 5}) EXPECT_TRUE(std::isnan(evaluation[rows](row, 0))) << row;
    EXPECT_EQ(evaluation[rows](6, 0), 1.0f);
    const std::vector<Note> expected{
        {"index_outside", 1}, {"index_outside", 2}, {"index_outside", 3}, {"index_outside", 4}, {"index_outside", 5}};
    EXPECT_EQ(evaluation.notes[static_cast<std::size_t>(rows)], expected);
    const auto all = gradients(model.graph, evaluation, rows, Tensor<float>(Shape(7, 1), 1.0f));
    EXPECT_EQ(all[static_cast<std::size_t>(table)], matrix(2, 1, {1, 1}));
    EXPECT_TRUE(std::isnan(explain(model.graph, evaluation, rows, {0, 2, 0}).lines.back().result));
}

TEST(CrossEntropy, OfEqualLogitsIsTheLogarithmOfTheirNumber) {
    Model model;
    const NodeId loss = cross_entropy(model.graph, model.leaf("logits", Tensor<float>(Shape(3, 4), 100.0f)),
                                      model.leaf("targets", list({0, 3, 1})));
    EXPECT_NEAR(model.evaluate<double>()[loss](0, 0), std::log(4.0), 1e-15);
}

TEST(CrossEntropy, IsTheMeanOverTheRows) {
    Model model;
    const NodeId loss =
        cross_entropy(model.graph, model.leaf("logits", matrix(2, 2, {0, 1, 3, 3})), model.leaf("targets", list({1, 0})));
    EXPECT_NEAR(model.evaluate<double>()[loss](0, 0), (std::log(1 + std::exp(-1.0)) + std::log(2.0)) / 2, 1e-15);
}

TEST(CrossEntropy, OfHugeLogitsNeitherOverflowsNorVanishes) {
    Model model;
    const NodeId loss = cross_entropy(model.graph, model.leaf("logits", matrix(1, 2, {-3e4f, 3e4f})), model.leaf("t", list({0})));
    EXPECT_EQ(model.evaluate()[loss](0, 0), 6e4f);
}

TEST(CrossEntropy, OfATargetOutsideOfTheClassesIsNaNAndNamesTheRow) {
    Model model;
    const NodeId loss = cross_entropy(model.graph, model.leaf("logits", Tensor<float>(Shape(2, 3))), model.leaf("t", list({1, 3})));
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_TRUE(std::isnan(evaluation[loss](0, 0)));
    EXPECT_EQ(evaluation.notes[static_cast<std::size_t>(loss)], (std::vector<Note>{{"index_outside", 1}}));
}

}  // namespace
}  // namespace dikkat
