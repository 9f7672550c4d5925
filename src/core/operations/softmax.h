// Softmax over the columns of every row. A row that is -infinity throughout is NaN, with the note "all_keys_masked".
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kSoftmax;
extern const Kernels<double> kSoftmaxInDouble;
NodeId softmax(Graph& graph, NodeId input);

}  // namespace dikkat
