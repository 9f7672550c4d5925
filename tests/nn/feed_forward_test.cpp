// The feed-forward lesson: draws of one generator, PyTorch's numbers, and what one replaced token reaches.
#include "nn/feed_forward.h"

#include <gtest/gtest.h>

#include "nn/attention.h"
#include "nn/limits.h"
#include "tests/reference/model.h"
#include "tests/reference/reference.h"

namespace dikkat {
namespace {

using reference::field;

Tensor<float> transposed(const std::vector<float>& weight, int inputs, int outputs) {
    Tensor<float> ours(Shape(inputs, outputs));
    for (int i = 0; i < inputs; ++i) {
        for (int j = 0; j < outputs; ++j) ours(i, j) = weight[static_cast<std::size_t>(j * inputs + i)];
    }
    return ours;
}

// Seed 0: Linear(8, 32), Linear(32, 8), X, Wq, Wk, Wv (x 0.5), and the new token 0 (x 5).
struct Lesson : reference::Model {
    rapidjson::Document file = reference::load("lesson_feed_forward.json");
    Tensor<float> moved_row{Shape(1, 8)};
    FeedForwardWeights weights;
    NodeId x, output, by_row, attention_output;

    Lesson() {
        Generator generator(0);
        weights = add_feed_forward_weights({graph, "feed_forward.", ""}, 8, 32, true);
        const auto fill = [&](const LinearWeights& linear, int inputs, int outputs) {
            const Generator::Linear drawn = generator.linear(inputs, outputs);
            leaves[linear.w] = transposed(drawn.weight, inputs, outputs);
            leaves[linear.b] = Tensor<float>(Shape(outputs));
            leaves[linear.b].data = drawn.bias;
        };
        fill(weights.first, 8, 32);
        fill(weights.second, 32, 8);
        const auto draw = [&](const Shape& shape, float factor) {
            Tensor<float> tensor(shape);
            tensor.data = generator.normal(static_cast<int>(shape.size()));
            for (float& number : tensor.data) number *= factor;
            return tensor;
        };
        x = leaf("x", draw(Shape(5, 8), 1));
        const NodeId wq = leaf("wq", draw(Shape(8, 8), 0.5f)), wk = leaf("wk", draw(Shape(8, 8), 0.5f)),
                     wv = leaf("wv", draw(Shape(8, 8), 0.5f));
        moved_row = draw(Shape(1, 8), 5);

        output = feed_forward({graph, "feed_forward.", ""}, x, weights, Activation::gelu, Axis::token);
        by_row = feed_forward_by_row(graph, x, weights, Activation::gelu);
        attention_output =
            attention(graph, linear(graph, x, {wq}), linear(graph, x, {wk}), linear(graph, x, {wv}), kNoNode, true, "").output;
    }

    Evaluation<float> moved() const {
        Model other = *this;
        for (int column = 0; column < 8; ++column) other.leaves[x](0, column) = moved_row(0, column);
        return other.evaluate();
    }
    Tensor<float> expected(const char* name) const { return reference::tensor<float>(field(file, name)); }
};

double change_of_row(const Tensor<float>& a, const Tensor<float>& b, int row) {
    return reference::distance(reference::row_of(a, row), reference::row_of(b, row));
}

TEST(FeedForward, EqualsPyTorchsStepByStep) {
    const Lesson lesson;
    const Evaluation<float> evaluation = lesson.evaluate();
    EXPECT_EQ(evaluation[lesson.x], lesson.expected("x"));
    EXPECT_LE(reference::distance(evaluation[lesson.graph.find("feed_forward.hidden")], lesson.expected("hidden")), 2e-6);
    EXPECT_LE(reference::distance(evaluation[lesson.graph.find("feed_forward.activated")], lesson.expected("activated")), 2e-6);
    EXPECT_LE(reference::distance(evaluation[lesson.output], lesson.expected("ffn")), 2e-6);
    EXPECT_LE(reference::distance(lesson.moved()[lesson.output], lesson.expected("ffn_moved")), 2e-5);
}

TEST(FeedForward, OfAllTokensAtOnceIsThatOfEachAloneBitForBit) {
    const Lesson lesson;
    const Evaluation<float> evaluation = lesson.evaluate();
    EXPECT_EQ(evaluation[lesson.output], evaluation[lesson.by_row]);
}

TEST(FeedForward, LeavesEveryOtherTokenAsItWasWhereAttentionMovesThemAll) {
    const Lesson lesson;
    const Evaluation<float> before = lesson.evaluate(), after = lesson.moved();
    const double attention_moves[] = {16.5948, 3.0138, 12.3983, 12.4502, 4.4883};
    for (int row = 0; row < 5; ++row) {
        EXPECT_NEAR(change_of_row(before[lesson.attention_output], after[lesson.attention_output], row), attention_moves[row],
                    5e-5);
    }
    EXPECT_NEAR(change_of_row(before[lesson.output], after[lesson.output], 0), 2.5544, 5e-5);
    for (int row = 1; row < 5; ++row) EXPECT_EQ(change_of_row(before[lesson.output], after[lesson.output], row), 0) << row;
}

TEST(FeedForward, HasTwiceTheParametersOfAttentionAtTheSizeOfThePaper) {
    Graph graph;
    add_feed_forward_weights({graph, "feed_forward.", ""}, 512, 2048, true);
    const NodeId first = graph.size();
    add_attention_weights({graph, "attention.", ""}, 512, false, true);
    EXPECT_EQ(work_of(graph, 0).parameters - work_of(graph, first).parameters, 2'099'712u);
    EXPECT_EQ(work_of(graph, first).parameters, 1'048'576u);
}

}  // namespace
}  // namespace dikkat
