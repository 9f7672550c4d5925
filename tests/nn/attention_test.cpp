#include "nn/attention.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/nn/lessons.h"

namespace dikkat {
namespace {

using reference::AttentionLesson;
using reference::causal_mask;
using reference::distance;
using reference::field;
using reference::Model;
using reference::random_tensor;
using reference::row_of;

template <class Scalar>
void expect_pytorchs_values(const AttentionLesson& lesson, const char* variant, const char* precision, double bound) {
    const rapidjson::Document reference = reference::load("lesson_attention.json");
    const auto& expected = field(field(reference, variant), precision);
    const Evaluation<Scalar> evaluation = lesson.evaluate<Scalar>();
    const NodeId scores = lesson.mask == kNoNode ? lesson.nodes.scores : lesson.nodes.masked_scores;
    EXPECT_LE(distance(evaluation[scores], reference::tensor<Scalar>(field(expected, "scores"))), bound);
    EXPECT_LE(distance(evaluation[lesson.nodes.weights], reference::tensor<Scalar>(field(expected, "weights"))), bound);
    EXPECT_LE(distance(evaluation[lesson.nodes.output], reference::tensor<Scalar>(field(expected, "output"))), bound);
}

TEST(Attention, StartsFromPyTorchsDrawsBitForBit) {
    const AttentionLesson lesson;
    const rapidjson::Document reference = reference::load("lesson_attention.json");
    for (const auto& [name, node] : {std::pair{"q", lesson.q}, {"k", lesson.k}, {"v", lesson.v}}) {
        EXPECT_EQ(lesson.leaves.at(node), reference::tensor<float>(field(field(reference, "inputs"), name))) << name;
    }
}

TEST(Attention, GivesPyTorchsValues) {
    expect_pytorchs_values<float>(AttentionLesson(), "unmasked", "f32", 1e-6);
    expect_pytorchs_values<double>(AttentionLesson(), "unmasked", "f64", 1e-12);
}

TEST(Attention, GivesPyTorchsValuesUnderTheCausalMask) {
    const Tensor<float> mask = causal_mask(5);
    expect_pytorchs_values<float>(AttentionLesson(&mask), "causal", "f32", 1e-6);
    expect_pytorchs_values<double>(AttentionLesson(&mask), "causal", "f64", 1e-12);
}

TEST(Attention, NamesItsTensors) {
    const Tensor<float> all_seen(Shape(5, 5), 1.0f);
    const AttentionLesson open, masked(&all_seen);
    EXPECT_EQ(open.graph.find("masked_scores"), kNoNode);
    for (const char* name : {"scores", "weights", "output"}) EXPECT_NE(open.graph.find(name), kNoNode) << name;
    EXPECT_EQ(masked.graph.find("masked_scores"), masked.nodes.masked_scores);
    EXPECT_EQ(open.graph[open.nodes.weights].kind, Kind::weights);
    EXPECT_EQ(open.graph[open.nodes.weights].axes[0], Axis::query);
    EXPECT_EQ(open.graph[open.nodes.weights].axes[1], Axis::key);
}

TEST(Attention, WeightsOfEveryQuerySumToOne) {
    const Tensor<float> mask = causal_mask(5);
    for (const AttentionLesson& lesson : {AttentionLesson(), AttentionLesson(&mask), AttentionLesson(nullptr, false)}) {
        const Tensor<float> weights = lesson.evaluate()[lesson.nodes.weights];
        for (int query = 0; query < 5; ++query) {
            double sum = 0;
            for (int key = 0; key < 5; ++key) sum += static_cast<double>(weights(query, key));
            EXPECT_NEAR(sum, 1.0, 1e-6);
        }
    }
}

TEST(Attention, UnderTheCausalMaskGivesTheFutureExactlyNothing) {
    const Tensor<float> mask = causal_mask(5);
    const AttentionLesson lesson(&mask);
    const Tensor<float> weights = lesson.evaluate()[lesson.nodes.weights];
    for (int query = 0; query < 5; ++query) {
        for (int key = 0; key < 5; ++key) {
            if (key > query) {
                EXPECT_EQ(weights(query, key), 0.0f);
            } else {
                EXPECT_GT(weights(query, key), 0.0f);
            }
        }
    }
}

TEST(Attention, OfTheLastTokenIsTheSameWithAndWithoutTheCausalMask) {
    const Tensor<float> mask = causal_mask(5);
    const AttentionLesson open, masked(&mask);
    EXPECT_EQ(row_of(open.evaluate()[open.nodes.output], 4), row_of(masked.evaluate()[masked.nodes.output], 4));
    EXPECT_NE(row_of(open.evaluate()[open.nodes.output], 3), row_of(masked.evaluate()[masked.nodes.output], 3));
}

TEST(Attention, UnderTheCausalMaskLeavesEarlierTokensUnchangedExactlyWhenAnotherIsReplaced) {
    const Tensor<float> mask = causal_mask(5);
    AttentionLesson lesson(&mask);
    const Tensor<float> before = lesson.evaluate()[lesson.nodes.output];
    for (int replaced = 0; replaced < 5; ++replaced) {
        AttentionLesson changed(&mask);
        for (const NodeId node : {changed.q, changed.k, changed.v}) {
            for (int column = 0; column < 8; ++column) changed.leaves[node](replaced, column) *= -3.0f;
        }
        const Tensor<float> after = changed.evaluate()[changed.nodes.output];
        for (int row = 0; row < 5; ++row)
            EXPECT_EQ(row_of(after, row) == row_of(before, row), row < replaced) << replaced << " " << row;
    }
}

TEST(Attention, WithoutItsScaleHasScoresRootOfDkTimesAsLarge) {
    const AttentionLesson scaled(nullptr, true), raw(nullptr, false);
    const Evaluation<double> a = scaled.evaluate<double>(), b = raw.evaluate<double>();
    for (std::size_t i = 0; i < 25; ++i) {
        EXPECT_NEAR(a[scaled.nodes.scores].data[i] * std::sqrt(8.0), b[raw.nodes.scores].data[i], 1e-12);
    }
}

// Keys and values in another order: the same terms, summed in another order.
TEST(Attention, HardlyCaresInWhichOrderKeysAndValuesCome) {
    const std::array<int, 5> order{3, 0, 4, 1, 2};
    const AttentionLesson lesson;
    AttentionLesson shuffled;
    for (const NodeId node : {shuffled.k, shuffled.v}) {
        for (int row = 0; row < 5; ++row) {
            for (int column = 0; column < 8; ++column) {
                shuffled.leaves[node](row, column) = lesson.leaves.at(node)(order[static_cast<std::size_t>(row)], column);
            }
        }
    }
    EXPECT_LE(distance(lesson.evaluate()[lesson.nodes.output], shuffled.evaluate()[shuffled.nodes.output]), 1e-6);
    EXPECT_LE(distance(lesson.evaluate<double>()[lesson.nodes.output], shuffled.evaluate<double>()[shuffled.nodes.output]), 1e-14);
    const Evaluation<float> a = lesson.evaluate(), b = shuffled.evaluate();
    for (int query = 0; query < 5; ++query) {
        for (int key = 0; key < 5; ++key) {
            EXPECT_EQ(b[shuffled.nodes.scores](query, key), a[lesson.nodes.scores](query, order[static_cast<std::size_t>(key)]));
        }
    }
}

TEST(Attention, AnswersQueriesInAnyOrderWithTheSameBits) {
    const AttentionLesson lesson;
    AttentionLesson turned;
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 8; ++column)
            turned.leaves[turned.q](row, column) = lesson.leaves.at(lesson.q)(4 - row, column);
    }
    for (int row = 0; row < 5; ++row) {
        EXPECT_EQ(row_of(turned.evaluate()[turned.nodes.output], row), row_of(lesson.evaluate()[lesson.nodes.output], 4 - row));
    }
}

