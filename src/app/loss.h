// Loss: the one number that gradients are of, made of one tensor of a document, and those gradients.
#pragma once

#include <optional>

#include "app/document.h"
#include "core/evaluate.h"
#include "core/result.h"

namespace dikkat {

// Of the losses that are linear in their tensor: sum, projection, cell. A projection's direction is PyTorch's randn.
Tensor<float> direction_of(const Loss& loss, const Shape& shape);

// The tensor that a document's loss is made of; kNoNode where it is not built.
NodeId loss_tensor(const Document& document, const Graph& graph);

struct LossReading {
    std::optional<Error> error;  // "unknown_tensor" {tensor}, "no_loss", "cell_outside", "no_next_token" {tensor}
    float value = 0;
    Gradients<float> gradients;  // where there is no error, once they are led back

    bool has_gradients() const { return !error && gradients.next == kNoNode; }
};

// The value; the gradients are begun, and led back by core's continue_gradients.
LossReading read_loss(const Graph& graph, const Evaluation<float>& evaluation, const Loss& loss, NodeId tensor);

}  // namespace dikkat
