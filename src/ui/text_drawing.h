// Text on the canvas, placed to the device pixel: any size (11.5), a baseline, quarter-pixel phases and pair kerning. ImGui's own
// AddText cuts positions to whole logical pixels and knows no kerning; it stays inside InputText only.
#pragma once

#include <array>
#include <string_view>

#include "imgui.h"

namespace dikkat {

enum class Face { regular, bold, mono, mono_bold };  // Inter 400, 600; JetBrains Mono 400, 600

// Where glyphs come from: the browser's canvas (shell/platform_web) or stb_truetype (native, and where a canvas can't be trusted).
struct GlyphSource {
    // Adds the font of a face and a quarter-pixel phase (0..3); its size means CSS px of the em.
    ImFont* (*add_font)(ImFontAtlas* atlas, Face face, int phase) = nullptr;
    float (*kerning)(Face face, unsigned left, unsigned right) = nullptr;  // em
};

class Fonts {
public:
    void create(ImFontAtlas* atlas, const GlyphSource& source);
    // Web fonts arrived, or the theme's ink changed lightness: glyphs are made anew. Outside of a frame only.
    void forget_glyphs(ImFontAtlas* atlas);

    float width(Face face, float size, std::string_view text) const;
    // Draws and returns the width. `baseline` is rounded to a device pixel.
    float draw(ImDrawList* draw_list, Face face, float size, float x, float baseline, ImU32 colour, std::string_view text) const;
    float cap_height(Face face, float size) const;
    ImFont* imgui_font(Face face) const;  // for InputText

private:
    float kern(Face face, unsigned left, unsigned right) const;

    std::array<std::array<ImFont*, 4>, 4> phases_{};
    GlyphSource source_;
};

}  // namespace dikkat
