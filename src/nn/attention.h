// Scaled dot-product attention and its multi-head form ("Attention Is All You Need", 3.2), as graph builders.
#pragma once

#include "nn/scope.h"

namespace dikkat {

// What the two sides of attention count: a decoder's queries are tokens of its own sentence.
struct AttentionAxes {
    Axis queries = Axis::query, keys = Axis::key;
};

struct AttentionNodes {
    NodeId scores = kNoNode;         // (queries, keys): after the scale, before the mask
    NodeId masked_scores = kNoNode;  // only where there is a mask
    NodeId weights = kNoNode;        // (queries, keys): softmax over the keys
    NodeId output = kNoNode;         // (queries, d_v)
};

// softmax(mask(Q K^T / sqrt(d_k))) V. `mask` is an input of 0/1, (queries, keys), 1 where a query sees a key; kNoNode for none.
// `prefix` goes before the names: "" or "head0.". scaled = false leaves out the division by sqrt(d_k).
AttentionNodes attention(Graph& graph, NodeId q, NodeId k, NodeId v, NodeId mask, bool scaled, const std::string& prefix,
                         AttentionAxes axes = {});

// nn.MultiheadAttention's parameters. Matrices are (d, d), biases (d); kNoNode for what there is not.
struct AttentionWeights {
    NodeId wq = kNoNode, wk = kNoNode, wv = kNoNode, wo = kNoNode;
    NodeId bq = kNoNode, bk = kNoNode, bv = kNoNode, bo = kNoNode;
};

// Leaves "wq", "bq", "wk", "bk", "wv", "bv", "wo", "bo".
AttentionWeights add_attention_weights(const Scope& scope, int width, bool bias, bool output_projection);

struct MultiHeadConfig {
    int heads = 1;
    bool scaled = true;
    bool output_projection = false;
    AttentionAxes axes{};
};

struct MultiHeadNodes {
    NodeId q = kNoNode, k = kNoNode, v = kNoNode;  // (n, d)
    NodeId concat = kNoNode;                       // (n, d)
    NodeId output = kNoNode;                       // concat W_O where there is one, else concat
};

// Error "heads_do_not_divide" {heads, width} where the width is not a multiple of the heads.
Result<Done> check_heads(int width, int heads);

// Q = x Wq + bq, K = memory Wk + bk, V = memory Wv + bv; heads on slices of their columns; concat; concat Wo + bo ("Attention Is
// All You Need", 3.2.2). `memory` = x for self-attention. x (n, d), memory (m, d) -> (n, d). Named "q", "k", "v", "headH.scores"
// and so on, "concat" and, with an output projection, "output". An error of check_heads leaves the graph as it was.
Result<MultiHeadNodes> multi_head_attention(Graph& graph, NodeId x, NodeId memory, const AttentionWeights& weights, NodeId mask,
                                            const MultiHeadConfig& config, const std::string& prefix);

// The same heads computed apart: head h reads only its own columns of x and its own diagonal block of Wq, Wk, Wv.
Result<NodeId> separate_heads(Graph& graph, NodeId x, NodeId wq, NodeId wk, NodeId wv, NodeId mask, const MultiHeadConfig& config,
                              const std::string& prefix);

}  // namespace dikkat
