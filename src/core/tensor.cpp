#include "core/tensor.h"

#include <cmath>

namespace dikkat {

std::string to_string(const Shape& shape) {
    std::string text;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        if (axis > 0) text += 'x';
        text += std::to_string(shape.extent(axis));
    }
    return text;
}

template <class Scalar>
bool same_number(Scalar a, Scalar b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

template bool same_number(float, float);
template bool same_number(double, double);

}  // namespace dikkat
