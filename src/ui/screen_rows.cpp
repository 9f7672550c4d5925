#include "ui/screen_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "app/text.h"
#include "imgui.h"
#include "ui/dock.h"
#include "ui/field.h"
#include "ui/opened_station.h"
#include "ui/panel.h"
#include "ui/phone.h"
#include "ui/phone_opened.h"
#include "ui/scrolled.h"
#include "ui/stations.h"
#include "ui/toolbar.h"
#include "ui/widgets.h"

namespace dikkat {
namespace {

constexpr float kSumOver = 10;  // the card's own room over its title is the rule's
constexpr float kFieldGap = 6, kBelowSum = 8, kLegendLine = 24;

const std::vector<PanelRow>& rows_of(const Picture& picture) { return picture.screen.rows; }

const Panel& panel_of(const Picture& picture, int row, int panel) {
    return rows_of(picture)[static_cast<std::size_t>(row)].panels[static_cast<std::size_t>(panel)];
}

// What a lesson asks for and no view draws takes no room.
PanelSize measure_panel(const void* context, int row, int index, float width) {
    const Picture& picture = *static_cast<const Picture*>(context);
    const Panel& panel = panel_of(picture, row, index);
    const PanelView* view = find_panel_view(panel.type);
    PanelSize size = view != nullptr ? view->measure(picture, panel, width) : PanelSize{};
    size.best_height = std::max(size.best_height, size.least_height);
    return size;
}

bool is_hidden(const Picture& picture, const Panel& panel) { return picture.frame.session.is_hidden(panel.id); }

std::pair<int, int> chosen_panel(const Picture& picture) {
    const std::string& id = picture.frame.session.view().panel;
    const std::vector<PanelRow>& rows = rows_of(picture);
    std::pair<int, int> first{-1, 0};
    for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
        const std::vector<Panel>& panels = rows[static_cast<std::size_t>(row)].panels;
        for (int i = 0; i < static_cast<int>(panels.size()); ++i) {
            if (is_hidden(picture, panels[static_cast<std::size_t>(i)])) continue;
            if (first.first < 0) first = {row, i};
            if (panels[static_cast<std::size_t>(i)].id == id) return {row, i};
        }
    }
    return {std::max(0, first.first), first.second};
}

bool is_claims(const Panel& panel) { return panel.type == kClaimsPanel.type; }

// Where the sum stands while a cell is selected: in the place of the last panel beside the claims, or of the very last one.
const PanelPlace* sum_place(const Picture& picture, const RowsLayout& rows) {
    if (!picture.frame.session.view().selection.cell || rows.panels.empty()) return nullptr;
    for (const PanelPlace& claims : rows.panels) {
        if (!is_claims(panel_of(picture, claims.row, claims.panel))) continue;
        const PanelPlace* last = nullptr;
        for (const PanelPlace& place : rows.panels) {
            if (place.row == claims.row && place.panel != claims.panel) last = &place;
        }
        if (last == nullptr) continue;
        // A panel that shows the selected cell itself stays: the claims make room.
        const std::string& part = panel_of(picture, last->row, last->panel).part;
        const bool own = !part.empty() && picture.frame.session.view().selection.cell->tensor.rfind(part + ".", 0) == 0;
        return own ? &claims : last;
    }
    return &rows.panels.back();
}

void draw_sum(const Picture& picture, const Rectangle& area) {
    const bool pressed =
        SumCard(picture.frame, area.width, true).draw({area.x, area.y - kSumOver, area.width, area.height + kSumOver});
    const bool escape = picture.frame.session.view().opened.empty() && !picture.editor.dragging() &&
                        !ImGui::GetIO().WantTextInput && ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    if (!pressed && !escape) return;
    Select select;
    select.clear = true;
    picture.send(select);
}

// Panels scrolled by `offset`.
void draw_panels(const Picture& picture, const RowsLayout& rows, float offset, float from) {
    Frame& frame = picture.frame;
    const PanelPlace* sum = sum_place(picture, rows);
    for (const float y : rows.rules) {
        if (y >= from) frame.pen.horizontal(rows.content.x, rows.content.right(), y - offset + 0.5f, frame.colours().hair);
    }
    for (const Rectangle& line : rows.dividers) {
        frame.pen.vertical(line.x + 0.5f, line.y - offset, line.bottom() - offset, frame.colours().hair);
    }
    for (const PanelPlace& place : rows.panels) {
        if (place.area.y < from) continue;
        const Panel& panel = panel_of(picture, place.row, place.panel);
        Rectangle area = place.area;
        area.y -= offset;
        if (&place == sum) {
            // Alone on its screen it takes what a phone has.
            if (picture.layout.form == Form::phone) area.height = std::max(area.height, rows.view.bottom() - kBelowSum - area.y);
            draw_sum(picture, area);
        } else if (const PanelView* view = find_panel_view(panel.type)) {
            view->draw(picture, panel, area);
        }
        frame.out.anchors["panel/" + panel.id] = area;
    }
}

// What is scrolled out of sight has no place on the screen.
void keep_what_is_seen(std::map<std::string, Rectangle>& anchors, const Rectangle& view) {
    for (auto it = anchors.begin(); it != anchors.end();) {
        Rectangle& area = it->second;
        const float top = std::max(area.y, view.y), bottom = std::min(area.bottom(), view.bottom());
        area.y = top;
        area.height = bottom - top;
        it = bottom - top < 1 ? anchors.erase(it) : std::next(it);
    }
}

// A step's words may speak of panels that are out of sight: on coming to it the rows scroll to them, once.
void show_spotlit_panels(const Picture& picture, const RowsLayout& rows) {
    const Lesson& lesson = picture.frame.session.lesson();
    const std::size_t step = static_cast<std::size_t>(picture.frame.session.view().step);
    const int here = static_cast<int>(ImGui::GetID((lesson.id + "/" + std::to_string(step)).c_str()));
    int& last = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("rows/step"));
    if (std::exchange(last, here) == here || step >= lesson.steps.size()) return;
    const std::vector<std::string>& names = lesson.steps[step].spotlight;
    float top = 0, bottom = 0;
    for (const PanelPlace& place : rows.panels) {
        const std::string name = "panel/" + panel_of(picture, place.row, place.panel).id;
        if (std::find(names.begin(), names.end(), name) == names.end()) continue;
        if (top == 0) top = place.area.y;
        bottom = std::max(bottom, place.area.bottom());
    }
    if (bottom == 0 && step > 0) return;
    ImGui::SetNextWindowScroll({-1, bottom <= rows.view.bottom() ? 0 : top - rows.view.y});
}

