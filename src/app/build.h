// build: a Document's recipe carried out: the graph of all its parts, the numbers of their leaves, the cells set by hand.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/document.h"
#include "app/draws.h"
#include "app/graphs.h"
#include "core/evaluate.h"
#include "core/graph.h"
#include "core/result.h"

namespace dikkat {

inline constexpr std::size_t kMostParts = 8, kMostDraws = 64, kMostNewWords = 1024, kLongestToken = 64;

struct Built {
    SharedGraph shared_graph;
    std::map<NodeId, Tensor<float>> leaves;
    CellValues overrides;  // set by hand, and perturbed rows of tensors that are computed
    Loss loss;
    NodeId loss_tensor = kNoNode;  // where it is not built

    const Graph& graph() const { return *shared_graph; }
};

// What was made for one document and serves another that has it in common.
struct Kept {
    Graphs graphs;
    DrawnKept drawn;
};

// The graph alone: which tensors there are and how large. An Error where the recipe cannot be built.
Result<Graph> build_graph(const Document& document);
// Whether it is a recipe at all, whatever its models say.
Result<Done> check_recipe(const Document& document);
// What is in `kept` already is taken from there, and what is not is left there.
Result<Built> build(const Document& document, Kept& kept);
Result<Built> build(const Document& document);  // for whoever keeps nothing
// Whether it would succeed; no number is drawn.
Result<Done> can_be_built(const Document& document, Graphs& graphs);
// Whether the parts that are never evaluated can be built.
Result<Done> check_shapes(const Document& document);
// One part alone (with the main part, where it reads that), shape-only or not. Error "unknown_part" {part}.
Result<Graph> build_part_graph(const Document& document, std::string_view name);

// How many tokens the mask is between: the sentence's, or the decoder's own.
int mask_size(const Document& document);
bool mask_is_of_target(const Document& document);
// The mask as 0/1, as many rows as columns, whatever kind is on; all ones for none.
std::vector<std::uint8_t> mask_cells(const Document& document);

// Error "cell_outside" {tensor, shape, cell}.
Error cell_outside(std::string_view tensor, const Shape& shape, const Cell& cell);

}  // namespace dikkat
