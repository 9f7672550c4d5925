// Operations that treat every cell by itself: a sum, a product, a multiple, a mask.
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kAdd, kScale, kMask, kMultiply;
extern const Kernels<double> kAddInDouble, kScaleInDouble, kMaskInDouble, kMultiplyInDouble;

NodeId add(Graph& graph, NodeId left, NodeId right);  // equal shapes, or `right` of rank 1 (a bias) added to every row
NodeId scale(Graph& graph, NodeId input, double factor);
NodeId multiply(Graph& graph, NodeId left, NodeId right);  // cell by cell: equal shapes, or `right` of rank 1 on every row
NodeId mask(Graph& graph, NodeId scores, NodeId mask);     // -infinity where the mask is 0

}  // namespace dikkat
