// Where this program's glyphs come from: the browser's canvas on the web (or stb_truetype, where its pixels are falsified), and
// stb_truetype natively. Chosen by glyphs_web.cpp and glyphs_native.cpp.
#pragma once

#include "ui/text_drawing.h"

namespace dikkat {

GlyphSource glyph_source();

// Rasterisers bend a glyph's mask by the lightness of its ink: light text on a dark ground wants a thinner mask. Glyphs that are
// made already stay as they are: Fonts::forget_glyphs after it.
enum class GlyphInk { dark, light };
void set_glyph_ink(GlyphInk ink);

}  // namespace dikkat
