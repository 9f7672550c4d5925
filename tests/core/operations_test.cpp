#include <gtest/gtest.h>

#include <functional>

#include "core/operation.h"
#include "core/operations/elementwise.h"
#include "core/operations/lookup.h"
#include "core/operations/matmul.h"
#include "core/operations/norm.h"
#include "core/operations/rearrange.h"
#include "core/operations/reduce.h"
#include "core/operations/softmax.h"
#include "tests/reference/model.h"

namespace dikkat {
namespace {

using reference::Model;

// Inputs on which every operation is tried. An operation that enters the list without an entry here fails.
struct Example {
    std::vector<Shape> inputs;
    OperationConfig config;
    int choices = -1;        // the input that is a choice and has no gradient
    std::string in_pytorch;  // of inputs a, b, c, d, e
    int classes = 2;         // a choice is a whole number below
    int positive = -1;       // the input whose numbers are above 1/4, as a deviation's
};

const std::map<std::string_view, std::vector<Example>>& examples() {
    static const std::map<std::string_view, std::vector<Example>> all{
        {"matmul", {{{Shape(3, 4), Shape(4, 5)}, {}, -1, "a @ b"}, {{Shape(1, 1), Shape(1, 1)}, {}, -1, "a @ b"}}},
        {"add",
         {{{Shape(3, 4), Shape(3, 4)}, {}, -1, "a + b"},
          {{Shape(3, 4), Shape(4)}, {}, -1, "a + b"},
          {{Shape(2, 3, 4), Shape(4)}, {}, -1, "a + b"}}},
        {"multiply",
         {{{Shape(3, 4), Shape(3, 4)}, {}, -1, "a * b"},
          {{Shape(3, 4), Shape(4)}, {}, -1, "a * b"},
          {{Shape(2, 3, 4), Shape(4)}, {}, -1, "a * b"}}},
        {"scale",
         {{{Shape(3, 4)}, {.factor = -0.75}, -1, "a * -0.75"},
          {{Shape(2, 3, 4)}, {.factor = 1.0 / 3.0}, -1, "a * 0.3333333333333333"}}},
        {"mask", {{{Shape(4, 4), Shape(4, 4)}, {}, 1, "a.masked_fill(b == 0, float(\"-inf\"))"}}},
        {"softmax",
         {{{Shape(3, 5)}, {}, -1, "a.softmax(-1)"},
          {{Shape(2, 3, 4)}, {}, -1, "a.softmax(-1)"},
          {{Shape(2, 1)}, {}, -1, "a.softmax(-1)"}}},
        {"transpose", {{{Shape(3, 5)}, {}, -1, "a.transpose(-2, -1)"}}},
        {"slice", {{{Shape(5, 6)}, {.begin = 2, .end = 5, .row_begin = 1, .row_end = 3}, -1, "a[1:3, 2:5]"}}},
        {"split_heads", {{{Shape(3, 8)}, {.count = 2}, -1, "a.reshape(a.shape[0], 2, -1).transpose(0, 1)"}}},
        {"select_head", {{{Shape(3, 2, 4)}, {.begin = 2}, -1, "a[2]"}}},
        {"concat_heads", {{{Shape(3, 4), Shape(3, 2), Shape(3, 1)}, {}, -1, "torch.cat([a, b, c], dim=-1)"}}},
        {"concat_rows", {{{Shape(2, 3), Shape(1, 3), Shape(4, 3)}, {}, -1, "torch.cat([a, b, c], dim=-2)"}}},
        {"block_diagonal", {{{Shape(2, 3), Shape(1, 2), Shape(3, 1)}, {}, -1, "torch.block_diag(a, b, c)"}}},
        {"row_mean", {{{Shape(3, 5)}, {}, -1, "a.mean(-1, keepdim=True)"}, {{Shape(1, 1)}, {}, -1, "a.mean(-1, keepdim=True)"}}},
        {"row_deviation", {{{Shape(3, 5), Shape(3, 1)}, {}, -1, "(a - b).square().mean(-1, keepdim=True).sqrt()"}}},
        {"column_mean", {{{Shape(3, 5)}, {}, -1, "a.mean(-2, keepdim=True)"}, {{Shape(1, 5)}, {}, -1, "a.mean(-2, keepdim=True)"}}},
        {"column_deviation", {{{Shape(3, 5), Shape(1, 5)}, {}, -1, "(a - b).square().mean(-2, keepdim=True).sqrt()"}}},
        {"normalise_rows",
         {{{Shape(3, 5), Shape(3, 1), Shape(3, 1), Shape(5), Shape(5)},
           {.epsilon = 0.25},
           -1,
           "(a - b) / (c.square() + 0.25).sqrt() * d + e"},
          {{Shape(1, 4), Shape(1, 1), Shape(1, 1), Shape(4), Shape(4)},
           {.epsilon = 0.5},
           -1,
           "(a - b) / (c.square() + 0.5).sqrt() * d + e"}}},
        {"normalise_columns",
         {{{Shape(3, 5), Shape(1, 5), Shape(1, 5), Shape(5), Shape(5)},
           {.epsilon = 0.25},
           -1,
           "(a - b) / (c.square() + 0.25).sqrt() * d + e if len(a) > 1 else a * float(\"nan\")"}}},
        {"centre_rows", {{{Shape(3, 5), Shape(3, 1)}, {}, -1, "a - b"}}},
        {"divide_rows",
         {{{Shape(3, 5), Shape(3, 1)}, {.epsilon = 0.25}, -1, "a / (b + 0.25)", 2, 1},
          {{Shape(1, 2), Shape(1, 1)}, {}, -1, "a / (b + 1e-05)", 2, 1}}},
        {"relu", {{{Shape(3, 5)}, {}, -1, "torch.relu(a)"}, {{Shape(2, 3, 4)}, {}, -1, "torch.relu(a)"}}},
        {"gelu", {{{Shape(3, 5)}, {}, -1, "torch.nn.functional.gelu(a)"}}},
        {"gelu_tanh", {{{Shape(3, 5)}, {}, -1, "torch.nn.functional.gelu(a, approximate=\"tanh\")"}}},
        {"silu", {{{Shape(3, 5)}, {}, -1, "torch.nn.functional.silu(a)"}}},
        {"tanh", {{{Shape(3, 5)}, {}, -1, "torch.tanh(a)"}}},
        {"sigmoid", {{{Shape(3, 5)}, {}, -1, "torch.sigmoid(a)"}}},
        {"embedding",
         {{{Shape(6), Shape(4, 3)}, {}, 0, "torch.nn.functional.embedding(a.long().flatten(), b)", 4},
          {{Shape(1, 2), Shape(2, 3)}, {}, 0, "torch.nn.functional.embedding(a.long().flatten(), b)"}}},
        {"cross_entropy",
         {{{Shape(3, 5), Shape(3)}, {}, 1, "torch.nn.functional.cross_entropy(a, b.long().flatten()).reshape(1, 1)", 5},
          {{Shape(1, 2), Shape(1, 1)}, {}, 1, "torch.nn.functional.cross_entropy(a, b.long().flatten()).reshape(1, 1)"}}},
        {"sum", {{{Shape(3, 5)}, {}, -1, "a.sum().reshape(1, 1)"}, {{Shape(2, 3, 4)}, {}, -1, "a.sum().reshape(1, 1)"}}},
        {"norm", {{{Shape(3, 5)}, {}, -1, "a.norm().reshape(1, 1)"}, {{Shape(2, 3, 4)}, {}, -1, "a.norm().reshape(1, 1)"}}},
    };
    return all;
}

void for_each_example(const std::function<void(const Operation&, const Example&)>& action) {
    for (const Operation* operation : all_operations()) {
        SCOPED_TRACE(std::string(operation->name));
        const auto found = examples().find(operation->name);
        ASSERT_NE(found, examples().end()) << "an operation without examples in this test";
        for (const Example& example : found->second) action(*operation, example);
    }
}

struct Built {
    Model model;
    NodeId output = kNoNode;
};

// Every number is a multiple of 1/64, so that small steps of a power of two are exact in float.
Built build(const Operation& operation, const Example& example) {
    Built built;
    std::vector<NodeId> inputs;
    for (std::size_t i = 0; i < example.inputs.size(); ++i) {
        Tensor<float> numbers = reference::random_tensor(example.inputs[i], 10 + i);
        for (float& number : numbers.data) {
            number = std::round(number * 64.0f) / 64.0f;
            if (static_cast<int>(i) == example.positive) number = 0.25f + std::abs(number);
            if (static_cast<int>(i) == example.choices) number = std::floor(std::abs(number) * 64.0f);
            if (static_cast<int>(i) == example.choices) number = std::fmod(number, static_cast<float>(example.classes));
        }
        inputs.push_back(built.model.leaf(std::string(1, static_cast<char>('a' + i)), numbers));
    }
    built.output = built.model.graph.add(operation, inputs, example.config);
    return built;
}

// sum(direction * output) over the finite cells: a mask's -infinity stays -infinity whatever its inputs do.
double loss(const Built& built, const Tensor<double>& direction) {
    const Evaluation<double> evaluation = built.model.evaluate<double>();
    double total = 0;
    for (std::size_t i = 0; i < direction.data.size(); ++i) {
        const double number = evaluation[built.output].data[i];
        if (std::isfinite(number)) total += number * direction.data[i];
    }
    return total;
}

// Five points: exact to the fourth power of the step.
double slope(Built& built, NodeId leaf, std::size_t i, const Tensor<double>& direction) {
    constexpr float kStep = 1.0f / 1024;
    float& number = built.model.leaves[leaf].data[i];
    const float middle = number;
    const auto at = [&](float steps) {
        number = middle + steps * kStep;
        return loss(built, direction);
    };
    const double result = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12.0 * static_cast<double>(kStep));
    number = middle;
    return result;
}

template <class Scalar>
Tensor<Scalar> direction_for(const Shape& shape) {
    const Tensor<float> drawn = reference::random_tensor(shape, 99);
    Tensor<Scalar> direction(shape);
    direction.data.assign(drawn.data.begin(), drawn.data.end());
    return direction;
}

TEST(Operations, HaveTheBackwardThatFiniteDifferencesGive) {
    for_each_example([](const Operation& operation, const Example& example) {
        Built built = build(operation, example);
        const Tensor<double> direction = direction_for<double>(built.model.graph[built.output].shape);
        const auto all = gradients(built.model.graph, built.model.evaluate<double>(), built.output, direction);
        for (NodeId leaf = 0; leaf < static_cast<NodeId>(example.inputs.size()); ++leaf) {
            if (leaf == example.choices) continue;
            const Tensor<double>& gradient = all[static_cast<std::size_t>(leaf)];
            for (std::size_t i = 0; i < gradient.data.size(); ++i) {
                EXPECT_NEAR(gradient.data[i], slope(built, leaf, i, direction), 1e-9) << "input " << leaf << " cell " << i;
            }
        }
    });
}

TEST(Operations, GiveInFloatWhatTheyGiveInDouble) {
    for_each_example([](const Operation& operation, const Example& example) {
        const Built built = build(operation, example);
        const Shape shape = built.model.graph[built.output].shape;
        const Evaluation<float> in_float = built.model.evaluate<float>();
        const Evaluation<double> in_double = built.model.evaluate<double>();
        const auto gradients_float = gradients(built.model.graph, in_float, built.output, direction_for<float>(shape));
        const auto gradients_double = gradients(built.model.graph, in_double, built.output, direction_for<double>(shape));
        const auto expect_near = [](const Tensor<float>& a, const Tensor<double>& b) {
            ASSERT_EQ(a.shape, b.shape);
            for (std::size_t i = 0; i < a.data.size(); ++i) {
                if (std::isinf(b.data[i])) {
                    EXPECT_EQ(static_cast<double>(a.data[i]), b.data[i]);
                } else {
                    EXPECT_NEAR(a.data[i], b.data[i], 1e-5);
                }
            }
        };
        for (NodeId node = 0; node <= built.output; ++node) {
            expect_near(in_float[node], in_double[node]);
            expect_near(gradients_float[static_cast<std::size_t>(node)], gradients_double[static_cast<std::size_t>(node)]);
        }
    });
}

TEST(Operations, AddBothGradientsWhereTheTwoInputsAreOneTensor) {
    Model model;
    const NodeId x = model.leaf("x", reference::random_tensor(Shape(3, 3), 1));
    const NodeId square = matmul(model.graph, x, x);
    const NodeId twice = add(model.graph, square, square);
    const Tensor<double> ones(Shape(3, 3), 1.0);
    const Evaluation<double> evaluation = model.evaluate<double>();
    const auto all = gradients(model.graph, evaluation, twice, ones);
    const Tensor<double>& n = evaluation[x];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double expected = 0;  // of 2 sum(x x) by x(i, j): row sums of row j and column sums of column i
            for (int m = 0; m < 3; ++m) expected += 2 * (n(j, m) + n(m, i));
            EXPECT_NEAR(all[static_cast<std::size_t>(x)](i, j), expected, 1e-12);
        }
    }
}

