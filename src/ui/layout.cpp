#include "ui/layout.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"

namespace dikkat {
namespace {

constexpr float kPadding = 20, kContentMax = 1240, kToolbar = 48, kHeroTop = 56;
constexpr float kDock = 168, kDockLine = 44, kDockFoldsUnder = 700;
constexpr float kHeroToStations = 26, kStationsToDock = 6;
constexpr float kRoomOfReference = 496;      // hero and stations together on a canvas 752 high
constexpr float kBar = 6, kQueryBox = 28, kKeyLine = 22, kStackedLine = 16;
constexpr float kZone = 54, kZoneOfOneLane = 80, kZoneMin = 30, kZoneMax = 104;
constexpr float kHeroLabels = 112, kSumColumn = 62, kKeyGap = 10, kPitchMax = 220;
constexpr float kGutter = 9;                 // right of a matrix, for the marks of the difference view
constexpr float kLabels = 84;                // row labels and the gap to the cells
constexpr float kNameLine = 17, kTitleLine = 22, kCaptionLine = 18;
constexpr float kNumberHeader = 33, kGroupsLine = 21, kPerturbGap = 24, kPerturb = 50;
constexpr float kLaneGap = 20, kColumnGapMin = 23, kCrossing = 1.75f;
constexpr float kNumberWidth = 28, kNumberHeight = 18;  // a cell that holds its number

float whole(float value) { return std::floor(value + 0.001f); }

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

// ---- stations

struct Cells {
    float width = 0, height = 0;
};

float above_matrix(const LayoutLane& lane, const LayoutStation& station) {
    const float title = lane.title ? kTitleLine : 0.0f;
    if (station.numbers) return title + kNumberHeader + (station.groups ? kGroupsLine : 0.0f);
    return title + kNameLine;
}

float below_matrix(const LayoutStation& station) {
    return (station.caption ? kCaptionLine : 0.0f) + (station.perturb ? kPerturbGap + kPerturb : 0.0f);
}

float chrome(const LayoutLane& lane) {
    float most = 0;
    for (const LayoutStation& station : lane.stations) most = std::max(most, above_matrix(lane, station) + below_matrix(station));
    return most;
}

// Sizes of one row of columns at a scale: 1 is the reference (X 34x22, heads 13, projections 8x9).
class Row {
public:
    Row(std::vector<LayoutColumn> columns, Rectangle area, bool side_by_side)
        : columns_(std::move(columns)), area_(area), side_by_side_(side_by_side) {
        scale_ = 2.2f;
        while (scale_ > 0.3f && width(scale_) > area_.width) scale_ -= 0.01f;
    }

    float smallest_cell() const {
        float smallest = 100;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            for (const LayoutLane& lane : columns_[c].lanes) {
                for (const LayoutStation& station : lane.stations) {
                    const Cells cells = cells_of(c, lane, station, scale_);
                    smallest = std::min({smallest, cells.width, cells.height});
                }
            }
        }
        return smallest;
    }

    void place(int first_column, Layout& layout) const;

private:
    struct Gaps {
        float column = 0, lane = 0;
    };

    static float lane_gap(float scale) { return std::clamp(whole(kLaneGap * scale), 18.0f, 30.0f); }
    static float rows(const LayoutLane& lane) {
        int most = 1;
        for (const LayoutStation& station : lane.stations) most = std::max(most, station.rows);
        return static_cast<float>(most);
    }
    // Room for one lane's matrix: stacked lanes share the column's height by their rows.
    float room(const LayoutColumn& column, const LayoutLane& lane) const {
        if (side_by_side_) return std::max(4.0f, area_.height - chrome(lane));
        float free = area_.height + kLaneGap, all_rows = 0;
        for (const LayoutLane& each : column.lanes) {
            free -= kLaneGap + chrome(each);
            all_rows += rows(each);
        }
        return std::max(4.0f, free * rows(lane) / all_rows);
    }
    Cells own_cells(const LayoutColumn& column, const LayoutLane& lane, const LayoutStation& station, float scale) const;
    Cells cells_of(std::size_t column, const LayoutLane& lane, const LayoutStation& station, float scale) const;
    float slot(std::size_t column, const LayoutLane& lane, const LayoutStation& station, float scale) const;
    float lane_width(std::size_t column, const LayoutLane& lane, float scale, float gap) const;
    float column_width(std::size_t column, float scale, float gap) const;
    float weight(std::size_t gap) const {
        const bool crossing = columns_[gap].lanes.size() > 1 && columns_[gap + 1].lanes.size() > 1;
        return crossing && !side_by_side_ ? kCrossing : 1.0f;
    }
    float weights() const {
        float sum = 0;
        for (std::size_t i = 0; i + 1 < columns_.size(); ++i) sum += weight(i);
        return sum;
    }
    float width(float scale) const;
    Gaps gaps() const;
    void place_lane(std::size_t column, int first_column, int lane, float x, float y, float right, const Gaps& gaps,
                    Layout& layout) const;
    float lane_height(std::size_t column, const LayoutLane& lane) const;

