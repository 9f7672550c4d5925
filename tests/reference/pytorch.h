// PyTorch's modules in our graphs: parameters found by their PyTorch names, runs in float and in double, gradients compared.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/operations/reduce.h"
#include "nn/scope.h"
#include "tests/reference/model.h"
#include "tests/reference/reference.h"

namespace dikkat::reference {

using Numbers = std::map<NodeId, Tensor<double>>;

// A tensor of any rank as our matrices are: axes of length 1 before the last two fall away.
inline Tensor<double> matrix(const Json& value) {
    const auto extents = field(value, "shape").GetArray();
    const auto data = field(value, "data").GetArray();
    const int columns = extents[extents.Size() - 1].GetInt();
    Tensor<double> result(Shape(static_cast<int>(data.Size()) / columns, columns));
    CHECK(data.Size() == result.data.size(), "a reference tensor with as many numbers as its shape says");
    for (std::size_t i = 0; i < result.data.size(); ++i) result.data[i] = number(data[static_cast<rapidjson::SizeType>(i)]);
    return result;
}

// What PyTorch keeps for a parameter of ours, laid out as ours is: rows of the whole, transposed.
inline Tensor<double> of_pytorch(const Node& leaf, const Json& tensors) {
    const PyTorchParameter& parameter = leaf.parameter;
    const Tensor<double> theirs = matrix(field(tensors, parameter.name.c_str()));
    Tensor<double> ours(leaf.shape);
    const bool vector = leaf.shape.rank() == 1;
    const int rows = parameter.transposed || vector ? leaf.shape.columns() : leaf.shape.rows();
    CHECK((vector ? theirs.shape.columns() : theirs.shape.rows()) == (parameter.of_rows > 0 ? parameter.of_rows : rows),
          "a parameter with as many rows as PyTorch's");
    CHECK(vector || theirs.shape.columns() == (parameter.transposed ? leaf.shape.rows() : leaf.shape.columns()),
          "a parameter with as many columns as PyTorch's");
    for (int row = 0; row < leaf.shape.rows(); ++row) {
        for (int column = 0; column < leaf.shape.columns(); ++column) {
            ours(row, column) = vector                 ? theirs(0, parameter.row + column)
                                : parameter.transposed ? theirs(parameter.row + column, row)
                                                       : theirs(parameter.row + row, column);
        }
    }
    return ours;
}

inline void load_parameters(const Graph& graph, const Json& tensors, Numbers& numbers) {
    for (NodeId id = 0; id < graph.size(); ++id) {
        if (graph[id].is_leaf() && graph[id].kind == Kind::parameter) numbers[id] = of_pytorch(graph[id], tensors);
    }
}

// From numbers in double, which evaluate() does not take: its leaves are the product's floats.
template <class Scalar>
Evaluation<Scalar> evaluate_numbers(const Graph& graph, const Numbers& numbers) {
    std::map<NodeId, Tensor<float>> leaves;
    for (const auto& [id, tensor] : numbers) leaves[id] = Tensor<float>(tensor.shape);
    Evaluation<Scalar> evaluation = begin_evaluation<Scalar>(graph, leaves);
    for (const auto& [id, tensor] : numbers) {
        std::vector<Scalar>& data = evaluation.values[static_cast<std::size_t>(id)].data;
        std::transform(tensor.data.begin(), tensor.data.end(), data.begin(), [](double x) { return static_cast<Scalar>(x); });
    }
    continue_evaluation(graph, {}, evaluation, graph.size());
    return evaluation;
}

inline double largest(const Tensor<double>& tensor) {
    double most = 0;
    for (const double x : tensor.data) most = std::max(most, std::abs(x));
    return most;
}

template <class Scalar>
Tensor<double> in_double(const Tensor<Scalar>& tensor) {
    Tensor<double> result(tensor.shape);
    std::copy(tensor.data.begin(), tensor.data.end(), result.data.begin());
    return result;
}

template <class Scalar>
Tensor<Scalar> as(const Tensor<double>& tensor) {
    Tensor<Scalar> result(tensor.shape);
    for (std::size_t i = 0; i < tensor.data.size(); ++i) result.data[i] = static_cast<Scalar>(tensor.data[i]);
    return result;
}

// Within 1e-9 in double; in float within 1e-4 of the largest number of PyTorch's whole tensor.
template <class Scalar>
void expect_near(const Tensor<Scalar>& ours, const Tensor<double>& theirs, double largest_number) {
    const double bound = sizeof(Scalar) == sizeof(double) ? 1e-9 : 1e-4 * largest_number;
    EXPECT_LE(distance(in_double(ours), theirs), bound);
}

template <class Scalar>
void expect_parameter_gradients(const Graph& graph, const std::vector<Tensor<Scalar>>& ours, const Json& theirs) {
    int compared = 0;
    for (NodeId id = 0; id < graph.size(); ++id) {
        const Node& node = graph[id];
        if (!node.is_leaf() || node.kind != Kind::parameter) continue;
        SCOPED_TRACE(node.name);
        const double most = largest(matrix(field(theirs, node.parameter.name.c_str())));
        expect_near(ours[static_cast<std::size_t>(id)], of_pytorch(node, theirs), most);
        compared += static_cast<int>(node.shape.size());
    }
    int there = 0;
    for (const auto& each : theirs.GetObject()) there += static_cast<int>(matrix(each.value).data.size());
    EXPECT_EQ(compared, there) << "every number of every parameter of PyTorch's is one of ours";
}

}  // namespace dikkat::reference