TEST(Operations, ExplainEveryCellSoThatItAddsUp) {
    for_each_example([](const Operation& operation, const Example& example) {
        const Built built = build(operation, example);
        const Evaluation<float> evaluation = built.model.evaluate();
        const Shape shape = built.model.graph[built.output].shape;
        for (int head = 0; head < shape.heads(); ++head) {
            for (int row = 0; row < shape.rows(); ++row) {
                for (int column = 0; column < shape.columns(); ++column) {
                    const Cell cell{head, row, column};
                    const Explanation explanation = explain(built.model.graph, evaluation, built.output, cell);
                    ASSERT_FALSE(explanation.lines.empty());
                    EXPECT_TRUE(same_number(explanation.lines.back().result, evaluation[built.output].at(cell)));
                    EXPECT_TRUE(same_number(explanation.value, evaluation[built.output].at(cell)));
                }
            }
        }
    });
}

TEST(Operations, AreWrittenAsPyTorchWritesThem) {
    const std::array<std::string, 5> names{"a", "b", "c", "d", "e"};
    for_each_example([&](const Operation& operation, const Example& example) {
        EXPECT_EQ(operation.pytorch(example.config, std::span(names).first(example.inputs.size())), example.in_pytorch);
    });
}

// ---------------------------------------------------------------- what each gives, by arithmetic

