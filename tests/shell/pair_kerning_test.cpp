#include "shell/pair_kerning.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace dikkat {
namespace {

// A table as 16-bit numbers, big-endian.
std::string words(std::initializer_list<int> numbers) {
    std::string bytes;
    for (const int number : numbers) {
        bytes += static_cast<char>(number >> 8 & 255);
        bytes += static_cast<char>(number & 255);
    }
    return bytes;
}

// Glyph 5 as the left one; beside 6 it is -80, beside 9 it is +15. Value records hold an x placement and an x advance.
const std::string kListed = words({1, 12, 0x5, 0, 1, 18,      // format 1, coverage at 12, value formats, one pair set at 18
                                   1, 1, 5,                   // coverage: the list of one glyph
                                   2, 6, 3, -80, 9, 4, 15});  // two pairs: right glyph, x placement, x advance

// Glyphs 20..29 as left ones, of which 22..24 are class 1. On the right, glyphs from 40 are class 1, 0, 1.
const std::string kClasses =
    words({2, 24, 0x4, 0,   34, 44, 2, 2,  // format 2, coverage at 24, formats, classes at 34 and 44, 2 by 2
           0, -7, -11, -50,                // x advances
           2, 1,  20,  29,  0,             // coverage: one range
           2, 1,  22,  24,  1,             // left classes: one range
           1, 40, 3,   1,   0,  1});       // right classes: a list that begins at 40

std::string lookup(int type, const std::string& subtable) { return words({type, 0, 1, 8}) + subtable; }
std::string extended(const std::string& subtable) { return lookup(9, words({1, 2, 0, 8}) + subtable); }

// A font with nothing but GPOS: the features "kern" with the lookups `kerned`, and "mark" with all of them.
std::string font(std::initializer_list<std::string> lookups, std::initializer_list<int> kerned) {
    std::string kern = words({0, static_cast<int>(kerned.size())});
    for (const int index : kerned) kern += words({index});
    std::string features =
        words({2}) + "kern" + words({14}) + "mark" + words({static_cast<int>(14 + kern.size())}) + kern + words({0, 0});
    std::string list = words({static_cast<int>(lookups.size())}), bodies;
    for (const std::string& body : lookups) {
        list += words({static_cast<int>(2 + 2 * lookups.size() + bodies.size())});
        bodies += body;
    }
    const int features_at = 10, lookups_at = features_at + static_cast<int>(features.size());
    const std::string gpos = words({1, 0, 0, features_at, lookups_at}) + features + list + bodies;
    return words({0, 1, 1, 16, 0, 0}) + "GPOS" + words({0, 0, 0, 28, 0, static_cast<int>(gpos.size())}) + gpos;
}

TEST(PairKerning, ReadsPairsThatAreListed) {
    const std::string file = font({lookup(2, kListed)}, {0});
    const PairKerning kerning(file);
    EXPECT_EQ(kerning.between(5, 6), -80);
    EXPECT_EQ(kerning.between(5, 9), 15);
    EXPECT_EQ(kerning.between(5, 7), 0);
    EXPECT_EQ(kerning.between(6, 5), 0);
}

TEST(PairKerning, ReadsPairsOfClasses) {
    const std::string file = font({lookup(2, kClasses)}, {0});
    const PairKerning kerning(file);
    EXPECT_EQ(kerning.between(23, 40), -50);
    EXPECT_EQ(kerning.between(23, 41), -11);
    EXPECT_EQ(kerning.between(29, 42), -7);
    EXPECT_EQ(kerning.between(29, 99), 0);
    EXPECT_EQ(kerning.between(30, 40), 0) << "not covered";
}

TEST(PairKerning, FollowsExtensionsAsInterHasThem) {
    const std::string file = font({extended(kListed)}, {0});
    EXPECT_EQ(PairKerning(file).between(5, 6), -80);
}

TEST(PairKerning, AppliesTheLookupsOfKernAlone) {
    const std::string file = font({lookup(2, kListed), lookup(2, kClasses)}, {1});
    const PairKerning kerning(file);
    EXPECT_EQ(kerning.between(5, 6), 0);
    EXPECT_EQ(kerning.between(23, 40), -50);
}

TEST(PairKerning, SurvivesAFileThatEndsAnywhere) {
    const std::string whole = font({extended(kListed), lookup(2, kClasses)}, {0, 1, 7});
    for (std::size_t length = 0; length <= whole.size(); ++length) {
        const std::string file = whole.substr(0, length);
        const PairKerning kerning(file);
        kerning.between(5, 6);
        kerning.between(23, 40);
    }
    EXPECT_EQ(PairKerning("").between(5, 6), 0);
    EXPECT_EQ(PairKerning(whole).between(5, 6), -80);
}

}  // namespace
}  // namespace dikkat
