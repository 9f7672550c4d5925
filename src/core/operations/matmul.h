// Matrix product, in the order that the row contract asks for.
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kMatmul;
extern const Kernels<double> kMatmulInDouble;
NodeId matmul(Graph& graph, NodeId left, NodeId right);  // (n, k) (k, m) -> (n, m)

}  // namespace dikkat
