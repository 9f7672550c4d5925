// A whole tensor in one number.
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kSum, kNorm;
extern const Kernels<double> kSumInDouble, kNormInDouble;

NodeId sum(Graph& graph, NodeId input);   // -> (1, 1), in order
NodeId norm(Graph& graph, NodeId input);  // -> (1, 1), the root of the sum of squares

}  // namespace dikkat
