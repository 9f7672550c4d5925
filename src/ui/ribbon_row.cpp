#include "ui/ribbon_row.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"

namespace dikkat {
namespace {

std::vector<float> row_of(std::span<const float> values, int columns, int row) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row) * columns;
    return {begin, begin + columns};
}

int standing_out(const std::vector<float>& weights) {
    int best = 0;
    for (int i = 1; i < static_cast<int>(weights.size()); ++i) {
        if (weights[static_cast<std::size_t>(i)] > weights[static_cast<std::size_t>(best)]) best = i;
    }
    const float even = 1 / static_cast<float>(std::max<std::size_t>(1, weights.size()));
    return !weights.empty() && weights[static_cast<std::size_t>(best)] > 1.5f * even ? best : -1;
}

}  // namespace

bool RibbonRow::is_nan() const {
    return std::any_of(now.begin(), now.end(), [](float w) { return std::isnan(w); });
}

std::string RibbonRow::number(std::size_t key, int decimals) const {
    if (!change.empty()) return with_sign(static_cast<double>(change[key]), decimals);
    if (!gradient.empty()) return with_sign(static_cast<double>(gradient[key]), decimals);
    return fixed(static_cast<double>(now[key]), decimals, Minus::sign, true);
}

ImU32 RibbonRow::ink(const Palette& colours, std::size_t key) const {
    if (std::isnan(now[key])) return colours.nan;
    if (!change.empty()) return change[key] == 0 ? colours.ink3 : colours.changed;
    if (!gradient.empty()) return gradient[key] == 0 ? colours.ink3 : colours.gradient;
    return colours.ink;
}

RibbonRow read_ribbon_row(const Picture& picture, const TensorReading& weights, int row) {
    RibbonRow r;
    const int columns = weights.shape.columns();
    const bool of_baseline = picture.show() == Show::baseline && !weights.baseline.empty();
    r.now = row_of(of_baseline ? weights.baseline : weights.value, columns, row);
    if (picture.in_difference() && !weights.baseline.empty()) {
        r.baseline = row_of(weights.baseline, columns, row);
        r.change = row_of(weights.difference, columns, row);
    } else if (picture.show() == Show::value && !weights.baseline.empty() && weights.moved_rows[static_cast<std::size_t>(row)]) {
        r.baseline = row_of(weights.baseline, columns, row);
    }
    if (picture.in_gradient() && !weights.gradient.empty()) r.gradient = row_of(weights.gradient, columns, row);
    for (const float w : r.now) r.sum += w;
    r.largest = standing_out(r.now);
    const std::span<const float> gliding = picture.motion.glide("ribbons/" + std::string(weights.name), r.now);
    r.drawn.assign(gliding.begin(), gliding.end());
    return r;
}

std::vector<float> bus_levels(const std::vector<float>& weights, int query, float waist) {
    std::vector<float> levels(weights.size());
    const int count = static_cast<int>(weights.size());
    const auto weight = [&](int i) { return weights[static_cast<std::size_t>(i)]; };
    for (int j = 0; j < count; ++j) {
        float below = 0, bus = 0;
        if (j <= query) {
            for (int i = 0; i <= query && i < count; ++i) bus += weight(i);
            for (int i = 0; i < j; ++i) below += weight(i);
        } else {
            for (int i = query + 1; i < count; ++i) bus += weight(i);
            for (int i = count - 1; i > j; --i) below += weight(i);
        }
        levels[static_cast<std::size_t>(j)] = (1 - bus * waist) / 2 + (below + weight(j) / 2) * waist;
    }
    return levels;
}

float ribbon_waist(float bus, float end_width, float offset) {
    const float bent = end_width > 0 ? std::clamp(std::fabs(offset) / end_width, 0.0f, 1.0f) : 1.0f;
    return end_width + (bus - end_width) * bent * bent * (3 - 2 * bent);
}

ImU32 ribbon_colour(const Palette& colours, float weight) {
    return with_alpha(colours.weights, (colours.dark ? 0.4f : 0.3f) + 0.55f * weight);
}

void select_token(const Picture& picture, int token) {
    Select select;
    select.row = token;
    picture.send(select);
}

}  // namespace dikkat
