// Text on the canvas, placed to the device pixel: any size (11.5), a baseline, quarter-pixel phases and pair kerning. ImGui's own
// AddText cuts positions to whole logical pixels and knows no kerning; it stays inside InputText only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "imgui.h"

namespace dikkat {

enum class Face { regular, bold, mono, mono_bold };  // Inter 400, 600; JetBrains Mono 400, 600
inline constexpr int kFaceCount = 4;
inline constexpr int kPhaseCount = 4;  // a glyph is drawn at 0, 1/4, 1/2 or 3/4 of a device pixel

// Where glyphs come from: the browser's canvas (shell/glyphs_canvas_web) or stb_truetype (shell/glyphs_stb: native, and where a
// canvas can't be trusted).
struct GlyphSource {
    // Adds the font of a face and a phase (0..3); its size means CSS px of the em.
    ImFont* (*add_font)(ImFontAtlas* atlas, Face face, int phase) = nullptr;
    float (*kerning)(Face face, unsigned left, unsigned right) = nullptr;  // em
    float (*cap_height)(Face face) = nullptr;                              // em
};

class Fonts {
public:
    void create(ImFontAtlas* atlas, const GlyphSource& source);
    // Web fonts arrived, or the theme's ink changed lightness: glyphs are made anew. Outside of a frame only.
    void forget_glyphs(ImFontAtlas* atlas);

    float width(Face face, float size, std::string_view text) const;
    // Draws and returns the width. `baseline` is rounded to a device pixel.
    float draw(ImDrawList* draw_list, Face face, float size, float x, float baseline, ImU32 colour, std::string_view text) const;
    float cap_height(Face face, float size) const { return cap_heights_[static_cast<std::size_t>(face)] * size; }
    ImFont* imgui_font(Face face) const { return phases_[static_cast<std::size_t>(face)][0]; }  // for InputText

private:
    void measure_cap_heights();
    float kern(Face face, unsigned left, unsigned right) const;

    std::array<std::array<ImFont*, kPhaseCount>, kFaceCount> phases_{};
    GlyphSource source_;
    std::array<float, kFaceCount> cap_heights_{};               // em
    mutable std::unordered_map<std::uint64_t, float> kerning_;  // asking the browser costs 50 µs for each pair
};

}  // namespace dikkat
