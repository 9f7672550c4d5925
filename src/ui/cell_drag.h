// CellDrag: from pixels to a number while a cell is dragged. Arithmetic only; the cell editor holds the pointer.
#pragma once

namespace dikkat {

// The smallest of 1, 2, 5 x 10^k that is not below `least` (> 0).
double round_step(double least);
// The multiple of a step of round_step() nearest to `value`, as the float nearest to its decimal spelling: 0.55, never 0.5500001.
float on_step(double value, double step);

class CellDrag {
public:
    // `low` to `high` is what about 160 px cross.
    CellDrag(float start_value, float x, double low, double high);

    float start_value() const { return start_value_; }
    double low() const { return low_; }
    double high() const { return high_; }
    // The value with the pointer at x; `fine` moves a tenth as fast in a tenth of the step. Back where it began it is the value it
    // began with, to the bit.
    float value_at(float x, bool fine);

private:
    float start_value_;
    double low_, high_;
    double anchor_value_;  // where the present speed took over
    float anchor_x_, x_;
    bool fine_ = false, moved_ = false;
};

}  // namespace dikkat