    std::vector<LayoutColumn> columns_;
    Rectangle area_;
    bool side_by_side_;
    float scale_ = 1;
};

Cells Row::own_cells(const LayoutColumn& column, const LayoutLane& lane, const LayoutStation& station, float scale) const {
    const float rows = static_cast<float>(std::max(1, station.rows)), count = static_cast<float>(std::max(1, station.columns));
    const float tallest = room(column, lane) / rows;
    if (station.numbers) {
        // Rows grow with the room that the whole station leaves, from 22 on; a number needs 28x18, else the cell is colour alone.
        const float spare = area_.height / (chrome(lane) + 22 * rows);
        const float height = std::clamp(whole(std::min(tallest, 22 * std::max(1.0f, spare / 1.15f))), 4.0f, 30.0f);
        // Small matrices grow first: a number is readable already.
        const float grown = scale > 1 ? 1 + 0.2f * (scale - 1) : scale;
        const float wanted = std::max(34.0f, std::ceil(station.number_width));
        // A cell stays wide enough for its number for as long as the small matrices can shrink in its place.
        const float least = count <= 12 && scale > 0.45f ? kNumberWidth : 4.0f;
        return {std::clamp(whole(std::min(wanted * grown, 10.5f * wanted * grown / count)), least, 48.0f), height};
    }
    if (station.tokens_by_tokens) {
        const float side = std::max(2.0f, whole(std::min({13 * scale, 80 * scale / count, tallest})));
        return {side, side};
    }
    const float cell = std::max(1.0f, whole(std::min({13 * scale, 64 * scale / count, 1.2f * tallest})));
    return {cell, std::max(1.0f, whole(std::min({tallest, cell + 1, 13 * scale})))};
}

// Rows of a lane stand in line: stations with as many rows share their height. A single lane behind several takes theirs.
Cells Row::cells_of(std::size_t column, const LayoutLane& lane, const LayoutStation& station, float scale) const {
    Cells cells = own_cells(columns_[column], lane, station, scale);
    if (station.numbers) return cells;
    bool squares = station.tokens_by_tokens;
    for (const LayoutStation& other : lane.stations) {
        if (other.rows != station.rows || other.numbers || (squares && !other.tokens_by_tokens)) continue;
        const float theirs = own_cells(columns_[column], lane, other, scale).height;
        cells.height = squares == other.tokens_by_tokens ? std::min(cells.height, theirs) : theirs;
        squares = squares || other.tokens_by_tokens;
    }
    if (column > 0 && columns_[column].lanes.size() == 1 && lane.stations.size() == 1 && !station.tokens_by_tokens) {
        const LayoutLane& before = columns_[column - 1].lanes.front();
        for (const LayoutStation& other : before.stations) {
            if (other.rows == station.rows && !other.numbers && other.tokens_by_tokens) {
                cells.height = own_cells(columns_[column - 1], before, other, scale).height;
            }
        }
    }
    return cells;
}

float Row::slot(std::size_t column, const LayoutLane& lane, const LayoutStation& station, float scale) const {
    const float cells = cells_of(column, lane, station, scale).width * static_cast<float>(station.columns);
    if (station.numbers) return std::max(kLabels, station.label_width + 12) + cells;
    return std::max(cells, station.name_width);
}

float Row::lane_width(std::size_t column, const LayoutLane& lane, float scale, float gap) const {
    float sum = 0;
    for (const LayoutStation& station : lane.stations) sum += slot(column, lane, station, scale);
    return std::max(lane.title_width, sum + gap * static_cast<float>(std::max<std::size_t>(1, lane.stations.size()) - 1));
}

float Row::column_width(std::size_t column, float scale, float gap) const {
    float widest = 0, sum = 0;
    for (const LayoutLane& lane : columns_[column].lanes) {
        const float own = lane_width(column, lane, scale, gap);
        widest = std::max(widest, own);
        sum += own;
    }
    if (!side_by_side_) return widest;
    return sum + kColumnGapMin * static_cast<float>(std::max<std::size_t>(1, columns_[column].lanes.size()) - 1);
}

float Row::width(float scale) const {
    float sum = kGutter + kColumnGapMin * std::clamp(scale, 0.75f, 1.0f) * weights();
    for (std::size_t c = 0; c < columns_.size(); ++c) sum += column_width(c, scale, lane_gap(scale));
    return sum;
}

Row::Gaps Row::gaps() const {
    Gaps gaps{0, lane_gap(scale_)};
    float stations = 0, in_lanes = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        stations += column_width(c, scale_, gaps.lane);
        std::size_t most = 1;
        for (const LayoutLane& lane : columns_[c].lanes) most = std::max(most, lane.stations.size());
        in_lanes += static_cast<float>(most - 1);
    }
    const float spare = std::max(0.0f, area_.width - kGutter - stations);
    const float shares = weights();
    if (shares <= 0) return gaps;
    gaps.column = spare / shares;
    constexpr float kWide = 56;
    if (gaps.column > kWide && in_lanes > 0 && !side_by_side_) {
        const float more = std::min(24.0f, (gaps.column - kWide) * shares / (in_lanes + shares));
        gaps.lane += whole(more);
        gaps.column = (spare - whole(more) * in_lanes) / shares;
    }
    return gaps;
}

