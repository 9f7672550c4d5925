#include "ui/layout_stations.h"

#include <algorithm>

#include "ui/layout_row.h"

namespace dikkat {
namespace {

constexpr float kBetweenRows = 26, kLaneGap = 20;
constexpr float kSmallCell = 13, kLowCell = 7;  // of the reference; as low as it may be for numbers elsewhere

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

LayoutRow best_row(const std::vector<LayoutColumn>& columns, const Rectangle& area, bool may_lie) {
    LayoutRow stacked(columns, area, false);
    if (!may_lie) return stacked;
    LayoutRow lying(columns, area, true);
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

// Of a row whose lanes lie side by side, with numbers where they are wanted and other cells of the height `small`.
float needed_height(const std::vector<LayoutColumn>& columns, float small) {
    float most = 0;
    for (const LayoutColumn& column : columns) {
        for (const LayoutLane& lane : column.lanes) {
            for (const LayoutStation& station : lane.stations) {
                const float cell = station.numbers ? 19.0f : small;
                most =
                    std::max(most, above_matrix(lane, station) + below_matrix(station) + cell * static_cast<float>(station.rows));
            }
        }
    }
    return most;
}

// In a low row the perturb row stands under the small matrices beside its tensor. False where there is no room for it.
bool place_with_perturb_aside(std::vector<LayoutColumn> columns, const Rectangle& area, Layout& layout) {
    if (columns.size() != 2 || columns[0].lanes.size() != 1 || columns[0].lanes[0].stations.size() != 1) return false;
    LayoutStation& numbered = columns[0].lanes[0].stations[0];
    if (!numbered.perturb || needed_height(columns, kSmallCell) <= area.height) return false;
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

bool stands_in_two_rows(const LayoutDescription& d, const std::vector<LayoutColumn>& columns) {
    return d.form == Form::tablet && columns.size() > 2;
}

}  // namespace

float needed_by_stations(const LayoutDescription& d) {
    const std::vector<LayoutColumn> columns = built(d.columns);
    if (stands_in_two_rows(d, columns)) {
        const TwoRows rows = two_rows(columns);
        return needed_height(rows.first, kSmallCell) + kBetweenRows + needed_height(rows.second, kSmallCell);
    }
    float most = 0;
    for (const LayoutColumn& column : columns) {
        float sum = -kLaneGap;
        for (const LayoutLane& lane : column.lanes) {
            LayoutColumn alone;
            alone.lanes.push_back(lane);
            sum += needed_height({alone}, kLowCell) + kLaneGap;
        }
        most = std::max(most, sum);
    }
    return most;
}

void place_stations(const LayoutDescription& d, const Rectangle& area, Layout& layout) {
    const std::vector<LayoutColumn> columns = built(d.columns);
    if (columns.empty()) return;
    layout.wires = !stands_in_two_rows(d, columns);
    if (layout.wires) {
        best_row(columns, area, false).place(0, layout);
        return;
    }
    const TwoRows rows = two_rows(columns);
    const float lower = std::min(needed_height(rows.second, kSmallCell), whole((area.height - kBetweenRows) / 2));
    const Rectangle upper{area.x, area.y, area.width, area.height - kBetweenRows - lower};
    if (!place_with_perturb_aside(rows.first, upper, layout)) best_row(rows.first, upper, true).place(0, layout);
    // Rows that need less than they have stand nearer to each other: what is left is shared with the end.
    float bottom = area.y;
    for (const StationPlace& place : layout.stations) bottom = std::max({bottom, place.area.bottom(), place.perturb.bottom()});
    const float spare = std::max(0.0f, upper.bottom() - bottom);
    const float top = area.bottom() - lower - whole(spare / 2);
    best_row(rows.second, {area.x, top, area.width, area.bottom() - top}, true).place(static_cast<int>(rows.first.size()), layout);
}

}  // namespace dikkat
