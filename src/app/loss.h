// Loss: the one number that gradients are of, as a direction: loss = sum(direction * tensor).
#pragma once

#include "app/document.h"
#include "core/tensor.h"

namespace dikkat {

// Of the losses that are linear in their tensor: sum, projection, cell. A projection's direction is PyTorch's randn.
Tensor<float> direction_of(const Loss& loss, const Shape& shape);

}  // namespace dikkat
