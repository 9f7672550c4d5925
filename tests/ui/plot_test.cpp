// Plots: the scale, the gaps and the places of words, without anything being drawn.
#include "ui/plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

using Line = std::vector<double>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

PlotScale scale_of(const Decades& decades, int first = 1, int last = 100) { return {{0, 0, 99, 90}, first, last, decades, 110}; }

TEST(Decades, AreTheWholeOnesAroundAllValues) {
    // What the lesson prints at depth 50, without and with the residual connection.
    EXPECT_EQ(decades_over(std::vector<Line>{{5.05e-1, 1.23e-6}, {9.21, 448}}), (Decades{-6, 3, false}));
    EXPECT_EQ(decades_over(std::vector<Line>{{3.54, 1.62e5}}), (Decades{0, 6, false}));
}

TEST(Decades, AreNeverLessThanOne) {
    EXPECT_EQ(decades_over(std::vector<Line>{{4, 4, 4}}), (Decades{0, 1, false}));
    EXPECT_EQ(decades_over(std::vector<Line>{{100}}), (Decades{2, 3, false}));
    EXPECT_EQ(decades_over(std::vector<Line>{}), (Decades{0, 1, false}));
}

TEST(Decades, LeaveOutWhatHasNoPlace) {
    EXPECT_EQ(decades_over(std::vector<Line>{{kNaN, 5, kInfinity, -1e9}}), (Decades{0, 1, false}));
}

TEST(Decades, KnowOfAnExactZeroAndAreNotMovedByIt) { EXPECT_EQ(decades_over(std::vector<Line>{{20, 0}}), (Decades{1, 2, true})); }

TEST(Decades, ReachTheSmallestNumberThereIs) { EXPECT_EQ(decades_over(std::vector<Line>{{5e-324, 1}}), (Decades{-324, 0, false})); }

TEST(Decades, OnlyGrowWhileTheyAreHeld) {
    const Decades held{-6, 3, false};
    EXPECT_EQ(decades_over(std::vector<Line>{{1, 2}}, &held), held);
    EXPECT_EQ(decades_over(std::vector<Line>{{1e-9, 2}}, &held), (Decades{-9, 3, false}));
}

TEST(Grid, IsEverySecondOrThirdDecadeOfMany) {
    EXPECT_EQ(grid_of({-6, 3}), (std::vector<int>{-6, -3, 0, 3}));
    EXPECT_EQ(grid_of({0, 6}), (std::vector<int>{0, 2, 4, 6}));
    EXPECT_EQ(grid_of({0, 1}), (std::vector<int>{0, 1}));
}

TEST(Grid, HasTwoLinesAtLeastAndFiveAtMost) {
    for (int low = -330; low <= 10; low += 7) {
        for (int high = low + 1; high < low + 600; ++high) {
            const std::size_t lines = grid_of({low, high}).size();
            EXPECT_TRUE(lines >= 2 && lines <= 5) << low << ".." << high << ": " << lines;
        }
    }
}

TEST(DepthTicks, AreTheFirstDepthAndRoundOnes) {
    EXPECT_EQ(depth_ticks(1, 100), (std::vector<int>{1, 20, 40, 60, 80, 100}));
    EXPECT_EQ(depth_ticks(1, 50), (std::vector<int>{1, 10, 20, 30, 40, 50}));
    EXPECT_EQ(depth_ticks(0, 100), (std::vector<int>{0, 20, 40, 60, 80, 100}));
    EXPECT_EQ(depth_ticks(1, 4), (std::vector<int>{1, 2, 3, 4}));
    EXPECT_EQ(depth_ticks(1, 1), (std::vector<int>{1}));
}

TEST(RoundTicks, AreFewAndRound) {
    EXPECT_EQ(round_ticks(-1.2, 11.4, 3), (Line{0, 5, 10}));
    EXPECT_EQ(round_ticks(-1.4, 1.7, 3), (Line{-1, 0, 1}));
    EXPECT_EQ(round_ticks(-3, 104, 3), (Line{0, 50, 100}));
}

