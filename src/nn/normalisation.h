// Layer and batch normalisation: "Layer Normalization" (Ba, Kiros, Hinton 2016), "Batch Normalization" (Ioffe, Szegedy 2015).
#pragma once

#include "nn/scope.h"

namespace dikkat {

// Gain and shift, both (d). Leaves "gamma" and "beta"; PyTorch's "weight" and "bias".
struct NormWeights {
    NodeId gamma = kNoNode, beta = kNoNode;
};
NormWeights add_norm_weights(const Scope& scope, int width);

// nn.LayerNorm(d): every row of x (n, d) by its own mean and deviation. Named "mean" and "std", (n, 1), and "output", (n, d).
NodeId layer_norm(const Scope& scope, NodeId x, const NormWeights& weights, Axis rows);
// The same with leaves of its own.
NodeId layer_norm(const Scope& scope, NodeId x, Axis rows);
// The same without names: for a norm that is used again and again.
NodeId layer_norm(Graph& graph, NodeId x, const NormWeights& weights);

// nn.BatchNorm1d(d) in training: every column by the mean and deviation of the batch. Named "mean" and "std", (1, d), and "output".
// A batch of one row is NaN with the note "batch_of_one".
NodeId batch_norm(const Scope& scope, NodeId x, const NormWeights& weights);

}  // namespace dikkat