float Row::lane_height(std::size_t column, const LayoutLane& lane) const {
    float tallest = 0;
    for (const LayoutStation& station : lane.stations) {
        tallest = std::max(tallest, above_matrix(lane, station) + below_matrix(station) +
                                        cells_of(column, lane, station, scale_).height * static_cast<float>(station.rows));
    }
    return tallest;
}

void Row::place_lane(std::size_t column, int first_column, int lane_index, float x, float y, float right, const Gaps& gaps,
                     Layout& layout) const {
    const LayoutLane& lane = columns_[column].lanes[static_cast<std::size_t>(lane_index)];
    float above = 0, tallest = 0;
    for (const LayoutStation& station : lane.stations) {
        above = std::max(above, above_matrix(lane, station));
        tallest = std::max(tallest, cells_of(column, lane, station, scale_).height * static_cast<float>(station.rows));
    }
    LanePlace place;
    place.column = first_column + static_cast<int>(column);
    place.lane = lane_index;
    place.title = lane.title;
    place.title_x = x;
    place.title_baseline = y + 8;
    place.title_right = right;
    place.area = {x, y, 0, lane_height(column, lane)};
    int order = 0;
    for (const LayoutStation& station : lane.stations) {
        const Cells cells = cells_of(column, lane, station, scale_);
        const float wide = slot(column, lane, station, scale_);
        const float title = lane.title ? kTitleLine : 0.0f;
        StationPlace s;
        s.tensor = station.tensor;
        s.column = place.column;
        s.lane = lane_index;
        s.order = order++;
        s.cell_width = cells.width;
        s.cell_height = cells.height;
        s.labels = station.numbers;
        s.numbers = cells.width >= kNumberWidth && cells.height >= kNumberHeight;
        s.tokens_by_tokens = station.tokens_by_tokens;
        const float matrix_width = cells.width * static_cast<float>(station.columns);
        const float matrix_height = cells.height * static_cast<float>(station.rows);
        const float matrix_x = station.numbers ? x + wide - matrix_width : x;
        s.matrix = {matrix_x, whole(y + above + (station.numbers ? 0 : (tallest - matrix_height) / 2)), matrix_width, matrix_height};
        s.name_x = x;
        s.name_baseline = y + title + 8 - (lane.title ? 1.0f : 0.0f);
        s.header_right = x + wide + (station.numbers ? 10 : gaps.lane - 8);
        s.groups_baseline = s.matrix.y - 26;
        s.indices_baseline = s.matrix.y - 5;
        s.caption_baseline = s.matrix.bottom() + 14.5f;
        if (station.perturb) s.perturb = {x, s.matrix.bottom() + kPerturbGap, right - 8 - x, kPerturb};
        const float bottom = station.caption ? s.caption_baseline + 4 : s.matrix.bottom();
        const float header = std::min(station.header_width, area_.right() + kGutter - x);
        const float seen = station.numbers ? wide : std::clamp(header, wide, wide + gaps.lane - 10);
        s.area = {x, s.name_baseline - 11, seen, bottom - s.name_baseline + 11};
        layout.stations.push_back(s);
        x += wide + gaps.lane;
        place.area.width = s.area.right() - place.area.x;
    }
    layout.lanes.push_back(place);
}

