#include "ui/layout_row.h"

#include <algorithm>

namespace dikkat {
namespace {

constexpr float kNameLine = 17, kTitleLine = 22, kCaptionLine = 18;
constexpr float kNumberHeader = 33, kGroupsLine = 21, kPerturbGap = 24, kPerturbWidth = 320, kPerturbLeast = 312;
constexpr float kLaneGap = 20, kColumnGapMin = 23, kColumnGapMost = 160, kCrossing = 1.75f, kCrossingLeast = 1.25f;
constexpr float kNumberWidth = 28, kNumberHeight = 18;  // a cell that holds its number
constexpr float kNumberAir = 7, kLeastAir = 3;          // around it, as measured; so near that two are still two
constexpr float kNumberMost = 60;
constexpr float kColour = 21;                        // a cell that would hold its number if there were room
constexpr float kSmallCell = 13, kSmallMatrix = 80;  // of queries x keys: a cell, and a matrix of many
constexpr float kScaleMost = 3.2f, kScaleOfSmallNumbers = 0.95f, kScaleClose = 0.6f, kScaleOfNumbers = 0.42f, kScaleLeast = 0.3f;

float lane_gap(float scale) { return std::clamp(whole(kLaneGap * scale), 15.0f, 30.0f); }

float rows_of(const LayoutLane& lane) {
    int most = 1;
    for (const LayoutStation& station : lane.stations) most = std::max(most, station.rows);
    return static_cast<float>(most);
}

// The narrowest cell in which a station's numbers do not touch.
float apart(const LayoutStation& station) { return std::ceil(station.number_width) - kNumberAir + kLeastAir; }

float chrome(const LayoutLane& lane) {
    float most = 0;
    for (const LayoutStation& station : lane.stations) most = std::max(most, above_matrix(lane, station) + below_matrix(station));
    return most;
}

}  // namespace

float above_matrix(const LayoutLane& lane, const LayoutStation& station) {
    const float title = lane.title ? kTitleLine : 0.0f;
    if (station.numbers) return title + kNumberHeader + (station.groups ? kGroupsLine : 0.0f);
    return title + kNameLine;
}

float below_matrix(const LayoutStation& station) {
    return (station.caption ? kCaptionLine : 0.0f) + (station.perturb ? kPerturbGap + kPerturb : 0.0f);
}

LayoutRow::LayoutRow(std::vector<LayoutColumn> columns, const Rectangle& area, bool side_by_side)
    : columns_(std::move(columns)), area_(area), side_by_side_(side_by_side) {
    fit(kScaleOfNumbers);
    if (width(scale_) > area_.width) {
        numbers_fit_ = false;
        fit(kScaleLeast);
    }
    fit_small_numbers();
    grow_lanes();
}

// The largest scale at which the row fits, or the least.
void LayoutRow::fit(float least) {
    scale_ = kScaleMost;
    while (scale_ > least && width(scale_) > area_.width) scale_ -= 0.01f;
}

// Numbers in the small matrices too, where all others keep about the design's size.
void LayoutRow::fit_small_numbers() {
    if (!numbers_fit_) return;
    small_numbers_ = true;
    float scale = scale_;
    while (scale >= kScaleOfSmallNumbers && width(scale) > area_.width) scale -= 0.01f;
    small_numbers_ = scale >= kScaleOfSmallNumbers;
    if (small_numbers_) scale_ = scale;
}

// A lane of small matrices over or under a wider one takes the width that its column has anyway.
void LayoutRow::grow_lanes() {
    for (const LayoutColumn& column : columns_) scales_.emplace_back(column.lanes.size(), scale_);
    if (side_by_side_) return;
    const float gap = gaps().lane;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const std::vector<LayoutLane>& lanes = columns_[c].lanes;
        const float room = column_width(c, scale_, gap);
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            const auto has_labels = [](const LayoutStation& station) { return station.numbers; };
            if (std::any_of(lanes[i].stations.begin(), lanes[i].stations.end(), has_labels)) continue;
            float scale = kScaleMost;
            while (scale > scale_ && lane_width(c, lanes[i], scale, gap) > room) scale -= 0.01f;
            scales_[c][i] = std::max(scale, scale_);
        }
    }
}

