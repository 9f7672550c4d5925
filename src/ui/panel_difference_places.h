// Where a difference table's parts stand: the way from input to output, the maps and the largest changes. Pure but for measured
// words.
#pragma once

#include "ui/picture.h"

namespace dikkat {

inline constexpr float kDifferenceHeader = 33;  // names over the maps, clear of an outline around them
inline constexpr float kDifferenceWords = 70;   // the rows' words at most
inline constexpr float kGutterRoom = 12;        // right of the maps
inline constexpr float kStackGap = 12;          // where the maps stand under the way

bool is_stacked(float width);  // too narrow for the maps beside the way

// The rows of the way (and of the largest change), and the three maps.
struct DifferencePlaces {
    Rectangle rows;  // words, way and largest change: their common lines
    float row_height = 0;
    float way_x = 0, way_right = 0;  // outer edges of the two bars
    Rectangle maps[3];
    float names_baseline = 0, map_names_baseline = 0;
    float largest_x = 0, largest_right = 0;

    Rectangle row(int index) const { return {rows.x, rows.y + row_height * static_cast<float>(index), rows.width, row_height}; }
};

DifferencePlaces difference_places(const Picture& picture, const TensorReading& tensor, const Rectangle& area);

}  // namespace dikkat
