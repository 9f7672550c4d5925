// From pixels to numbers while a cell is dragged.
#include "ui/cell_drag.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

TEST(CellDrag, CrossesTheBoundsRangeInAbout160Pixels) {
    EXPECT_EQ(CellDrag(-2, 0, -2, 2).value_at(160, false), 2.0f);
    EXPECT_EQ(CellDrag(0, 0, 0, 1).value_at(80, false), 0.5f);
}

TEST(CellDrag, GivesRoundNumbers) {
    CellDrag drag(1.3f, 100, -2, 2);
    EXPECT_EQ(drag.value_at(70, false), 0.55f);
    EXPECT_EQ(drag.value_at(72, false), 0.6f);
    EXPECT_EQ(drag.value_at(48, false), 0.0f);
    EXPECT_EQ(CellDrag(-0.1920f, 0, -3, 3).value_at(5, false), 0.0f);
    EXPECT_EQ(CellDrag(0.517f, 0, 0, 1).value_at(3, false), 0.54f);
}

TEST(CellDrag, GivesTheValueItBeganWithWhereItBegan) {
    CellDrag drag(-0.19204f, 50, -3, 3);
    drag.value_at(90, false);
    EXPECT_EQ(drag.value_at(50, false), -0.19204f);
}

TEST(CellDrag, MovesATenthAsFastFromWhereShiftWentDown) {
    CellDrag drag(0, 0, -2, 2);
    EXPECT_EQ(drag.value_at(40, false), 1.0f);
    EXPECT_EQ(drag.value_at(40, true), 1.0f);
    EXPECT_EQ(drag.value_at(50, true), 1.025f);
    EXPECT_EQ(drag.value_at(51, false), 1.05f);  // the coarse step again, from 1.025
}

TEST(CellDrag, GoesPastTheBounds) { EXPECT_EQ(CellDrag(1.5f, 0, -2, 2).value_at(80, false), 3.5f); }

TEST(CellDrag, StartsAtZeroWhereTheNumberIsNotFinite) {
    CellDrag drag(std::numeric_limits<float>::quiet_NaN(), 0, -2, 2);
    EXPECT_EQ(drag.value_at(20, false), 0.5f);
    EXPECT_TRUE(drag.value_at(0, false) != drag.value_at(0, false));  // back: NaN
}

TEST(CellDrag, NeverGivesMinusZero) {
    const float value = on_step(-0.001, 0.05);
    EXPECT_FALSE(std::signbit(value));
}

TEST(RoundStep, IsTheNextOfOneTwoFive) {
    EXPECT_DOUBLE_EQ(round_step(0.025), 0.05);
    EXPECT_DOUBLE_EQ(round_step(0.02), 0.02);
    EXPECT_DOUBLE_EQ(round_step(0.0126), 0.02);
    EXPECT_DOUBLE_EQ(round_step(7), 10);
    EXPECT_DOUBLE_EQ(round_step(1), 1);
}

}  // namespace
}  // namespace dikkat
