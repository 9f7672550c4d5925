#include "core/check.h"
#include "shell/glyphs.h"
#include "shell/glyphs_canvas_web.h"
#include "shell/glyphs_stb.h"

namespace dikkat {

GlyphSource glyph_source() {
    if (canvas_is_trustworthy()) return canvas_glyphs();
    for (int face = 0; face < kFaceCount; ++face)
        CHECK(set_stb_face(static_cast<Face>(face), fetched_face(static_cast<Face>(face))), "the site's fonts are TrueType");
    return stb_glyphs();
}

void set_glyph_ink(GlyphInk ink) { set_canvas_ink(ink == GlyphInk::light); }

}  // namespace dikkat
