#include "core/random.h"

#include <cmath>
#include <cstddef>
#include <cstring>

#include "core/check.h"

namespace dikkat {
namespace {

constexpr int kBlock = 16;  // torch fills large tensors in blocks of 16
constexpr double kPi = 3.14159265358979323846;

template <std::size_t N>
float polynomial(float x, const std::array<float, N>& coefficients) {
    float y = coefficients[0];
    for (std::size_t i = 1; i < N; ++i) y = std::fma(y, x, coefficients[i]);
    return y;
}

// Natural logarithm of x in (0, 1] with torch's own steps (Cephes' polynomial, fused): another order gives other bits.
float torch_log(float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    float exponent = static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 126);
    bits = (bits & 0x807FFFFFu) | 0x3F000000u;
    float m;  // mantissa in [0.5, 1)
    std::memcpy(&m, &bits, sizeof m);
    const bool low = m < 0.707106781186547524f;
    if (low) exponent -= 1.0f;
    m = (m - 1.0f) + (low ? m : 0.0f);
    const float z = m * m;
    constexpr std::array<float, 9> kCoefficients{7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
                                                 -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
                                                 2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};
    float y = polynomial(m, kCoefficients) * m;
    y = std::fma(y, z, exponent * -2.12194440e-4f);
    y = std::fma(-z, 0.5f, y);
    return std::fma(exponent, 0.693359375f, m + y);
}

struct SineCosine {
    float sine, cosine;
};

// Sine and cosine of t >= 0 with torch's own steps: Cephes' reduction by pi/4 in three fused parts.
SineCosine torch_sine_cosine(float t) {
    const std::int32_t octant = (static_cast<std::int32_t>(t * 1.27323954473516f) + 1) & ~1;
    const float y = static_cast<float>(octant);
    float x = t;
    for (const float part : {-0.78515625f, -2.4187564849853515625e-4f, -3.77489497744594108e-8f}) x = std::fma(y, part, x);
    const float z = x * x;
    constexpr std::array<float, 3> kCosine{2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f};
    constexpr std::array<float, 3> kSine{-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
    const float c = std::fma(polynomial(z, kCosine) * z, z, -(z * 0.5f)) + 1.0f;
    const float s = std::fma(polynomial(z, kSine) * z, x, x);
    const bool straight = (octant & 2) == 0;
    const float sine = straight ? s : c;
    const float cosine = straight ? c : s;
    return {(octant & 4) != 0 ? -sine : sine, ((octant - 2) & 4) == 0 ? -cosine : cosine};
}

// Box-Muller on 16 uniforms in place: the first 8 give radii, the last 8 angles.
void sixteen_normals(float* data, float mean, float std) {
    for (int j = 0; j < kBlock / 2; ++j) {
        const float radius = std::sqrt(-2.0f * torch_log(1.0f - data[j]));
        const SineCosine angle = torch_sine_cosine(static_cast<float>(2.0 * kPi) * data[j + kBlock / 2]);
        data[j] = std::fma(radius * angle.cosine, std, mean);
        data[j + kBlock / 2] = std::fma(radius * angle.sine, std, mean);
    }
}

}  // namespace

void Generator::manual_seed(std::uint64_t seed) {
    state_[0] = static_cast<std::uint32_t>(seed);
    for (std::uint32_t i = 1; i < state_.size(); ++i) {
        const std::uint32_t previous = state_[i - 1];
        state_[i] = 1812433253u * (previous ^ (previous >> 30)) + i;
    }
    index_ = static_cast<int>(state_.size());
    cached_normal_.reset();
}

std::uint32_t Generator::random32() {
    const std::size_t size = state_.size();
    if (index_ == static_cast<int>(size)) {
        for (std::size_t k = 0; k < size; ++k) {
            const std::uint32_t y = (state_[k] & 0x80000000u) | (state_[(k + 1) % size] & 0x7FFFFFFFu);
            state_[k] = state_[(k + 397) % size] ^ (y >> 1) ^ ((y & 1u) != 0 ? 0x9908B0DFu : 0u);
        }
        index_ = 0;
    }
    std::uint32_t y = state_[static_cast<std::size_t>(index_++)];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9D2C5680u;
    y ^= (y << 15) & 0xEFC60000u;
    return y ^ (y >> 18);
}

std::uint64_t Generator::random64() {
    const std::uint64_t high = random32();
    return (high << 32) | random32();
}

std::vector<float> Generator::rand(int count) {
    CHECK(count >= 0, "a negative number of draws");
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values) value = static_cast<float>(random32() & 0xFFFFFFu) * 0x1p-24f;
    return values;
}

std::vector<float> Generator::uniform(double low, double high, int count) {
    const float start = static_cast<float>(low);
    const float width = static_cast<float>(high) - start;
    std::vector<float> values = rand(count);
    for (float& value : values) value = std::fma(value, width, start);
    return values;
}

double Generator::one_normal() {
    if (cached_normal_) {
        const double value = *cached_normal_;
        cached_normal_.reset();
        return value;
    }
    constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 53) - 1;
    const double u1 = static_cast<double>(random64() & kMantissa) * 0x1p-53;
    const double u2 = static_cast<double>(random64() & kMantissa) * 0x1p-53;
    const double radius = std::sqrt(-2.0 * std::log1p(-u2));
    const double angle = 2.0 * kPi * u1;
    cached_normal_ = radius * std::sin(angle);
    return radius * std::cos(angle);
}

std::vector<float> Generator::normal(int count, double mean, double std) {
    CHECK(count >= 0, "a negative number of draws");
    if (count < kBlock) {
        std::vector<float> values(static_cast<std::size_t>(count));
        for (float& value : values) value = static_cast<float>(one_normal() * std + mean);
        return values;
    }
    std::vector<float> values = rand(count);
    const auto block = [&](int begin) {
        sixteen_normals(values.data() + begin, static_cast<float>(mean), static_cast<float>(std));
    };
    for (int i = 0; i <= count - kBlock; i += kBlock) block(i);
    if (count % kBlock != 0) {  // fresh uniforms over the last 16, partly again
        const std::vector<float> fresh = rand(kBlock);
        std::memcpy(values.data() + (count - kBlock), fresh.data(), sizeof(float) * kBlock);
        block(count - kBlock);
    }
    return values;
}

std::vector<std::int64_t> Generator::randint(std::uint32_t high, int count) {
    CHECK(high > 0 && count >= 0, "randint of an empty range");
    std::vector<std::int64_t> values(static_cast<std::size_t>(count));
    for (std::int64_t& value : values) value = random32() % high;
    return values;
}

Generator::Linear Generator::linear(int inputs, int outputs) {
    const double bound = 1.0 / std::sqrt(static_cast<double>(inputs));
    Linear drawn;
    drawn.weight = uniform(-bound, bound, inputs * outputs);
    drawn.bias = uniform(-bound, bound, outputs);
    return drawn;
}

}  // namespace dikkat
