#include "render/heatmap_atlas.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace dikkat {
namespace {

using Values = std::vector<float>;

std::vector<std::pair<int, int>> changed_rows(HeatmapAtlas& atlas) {
    std::vector<std::pair<int, int>> runs;
    for (const HeatmapAtlas::Rows& rows : atlas.take_changed_rows()) runs.emplace_back(rows.begin, rows.end);
    return runs;
}

using Runs = std::vector<std::pair<int, int>>;

TEST(HeatmapAtlas, PutsValuesOneAfterTheOther) {
    HeatmapAtlas atlas;
    EXPECT_EQ(atlas.put(Values(48, 1)), 0);
    EXPECT_EQ(atlas.put(Values(36, 2)), 48);
    EXPECT_EQ(atlas.put(Values(1, 3)), 84);
}

TEST(HeatmapAtlas, StartsAgainWithEveryFrame) {
    HeatmapAtlas atlas;
    atlas.put(Values(48, 1));
    atlas.begin_frame();
    EXPECT_EQ(atlas.put(Values(48, 1)), 0);
}

TEST(HeatmapAtlas, HasNoChangedRowWhenTheSameFrameIsPutAgain) {
    HeatmapAtlas atlas;
    const Values first(2000, 1), second(3000, 2);
    atlas.put(first);
    atlas.put(second);
    EXPECT_EQ(changed_rows(atlas), (Runs{{0, 5}}));
    atlas.begin_frame();
    atlas.put(first);
    atlas.put(second);
    EXPECT_TRUE(atlas.take_changed_rows().empty());
}

TEST(HeatmapAtlas, ChangesTheRowsOfTheChangedCellsAlone) {
    HeatmapAtlas atlas;
    Values values(kAtlasWidth * 6, 1);
    atlas.put(values);
    atlas.take_changed_rows();
    values[1 * kAtlasWidth + 7] = 2;
    values[2 * kAtlasWidth] = 2;
    values[5 * kAtlasWidth - 1] = 2;
    atlas.begin_frame();
    atlas.put(values);
    EXPECT_EQ(changed_rows(atlas), (Runs{{1, 3}, {4, 5}}));
}

TEST(HeatmapAtlas, TellsBitsApartAndNotValues) {
    HeatmapAtlas atlas;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    atlas.put(Values{nan, 0.f});
    atlas.take_changed_rows();

    atlas.begin_frame();
    atlas.put(Values{nan, 0.f});
    EXPECT_TRUE(atlas.take_changed_rows().empty()) << "a NaN that stays the same is no change, although NaN != NaN";

    atlas.begin_frame();
    atlas.put(Values{nan, -0.f});
    EXPECT_EQ(changed_rows(atlas), (Runs{{0, 1}})) << "-0 has other bits than 0";
}

TEST(HeatmapAtlas, KeepsTheBitsOfEveryFloat) {
    HeatmapAtlas atlas;
    const std::uint32_t bits[] = {0x7fc00000u, 0x7f800001u, 0xffc12345u, 0xff800000u, 0x80000000u, 0x00000001u};
    Values values(std::size(bits));
    std::memcpy(values.data(), bits, sizeof bits);
    atlas.put(values);
    EXPECT_EQ(std::memcmp(atlas.row(0), bits, sizeof bits), 0);
}

TEST(HeatmapAtlas, PutsNothingWhereItIsFull) {
    HeatmapAtlas atlas;
    const Values all(std::size_t{kAtlasWidth} * kAtlasHeight, 1);
    EXPECT_EQ(atlas.put(all), 0);
    EXPECT_EQ(atlas.put(Values{2}), -1);
    atlas.begin_frame();
    EXPECT_EQ(atlas.put(all), 0);
}

TEST(HeatmapAtlas, GivesEverythingAgainAfterTheContextWasLost) {
    HeatmapAtlas atlas;
    atlas.put(Values(kAtlasWidth * 3 + 1, 1));
    atlas.take_changed_rows();
    atlas.forget();
    EXPECT_EQ(changed_rows(atlas), (Runs{{0, 4}}));
}

}  // namespace
}  // namespace dikkat
