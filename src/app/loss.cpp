#include "app/loss.h"

#include "core/random.h"

namespace dikkat {

Tensor<float> direction_of(const Loss& loss, const Shape& shape) {
    Tensor<float> direction(shape, loss.type == Loss::Type::sum ? 1.0f : 0.0f);
    if (loss.type == Loss::Type::projection) direction.data = Generator(loss.seed).normal(static_cast<int>(shape.size()));
    if (loss.type == Loss::Type::cell && contains(shape, loss.cell)) direction.at(loss.cell) = 1;
    return direction;
}

}  // namespace dikkat
