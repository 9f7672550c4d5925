// Glyphs that the browser draws, one at a time, on the 2D canvas of web/font_canvas.js: pixel for pixel the page's own text.
#pragma once

#include <string>

#include "ui/text_drawing.h"

namespace dikkat {

// False where a privacy mode falsifies what is read from a canvas.
bool canvas_is_trustworthy();
GlyphSource canvas_glyphs();
void set_canvas_ink(bool light);
// The TTF of a face that the page fetched because the canvas can't be trusted.
std::string fetched_face(Face face);

}  // namespace dikkat
