// The position-wise feed-forward network ("Attention Is All You Need", 3.3): activation(x W1 + b1) W2 + b2 on every row by itself.
#pragma once

#include "core/operations/activation.h"
#include "nn/scope.h"

namespace dikkat {

struct FeedForwardWeights {
    LinearWeights first;   // (d, d_ff)
    LinearWeights second;  // (d_ff, d)
};

// Leaves "w1", "b1", "w2", "b2": linear1 and linear2 of nn.TransformerEncoderLayer.
FeedForwardWeights add_feed_forward_weights(const Scope& scope, int width, int hidden, bool bias);

// x (n, d) -> (n, d). Named "hidden" and "activated", (n, d_ff), and "output".
NodeId feed_forward(const Scope& scope, NodeId x, const FeedForwardWeights& weights, Activation activation, Axis rows);

// The same weights on one row of x after another, the rows joined again: bit for bit what feed_forward gives. Unnamed.
NodeId feed_forward_by_row(Graph& graph, NodeId x, const FeedForwardWeights& weights, Activation activation);

}  // namespace dikkat
