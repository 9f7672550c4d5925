// Numbers in double as Python's json reads them: NaN and Infinity bare, every digit.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

#include "core/tensor.h"

namespace dikkat::testing {

inline std::string to_text(double number) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

inline std::string to_text(const Tensor<double>& tensor) {
    std::string text = "{\"shape\": [";
    for (int axis = 0; axis < tensor.shape.rank(); ++axis) text += (axis ? ", " : "") + std::to_string(tensor.shape.extent(axis));
    text += "], \"data\": [";
    for (std::size_t i = 0; i < tensor.data.size(); ++i) text += (i ? "," : "") + to_text(tensor.data[i]);
    return text + "]}";
}

}  // namespace dikkat::testing
