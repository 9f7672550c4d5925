// The deep stack of tanh(Linear(h)) on which residual connections and the place of the norm are compared.
#pragma once

#include "nn/scope.h"

namespace dikkat {

// What layer i makes of h:  plain  tanh(Linear(h))     residual  h + tanh(Linear(h))
//                           post   LN(h + tanh(Linear(h)))       pre  h + tanh(Linear(LN(h)))
enum class StackMode { plain, residual, post, pre };

// x (1, d) -> (1, d). Leaves "layers.I.w", "layers.I.b" and, in post and pre, the one LayerNorm that all layers share, "norm.gamma"
// and "norm.beta"; layer I's output is "h.I". Returns the last.
NodeId stack(const Scope& scope, NodeId x, int depth, StackMode mode);

}  // namespace dikkat
