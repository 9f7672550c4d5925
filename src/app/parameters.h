// Parameters: the ledger of a model's matrices, counted on the same graph that evaluates it. No storage is allocated.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph.h"

namespace dikkat {

struct Matrix {
    std::string name;     // "blocks.0.attention.wq"
    std::string pytorch;  // where PyTorch keeps it
    Shape shape;
    std::uint64_t count = 0;
};

struct ParameterGroup {  // the matrices of one layer: "blocks.0.attention", "blocks.0.feed_forward", "blocks.0.norm1"
    std::string name;
    std::string layer;  // its last word: "attention", "self_attention", "cross_attention", "feed_forward", "norm1", "embedding"
    std::uint64_t count = 0;
    std::vector<Matrix> matrices;
};

struct PartParameters {
    std::string part;
    std::string model;
    std::uint64_t count = 0;
    std::vector<ParameterGroup> groups;  // in the graph's order
};

// Of the leaves that are parameters; a tied matrix counts once.
PartParameters parameters_of(const Graph& graph, const std::string& prefix);

}  // namespace dikkat
