#include "ui/plot.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/cell_drag.h"

namespace dikkat {
namespace {

constexpr int kGridLines = 5;
constexpr float kAir = 4;         // between words and the lines they must not cover
constexpr float kSearchStep = 6;  // px

struct Heights {
    float top = 0, bottom = 0;
    bool empty = true;

    void take(float y) {
        top = empty ? y : std::min(top, y);
        bottom = empty ? y : std::max(bottom, y);
        empty = false;
    }
};

// How high a line runs over [left, right].
Heights heights_over(const std::vector<PlotPiece>& line, float left, float right) {
    Heights heights;
    for (const PlotPiece& piece : line) {
        for (std::size_t i = 0; i < piece.size(); ++i) {
            if (piece[i].x >= left && piece[i].x <= right) heights.take(piece[i].y);
            if (i == 0) continue;
            const ImVec2 a = piece[i - 1], b = piece[i];
            for (const float x : {left, right}) {
                if (x > a.x && x < b.x) heights.take(a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x));
            }
        }
    }
    return heights;
}

bool meet(const Rectangle& a, const Rectangle& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

bool lies_in(const Rectangle& inner, const Rectangle& outer) {
    return inner.x >= outer.x && inner.right() <= outer.right() && inner.y >= outer.y && inner.bottom() <= outer.bottom();
}

}  // namespace

bool has_place(double value) { return value >= 0 && std::isfinite(value); }

Decades decades_over(std::span<const std::vector<double>> lines, const Decades* held) {
    Decades decades;
    bool empty = true;
    if (held != nullptr) decades = *held, empty = false;
    for (const std::vector<double>& line : lines) {
        for (const double value : line) {
            if (!has_place(value)) continue;
            if (value == 0) {
                decades.zero = true;
                continue;
            }
            const double exponent = std::log10(value);
            const int low = static_cast<int>(std::floor(exponent)), high = static_cast<int>(std::ceil(exponent));
            decades.low = empty ? low : std::min(decades.low, low);
            decades.high = empty ? high : std::max(decades.high, high);
            empty = false;
        }
    }
    decades.high = std::max(decades.high, decades.low + 1);
    return decades;
}

std::vector<int> grid_of(const Decades& decades) {
    const int step = (decades.high - decades.low + kGridLines - 2) / (kGridLines - 1);
    std::vector<int> grid;
    for (int exponent = decades.low; exponent <= decades.high; ++exponent) {
        if (exponent % step == 0) grid.push_back(exponent);
    }
    return grid;
}

std::vector<int> depth_ticks(int first, int last) {
    const int step = std::max(1, static_cast<int>(round_step(std::max(1, last - first) / 5.0)));
    std::vector<int> ticks{first};
    for (int depth = step; depth <= last; depth += step) {
        if (depth - first >= (step + 1) / 2) ticks.push_back(depth);
    }
    return ticks;
}

std::vector<double> round_ticks(double low, double high, int most) {
    std::vector<double> ticks;
    if (!(high > low) || !std::isfinite(high - low)) return ticks;
    const double slack = (high - low) * 0.02;
    for (double step = round_step((high - low) / 100);; step = round_step(step * 1.5)) {
        const double begin = std::ceil((low - slack) / step), end = std::floor((high + slack) / step);
        if (end - begin + 1 > most) continue;
        for (double i = begin; i <= end; ++i) ticks.push_back(i == 0 ? 0 : i * step);
        return ticks;
    }
}

float PlotScale::x(int depth) const {
    const float share = last > first ? static_cast<float>(depth - first) / static_cast<float>(last - first) : 0;
    return area.x + area.width * share;
}

float PlotScale::y(double value) const {
    if (value == 0) return zero_y;
    const double share = (std::log10(value) - decades.low) / (decades.high - decades.low);
    return area.bottom() - area.height * static_cast<float>(share);
}

int PlotScale::depth_at(float at) const {
    const float share = area.width > 0 ? (at - area.x) / area.width : 0;
    return std::clamp(first + static_cast<int>(std::lround(share * static_cast<float>(last - first))), first, last);
}

std::vector<PlotPiece> line_pieces(const PlotScale& scale, int first, std::span<const double> values) {
    std::vector<PlotPiece> pieces;
    bool open = false, at_zero = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!has_place(values[i])) {
            open = false;
            continue;
        }
        if (!open || (values[i] == 0) != at_zero) pieces.emplace_back();
        open = true;
        at_zero = values[i] == 0;
        pieces.back().push_back({scale.x(first + static_cast<int>(i)), scale.y(values[i])});
    }
    return pieces;
}

