// PairKerning: how much closer two glyphs stand, out of a font file's GPOS table. stb_truetype finds none where a font uses
// extension lookups, as Inter does. Every offset is checked: a broken file gives no kerning and nothing worse.
#pragma once

#include <string_view>
#include <vector>

namespace dikkat {

// Bytes of a font; numbers are big-endian, and 0 beyond the end.
class FontBytes {
public:
    FontBytes() = default;
    explicit FontBytes(std::string_view bytes) : bytes_(bytes) {}

    unsigned u16(std::size_t at) const { return byte(at) << 8 | byte(at + 1); }
    unsigned u32(std::size_t at) const { return u16(at) << 16 | u16(at + 2); }
    int i16(std::size_t at) const { return static_cast<short>(u16(at)); }
    FontBytes from(std::size_t at) const { return FontBytes(at < bytes_.size() ? bytes_.substr(at) : std::string_view()); }
    bool tag_at(std::size_t at, std::string_view tag) const { return at < bytes_.size() && bytes_.substr(at).starts_with(tag); }

private:
    unsigned byte(std::size_t at) const { return at < bytes_.size() ? static_cast<unsigned char>(bytes_[at]) : 0; }

    std::string_view bytes_;
};

class PairKerning {
public:
    PairKerning() = default;
    explicit PairKerning(std::string_view font_file);  // must outlive this

    // In the font's units; mostly negative.
    int between(unsigned left_glyph, unsigned right_glyph) const;

private:
    std::vector<FontBytes> lookups_;  // those of the feature "kern"
};

}  // namespace dikkat
