#include <gtest/gtest.h>

#include "core/operations/matmul.h"
#include "tests/nn/lessons.h"

namespace dikkat {
namespace {

using reference::distance;
using reference::field;
using reference::Model;
using reference::MultiHeadLesson;
using reference::random_tensor;
using reference::row_of;

constexpr int kCikti = 2, kO = 4;  // rows of the sentence

template <class Scalar>
Tensor<Scalar> head_of(const Tensor<Scalar>& stacked, int head) {
    Tensor<Scalar> one(Shape(stacked.shape.rows(), stacked.shape.columns()));
    for (int row = 0; row < one.shape.rows(); ++row) {
        for (int column = 0; column < one.shape.columns(); ++column) one(row, column) = stacked.at({head, row, column});
    }
    return one;
}

template <class Scalar>
void expect_heads(const MultiHeadLesson& lesson, const reference::Json& expected, double bound) {
    const Evaluation<Scalar> evaluation = lesson.evaluate<Scalar>();
    for (int head = 0; head < 2; ++head) {
        const std::string name = "head" + std::to_string(head);
        const auto of = [&](const char* tensor) { return head_of(reference::tensor<Scalar>(field(expected, tensor)), head); };
        EXPECT_LE(distance(evaluation[lesson.graph.find(name + ".scores")], of("scores")), bound);
        EXPECT_LE(distance(evaluation[lesson.graph.find(name + ".weights")], of("weights")), bound);
    }
    EXPECT_LE(distance(evaluation[lesson.nodes.concat], reference::tensor<Scalar>(field(expected, "concat"))), bound);
    EXPECT_LE(distance(evaluation[lesson.separate], reference::tensor<Scalar>(field(expected, "concat"))), bound);
}

void expect_rounded(const Tensor<float>& tensor, int row, const std::vector<double>& figures) {
    for (std::size_t column = 0; column < figures.size(); ++column) {
        EXPECT_NEAR(tensor(row, static_cast<int>(column)), figures[column], 0.00051) << "row " << row << " column " << column;
    }
}

TEST(MultiHeadAttention, StartsFromPyTorchsWeightsBitForBit) {
    const MultiHeadLesson lesson;
    const rapidjson::Document reference = reference::load("lesson_multi_head.json");
    for (const auto& [name, node] : {std::pair{"wq", lesson.wq}, {"wk", lesson.wk}, {"wv", lesson.wv}}) {
        EXPECT_EQ(lesson.leaves.at(node), reference::tensor<float>(field(field(reference, "full"), name))) << name;
    }
}

TEST(MultiHeadAttention, GivesPyTorchsValuesForTheSentence) {
    const MultiHeadLesson lesson;
    const rapidjson::Document reference = reference::load("lesson_multi_head.json");
    expect_heads<float>(lesson, reference, 1e-6);
    expect_heads<double>(lesson, field(reference, "f64"), 1e-12);
    const Evaluation<float> evaluation = lesson.evaluate();
    for (const char* name : {"q", "k", "v"}) {
        EXPECT_LE(distance(evaluation[lesson[name]], reference::tensor<float>(field(reference, name))), 1e-6) << name;
    }
}

TEST(MultiHeadAttention, GivesTheFiguresThatTheLessonPrints) {
    const MultiHeadLesson lesson;
    const Evaluation<float> evaluation = lesson.evaluate();
    expect_rounded(evaluation[lesson["head0.weights"]], kO, {0.517, 0.018, 0.042, 0.034, 0.353, 0.035});
    expect_rounded(evaluation[lesson["head0.weights"]], kCikti, {0.136, 0.170, 0.204, 0.177, 0.139, 0.174});
    expect_rounded(evaluation[lesson["head1.weights"]], kCikti, {0.067, 0.437, 0.290, 0.076, 0.067, 0.064});
}

TEST(MultiHeadAttention, WithBlockDiagonalWeightsIsTheSeparateHeadsExactly) {
    const MultiHeadLesson lesson;
    const Evaluation<float> evaluation = lesson.evaluate();
    EXPECT_EQ(distance(evaluation[lesson.nodes.concat], evaluation[lesson.separate]), 0.0);
}

TEST(MultiHeadAttention, WithANumberOffTheBlocksIsNoLongerTheSeparateHeads) {
    MultiHeadLesson lesson;
    lesson.leaves[lesson.wq](0, 6) = 0.3f;
    const Evaluation<float> evaluation = lesson.evaluate();
    EXPECT_NEAR(distance(evaluation[lesson.nodes.concat], evaluation[lesson.separate]), 0.0415, 0.00005);
    for (int row = 0; row < 6; ++row) {
        const bool reached = row != 1 && row != 3;  // masaya and çünkü have 0 in dimension 0
        EXPECT_EQ(distance(row_of(evaluation[lesson.nodes.concat], row), row_of(evaluation[lesson.separate], row)) > 0, reached)
            << row;
    }
}

TEST(MultiHeadAttention, OfBlocksBuiltByTheOperationIsTheSame) {
    Model model;
    const rapidjson::Document reference = reference::load("lesson_multi_head.json");
    const auto& heads = field(reference, "heads");
    const NodeId first = model.leaf("a", reference::tensor<float>(field(heads[0], "wq")));
    const NodeId second = model.leaf("b", reference::tensor<float>(field(heads[1], "wq")));
    const NodeId full = block_diagonal(model.graph, {first, second});
    EXPECT_EQ(model.evaluate()[full], reference::tensor<float>(field(field(reference, "full"), "wq")));
}

TEST(MultiHeadAttention, NamesItsTensors) {
    const MultiHeadLesson lesson;
    for (const char* name : {"q", "k", "v", "head0.scores", "head0.weights", "head0.output", "head1.scores", "head1.weights",
                             "head1.output", "concat", "separate.head0.q", "separate.head1.weights", "separate.concat"}) {
        EXPECT_NE(lesson.graph.find(name), kNoNode) << name;
    }
    EXPECT_EQ(lesson.graph.find("output"), kNoNode);
    EXPECT_EQ(lesson.nodes.output, lesson.nodes.concat);
}

TEST(MultiHeadAttention, MultipliesByWoWhereThereIsOne) {
    const MultiHeadLesson lesson({.heads = 2, .output_projection = true});
    EXPECT_EQ(lesson.graph.find("output"), lesson.nodes.output);
    const Evaluation<double> evaluation = lesson.evaluate<double>();
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 8; ++column) {
            double sum = 0;
            for (int k = 0; k < 8; ++k) sum += evaluation[lesson.nodes.concat](row, k) * evaluation[lesson.wo](k, column);
            EXPECT_NEAR(evaluation[lesson.nodes.output](row, column), sum, 1e-14);
        }
    }
}

