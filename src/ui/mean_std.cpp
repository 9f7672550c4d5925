#include "ui/mean_std.h"

#include <cmath>

namespace dikkat {
namespace {

MeanStd strided(const float* first, std::size_t count, std::size_t stride) {
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(first[i * stride]);
    const double mean = sum / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double offset = static_cast<double>(first[i * stride]) - mean;
        squares += offset * offset;
    }
    return {mean, std::sqrt(squares / static_cast<double>(count))};
}

}  // namespace

MeanStd mean_std(std::span<const float> values) { return strided(values.data(), values.size(), 1); }

std::vector<MeanStd> row_mean_stds(std::span<const float> values, int columns) {
    const std::size_t width = static_cast<std::size_t>(columns);
    std::vector<MeanStd> rows;
    for (std::size_t at = 0; at < values.size(); at += width) rows.push_back(strided(values.data() + at, width, 1));
    return rows;
}

std::vector<MeanStd> column_mean_stds(std::span<const float> values, int columns) {
    const std::size_t width = static_cast<std::size_t>(columns);
    std::vector<MeanStd> all;
    for (std::size_t at = 0; at < width && !values.empty(); ++at) {
        all.push_back(strided(values.data() + at, values.size() / width, width));
    }
    return all;
}

}  // namespace dikkat
