// Glyphs out of TTF files by stb_truetype, on the same quarter-pixel phases as the browser's: for the native program, and for
// browsers that falsify what is read from a canvas.
#pragma once

#include <string>

#include "ui/text_drawing.h"

namespace dikkat {

// Keeps the file's bytes. False if they are no TrueType font. All faces must be there before stb_glyphs() is used.
bool set_stb_face(Face face, std::string ttf);
GlyphSource stb_glyphs();

}  // namespace dikkat
