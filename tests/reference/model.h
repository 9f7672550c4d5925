// A graph with numbers in its leaves, as the tests of core and nn build them.
#pragma once

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "core/evaluate.h"
#include "core/random.h"

namespace dikkat::reference {

struct Model {
    Graph graph;
    std::map<NodeId, Tensor<float>> leaves;

    NodeId leaf(const std::string& name, Tensor<float> numbers, Kind kind = Kind::input) {
        const NodeId node = graph.add_leaf(name, numbers.shape, {Axis::token, Axis::feature}, kind);
        leaves[node] = std::move(numbers);
        return node;
    }
    template <class Scalar = float>
    Evaluation<Scalar> evaluate(const CellValues& overrides = {}) const {
        return dikkat::evaluate<Scalar>(graph, leaves, overrides);
    }
};

inline Tensor<float> random_tensor(const Shape& shape, std::uint64_t seed) {
    Tensor<float> tensor(shape);
    tensor.data = Generator(seed).normal(static_cast<int>(shape.size()));
    return tensor;
}

inline Tensor<float> causal_mask(int tokens) {
    Tensor<float> mask(Shape(tokens, tokens));
    for (int query = 0; query < tokens; ++query) {
        for (int key = 0; key <= query; ++key) mask(query, key) = 1;
    }
    return mask;
}

template <class Scalar>
Tensor<Scalar> row_of(const Tensor<Scalar>& tensor, int row) {
    Tensor<Scalar> one(Shape(1, tensor.shape.columns()));
    for (int column = 0; column < tensor.shape.columns(); ++column) one(0, column) = tensor(row, column);
    return one;
}

// The largest difference; infinity where shapes differ or one of the two is a special number that the other is not.
template <class Scalar>
double distance(const Tensor<Scalar>& a, const Tensor<Scalar>& b) {
    if (!(a.shape == b.shape)) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (std::size_t i = 0; i < a.data.size(); ++i) {
        if (same_number(a.data[i], b.data[i])) continue;
        const double difference = std::abs(static_cast<double>(a.data[i]) - static_cast<double>(b.data[i]));
        largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(largest, difference);
    }
    return largest;
}

}  // namespace dikkat::reference
