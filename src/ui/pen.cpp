#include "ui/pen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "ui/text_pieces.h"

namespace dikkat {

namespace {

// Subscripts and superscripts are 9 px beside 12 px text, lowered or raised by 3.
constexpr float kScriptSize = .75f, kScriptShift = .25f;
constexpr float kGap = .28f;  // a thin space between thousands, em

bool is_mono(Face face) { return face == Face::mono || face == Face::mono_bold; }

}  // namespace

struct Pen::Line {
    Face face;
    float size, baseline;
    ImU32 colour;
    bool measuring;
};

Pen::Pen(ImDrawList* list, const Fonts& fonts, const Palette& palette, HeatmapPass& heatmaps, RibbonPass& ribbons, float ratio,
         Drawing* drawing)
    : list_(list), fonts_(fonts), palette_(palette), heatmaps_(heatmaps), ribbons_(ribbons), ratio_(ratio), drawing_(drawing) {}

float Pen::snap(float value) const { return std::floor(value * ratio_ + .5f) / ratio_; }

Rectangle Pen::snap(const Rectangle& rectangle) const {
    const float left = snap(rectangle.x), top = snap(rectangle.y);
    return {left, top, snap(rectangle.right()) - left, snap(rectangle.bottom()) - top};
}

// ---- Text

float Pen::draw_plain(const Line& line, float x, std::string_view words) const {
    float pen = x;
    while (!words.empty()) {
        const TextPiece piece = take_piece(words);
        if (piece.sign != 0)
            pen += draw_sign(line, pen, piece.sign);
        else if (line.measuring)
            pen += fonts_.width(line.face, line.size, piece.words);
        else
            pen += draw_words(line, pen, piece.words);
    }
    return pen - x;
}

float Pen::draw_words(const Line& line, float x, std::string_view words) const {
    const float width = fonts_.draw(list_, line.face, line.size, x, line.baseline, line.colour, words);
    if (drawing_) {
        // From the top of the capitals to where letters such as "g" end.
        const float cap = fonts_.cap_height(line.face, line.size), below = .22f * line.size;
        drawing_->text(list_, line.face, line.size, x, snap(line.baseline), line.colour, words,
                       {x, line.baseline - cap, width, cap + below});
    }
    return width;
}

// Signs that at least one face lacks are drawn in all of them, so that they look alike everywhere.
float Pen::draw_sign(const Line& line, float x, unsigned code) const {
    const float em = line.size, cap = fonts_.cap_height(line.face, em), mono_advance = .6f * em;
    if (code == kThinSpace || code == kNarrowNoBreakSpace) return kGap * em;
    if (code == kTransposed) {
        const Line raised{line.face, kScriptSize * em, line.baseline - kScriptShift * em, line.colour, line.measuring};
        return draw_plain(raised, x, "T");
    }
    const float advance = is_mono(line.face) ? mono_advance : .8f * em;
    if (line.measuring) return advance;
    const ImVec2 centre(x + advance / 2, line.baseline - cap / 2);
    const float stroke_width = std::max(1.f, em / 10);
    if (code == kNorm) {
        const float half_gap = .1f * em, top = line.baseline - cap - .1f * em, bottom = line.baseline + .1f * em;
        for (const float side : {-half_gap, half_gap}) {
            const float left = snap(centre.x + side - stroke_width / 2);
            box({left, snap(top), snap(stroke_width), snap(bottom) - snap(top)}, line.colour);
        }
    } else if (code == kTick) {
        draw_sign_at(Sign::tick, centre, cap, line.colour, stroke_width);
    } else if (code == kCross) {
        draw_sign_at(Sign::cross, centre, cap, line.colour, stroke_width);
    } else if (code == kArrowsBoth) {
        draw_sign_at(Sign::arrow_both, centre, advance, line.colour, stroke_width);
    } else if (code == kDownTriangle) {
        draw_sign_at(Sign::chevron_down, centre, cap, line.colour, stroke_width);
    }
    return advance;
}

float Pen::text(Face face, float size, float x, float baseline, ImU32 colour, std::string_view words) {
    return draw_plain({face, size, baseline, colour, false}, x, words);
}

float Pen::text_right(Face face, float size, float right, float baseline, ImU32 colour, std::string_view words) {
    return text(face, size, right - width(face, size, words), baseline, colour, words);
}

float Pen::text_centred(Face face, float size, float centre, float baseline, ImU32 colour, std::string_view words) {
    return text(face, size, centre - width(face, size, words) / 2, baseline, colour, words);
}

float Pen::width(Face face, float size, std::string_view words) const { return draw_plain({face, size, 0, 0, true}, 0, words); }

float Pen::baseline_in(const Rectangle& line, Face face, float size) const {
    return line.centre_y() + fonts_.cap_height(face, size) / 2;
}

float Pen::draw_marked(const Line& line, float x, std::string_view words, bool role_colours) const {
    float pen = x;
    for (const MarkedPiece& piece : marked_pieces(words)) {
        Line part = line;
        if (role_colours && !piece.role.empty()) part.colour = palette_.role(piece.role);
        if (piece.subscript) {
            part.size *= kScriptSize;
            part.baseline += kScriptShift * line.size;
        }
        pen += draw_plain(part, pen, piece.words);
    }
    return pen - x;
}

float Pen::label(Face face, float size, float x, float baseline, ImU32 colour, std::string_view label) {
    return draw_marked({face, size, baseline, colour, false}, x, label, false);
}

float Pen::label_width(Face face, float size, std::string_view label) const {
    return draw_marked({face, size, 0, 0, true}, 0, label, false);
}

float Pen::formula(float size, float x, float baseline, ImU32 colour, std::string_view formula, bool role_colours) {
    return draw_marked({Face::mono, size, baseline, colour, false}, x, formula, role_colours);
}

float Pen::formula_width(float size, std::string_view formula) const {
    return draw_marked({Face::mono, size, 0, 0, true}, 0, formula, false);
}

// ---- Shapes

void Pen::box(const Rectangle& on_pixels, ImU32 colour, float radius) const {
    list_->AddRectFilled(ImVec2(on_pixels.x, on_pixels.y), ImVec2(on_pixels.right(), on_pixels.bottom()), colour, radius);
    if (drawing_) drawing_->rectangle(list_, on_pixels, colour, radius, 0);
}

void Pen::fill(const Rectangle& rectangle, ImU32 colour, float radius) { box(snap(rectangle), colour, radius); }

// AddRect would shift the line by half a CSS pixel, which is a whole device pixel at ratio 2: the path's edges are exact.
void Pen::ring(const Rectangle& rectangle, ImU32 colour, float radius, float line) {
    const float thickness = std::max(1.f, std::floor(line * ratio_ + .5f)) / ratio_;
    const Rectangle middle = snap(rectangle).grown(thickness / 2);
    list_->PathRect(ImVec2(middle.x, middle.y), ImVec2(middle.right(), middle.bottom()), radius);
    list_->PathStroke(colour, ImDrawFlags_Closed, thickness);
    if (drawing_) drawing_->rectangle(list_, middle, colour, radius, thickness);
}

// Lines along an axis are filled rectangles of whole device pixels: an anti-aliased line would be two half-dark ones.
void Pen::horizontal(float x0, float x1, float y, ImU32 colour, float line) {
    const float thickness = std::max(1.f, std::floor(line * ratio_ + .5f)) / ratio_, top = snap(y - thickness / 2);
    box({snap(x0), top, snap(x1) - snap(x0), thickness}, colour);
}

void Pen::vertical(float x, float y0, float y1, ImU32 colour, float line) {
    const float thickness = std::max(1.f, std::floor(line * ratio_ + .5f)) / ratio_, left = snap(x - thickness / 2);
    box({left, snap(y0), thickness, snap(y1) - snap(y0)}, colour);
}

void Pen::wire(const ImVec2* points, int count, ImU32 colour, float line) {
    list_->AddPolyline(points, count, colour, ImDrawFlags_None, line);
    if (drawing_) drawing_->polyline(list_, {points, static_cast<std::size_t>(count)}, colour, line, false);
}

void Pen::curve(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, ImU32 colour, float line) {
    constexpr int kSteps = 32;  // ImGui's own choice shows corners at ratio 2
    list_->AddBezierCubic(a, b, c, d, colour, line, kSteps);
    const ImVec2 points[] = {a, b, c, d};
    if (drawing_) drawing_->path(list_, {"MC", points}, colour, line);
}

void Pen::disc(ImVec2 centre, float radius, ImU32 colour) {
    list_->AddCircleFilled(centre, radius, colour);
    if (drawing_) drawing_->circle(list_, centre, radius, colour, 0);
}

// AddCircle takes half a CSS pixel off the radius.
void Pen::circle(ImVec2 centre, float radius, ImU32 colour, float line) {
    list_->PathArcTo(centre, radius, 0, 2 * std::numbers::pi_v<float>);
    list_->_Path.pop_back();  // the last point is the first again
    list_->PathStroke(colour, ImDrawFlags_Closed, line);
    if (drawing_) drawing_->circle(list_, centre, radius, colour, line);
}

// Points in units of the sign's size around its centre.
void Pen::stroke(std::span<const ImVec2> points, ImVec2 centre, float size, ImU32 colour, float line) const {
    for (const ImVec2& p : points) list_->PathLineTo(ImVec2(centre.x + p.x * size, centre.y + p.y * size));
    if (drawing_) drawing_->polyline(list_, {list_->_Path.Data, points.size()}, colour, line, false);
    list_->PathStroke(colour, ImDrawFlags_None, line);
}

void Pen::draw_die(ImVec2 centre, float size, ImU32 colour, float line) const {
    const Rectangle face = snap(Rectangle{centre.x - size / 2, centre.y - size / 2, size, size}).grown(-line / 2);
    list_->PathRect(ImVec2(face.x, face.y), ImVec2(face.right(), face.bottom()), size * .18f);
    list_->PathStroke(colour, ImDrawFlags_Closed, line);
    if (drawing_) drawing_->rectangle(list_, face, colour, size * .18f, line);
    const float step = size * .23f, radius = std::max(.8f, size * .07f);
    static constexpr std::array<ImVec2, 5> kPips = {ImVec2(-1, -1), ImVec2(1, -1), ImVec2(0, 0), ImVec2(-1, 1), ImVec2(1, 1)};
    for (const ImVec2& pip : kPips) {
        const ImVec2 middle(face.centre_x() + pip.x * step, face.centre_y() + pip.y * step);
        list_->AddCircleFilled(middle, radius, colour);
        if (drawing_) drawing_->circle(list_, middle, radius, colour, 0);
    }
}

void Pen::draw_sign_at(Sign sign, ImVec2 centre, float size, ImU32 colour, float line) const {
    const auto strokes = [&](std::initializer_list<ImVec2> points) {
        stroke(std::span<const ImVec2>(points.begin(), points.size()), centre, size, colour, line);
    };
    switch (sign) {
        case Sign::tick:
            strokes({{-.4f, .04f}, {-.1f, .32f}, {.42f, -.32f}});
            break;
        case Sign::cross:
            strokes({{-.34f, -.34f}, {.34f, .34f}});
            strokes({{-.34f, .34f}, {.34f, -.34f}});
            break;
        case Sign::close:  // reaches into the corners, as on a window
            strokes({{-.5f, -.5f}, {.5f, .5f}});
            strokes({{-.5f, .5f}, {.5f, -.5f}});
            break;
        case Sign::arrow_right:
            strokes({{-.5f, 0}, {.5f, 0}});
            strokes({{.12f, -.34f}, {.5f, 0}, {.12f, .34f}});
            break;
        case Sign::arrow_down:
            strokes({{0, -.5f}, {0, .5f}});
            strokes({{-.34f, .12f}, {0, .5f}, {.34f, .12f}});
            break;
        case Sign::arrow_both:  // one to the right above one to the left
            strokes({{-.5f, -.22f}, {.5f, -.22f}});
            strokes({{.26f, -.44f}, {.5f, -.22f}, {.26f, 0}});
            strokes({{.5f, .22f}, {-.5f, .22f}});
            strokes({{-.26f, 0}, {-.5f, .22f}, {-.26f, .44f}});
            break;
        case Sign::chevron_right:
            strokes({{-.2f, -.4f}, {.2f, 0}, {-.2f, .4f}});
            break;
        case Sign::chevron_down:
            strokes({{-.4f, -.2f}, {0, .2f}, {.4f, -.2f}});
            break;
        case Sign::die:
            draw_die(centre, size, colour, line);
            break;
    }
}

void Pen::sign(Sign sign, ImVec2 centre, float size, ImU32 colour, float line) { draw_sign_at(sign, centre, size, colour, line); }

void Pen::dog_ear(const Rectangle& cell, ImU32 colour) {
    const Rectangle r = snap(cell);
    const float side = snap(std::min(6.f, r.height / 3));
    const ImVec2 corners[] = {{r.right() - side, r.y}, {r.right(), r.y}, {r.right(), r.y + side}};
    list_->AddTriangleFilled(corners[0], corners[1], corners[2], colour);
    if (drawing_) drawing_->polyline(list_, corners, colour, 0, true);
}

// ---- Passes

void Pen::heatmap(const Rectangle& rectangle, int rows, int columns, std::span<const float> values, ColourMap map, float bound,
                  bool difference) {
    if (rows <= 0 || columns <= 0) return;
    const int index = heatmaps_.put(values);
    if (index < 0) return;  // half a million values on one screen: the rest stays empty
    const Rectangle r = snap(rectangle);
    const float cell = std::min(r.width / static_cast<float>(columns), r.height / static_cast<float>(rows));
    const float gap = cell < 4 ? 0 : std::floor(ratio_ + .5f);
    const auto device = [this](float css) { return std::floor(css * ratio_ + .5f); };
    heatmaps_.add({device(r.x), device(r.y), device(r.width), device(r.height), rows, columns, index, map, bound, difference, gap});
    if (drawing_) drawing_->cells(r, rows, columns, values, map, bound, difference, gap / ratio_);
}

void Pen::flush_heatmaps() {
    heatmaps_.flush(list_);
    if (drawing_) drawing_->flush(list_);
}

void Pen::ribbon(const RibbonInstance& in_css_px) {
    if (drawing_) drawing_->ribbon(in_css_px);
    RibbonInstance ribbon = in_css_px;
    for (float* length :
         {&ribbon.from_x, &ribbon.from_y, &ribbon.to_x, &ribbon.to_y, &ribbon.end_width, &ribbon.waist, &ribbon.level})
        *length *= ratio_;
    // The bars and the box are drawn on whole pixels; their ribbons must meet them without a seam.
    const bool vertical = ribbon.axis == RibbonAxis::vertical;
    float &from = vertical ? ribbon.from_y : ribbon.from_x, &to = vertical ? ribbon.to_y : ribbon.to_x;
    from = std::floor(from + .5f);
    to = std::floor(to + .5f);
    ribbons_.add(ribbon);
}

void Pen::flush_ribbons() {
    ribbons_.flush(list_);
    if (drawing_) drawing_->flush(list_);
}

}  // namespace dikkat
