#include "shell/glyphs_stb.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "shell/glyph_loader.h"
#include "shell/pair_kerning.h"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "imstb_rectpack.h"  // for a type that both headers name
#include "imstb_truetype.h"

namespace dikkat {

namespace {

struct StbFace {
    std::string bytes;
    stbtt_fontinfo info;
    PairKerning pairs;
    float em = 0;  // scale at which the em is one unit
};

StbFace& stb_face(Face face) {
    static std::array<StbFace, kFaceCount> faces;
    return faces[static_cast<std::size_t>(face)];
}

float cap_height(Face face) {
    const StbFace& font = stb_face(face);
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetCodepointBox(&font.info, 'H', &x0, &y0, &x1, &y1);
    return static_cast<float>(y1) * font.em;
}

float kerning(Face face, unsigned left, unsigned right) {
    const StbFace& font = stb_face(face);
    const int left_glyph = stbtt_FindGlyphIndex(&font.info, static_cast<int>(left));
    const int right_glyph = stbtt_FindGlyphIndex(&font.info, static_cast<int>(right));
    return static_cast<float>(font.pairs.between(static_cast<unsigned>(left_glyph), static_cast<unsigned>(right_glyph))) * font.em;
}

// Thin strokes look faint when coverage is blended as it is; a mild curve brings them to the weight of a browser's text.
unsigned char strengthened(unsigned char coverage) {
    static const std::array<unsigned char, 256> table = [] {
        std::array<unsigned char, 256> made;
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = static_cast<unsigned char>(255 * std::pow(static_cast<float>(i) / 255, .8f) + .5f);
        return made;
    }();
    return table[coverage];
}

bool contains(ImFontAtlas*, ImFontConfig* font, ImWchar code) {
    return stbtt_FindGlyphIndex(&stb_face(face_of(*font)).info, static_cast<int>(code)) != 0;
}

bool init_baked(ImFontAtlas*, ImFontConfig* font, ImFontBaked* baked, void*) {
    set_baseline(*baked, cap_height(face_of(*font)));
    return true;
}

bool load_glyph(ImFontAtlas* atlas, ImFontConfig* config, ImFontBaked* baked, void*, ImWchar code, ImFontGlyph* glyph,
                float* advance_alone) {
    const StbFace& font = stb_face(face_of(*config));
    const int index = stbtt_FindGlyphIndex(&font.info, static_cast<int>(code));
    if (index == 0) return false;
    int advance_units = 0, bearing = 0;
    stbtt_GetGlyphHMetrics(&font.info, index, &advance_units, &bearing);
    const float advance = static_cast<float>(advance_units) * font.em * baked->Size;
    if (advance_alone != nullptr) {  // metrics only: there is no glyph to fill then
        *advance_alone = advance;
        return true;
    }
    glyph->Codepoint = code & IM_UNICODE_CODEPOINT_MAX;
    glyph->AdvanceX = advance;
    const float scale = font.em * baked->Size * density_of(*config, *baked);
    const float shift = static_cast<float>(phase_of(*config)) / kPhaseCount;
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetGlyphBitmapBoxSubpixel(&font.info, index, scale, scale, shift, 0, &x0, &y0, &x1, &y1);
    const GlyphBox box{x0, y0, x1 - x0, y1 - y0};
    if (box.width <= 0 || box.height <= 0) return true;  // a space
    std::vector<unsigned char> pixels(static_cast<std::size_t>(box.width) * static_cast<std::size_t>(box.height));
    stbtt_MakeGlyphBitmapSubpixel(&font.info, pixels.data(), box.width, box.height, box.width, scale, scale, shift, 0, index);
    for (unsigned char& pixel : pixels) pixel = strengthened(pixel);
    return store_glyph(*atlas, *config, *baked, *glyph, box, pixels.data(), false);
}

const ImFontLoader& stb_loader() {
    static const ImFontLoader loader = [] {
        ImFontLoader made;
        made.Name = "stb";
        made.FontSrcContainsGlyph = contains;
        made.FontBakedInit = init_baked;
        made.FontBakedLoadGlyph = load_glyph;
        return made;
    }();
    return loader;
}

}  // namespace

bool set_stb_face(Face face, std::string ttf) {
    StbFace& font = stb_face(face);
    font.bytes = std::move(ttf);
    const auto* data = reinterpret_cast<const unsigned char*>(font.bytes.data());
    constexpr std::size_t kTableDirectory = 12;  // stb reads it without asking for the length
    if (font.bytes.size() < kTableDirectory) return false;
    const int offset = stbtt_GetFontOffsetForIndex(data, 0);
    if (offset < 0 || stbtt_InitFont(&font.info, data, offset) == 0) return false;
    font.pairs = PairKerning(font.bytes);
    font.em = stbtt_ScaleForMappingEmToPixels(&font.info, 1);
    return true;
}

GlyphSource stb_glyphs() {
    GlyphSource source;
    source.add_font = [](ImFontAtlas* atlas, Face face, int phase) -> ImFont* {
        if (stb_face(face).em <= 0) return nullptr;
        return add_loader_font(atlas, stb_loader(), face, phase);
    };
    source.kerning = kerning;
    source.cap_height = cap_height;
    return source;
}

}  // namespace dikkat
