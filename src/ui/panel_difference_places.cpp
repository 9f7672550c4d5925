#include "ui/panel_difference_places.h"

#include <algorithm>
#include <cmath>

#include "ui/panel_drawing.h"

namespace dikkat {
namespace {

constexpr float kNames = 25, kMapGap = 30, kMostRow = 44;
constexpr float kWay = 140, kLeastWay = 96;
constexpr float kLargest = 158, kLeastLargest = 126, kLargestGap = 14;
constexpr float kStackedUnder = 600;

float words_width(const Picture& picture, const TensorReading& tensor) {
    float widest = 0;
    for (int row = 0; row < tensor.shape.rows(); ++row) {
        const std::string word = picture.frame.session.axis_label(tensor, 0, row);
        widest = std::max(widest, picture.frame.pen.width(Face::bold, kPanelWords, word));
    }
    return std::min(widest, kDifferenceWords) + 12;
}

}  // namespace

bool is_stacked(float width) { return width < kStackedUnder; }

DifferencePlaces difference_places(const Picture& picture, const TensorReading& tensor, const Rectangle& area) {
    DifferencePlaces p;
    const float rows = static_cast<float>(tensor.shape.rows()), columns = static_cast<float>(tensor.shape.columns());
    const bool below = is_stacked(area.width);
    const float room = area.height - (below ? 2 * kDifferenceHeader + kStackGap : kDifferenceHeader);
    const float pitch = below ? room / (2 * rows) : room / rows;
    p.row_height = std::clamp(std::floor(pitch), 3.0f, kMostRow);
    p.rows = {area.x, area.y + kDifferenceHeader, area.width, p.row_height * rows};
    p.names_baseline = area.y + kNames;
    p.largest_right = area.right();
    p.way_x = area.x + words_width(picture, tensor);
    const float largest = below ? kLeastLargest : std::clamp(area.width * 0.17f, kLeastLargest, kLargest + 40);
    p.largest_x = area.right() - largest;
    float x = area.x, cell = 0, y = p.rows.y;
    if (below) {
        p.way_right = p.largest_x - kLargestGap;
        y = p.rows.bottom() + kStackGap + kDifferenceHeader;
        cell = (area.width - 2 * kGutterRoom - kGutterRoom) / (3 * columns);
        p.map_names_baseline = y - kDifferenceHeader + kNames;
    } else {
        const float way = std::clamp(area.width * 0.154f, kLeastWay, kWay + 60);
        p.way_right = p.way_x + way;
        x = p.way_right + 20;
        cell = (p.largest_x - kLargestGap - kGutterRoom - x - 2 * kMapGap) / (3 * columns);
        p.map_names_baseline = p.names_baseline;
    }
    cell = cell >= 2 ? std::floor(cell) : cell;
    const float width = cell * columns;
    const float gap =
        below ? (area.width - kGutterRoom - 3 * width) / 2 : (p.largest_x - kLargestGap - kGutterRoom - x - 3 * width) / 2;
    for (int i = 0; i < 3; ++i) {
        p.maps[i] = {std::floor(x + (width + gap) * static_cast<float>(i)), y, width, p.row_height * rows};
    }
    return p;
}

}  // namespace dikkat
