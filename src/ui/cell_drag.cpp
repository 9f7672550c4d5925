#include "ui/cell_drag.h"

#include <cmath>
#include <initializer_list>

#include "app/number.h"
#include "core/decimal.h"

namespace dikkat {

namespace {

constexpr double kPixelsAcross = 160;
constexpr double kFine = 0.1;

}  // namespace

double round_step(double least) {
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
    }
    return 10 * decade;
}

float on_step(double value, double step) {
    const int decimals = static_cast<int>(std::fmax(0.0, -std::floor(std::log10(step) + 1e-9)));
    if (!std::isfinite(value)) return to_float(value);
    const float rounded = to_float(read_decimal(fixed_decimal(std::round(value / step) * step, decimals)));
    return rounded == 0 ? 0.0f : rounded;  // no minus zero
}

CellDrag::CellDrag(float start_value, float x, double low, double high)
    : start_value_(start_value),
      low_(low),
      high_(high),
      anchor_value_(std::isfinite(start_value) ? start_value : 0.0),
      anchor_x_(x),
      x_(x) {}

float CellDrag::value_at(float x, bool fine) {
    const double coarse_speed = (high_ - low_) / kPixelsAcross;
    const auto raw = [&](float at) {
        return anchor_value_ + static_cast<double>(at - anchor_x_) * coarse_speed * (fine_ ? kFine : 1);
    };
    if (fine != fine_) {
        anchor_value_ = raw(x_);
        anchor_x_ = x_;
        fine_ = fine;
        moved_ = true;
    }
    x_ = x;
    if (!moved_ && x == anchor_x_) return start_value_;
    return on_step(raw(x), round_step(coarse_speed * (fine_ ? kFine : 1)));
}

}  // namespace dikkat
