// Scaled dot-product attention and its multi-head form ("Attention Is All You Need", 3.2), as graph builders.
#pragma once

#include <string>

#include "core/graph.h"

namespace dikkat {

struct AttentionNodes {
    NodeId scores = kNoNode;         // (queries, keys): after the scale, before the mask
    NodeId masked_scores = kNoNode;  // only where there is a mask
    NodeId weights = kNoNode;        // (queries, keys): softmax over the keys
    NodeId output = kNoNode;         // (queries, d_v)
};

// softmax(mask(Q K^T / sqrt(d_k))) V. `mask` is an input of 0/1, (queries, keys), 1 where a query sees a key; kNoNode for none.
// `prefix` goes before the names: "" or "head0.". scaled = false leaves out the division by sqrt(d_k).
AttentionNodes attention(Graph& graph, NodeId q, NodeId k, NodeId v, NodeId mask, bool scaled, const std::string& prefix);

struct MultiHeadConfig {
    int heads = 1;
    bool scaled = true;
    bool output_projection = false;
};

struct MultiHeadNodes {
    NodeId q = kNoNode, k = kNoNode, v = kNoNode;  // (n, d)
    NodeId concat = kNoNode;                       // (n, d)
    NodeId output = kNoNode;                       // concat W_O where there is one, else concat
};

// Q = x Wq, K = memory Wk, V = memory Wv; heads on slices of their columns; concat; W_O. `memory` = x for self-attention.
// Error "heads_do_not_divide" {heads, width} where d is not a multiple of the heads, or one of limits.h; the graph is then as it
// was.
Result<MultiHeadNodes> multi_head_attention(Graph& graph, NodeId x, NodeId memory, NodeId wq, NodeId wk, NodeId wv, NodeId wo,
                                            NodeId mask, const MultiHeadConfig& config, const std::string& prefix);

// The same heads computed apart: head h reads only its own columns of x and its own diagonal block of Wq, Wk, Wv.
Result<NodeId> separate_heads(Graph& graph, NodeId x, NodeId wq, NodeId wk, NodeId wv, NodeId mask, const MultiHeadConfig& config,
                              const std::string& prefix);

}  // namespace dikkat
