// PyTorch's CPU generator, bit for bit: MT19937 and the ways torch turns its words into floats. Not a general random library.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace dikkat {

class Generator {
public:
    explicit Generator(std::uint64_t seed = 0) { manual_seed(seed); }

    void manual_seed(std::uint64_t seed);  // torch.manual_seed: the low 32 bits; drops the cached normal
    std::vector<float> rand(int count);
    std::vector<float> uniform(double low, double high, int count);             // Tensor.uniform_
    std::vector<float> normal(int count, double mean = 0.0, double std = 1.0);  // torch.randn, Tensor.normal_
    std::vector<std::int64_t> randint(std::uint32_t high, int count);           // torch.randint(0, high)

    struct Linear {
        std::vector<float> weight;  // (out, in), row-major
        std::vector<float> bias;    // (out)
    };
    Linear linear(int inputs, int outputs);  // nn.Linear's own initialisation: weight, then bias

private:
    std::uint32_t random32();
    std::uint64_t random64();
    double one_normal();

    std::array<std::uint32_t, 624> state_{};
    int index_ = 624;
    std::optional<double> cached_normal_;
};

}  // namespace dikkat