// Rows that are higher than the canvas scroll under the toolbar.
void draw_all_panels(const Picture& picture, const RowsLayout& rows, float from) {
    if (rows.height <= rows.view.height) {
        draw_panels(picture, rows, 0, from);
        draw_panel_spotlight(picture);
        return;
    }
    const float beside = rows.content.x;  // outlines stand out of the content
    const Rectangle view{0, rows.view.y - 8, rows.content.right() + beside, rows.view.height + 8};
    std::map<std::string, Rectangle>& anchors = picture.frame.out.anchors;
    std::map<std::string, Rectangle> fixed = std::exchange(anchors, {});
    show_spotlit_panels(picture, rows);
    Scrolled scrolled(picture.frame, "rows", view, rows.height + 8);
    const Picture inside = picture.in(scrolled.frame());
    draw_panels(inside, rows, scrolled.offset(), from);
    draw_panel_spotlight(inside);
    keep_what_is_seen(anchors, view);
    anchors.merge(fixed);
}

// The phone's first line: which panel, and what is shown of its tensors.
void draw_chooser(const Picture& picture, const RowsLayout& rows) {
    std::vector<std::string> titles, ids;
    const auto [row, index] = chosen_panel(picture);
    int chosen = 0;
    for (const PanelRow& each : rows_of(picture)) {
        for (const Panel& panel : each.panels) {
            if (is_hidden(picture, panel)) continue;
            if (&panel == &panel_of(picture, row, index)) chosen = static_cast<int>(titles.size());
            ids.push_back(panel.id);
            const std::string& title = panel.title.in(picture.frame.language());
            titles.push_back(is_claims(panel) ? std::string(text::claims.in(picture.frame.language())) : title);
        }
    }
    const float show = draw_phone_toolbar(picture);
    const Rectangle area{rows.chooser.x, rows.chooser.y, show - 8 - rows.chooser.x, rows.chooser.height};
    if (titles.empty()) return;
    const int picked = menu(picture.frame, "panel", area, titles[static_cast<std::size_t>(chosen)], titles, chosen);
    if (picked >= 0) picture.send(OpenPanel{ids[static_cast<std::size_t>(picked)]});
}

