#include "ui/layout.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "ui/layout_row.h"
#include "ui/layout_stations.h"

namespace dikkat {
namespace {

constexpr float kPadding = 20, kContentMax = 1240, kToolbar = 48, kHeroTop = 56;
constexpr float kDock = 168, kDockLine = 44, kDockFoldsUnder = 700;
constexpr float kHeroToStations = 26, kStationsToDock = 6;
constexpr float kRoomOfReference = 496;  // hero and stations together on a canvas 752 high
constexpr float kChoosersToStations = 16;
constexpr float kBar = 6, kQueryBox = 28, kKeyLine = 22, kStackedLine = 16;
constexpr float kZone = 54, kZoneOfOneLane = 80, kZoneMin = 30, kZoneMax = 104;
constexpr float kHeroLabels = 112, kSumColumn = 62, kKeyGap = 10, kPitchMax = 220;

// ---- hero

float hero_height(const LayoutDescription& d, float zone) {
    if (d.ribbon_lanes == 0) return 0;
    const float line = kKeyLine + (d.stacked_keys ? kStackedLine : 0.0f);
    if (d.ribbon_lanes == 1) return line + kBar + zone + kQueryBox + 8;
    return 2 * (line + kBar + zone) + kQueryBox + 6;
}

HeroPlace place_hero(const LayoutDescription& d, const Rectangle& area, float zone) {
    HeroPlace hero;
    hero.area = area;
    hero.stacked = d.stacked_keys;
    hero.first_x = area.x + kHeroLabels;
    hero.pitch = std::min(kPitchMax, whole((area.width - kHeroLabels - kSumColumn) / static_cast<float>(std::max(1, d.tokens))));
    hero.track = hero.pitch - std::min(kKeyGap, std::max(2.0f, whole(hero.pitch * 0.12f)));
    const float line = kKeyLine + (d.stacked_keys ? kStackedLine : 0.0f);
    RibbonPlace above;
    above.bar_y = area.y + line;
    above.number_baseline = area.y + 12.5f;
    above.word_baseline = area.y + 12.5f + (d.stacked_keys ? kStackedLine : 0.0f);
    above.title_baseline = area.y + 12.5f;
    above.key_label_baseline = area.y + 29.5f;
    const float box = above.bar_y + kBar + zone;
    hero.queries = {hero.first_x, box, hero.pitch * static_cast<float>(d.tokens), kQueryBox};
    if (d.ribbon_lanes > 0) hero.lanes.push_back(above);
    if (d.ribbon_lanes > 1) {
        RibbonPlace below;
        below.keys_above = false;
        below.bar_y = box + kQueryBox + zone;
        below.word_baseline = below.bar_y + 24.5f;
        below.number_baseline = below.bar_y + 24.5f + (d.stacked_keys ? kStackedLine : 0.0f);
        below.key_label_baseline = below.bar_y + 7.5f + (d.stacked_keys ? kStackedLine : 0.0f);
        below.title_baseline = below.bar_y + 24.5f + (d.stacked_keys ? kStackedLine : 0.0f);
        hero.lanes.push_back(below);
    }
    return hero;
}

// ---- phone

PhonePlace place_phone(const LayoutDescription& d, const Rectangle& content) {
    PhonePlace p;
    const float controls = 44, right = content.right(), choosers = d.choosers ? controls + 8 : 0;
    p.heads = {content.x, 10, 0, controls};
    p.show = {right, 10, 0, controls};
    p.axis_baseline = 78 + choosers;
    const float n = static_cast<float>(std::max(1, d.tokens));
    // From below: thumbnails with their words, the row's cells, its name; the token rows take what is left.
    float bottom = d.height - 12;
    if (d.thumbnails > 0) {
        p.thumbnail_pitch = content.width / static_cast<float>(d.thumbnails);
        p.thumbnail_size = std::min(40.0f, whole(p.thumbnail_pitch * 0.66f));
        p.thumbnails = {content.x, bottom - 68, content.width, 68};
        p.thumbnail_baseline = bottom - 8.5f;
        bottom = p.thumbnails.y - 21;
    }
    if (d.narrow_columns > 0) {
        p.row = {content.x, bottom - 44, content.width, 44};
        p.row_name_baseline = p.row.y - 13;
        bottom = p.row_name_baseline - 22;
    }
    p.rule = bottom;
    const float top = 88 + choosers;
    p.row_pitch = std::clamp(whole((p.rule - 12 - top) / n), 14.0f, 48.0f);
    p.first_row = top + p.row_pitch / 2;
    p.bar_height = std::max(8.0f, p.row_pitch - (p.row_pitch > 30 ? 10.0f : 4.0f));
    p.word_x = content.x;
    p.number_right = content.x + 124;
    p.bar_x = content.x + 132;
    p.bar_width = kBar;
    p.query_width = std::clamp(content.width * 0.31f, 90.0f, 180.0f);
    p.query_x = right - p.query_width;
    return p;
}

void place_dock(const LayoutDescription& d, Layout& layout) {
    const Rectangle& content = layout.content;
    const float room = layout.form == Form::tablet ? 2 * kDock : kDock;
    const float top = d.height - (layout.dock_folded ? kDockLine + room : room);
    if (layout.dock_folded) layout.dock_line = {content.x, d.height - kDockLine, content.width, kDockLine};
    if (layout.form == Form::wide) {
        const float half = whole((content.width - 52) * 0.4885f);
        layout.claims = {content.x, top, half, kDock};
        layout.sum = {content.x + half + 52, top, content.width - half - 52, kDock};
    } else {
        layout.claims = {content.x, top, content.width, kDock};
        layout.sum = {content.x, top + kDock, content.width, kDock};
    }
}

}  // namespace

const StationPlace* Layout::station(const std::string& tensor) const {
    for (const StationPlace& place : stations) {
        if (place.tensor == tensor) return &place;
    }
    return nullptr;
}

Layout make_layout(const LayoutDescription& d) {
    CHECK(d.ribbon_lanes >= 0 && d.ribbon_lanes <= 2, "the hero has room for two lanes of ribbons");
    Layout layout;
    layout.form = d.form;
    const float padding = d.form == Form::phone ? 16.0f : kPadding;
    const float width = std::min(kContentMax, d.width - 2 * padding);
    layout.content = {whole((d.width - width) / 2), 0, width, d.height};
    layout.toolbar = {layout.content.x, 0, width, kToolbar};
    if (d.form == Form::phone) {
        layout.phone = place_phone(d, layout.content);
        if (d.choosers) layout.choosers = {layout.content.x, 62, width, 44};
        layout.hero.area = {layout.content.x, 64, width, layout.phone.rule - 64};
        layout.rules = {layout.phone.rule};
        layout.wires = false;
        return layout;
    }
    const float dock = d.form == Form::tablet ? 2 * kDock : kDock;
    layout.dock_folded = d.height < kDockFoldsUnder + (d.form == Form::tablet ? 2 * kDock : 0.0f);
    const float dock_top = d.height - (layout.dock_folded ? kDockLine : dock);
    const float choosers = d.choosers ? (d.coarse_pointer ? 44.0f : 28.0f) + kChoosersToStations - kHeroToStations + 18 : 0;
    const float room = dock_top - kHeroTop - kHeroToStations - choosers - kStationsToDock;
    // Hero 40 %, stations 60 % of what the canvas has more or less than the reference.
    const float gained = 0.4f * (room - kRoomOfReference);
    float zone = std::clamp(d.ribbon_lanes > 1 ? whole(kZone + gained / 2) : whole(kZoneOfOneLane + gained), kZoneMin, kZoneMax);
    // Stations with numbers need the height more than the ribbons do.
    const float stations = needed_by_stations(d);
    const float spare = room - stations - hero_height(d, 0);
    if (d.ribbon_lanes > 0 && zone * static_cast<float>(d.ribbon_lanes) > spare) {
        zone = std::max(d.form == Form::tablet ? 24.0f : kZoneMin, whole(spare / static_cast<float>(d.ribbon_lanes)));
    }
    if (d.form == Form::tablet) layout.needed = std::ceil(d.height - room + hero_height(d, kZoneMin) + stations);
    layout.hero = place_hero(d, {layout.content.x, kHeroTop, width, hero_height(d, zone)}, zone);
    float stations_top = d.ribbon_lanes > 0 ? layout.hero.area.bottom() + kHeroToStations : kHeroTop + 8;
    if (d.choosers) {
        layout.choosers = {layout.content.x, stations_top - 8, width, d.coarse_pointer ? 44.0f : 28.0f};
        stations_top += choosers;
    }
    layout.stations_area = {layout.content.x, stations_top, width, dock_top - kStationsToDock - stations_top};
    place_stations(d, layout.stations_area, layout);
    if (d.ribbon_lanes > 0) layout.rules.push_back(layout.hero.area.bottom() + 8);
    layout.rules.push_back(dock_top);
    place_dock(d, layout);
    return layout;
}

OpenedPlace make_opened_place(const Rectangle& place, int rows, int columns, float row_label, float column_label) {
    OpenedPlace o;
    o.panel = place;
    const float left = row_label > 0 ? std::max(kLabels, row_label + 12) : 0.0f;
    const float header = 44, height = place.height - header - 6, width = place.width - left - 12;
    // As wide as its columns' words, if all columns fit so.
    const float share = whole(width / static_cast<float>(std::max(1, columns)));
    const float least = share < 34 ? 40.0f : 34.0f;  // what is scrolled anyway has room for its numbers
    o.cell_width = std::clamp(std::min(share, std::max(46.0f, column_label + 6)), least, 84.0f);
    o.cell_height = std::clamp(whole(height / static_cast<float>(std::max(1, rows))), 18.0f, 24.0f);
    o.rows = std::clamp(static_cast<int>(height / o.cell_height), 1, std::max(1, rows));
    o.columns = std::clamp(static_cast<int>(width / o.cell_width), 1, std::max(1, columns));
    o.name_baseline = place.y + 14;
    o.matrix = {place.x + left, place.y + header, o.cell_width * static_cast<float>(o.columns),
                o.cell_height * static_cast<float>(o.rows)};
    o.indices_baseline = o.matrix.y - 5;
    o.label_right = o.matrix.x - 10;
    o.close = {place.right() - 28, place.y, 28, 28};
    return o;
}

}  // namespace dikkat
