#include "core/arithmetic.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dikkat {
namespace {

// What e^x needs to know of a floating-point format. `kRounder` is 1.5 * 2^(mantissa bits): adding it rounds to a whole number,
// which then stands in the lowest bits. `kLn2High` has enough trailing zeros that a whole number times it is exact.
template <class Scalar>
struct Format;

template <>
struct Format<float> {
    using Bits = std::uint32_t;
    static constexpr int kMantissaBits = 23, kBias = 127;
    static constexpr float kRounder = 12582912.0f;
    static constexpr float kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
    static constexpr float kLowest = -110.0f, kHighest = 90.0f;  // beyond: 0 and infinity
    static constexpr std::size_t kTerms = 8;                     // r^8/8! < 6e-9 for |r| <= ln(2)/2
};

template <>
struct Format<double> {
    using Bits = std::uint64_t;
    static constexpr int kMantissaBits = 52, kBias = 1023;
    static constexpr double kRounder = 6755399441055744.0;
    static constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
    static constexpr double kLowest = -760.0, kHighest = 720.0;
    static constexpr std::size_t kTerms = 14;  // r^14/14! < 5e-18
};

// 1/2!, 1/3!, ...: on so short an interval Taylor's series is as good as any.
template <class Scalar>
constexpr auto inverse_factorials() {
    std::array<Scalar, Format<Scalar>::kTerms - 2> inverse{};
    double factorial = 1;
    for (std::size_t i = 0; i < inverse.size(); ++i) {
        factorial *= static_cast<double>(i + 2);
        inverse[i] = static_cast<Scalar>(1.0 / factorial);
    }
    return inverse;
}

template <class Scalar>
Scalar power_of_two(typename Format<Scalar>::Bits exponent) {
    const typename Format<Scalar>::Bits bits = (exponent + Format<Scalar>::kBias) << Format<Scalar>::kMantissaBits;
    Scalar power;
    std::memcpy(&power, &bits, sizeof power);
    return power;
}

}  // namespace

// e^x = 2^n e^r with n = round(x / ln 2) and |r| <= ln(2)/2. Plain multiplications and additions: no fused steps, no tables.
// A NaN runs through (its n is arbitrary but defined: unsigned arithmetic wraps).
template <class Scalar>
Scalar exponential(Scalar x) {
    using F = Format<Scalar>;
    using Bits = typename F::Bits;
    constexpr auto kCoefficients = inverse_factorials<Scalar>();
    x = x < F::kLowest ? F::kLowest : x;
    x = x > F::kHighest ? F::kHighest : x;

    const Scalar shifted = x * static_cast<Scalar>(1.44269504088896340736) + F::kRounder;
    const Scalar n = shifted - F::kRounder;
    const Scalar r = (x - n * F::kLn2High) - n * F::kLn2Low;

    Scalar tail = kCoefficients.back();
    for (std::size_t i = kCoefficients.size() - 1; i-- > 0;) tail = tail * r + kCoefficients[i];
    const Scalar power_of_r = Scalar(1) + (r + r * r * tail);

    // The exponent in two halves, so that neither overflows and results below the smallest normal number are rounded once.
    Bits shifted_bits, rounder_bits;
    std::memcpy(&shifted_bits, &shifted, sizeof shifted);
    std::memcpy(&rounder_bits, &F::kRounder, sizeof shifted);
    const Bits whole = shifted_bits - rounder_bits;
    const Bits half = (whole + 1024) / 2 - 512;  // whole may be "negative": halve it in the positive
    return power_of_r * power_of_two<Scalar>(half) * power_of_two<Scalar>(whole - half);
}

template float exponential(float);
template double exponential(double);

}  // namespace dikkat
