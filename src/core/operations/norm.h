// Normalisation, step by step, so that mean and deviation are tensors of their own that can be seen and set by hand.
#pragma once

#include "core/operation.h"

namespace dikkat {

extern const Operation kRowMean, kRowDeviation, kColumnMean, kColumnDeviation, kNormaliseRows, kNormaliseColumns, kCentreRows,
    kDivideRows;
extern const Kernels<double> kRowMeanInDouble, kRowDeviationInDouble, kColumnMeanInDouble, kColumnDeviationInDouble,
    kNormaliseRowsInDouble, kNormaliseColumnsInDouble, kCentreRowsInDouble, kDivideRowsInDouble;

NodeId row_mean(Graph& graph, NodeId input);                    // (n, d) -> (n, 1)
NodeId row_deviation(Graph& graph, NodeId input, NodeId mean);  // (n, d) (n, 1) -> (n, 1): root of the population variance, no eps
NodeId column_mean(Graph& graph, NodeId input);                 // (n, d) -> (1, d)
NodeId column_deviation(Graph& graph, NodeId input, NodeId mean);  // (n, d) (1, d) -> (1, d)
// (input - mean) / sqrt(deviation^2 + epsilon) * gamma + beta; gamma and beta of rank 1, (d). nn.LayerNorm, and nn.BatchNorm1d with
// the batch's own statistics: a batch of one is NaN, with the note "batch_of_one".
NodeId normalise_rows(Graph& graph, NodeId input, NodeId mean, NodeId deviation, NodeId gamma, NodeId beta, double epsilon = 1e-5);
NodeId normalise_columns(Graph& graph, NodeId input, NodeId mean, NodeId deviation, NodeId gamma, NodeId beta,
                         double epsilon = 1e-5);
NodeId centre_rows(Graph& graph, NodeId input, NodeId mean);                            // input - mean
NodeId divide_rows(Graph& graph, NodeId input, NodeId divisor, double epsilon = 1e-5);  // input / (divisor + epsilon)

}  // namespace dikkat
