// MeanStd: mean and standard deviation of a matrix's rows and columns, for display only: the population's, without eps, in double.
#pragma once

#include <span>
#include <vector>

namespace dikkat {

struct MeanStd {
    double mean = 0, std = 0;  // NaN where a number is not finite
};

MeanStd mean_std(std::span<const float> values);
std::vector<MeanStd> row_mean_stds(std::span<const float> values, int columns);
std::vector<MeanStd> column_mean_stds(std::span<const float> values, int columns);

}  // namespace dikkat