void Row::place(int first_column, Layout& layout) const {
    const Gaps gaps = this->gaps();
    float x = area_.x, centre_before = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const LayoutColumn& column = columns_[c];
        const std::size_t first = layout.stations.size();
        float heights = 0;
        for (const LayoutLane& lane : column.lanes) heights += lane_height(c, lane);
        const float steps = static_cast<float>(std::max<std::size_t>(1, column.lanes.size()) - 1);
        const float free = steps > 0 ? (area_.height - heights) / steps : 0;
        const float between = free < kLaneGap ? free : kLaneGap + 0.35f * (free - kLaneGap);
        float y = area_.y, lane_x = x;
        if (c > 0 && column.lanes.size() == 1 && !column.lanes[0].stations.front().numbers) {
            const LayoutLane& lane = column.lanes[0];
            const LayoutStation& station = lane.stations.front();
            const float half = cells_of(c, lane, station, scale_).height * static_cast<float>(station.rows) / 2;
            y = std::clamp(centre_before - half - above_matrix(lane, station), area_.y,
                           std::max(area_.y, area_.bottom() - lane_height(c, lane)));
            y = whole(y);
        }
        const float wide = column_width(c, scale_, gaps.lane);
        const float gap = c + 1 < columns_.size() ? gaps.column * weight(c) : kGutter;
        for (int i = 0; i < static_cast<int>(column.lanes.size()); ++i) {
            const LayoutLane& lane = column.lanes[static_cast<std::size_t>(i)];
            place_lane(c, first_column, i, whole(lane_x), whole(y), x + wide + gap - 6, gaps, layout);
            if (side_by_side_) {
                lane_x += lane_width(c, lane, scale_, gaps.lane) + kColumnGapMin;
            } else {
                y += lane_height(c, lane) + between;
            }
        }
        centre_before = 0;
        for (std::size_t i = first; i < layout.stations.size(); ++i) centre_before += layout.stations[i].matrix.centre_y();
        centre_before /= static_cast<float>(std::max<std::size_t>(1, layout.stations.size() - first));
        x += wide + gap;
    }
}

// Empty lanes and columns take no room.
std::vector<LayoutColumn> built(const std::vector<LayoutColumn>& columns) {
    std::vector<LayoutColumn> kept;
    for (const LayoutColumn& column : columns) {
        LayoutColumn copy;
        for (const LayoutLane& lane : column.lanes) {
            if (!lane.stations.empty()) copy.lanes.push_back(lane);
        }
        if (!copy.lanes.empty()) kept.push_back(copy);
    }
    return kept;
}

Row best_row(const std::vector<LayoutColumn>& columns, const Rectangle& area, bool may_lie) {
    Row stacked(columns, area, false);
    if (!may_lie) return stacked;
    Row lying(columns, area, true);
    return lying.smallest_cell() > stacked.smallest_cell() ? lying : stacked;
}

struct TwoRows {
    std::vector<LayoutColumn> first, second;
};

// Up to and with the first column that has several lanes, then the rest.
TwoRows two_rows(const std::vector<LayoutColumn>& columns) {
    std::size_t split = 1;
    while (split + 1 < columns.size() && columns[split - 1].lanes.size() < 2) ++split;
    const auto middle = columns.begin() + static_cast<std::ptrdiff_t>(split);
    return {{columns.begin(), middle}, {middle, columns.end()}};
}

// Of a row whose lanes lie side by side, with numbers where they are wanted and small cells as in the reference.
float needed_height(const std::vector<LayoutColumn>& columns) {
    float most = 0;
    for (const LayoutColumn& column : columns) {
        for (const LayoutLane& lane : column.lanes) {
            for (const LayoutStation& station : lane.stations) {
                const float cell = station.numbers ? 19.0f : station.tokens_by_tokens ? 13.0f : 9.0f;
                most = std::max(most, above_matrix(lane, station) + below_matrix(station) + cell * static_cast<float>(station.rows));
            }
        }
    }
    return most;
}

// In a low row the perturb row stands under the small matrices beside its tensor. False where there is no room for it.
bool place_with_perturb_aside(std::vector<LayoutColumn> columns, const Rectangle& area, Layout& layout) {
    if (columns.size() != 2 || columns[0].lanes.size() != 1 || columns[0].lanes[0].stations.size() != 1) return false;
    LayoutStation& numbered = columns[0].lanes[0].stations[0];
    if (!numbered.perturb || needed_height(columns) <= area.height) return false;
    numbered.perturb = false;
    Layout trial = layout;
    best_row(columns, area, true).place(0, trial);
    const Rectangle perturb{trial.stations[1].area.x, area.bottom() - kPerturb, area.right() - trial.stations[1].area.x, kPerturb};
    for (std::size_t i = 1; i < trial.stations.size(); ++i) {
        if (trial.stations[i].area.bottom() > perturb.y - 8) return false;
    }
    trial.stations[0].perturb = perturb;
    layout = trial;
    return true;
}

