#include "core/evaluate.h"

#include <algorithm>
#include <utility>

#include "core/operation.h"
#include "core/operations/matmul.h"

namespace dikkat {
namespace {

template <class Scalar>
std::vector<const Tensor<Scalar>*> inputs_of(const Node& node, const std::vector<Tensor<Scalar>>& values) {
    std::vector<const Tensor<Scalar>*> inputs;
    for (const NodeId input : node.inputs) inputs.push_back(&values[static_cast<std::size_t>(input)]);
    return inputs;
}

template <class Scalar>
const Kernels<Scalar>& kernels_of(const Evaluation<Scalar>& evaluation, const Node& node) {
    const Kernels<Scalar>* found = evaluation.kernels(*node.operation);
    CHECK(found != nullptr, "an operation that is not computed in this precision");
    return *found;
}

template <class Scalar>
void set_by_hand(const CellValues& overrides, NodeId node, Tensor<Scalar>& value, std::map<Cell, Scalar>& replaced) {
    const auto found = overrides.find(node);
    if (found == overrides.end()) return;
    for (const auto& [cell, number] : found->second) {
        CHECK(contains(value.shape, cell), "a cell set by hand lies outside its tensor");
        replaced[cell] = value.at(cell);
        value.at(cell) = static_cast<Scalar>(number);
    }
}

template <class Scalar>
void evaluate_node(const Graph& graph, NodeId id, const CellValues& overrides, Evaluation<Scalar>& evaluation) {
    const Node& node = graph[id];
    const std::size_t index = static_cast<std::size_t>(id);
    Tensor<Scalar>& value = evaluation.values[index];
    if (!node.is_leaf()) {
        value = Tensor<Scalar>(node.shape);
        const std::vector<const Tensor<Scalar>*> inputs = inputs_of(node, evaluation.values);
        kernels_of(evaluation, node).forward({*node.operation, inputs, node.config, value, evaluation.notes[index]});
    }
    set_by_hand(overrides, id, value, evaluation.replaced[index]);
}

// Passes a node's gradient on to its inputs.
template <class Scalar>
void pass_upstream(const Graph& graph, NodeId id, const Evaluation<Scalar>& evaluation, std::vector<Tensor<Scalar>>& all) {
    const Node& node = graph[id];
    const std::size_t index = static_cast<std::size_t>(id);
    std::vector<Tensor<Scalar>*> d_inputs;
    for (const NodeId input : node.inputs) {
        Tensor<Scalar>& d_input = all[static_cast<std::size_t>(input)];
        if (d_input.data.empty()) d_input = Tensor<Scalar>(graph[input].shape);
        d_inputs.push_back(&d_input);
    }
    const std::vector<const Tensor<Scalar>*> inputs = inputs_of(node, evaluation.values);
    const auto backward = kernels_of(evaluation, node).backward;
    if (evaluation.replaced[index].empty()) {
        backward({*node.operation, inputs, node.config, evaluation.values[index], all[index], d_inputs});
        return;
    }
    Tensor<Scalar> output = evaluation.values[index];
    Tensor<Scalar> d_output = all[index];
    for (const auto& [cell, number] : evaluation.replaced[index]) {
        output.at(cell) = number;
        d_output.at(cell) = 0;
    }
    backward({*node.operation, inputs, node.config, output, d_output, d_inputs});
}

// What a slice may still do. The first node is always allowed, or a large one would never be done.
class Budget {
public:
    Budget(int nodes, std::uint64_t work) : nodes_(nodes), work_(work) {}

