// draws: the entries of a part's recipe carried out in order, on one running generator, into the part's leaves.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/document.h"
#include "core/graph.h"
#include "core/result.h"

namespace dikkat {

using NamedDraws = std::map<std::string, std::vector<float>>;

std::string prefix_of(const Part& part);  // of its tensors' names: "", "separate."
// Every leaf of a part, in the graph's order. The mask is nobody's.
std::vector<NodeId> leaves_of(const Document& document, const Part& part, const Graph& graph);
bool has_token_rows(const Node& node);  // a leaf whose rows are the sentence's tokens
Error with_limit(const char* code, std::size_t limit);

// Fills the part's leaves with the rows that were drawn: those of `drawn_tokens` where the sentence is another by now.
Result<Done> draw_leaves(const Document& document, const Part& part, const Graph& graph, std::map<NodeId, Tensor<float>>& leaves,
                         NamedDraws& named);

}  // namespace dikkat