Tensor<float> matrix(int rows, int columns, std::vector<float> numbers) {
    Tensor<float> tensor(Shape(rows, columns));
    tensor.data = std::move(numbers);
    return tensor;
}

TEST(Matmul, MultipliesRowsByColumns) {
    Model model;
    const NodeId product =
        matmul(model.graph, model.leaf("a", matrix(2, 3, {1, 2, 3, 4, 5, 6})), model.leaf("b", matrix(3, 2, {1, 0, 2, 1, 0, -1})));
    EXPECT_EQ(model.evaluate()[product], matrix(2, 2, {5, -1, 14, -1}));
}

TEST(Add, RepeatsABiasForEveryRow) {
    Model model;
    Tensor<float> bias(Shape(2));
    bias.data = {10, 20};
    const NodeId sum = add(model.graph, model.leaf("a", matrix(2, 2, {1, 2, 3, 4})), model.leaf("b", bias));
    EXPECT_EQ(model.evaluate()[sum], matrix(2, 2, {11, 22, 13, 24}));
}

TEST(Mask, PutsMinusInfinityWhereItIsZeroAndKeepsTheRest) {
    const float infinity = std::numeric_limits<float>::infinity();
    Model model;
    const NodeId masked = mask(model.graph, model.leaf("s", matrix(1, 3, {1, 2, 3})), model.leaf("m", matrix(1, 3, {1, 0, 1})));
    EXPECT_EQ(model.evaluate()[masked], matrix(1, 3, {1, -infinity, 3}));
}