float LayoutRow::scale_of(std::size_t column, const LayoutLane& lane) const {
    return scales_[column][static_cast<std::size_t>(&lane - columns_[column].lanes.data())];
}

float LayoutRow::smallest_cell() const {
    float smallest = 100;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        for (const LayoutLane& lane : columns_[c].lanes) {
            for (const LayoutStation& station : lane.stations) {
                const Cells cells = cells_of(c, lane, station, scale_of(c, lane));
                smallest = std::min({smallest, cells.width, cells.height});
            }
        }
    }
    return smallest;
}

// ---- heights

// Room for one lane's matrix: stacked lanes share the column's height by their rows.
float LayoutRow::room(const LayoutColumn& column, const LayoutLane& lane) const {
    if (side_by_side_) return std::max(4.0f, area_.height - chrome(lane));
    float free = area_.height + kLaneGap, all_rows = 0;
    for (const LayoutLane& each : column.lanes) {
        free -= kLaneGap + chrome(each);
        all_rows += rows_of(each);
    }
    return std::max(4.0f, free * rows_of(lane) / all_rows);
}

float LayoutRow::lane_height(std::size_t column, const LayoutLane& lane) const {
    float tallest = 0;
    for (const LayoutStation& station : lane.stations) {
        tallest = std::max(tallest,
                           above_matrix(lane, station) + below_matrix(station) +
                               cells_of(column, lane, station, scale_of(column, lane)).height * static_cast<float>(station.rows));
    }
    return tallest;
}

// ---- cells

LayoutRow::Cells LayoutRow::number_cells(const LayoutStation& station, float tallest, float chrome, float scale) const {
    const float rows = static_cast<float>(std::max(1, station.rows)), count = static_cast<float>(std::max(1, station.columns));
    // Rows grow with the room that the whole station leaves, from 22 on; a number needs 28x18, else the cell is colour alone.
    const float spare = area_.height / (chrome + 22 * rows);
    const float height = std::clamp(whole(std::min(tallest, 22 * std::max(1.0f, spare / 1.15f))), 4.0f, 30.0f);
    if (!numbers_fit_) return {std::clamp(whole(std::min(kColour, 12 * kColour / count) * scale), 4.0f, kNumberWidth - 1), height};
    // Small matrices grow first: a number is readable already.
    const float grown = scale > 1 ? 1 + 0.2f * (scale - 1) : scale;
    const float wanted = std::max(34.0f, std::ceil(station.number_width));
    // A cell stays wide enough for its number for as long as the small matrices can shrink in its place.
    const float close = std::max(kNumberWidth, apart(station) - (scale > kScaleClose ? 0 : kLeastAir));
    const float least = count <= 12 ? close : 4.0f;
    return {std::clamp(whole(std::min(wanted * grown, 10.5f * wanted * grown / count)), least, kNumberMost), height};
}

LayoutRow::Cells LayoutRow::own_cells(const LayoutColumn& column, const LayoutLane& lane, const LayoutStation& station,
                                      float scale) const {
    const float rows = static_cast<float>(std::max(1, station.rows)), count = static_cast<float>(std::max(1, station.columns));
    const float tallest = room(column, lane) / rows;
    if (station.numbers) return number_cells(station, tallest, chrome(lane), scale);
    // Where it is narrow, cells fill the width that the station's words take anyway.
    const float words = scale_ < 1 ? whole(station.name_width / count) : 0.0f;
    if (station.tokens_by_tokens) {
        const float side = std::max(2.0f, whole(std::min({kSmallCell * scale, kSmallMatrix * scale / count, tallest})));
        const float height = std::max(side, whole(std::min({kSmallCell, kSmallMatrix / count, tallest})));
        if (small_numbers_ && tallest >= kNumberHeight) {
            return {std::max({side, kNumberWidth, apart(station)}), std::max(side, whole(std::min(22.0f, tallest)))};
        }
        return {std::max(side, words), height};
    }
    const float cell = std::max({1.0f, words, whole(std::min({13 * scale, 64 * scale / count, 1.2f * tallest}))});
    return {cell, std::max(1.0f, whole(std::min({tallest, cell + 1, 13 * scale})))};
}