    bool take(std::uint64_t work) {
        if (nodes_ <= 0 || (begun_ && work > work_)) return false;
        begun_ = true;
        --nodes_;
        work_ -= std::min(work, work_);
        return true;
    }

private:
    int nodes_;
    std::uint64_t work_;
    bool begun_ = false;
};

}  // namespace

template <class Scalar>
Evaluation<Scalar> begin_evaluation(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves, KernelsOf<Scalar> kernels) {
    Evaluation<Scalar> evaluation;
    evaluation.kernels = kernels;
    const std::size_t size = static_cast<std::size_t>(graph.size());
    evaluation.values.resize(size);
    evaluation.notes.resize(size);
    evaluation.replaced.resize(size);
    for (NodeId id = 0; id < graph.size(); ++id) {
        if (!graph[id].is_leaf()) continue;
        const auto found = leaves.find(id);
        CHECK(found != leaves.end(), "a leaf has no numbers");
        CHECK(found->second.shape == graph[id].shape, "a leaf's numbers have another shape");
        Tensor<Scalar>& value = evaluation.values[static_cast<std::size_t>(id)];
        value.shape = found->second.shape;
        value.data.assign(found->second.data.begin(), found->second.data.end());
    }
    return evaluation;
}

std::uint64_t multiply_adds(const Graph& graph, NodeId node) {
    const Node& made = graph[node];
    if (made.is_leaf()) return 0;
    if (made.operation == &kMatmul) return std::uint64_t{made.shape.size()} * graph[made.inputs[0]].shape.columns();
    std::uint64_t numbers = made.shape.size();
    for (const NodeId input : made.inputs) numbers = std::max<std::uint64_t>(numbers, graph[input].shape.size());
    return numbers * static_cast<std::uint64_t>(made.operation->cost);
}

template <class Scalar>
bool continue_evaluation(const Graph& graph, const CellValues& overrides, Evaluation<Scalar>& evaluation, int nodes,
                         std::uint64_t work) {
    Budget budget(nodes, work);
    while (evaluation.next < graph.size() && budget.take(multiply_adds(graph, evaluation.next)))
        evaluate_node(graph, evaluation.next++, overrides, evaluation);
    return evaluation.next == graph.size();
}

template <class Scalar>
Evaluation<Scalar> evaluate(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves, const CellValues& overrides,
                            KernelsOf<Scalar> kernels) {
    Evaluation<Scalar> evaluation = begin_evaluation<Scalar>(graph, leaves, kernels);
    continue_evaluation(graph, overrides, evaluation, graph.size());
    return evaluation;
}

template <class Scalar>
Gradients<Scalar> begin_gradients(const Graph& graph, const Evaluation<Scalar>& evaluation, NodeId output,
                                  const Tensor<Scalar>& direction) {
    CHECK(evaluation.next == graph.size(), "gradients of an evaluation that is not finished");
    CHECK(direction.shape == graph[output].shape, "the direction has another shape than the output");
    Gradients<Scalar> gradients;
    gradients.values.resize(evaluation.values.size());
    gradients.values[static_cast<std::size_t>(output)] = direction;
    gradients.next = output;
    return gradients;
}

template <class Scalar>
bool continue_gradients(const Graph& graph, const Evaluation<Scalar>& evaluation, Gradients<Scalar>& gradients, int nodes,
                        std::uint64_t work) {
    Budget budget(nodes, work);
    for (; gradients.next >= 0; --gradients.next) {
        if (gradients[gradients.next].data.empty() || graph[gradients.next].is_leaf()) continue;  // not on the way back
        if (!budget.take(2 * multiply_adds(graph, gradients.next))) return false;
        pass_upstream(graph, gradients.next, evaluation, gradients.values);
    }
    return true;
}

template <class Scalar>
std::vector<Tensor<Scalar>> gradients(const Graph& graph, const Evaluation<Scalar>& evaluation, NodeId output,
                                      const Tensor<Scalar>& direction) {
    Gradients<Scalar> all = begin_gradients(graph, evaluation, output, direction);
    continue_gradients(graph, evaluation, all, graph.size());
    for (NodeId id = 0; id < graph.size(); ++id) {
        Tensor<Scalar>& gradient = all.values[static_cast<std::size_t>(id)];
        if (gradient.data.empty()) gradient = Tensor<Scalar>(graph[id].shape);
    }
    return std::move(all.values);
}

template Evaluation<float> begin_evaluation(const Graph&, const std::map<NodeId, Tensor<float>>&, KernelsOf<float>);
template bool continue_evaluation(const Graph&, const CellValues&, Evaluation<float>&, int, std::uint64_t);
template Evaluation<float> evaluate(const Graph&, const std::map<NodeId, Tensor<float>>&, const CellValues&, KernelsOf<float>);
template Gradients<float> begin_gradients(const Graph&, const Evaluation<float>&, NodeId, const Tensor<float>&);
template bool continue_gradients(const Graph&, const Evaluation<float>&, Gradients<float>&, int, std::uint64_t);
template std::vector<Tensor<float>> gradients(const Graph&, const Evaluation<float>&, NodeId, const Tensor<float>&);
template Evaluation<double> begin_evaluation(const Graph&, const std::map<NodeId, Tensor<float>>&, KernelsOf<double>);
template bool continue_evaluation(const Graph&, const CellValues&, Evaluation<double>&, int, std::uint64_t);
template Evaluation<double> evaluate(const Graph&, const std::map<NodeId, Tensor<float>>&, const CellValues&, KernelsOf<double>);
template Gradients<double> begin_gradients(const Graph&, const Evaluation<double>&, NodeId, const Tensor<double>&);
template bool continue_gradients(const Graph&, const Evaluation<double>&, Gradients<double>&, int, std::uint64_t);
template std::vector<Tensor<double>> gradients(const Graph&, const Evaluation<double>&, NodeId, const Tensor<double>&);

}  // namespace dikkat
