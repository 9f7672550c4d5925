// The drawing half of CellEditor: what lies over the cells, and the typing box.
#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "imgui_internal.h"
#include "ui/cell_editor.h"

namespace dikkat {

namespace {

constexpr float kDogEarFrom = 12;  // smaller cells get a ring
constexpr float kCalloutHeight = 66, kCalloutLeast = 250, kCalloutGap = 11;
constexpr float kSize = 13, kSmallSize = 11;
constexpr float kTypingPadding = 8, kTypingWidest = 200;
constexpr float kEdge = 4;  // nothing comes nearer to the canvas's edge

float typing_size(const Surroundings& around) { return around.coarse_pointer ? 16.0f : 12.0f; }

// The painted part of a cell: the last pixel is the gap to its neighbour.
Rectangle ink_of(const Frame& frame, const Rectangle& cell) {
    return frame.pen.snap(Rectangle{cell.x, cell.y, cell.width - 1, cell.height - 1});
}

// Under the matrix, or above where there is no room; inside the canvas.
Rectangle callout_place(const Surroundings& around, const Rectangle& matrix, const Rectangle& cell) {
    const float width = std::min(std::max(kCalloutLeast, matrix.width), around.width - 2 * kEdge);
    const float wanted = matrix.width >= kCalloutLeast ? matrix.x : cell.centre_x() - width / 2;
    const float x = std::clamp(wanted, kEdge, std::max(kEdge, around.width - kEdge - width));
    float y = matrix.bottom() + kCalloutGap;
    if (y + kCalloutHeight > around.height - kEdge) y = std::max(kEdge, matrix.y - kCalloutGap - kCalloutHeight);
    return {x, y, width, kCalloutHeight};
}

// Over the cell, or beside one that is too small to be read; as wide as its text needs.
Rectangle typing_place(const Frame& frame, const Rectangle& cell, std::string_view text) {
    const Surroundings& around = frame.surroundings;
    const bool over_cell = cell.width >= 24 && cell.height >= 16;
    const float height = around.coarse_pointer ? 36.0f : 26.0f, least = around.coarse_pointer ? 110.0f : 72.0f;
    const float needed = frame.pen.width(Face::mono, typing_size(around), text) + 2 * kTypingPadding + 4;
    const float width = std::clamp(std::max(needed, cell.width + 8), least, kTypingWidest);
    const float wanted = over_cell ? cell.centre_x() - width / 2 : cell.right() + 6;
    const float x = wanted + width > around.width - kEdge && !over_cell ? cell.x - 6 - width : wanted;
    return {std::clamp(x, kEdge, std::max(kEdge, around.width - kEdge - width)),
            std::clamp(cell.centre_y() - height / 2, kEdge, std::max(kEdge, around.height - kEdge - height)), width, height};
}

}  // namespace

void CellEditor::draw_marks(Frame& frame, const MatrixPlace& place) const {
    const Palette& colours = frame.colours();
    const auto& overrides = frame.session.document().overrides;
    const std::string name(place.tensor->name);
    for (auto it = overrides.lower_bound({name, {}}); it != overrides.end() && it->first.tensor == name; ++it) {
        const Cell& cell = it->first.cell;
        if (cell.head != place.head || !contains(place.tensor->shape, cell)) continue;
        const Rectangle area = ink_of(frame, cell_area(place, cell));
        if (std::min(area.width, area.height) >= kDogEarFrom) {
            frame.pen.dog_ear(area, colours.changed_mark);
        } else {
            frame.pen.ring(area, colours.changed_mark, 1.5f, 1.5f);
        }
    }
}

void CellEditor::overlay(Frame& frame) {
    draw_rings(frame);
    if (drag_) draw_callout(frame);
    if (typing_) draw_typing(frame);
    hovered_ = hovered_now_;
    hovered_now_.reset();
    hover_ring_ = focus_ring_ = false;
    drawn_.clear();
    // A press whose matrix is no longer drawn has ended.
    if (press_ && ImGui::GetActiveID() != press_->matrix && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        press_.reset();
        drag_.reset();
    }
}

void CellEditor::draw_rings(Frame& frame) const {
    const Palette& colours = frame.colours();
    if (hovered_now_ && hover_ring_ && !drag_ && !typing_) frame.pen.ring(ink_of(frame, hovered_area_), colours.ink, 1.5f, 2);
    if (focused_ && focus_ring_ && !drag_ && !typing_) {
        const Rectangle area = ink_of(frame, focused_area_);
        frame.pen.ring(area, colours.raised, 1.5f, 2);
        frame.pen.ring(area.grown(2), colours.ink, 3.5f, 2);
    }
    if (drag_) frame.pen.ring(ink_of(frame, drag_->cell_area), colours.changed_mark, 2, 2);
}

void CellEditor::draw_callout(Frame& frame) const {
    const std::optional<TensorReading> tensor = frame.session.read(drag_->cell.tensor);
    if (!tensor || !contains(tensor->shape, drag_->cell.cell)) return;
    const Palette& colours = frame.colours();
    Pen& pen = frame.pen;
    const Rectangle box = callout_place(frame.surroundings, drag_->matrix_area, drag_->cell_area);
    const float from = box.y > drag_->cell_area.y ? drag_->cell_area.bottom() + 2 : box.bottom();
    const float to = box.y > drag_->cell_area.y ? box.y : drag_->cell_area.y - 2;
    const float stem = std::clamp(drag_->cell_area.centre_x(), box.x + 8, box.right() - 8);
    pen.vertical(stem, from, to, colours.changed_mark, 1.5f);
    pen.fill(box, colours.raised, 6);
    pen.ring({box.x + 1.5f, box.y + 1.5f, box.width - 3, box.height - 3}, colours.changed_mark, 5, 1.5f);

    const std::size_t index = index_of(tensor->shape, drag_->cell.cell);
    const double before = static_cast<double>(tensor->baseline.empty() ? drag_->motion.start_value() : tensor->baseline[index]);
    const double now = static_cast<double>(drag_->value);
    const int decimals = drag_->decimals + (drag_->fine ? 1 : 0);
    const float baseline = box.y + 24;
    float x = box.x + 14;
    x += pen.label(Face::bold, kSize, x, baseline, colours.ink, tensor->look->label.in(frame.language()));
    x += pen.text(Face::bold, kSize, x, baseline, colours.ink, place_in_words(frame.session, *tensor, drag_->cell.cell));
    x += 20;
    x += pen.text(Face::mono, kSize, x, baseline, colours.ink2, fixed(before, decimals));
    pen.sign(Sign::arrow_right, {x + 12, baseline - 4.5f}, 9, colours.ink2, 1.25f);
    x += 24;
    x += pen.text(Face::mono_bold, kSize, x, baseline, colours.ink, fixed(now, decimals));
    pen.text(Face::mono, kSize, x + 20, baseline, colours.changed, with_sign(now - before, decimals));
    draw_ruler(frame, box, *tensor);
}

void CellEditor::draw_ruler(Frame& frame, const Rectangle& callout, const TensorReading& tensor) const {
    const Palette& colours = frame.colours();
    Pen& pen = frame.pen;
    const double low = drag_->motion.low(), high = drag_->motion.high();
    const float left = callout.x + 36, right = callout.right() - 36, y = callout.y + 46;
    const auto x_of = [&](double value) {
        const double share = std::isfinite(value) ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0.5;
        return left + (right - left) * static_cast<float>(share);
    };
    const auto end = [](double value) { return value == std::round(value) ? fixed(value, 0, Minus::sign, true) : figure(value); };
    pen.text_right(Face::mono, kSmallSize, left - 8, y + 4, colours.ink2, end(low));
    pen.text(Face::mono, kSmallSize, right + 8, y + 4, colours.ink2, end(high));
    pen.fill({left, y - 1, right - left, 2}, colours.rule, 1);
    if (low < 0) pen.vertical(x_of(0), y - 4, y + 4, colours.ink3, 1);
    const std::size_t index = index_of(tensor.shape, drag_->cell.cell);
    const double before = static_cast<double>(tensor.baseline.empty() ? drag_->motion.start_value() : tensor.baseline[index]);
    const float knob = x_of(static_cast<double>(drag_->value)), base = x_of(before);
    pen.fill({std::min(knob, base), y - 1.5f, std::fabs(knob - base), 3}, colours.changed_mark);
    pen.vertical(base, y - 6, y + 6, colours.ink, 1.5f);
    pen.disc({knob, y}, 7.5f, colours.raised);
    pen.disc({knob, y}, 6, colours.changed_mark);
}

void CellEditor::draw_typing(Frame& frame) {
    const std::optional<TensorReading> tensor = frame.session.read(typing_->cell.tensor);
    if (!typing_->seen || !tensor || !contains(tensor->shape, typing_->cell.cell)) {
        typing_.reset();  // its matrix is gone: another step, another lesson
        return;
    }
    typing_->seen = false;
    const Rectangle box = typing_place(frame, typing_->cell_area, typing_->typed.text);
    const TypedEnd end = read_typed(frame, typing_->typed, box, typing_size(frame.surroundings));
    if (end != TypedEnd::none) leave_typing(frame, end);
}

}  // namespace dikkat
