#include "core/evaluate.h"

#include "core/operation.h"

namespace dikkat {
namespace {

template <class Scalar>
std::vector<const Tensor<Scalar>*> inputs_of(const Node& node, const std::vector<Tensor<Scalar>>& values) {
    std::vector<const Tensor<Scalar>*> inputs;
    for (const NodeId input : node.inputs) inputs.push_back(&values[static_cast<std::size_t>(input)]);
    return inputs;
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
        kernels<Scalar>(*node.operation).forward({*node.operation, inputs, node.config, value, evaluation.notes[index]});
    }
    set_by_hand(overrides, id, value, evaluation.replaced[index]);
}

// Passes a node's gradient on to its inputs.
template <class Scalar>
void pass_upstream(const Node& node, const Evaluation<Scalar>& evaluation, NodeId id, std::vector<Tensor<Scalar>>& all) {
    const std::size_t index = static_cast<std::size_t>(id);
    Tensor<Scalar> output = evaluation.values[index];
    Tensor<Scalar> d_output = all[index];
    for (const auto& [cell, number] : evaluation.replaced[index]) {
        output.at(cell) = number;
        d_output.at(cell) = 0;
    }
    std::vector<Tensor<Scalar>*> d_inputs;
    for (const NodeId input : node.inputs) d_inputs.push_back(&all[static_cast<std::size_t>(input)]);
    const std::vector<const Tensor<Scalar>*> inputs = inputs_of(node, evaluation.values);
    kernels<Scalar>(*node.operation).backward({*node.operation, inputs, node.config, output, d_output, d_inputs});
}

}  // namespace

template <class Scalar>
Evaluation<Scalar> begin_evaluation(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves) {
    Evaluation<Scalar> evaluation;
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

template <class Scalar>
bool continue_evaluation(const Graph& graph, const CellValues& overrides, Evaluation<Scalar>& evaluation, int nodes) {
    for (; nodes > 0 && evaluation.next < graph.size(); --nodes) evaluate_node(graph, evaluation.next++, overrides, evaluation);
    return evaluation.next == graph.size();
}

template <class Scalar>
Evaluation<Scalar> evaluate(const Graph& graph, const std::map<NodeId, Tensor<float>>& leaves, const CellValues& overrides) {
    Evaluation<Scalar> evaluation = begin_evaluation<Scalar>(graph, leaves);
    continue_evaluation(graph, overrides, evaluation, graph.size());
    return evaluation;
}

template <class Scalar>
std::vector<Tensor<Scalar>> gradients(const Graph& graph, const Evaluation<Scalar>& evaluation, NodeId output,
                                      const Tensor<Scalar>& direction) {
    CHECK(evaluation.next == graph.size(), "gradients of an evaluation that is not finished");
    CHECK(direction.shape == graph[output].shape, "the direction has another shape than the output");
    std::vector<Tensor<Scalar>> all;
    for (const Node& node : graph.nodes()) all.emplace_back(node.shape);
    all[static_cast<std::size_t>(output)] = direction;
    std::vector<bool> reached(all.size());  // by the way back from the output
    reached[static_cast<std::size_t>(output)] = true;
    for (NodeId id = output; id >= 0; --id) {
        if (!reached[static_cast<std::size_t>(id)] || graph[id].is_leaf()) continue;
        for (const NodeId input : graph[id].inputs) reached[static_cast<std::size_t>(input)] = true;
        pass_upstream(graph[id], evaluation, id, all);
    }
    return all;
}

template Evaluation<float> begin_evaluation(const Graph&, const std::map<NodeId, Tensor<float>>&);
template Evaluation<double> begin_evaluation(const Graph&, const std::map<NodeId, Tensor<float>>&);
template bool continue_evaluation(const Graph&, const CellValues&, Evaluation<float>&, int);
template bool continue_evaluation(const Graph&, const CellValues&, Evaluation<double>&, int);
template Evaluation<float> evaluate(const Graph&, const std::map<NodeId, Tensor<float>>&, const CellValues&);
template Evaluation<double> evaluate(const Graph&, const std::map<NodeId, Tensor<float>>&, const CellValues&);
template std::vector<Tensor<float>> gradients(const Graph&, const Evaluation<float>&, NodeId, const Tensor<float>&);
template std::vector<Tensor<double>> gradients(const Graph&, const Evaluation<double>&, NodeId, const Tensor<double>&);

}  // namespace dikkat
