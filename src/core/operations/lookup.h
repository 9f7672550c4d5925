// Rows of a table by number, and what a language model is judged by.
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kEmbedding, kCrossEntropy;
extern const Kernels<double> kEmbeddingInDouble, kCrossEntropyInDouble;

// nn.Embedding. indices (n) or (1, n), whole numbers 0 .. rows - 1; table (rows, d) -> (n, d). An index outside of the table makes
// its row NaN, with the note "index_outside".
NodeId embedding(Graph& graph, NodeId indices, NodeId table);
// F.cross_entropy, mean over the rows: logits (n, classes), targets (n) or (1, n) -> (1, 1). A target outside of the classes makes
// it NaN, with the note "index_outside".
NodeId cross_entropy(Graph& graph, NodeId logits, NodeId targets);

}  // namespace dikkat
