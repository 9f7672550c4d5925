// What both glyph sources share: how an ImFontLoader is told its face and phase, and how a glyph's pixels reach ImGui's atlas.
// Pixels are device pixels here and the font's baseline is a whole one, so that text drawn on whole pixels shows texel for pixel.
#pragma once

#include "imgui.h"
#include "imgui_internal.h"
#include "ui/text_drawing.h"

namespace dikkat {

struct GlyphBox {  // device pixels from the pen's place on the baseline; y grows downwards
    int left = 0, top = 0, width = 0, height = 0;
};

ImFont* add_loader_font(ImFontAtlas* atlas, const ImFontLoader& loader, Face face, int phase);
Face face_of(const ImFontConfig& font);
int phase_of(const ImFontConfig& font);

// ImGui's line is exactly an em high. The baseline goes where capitals sit in the middle of it.
void set_baseline(ImFontBaked& baked, float cap_height_em);
// Device pixels for each unit of the baked font's size.
float density_of(const ImFontConfig& font, const ImFontBaked& baked);
// Packs the pixels (one byte of alpha each, or four of RGBA) and places the glyph. False if the atlas is full.
bool store_glyph(ImFontAtlas& atlas, ImFontConfig& font, ImFontBaked& baked, ImFontGlyph& glyph, const GlyphBox& box,
                 const unsigned char* pixels, bool coloured);

}  // namespace dikkat