TEST(Softmax, OfEqualNumbersIsEqual) {
    Model model;
    const NodeId weights = softmax(model.graph, model.leaf("s", matrix(2, 4, {7, 7, 7, 7, -1000, -1000, -1000, -1000})));
    EXPECT_EQ(model.evaluate()[weights], Tensor<float>(Shape(2, 4), 0.25f));
}

TEST(Softmax, OfHugeNumbersNeitherOverflowsNorVanishes) {
    Model model;
    const NodeId weights = softmax(model.graph, model.leaf("s", matrix(1, 3, {3e38f, -3e38f, 3e38f})));
    EXPECT_EQ(model.evaluate()[weights], matrix(1, 3, {0.5f, 0.0f, 0.5f}));
}

TEST(Softmax, OfAFullyMaskedRowIsNaNAndNamesTheRow) {
    const float infinity = std::numeric_limits<float>::infinity();
    Model model;
    const NodeId weights = softmax(model.graph, model.leaf("s", matrix(3, 2, {1, 1, -infinity, -infinity, -infinity, 0})));
    const Evaluation<float> evaluation = model.evaluate();
    const Tensor<float>& values = evaluation[weights];
    EXPECT_EQ(values(0, 0), 0.5f);
    EXPECT_TRUE(std::isnan(values(1, 0)) && std::isnan(values(1, 1)));
    EXPECT_EQ(values(2, 0), 0.0f);
    EXPECT_EQ(values(2, 1), 1.0f);
    EXPECT_EQ(evaluation.notes[static_cast<std::size_t>(weights)], (std::vector<Note>{{"all_keys_masked", 1}}));
}

