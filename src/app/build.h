// build: a Document's recipe carried out: the graph of all its parts, the numbers of their leaves, the cells set by hand.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/document.h"
#include "core/evaluate.h"
#include "core/graph.h"
#include "core/result.h"

namespace dikkat {

inline constexpr std::size_t kMostParts = 8, kMostDraws = 64, kMostNewWords = 1024, kLongestToken = 64;

struct Built {
    Graph graph;
    std::map<NodeId, Tensor<float>> leaves;
    CellValues overrides;  // set by hand, and perturbed rows of tensors that are computed
};

// The graph alone: which tensors there are and how large. An Error where the recipe cannot be built.
Result<Graph> build_graph(const Document& document);
Result<Built> build(const Document& document);
// One part alone, shape-only or not. Error "unknown_part" {part}.
Result<Graph> build_part_graph(const Document& document, std::string_view name);

// The mask as 0/1, tokens x tokens, whatever kind is on; all ones for none.
std::vector<std::uint8_t> mask_cells(const Document& document);

// Error "cell_outside" {tensor, shape, cell}.
Error cell_outside(std::string_view tensor, const Shape& shape, const Cell& cell);

}  // namespace dikkat
