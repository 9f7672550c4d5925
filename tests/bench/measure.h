// Times, and what they are told as multiples of: a machine's speed changes from one minute to the next, so only the ratios to a
// loop of the same run compare.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

namespace dikkat::bench {

inline constexpr std::size_t kRounds = 9;

template <class Work>
double seconds(Work&& work) {
    const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <std::size_t N>
double median(std::array<double, N> times) {
    std::nth_element(times.begin(), times.begin() + N / 2, times.end());
    return times[N / 2];
}

// Long work that is done in steps, several times over: each step's best time, so that what else the machine does in between does
// not count.
class BestSteps {
public:
    template <class Work>
    void time(std::size_t step, Work&& work) {
        if (step == best_.size()) best_.push_back(std::numeric_limits<double>::infinity());
        best_[step] = std::min(best_[step], seconds(work));
    }
    double total() const { return std::accumulate(best_.begin(), best_.end(), 0.0); }

private:
    std::vector<double> best_;
};

// Of vectors of four floats, as fast as the machine multiplies and adds them.
double peak_flops();

// A GPT block's forward at some sizes, as GFLOP/s and as a share of the peak.
void measure_blocks();

}  // namespace dikkat::bench