TEST(Attention, NamesAFullyMaskedQueryAndKeepsTheOthersAlive) {
    Tensor<float> mask(Shape(5, 5), 1.0f);
    for (int key = 0; key < 5; ++key) mask(2, key) = 0;
    const AttentionLesson lesson(&mask), open;
    const Evaluation<float> evaluation = lesson.evaluate();
    EXPECT_EQ(evaluation.notes[static_cast<std::size_t>(lesson.nodes.weights)], (std::vector<Note>{{"all_keys_masked", 2}}));
    for (int row = 0; row < 5; ++row) {
        if (row == 2) {
            for (int column = 0; column < 8; ++column) EXPECT_TRUE(std::isnan(evaluation[lesson.nodes.output](row, column)));
        } else {
            EXPECT_EQ(row_of(evaluation[lesson.nodes.output], row), row_of(open.evaluate()[open.nodes.output], row));
        }
    }
}

TEST(Attention, OfOneTokenIsItsValue) {
    Model model;
    const NodeId q = model.leaf("q", random_tensor(Shape(1, 8), 1)), k = model.leaf("k", random_tensor(Shape(1, 8), 2));
    const NodeId v = model.leaf("v", random_tensor(Shape(1, 8), 3));
    const AttentionNodes nodes = attention(model.graph, q, k, v, kNoNode, true, "");
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_EQ(evaluation[nodes.weights], Tensor<float>(Shape(1, 1), 1.0f));
    EXPECT_EQ(evaluation[nodes.output], evaluation[v]);
}

TEST(Attention, WorksInOneDimension) {
    Model model;
    const Tensor<float> zeros(Shape(3, 1));
    const NodeId q = model.leaf("q", zeros), k = model.leaf("k", random_tensor(Shape(3, 1), 2));
    Tensor<float> values(Shape(3, 1));
    values.data = {3, 6, 9};
    const NodeId v = model.leaf("v", values);
    const AttentionNodes nodes = attention(model.graph, q, k, v, kNoNode, true, "");
    EXPECT_LE(distance(model.evaluate()[nodes.output], Tensor<float>(Shape(3, 1), 6.0f)), 1e-6);  // equal scores: the mean
}

TEST(Attention, KeepsANaNOfOneQueryToItsOwnRow) {
    const AttentionLesson lesson;
    const Evaluation<float> plain = lesson.evaluate();
    const Evaluation<float> evaluation = lesson.evaluate({{lesson.q, {{{0, 1, 3}, std::numeric_limits<float>::quiet_NaN()}}}});
    for (int row = 0; row < 5; ++row) {
        EXPECT_EQ(std::isnan(evaluation[lesson.nodes.output](row, 0)), row == 1);
        if (row == 1) continue;
        EXPECT_EQ(row_of(evaluation[lesson.nodes.output], row), row_of(plain[lesson.nodes.output], row));
    }
}

}  // namespace
}  // namespace dikkat