// Rows of a lane stand in line: stations with as many rows share their height. A single lane behind several takes theirs.
LayoutRow::Cells LayoutRow::cells_of(std::size_t column, const LayoutLane& lane, const LayoutStation& station, float scale) const {
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
                const float theirs = scales_.empty() ? scale : scale_of(column - 1, before);
                cells.height = own_cells(columns_[column - 1], before, other, theirs).height;
            }
        }
    }
    return cells;
}

// ---- widths

float LayoutRow::slot(std::size_t column, const LayoutLane& lane, const LayoutStation& station, float scale) const {
    const float cells = cells_of(column, lane, station, scale).width * static_cast<float>(station.columns);
    if (!station.numbers) return std::max(cells, station.name_width);
    // Name, shape and bound stand over the labels; where it is narrow they run on over the cells.
    return std::max(station.label_width + 10, scale < 1 ? 0 : kLabels) + cells;
}

float LayoutRow::lane_width(std::size_t column, const LayoutLane& lane, float scale, float gap) const {
    float sum = 0;
    bool perturb = false;
    for (const LayoutStation& station : lane.stations) {
        sum += slot(column, lane, station, scale);
        perturb = perturb || station.perturb;
    }
    return std::max(perturb ? std::max(lane.title_width, kPerturbLeast) : lane.title_width,
                    sum + gap * static_cast<float>(std::max<std::size_t>(1, lane.stations.size()) - 1));
}

float LayoutRow::column_width(std::size_t column, float scale, float gap) const {
    float widest = 0, sum = 0;
    for (const LayoutLane& lane : columns_[column].lanes) {
        const float own = lane_width(column, lane, scale, gap);
        widest = std::max(widest, own);
        sum += own;
    }
    if (!side_by_side_) return widest;
    return sum + kColumnGapMin * static_cast<float>(std::max<std::size_t>(1, columns_[column].lanes.size()) - 1);
}

float LayoutRow::width(float scale) const {
    float sum = kGutter + kColumnGapMin * std::clamp(scale, 0.75f, 1.0f) * gap_shares(scale);
    for (std::size_t c = 0; c < columns_.size(); ++c) sum += column_width(c, scale, lane_gap(scale));
    return sum;
}

// Wires cross where several lanes feed several.
float LayoutRow::gap_share(std::size_t gap, float scale) const {
    const bool crosses = columns_[gap].lanes.size() > 1 && columns_[gap + 1].lanes.size() > 1;
    if (!crosses || side_by_side_) return 1;
    return scale > kScaleClose ? kCrossing : kCrossingLeast;
}

float LayoutRow::gap_shares(float scale) const {
    float sum = 0;
    for (std::size_t i = 0; i + 1 < columns_.size(); ++i) sum += gap_share(i, scale);
    return sum;
}

LayoutRow::Gaps LayoutRow::gaps() const {
    Gaps gaps{0, lane_gap(scale_)};
    float stations = 0, in_lanes = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        stations += column_width(c, scale_, gaps.lane);
        std::size_t most = 1;
        for (const LayoutLane& lane : columns_[c].lanes) most = std::max(most, lane.stations.size());
        in_lanes += static_cast<float>(most - 1);
    }
    const float spare = std::max(0.0f, area_.width - kGutter - stations);
    const float shares = gap_shares(scale_);
    if (shares <= 0) return gaps;
    gaps.column = std::min(kColumnGapMost, spare / shares);
    constexpr float kWide = 56;
    if (gaps.column > kWide && in_lanes > 0 && !side_by_side_) {
        const float more = std::min(24.0f, (gaps.column - kWide) * shares / (in_lanes + shares));
        gaps.lane += whole(more);
        gaps.column = std::min(kColumnGapMost, (spare - whole(more) * in_lanes) / shares);
    }
    return gaps;
}

// ---- places