void place_stations(const LayoutDescription& d, const Rectangle& area, Layout& layout) {
    const std::vector<LayoutColumn> columns = built(d.columns);
    if (columns.empty()) return;
    layout.wires = d.form == Form::wide || columns.size() < 3;
    if (layout.wires) {
        best_row(columns, area, false).place(0, layout);
        return;
    }
    const TwoRows rows = two_rows(columns);
    const float lower = std::min(needed_height(rows.second), whole((area.height - kHeroToStations) / 2));
    const Rectangle upper{area.x, area.y, area.width, area.height - kHeroToStations - lower};
    if (!place_with_perturb_aside(rows.first, upper, layout)) best_row(rows.first, upper, true).place(0, layout);
    best_row(rows.second, {area.x, area.bottom() - lower, area.width, lower}, true).place(static_cast<int>(rows.first.size()), layout);
}

// ---- phone

PhonePlace place_phone(const LayoutDescription& d, const Rectangle& content) {
    PhonePlace p;
    const float controls = 44, right = content.right();
    p.heads = {content.x, 10, 0, controls};
    p.show = {right, 10, 0, controls};
    p.axis_baseline = 78;
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
    const float top = 88;
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
    if (layout.dock_folded) layout.claims_line = {content.x, d.height - kDockLine, content.width, kDockLine};
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
        layout.hero.area = {layout.content.x, 64, width, layout.phone.rule - 64};
        layout.rules = {layout.phone.rule};
        layout.wires = false;
        return layout;
    }
    const float dock = d.form == Form::tablet ? 2 * kDock : kDock;
    layout.dock_folded = d.height < kDockFoldsUnder + (d.form == Form::tablet ? 2 * kDock : 0.0f);
    const float dock_top = d.height - (layout.dock_folded ? kDockLine : dock);
    const float room = dock_top - kHeroTop - kHeroToStations - kStationsToDock;
    // Hero 40 %, stations 60 % of what the canvas has more or less than the reference.
    const float gained = 0.4f * (room - kRoomOfReference);
    float zone = std::clamp(d.ribbon_lanes > 1 ? whole(kZone + gained / 2) : whole(kZoneOfOneLane + gained), kZoneMin, kZoneMax);
    if (d.form == Form::tablet && d.ribbon_lanes > 0 && built(d.columns).size() > 2) {
        // Two rows of stations need the height more than the ribbons do.
        const TwoRows rows = two_rows(built(d.columns));
        const float needed = needed_height(rows.first) + kHeroToStations + needed_height(rows.second);
        const float left = room - needed - hero_height(d, 0);
        zone = std::clamp(whole(left / static_cast<float>(d.ribbon_lanes)), 24.0f, 60.0f);
    }
    layout.hero = place_hero(d, {layout.content.x, kHeroTop, width, hero_height(d, zone)}, zone);
    const float stations_top = d.ribbon_lanes > 0 ? layout.hero.area.bottom() + kHeroToStations : kHeroTop + 8;
    layout.stations_area = {layout.content.x, stations_top, width, dock_top - kStationsToDock - stations_top};
    place_stations(d, layout.stations_area, layout);
    if (d.ribbon_lanes > 0) layout.rules.push_back(layout.hero.area.bottom() + 8);
    layout.rules.push_back(dock_top);
    place_dock(d, layout);
    return layout;
}

OpenedPlace make_opened_place(const Rectangle& place, int rows, int columns, float label_width, bool labels) {
    OpenedPlace o;
    o.panel = place;
    o.cell_width = std::clamp(whole((place.width - 150) / static_cast<float>(std::max(1, columns))), 34.0f, 46.0f);
    const float left = labels ? std::max(kLabels, label_width + 12) : 32.0f;
    const float header = 38;
    o.name_baseline = place.y + 14;
    const float height = place.height - header - 6;
    o.cell_height = std::clamp(whole(height / static_cast<float>(std::max(1, rows))), 18.0f, 22.0f);
    o.rows = std::clamp(static_cast<int>(height / o.cell_height), 1, std::max(1, rows));
    o.columns = std::clamp(static_cast<int>((place.width - left - 12) / o.cell_width), 1, std::max(1, columns));
    o.matrix = {place.x + left, place.y + header, o.cell_width * static_cast<float>(o.columns),
                o.cell_height * static_cast<float>(o.rows)};
    o.indices_baseline = o.matrix.y - 5;
    o.label_right = o.matrix.x - 10;
    o.close = {place.right() - 28, place.y, 28, 28};
    return o;
}

}  // namespace dikkat
