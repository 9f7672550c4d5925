// Ribbon rows: the ways of the ribbons between the keys' bars and the query's box.
#include "ui/ribbon_row.h"

#include <gtest/gtest.h>

namespace dikkat {
namespace {

const std::vector<float> kWeights{0.517f, 0.018f, 0.042f, 0.034f, 0.353f, 0.036f};  // they sum to 1

TEST(BusLevels, RunBesideEachOtherWithoutAGap) {
    const std::vector<float> levels = bus_levels(kWeights, 5, kRibbonWaist);
    for (std::size_t j = 1; j < levels.size(); ++j) {
        // The edge of one is the edge of the next.
        EXPECT_NEAR(levels[j] - levels[j - 1], (kWeights[j] + kWeights[j - 1]) / 2 * kRibbonWaist, 1e-6) << j;
    }
}

TEST(BusLevels, StandInTheMiddleOfTheZone) {
    const std::vector<float> levels = bus_levels(kWeights, 5, kRibbonWaist);
    const float first = levels.front() - kWeights.front() * kRibbonWaist / 2,
                last = levels.back() + kWeights.back() * kRibbonWaist / 2;
    EXPECT_NEAR(first + last, 1, 1e-6);
}

TEST(BusLevels, KeepTheOutermostKeyNearestToTheQueryOnBothSides) {
    const std::vector<float> levels = bus_levels(kWeights, 2, kRibbonWaist);
    EXPECT_LT(levels[0], levels[1]);
    EXPECT_LT(levels[1], levels[2]);
    EXPECT_GT(levels[3], levels[4]);
    EXPECT_GT(levels[4], levels[5]);
}

TEST(RibbonWaist, IsTheBusWhereTheRibbonIsBent) {
    EXPECT_FLOAT_EQ(ribbon_waist(13, 40, 70), 13);
    EXPECT_FLOAT_EQ(ribbon_waist(13, 40, -70), 13);
}

TEST(RibbonWaist, IsTheBarWhereItIsStraight) {
    EXPECT_FLOAT_EQ(ribbon_waist(13, 40, 0), 40);
    EXPECT_FLOAT_EQ(ribbon_waist(13, 40, 20), 26.5f);
}

}  // namespace
}  // namespace dikkat