void LayoutRow::place_lane(std::size_t column, int first_column, int lane_index, float x, float y, float right, const Gaps& gaps,
                           Layout& layout) const {
    const LayoutLane& lane = columns_[column].lanes[static_cast<std::size_t>(lane_index)];
    const float scale = scale_of(column, lane);
    float above = 0, tallest = 0;
    for (const LayoutStation& station : lane.stations) {
        above = std::max(above, above_matrix(lane, station));
        tallest = std::max(tallest, cells_of(column, lane, station, scale).height * static_cast<float>(station.rows));
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
        const Cells cells = cells_of(column, lane, station, scale);
        const float wide = slot(column, lane, station, scale);
        const float title = lane.title ? kTitleLine : 0.0f;
        StationPlace s;
        s.tensor = station.tensor;
        s.column = place.column;
        s.lane = lane_index;
        s.order = order++;
        s.cell_width = cells.width;
        s.cell_height = cells.height;
        s.labels = station.numbers;
        s.numbers = cells.width >= (station.numbers ? kNumberWidth : std::max(kNumberWidth, apart(station))) &&
                    cells.height >= kNumberHeight;
        s.tokens_by_tokens = station.tokens_by_tokens;
        const float matrix_width = cells.width * static_cast<float>(station.columns);
        const float matrix_height = cells.height * static_cast<float>(station.rows);
        const float matrix_x = station.numbers ? x + wide - matrix_width : x;
        s.matrix = {matrix_x, whole(y + above + (station.numbers ? 0 : (tallest - matrix_height) / 2)), matrix_width,
                    matrix_height};
        s.name_x = x;
        s.name_baseline = y + title + 8 - (lane.title ? 1.0f : 0.0f);
        s.slot_right = x + wide;
        s.header_right = x + wide + (station.numbers ? 10 : gaps.lane - 8);
        s.groups_baseline = s.matrix.y - 26;
        s.indices_baseline = s.matrix.y - 5;
        s.caption_baseline = s.matrix.bottom() + 14.5f;
        if (station.perturb) {
            const float end = std::min(right - 16, std::max(s.slot_right, x + kPerturbWidth));
            s.perturb = {x, s.matrix.bottom() + kPerturbGap, end - x, kPerturb};
        }
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

// A small single lane stands in the middle of what is before it.
float LayoutRow::centred_top(std::size_t column, float centre_before) const {
    const LayoutLane& lane = columns_[column].lanes.front();
    const LayoutStation& station = lane.stations.front();
    const float half = cells_of(column, lane, station, scale_of(column, lane)).height * static_cast<float>(station.rows) / 2;
    const float lowest = std::max(area_.y, area_.bottom() - lane_height(column, lane));
    return whole(std::clamp(centre_before - half - above_matrix(lane, station), area_.y, lowest));
}

void LayoutRow::place_column(std::size_t column, int first_column, float x, float right, float centre_before, const Gaps& gaps,
                             Layout& layout) const {
    const std::vector<LayoutLane>& lanes = columns_[column].lanes;
    float heights = 0;
    for (const LayoutLane& lane : lanes) heights += lane_height(column, lane);
    const float steps = static_cast<float>(lanes.size() - 1);
    const float free = steps > 0 ? (area_.height - heights) / steps : 0;
    const float between = free < kLaneGap ? free : kLaneGap + 0.35f * (free - kLaneGap);
    const bool centred = column > 0 && lanes.size() == 1 && !lanes.front().stations.front().numbers;
    float y = centred ? centred_top(column, centre_before) : area_.y;
    for (int i = 0; i < static_cast<int>(lanes.size()); ++i) {
        const LayoutLane& lane = lanes[static_cast<std::size_t>(i)];
        place_lane(column, first_column, i, whole(x), whole(y), right, gaps, layout);
        if (side_by_side_) {
            x += lane_width(column, lane, scale_, gaps.lane) + kColumnGapMin;  // lanes that lie do not grow
        } else {
            y += lane_height(column, lane) + between;
        }
    }
}

void LayoutRow::place(int first_column, Layout& layout) const {
    const Gaps gaps = this->gaps();
    float x = area_.x, centre_before = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const std::size_t first = layout.stations.size();
        const float wide = column_width(c, scale_, gaps.lane);
        const float gap = c + 1 < columns_.size() ? gaps.column * gap_share(c, scale_) : kGutter;
        place_column(c, first_column, x, x + wide + gap - 6, centre_before, gaps, layout);
        centre_before = 0;
        for (std::size_t i = first; i < layout.stations.size(); ++i) centre_before += layout.stations[i].matrix.centre_y();
        centre_before /= static_cast<float>(layout.stations.size() - first);
        x += wide + gap;
    }
}

}  // namespace dikkat