TEST(MultiHeadAttention, TakesAnyNumberOfHeadsThatDividesTheWidth) {
    for (const int heads : {1, 2, 4, 8}) {
        const MultiHeadLesson lesson({.heads = heads});
        const std::string last = "head" + std::to_string(heads - 1);
        EXPECT_EQ(lesson.graph[lesson.graph.find(last + ".output")].shape, Shape(6, 8 / heads));
        EXPECT_EQ(lesson.graph.find("head" + std::to_string(heads) + ".output"), kNoNode);
        EXPECT_EQ(lesson.graph[lesson.nodes.concat].shape, Shape(6, 8));
    }
}

TEST(MultiHeadAttention, LooksIntoAnotherSentenceInCrossAttention) {
    Model model;
    const NodeId x = model.leaf("x", random_tensor(Shape(3, 8), 1)), memory = model.leaf("memory", random_tensor(Shape(5, 8), 2));
    const NodeId wq = model.leaf("wq", random_tensor(Shape(8, 8), 3)), wk = model.leaf("wk", random_tensor(Shape(8, 8), 4));
    const NodeId wv = model.leaf("wv", random_tensor(Shape(8, 8), 5));
    const MultiHeadNodes nodes =
        multi_head_attention(model.graph, x, memory, {wq, wk, wv}, kNoNode, {.heads = 2}, "cross.").value();
    EXPECT_EQ(model.graph[model.graph.find("cross.head1.weights")].shape, Shape(3, 5));
    EXPECT_EQ(model.graph[nodes.output].shape, Shape(3, 8));
    EXPECT_FALSE(model.graph.depends_on(nodes.k, x));
    EXPECT_FALSE(model.graph.depends_on(nodes.q, memory));
}

