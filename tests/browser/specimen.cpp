// A page's canvas with nothing on it but what a test asks for: text, heatmaps and ribbons drawn by the product's own Pen, Fonts and
// passes. The window program has no such door.
#include <emscripten.h>
#include <emscripten/html5.h>

#include <string>
#include <vector>

#include "gl.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "shell/glyphs.h"
#include "ui/pen.h"

namespace dikkat {
namespace {

enum class TextKind { text, label, formula };

struct Text {
    TextKind kind;
    Face face;
    float size, x, baseline;
    std::string words;
};

struct Heatmap {
    Rectangle area;
    int rows, columns;
    std::vector<float> values;
    bool weights;
    float bound;
    bool difference;
};

struct Specimen {
    Fonts fonts;
    HeatmapPass heatmaps;
    RibbonPass ribbons;
    std::vector<Text> texts;
    std::vector<Heatmap> matrices;
    std::vector<RibbonInstance> bands;
    bool signs = false;
};

Specimen& specimen() {
    static Specimen only;
    return only;
}

EM_JS(void, expose_memory, (), {
    Module["bytes"] = function() { return HEAPU8; };
});

void draw_signs(Pen& pen) {
    float x = 20;
    for (const Sign sign : {Sign::tick, Sign::cross, Sign::arrow_right, Sign::arrow_down, Sign::arrow_both, Sign::chevron_right,
                            Sign::chevron_down, Sign::die, Sign::close}) {
        pen.sign(sign, ImVec2(x, 20), 12, pen.colours().ink);
        pen.sign(sign, ImVec2(x, 50), 18, pen.colours().ink, 2);
        x += 30;
    }
    pen.ring({20, 80, 60, 22}, pen.colours().query, 2, 1.5f);
    pen.horizontal(100, 160, 91, pen.colours().edge);
    pen.vertical(170, 80, 102, pen.colours().edge);
    pen.circle(ImVec2(200, 91), 9, pen.colours().ink2, 1.5f);
    pen.disc(ImVec2(230, 91), 9, pen.colours().ink);
    pen.fill({250, 80, 34, 22}, pen.colours().changed_fill);
    pen.dog_ear({250, 80, 34, 22}, pen.colours().changed_mark);
}

void draw_all(Pen& pen) {
    Specimen& s = specimen();
    for (const RibbonInstance& band : s.bands) pen.ribbon(band);
    pen.flush_ribbons();
    for (const Heatmap& m : s.matrices)
        pen.heatmap(m.area, m.rows, m.columns, m.values, colour_map(m.weights, pen.colours().dark), m.bound, m.difference);
    pen.flush_heatmaps();
    if (s.signs) draw_signs(pen);
    const ImU32 ink = pen.colours().ink;
    for (const Text& t : s.texts) {
        if (t.kind == TextKind::text) pen.text(t.face, t.size, t.x, t.baseline, ink, t.words);
        if (t.kind == TextKind::label) pen.label(t.face, t.size, t.x, t.baseline, ink, t.words);
        if (t.kind == TextKind::formula) pen.formula(t.size, t.x, t.baseline, ink, t.words, true);
    }
}

}  // namespace
}  // namespace dikkat

using namespace dikkat;

extern "C" {

EMSCRIPTEN_KEEPALIVE int specimen_start() {
    expose_memory();
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = attributes.depth = attributes.stencil = attributes.antialias = false;
    attributes.preserveDrawingBuffer = true;  // the test reads what was drawn
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &attributes);
    if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS) return 0;
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    specimen().fonts.create(ImGui::GetIO().Fonts, glyph_source());
    ImGui::GetIO().FontDefault = specimen().fonts.imgui_font(Face::regular);
    specimen().heatmaps.set_maps(colour_maps());
    return ImGui_ImplOpenGL3_Init(kGlslVersion) ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void specimen_clear() {
    specimen().texts.clear();
    specimen().matrices.clear();
    specimen().bands.clear();
    specimen().signs = false;
}

EMSCRIPTEN_KEEPALIVE void specimen_text(int kind, int face, float size, float x, float baseline, const char* words, int length) {
    specimen().texts.push_back({static_cast<TextKind>(kind), static_cast<Face>(face), size, x, baseline,
                                std::string(words, static_cast<std::size_t>(length))});
}

EMSCRIPTEN_KEEPALIVE void specimen_heatmap(float x, float y, float width, float height, int rows, int columns, const float* values,
                                           int weights, float bound, int difference) {
    specimen().matrices.push_back({{x, y, width, height},
                                   rows,
                                   columns,
                                   std::vector<float>(values, values + rows * columns),
                                   weights != 0,
                                   bound,
                                   difference != 0});
}

EMSCRIPTEN_KEEPALIVE void specimen_ribbon(float from_x, float from_y, float to_x, float to_y, float end_width, float waist,
                                          float level, int sideways) {
    specimen().bands.push_back({from_x, from_y, to_x, to_y, end_width, waist, level, IM_COL32_BLACK,
                                sideways ? RibbonAxis::horizontal : RibbonAxis::vertical});
}

EMSCRIPTEN_KEEPALIVE void specimen_signs() { specimen().signs = true; }

EMSCRIPTEN_KEEPALIVE void specimen_ink(int light) {
    set_glyph_ink(light ? GlyphInk::light : GlyphInk::dark);
    specimen().fonts.forget_glyphs(ImGui::GetIO().Fonts);
}

EMSCRIPTEN_KEEPALIVE void specimen_fonts_changed() { specimen().fonts.forget_glyphs(ImGui::GetIO().Fonts); }

EMSCRIPTEN_KEEPALIVE void specimen_draw(int width, int height, float ratio, int dark) {
    Specimen& s = specimen();
    ImGuiIO& io = ImGui::GetIO();
    const float air = .01f;  // against rounding in the backend's int(DisplaySize * scale)
    io.DisplaySize = ImVec2((static_cast<float>(width) + air) / ratio, (static_cast<float>(height) + air) / ratio);
    io.DisplayFramebufferScale = ImVec2(ratio, ratio);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    ImGui::GetDrawListSharedData()->InitialFringeScale = 1 / ratio;
    const Palette& colours = palette(dark != 0);
    s.heatmaps.begin_frame(ratio);
    s.heatmaps.set_colours(heatmap_colours(colours));
    s.ribbons.begin_frame();
    Pen pen(ImGui::GetBackgroundDrawList(), s.fonts, colours, s.heatmaps, s.ribbons, ratio);
    draw_all(pen);
    ImGui::Render();
    s.heatmaps.upload();
    s.ribbons.upload();
    const ImVec4 ground = ImGui::ColorConvertU32ToFloat4(colours.canvas);
    glViewport(0, 0, width, height);
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

EMSCRIPTEN_KEEPALIVE int specimen_uploaded_rows() { return specimen().heatmaps.uploaded_rows(); }

EMSCRIPTEN_KEEPALIVE void specimen_context_lost() {
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
    specimen().heatmaps.forget();
    specimen().ribbons.forget();
}

}  // extern "C"

int main() { return 0; }
