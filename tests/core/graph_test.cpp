#include "core/graph.h"

#include <gtest/gtest.h>

#include "core/operation.h"
#include "core/operations/elementwise.h"
#include "core/operations/matmul.h"
#include "core/operations/rearrange.h"

namespace dikkat {
namespace {

NodeId leaf(Graph& graph, const char* name, const Shape& shape) {
    return graph.add_leaf(name, shape, {Axis::token, Axis::feature}, Kind::input);
}

TEST(Graph, KnowsShapesWithoutHoldingNumbers) {
    Graph graph;
    const NodeId x = leaf(graph, "x", Shape(1000000, 50000));
    const NodeId w = leaf(graph, "w", Shape(50000, 7));
    EXPECT_EQ(graph[matmul(graph, x, w)].shape, Shape(1000000, 7));
}

TEST(Graph, FindsANodeByItsNameAndNoOther) {
    Graph graph;
    const NodeId x = leaf(graph, "x", Shape(2, 3));
    const NodeId doubled = scale(graph, x, 2.0);
    EXPECT_EQ(graph.find("x"), x);
    EXPECT_EQ(graph.find("doubled"), kNoNode);
    EXPECT_EQ(graph.find(""), kNoNode);
    graph.name(doubled, "doubled", {Axis::query, Axis::feature}, Kind::output);
    EXPECT_EQ(graph.find("doubled"), doubled);
    EXPECT_EQ(graph[doubled].axes[0], Axis::query);
}

TEST(Graph, FindsEachOfManyNamesAlsoInACopy) {
    Graph graph;
    constexpr int kMany = 5000;
    for (int i = 0; i < kMany; ++i) {
        const NodeId x = leaf(graph, ("leaf." + std::to_string(i)).c_str(), Shape(1, 1));
        scale(graph, x, 2.0);  // unnamed ones between them
    }
    const Graph copy = graph;
    for (int i = 0; i < kMany; ++i) EXPECT_EQ(copy.find("leaf." + std::to_string(i)), 2 * i);
    EXPECT_EQ(copy.find("leaf." + std::to_string(kMany)), kNoNode);
    EXPECT_EQ(copy.find("leaf."), kNoNode);
}

TEST(Graph, FollowsDependenceThroughAnyNumberOfSteps) {
    Graph graph;
    const NodeId x = leaf(graph, "x", Shape(2, 2));
    const NodeId other = leaf(graph, "other", Shape(2, 2));
    const NodeId y = scale(graph, transpose(graph, scale(graph, x, 2.0)), 3.0);
    EXPECT_TRUE(graph.depends_on(y, x));
    EXPECT_TRUE(graph.depends_on(y, y));
    EXPECT_FALSE(graph.depends_on(y, other));
    EXPECT_FALSE(graph.depends_on(x, y));
}

TEST(GraphDeathTest, TakesANameOnce) {
    Graph graph;
    leaf(graph, "x", Shape(2, 2));
    EXPECT_DEATH_IF_SUPPORTED(leaf(graph, "x", Shape(2, 2)), "name is empty or taken");
}

TEST(GraphDeathTest, StopsABuilderThatJoinsShapesThatDoNotFit) {
    Graph graph;
    const NodeId a = leaf(graph, "a", Shape(2, 3));
    EXPECT_DEATH_IF_SUPPORTED(matmul(graph, a, a), "shapes that do not fit");
}

TEST(Operations, HaveNamesOfTheirOwn) {
    for (const Operation* a : all_operations()) {
        for (const Operation* b : all_operations()) EXPECT_TRUE(a == b || a->name != b->name) << a->name;
    }
}

TEST(Operations, SayWhichShapesDoNotFit) {
    const std::array<Shape, 2> shapes{Shape(2, 3), Shape(2, 3)};
    const Result<Shape> shape = kMatmul.shape(shapes, {});
    ASSERT_FALSE(shape.ok());
    EXPECT_EQ(shape.error().code, "shapes_do_not_fit");
    EXPECT_EQ(shape.error().values.at("operation"), "matmul");
    EXPECT_EQ(shape.error().values.at("shapes"), "2x3, 2x3");
}

TEST(Operations, RefuseTooFewInputsAndTheWrongRank) {
    const std::array<Shape, 1> bias{Shape(3)};
    for (const Operation* operation : all_operations()) EXPECT_FALSE(operation->shape({}, {}).ok()) << operation->name;
    for (const Operation* operation : {&kTranspose, &kSlice, &kSplitHeads, &kSelectHead, &kConcatHeads, &kBlockDiagonal}) {
        EXPECT_FALSE(operation->shape(bias, {}).ok()) << operation->name;
    }
}

}  // namespace
}  // namespace dikkat
