// What "show my sum" says of the lessons' cells: in named numbers, and adding up to the cell.
#include <gtest/gtest.h>

#include "core/arithmetic.h"
#include "core/explain.h"
#include "tests/nn/lessons.h"

namespace dikkat {
namespace {

using reference::AttentionLesson;
using reference::Model;
using reference::MultiHeadLesson;

float sum_of(const std::vector<float>& terms) {
    float sum = 0;
    for (const float term : terms) sum += term;
    return sum;
}

// Every line follows from its own operands, every operand is what its tensor shows.
void expect_line_holds(const Model& model, const Evaluation<float>& evaluation, const ExplanationLine& line) {
    for (const Operand& operand : line.operands) {
        if (operand.node == kNoNode) continue;
        EXPECT_FALSE(model.graph[operand.node].name.empty());
        EXPECT_TRUE(same_number(operand.value, evaluation[operand.node].at(operand.cell)));
    }
    const auto operand = [&](std::size_t i) { return line.operands[i].value; };
    if (line.operation == "multiply") {
        ASSERT_EQ(line.operands.size(), 2 * line.terms.size());
        for (std::size_t i = 0; i < line.terms.size(); ++i)
            EXPECT_TRUE(same_number(line.terms[i], operand(2 * i) * operand(2 * i + 1)));
        EXPECT_TRUE(same_number(line.result, sum_of(line.terms)));
    } else if (line.operation == "scale") {
        EXPECT_TRUE(same_number(line.result, operand(0) * operand(1)));
    } else if (line.operation == "exponential") {
        EXPECT_EQ(line.terms.size(), line.operands.size());
    } else if (line.operation == "sum") {
        std::vector<float> terms;
        for (const Operand& each : line.operands) terms.push_back(each.value);
        EXPECT_TRUE(same_number(line.result, sum_of(terms)));
    } else if (line.operation == "quotient") {
        EXPECT_TRUE(same_number(line.result, operand(0) / operand(1)));
    } else if (line.operation == "mask") {
        EXPECT_TRUE(same_number(line.result, operand(1) == 0 ? -std::numeric_limits<float>::infinity() : operand(0)));
    } else if (line.operation == "copy") {
        EXPECT_TRUE(same_number(line.result, operand(0)));
    }
}

void expect_every_cell_adds_up(const Model& model, const CellValues& overrides = {}) {
    const Evaluation<float> evaluation = model.evaluate(overrides);
    for (NodeId node = 0; node < model.graph.size(); ++node) {
        if (model.graph[node].name.empty()) continue;
        SCOPED_TRACE(model.graph[node].name);
        const Shape shape = model.graph[node].shape;
        for (int row = 0; row < shape.rows(); ++row) {
            for (int column = 0; column < shape.columns(); ++column) {
                const Cell cell{0, row, column};
                const Explanation explanation = explain(model.graph, evaluation, node, cell);
                ASSERT_FALSE(explanation.lines.empty());
                EXPECT_TRUE(same_number(explanation.lines.back().result, evaluation[node].at(cell)));
                EXPECT_TRUE(same_number(explanation.value, evaluation[node].at(cell)));
                for (const ExplanationLine& line : explanation.lines) expect_line_holds(model, evaluation, line);
            }
        }
    }
}

TEST(Explanation, OfEveryCellOfBothLessonsAddsUpToTheCell) {
    const Tensor<float> of_five = reference::causal_mask(5), of_six = reference::causal_mask(6);
    expect_every_cell_adds_up(AttentionLesson());
    expect_every_cell_adds_up(AttentionLesson(&of_five));
    expect_every_cell_adds_up(AttentionLesson(nullptr, false));
    expect_every_cell_adds_up(MultiHeadLesson());
    expect_every_cell_adds_up(MultiHeadLesson({.heads = 4, .output_projection = true}, &of_six));
}

TEST(Explanation, AddsUpWhereCellsAreSetByHandOrAreNotNumbers) {
    const MultiHeadLesson lesson;
    expect_every_cell_adds_up(lesson, {{lesson["q"], {{{0, 4, 1}, 2.5f}}},
                                       {lesson["head0.scores"], {{{0, 4, 0}, std::numeric_limits<float>::infinity()}}},
                                       {lesson["head1.weights"], {{{0, 0, 0}, std::numeric_limits<float>::quiet_NaN()}}}});
    const Tensor<float> nothing(Shape(5, 5));
    expect_every_cell_adds_up(AttentionLesson(&nothing));
}

TEST(Explanation, OfAScoreNamesTheRowsOfQAndKThatTheHeadSees) {
    const MultiHeadLesson lesson;
    const Evaluation<float> evaluation = lesson.evaluate();
    for (const int head : {0, 1}) {
        const Explanation explanation =
            explain(lesson.graph, evaluation, lesson[head == 0 ? "head0.scores" : "head1.scores"], {0, 4, 0});
        ASSERT_EQ(explanation.lines.size(), 2u);
        const ExplanationLine& products = explanation.lines[0];
        EXPECT_EQ(products.label, "products");
        ASSERT_EQ(products.operands.size(), 8u);
        for (int k = 0; k < 4; ++k) {
            const Operand& left = products.operands[static_cast<std::size_t>(2 * k)];
            const Operand& right = products.operands[static_cast<std::size_t>(2 * k + 1)];
            EXPECT_EQ(left.node, lesson["q"]);
            EXPECT_EQ(left.cell, (Cell{0, 4, 4 * head + k}));
            EXPECT_EQ(right.node, lesson["k"]);
            EXPECT_EQ(right.cell, (Cell{0, 0, 4 * head + k}));
        }
        const ExplanationLine& scaled = explanation.lines[1];
        EXPECT_EQ(scaled.label, "scaled");
        EXPECT_EQ(scaled.operands[0].value, products.result);
        EXPECT_EQ(scaled.operands[1].value, 0.5f);  // 1 / sqrt(4)
    }
}

TEST(Explanation, OfTheScoreOfOAndKediHasTheLessonsFigures) {
    const MultiHeadLesson lesson;
    const Explanation explanation = explain(lesson.graph, lesson.evaluate(), lesson["head0.scores"], {0, 4, 0});
    EXPECT_NEAR(explanation.lines[0].result, 6.4917, 0.00005);
    EXPECT_NEAR(explanation.value, 3.2458, 0.00005);
}

TEST(Explanation, OfASeparateHeadsQueryReachesThroughTheSlices) {
    const MultiHeadLesson lesson;
    const Explanation explanation = explain(lesson.graph, lesson.evaluate(), lesson["separate.head1.q"], {0, 2, 3});
    ASSERT_EQ(explanation.lines.size(), 1u);
    for (int k = 0; k < 4; ++k) {
        EXPECT_EQ(explanation.lines[0].operands[static_cast<std::size_t>(2 * k)].node, lesson.x);
        EXPECT_EQ(explanation.lines[0].operands[static_cast<std::size_t>(2 * k)].cell, (Cell{0, 2, 4 + k}));
        EXPECT_EQ(explanation.lines[0].operands[static_cast<std::size_t>(2 * k + 1)].node, lesson.wq);
        EXPECT_EQ(explanation.lines[0].operands[static_cast<std::size_t>(2 * k + 1)].cell, (Cell{0, 4 + k, 7}));
    }
}

TEST(Explanation, OfAWeightGoesFromTheLargestScoreToTheQuotient) {
    const MultiHeadLesson lesson;
    const Evaluation<float> evaluation = lesson.evaluate();
    const Explanation explanation = explain(lesson.graph, evaluation, lesson["head0.weights"], {0, 4, 0});
    ASSERT_EQ(explanation.lines.size(), 4u);
    const float maximum = evaluation[lesson["head0.scores"]](4, 0);
    EXPECT_EQ(explanation.lines[0].operation, "maximum");
    EXPECT_EQ(explanation.lines[0].result, maximum);
    EXPECT_EQ(explanation.lines[1].operation, "exponential");
    for (int key = 0; key < 6; ++key) {
        const std::size_t i = static_cast<std::size_t>(key);
        EXPECT_EQ(explanation.lines[1].operands[i].node, lesson["head0.scores"]);
        EXPECT_EQ(explanation.lines[1].terms[i], exponential(evaluation[lesson["head0.scores"]](4, key) - maximum));
    }
    EXPECT_EQ(explanation.lines[2].operation, "sum");
    EXPECT_EQ(explanation.lines[3].operation, "quotient");
    EXPECT_NEAR(explanation.value, 0.517, 0.0005);
}

TEST(Explanation, OfConcatNamesTheHeadThatTheNumberCameFrom) {
    const MultiHeadLesson lesson;
    const Explanation explanation = explain(lesson.graph, lesson.evaluate(), lesson["concat"], {0, 3, 6});
    ASSERT_EQ(explanation.lines.size(), 1u);
    EXPECT_EQ(explanation.lines[0].operation, "copy");
    EXPECT_EQ(explanation.lines[0].operands[0].node, lesson["head1.output"]);
    EXPECT_EQ(explanation.lines[0].operands[0].cell, (Cell{0, 3, 2}));
}

TEST(Explanation, OfACellSetByHandSaysWhatItWouldBe) {
    const MultiHeadLesson lesson;
    const float natural = lesson.evaluate()[lesson["head0.scores"]](4, 0);
    const Evaluation<float> evaluation = lesson.evaluate({{lesson["head0.scores"], {{{0, 4, 0}, 9.0f}}}});
    const Explanation explanation = explain(lesson.graph, evaluation, lesson["head0.scores"], {0, 4, 0});
    ASSERT_EQ(explanation.lines.size(), 3u);
    EXPECT_EQ(explanation.lines[1].result, natural);
    EXPECT_EQ(explanation.lines[2].operation, "set_by_hand");
    EXPECT_EQ(explanation.lines[2].operands[0].value, natural);
    EXPECT_EQ(explanation.value, 9.0f);
}

TEST(Explanation, LooksThroughACopyOnlyWhereItWasNotSetByHand) {
    const AttentionLesson lesson(nullptr, false);  // scores = q times the unnamed transpose of k
    const NodeId turned = lesson.graph[lesson.nodes.scores].inputs[1];
    const CellValues overrides{{turned, {{{0, 2, 0}, 10.0f}}}};
    expect_every_cell_adds_up(lesson, overrides);
    const Explanation explanation = explain(lesson.graph, lesson.evaluate(overrides), lesson.nodes.scores, {0, 4, 0});
    EXPECT_EQ(explanation.lines[0].operands[1].node, lesson.k);
    EXPECT_EQ(explanation.lines[0].operands[5].node, kNoNode);
    EXPECT_EQ(explanation.lines[0].operands[5].value, 10.0f);
}

TEST(Explanation, OfALeafIsItsNumber) {
    const MultiHeadLesson lesson;
    const Explanation given = explain(lesson.graph, lesson.evaluate(), lesson.x, {0, 4, 0});
    ASSERT_EQ(given.lines.size(), 1u);
    EXPECT_EQ(given.lines[0].operation, "given");
    EXPECT_EQ(given.value, 1.3f);
    const Explanation by_hand = explain(lesson.graph, lesson.evaluate({{lesson.x, {{{0, 4, 0}, 0.5f}}}}), lesson.x, {0, 4, 0});
    ASSERT_EQ(by_hand.lines.size(), 1u);
    EXPECT_EQ(by_hand.lines[0].operation, "set_by_hand");
    EXPECT_EQ(by_hand.lines[0].operands[0].value, 1.3f);
    EXPECT_EQ(by_hand.value, 0.5f);
}

}  // namespace
}  // namespace dikkat
