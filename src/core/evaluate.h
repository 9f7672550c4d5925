// evaluate: the numbers of a graph, forward and backward, in float (the product, as PyTorch) or double (tests, sweeps).
#pragma once

#include <map>
#include <vector>

#include "core/graph.h"

namespace dikkat {

// Values set by hand, over leaves and activations alike: node -> cell -> value. Every number that enters is a float32;
// a double run computes from the same float32 numbers.
using CellValues = std::map<NodeId, std::map<Cell, float>>;

// Why a node's numbers are NaN by rule. `row` is -1 where the whole node is meant.
struct Note {
    std::string code;  // "all_keys_masked"
    int row = -1;

    bool operator==(const Note&) const = default;
};

template <class Scalar>
struct Evaluation {
    std::vector<Tensor<Scalar>> values;            // by NodeId
    std::vector<std::vector<Note>> notes;          // by NodeId
    std::vector<std::map<Cell, Scalar>> replaced;  // by NodeId: what a cell set by hand would have been
    int next = 0;                                  // first node not evaluated yet

    const Tensor<Scalar>& operator[](NodeId node) const { return values[static_cast<std::size_t>(node)]; }
};

// Begins an evaluation with the leaves' numbers. `leaves` is by NodeId and has every leaf; entries of other nodes are ignored.
template <class Scalar>
Evaluation<Scalar> begin_evaluation(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves);
// Evaluates at most `nodes` more nodes; true when all are done.
template <class Scalar>
bool continue_evaluation(const Graph& graph, const CellValues& overrides, Evaluation<Scalar>& evaluation, int nodes);
// All at once.
template <class Scalar>
Evaluation<Scalar> evaluate(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves, const CellValues& overrides = {});

// Gradients of sum(direction * output) by every node. A cell set by hand is a leaf: it has a gradient and passes none upstream.
template <class Scalar>
std::vector<Tensor<Scalar>> gradients(const Graph& graph, const Evaluation<Scalar>& evaluation, NodeId output,
                                      const Tensor<Scalar>& direction);

extern template Evaluation<float> begin_evaluation(const Graph&, const std::map<NodeId, Tensor<float>>&);
extern template Evaluation<double> begin_evaluation(const Graph&, const std::map<NodeId, Tensor<float>>&);
extern template bool continue_evaluation(const Graph&, const CellValues&, Evaluation<float>&, int);
extern template bool continue_evaluation(const Graph&, const CellValues&, Evaluation<double>&, int);
extern template Evaluation<float> evaluate(const Graph&, const std::map<NodeId, Tensor<float>>&, const CellValues&);
extern template Evaluation<double> evaluate(const Graph&, const std::map<NodeId, Tensor<float>>&, const CellValues&);
extern template std::vector<Tensor<float>> gradients(const Graph&, const Evaluation<float>&, NodeId, const Tensor<float>&);
extern template std::vector<Tensor<double>> gradients(const Graph&, const Evaluation<double>&, NodeId, const Tensor<double>&);

}  // namespace dikkat
