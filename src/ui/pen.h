// Pen: what every view draws with. Rectangles and rings on device pixels, text by Fonts, signs that the faces lack as strokes.
#pragma once

#include <span>
#include <string_view>

#include "imgui.h"
#include "render/heatmap_pass.h"
#include "render/ribbon_pass.h"
#include "ui/drawing.h"
#include "ui/geometry.h"
#include "ui/text_drawing.h"
#include "ui/theme.h"

namespace dikkat {

enum class Sign { tick, cross, arrow_right, arrow_down, arrow_both, chevron_right, chevron_down, die, close };

class Pen {
public:
    Pen(ImDrawList* list, const Fonts& fonts, const Palette& palette, HeatmapPass& heatmaps, RibbonPass& ribbons, float ratio,
        Drawing* drawing = nullptr);

    const Palette& colours() const { return palette_; }
    float ratio() const { return ratio_; }
    float snap(float value) const;                     // to a device pixel
    Rectangle snap(const Rectangle& rectangle) const;  // all four edges

    // Text; `size` CSS px; baseline rounded to a device pixel. All return / measure the width. Signs that no face has (ᵀ ⇄ ▾ ✓ ✗ ‖
    // and thin spaces, which are 0.28 em) are drawn.
    float text(Face face, float size, float x, float baseline, ImU32 colour, std::string_view words);
    float text_right(Face face, float size, float right, float baseline, ImU32 colour, std::string_view words);
    float text_centred(Face face, float size, float centre, float baseline, ImU32 colour, std::string_view words);
    float width(Face face, float size, std::string_view words) const;
    // The baseline that puts capitals in the middle of a line of this height.
    float baseline_in(const Rectangle& line, Face face, float size) const;

    // "W_q": letters and digits after the underscore are a subscript.
    float label(Face face, float size, float x, float baseline, ImU32 colour, std::string_view label);
    float label_width(Face face, float size, std::string_view label) const;
    // Monospaced "Q·Kᵀ/√4 = X·W_q": subscripts, and letters that stand alone (Q, K, V, A, W_q, ...) in their role's colour.
    float formula(float size, float x, float baseline, ImU32 colour, std::string_view formula, bool role_colours);
    float formula_width(float size, std::string_view formula) const;

    void fill(const Rectangle& rectangle, ImU32 colour, float radius = 0);
    void ring(const Rectangle& rectangle, ImU32 colour, float radius, float line);  // outside of the rectangle
    void horizontal(float x0, float x1, float y, ImU32 colour, float line = 1);     // y, x: the line's middle
    void vertical(float x, float y0, float y1, ImU32 colour, float line = 1);
    void wire(const ImVec2* points, int count, ImU32 colour, float line);  // polyline, anti-aliased
    void curve(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, ImU32 colour, float line);
    void disc(ImVec2 centre, float radius, ImU32 colour);
    void circle(ImVec2 centre, float radius, ImU32 colour, float line);  // `radius` to the line's middle
    void sign(Sign sign, ImVec2 centre, float size, ImU32 colour, float line = 1.5f);
    void dog_ear(const Rectangle& cell, ImU32 colour);

    // Values as a heatmap at this place in the drawing order, row by row. CSS px; gap 1 px unless cells are tiny.
    void heatmap(const Rectangle& rectangle, int rows, int columns, std::span<const float> values, ColourMap map, float bound,
                 bool difference);
    void flush_heatmaps();  // before anything is drawn over cells
    void ribbon(const RibbonInstance& in_css_px);
    void flush_ribbons();

    ImDrawList* list() const { return list_; }
    // The same pen on another list: a popup or a scrolled child draws into its own.
    Pen on(ImDrawList* list) const { return Pen(list, fonts_, palette_, heatmaps_, ribbons_, ratio_, drawing_); }
    const Fonts& fonts() const { return fonts_; }
    Drawing* drawing() const { return drawing_; }  // the record that somebody asked for, or null

private:
    // Walks over text in pieces that are one face, size, height and colour each; draws them unless `measuring`.
    struct Line;
    float draw_plain(const Line& line, float x, std::string_view words) const;
    float draw_marked(const Line& line, float x, std::string_view words, bool role_colours) const;
    float draw_words(const Line& line, float x, std::string_view words) const;
    float draw_sign(const Line& line, float x, unsigned code) const;
    void box(const Rectangle& on_pixels, ImU32 colour, float radius = 0) const;
    void stroke(std::span<const ImVec2> points, ImVec2 centre, float size, ImU32 colour, float line) const;
    void draw_die(ImVec2 centre, float size, ImU32 colour, float line) const;
    void draw_sign_at(Sign sign, ImVec2 centre, float size, ImU32 colour, float line) const;

    ImDrawList* list_;
    const Fonts& fonts_;
    const Palette& palette_;
    HeatmapPass& heatmaps_;
    RibbonPass& ribbons_;
    float ratio_;
    Drawing* drawing_;
};

}  // namespace dikkat
