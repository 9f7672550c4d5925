// Motion: what is drawn between two values, at given times.
#include "ui/motion.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dikkat {
namespace {

float at(Motion& motion, double now, std::vector<float> target, bool still = false) {
    motion.begin_frame(now, still);
    const float value = motion.glide("a", target)[0];
    motion.end_frame();
    return value;
}

TEST(Motion, StartsWhereTheFirstValueIs) {
    Motion motion;
    EXPECT_EQ(at(motion, 0, {3}), 3);
    EXPECT_FALSE(motion.moving());
}

TEST(Motion, GlidesToANewValueAndThenRests) {
    Motion motion;
    at(motion, 0, {0});
    EXPECT_EQ(at(motion, 1, {1}), 0);
    EXPECT_TRUE(motion.moving());
    const float middle = at(motion, 1 + kGlide / 2, {1});
    EXPECT_FLOAT_EQ(middle, 0.875f);  // 1 - 0.5^3: fast first, then slow
    EXPECT_EQ(at(motion, 1.001 + kGlide, {1}), 1);
    EXPECT_FALSE(motion.moving());
}

TEST(Motion, ArrivesAtOnceWhileADragGoesOn) {
    Motion motion;
    at(motion, 0, {0});
    EXPECT_EQ(at(motion, 1, {1}, true), 1);
    EXPECT_FALSE(motion.moving());
}

TEST(Motion, GoesOnFromWhereItIsWhenTheTargetChanges) {
    Motion motion;
    at(motion, 0, {0});
    at(motion, 1, {1});
    at(motion, 1 + kGlide / 2, {0});
    EXPECT_FLOAT_EQ(at(motion, 1 + kGlide / 2 + 1e-9, {0}), 0.0f);
    Motion other;
    at(other, 0, {0});
    at(other, 1, {1});
    EXPECT_FLOAT_EQ(at(other, 1 + kGlide / 2, {1}), 0.875f);
    EXPECT_FLOAT_EQ(at(other, 1 + kGlide / 2, {0}), 0.875f);
}

TEST(Motion, DrawsNoNumberBetweenAValueAndNaNOrInfinity) {
    Motion motion;
    at(motion, 0, {0});
    EXPECT_TRUE(std::isnan(at(motion, 1, {NAN})));
    EXPECT_EQ(at(motion, 1.01, {-INFINITY}), -INFINITY);
    EXPECT_EQ(at(motion, 1.02, {2}), 2);
}

TEST(Motion, StaysAtRestOnNaN) {
    Motion motion;
    at(motion, 0, {NAN});
    at(motion, 1, {NAN});
    EXPECT_FALSE(motion.moving());
}

TEST(Motion, BeginsAnewWhereTheNumberOfValuesChanges) {
    Motion motion;
    at(motion, 0, {0});
    EXPECT_EQ(at(motion, 1, {5, 6}), 5);
    EXPECT_FALSE(motion.moving());
}

TEST(Motion, ForgetsWhatIsNoLongerShown) {
    Motion motion;
    at(motion, 0, {0});
    motion.begin_frame(1, false);
    motion.end_frame();
    EXPECT_EQ(at(motion, 2, {1}), 1);
}

TEST(Motion, ComesOutOfAGivenStart) {
    Motion motion;
    const std::vector<float> start{10}, target{20};
    motion.begin_frame(0, false);
    EXPECT_EQ(motion.glide_from("opened", start, target, 1)[0], 10);
    motion.begin_frame(1, false);
    EXPECT_EQ(motion.glide_from("opened", start, target, 1)[0], 20);
    EXPECT_TRUE(motion.arrived("opened"));
}

}  // namespace
}  // namespace dikkat