TEST(MultiHeadAttention, MasksEveryHead) {
    const Tensor<float> mask = reference::causal_mask(6);
    const MultiHeadLesson lesson({.heads = 2}, &mask);
    const Evaluation<float> evaluation = lesson.evaluate();
    for (const char* name : {"head0.weights", "head1.weights", "separate.head0.weights", "separate.head1.weights"}) {
        for (int query = 0; query < 6; ++query) {
            for (int key = query + 1; key < 6; ++key) EXPECT_EQ(evaluation[lesson[name]](query, key), 0.0f) << name;
        }
    }
}

// A shape-only model: x and weights of the asked width, as many tokens as asked.
Result<MultiHeadNodes> build(int tokens, int width, int heads) {
    Graph graph;
    const auto leaf = [&](const char* name, const Shape& shape) { return graph.add_leaf(name, shape, {}, Kind::input); };
    const NodeId x = leaf("x", Shape(tokens, width));
    const NodeId wq = leaf("wq", Shape(width, width)), wk = leaf("wk", Shape(width, width)), wv = leaf("wv", Shape(width, width));
    return multi_head_attention(graph, x, x, {wq, wk, wv}, kNoNode, {.heads = heads}, "");
}

TEST(MultiHeadAttention, SaysWhichHeadsDoNotDivideWhichWidth) {
    for (const int heads : {3, 0, -1}) {
        const Result<MultiHeadNodes> nodes = build(6, 8, heads);
        ASSERT_FALSE(nodes.ok());
        EXPECT_EQ(nodes.error(), (Error{"heads_do_not_divide", {{"heads", std::to_string(heads)}, {"width", "8"}}}));
    }
}

TEST(MultiHeadAttention, LeavesTheGraphAsItWasWhenItRefuses) {
    Graph graph;
    const auto leaf = [&](const char* name, const Shape& shape) { return graph.add_leaf(name, shape, {}, Kind::input); };
    const NodeId x = leaf("x", Shape(6, 8)), wq = leaf("wq", Shape(8, 8)), wk = leaf("wk", Shape(8, 8)),
                 wv = leaf("wv", Shape(8, 8));
    EXPECT_FALSE(multi_head_attention(graph, x, x, {wq, wk, wv}, kNoNode, {.heads = 3}, "").ok());
    EXPECT_FALSE(separate_heads(graph, x, wq, wk, wv, kNoNode, {.heads = 3}, "separate.").ok());
    EXPECT_EQ(graph.size(), 4);
}

TEST(MultiHeadAttention, OfOneTokenOfOneDimensionIsItsValue) {
    Model model;
    const Tensor<float> one(Shape(1, 1), 2.0f), weight(Shape(1, 1), 3.0f);
    const NodeId x = model.leaf("x", one), wq = model.leaf("wq", weight), wk = model.leaf("wk", weight),
                 wv = model.leaf("wv", weight);
    const MultiHeadNodes nodes = multi_head_attention(model.graph, x, x, {wq, wk, wv}, kNoNode, {}, "").value();
    EXPECT_EQ(model.evaluate()[nodes.output](0, 0), 6.0f);
}

TEST(MultiHeadAttention, HasTheGradientsThatFiniteDifferencesGive) {
    const Tensor<float> mask = reference::causal_mask(6);
    MultiHeadLesson lesson({.heads = 2, .output_projection = true}, &mask);
    const Tensor<double> ones(Shape(6, 8), 1.0);
    const auto all = gradients(lesson.graph, lesson.evaluate<double>(), lesson.nodes.output, ones);
    const auto loss = [&] {
        double total = 0;
        const Evaluation<double> evaluation = lesson.evaluate<double>();
        for (const double number : evaluation[lesson.nodes.output].data) total += number;
        return total;
    };
    for (const NodeId node : {lesson.x, lesson.wq, lesson.wk, lesson.wv, lesson.wo}) {
        for (std::size_t i = 0; i < lesson.leaves[node].data.size(); i += 3) {
            float& number = lesson.leaves[node].data[i];
            const float middle = number, up = middle + 1.0f / 4096, down = middle - 1.0f / 4096;
            number = up;
            const double above = loss();
            number = down;
            const double below = loss();
            number = middle;
            const double slope = (above - below) / (static_cast<double>(up) - static_cast<double>(down));
            EXPECT_NEAR(all[static_cast<std::size_t>(node)].data[i], slope, 2e-5 * std::max(1.0, std::abs(slope)));
        }
    }
}

}  // namespace
}  // namespace dikkat