TEST(Softmax, OfANaNOrAnInfinityIsNaNInThatRowAlone) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    Model model;
    const NodeId weights = softmax(model.graph, model.leaf("s", matrix(3, 2, {nan, 1, 2, infinity, 3, 3})));
    const Evaluation<float> evaluation = model.evaluate();
    for (const int row : {0, 1}) EXPECT_TRUE(std::isnan(evaluation[weights](row, 1))) << row;
    EXPECT_EQ(evaluation[weights](2, 0), 0.5f);
    EXPECT_TRUE(evaluation.notes[static_cast<std::size_t>(weights)].empty());
}

TEST(SplitHeads, GivesEachHeadItsOwnColumnsAndConcatPutsThemBack) {
    Model model;
    const NodeId x = model.leaf("x", reference::random_tensor(Shape(3, 6), 4));
    const NodeId split = split_heads(model.graph, x, 3);
    std::vector<NodeId> heads;
    for (int head = 0; head < 3; ++head) heads.push_back(select_head(model.graph, split, head));
    const NodeId back = concat_heads(model.graph, heads);
    const Evaluation<float> evaluation = model.evaluate();
    EXPECT_EQ(evaluation[split].shape, Shape(3, 3, 2));
    EXPECT_EQ(evaluation[split].at({2, 1, 0}), evaluation[x](1, 4));
    EXPECT_EQ(evaluation[back], evaluation[x]);
}

TEST(BlockDiagonal, IsZeroOffTheBlocks) {
    Model model;
    const NodeId blocks =
        block_diagonal(model.graph, {model.leaf("a", matrix(1, 2, {1, 2})), model.leaf("b", matrix(2, 1, {3, 4}))});
    EXPECT_EQ(model.evaluate()[blocks], matrix(3, 3, {1, 2, 0, 0, 0, 3, 0, 0, 4}));
}

}  // namespace
}  // namespace dikkat
