#include "core/arithmetic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// In units in the last place of the true value.
template <class Scalar>
double error_of_exponential(Scalar x) {
    const long double truth = std::exp(static_cast<long double>(x));
    const Scalar rounded = static_cast<Scalar>(truth);
    const long double unit = static_cast<long double>(std::nextafter(rounded, std::numeric_limits<Scalar>::infinity())) - rounded;
    return static_cast<double>(std::abs(static_cast<long double>(exponential(x)) - truth) / unit);
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

}  // namespace
}  // namespace dikkat
