#include "ui/text_drawing.h"

#include <cmath>

#include "core/check.h"
#include "imgui_internal.h"

namespace dikkat {

namespace {

float round_half_up(float value) { return std::floor(value + .5f); }

// Takes the next code point off the text. Broken UTF-8 gives U+FFFD, as everywhere in ImGui.
unsigned next_code_point(std::string_view& text) {
    unsigned code = 0;
    const int length = ImTextCharFromUtf8(&code, text.data(), text.data() + text.size());
    text.remove_prefix(static_cast<std::size_t>(length));
    return code;
}

float device_pixel_ratio() { return ImGui::GetIO().DisplayFramebufferScale.x; }

// ImGui rounds a font's size to whole numbers but not its density: 11.5 px is size 12 at 11.5/12 of the density.
ImFontBaked* baked_at(ImFont* font, float size, float ratio) {
    const float whole = std::ceil(size);
    return font->GetFontBaked(whole, ratio * size / whole);
}

struct Placement {
    float x;  // whole device pixels
    int phase;
};

// The nearest quarter of a device pixel, which is what the browser does with its own text.
Placement place(float pen) {
    const float quarters = round_half_up(pen * kPhaseCount), whole = std::floor(quarters / kPhaseCount);
    return {whole, static_cast<int>(quarters - whole * kPhaseCount)};
}

}  // namespace

void Fonts::create(ImFontAtlas* atlas, const GlyphSource& source) {
    source_ = source;
    for (int face = 0; face < kFaceCount; ++face)
        for (int phase = 0; phase < kPhaseCount; ++phase) {
            ImFont* font = source.add_font(atlas, static_cast<Face>(face), phase);
            CHECK(font != nullptr, "the glyph source has every face");
            phases_[static_cast<std::size_t>(face)][static_cast<std::size_t>(phase)] = font;
        }
    measure_cap_heights();
}

void Fonts::measure_cap_heights() {
    for (std::size_t face = 0; face < kFaceCount; ++face) cap_heights_[face] = source_.cap_height(static_cast<Face>(face));
}

void Fonts::forget_glyphs(ImFontAtlas* atlas) {
    kerning_.clear();
    measure_cap_heights();
    for (ImFont* font : atlas->Fonts) ImFontAtlasFontDiscardBakes(atlas, font, 0);
    if (ImGuiContext* context = ImGui::GetCurrentContext()) context->FontBaked = nullptr;  // NewFrame sets it again
}

float Fonts::kern(Face face, unsigned left, unsigned right) const {
    // A monospaced face has no pairs. A space has some: ", " in Inter 600.
    if (left == 0 || face == Face::mono || face == Face::mono_bold) return 0;
    const std::uint64_t key = static_cast<std::uint64_t>(face) << 48 | static_cast<std::uint64_t>(left) << 24 | right;
    const auto known = kerning_.find(key);
    if (known != kerning_.end()) return known->second;
    return kerning_[key] = source_.kerning(face, left, right);
}

float Fonts::width(Face face, float size, std::string_view text) const {
    ImFontBaked* baked = baked_at(imgui_font(face), size, device_pixel_ratio());
    float width = 0;
    for (unsigned previous = 0; !text.empty();) {
        const unsigned code = next_code_point(text);
        width += kern(face, previous, code) * size + baked->GetCharAdvance(static_cast<ImWchar>(code)) * size / baked->Size;
        previous = code;
    }
    return width;
}

float Fonts::draw(ImDrawList* draw_list, Face face, float size, float x, float baseline, ImU32 colour,
                  std::string_view text) const {
    const float ratio = device_pixel_ratio(), baseline_row = round_half_up(baseline * ratio);
    std::array<ImFontBaked*, kPhaseCount> baked;
    for (std::size_t i = 0; i < baked.size(); ++i) baked[i] = baked_at(phases_[static_cast<std::size_t>(face)][i], size, ratio);
    const float to_device = ratio * size / baked[0]->Size;

    // Calls `visit(glyph, its baked font, whole pixel x)` for every glyph; the pen's way in device pixels.
    const auto walk = [&](const auto& visit) {
        float pen = x * ratio;
        unsigned previous = 0;
        for (std::string_view rest = text; !rest.empty();) {
            const unsigned code = next_code_point(rest);
            pen += kern(face, previous, code) * size * ratio;
            previous = code;
            const Placement at = place(pen);
            ImFontBaked& font = *baked[static_cast<std::size_t>(at.phase)];
            const ImFontGlyph& glyph = *font.FindGlyph(static_cast<ImWchar>(code));
            pen += glyph.AdvanceX * to_device;
            visit(glyph, font, at.x);
        }
        return pen / ratio - x;
    };
    // Loading a glyph may replace the whole atlas, so all are loaded before the first is drawn.
    walk([](const ImFontGlyph&, const ImFontBaked&, float) {});
    return walk([&](const ImFontGlyph& glyph, const ImFontBaked& font, float pen_x) {
        if (!glyph.Visible) return;
        // Glyphs are whole device pixels large; one division at the end keeps every texel on its pixel.
        const float left = pen_x + round_half_up(glyph.X0 * to_device);
        const float top = baseline_row + round_half_up((glyph.Y0 - font.Ascent) * to_device);
        const float right = left + round_half_up((glyph.X1 - glyph.X0) * to_device);
        const float bottom = top + round_half_up((glyph.Y1 - glyph.Y0) * to_device);
        draw_list->PrimReserve(6, 4);
        draw_list->PrimRectUV(ImVec2(left / ratio, top / ratio), ImVec2(right / ratio, bottom / ratio), ImVec2(glyph.U0, glyph.V0),
                              ImVec2(glyph.U1, glyph.V1), glyph.Colored ? colour | ~IM_COL32_A_MASK : colour);
    });
}

}  // namespace dikkat
