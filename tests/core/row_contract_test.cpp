// A row's bits depend on that row and on the right operand alone, at every size: "unchanged, exactly" rests on it.
#include <gtest/gtest.h>

#include <cstring>

#include "core/operations/activation.h"
#include "core/operations/elementwise.h"
#include "core/operations/matmul.h"
#include "core/operations/norm.h"
#include "core/operations/softmax.h"
#include "tests/reference/model.h"

namespace dikkat {
namespace {

using reference::Model;
using reference::random_tensor;

constexpr int kLargest = 70;

Tensor<float> rows_of(const Tensor<float>& tensor, const std::vector<int>& rows) {
    Tensor<float> chosen(Shape(static_cast<int>(rows.size()), tensor.shape.columns()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (int column = 0; column < tensor.shape.columns(); ++column)
            chosen(static_cast<int>(i), column) = tensor(rows[i], column);
    }
    return chosen;
}

// Every operation that works by rows, on rows that a product gives.
template <class Scalar>
std::vector<Tensor<Scalar>> results(const Tensor<float>& a, const Tensor<float>& b, const Tensor<float>& bias) {
    Model model;
    Graph& graph = model.graph;
    const NodeId repeated = model.leaf("bias", bias);
    const NodeId product = matmul(graph, model.leaf("a", a), model.leaf("b", b));
    std::vector<NodeId> nodes{product, softmax(graph, scale(graph, product, 0.3)), add(graph, product, repeated),
                              multiply(graph, product, repeated)};
    const NodeId mean = row_mean(graph, product), deviation = row_deviation(graph, product, mean);
    nodes.insert(nodes.end(), {mean, deviation, normalise_rows(graph, product, mean, deviation, repeated, repeated),
                               centre_rows(graph, product, mean), divide_rows(graph, product, deviation)});
    for (const Activation activation :
         {Activation::relu, Activation::gelu, Activation::gelu_tanh, Activation::silu, Activation::tanh, Activation::sigmoid})
        nodes.push_back(activate(graph, product, activation));
    const Evaluation<Scalar> evaluation = model.evaluate<Scalar>();
    std::vector<Tensor<Scalar>> tensors;
    for (const NodeId node : nodes) tensors.push_back(evaluation[node]);
    return tensors;
}

template <class Scalar>
bool same_row_bits(const Tensor<Scalar>& a, int row_a, const Tensor<Scalar>& b, int row_b) {
    const std::size_t columns = static_cast<std::size_t>(a.shape.columns());
    return std::memcmp(a.data.data() + static_cast<std::size_t>(row_a) * columns,
                       b.data.data() + static_cast<std::size_t>(row_b) * columns, columns * sizeof(Scalar)) == 0;
}

std::vector<std::vector<int>> subsets(int rows) {
    std::vector<std::vector<int>> all;
    for (int row = 0; row < rows; ++row) all.push_back({row});  // each alone
    std::vector<int> first_half, every_third, backwards;
    for (int row = 0; row < rows; ++row) {
        if (row <= rows / 2) first_half.push_back(row);
        if (row % 3 == 0) every_third.push_back(row);
        backwards.push_back(rows - 1 - row);
    }
    all.insert(all.end(), {first_half, every_third, backwards});
    return all;
}

template <class Scalar>
void expect_rows_on_their_own(int rows, int inner, int columns) {
    const Tensor<float> a = random_tensor(Shape(rows, inner), 1), b = random_tensor(Shape(inner, columns), 2);
    const Tensor<float> bias = random_tensor(Shape(columns), 3);
    const auto whole = results<Scalar>(a, b, bias);
    for (const std::vector<int>& chosen : subsets(rows)) {
        const auto part = results<Scalar>(rows_of(a, chosen), b, bias);
        for (std::size_t tensor = 0; tensor < whole.size(); ++tensor) {
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                ASSERT_TRUE(same_row_bits(whole[tensor], chosen[i], part[tensor], static_cast<int>(i)))
                    << rows << "x" << inner << "x" << columns << ", tensor " << tensor << ", row " << chosen[i] << " of "
                    << chosen.size();
            }
        }
    }
}

TEST(RowContract, RowsTogetherAreTheSameBitsAsAnyOfThemApart) {
    for (int size = 1; size <= kLargest; ++size) expect_rows_on_their_own<float>(size, size, kLargest + 1 - size);
}

TEST(RowContract, HoldsForEveryWidthAndInnerSize) {
    for (int size = 1; size <= kLargest; ++size) {
        expect_rows_on_their_own<float>(6, size, 5);
        expect_rows_on_their_own<float>(5, 8, size);
    }
}

TEST(RowContract, HoldsInDouble) {
    for (int size = 1; size <= kLargest; size += 3) expect_rows_on_their_own<double>(size, kLargest + 1 - size, size);
}

TEST(RowContract, AProductIsTheSumInAscendingOrder) {
    const Tensor<float> a = random_tensor(Shape(3, 64), 1), b = random_tensor(Shape(64, 37), 2);
    Model model;
    const NodeId product = matmul(model.graph, model.leaf("a", a), model.leaf("b", b));
    const Evaluation<float> evaluation = model.evaluate();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 37; ++j) {
            float sum = 0;
            for (int k = 0; k < 64; ++k) {
                const float term = a(i, k) * b(k, j);
                sum += term;
            }
            EXPECT_EQ(evaluation[product](i, j), sum);
        }
    }
}

}  // namespace
}  // namespace dikkat
