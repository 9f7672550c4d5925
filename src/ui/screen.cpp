#include "ui/screen.h"

#include <algorithm>
#include <utility>

#include "app/text.h"
#include "imgui.h"
#include "ui/choosers.h"
#include "ui/dock.h"
#include "ui/layout.h"
#include "ui/matrix.h"
#include "ui/opened_station.h"
#include "ui/phone.h"
#include "ui/phone_opened.h"
#include "ui/ribbons.h"
#include "ui/screen_rows.h"
#include "ui/stations.h"
#include "ui/toolbar.h"

namespace dikkat {
namespace {

constexpr float kLowest = 240;

// Nothing can be read on a smaller canvas, as a frame is for a moment before it has its size: it is laid out for more, and cut.
Surroundings at_least_readable(Surroundings surroundings) {
    surroundings.width = std::max(kNarrowest, surroundings.width);
    surroundings.height = std::max(kLowest, surroundings.height);
    return surroundings;
}

// One window over the whole canvas: ImGui gives the items, the pen draws.
void begin_canvas(const Surroundings& surroundings) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({surroundings.width, surroundings.height});
    ImGui::Begin("canvas", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar(2);
}

void draw_tooltip(const Frame& frame) {
    if (frame.out.tooltip.empty() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
    Pen pen = frame.pen.on(ImGui::GetForegroundDrawList());
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float width = pen.width(Face::regular, 12, frame.out.tooltip) + 16;
    const Rectangle& thing = frame.out.tooltip_of;
    const bool at_thing = thing.width > 0;
    Rectangle card{at_thing ? thing.x : mouse.x + 14, at_thing ? thing.bottom() + 6 : mouse.y + 18, width, 26};
    if (card.right() > frame.surroundings.width - 4) card.x = frame.surroundings.width - 4 - width;
    if (card.bottom() > frame.surroundings.height - 4) card.y = (at_thing ? thing.y : mouse.y) - 32;
    if (card.x < 4) card.x = 4;
    pen.fill(card, frame.colours().raised, 6);
    pen.ring({card.x + 1, card.y + 1, card.width - 2, card.height - 2}, frame.colours().edge, 5, 1);
    pen.text(Face::regular, 12, card.x + 8, pen.baseline_in(card, Face::regular, 12), frame.colours().ink, frame.out.tooltip);
}

}  // namespace

struct ScreenView::State {
    CellEditor editor;
    Motion motion;
    DifferenceBounds bounds;
    FieldTyping typing;
    std::string hovered;     // tensor, in the last drawing
    bool dock_open = false;  // of a low window

    void draw_wide(const Picture& picture);
    void draw_dock(const Picture& picture);
};

void ScreenView::State::draw_dock(const Picture& picture) {
    const Layout& layout = picture.layout;
    Pen& pen = picture.frame.pen;
    if (layout.dock_folded) {
        if (draw_dock_line(picture.frame, layout.dock_line)) dock_open = !dock_open;
        if (!dock_open) return;
        const Rectangle area{0, layout.claims.y, picture.frame.surroundings.width, layout.dock_line.y - layout.claims.y};
        pen.fill(area, picture.frame.colours().canvas);
        pen.horizontal(layout.content.x, layout.content.right(), area.y + 0.5f, picture.frame.colours().hair);
        pen.horizontal(layout.content.x, layout.content.right(), area.bottom() + 0.5f, picture.frame.colours().hair);
    } else {
        dock_open = false;
    }
    draw_claims(picture.frame, layout.claims);
    SumCard(picture.frame, layout.sum.width).draw(layout.sum);
    if (layout.claims.right() < layout.sum.x) {
        const float x = (layout.claims.right() + layout.sum.x) / 2 + 0.5f;
        pen.vertical(x, layout.claims.y + 12, layout.claims.bottom() - 12, picture.frame.colours().hair);
    }
}

void ScreenView::State::draw_wide(const Picture& picture) {
    const Layout& layout = picture.layout;
    Pen& pen = picture.frame.pen;
    // An open dock lies over the stations and is asked first where the pointer is.
    const bool covered = layout.dock_folded && dock_open;
    if (covered) draw_dock(picture);
    draw_toolbar(picture);
    for (const float y : layout.rules) {
        if (!covered || y < layout.claims.y)
            pen.horizontal(layout.content.x, layout.content.right(), y + 0.5f, picture.frame.colours().hair);
    }
    if (!draw_opened_station(picture)) draw_ribbons(picture);
    draw_choosers(picture);
    if (covered) {
        ImGui::PushClipRect({0, 0}, {picture.frame.surroundings.width, layout.claims.y}, true);
        draw_stations(picture);
        draw_spotlight(picture);
        draw_marked_term(picture);
        ImGui::PopClipRect();
    } else {
        draw_stations(picture);
        draw_spotlight(picture);
        draw_marked_term(picture);
        draw_dock(picture);
    }
}

ScreenView::ScreenView() : state_(std::make_unique<State>()) {}
ScreenView::~ScreenView() = default;

ScreenOutput ScreenView::draw(const Session& session, const Surroundings& canvas, const Fonts& fonts, HeatmapPass& heatmaps,
                              RibbonPass& ribbons, Drawing* drawing) {
    const Surroundings surroundings = at_least_readable(canvas);
    ScreenOutput out;
    begin_canvas(surroundings);
    Pen pen(ImGui::GetWindowDrawList(), fonts, palette(surroundings.dark), heatmaps, ribbons,
            ImGui::GetIO().DisplayFramebufferScale.x, drawing);
    Frame frame{session, surroundings, pen, out};
    const bool in_hand = state_->editor.dragging() || ImGui::IsMouseDragging(ImGuiMouseButton_Left);
    state_->motion.begin_frame(ImGui::GetTime(), in_hand || surroundings.reduced_motion);
    state_->bounds.begin_frame(in_hand);
    if (!surroundings.hovered_term.empty()) state_->hovered = surroundings.hovered_term;
    const ShownScreen shown = shown_screen(session, surroundings.form == Form::tablet);
    const std::map<std::string, TensorReading> readings = read_screen(session, shown);
    const bool rows = has_rows(session);
    Layout layout = rows ? Layout() : make_layout(describe(frame, shown, readings));
    const Picture picture{frame,          layout,          readings,       state_->editor, state_->motion,
                          state_->bounds, state_->hovered, state_->typing, shown};
    if (rows) {
        const RowsLayout places = measure_rows(picture);
        layout = layout_of(places, surroundings.form);
        draw_rows(picture, places);
    } else if (surroundings.form == Form::phone) {
        if (!draw_phone_opened(picture)) draw_phone(picture);
    } else {
        out.needed_height = layout.needed;
        state_->draw_wide(picture);
    }
    state_->editor.overlay(frame);
    if (!std::exchange(state_->typing.seen, false)) state_->typing.field.clear();  // its panel is gone
    draw_tooltip(frame);
    state_->motion.end_frame();
    if (state_->hovered != out.hovered_tensor && surroundings.hovered_term.empty()) {
        state_->hovered = out.hovered_tensor;
        out.wants_frame = true;  // its wires are drawn by now
    }
    out.wants_frame = out.wants_frame || state_->motion.moving();
    ImGui::End();
    return out;
}

}  // namespace dikkat
