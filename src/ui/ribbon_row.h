// RibbonRow: one query's weights as the ribbons show them, standing or lying, and the ways of the ribbons between bars and box.
#pragma once

#include <vector>

#include "ui/picture.h"

namespace dikkat {

inline constexpr float kRibbonWaist = 0.68f;  // of the zone, at weight 1

// One lane's row of weights as it is drawn and as it is told.
struct RibbonRow {
    std::vector<float> now;       // of the view: value, or baseline
    std::vector<float> baseline;  // of the difference view, and of a row of values that moved; else empty
    std::vector<float> change;    // of the difference view
    std::vector<float> gradient;  // of the gradient view, whose ribbons stay the weights
    std::vector<float> drawn;     // gliding
    float sum = 0;
    int largest = -1;  // the one weight that stands out, -1 for none

    bool is_nan() const;
    // What stands beside a key: its weight, its change, or its gradient.
    std::string number(std::size_t key, int decimals) const;
    ImU32 ink(const Palette& colours, std::size_t key) const;
    bool stands_out(std::size_t key) const { return change.empty() && gradient.empty() && static_cast<int>(key) == largest; }
};

RibbonRow read_ribbon_row(const Picture& picture, const TensorReading& weights, int row);

// Where each key's bus runs, of the way from the query (0) to the bars (1): keys up to the query and keys after it are a bus each,
// centred; the outermost key runs nearest to the query, so that no two ribbons cross. `waist` is a ribbon's width there at
// weight 1.
std::vector<float> bus_levels(const std::vector<float>& weights, int query, float waist);
// A ribbon's width halfway: `bus`, the rule's, where it is bent; a bar right over its share of the box stays as wide as it is.
float ribbon_waist(float bus, float end_width, float offset);
ImU32 ribbon_colour(const Palette& colours, float weight);
void select_token(const Picture& picture, int token);

}  // namespace dikkat
