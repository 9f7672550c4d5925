#include "core/arithmetic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// In units in the last place of the true value.
template <class Scalar>
double error(Scalar ours, long double truth) {
    const Scalar rounded = static_cast<Scalar>(std::abs(truth));
    const long double unit = static_cast<long double>(std::nextafter(rounded, std::numeric_limits<Scalar>::infinity())) - rounded;
    return static_cast<double>(std::abs(static_cast<long double>(ours) - truth) / unit);
}

template <class Scalar>
double error_of_exponential(Scalar x) {
    return error(exponential(x), std::exp(static_cast<long double>(x)));
}

TEST(Exponential, IsWithinOneUnitInTheLastPlaceInFloat) {
    double worst = 0;
    for (float x = -103.0f; x < 88.7f; x += 0.00317f) worst = std::max(worst, error_of_exponential(x));
    EXPECT_LE(worst, 1.0);
}

TEST(Exponential, IsWithinTwoUnitsInTheLastPlaceInDouble) {
    double worst = 0;
    for (double x = -744.0; x < 709.7; x += 0.00717) worst = std::max(worst, error_of_exponential(x));
    EXPECT_LE(worst, 2.0);
}

TEST(Exponential, IsExactWhereItMustBe) {
    EXPECT_EQ(exponential(0.0f), 1.0f);
    EXPECT_EQ(exponential(-0.0f), 1.0f);
    EXPECT_EQ(exponential(-kInfinity), 0.0f);
    EXPECT_EQ(exponential(kInfinity), kInfinity);
    EXPECT_EQ(exponential(-104.5f), 0.0f);
    EXPECT_EQ(exponential(-1e30f), 0.0f);
    EXPECT_EQ(exponential(88.8f), kInfinity);
    EXPECT_EQ(exponential(1e30f), kInfinity);
    EXPECT_TRUE(std::isnan(exponential(std::numeric_limits<float>::quiet_NaN())));
    EXPECT_EQ(exponential(0.0), 1.0);
    EXPECT_EQ(exponential(-std::numeric_limits<double>::infinity()), 0.0);
    EXPECT_EQ(exponential(-746.0), 0.0);
    EXPECT_EQ(exponential(710.0), std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(exponential(std::numeric_limits<double>::quiet_NaN())));
}

TEST(Exponential, NeverFallsAsItsArgumentRises) {
    float previous = 0;
    for (float x = -20.0f; x <= 0.0f; x = std::nextafter(x + 1e-5f, 1.0f)) {
        EXPECT_GE(exponential(x), previous);
        previous = exponential(x);
    }
}

template <class Scalar>
double worst_error_of_tanh() {
    double worst = 0;
    for (Scalar x = static_cast<Scalar>(-20); x < 20; x += static_cast<Scalar>(0.000317))
        worst = std::max(worst, error(hyperbolic_tangent(x), std::tanh(static_cast<long double>(x))));
    return worst;
}

template <class Scalar>
double worst_error_of_erf() {
    double worst = 0;
    for (Scalar x = static_cast<Scalar>(-7); x < 7; x += static_cast<Scalar>(0.000117))
        worst = std::max(worst, error(error_function(x), std::erf(static_cast<long double>(x))));
    return worst;
}

TEST(HyperbolicTangent, IsTheNearestFloatAndWithinTwoUnitsInTheLastPlaceOfADouble) {
    EXPECT_LE(worst_error_of_tanh<float>(), 0.51);
    EXPECT_LE(worst_error_of_tanh<double>(), 2.0);
}

TEST(ErrorFunction, IsWithinTwoUnitsInTheLastPlace) {
    EXPECT_LE(worst_error_of_erf<float>(), 2.0);
    EXPECT_LE(worst_error_of_erf<double>(), 2.0);
}

template <class Scalar>
void expect_odd_and_bounded(Scalar (*function)(Scalar)) {
    const Scalar infinity = std::numeric_limits<Scalar>::infinity();
    EXPECT_EQ(function(0), 0);
    EXPECT_EQ(function(infinity), 1);
    EXPECT_EQ(function(-infinity), -1);
    EXPECT_EQ(function(50), 1);
    EXPECT_TRUE(std::isnan(function(std::numeric_limits<Scalar>::quiet_NaN())));
    for (Scalar x = static_cast<Scalar>(1e-30); x < 30; x *= static_cast<Scalar>(1.37)) {
        EXPECT_EQ(function(-x), -function(x));
        EXPECT_GT(function(x), 0);
        EXPECT_LE(function(x), 1);
    }
}

TEST(HyperbolicTangent, IsOddAndBounded) {
    expect_odd_and_bounded<float>(hyperbolic_tangent);
    expect_odd_and_bounded<double>(hyperbolic_tangent);
}

TEST(ErrorFunction, IsOddAndBounded) {
    expect_odd_and_bounded<float>(error_function);
    expect_odd_and_bounded<double>(error_function);
}

TEST(Logarithm, IsWithinThreeUnitsInTheLastPlace) {
    for (double x = 1e-300; x < 1e300; x *= 1.0137) {
        EXPECT_LE(error(logarithm(x), std::log(static_cast<long double>(x))), 3.0) << x;
        const float rounded = static_cast<float>(x);
        if (rounded > 0 && rounded < kInfinity) {
            EXPECT_LE(error(logarithm(rounded), std::log(static_cast<long double>(rounded))), 3.0) << x;
        }
    }
}

TEST(Logarithm, IsExactWhereItMustBe) {
    EXPECT_EQ(logarithm(1.0f), 0.0f);
    EXPECT_EQ(logarithm(1.0), 0.0);
    EXPECT_EQ(logarithm(0.0f), -kInfinity);
    EXPECT_EQ(logarithm(kInfinity), kInfinity);
    EXPECT_TRUE(std::isnan(logarithm(-1.0f)));
    EXPECT_TRUE(std::isnan(logarithm(std::numeric_limits<float>::quiet_NaN())));
}

}  // namespace
}  // namespace dikkat
