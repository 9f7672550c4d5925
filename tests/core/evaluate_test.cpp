#include "core/evaluate.h"

#include <gtest/gtest.h>

#include "core/operation.h"
#include "core/operations/elementwise.h"
#include "core/operations/matmul.h"
#include "core/operations/softmax.h"
#include "tests/reference/model.h"

namespace dikkat {
namespace {

using reference::Model;
using reference::random_tensor;

// weights = softmax(x w), y = weights x.
struct Small : Model {
    NodeId x = leaf("x", random_tensor(Shape(4, 4), 1));
    NodeId w = leaf("w", random_tensor(Shape(4, 4), 2));
    NodeId scores = matmul(graph, x, w);
    NodeId weights = softmax(graph, scores);
    NodeId y = matmul(graph, weights, x);
};

Tensor<double> random_tensor_in_double(const Shape& shape) {
    const Tensor<float> drawn = random_tensor(shape, 7);
    Tensor<double> tensor(shape);
    tensor.data.assign(drawn.data.begin(), drawn.data.end());
    return tensor;
}

TEST(Evaluate, InSlicesGivesWhatItGivesAtOnce) {
    const Small small;
    const CellValues overrides{{small.w, {{{0, 1, 1}, 3.0f}}}, {small.weights, {{{0, 0, 2}, 0.5f}}}};
    const Evaluation<float> whole = small.evaluate(overrides);
    for (int nodes = 1; nodes <= small.graph.size(); ++nodes) {
        Evaluation<float> evaluation = begin_evaluation<float>(small.graph, small.leaves);
        int slices = 1;
        while (!continue_evaluation(small.graph, overrides, evaluation, nodes)) ++slices;
        EXPECT_EQ(slices, (small.graph.size() + nodes - 1) / nodes);
        EXPECT_EQ(evaluation.values, whole.values);
    }
}

TEST(Evaluate, InASliceOfWorkStopsBeforeItIsUsedUpButNeverStandsStill) {
    const Small small;  // two leaves, then a product of 4 x 4 x 4, a softmax, a product
    EXPECT_EQ(multiply_adds(small.graph, small.x), 0u);
    EXPECT_EQ(multiply_adds(small.graph, small.scores), 64u);
    EXPECT_EQ(multiply_adds(small.graph, small.y), 64u);
    EXPECT_EQ(multiply_adds(small.graph, small.weights), 16u * kCostly);
    const auto slices = [&](std::uint64_t work) {
        Evaluation<float> evaluation = begin_evaluation<float>(small.graph, small.leaves);
        std::vector<int> ends;
        bool done = false;
        while (!done) {
            done = continue_evaluation(small.graph, {}, evaluation, small.graph.size(), work);
            ends.push_back(evaluation.next);
        }
        EXPECT_EQ(evaluation.values, small.evaluate().values);
        return ends;
    };
    EXPECT_EQ(slices(0), (std::vector<int>{2, 3, 4, 5}));  // leaves are free
    EXPECT_EQ(slices(63), slices(0));
    EXPECT_EQ(slices(64 + multiply_adds(small.graph, small.weights)), (std::vector<int>{4, 5}));
    EXPECT_EQ(slices(kAnyWork), (std::vector<int>{5}));
}

TEST(Evaluate, SetsAnActivationByHandAndEverythingAfterItFollows) {
    const Small small;
    const Evaluation<float> before = small.evaluate();
    const Evaluation<float> after = small.evaluate({{small.weights, {{{0, 2, 1}, 0.75f}}}});
    EXPECT_EQ(after[small.weights](2, 1), 0.75f);
    EXPECT_EQ(after.replaced[static_cast<std::size_t>(small.weights)].at({0, 2, 1}), before[small.weights](2, 1));
    EXPECT_EQ(after[small.scores], before[small.scores]);
    for (int row = 0; row < 4; ++row) {
        EXPECT_EQ(reference::row_of(after[small.y], row) == reference::row_of(before[small.y], row), row != 2) << row;
    }
}

TEST(Evaluate, SetsALeafByHand) {
    const Small small;
    const Evaluation<float> after = small.evaluate({{small.x, {{{0, 0, 0}, -2.0f}}}});
    EXPECT_EQ(after[small.x](0, 0), -2.0f);
    EXPECT_EQ(after.replaced[static_cast<std::size_t>(small.x)].at({0, 0, 0}), small.leaves.at(small.x)(0, 0));
}

TEST(Evaluate, CarriesANaNAndAnInfinityThatWereTypedIn) {
    const Small small;
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const Evaluation<float> evaluation = small.evaluate({{small.x, {{{0, 1, 0}, nan}, {{0, 3, 0}, infinity}}}});
    EXPECT_TRUE(std::isnan(evaluation[small.scores](1, 0)));
    EXPECT_TRUE(std::isinf(evaluation[small.scores](3, 0)));
    EXPECT_TRUE(std::isfinite(evaluation[small.scores](0, 0)));
    EXPECT_TRUE(std::isfinite(evaluation[small.weights](2, 3)));
}

TEST(Gradients, OfACellSetByHandStopThere) {
    const Small small;
    CellValues overrides;  // the whole of row 1 of the scores
    for (int column = 0; column < 4; ++column) overrides[small.scores][{0, 1, column}] = 0.25f * static_cast<float>(column);
    const Evaluation<double> evaluation = small.evaluate<double>(overrides);
    const auto all = gradients(small.graph, evaluation, small.weights, random_tensor_in_double(Shape(4, 4)));
    const auto of = [&](NodeId node) { return all[static_cast<std::size_t>(node)]; };
    for (int column = 0; column < 4; ++column) {
        EXPECT_NE(of(small.scores)(1, column), 0.0) << "the cell itself has a gradient";
        EXPECT_EQ(of(small.x)(1, column), 0.0) << "row 1 of x reaches row 1 of the weights only through those scores";
        EXPECT_NE(of(small.x)(2, column), 0.0);
    }
}

TEST(Gradients, AreThoseOfTheNumbersAsSetByHand) {
    // By finite differences, with one weight set by hand: softmax's backward must not take the set number for its own.
    Small small;
    const CellValues overrides{{small.weights, {{{0, 2, 1}, 5.0f}}}};
    const Tensor<double> direction = random_tensor_in_double(Shape(4, 4));
    const auto loss = [&] {
        const Evaluation<double> evaluation = small.evaluate<double>(overrides);
        double total = 0;
        for (std::size_t i = 0; i < direction.data.size(); ++i) total += direction.data[i] * evaluation[small.y].data[i];
        return total;
    };
    const auto all = gradients(small.graph, small.evaluate<double>(overrides), small.y, direction);
    for (const NodeId leaf : {small.x, small.w}) {
        for (std::size_t i = 0; i < 16; ++i) {
            float& number = small.leaves[leaf].data[i];
            const float middle = number, up = middle + 1.0f / 4096, down = middle - 1.0f / 4096;
            number = up;
            const double above = loss();
            number = down;
            const double below = loss();
            number = middle;
            const double slope = (above - below) / (static_cast<double>(up) - static_cast<double>(down));
            EXPECT_NEAR(all[static_cast<std::size_t>(leaf)].data[i], slope, 1e-5);
        }
    }
}

TEST(Gradients, InSlicesAreWhatTheyAreAtOnce) {
    const Small small;
    const Evaluation<double> evaluation = small.evaluate<double>();
    const Tensor<double> direction = random_tensor_in_double(Shape(4, 4));
    const auto whole = gradients(small.graph, evaluation, small.y, direction);
    for (const std::uint64_t work : {std::uint64_t{0}, kAnyWork}) {
        Gradients<double> sliced = begin_gradients(small.graph, evaluation, small.y, direction);
        int slices = 1;
        while (!continue_gradients(small.graph, evaluation, sliced, 1, work)) ++slices;
        EXPECT_EQ(slices, 3) << "three operations, one at a time";
        EXPECT_EQ(sliced.values, whole);
    }
}

TEST(Gradients, InSlicesLeaveWhatTheOutputDoesNotReachWithoutNumbers) {
    const Small small;
    const Evaluation<double> evaluation = small.evaluate<double>();
    Gradients<double> some = begin_gradients(small.graph, evaluation, small.scores, Tensor<double>(Shape(4, 4), 1.0));
    EXPECT_TRUE(continue_gradients(small.graph, evaluation, some, 10));
    EXPECT_TRUE(some[small.y].data.empty());
    EXPECT_TRUE(some[small.weights].data.empty());
    EXPECT_EQ(some[small.w].shape, Shape(4, 4));
}

TEST(Gradients, AreZeroWhereTheOutputDoesNotReach) {
    const Small small;
    const auto all = gradients(small.graph, small.evaluate(), small.scores, Tensor<float>(Shape(4, 4), 1.0f));
    EXPECT_EQ(all[static_cast<std::size_t>(small.y)], Tensor<float>(Shape(4, 4)));
    EXPECT_EQ(all[static_cast<std::size_t>(small.scores)], Tensor<float>(Shape(4, 4), 1.0f));
}

TEST(Kernels, OfAStackAreTheSameAsThoseOfEveryOperation) {
    int found = 0;
    for (const Operation* operation : all_operations()) {
        EXPECT_NE(kernels<double>(*operation), nullptr) << operation->name;
        const Kernels<double>* of_stack = kernels_of_stack(*operation);
        if (of_stack == nullptr) continue;
        EXPECT_EQ(of_stack, kernels<double>(*operation)) << operation->name;
        ++found;
    }
    EXPECT_GT(found, 0);
    EXPECT_LT(found, static_cast<int>(all_operations().size()));
}

TEST(EvaluateDeathTest, RefusesAnOperationWithoutKernels) {
    const Small small;  // with a softmax, which no stack has
    EXPECT_DEATH_IF_SUPPORTED(evaluate<double>(small.graph, small.leaves, {}, kernels_of_stack), "not computed in this precision");
}

TEST(EvaluateDeathTest, NeedsNumbersForEveryLeaf) {
    Small small;
    small.leaves.erase(small.w);
    EXPECT_DEATH_IF_SUPPORTED(small.evaluate(), "a leaf has no numbers");
}

}  // namespace
}  // namespace dikkat