TEST(RoundTicks, TakeALimitThatRoundingMissed) { EXPECT_EQ(round_ticks(-0.999998, 0.999998, 3), (Line{-1, 0, 1})); }

TEST(RoundTicks, AreNoneWhereThereIsNoRange) {
    EXPECT_TRUE(round_ticks(2, 2, 3).empty());
    EXPECT_TRUE(round_ticks(kNaN, 2, 3).empty());
    EXPECT_TRUE(round_ticks(0, kInfinity, 3).empty());
}

TEST(PlotScale, PutsDecadesAtEqualDistances) {
    const PlotScale scale = scale_of({-6, 3});
    EXPECT_FLOAT_EQ(scale.y(1e3), 0);
    EXPECT_NEAR(scale.y(1), 30, 1e-4);
    EXPECT_NEAR(scale.y(1e-6), 90, 1e-4);
    EXPECT_FLOAT_EQ(scale.x(1), 0);
    EXPECT_FLOAT_EQ(scale.x(100), 99);
}

TEST(PlotScale, PutsAnExactZeroOnItsOwnLine) { EXPECT_FLOAT_EQ(scale_of({-6, 3, true}).y(0), 110); }

TEST(PlotScale, FindsTheDepthUnderThePointer) {
    const PlotScale scale = scale_of({});
    for (int depth = 1; depth <= 100; ++depth) {
        EXPECT_EQ(scale.depth_at(scale.x(depth) + 0.4f), depth);
        EXPECT_EQ(scale.depth_at(scale.x(depth) - 0.4f), depth);
    }
    EXPECT_EQ(scale.depth_at(-50), 1);
    EXPECT_EQ(scale.depth_at(900), 100);
}

TEST(LinePieces, BreakAtNaNAndInfinity) {
    const std::vector<PlotPiece> pieces = line_pieces(scale_of({}, 1, 5), 1, Line{1, 2, kNaN, 3, kInfinity});
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_EQ(pieces[0].size(), 2u);
    ASSERT_EQ(pieces[1].size(), 1u);
    EXPECT_FLOAT_EQ(pieces[1][0].x, scale_of({}, 1, 5).x(4));
}

TEST(LinePieces, KeepExactZerosToThemselves) {
    const std::vector<PlotPiece> pieces = line_pieces(scale_of({-6, 3, true}, 1, 5), 1, Line{1, 1e-5, 0, 0, 1});
    ASSERT_EQ(pieces.size(), 3u);
    EXPECT_EQ(pieces[1].size(), 2u);
    EXPECT_FLOAT_EQ(pieces[1][0].y, 110);
    EXPECT_FLOAT_EQ(pieces[1][1].y, 110);
}

TEST(Crossing, IsWhereTheValuesStayUnder) {
    // Under at index 1, but back over at 2: it stays under from 3 on.
    EXPECT_EQ(crossing(Line{1, 1e-4, 1, 1e-4, 1e-5}, 1e-3), (Crossing{3, false}));
    EXPECT_EQ(crossing(Line{1, 1e-4, 1e-5}, 1e-3), (Crossing{1, false}));
}

TEST(Crossing, IsWhereTheValuesStayOver) { EXPECT_EQ(crossing(Line{1, 20, 3, 2000, 1500}, 1000), (Crossing{3, true})); }

TEST(Crossing, IsNowhereWhereTheEndIsOnTheSameSide) {
    EXPECT_EQ(crossing(Line{1, 1e-4, 1}, 1e-3), std::nullopt);
    EXPECT_EQ(crossing(Line{1e-5, 1e-6}, 1e-3), std::nullopt);
    EXPECT_EQ(crossing(Line{}, 1e-3), std::nullopt);
}

