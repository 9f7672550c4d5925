#include "core/decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace dikkat {
namespace {

std::string printed(const char* format, int precision, double value) {
    char text[2048];
    std::snprintf(text, sizeof text, format, precision, value);
    return text;
}

// Every finite double is as likely as another, besides numbers that lie on ties of a few decimals.
std::vector<double> many_numbers() {
    std::vector<double> numbers{0.0,
                                -0.0,
                                0.5,
                                1.5,
                                2.5,
                                0.125,
                                0.375,
                                9.995,
                                99.5,
                                999999.5,
                                1e22,
                                1e23,
                                5e-324,
                                0.15,
                                2.2250738585072011e-308,
                                1.7976931348623157e308};
    std::mt19937_64 random(1);
    for (int i = 0; i < 300; ++i) {
        const std::uint64_t bits = random();
        double any = 0;
        std::memcpy(&any, &bits, sizeof any);
        if (std::isfinite(any)) numbers.push_back(any);
        numbers.push_back(static_cast<double>(bits % 100000) / 1024);
        numbers.push_back(-std::ldexp(static_cast<double>(bits >> 40), -static_cast<int>(bits % 60)));
    }
    return numbers;
}

TEST(Decimal, WritesTheDigitsOfTheCLibrary) {
    for (const double number : many_numbers()) {
        for (const int digits : {0, 1, 2, 3, 6, 17}) {
            EXPECT_EQ(fixed_decimal(number, digits), printed("%.*f", digits, number));
            EXPECT_EQ(scientific_decimal(number, digits), printed("%.*e", digits, number));
            if (digits > 0) {
                EXPECT_EQ(general_decimal(number, digits), printed("%.*g", digits, number));
            }
        }
    }
}

TEST(Decimal, ReadsTheNearestNumberAsTheCLibraryDoes) {
    for (const double number : many_numbers()) {
        for (const int digits : {1, 5, 9, 15, 17, 25}) {
            const std::string text = printed("%.*e", digits, number);
            EXPECT_EQ(read_decimal(text), std::strtod(text.c_str(), nullptr)) << text;
        }
    }
    for (const char* text : {"1e400", "-1e400", "1e-400", "2.4703282292062327e-324", "2.4703282292062328e-324",
                             "1.7976931348623158e308", "1.7976931348623159e308", "9007199254740993", "9007199254740992.9999999",
                             "00012.500", ".5", "5.", "1e999999999999", "0e99", "-0"}) {
        EXPECT_EQ(read_decimal(text), std::strtod(text, nullptr)) << text;
        EXPECT_EQ(std::signbit(read_decimal(text)), std::signbit(std::strtod(text, nullptr))) << text;
    }
}

TEST(Decimal, ReadsAManyDigitNumberJustBesideATie) {
    const std::string tie = "9007199254740993";  // between two doubles: the even one
    EXPECT_EQ(read_decimal(tie + "." + std::string(700, '0')), 9007199254740992.0);
    EXPECT_EQ(read_decimal(tie + "." + std::string(700, '0') + "1"), 9007199254740994.0);
}

}  // namespace
}  // namespace dikkat
