// Operations that move numbers and compute none: each output cell is one input cell, or 0. Explanations look through them.
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kTranspose, kSlice, kSplitHeads, kSelectHead, kConcatHeads, kBlockDiagonal, kConcatRows;
extern const Kernels<double> kMovingInDouble;  // one for them all

struct Range {
    int begin = 0, end = 0;
};

NodeId transpose(Graph& graph, NodeId input);                         // (n, m) -> (m, n)
NodeId slice(Graph& graph, NodeId input, Range rows, Range columns);  // a block of a matrix
NodeId slice_columns(Graph& graph, NodeId input, Range columns);
NodeId split_heads(Graph& graph, NodeId input, int heads);        // (n, d) -> (heads, n, d / heads)
NodeId select_head(Graph& graph, NodeId input, int head);         // (heads, n, d) -> (n, d)
NodeId concat_heads(Graph& graph, std::vector<NodeId> heads);     // any number of (n, d_h) -> (n, sum of d_h)
NodeId concat_rows(Graph& graph, std::vector<NodeId> blocks);     // any number of (n_i, d) -> (sum of n_i, d)
NodeId block_diagonal(Graph& graph, std::vector<NodeId> blocks);  // 0 off the blocks

}  // namespace dikkat
