// A whole tensor in one number.
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kSum, kNorm;

NodeId sum(Graph& graph, NodeId input);   // -> (1, 1), in order
NodeId norm(Graph& graph, NodeId input);  // -> (1, 1), the root of the sum of squares

}  // namespace dikkat
