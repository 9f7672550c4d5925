// Times, and what they are told as multiples of: a machine's speed changes from one minute to the next, so only the ratios to a
// loop of the same run compare.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

namespace dikkat::bench {

inline constexpr std::size_t kRounds = 9;

template <class Work>
double seconds(Work&& work) {
    const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double median(std::array<double, kRounds> times) {
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
}

// Of vectors of four floats, as fast as the machine multiplies and adds them.
double peak_flops();

// A GPT block's forward at some sizes, as GFLOP/s and as a share of the peak.
void measure_blocks();

}  // namespace dikkat::bench
