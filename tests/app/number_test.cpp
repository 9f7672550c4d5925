#include "app/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Fixed, HasItsDecimalsAndTheSignMinus) {
    EXPECT_EQ(fixed(0.5173921, 3), "0.517");
    EXPECT_EQ(fixed(-1.125, 1), "−1.1");
    EXPECT_EQ(fixed(1.5, 0), "2");
    EXPECT_EQ(fixed(-1.25, 2, Minus::ascii), "-1.25");
}

TEST(Fixed, AnExactZeroHasNoSign) {
    EXPECT_EQ(fixed(0, 1), "0.0");
    EXPECT_EQ(fixed(-0.0, 2), "0.00");
    EXPECT_EQ(fixed(-0.0, 2, Minus::sign, true), "0");
    EXPECT_EQ(fixed(0, 0), "0");
}

TEST(Fixed, WhatIsNotZeroNeverPrintsAsZero) {
    EXPECT_EQ(fixed(0.0004, 3), "4e−04");
    EXPECT_EQ(fixed(-0.0004, 3), "−4e−04");
    EXPECT_EQ(fixed(0.0005, 3), "0.001");  // the double lies above one half
    EXPECT_EQ(fixed(0.04, 1), "4e−02");
    EXPECT_EQ(fixed(0.4, 0), "4e−01");
    EXPECT_EQ(fixed(5e-324, 3), "5e−324");
    EXPECT_EQ(fixed(std::numeric_limits<float>::denorm_min(), 3, Minus::ascii), "1e-45");
}

TEST(AsTyped, KeepsTheDecimalsThatSomebodyChose) {
    EXPECT_EQ(as_typed(1.3f, 1), "1.3");
    EXPECT_EQ(as_typed(0.55f, 1), "0.55");
    EXPECT_EQ(as_typed(-0.125f, 1), "−0.125");
    EXPECT_EQ(as_typed(0.3f, 2), "0.30");
    EXPECT_EQ(as_typed(-0.18989764f, 2), "−0.19");
    EXPECT_EQ(as_typed(0.0f, 2), "0");
    EXPECT_EQ(as_typed(0.00004f, 1), "4e−05");
    EXPECT_EQ(as_typed(std::numeric_limits<float>::quiet_NaN(), 1), "NaN");
}

TEST(Fixed, TakesHugeAndSpecialNumbers) {
    EXPECT_EQ(fixed(0x1p100, 1), "1267650600228229401496703205376.0");
    EXPECT_EQ(fixed(kNaN, 2), "NaN");
    EXPECT_EQ(fixed(kInfinity, 2), "∞");
    EXPECT_EQ(fixed(-kInfinity, 2), "−∞");
    EXPECT_EQ(fixed(-kInfinity, 2, Minus::ascii), "-Infinity");
}

TEST(WithSign, SaysTheDirectionOfAChange) {
    EXPECT_EQ(with_sign(0.073, 3), "+0.073");
    EXPECT_EQ(with_sign(-0.154, 3), "−0.154");
    EXPECT_EQ(with_sign(0, 3), "0");
    EXPECT_EQ(with_sign(-0.0, 3), "0");
    EXPECT_EQ(with_sign(-0.0005 / 1.01, 3), "−5e−04");
    EXPECT_EQ(with_sign(0.0004, 3), "+4e−04");
    EXPECT_EQ(with_sign(kNaN, 3), "NaN");
    EXPECT_EQ(with_sign(kInfinity, 3), "+∞");
}

TEST(Scientific, HasTheFiguresAskedFor) {
    EXPECT_EQ(scientific(1.19e-7, 2), "1.2e−07");
    EXPECT_EQ(scientific(-448.3, 3), "−4.48e+02");
    EXPECT_EQ(scientific(1e-6, 1), "1e−06");
    EXPECT_EQ(scientific(0, 2), "0");
    EXPECT_EQ(scientific(kNaN, 2), "NaN");
}

TEST(Figure, HasThreeFiguresAndIsScientificWhenSmallOrLarge) {
    EXPECT_EQ(figure(0.5173921), "0.517");
    EXPECT_EQ(figure(0.0414832), "0.0415");
    EXPECT_EQ(figure(1.1920929e-7), "1.2e−07");
    EXPECT_EQ(figure(0), "0");
    EXPECT_EQ(figure(12.3983), "12.4");
    EXPECT_EQ(figure(0.9999), "1.00");
    EXPECT_EQ(figure(-3.0138), "−3.01");
    EXPECT_EQ(figure(45813), "45813");
    EXPECT_EQ(figure(162000), "1.62e+05");
}

