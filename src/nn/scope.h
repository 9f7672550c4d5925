// Scope: where a module of a model stands, and the parameters that it keeps there, under their names here and in PyTorch.
#pragma once

#include <string>

#include "core/graph.h"

namespace dikkat {

struct Scope {
    Graph& graph;
    std::string name;     // what goes before the names of its tensors: "blocks.0.attention."
    std::string pytorch;  // and before PyTorch's names of its parameters: "blocks.layers.0.self_attn."

    // A module inside of this one: at("norm1.", "norm1.").
    Scope at(const std::string& inner, const std::string& inner_pytorch) const {
        return {graph, name + inner, pytorch + inner_pytorch};
    }
    NodeId named(NodeId node, const char* own, std::array<Axis, 3> axes, Kind kind) const {
        return graph.name(node, name + own, axes, kind);
    }
};

// A leaf that PyTorch keeps as `pytorch` within the scope.
NodeId add_parameter(const Scope& scope, const char* name, const Shape& shape, std::array<Axis, 3> axes,
                     const PyTorchParameter& pytorch);

struct LinearWeights {
    NodeId w = kNoNode;  // (in, out): the transpose of nn.Linear's
    NodeId b = kNoNode;  // (out); none without a bias
};

// How the two leaves of an nn.Linear are called, and what their axes count.
struct LinearNames {
    const char *w, *b;
    const char* pytorch;  // what goes before "weight" and "bias": "linear1.", "in_proj_"
    Axis in = Axis::feature, out = Axis::feature;
    int row = 0, of_rows = 0;  // see PyTorchParameter
};

LinearWeights add_linear(const Scope& scope, const LinearNames& names, int inputs, int outputs, bool bias);

// nn.Linear: x W + b. x (n, in) -> (n, out).
NodeId linear(Graph& graph, NodeId x, const LinearWeights& weights);

}  // namespace dikkat
