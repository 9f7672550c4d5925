#include "shell/glyph_loader.h"

#include <cmath>

namespace dikkat {

// A config has no room for a pointer of ours before AddFont: FontLoaderData must be null there and FontData would be freed. The
// number of the font in its file, which we have no other use for, carries face and phase.
ImFont* add_loader_font(ImFontAtlas* atlas, const ImFontLoader& loader, Face face, int phase) {
    ImFontConfig config;
    config.FontLoader = &loader;
    config.FontNo = static_cast<ImU32>(static_cast<int>(face) * kPhaseCount + phase);
    ImFormatString(config.Name, sizeof config.Name, "%s %d.%d", loader.Name, static_cast<int>(face), phase);
    return atlas->AddFont(&config);
}

Face face_of(const ImFontConfig& font) { return static_cast<Face>(font.FontNo / kPhaseCount); }
int phase_of(const ImFontConfig& font) { return static_cast<int>(font.FontNo % kPhaseCount); }

void set_baseline(ImFontBaked& baked, float cap_height_em) {
    baked.Ascent = std::floor(baked.Size * (1 + cap_height_em) / 2 + .5f);
    baked.Descent = baked.Ascent - baked.Size;
}

float density_of(const ImFontConfig& font, const ImFontBaked& baked) { return font.RasterizerDensity * baked.RasterizerDensity; }

bool store_glyph(ImFontAtlas& atlas, ImFontConfig& font, ImFontBaked& baked, ImFontGlyph& glyph, const GlyphBox& box,
                 const unsigned char* pixels, bool coloured) {
    const ImFontAtlasRectId id = ImFontAtlasPackAddRect(&atlas, box.width, box.height);  // may grow or repack the atlas
    if (id == ImFontAtlasRectId_Invalid) return false;
    const float density = density_of(font, baked);
    glyph.X0 = static_cast<float>(box.left) / density;
    glyph.X1 = static_cast<float>(box.left + box.width) / density;
    glyph.Y0 = static_cast<float>(box.top) / density + baked.Ascent;
    glyph.Y1 = static_cast<float>(box.top + box.height) / density + baked.Ascent;
    glyph.Visible = true;
    glyph.Colored = coloured;
    glyph.PackId = id;  // U and V are filled in by ImGui
    ImFontAtlasBakedSetFontGlyphBitmap(&atlas, &baked, &font, &glyph, ImFontAtlasPackGetRect(&atlas, id), pixels,
                                       coloured ? ImTextureFormat_RGBA32 : ImTextureFormat_Alpha8, box.width * (coloured ? 4 : 1));
    return true;
}

}  // namespace dikkat
