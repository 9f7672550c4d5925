#include "nn/scope.h"

#include "core/operations/elementwise.h"
#include "core/operations/matmul.h"

namespace dikkat {

NodeId add_parameter(const Scope& scope, const char* name, const Shape& shape, std::array<Axis, 3> axes,
                     const PyTorchParameter& pytorch) {
    const NodeId leaf = scope.graph.add_leaf(scope.name + name, shape, axes, Kind::parameter);
    PyTorchParameter& parameter = scope.graph.edit(leaf).parameter = pytorch;
    parameter.name = scope.pytorch + parameter.name;
    return leaf;
}

LinearWeights add_linear(const Scope& scope, const LinearNames& names, int inputs, int outputs, bool bias) {
    const std::string pytorch = names.pytorch;
    LinearWeights weights;
    weights.w = add_parameter(scope, names.w, Shape(inputs, outputs), {names.in, names.out},
                              {pytorch + "weight", true, names.row, names.of_rows});
    if (bias) {
        weights.b = add_parameter(scope, names.b, Shape(outputs), {names.out}, {pytorch + "bias", false, names.row, names.of_rows});
    }
    return weights;
}

NodeId linear(Graph& graph, NodeId x, const LinearWeights& weights) {
    const NodeId product = matmul(graph, x, weights.w);
    return weights.b == kNoNode ? product : add(graph, product, weights.b);
}

}  // namespace dikkat
