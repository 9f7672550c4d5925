#include "nn/limits.h"

#include <gtest/gtest.h>

#include "core/operations/elementwise.h"
#include "core/operations/matmul.h"

namespace dikkat {
namespace {

TEST(Work, IsTwoOperationsForEachProductAndOneForEachOtherNumber) {
    Graph graph;
    const NodeId x = graph.add_leaf("x", Shape(3, 4), {}, Kind::input);
    const NodeId w = graph.add_leaf("w", Shape(4, 5), {}, Kind::parameter);
    const NodeId b = graph.add_leaf("b", Shape(5), {}, Kind::parameter);
    add(graph, matmul(graph, x, w), b);
    EXPECT_EQ(work_of(graph, 0).parameters, 4u * 5u + 5u);
    EXPECT_EQ(work_of(graph, 0).operations, 2u * 3u * 4u * 5u + 3u * 5u);
    EXPECT_EQ(work_of(graph, graph.size()).operations, 0u);
}

TEST(Work, OfAModelThatIsEvaluatedHasLimits) {
    EXPECT_TRUE(check_work({1'000'000, 4'000'000'000}, false).ok());
    EXPECT_EQ(check_work({1'000'001, 0}, false).error(), (Error{"too_many_parameters", {{"limit", "1000000"}}}));
    EXPECT_EQ(check_work({0, 4'000'000'001}, false).error(), (Error{"too_much_work", {{"limit", "4000000000"}}}));
}

TEST(Work, OfAModelThatIsCountedEndsWhereJavaScriptsWholeNumbersDo) {
    constexpr std::uint64_t kMost = 9'007'199'254'740'991u;  // 2^53 - 1
    EXPECT_TRUE(check_work({kMost, ~std::uint64_t{0}}, true).ok());
    EXPECT_EQ(check_work({kMost + 1, 0}, true).error(), (Error{"too_many_parameters", {{"limit", "9007199254740991"}}}));
}

TEST(Work, DoesNotWrapAroundWhereEveryExtentIsAsLargeAsItGets) {
    Graph graph;
    constexpr int kLargest = 2147483647;
    for (const char* name : {"a", "b", "c", "d", "e"})
        graph.add_leaf(name, Shape(kLargest, kLargest, kLargest), {}, Kind::parameter);
    EXPECT_FALSE(check_work(work_of(graph, 0), true).ok());
}

}  // namespace
}  // namespace dikkat
