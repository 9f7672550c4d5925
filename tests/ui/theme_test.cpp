#include "ui/theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dikkat {
namespace {

constexpr std::array<ColourMap, 4> kMaps = {ColourMap::sequential_light, ColourMap::signed_light, ColourMap::sequential_dark,
                                            ColourMap::signed_dark};

int channel(ImU32 colour, int shift) { return static_cast<int>((colour >> shift) & 255); }

// Colours between the stops of tokens.json, computed outside of the project: sRGB -> XYZ (D65) -> OKLab, a straight line there, and
// back.
struct Texel {
    ColourMap map;
    int index;
    std::array<double, 3> rgb;
};
const Texel kTexels[] = {
    {ColourMap::sequential_light, 0, {255.000, 255.000, 255.000}},  {ColourMap::sequential_light, 40, {235.895, 228.382, 249.773}},
    {ColourMap::sequential_light, 90, {206.825, 188.159, 240.669}}, {ColourMap::sequential_light, 128, {182.550, 153.464, 231.821}},
    {ColourMap::sequential_light, 191, {129.197, 83.303, 207.107}}, {ColourMap::sequential_light, 255, {59.000, 18.000, 128.000}},
    {ColourMap::signed_light, 0, {15.000, 74.000, 148.000}},        {ColourMap::signed_light, 1, {15.000, 74.000, 148.000}},
    {ColourMap::signed_light, 40, {73.236, 125.739, 191.454}},      {ColourMap::signed_light, 90, {165.838, 196.771, 234.467}},
    {ColourMap::signed_light, 128, {255.000, 255.000, 255.000}},    {ColourMap::signed_light, 160, {245.881, 200.609, 163.437}},
    {ColourMap::signed_light, 191, {229.296, 151.798, 91.253}},     {ColourMap::signed_light, 255, {150.000, 58.000, 6.000}},
    {ColourMap::sequential_dark, 0, {38.000, 43.000, 50.000}},      {ColourMap::sequential_dark, 40, {55.245, 48.118, 90.011}},
    {ColourMap::sequential_dark, 90, {84.881, 64.955, 140.912}},    {ColourMap::sequential_dark, 128, {110.410, 81.420, 181.410}},
    {ColourMap::sequential_dark, 191, {164.775, 134.785, 233.789}}, {ColourMap::sequential_dark, 255, {240.000, 232.000, 255.000}},
    {ColourMap::signed_dark, 0, {140.000, 192.000, 255.000}},       {ColourMap::signed_dark, 1, {140.000, 192.000, 255.000}},
    {ColourMap::signed_dark, 40, {100.442, 154.868, 223.580}},      {ColourMap::signed_dark, 90, {55.831, 93.149, 141.621}},
    {ColourMap::signed_dark, 128, {38.000, 43.000, 50.000}},        {ColourMap::signed_dark, 160, {110.557, 69.276, 43.124}},
    {ColourMap::signed_dark, 191, {182.787, 104.419, 57.776}},      {ColourMap::signed_dark, 255, {255.000, 178.000, 122.000}},
};

TEST(ColourMaps, AreStraightLinesInOkLabBetweenTheStops) {
    for (const Texel& texel : kTexels) {
        const std::size_t at = (static_cast<std::size_t>(texel.map) * 256 + static_cast<std::size_t>(texel.index)) * 4;
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(colour_maps()[at + i], texel.rgb[i], .6)
                << "map " << static_cast<int>(texel.map) << " texel " << texel.index;
        EXPECT_EQ(colour_maps()[at + 3], 255);
    }
}

TEST(ColourMaps, ShowAZeroInTheTilesOwnColour) {
    for (const bool dark : {false, true})
        for (const bool weights : {false, true}) {
            const ColourMap map = colour_map(weights, dark);
            EXPECT_EQ(map_colour(map, map_position(map, 0, 2)), palette(dark).tile);
        }
}

TEST(ColourMaps, SaturateBeyondTheBound) {
    for (const ColourMap map : kMaps) {
        EXPECT_EQ(map_position(map, 2.5f, 2), 1);
        EXPECT_EQ(map_colour(map, map_position(map, 1e30f, 2)), map_colour(map, map_position(map, 2, 2)));
        EXPECT_EQ(map_colour(map, map_position(map, -1e30f, 2)), map_colour(map, map_position(map, -2, 2)));
    }
}

TEST(ColourMaps, AreChosenByKindAndTheme) {
    EXPECT_EQ(colour_map(true, false), ColourMap::sequential_light);
    EXPECT_EQ(colour_map(false, false), ColourMap::signed_light);
    EXPECT_EQ(colour_map(true, true), ColourMap::sequential_dark);
    EXPECT_EQ(colour_map(false, true), ColourMap::signed_dark);
}

TEST(InkOverCells, IsBlackOrWhiteAndReadableOnEveryTexelOfEveryMap) {
    float worst = 21;
    for (const ColourMap map : kMaps)
        for (int i = 0; i < 256; ++i) {
            const float t = static_cast<float>(i) / 255;
            const ImU32 ink = ink_over(map, t);
            EXPECT_TRUE(ink == IM_COL32_BLACK || ink == IM_COL32_WHITE);
            worst = std::min(worst, contrast(ink, map_colour(map, t)));
        }
    EXPECT_GE(worst, 4.5f);
}

TEST(Contrast, IsWcags) {
    EXPECT_NEAR(contrast(IM_COL32_BLACK, IM_COL32_WHITE), 21, 1e-4);
    EXPECT_NEAR(contrast(IM_COL32_WHITE, IM_COL32_WHITE), 1, 1e-6);
    EXPECT_NEAR(contrast(IM_COL32(0x77, 0x77, 0x77, 255), IM_COL32_WHITE), 4.48, .01);  // the grey that WCAG's readers know
}

// The lowest ratio on paper, canvas and raised, as visual design asks: text 4.5, marks and outlines 3.
TEST(Palette, KeepsTextReadableOnEveryGround) {
    for (const bool dark : {false, true}) {
        const Palette& p = palette(dark);
        for (const ImU32 ground : {p.paper, p.canvas, p.raised}) {
            for (const ImU32 text : {p.ink, p.ink2, p.ink3, p.query, p.key, p.value, p.weights, p.output, p.residual, p.normalised,
                                     p.feed, p.gradient, p.changed, p.baseline, p.nan})
                EXPECT_GE(contrast(text, ground), 4.5f) << (dark ? "dark" : "light");
            for (const ImU32 mark : {p.edge, p.changed_mark, p.cross})
                EXPECT_GE(contrast(mark, ground), 3.f) << (dark ? "dark" : "light");
        }
        EXPECT_GE(contrast(p.ink3, p.tile), 4.5f) << "a zero's number";
        EXPECT_GE(contrast(p.ink3, p.sunken), 4.5f);
        EXPECT_GE(contrast(p.ink, p.changed_fill), 7.f) << "a false claim";
    }
}

TEST(Palette, NamesItsRoles) {
    const Palette& p = palette(false);
    EXPECT_EQ(p.role("query"), IM_COL32(0x1b, 0x45, 0xb4, 255));
    EXPECT_EQ(p.role("feed_forward"), p.feed);
    EXPECT_EQ(p.role("nothing of the kind"), p.ink);
    EXPECT_FALSE(p.dark);
    EXPECT_TRUE(palette(true).dark);
}

TEST(WithAlpha, MultipliesTheAlphaAndNothingElse) {
    EXPECT_EQ(with_alpha(IM_COL32(1, 2, 3, 200), .5f), IM_COL32(1, 2, 3, 100));
    EXPECT_EQ(with_alpha(IM_COL32(1, 2, 3, 200), 7), IM_COL32(1, 2, 3, 200));
    EXPECT_EQ(channel(with_alpha(IM_COL32_WHITE, 0), IM_COL32_A_SHIFT), 0);
}

}  // namespace
}  // namespace dikkat
