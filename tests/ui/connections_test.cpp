// Connections: what feeds what on a screen, out of the graph alone.
#include "ui/connections.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/operations/elementwise.h"
#include "nn/attention.h"

namespace dikkat {
namespace {

const std::array<Axis, 3> kTokens{Axis::token, Axis::feature};

// Two heads of two on three tokens of width four.
Graph two_heads() {
    Graph graph;
    const NodeId x = graph.add_leaf("x", Shape(3, 4), kTokens, Kind::input);
    const std::array<Axis, 3> weights{Axis::feature, Axis::feature};
    const NodeId wq = graph.add_leaf("wq", Shape(4, 4), weights, Kind::parameter);
    const NodeId wk = graph.add_leaf("wk", Shape(4, 4), weights, Kind::parameter);
    const NodeId wv = graph.add_leaf("wv", Shape(4, 4), weights, Kind::parameter);
    MultiHeadConfig config;
    config.heads = 2;
    EXPECT_TRUE(multi_head_attention(graph, x, x, {wq, wk, wv}, kNoNode, config, "").ok());
    return graph;
}

const std::vector<std::string> kShown{"x",
                                      "wq",
                                      "q",
                                      "wk",
                                      "k",
                                      "wv",
                                      "v",
                                      "head0.scores",
                                      "head0.weights",
                                      "head0.output",
                                      "head1.scores",
                                      "head1.weights",
                                      "head1.output",
                                      "concat"};

std::vector<std::string> sources(const std::vector<Connection>& all, const std::string& to) {
    std::vector<std::string> names;
    for (const Connection& c : all) {
        if (c.to == to) names.push_back(c.from);
    }
    std::sort(names.begin(), names.end());
    return names;
}

TEST(Connections, ComeFromTheNearestShownTensors) {
    const std::vector<Connection> all = connections(two_heads(), kShown);
    EXPECT_EQ(sources(all, "q"), (std::vector<std::string>{"wq", "x"}));
    EXPECT_EQ(sources(all, "head0.scores"), (std::vector<std::string>{"k", "q"}));
    EXPECT_EQ(sources(all, "head0.weights"), (std::vector<std::string>{"head0.scores"}));
    EXPECT_EQ(sources(all, "head1.output"), (std::vector<std::string>{"head1.weights", "v"}));
    EXPECT_EQ(sources(all, "concat"), (std::vector<std::string>{"head0.output", "head1.output"}));
    EXPECT_TRUE(sources(all, "x").empty());
}

TEST(Connections, ReachThroughTensorsThatAreNotShown) {
    const std::vector<Connection> all = connections(two_heads(), {"x", "head0.weights"});
    EXPECT_EQ(sources(all, "head0.weights"), (std::vector<std::string>{"x"}));
}

// Two to the sixtieth paths: whoever walks each of them never comes back.
TEST(Connections, OfADeepModelAreFoundStepByStepAndNotPathByPath) {
    Graph graph;
    NodeId h = graph.add_leaf("x", Shape(3, 4), kTokens, Kind::input);
    for (int layer = 0; layer < 60; ++layer) h = add(graph, h, h);
    graph.name(h, "end", kTokens, Kind::residual);
    EXPECT_EQ(sources(connections(graph, {"x", "end"}), "end"), std::vector<std::string>{"x"});
}

TEST(Connections, LeaveOutNamesThatAreNotBuilt) { EXPECT_TRUE(connections(two_heads(), {"x", "wo"}).empty()); }

TEST(Connections, KnowThatAHeadReadsItsOwnColumnsOnly) {
    for (const Connection& c : connections(two_heads(), kShown)) {
        if (c.from != "q" || c.to != "head1.scores") continue;
        EXPECT_EQ(c.passing.size(), 6u);  // three rows of two columns
        for (const Cell& cell : c.passing) EXPECT_GE(cell.column, 2);
        return;
    }
    FAIL() << "no connection from q to head1.scores";
}

TEST(Connections, AreLitByAChangeThatPassesAndByNoOther) {
    TensorReading q;
    q.shape = Shape(3, 4);
    std::vector<float> difference(12, 0.0f);
    difference[index_of(q.shape, {0, 1, 3})] = 0.5f;
    q.difference = difference;
    for (const Connection& c : connections(two_heads(), kShown)) {
        if (c.from != "q") continue;
        EXPECT_EQ(is_lit(c, q), c.to == "head1.scores") << c.to;
    }
}

TEST(Connections, AreNotLitWhereTheBaselineHasNoSuchTensor) {
    EXPECT_FALSE(is_lit({"q", "head0.scores", {{0, 0, 0}}}, TensorReading{}));
}

}  // namespace
}  // namespace dikkat
