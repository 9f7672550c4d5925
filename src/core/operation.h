// Operation: all that Dikkat knows about one operation, from one definition: the shape it gives, its forward and backward in float
// and double, how one of its cells is explained, how PyTorch writes it. The definitions are in operations/.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/evaluate.h"
#include "core/explain.h"
#include "core/graph.h"

namespace dikkat {

template <class Scalar>
using Inputs = std::span<const Tensor<Scalar>* const>;

template <class Scalar>
struct ForwardRun {
    const Operation& operation;
    Inputs<Scalar> inputs;
    const OperationConfig& config;
    Tensor<Scalar>& output;  // has its shape, filled with 0
    std::vector<Note>& notes;

    const Tensor<Scalar>& in(int i) const { return *inputs[static_cast<std::size_t>(i)]; }
};

// A backward adds to d_inputs: two inputs may be the same node.
template <class Scalar>
struct BackwardRun {
    const Operation& operation;
    Inputs<Scalar> inputs;
    const OperationConfig& config;
    const Tensor<Scalar>& output;  // as the forward left it, whatever was set by hand since
    const Tensor<Scalar>& d_output;
    std::span<Tensor<Scalar>* const> d_inputs;

    const Tensor<Scalar>& in(int i) const { return *inputs[static_cast<std::size_t>(i)]; }
    Tensor<Scalar>& d_in(int i) const { return *d_inputs[static_cast<std::size_t>(i)]; }
};

template <class Scalar>
struct Kernels {
    void (*forward)(const ForwardRun<Scalar>&);
    void (*backward)(const BackwardRun<Scalar>&);
};

struct Source {  // where an output cell was copied from
    int input = 0;
    Cell cell;
};

// One cell's explanation being written: what an operation's explain() reads (its node, the inputs' numbers) and adds (lines).
class Explainer {
public:
    Explainer(const Graph& graph, const Evaluation<float>& evaluation, NodeId node, std::vector<ExplanationLine>& lines)
        : graph_(graph), evaluation_(evaluation), node_(node), lines_(lines) {}

    void explain(const Cell& cell);  // the whole cell, set by hand or not

    const Node& node() const { return graph_[node_]; }
    const Shape& input_shape(int input) const { return graph_[input_node(input)].shape; }
    // An input's cell as an operand: of the nearest named tensor that it was copied from, else a plain number.
    Operand operand(int input, const Cell& cell) const;
    // The same, after the lines that say how the cell of an unnamed tensor came to be.
    Operand follow(int input, const Cell& cell);
    // The same, but after those lines even where the tensor has a name: a norm shows its mean and its deviation.
    Operand follow_named(int input, const Cell& cell);
    void add(ExplanationLine line) { lines_.push_back(std::move(line)); }

private:
    struct Place {
        NodeId node = kNoNode;  // kNoNode: a 0 by rule, copied from nowhere
        Cell cell;
    };

    NodeId input_node(int input) const { return node().inputs[static_cast<std::size_t>(input)]; }
    bool is_by_hand(const Place& place) const;
    bool is_unnamed(const Place& place) const { return place.node != kNoNode && graph_[place.node].name.empty(); }
    Place origin(Place place) const;

    const Graph& graph_;
    const Evaluation<float>& evaluation_;
    NodeId node_;
    std::vector<ExplanationLine>& lines_;
};

inline constexpr int kCheap = 8, kCostly = 128;  // a sum or a copy; an exponential

struct Operation {
    std::string_view name;
    // The shape of the output; Error "shapes_do_not_fit" {operation, shapes} where there is none.
    Result<Shape> (*shape)(std::span<const Shape> inputs, const OperationConfig& config);
    Kernels<float> in_float;
    void (*explain)(Explainer& explainer, const Cell& cell);
    // Only for operations that move numbers and compute none: where a cell comes from; nothing for a cell that is 0 by rule.
    std::optional<Source> (*source)(std::span<const Shape> inputs, const OperationConfig& config, const Cell& cell);
    // An expression of PyTorch 1.13 and later; `inputs` are variables' names.
    std::string (*pytorch)(const OperationConfig& config, std::span<const std::string> inputs);
    int cost = kCheap;  // of each number that it reads or makes, about, in a product's multiply-adds
};

template <class Definition>
constexpr int cost_of() {
    if constexpr (requires { Definition::kCost; }) {
        return Definition::kCost;
    } else {
        return kCheap;
    }
}

// The descriptor of an operation that computes: Definition has kName, shape, forward, backward, explain and pytorch, and kCost
// where it is costly.
template <class Definition>
constexpr Operation describe() {
    return {Definition::kName,
            &Definition::shape,
            {&Definition::template forward<float>, &Definition::template backward<float>},
            &Definition::explain,
            nullptr,
            &Definition::pytorch,
            cost_of<Definition>()};
}

// Its kernels in double, apart from it: a program that evaluates in float alone carries none of these.
template <class Definition>
constexpr Kernels<double> describe_in_double() {
    return {&Definition::template forward<double>, &Definition::template backward<double>};
}

Error shapes_do_not_fit(std::string_view operation, std::span<const Shape> shapes);

std::string in_python(double number);  // as Python's repr: the fewest digits that read as this number

// Every operation there is; a graph takes no other.
std::span<const Operation* const> all_operations();

}  // namespace dikkat
