#include "core/arithmetic.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

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
    static constexpr std::size_t kLogarithmTerms = 5, kErfTerms = 11;
    // erfc(x) e^(x^2) on [1, 4] as a polynomial in scale / (x + 2) - offset, interpolated at Chebyshev's points: 2.5e-9.
    static constexpr float kErfcScale = 12, kErfcOffset = 3;
    static constexpr std::array<float, 7> kErfc{-1.14948619849425714e-6f, -0.0000280293832554964385f, 0.0000460786636906116598f,
                                                0.00292475207881239735f,  0.0268509112806177995f,     0.142395329922828899f,
                                                0.255395676310505744f};
};

template <>
struct Format<double> {
    using Bits = std::uint64_t;
    static constexpr int kMantissaBits = 52, kBias = 1023;
    static constexpr double kRounder = 6755399441055744.0;
    static constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
    static constexpr double kLowest = -760.0, kHighest = 720.0;
    static constexpr std::size_t kTerms = 14;  // r^14/14! < 5e-18
    static constexpr std::size_t kLogarithmTerms = 11, kErfTerms = 19;
    static constexpr double kErfcScale = 9.6, kErfcOffset = 2.2;  // on [1, 6]: 8.5e-18
    static constexpr std::array<double, 15> kErfc{1.86209898068151617e-11,   -7.29050853516539748e-11, -2.63424302100066881e-10,
                                                  2.6223500325142788e-9,     -5.92636131528183211e-10, -7.00517020547537375e-8,
                                                  1.63501023720879839e-7,    1.97956115820926427e-6,   -7.34051828499986927e-6,
                                                  -0.0000807922041180412827, 0.000197139177760088895,  0.00558881628182587813,
                                                  0.0385605704251815636,     0.161893568041025353,     0.221429540229931806};
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

// Taylor's series of log((1 + s) / (1 - s)) / s in s^2, highest power first: 2 / (2n + 1).
template <class Scalar>
constexpr auto logarithm_series() {
    std::array<Scalar, Format<Scalar>::kLogarithmTerms> series{};
    double odd = 1;
    for (std::size_t i = series.size(); i-- > 0; odd += 2) series[i] = static_cast<Scalar>(2 / odd);
    return series;
}

// And of erf(x) / x - 1 in x^2: 2 / sqrt(pi) (-1)^n / (n! (2n + 1)). The 1 is added last, for the sake of the last digit.
template <class Scalar>
constexpr auto erf_series() {
    std::array<Scalar, Format<Scalar>::kErfTerms> series{};
    double factor = 1.12837916709551257390, n = 0;
    for (std::size_t i = series.size(); i-- > 0; ++n) {
        series[i] = static_cast<Scalar>(factor / (2 * n + 1));
        factor /= -(n + 1);
    }
    series.back() = static_cast<Scalar>(0.12837916709551257390);
    return series;
}

template <class Scalar, std::size_t N>
Scalar polynomial(Scalar x, const std::array<Scalar, N>& coefficients) {
    Scalar y = coefficients[0];
    for (std::size_t i = 1; i < N; ++i) y = y * x + coefficients[i];
    return y;
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

// x = m 2^e with m between sqrt(1/2) and sqrt(2), and log(m) = log((1 + s) / (1 - s)) with s = (m - 1) / (m + 1).
template <class Scalar>
Scalar logarithm(Scalar x) {
    using F = Format<Scalar>;
    using Bits = typename F::Bits;
    static constexpr auto kSeries = logarithm_series<Scalar>();
    if (x == 0) return -std::numeric_limits<Scalar>::infinity();
    if (!(x > 0)) return std::numeric_limits<Scalar>::quiet_NaN();
    if (x == std::numeric_limits<Scalar>::infinity()) return x;
    Scalar e = -static_cast<Scalar>(F::kBias);
    if (x < std::numeric_limits<Scalar>::min()) {  // subnormal
        x *= power_of_two<Scalar>(F::kMantissaBits);
        e -= static_cast<Scalar>(F::kMantissaBits);
    }
    Bits bits;
    std::memcpy(&bits, &x, sizeof x);
    e += static_cast<Scalar>(bits >> F::kMantissaBits);
    Scalar m;  // the same mantissa with the exponent of 1
    bits = (bits & ((Bits{1} << F::kMantissaBits) - 1)) | (Bits{F::kBias} << F::kMantissaBits);
    std::memcpy(&m, &bits, sizeof m);
    if (m > static_cast<Scalar>(1.41421356237309504880)) {
        m /= 2;
        e += 1;
    }
    const Scalar s = (m - 1) / (m + 1);
    return e * F::kLn2High + (e * F::kLn2Low + s * polynomial(s * s, kSeries));
}

// Near 0 a rational approximation (Cephes'), which keeps every digit of a small x; beyond, from e^(2x). A float is computed in
// double too and rounded once: behind a hundred layers the last place of each becomes the third of the result.
template <class Scalar>
Scalar hyperbolic_tangent(Scalar given) {
    static constexpr std::array<double, 3> kAbove{-9.64399179425052238628e-1, -9.92877231001918586564e1, -1.61468768441708447952e3};
    static constexpr std::array<double, 4> kBelow{1, 1.12811678491632931402e2, 2.23548839060100448583e3, 4.84406305325125486048e3};
    const double x = static_cast<double>(given), size = std::abs(x);
    if (size < 0.625) {
        const double square = x * x;
        return static_cast<Scalar>(x + x * (square * (polynomial(square, kAbove) / polynomial(square, kBelow))));
    }
    return static_cast<Scalar>(std::copysign(1 - 2 / (exponential(2 * size) + 1), x));
}

// Taylor's series up to 1, 1 - erfc beyond. A NaN takes the second way and stays one.
template <class Scalar>
Scalar error_function(Scalar x) {
    using F = Format<Scalar>;
    static constexpr auto kSeries = erf_series<Scalar>();
    const Scalar size = std::abs(x);
    if (size < 1) return x + x * polynomial(x * x, kSeries);
    const Scalar scaled_erfc = polynomial(F::kErfcScale / (size + 2) - F::kErfcOffset, F::kErfc);
    return std::copysign(1 - exponential(-size * size) * scaled_erfc, x);
}

template float exponential(float);
template double exponential(double);
template float logarithm(float);
template double logarithm(double);
template float hyperbolic_tangent(float);
template double hyperbolic_tangent(double);
template float error_function(float);
template double error_function(double);

}  // namespace dikkat
