#include "shell/glyphs_canvas_web.h"

#include <emscripten.h>

#include <vector>

#include "shell/glyph_loader.h"

namespace dikkat {

namespace {

// The other side is web/font_canvas.js. Heap views are named anew in every call, because memory may have grown since the last.
EM_JS(int, canvas_trustworthy, (), { return Module["fontCanvas"].trustworthy ? 1 : 0; });
EM_JS(double, canvas_advance, (int face, unsigned code), { return Module["fontCanvas"].advance(face, code); });
EM_JS(double, canvas_cap_height, (int face), { return Module["fontCanvas"].cap_height(face); });
EM_JS(double, canvas_kerning, (int face, unsigned left, unsigned right),
      { return Module["fontCanvas"].kerning(face, left, right); });
EM_JS(void, canvas_set_ink, (int light), { Module["fontCanvas"].set_ink(!!light); });
// Draws a glyph and keeps it there; fills left, top, width, height, coloured. canvas_take copies its pixels.
EM_JS(void, canvas_draw, (int face, double size, double shift, unsigned code, int* five), {
    var glyph = Module["fontCanvas"].draw(face, size, shift, code);
    HEAP32.set([ glyph.left, glyph.top, glyph.width, glyph.height, glyph.coloured ? 1 : 0 ], five >> 2);
});
EM_JS(void, canvas_take, (unsigned char* pixels), { HEAPU8.set(Module["fontCanvas"].pixels, pixels); });
EM_JS(int, canvas_file_size, (int face), { return Module["fontCanvas"].files[face].length; });
EM_JS(void, canvas_take_file, (int face, char* bytes), { HEAPU8.set(Module["fontCanvas"].files[face], bytes); });

bool contains(ImFontAtlas*, ImFontConfig*, ImWchar code) { return code >= 32; }  // the system's own faces have the rest

bool init_baked(ImFontAtlas*, ImFontConfig* font, ImFontBaked* baked, void*) {
    set_baseline(*baked, static_cast<float>(canvas_cap_height(static_cast<int>(face_of(*font)))));
    return true;
}

bool load_glyph(ImFontAtlas* atlas, ImFontConfig* font, ImFontBaked* baked, void*, ImWchar code, ImFontGlyph* glyph,
                float* advance_alone) {
    if (code < 32) return false;
    const int face = static_cast<int>(face_of(*font));
    const float advance = static_cast<float>(canvas_advance(face, code)) * baked->Size;
    if (advance_alone != nullptr) {  // metrics only: there is no glyph to fill then
        *advance_alone = advance;
        return true;
    }
    glyph->Codepoint = code & IM_UNICODE_CODEPOINT_MAX;
    glyph->AdvanceX = advance;
    const double size = static_cast<double>(baked->Size) * static_cast<double>(density_of(*font, *baked));
    int five[5];
    canvas_draw(face, size, static_cast<double>(phase_of(*font)) / kPhaseCount, code, five);
    const GlyphBox box{five[0], five[1], five[2], five[3]};
    if (box.width == 0 || box.height == 0) return true;  // a space
    const bool coloured = five[4] != 0;
    std::vector<unsigned char> pixels(static_cast<std::size_t>(box.width) * static_cast<std::size_t>(box.height) *
                                      (coloured ? 4 : 1));
    canvas_take(pixels.data());
    return store_glyph(*atlas, *font, *baked, *glyph, box, pixels.data(), coloured);
}

const ImFontLoader& canvas_loader() {
    static const ImFontLoader loader = [] {
        ImFontLoader made;
        made.Name = "canvas";
        made.FontSrcContainsGlyph = contains;
        made.FontBakedInit = init_baked;
        made.FontBakedLoadGlyph = load_glyph;
        return made;
    }();
    return loader;
}

}  // namespace

bool canvas_is_trustworthy() { return canvas_trustworthy() != 0; }

GlyphSource canvas_glyphs() {
    GlyphSource source;
    source.add_font = [](ImFontAtlas* atlas, Face face, int phase) { return add_loader_font(atlas, canvas_loader(), face, phase); };
    source.kerning = [](Face face, unsigned left, unsigned right) {
        return static_cast<float>(canvas_kerning(static_cast<int>(face), left, right));
    };
    source.cap_height = [](Face face) { return static_cast<float>(canvas_cap_height(static_cast<int>(face))); };
    return source;
}

void set_canvas_ink(bool light) { canvas_set_ink(light); }

std::string fetched_face(Face face) {
    const int index = static_cast<int>(face);
    std::string bytes(static_cast<std::size_t>(canvas_file_size(index)), '\0');
    canvas_take_file(index, bytes.data());
    return bytes;
}

}  // namespace dikkat
