// Activations, cell by cell, as PyTorch computes them.
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kRelu, kGelu, kGeluTanh, kSilu, kTanh, kSigmoid;
extern const Kernels<double> kReluInDouble, kGeluInDouble, kGeluTanhInDouble, kSiluInDouble, kTanhInDouble, kSigmoidInDouble;

enum class Activation { relu, gelu, gelu_tanh, silu, tanh, sigmoid };

NodeId activate(Graph& graph, NodeId input, Activation activation);  // gelu is exact (erf); gelu_tanh is its approximation

}  // namespace dikkat