// Those that stand in the toolbar of wider screens, one under the other.
void draw_phone_fields(const Picture& picture, Rectangle area) {
    for (const Field& field : picture.screen.fields) {
        if (picture.frame.session.is_hidden(field.id)) continue;
        area.height = field_height(picture, field, area.width);
        draw_field(picture, field, area);
        area.y += area.height + kFieldGap;
    }
}

}  // namespace

bool has_rows(const Session& session) {
    const std::vector<PanelRow>& rows = session.lesson().screen.rows;
    return std::any_of(rows.begin(), rows.end(), [](const PanelRow& row) { return !row.panels.empty(); });
}

RowsLayout measure_rows(const Picture& picture) {
    RowsDescription d;
    const Surroundings& around = picture.frame.surroundings;
    d.width = around.width;
    d.height = around.height;
    d.form = around.form;
    std::string_view before;
    for (const PanelRow& row : rows_of(picture)) {
        LayoutPanelRow r;
        r.share = static_cast<float>(row.share);
        for (const Panel& panel : row.panels) {
            const bool joined = row.panels.size() == 1 && panel.type == before;
            r.panels.push_back({static_cast<float>(panel.share), is_claims(panel), is_hidden(picture, panel), joined});
        }
        before = row.panels.size() == 1 ? std::string_view(row.panels[0].type) : std::string_view();
        d.rows.push_back(std::move(r));
    }
    const auto [row, index] = chosen_panel(picture);
    d.chosen_row = row;
    d.chosen_panel = index;
    for (const Field& field : picture.screen.fields) {
        if (!picture.frame.session.is_hidden(field.id)) d.fields += field_height(picture, field, d.width - 32) + kFieldGap;
    }
    if (d.form != Form::phone && legends_need_a_line(picture)) d.legends = kLegendLine;
    d.measure = measure_panel;
    d.context = &picture;
    return make_rows_layout(d);
}

Layout layout_of(const RowsLayout& rows, Form form) {
    Layout layout;
    layout.form = form;
    layout.content = rows.content;
    layout.toolbar = rows.toolbar;
    layout.hero.area = rows.upper;
    layout.wires = false;
    layout.phone.show = {rows.content.right(), rows.chooser.y, 0, rows.chooser.height};
    return layout;
}

void draw_rows(const Picture& picture, const RowsLayout& rows) {
    if (picture.layout.form != Form::wide) picture.frame.out.needed_height = std::ceil(rows.needed);
    if (picture.layout.form == Form::phone) {
        if (draw_phone_opened(picture)) return;
        draw_chooser(picture, rows);
        draw_phone_fields(picture, rows.fields);
        draw_all_panels(picture, rows, 0);
        return;
    }
    draw_toolbar(picture);
    if (rows.legends.height > 0) draw_layer_legends(picture, rows.legends);
    const bool opened = draw_opened_station(picture), scrolls = rows.height > rows.view.height;
    if (!opened || !scrolls) draw_all_panels(picture, rows, opened ? rows.upper.bottom() : 0);
}

}  // namespace dikkat
