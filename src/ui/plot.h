// Plot: the arithmetic of lines over whole numbers (depths): a scale in decades with a line of its own for an exact 0, lines with
// gaps, ticks, and places for words that cover no line. Pure: knows no session and draws nothing.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "imgui.h"
#include "ui/geometry.h"

namespace dikkat {

// A value that has a place: 0, positive and finite. NaN, infinity and negative values leave a gap.
bool has_place(double value);

struct Decades {  // from 10^low to 10^high
    int low = 0, high = 1;
    bool zero = false;  // an exact 0 is among the values

    bool operator==(const Decades&) const = default;
};

// The whole decades around all values; what was `held` before only grows.
Decades decades_over(std::span<const std::vector<double>> lines, const Decades* held = nullptr);
// Exponents of the grid lines, five at most.
std::vector<int> grid_of(const Decades& decades);

// `first` and about five round numbers up to `last`: what an axis of depths names.
std::vector<int> depth_ticks(int first, int last);
// Multiples of a 1, 2, 5 x 10^k in [low, high], `most` at most; a limit counts as inside where it is missed by rounding.
std::vector<double> round_ticks(double low, double high, int most);

struct PlotScale {
    Rectangle area;           // of the decades
    int first = 1, last = 1;  // depths at the left and right edge
    Decades decades;
    float zero_y = 0;  // of the line of exact zeros, under the area

    float x(int depth) const;
    float y(double value) const;  // of a value that has a place
    int depth_at(float x) const;  // the nearest one there is
};

using PlotPiece = std::vector<ImVec2>;  // points without a gap between them

// values[i] stands at depth `first` + i. A line breaks at a gap, and where it falls to an exact 0 or rises from it.
std::vector<PlotPiece> line_pieces(const PlotScale& scale, int first, std::span<const double> values);

// The first depth from which on every value stays on the other side of the threshold than the first value.
struct Crossing {
    int index = 0;  // of values
    bool over = false;

    bool operator==(const Crossing&) const = default;
};
std::optional<Crossing> crossing(std::span<const double> values, double threshold);

// Heights for labels that want to stand at `wanted` (their middles), at least `distance` apart, in [low, high] as far as that goes.
// Their order is kept.
std::vector<float> spread(std::span<const float> wanted, float distance, float low, float high);

// A place for words beside line `own` over or under it, as near to x = `near` (their middle) as can be, that covers no line,
// nothing that is taken, and lies in `area`. Nothing where there is none.
std::optional<Rectangle> place_beside(std::span<const std::vector<PlotPiece>> lines, std::size_t own,
                                      std::span<const Rectangle> taken, const Rectangle& area, ImVec2 size, float near,
                                      bool over_first = false);

}  // namespace dikkat