TEST(Crossing, CountsAnExactZeroAsUnderAndStopsAtNaN) {
    EXPECT_EQ(crossing(Line{1, 0, 0}, 1e-3), (Crossing{1, false}));
    EXPECT_EQ(crossing(Line{1, 1e-5, kNaN, 1e-5}, 1e-3), (Crossing{3, false}));
    EXPECT_EQ(crossing(Line{1, 1e-5, kNaN}, 1e-3), std::nullopt);
}

TEST(Spread, LeavesLabelsThatAreFarApart) {
    EXPECT_EQ(spread(std::vector<float>{10, 50}, 16, 0, 100), (std::vector<float>{10, 50}));
}

TEST(Spread, ParksLabelsThatTouchAroundTheirMiddle) {
    EXPECT_EQ(spread(std::vector<float>{50, 52}, 16, 0, 100), (std::vector<float>{43, 59}));
    EXPECT_EQ(spread(std::vector<float>{52, 50}, 16, 0, 100), (std::vector<float>{59, 43}));
}

TEST(Spread, KeepsThemInside) {
    EXPECT_EQ(spread(std::vector<float>{-5, 2}, 16, 0, 100), (std::vector<float>{0, 16}));
    EXPECT_EQ(spread(std::vector<float>{99, 98}, 16, 0, 100), (std::vector<float>{100, 84}));
}

TEST(Spread, KeepsManyApart) {
    const std::vector<float> places = spread(std::vector<float>{30, 31, 29, 33, 90, 60}, 14, 0, 100);
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = i + 1; j < places.size(); ++j) EXPECT_GE(std::abs(places[i] - places[j]), 13.999f) << i << ", " << j;
    }
}

// One line across the middle and another that rises from it.
const std::vector<std::vector<PlotPiece>> kLines{{{{0, 50}, {200, 50}}}, {{{0, 50}, {200, 0}}}};

bool covers_a_line(const Rectangle& place) {
    for (float x = place.x; x <= place.right(); x += 0.5f) {
        const float rising = 50 - x / 4;
        if ((place.y < 50 && place.bottom() > 50) || (place.y < rising && place.bottom() > rising)) return true;
    }
    return false;
}

TEST(PlaceBeside, CoversNoLine) {
    for (std::size_t own = 0; own < 2; ++own) {
        for (float near = 0; near <= 200; near += 10) {
            const std::optional<Rectangle> place = place_beside(kLines, own, {}, {0, -30, 200, 120}, {40, 14}, near);
            ASSERT_TRUE(place) << own << " near " << near;
            EXPECT_FALSE(covers_a_line(*place)) << own << " near " << near;
        }
    }
}

TEST(PlaceBeside, KeepsClearOfWhatIsTaken) {
    const std::optional<Rectangle> first = place_beside(kLines, 0, {}, {0, -30, 200, 120}, {40, 14}, 100);
    ASSERT_TRUE(first);
    const std::vector<Rectangle> taken{*first};
    const std::optional<Rectangle> second = place_beside(kLines, 0, taken, {0, -30, 200, 120}, {40, 14}, 100);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->x >= first->right() || second->right() <= first->x || second->y >= first->bottom() ||
                second->bottom() <= first->y);
}

TEST(PlaceBeside, IsUnderTheLineOrOverItAsAsked) {
    const std::vector<std::vector<PlotPiece>> flat{{{{0, 50}, {200, 50}}}};
    const Rectangle area{0, 0, 200, 100};
    EXPECT_GT(place_beside(flat, 0, {}, area, {40, 14}, 100)->y, 50);
    EXPECT_LT(place_beside(flat, 0, {}, area, {40, 14}, 100, true)->y, 50);
}

TEST(PlaceBeside, IsNowhereWhereThereIsNoRoom) { EXPECT_FALSE(place_beside(kLines, 0, {}, {0, 45, 200, 10}, {40, 14}, 100)); }

}  // namespace
}  // namespace dikkat
