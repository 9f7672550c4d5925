#include "shell/pair_kerning.h"

#include <algorithm>
#include <bitset>
#include <optional>

namespace dikkat {

namespace {

// Names are those of the OpenType specification, chapter "GPOS".
constexpr unsigned kPairAdjustment = 2, kExtension = 9;

FontBytes find_table(FontBytes file, std::string_view tag) {
    const unsigned count = file.u16(4);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t entry = 12 + 16 * i;
        if (file.tag_at(entry, tag)) return file.from(file.u32(entry + 8));
    }
    return {};
}

// Place of a glyph in a coverage table.
std::optional<unsigned> coverage_index(FontBytes table, unsigned glyph) {
    const unsigned format = table.u16(0), count = table.u16(2);
    for (std::size_t i = 0; i < count; ++i) {
        if (format == 1 && table.u16(4 + 2 * i) == glyph) return static_cast<unsigned>(i);
        const std::size_t range = 4 + 6 * i;
        const unsigned first = table.u16(range), last = table.u16(range + 2);
        if (format == 2 && glyph >= first && glyph <= last) return table.u16(range + 4) + glyph - first;
    }
    return std::nullopt;
}

// Glyphs that no class names are of class 0.
unsigned class_of(FontBytes table, unsigned glyph) {
    if (table.u16(0) == 1) {
        const unsigned first = table.u16(2), count = table.u16(4);
        return glyph >= first && glyph < first + count ? table.u16(6 + 2 * std::size_t{glyph - first}) : 0;
    }
    const unsigned count = table.u16(2);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t range = 4 + 6 * i;
        if (glyph >= table.u16(range) && glyph <= table.u16(range + 2)) return table.u16(range + 4);
    }
    return 0;
}

std::size_t value_size(unsigned format) { return 2 * std::bitset<16>(format).count(); }

// The advance's part of a value record, whose format says which numbers it has.
int x_advance(FontBytes record, unsigned format) {
    constexpr unsigned kPlacements = 0x3, kXAdvance = 0x4;
    return (format & kXAdvance) != 0 ? record.i16(value_size(format & kPlacements)) : 0;
}

// Format 1: for each left glyph a list of right ones.
std::optional<int> listed_pair(FontBytes subtable, unsigned covered, unsigned right) {
    const unsigned format = subtable.u16(4);
    const std::size_t record_size = 2 + value_size(format) + value_size(subtable.u16(6));
    const FontBytes pairs = subtable.from(subtable.u16(10 + 2 * std::size_t{covered}));
    const unsigned count = pairs.u16(0);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t record = 2 + record_size * i;
        if (pairs.u16(record) == right) return x_advance(pairs.from(record + 2), format);
    }
    return std::nullopt;
}

// Format 2: classes of left glyphs by classes of right ones.
int class_pair(FontBytes subtable, unsigned left, unsigned right) {
    const unsigned format = subtable.u16(4);
    const std::size_t record_size = value_size(format) + value_size(subtable.u16(6));
    const unsigned left_class = class_of(subtable.from(subtable.u16(8)), left);
    const unsigned right_class = class_of(subtable.from(subtable.u16(10)), right);
    const std::size_t right_count = subtable.u16(14);
    return x_advance(subtable.from(16 + record_size * (left_class * right_count + right_class)), format);
}

std::optional<int> adjustment(FontBytes subtable, unsigned left, unsigned right) {
    const auto covered = coverage_index(subtable.from(subtable.u16(2)), left);
    if (!covered) return std::nullopt;
    return subtable.u16(0) == 1 ? listed_pair(subtable, *covered, right) : class_pair(subtable, left, right);
}

}  // namespace

PairKerning::PairKerning(std::string_view font_file) {
    const FontBytes gpos = find_table(FontBytes(font_file), "GPOS");
    const FontBytes features = gpos.from(gpos.u16(6)), lookups = gpos.from(gpos.u16(8));
    std::vector<unsigned> indices;
    const unsigned feature_count = features.u16(0);
    for (std::size_t i = 0; i < feature_count; ++i) {
        const std::size_t entry = 2 + 6 * i;
        if (!features.tag_at(entry, "kern")) continue;
        const FontBytes feature = features.from(features.u16(entry + 4));
        const unsigned count = feature.u16(2);
        for (std::size_t j = 0; j < count; ++j) indices.push_back(feature.u16(4 + 2 * j));
    }
    // Scripts and languages name the same lookups again; each is applied once, in order.
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    for (const unsigned index : indices)
        if (index < lookups.u16(0)) lookups_.push_back(lookups.from(lookups.u16(2 + 2 * std::size_t{index})));
}

int PairKerning::between(unsigned left_glyph, unsigned right_glyph) const {
    int sum = 0;
    for (const FontBytes& lookup : lookups_) {
        const unsigned type = lookup.u16(0), count = lookup.u16(4);
        for (std::size_t i = 0; i < count; ++i) {
            FontBytes subtable = lookup.from(lookup.u16(6 + 2 * i));
            const bool extended = type == kExtension && subtable.u16(2) == kPairAdjustment;
            if (extended) subtable = subtable.from(subtable.u32(4));
            if (type != kPairAdjustment && !extended) continue;
            if (const auto found = adjustment(subtable, left_glyph, right_glyph)) {
                sum += *found;
                break;  // a lookup's first subtable that has the pair decides
            }
        }
    }
    return sum;
}

}  // namespace dikkat