std::optional<Crossing> crossing(std::span<const double> values, double threshold) {
    if (values.empty() || std::isnan(values.back()) || std::isnan(values.front())) return std::nullopt;
    const bool over = values.back() > threshold;
    if ((values.front() > threshold) == over) return std::nullopt;
    std::size_t at = values.size() - 1;
    while (!std::isnan(values[at - 1]) && (values[at - 1] > threshold) == over) --at;
    return Crossing{static_cast<int>(at), over};
}

std::vector<float> spread(std::span<const float> wanted, float distance, float low, float high) {
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    // Labels that would touch become one group around the middle of what they want; groups that touch are joined again.
    struct Group {
        float sum = 0;  // of each member's wish less its place in the group
        std::size_t count = 0;
    };
    std::vector<Group> groups;
    const auto start_of = [&](const Group& group) {
        const float room = high - low - distance * static_cast<float>(group.count - 1);
        return std::clamp(group.sum / static_cast<float>(group.count), low, low + std::max(0.0f, room));
    };
    for (const std::size_t label : order) {
        groups.push_back({wanted[label], 1});
        while (groups.size() > 1) {
            const Group above = groups[groups.size() - 2], below = groups.back();
            const float end = start_of(above) + distance * static_cast<float>(above.count);
            if (start_of(below) >= end) break;
            groups.pop_back();
            // The lower group's members stand that much farther down in the joined one.
            groups.back().sum += below.sum - distance * static_cast<float>(above.count * below.count);
            groups.back().count += below.count;
        }
    }
    std::vector<float> places(wanted.size());
    auto label = order.begin();
    for (const Group& group : groups) {
        float place = start_of(group);
        for (std::size_t i = 0; i < group.count; ++i, place += distance) places[*label++] = place;
    }
    return places;
}

std::optional<Rectangle> place_beside(std::span<const std::vector<PlotPiece>> lines, std::size_t own,
                                      std::span<const Rectangle> taken, const Rectangle& area, ImVec2 size, float near,
                                      bool over_first) {
    const auto is_free = [&](const Rectangle& place) {
        if (!lies_in(place, area)) return false;
        for (const std::vector<PlotPiece>& line : lines) {
            const Heights heights = heights_over(line, place.x - kAir, place.right() + kAir);
            if (!heights.empty && heights.top < place.bottom() + kAir && heights.bottom > place.y - kAir) return false;
        }
        return std::none_of(taken.begin(), taken.end(), [&](const Rectangle& other) { return meet(place, other); });
    };
    const int steps = static_cast<int>(area.width / kSearchStep);
    for (int i = 0; i <= 2 * steps; ++i) {  // to one side and the other, ever farther
        const float offset = static_cast<float>((i + 1) / 2) * (i % 2 == 1 ? -kSearchStep : kSearchStep);
        const float x = near + offset - size.x / 2;
        const Heights heights = heights_over(lines[own], x - kAir, x + size.x + kAir);
        if (heights.empty) continue;
        const float under = heights.bottom + kAir, over = heights.top - kAir - size.y;
        for (const bool is_over : {over_first, !over_first}) {
            const Rectangle place{x, is_over ? over : under, size.x, size.y};
            if (is_free(place)) return place;
        }
    }
    return std::nullopt;
}

}  // namespace dikkat
