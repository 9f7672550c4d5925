// evaluate: the numbers of a graph, forward and backward, in float (the product, as PyTorch) or double (tests, sweeps).
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "core/graph.h"

namespace dikkat {

template <class Scalar>
struct Kernels;  // operation.h

// What an operation computes in a precision; null if it is not computed in it.
template <class Scalar>
using KernelsOf = const Kernels<Scalar>* (*)(const Operation&);

// Of every operation.
template <class Scalar>
const Kernels<Scalar>* kernels(const Operation& operation);
template <>
const Kernels<float>* kernels(const Operation& operation);
template <>
const Kernels<double>* kernels(const Operation& operation);

// Of the operations of a stack of layers alone: a program that uses doubles for those carries no others.
const Kernels<double>* kernels_of_stack(const Operation& operation);

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
    KernelsOf<Scalar> kernels = nullptr;

    const Tensor<Scalar>& operator[](NodeId node) const { return values[static_cast<std::size_t>(node)]; }
};

// Begins an evaluation with the leaves' numbers. `leaves` is by NodeId and has every leaf; entries of other nodes are ignored.
template <class Scalar>
Evaluation<Scalar> begin_evaluation(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves, KernelsOf<Scalar> kernels);
template <class Scalar>
Evaluation<Scalar> begin_evaluation(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves) {
    return begin_evaluation<Scalar>(graph, leaves, &kernels<Scalar>);
}
// About what a node costs to evaluate, and half of what its gradient costs to pass on. A product of (n, k) and (k, m) is n k m; a
// number that any other operation reads or makes takes the time of several.
std::uint64_t multiply_adds(const Graph& graph, NodeId node);
inline constexpr std::uint64_t kAnyWork = std::numeric_limits<std::uint64_t>::max();

// Evaluates at most `nodes` more nodes, and no more than `multiply_adds` allows once there is a first one; true when all are done.
template <class Scalar>
bool continue_evaluation(const Graph& graph, const CellValues& overrides, Evaluation<Scalar>& evaluation, int nodes,
                         std::uint64_t multiply_adds = kAnyWork);
// All at once.
template <class Scalar>
Evaluation<Scalar> evaluate(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves, const CellValues& overrides,
                            KernelsOf<Scalar> kernels);
template <class Scalar>
Evaluation<Scalar> evaluate(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves, const CellValues& overrides = {}) {
    return evaluate<Scalar>(graph, leaves, overrides, &kernels<Scalar>);
}

// Gradients of sum(direction * output). A cell set by hand is a leaf: it has a gradient and passes none upstream.
template <class Scalar>
struct Gradients {
    std::vector<Tensor<Scalar>> values;  // by NodeId; without numbers where the output does not depend on the node
    NodeId next = kNoNode;               // the next node to pass its gradient on, downwards; kNoNode: all are done

    const Tensor<Scalar>& operator[](NodeId node) const { return values[static_cast<std::size_t>(node)]; }
};

template <class Scalar>
Gradients<Scalar> begin_gradients(const Graph& graph, const Evaluation<Scalar>& evaluation, NodeId output,
                                  const Tensor<Scalar>& direction);
// Takes at most `nodes` more nodes that the output depends on, within the same bound as an evaluation; true when all are done.
template <class Scalar>
bool continue_gradients(const Graph& graph, const Evaluation<Scalar>& evaluation, Gradients<Scalar>& gradients, int nodes,
                        std::uint64_t multiply_adds = kAnyWork);
// All at once, by every node: zeros where the output does not depend on it.
template <class Scalar>
std::vector<Tensor<Scalar>> gradients(const Graph& graph, const Evaluation<Scalar>& evaluation, NodeId output,
                                      const Tensor<Scalar>& direction);

extern template Evaluation<float> begin_evaluation(const Graph&, const std::map<NodeId, Tensor<float>>&, KernelsOf<float>);
extern template bool continue_evaluation(const Graph&, const CellValues&, Evaluation<float>&, int, std::uint64_t);
extern template Evaluation<float> evaluate(const Graph&, const std::map<NodeId, Tensor<float>>&, const CellValues&,
                                           KernelsOf<float>);
extern template Gradients<float> begin_gradients(const Graph&, const Evaluation<float>&, NodeId, const Tensor<float>&);
extern template bool continue_gradients(const Graph&, const Evaluation<float>&, Gradients<float>&, int, std::uint64_t);
extern template std::vector<Tensor<float>> gradients(const Graph&, const Evaluation<float>&, NodeId, const Tensor<float>&);
extern template Evaluation<double> begin_evaluation(const Graph&, const std::map<NodeId, Tensor<float>>&, KernelsOf<double>);
extern template bool continue_evaluation(const Graph&, const CellValues&, Evaluation<double>&, int, std::uint64_t);
extern template Evaluation<double> evaluate(const Graph&, const std::map<NodeId, Tensor<float>>&, const CellValues&,
                                            KernelsOf<double>);
extern template Gradients<double> begin_gradients(const Graph&, const Evaluation<double>&, NodeId, const Tensor<double>&);
extern template bool continue_gradients(const Graph&, const Evaluation<double>&, Gradients<double>&, int, std::uint64_t);
extern template std::vector<Tensor<double>> gradients(const Graph&, const Evaluation<double>&, NodeId, const Tensor<double>&);

}  // namespace dikkat