TEST(Shortest, ReadsBackToTheSameFloat) {
    for (const float value : {0.3f, 0.1f, 1.0f / 3, 16777217.0f, 3.4028235e38f, 1.4e-45f, 1.17549435e-38f, -2.5f, 123456.79f}) {
        EXPECT_EQ(std::strtof(shortest(value).c_str(), nullptr), value) << shortest(value);
    }
    EXPECT_EQ(shortest(0.3f), "0.3");
    EXPECT_EQ(shortest(-0.0f), "-0.0");
    EXPECT_EQ(shortest(std::numeric_limits<float>::quiet_NaN()), "NaN");
    EXPECT_EQ(shortest(-std::numeric_limits<float>::infinity()), "-Infinity");
}

TEST(ToFloat, RoundsAsPyTorchDoes) {
    EXPECT_EQ(to_float(0.3), 0.3f);
    EXPECT_EQ(to_float(1e39), std::numeric_limits<float>::infinity());
    EXPECT_EQ(to_float(-1e300), -std::numeric_limits<float>::infinity());
    EXPECT_EQ(to_float(3.4028235e38), std::numeric_limits<float>::max());
    EXPECT_TRUE(std::isnan(to_float(kNaN)));
}

TEST(ParseNumber, TakesPointAndCommaAndBothMinuses) {
    EXPECT_EQ(parse_number("1.5"), 1.5f);
    EXPECT_EQ(parse_number("1,5"), 1.5f);
    EXPECT_EQ(parse_number("−2"), -2.0f);
    EXPECT_EQ(parse_number("-2"), -2.0f);
    EXPECT_EQ(parse_number("+0,25"), 0.25f);
    EXPECT_EQ(parse_number(" \t7\u00A0"), 7.0f);
    EXPECT_EQ(parse_number(".5"), 0.5f);
    EXPECT_EQ(parse_number("5."), 5.0f);
    EXPECT_EQ(parse_number("1e3"), 1000.0f);
    EXPECT_EQ(parse_number("1,5E-2"), 0.015f);
    EXPECT_EQ(parse_number("0.3"), 0.3f);
}

TEST(ParseNumber, KeepsTheSignOfZero) {
    EXPECT_TRUE(std::signbit(parse_number("-0").value()));
    EXPECT_FALSE(std::signbit(parse_number("0").value()));
}

TEST(ParseNumber, TakesNaNAndInfinity) {
    EXPECT_TRUE(std::isnan(parse_number("NaN").value()));
    EXPECT_EQ(parse_number("inf"), std::numeric_limits<float>::infinity());
    EXPECT_EQ(parse_number("-Infinity"), -std::numeric_limits<float>::infinity());
    EXPECT_EQ(parse_number("−∞"), -std::numeric_limits<float>::infinity());
    EXPECT_EQ(parse_number("1e400"), std::numeric_limits<float>::infinity());
}

TEST(ParseNumber, RefusesWhatIsNoNumberOrIsTwo) {
    for (const char* text : {"", " ", "abc", "1,000.5", "1.000,5", "1,2,3", "1.2.3", "--1", "1e", "e5", "0x10", "1 2", "-", ".",
                             "1-2", "1f", "nana"}) {
        EXPECT_EQ(parse_number(text), std::nullopt) << text;
    }
    EXPECT_EQ(parse_number(std::string(1000, '1')), std::nullopt);
}

TEST(ParseNumber, ReadsBackWhatIsPrinted) {
    for (const double value : {0.5173921, -0.0004, 123.456, 1e-7}) {
        EXPECT_EQ(parse_number(scientific(value, 9)), to_float(std::stod(scientific(value, 9, Minus::ascii)))) << value;
    }
}

TEST(Grouped, SetsAGapBetweenThousands) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1\u202f000");
    EXPECT_EQ(grouped(2099712), "2\u202f099\u202f712");
    EXPECT_EQ(grouped(1557611200), "1\u202f557\u202f611\u202f200");
}

}  // namespace
}  // namespace dikkat
