// LayoutRow: one row of station columns, at the largest scale that fits its area. Part of the layout: pure, no drawing.
#pragma once

#include <cmath>
#include <vector>

#include "ui/layout.h"

namespace dikkat {

inline constexpr float kGutter = 9;    // right of a matrix, for the marks of the difference view
inline constexpr float kLabels = 84;   // row labels and the gap to the cells
inline constexpr float kPerturb = 56;  // the perturb row's height

inline float whole(float value) { return std::floor(value + 0.001f); }

// What a station needs over and under its cells.
float above_matrix(const LayoutLane& lane, const LayoutStation& station);
float below_matrix(const LayoutStation& station);

// Scale 1 is the design's size: cells of X 34x22, of heads 13, of projections 8x9.
class LayoutRow {
public:
    // Lanes of a column are stacked, or stand side by side.
    LayoutRow(std::vector<LayoutColumn> columns, const Rectangle& area, bool side_by_side);

    float smallest_cell() const;
    void place(int first_column, Layout& layout) const;

private:
    struct Cells {
        float width = 0, height = 0;
    };
    struct Gaps {
        float column = 0, lane = 0;
    };

    void fit(float least);
    void fit_small_numbers();
    void grow_lanes();
    float scale_of(std::size_t column, const LayoutLane& lane) const;
    // Heights
    float room(const LayoutColumn& column, const LayoutLane& lane) const;
    float lane_height(std::size_t column, const LayoutLane& lane) const;
    // Cells
    Cells number_cells(const LayoutStation& station, float tallest, float chrome, float scale) const;
    Cells own_cells(const LayoutColumn& column, const LayoutLane& lane, const LayoutStation& station, float scale) const;
    Cells cells_of(std::size_t column, const LayoutLane& lane, const LayoutStation& station, float scale) const;
    // Widths
    float slot(std::size_t column, const LayoutLane& lane, const LayoutStation& station, float scale) const;
    float lane_width(std::size_t column, const LayoutLane& lane, float scale, float gap) const;
    float column_width(std::size_t column, float scale, float gap) const;
    float width(float scale) const;
    float gap_share(std::size_t gap, float scale) const;
    float gap_shares(float scale) const;
    Gaps gaps() const;
    // Places
    void place_column(std::size_t column, int first_column, float x, float right, float centre_before, const Gaps& gaps,
                      Layout& layout) const;
    void place_lane(std::size_t column, int first_column, int lane, float x, float y, float right, const Gaps& gaps,
                    Layout& layout) const;
    float centred_top(std::size_t column, float centre_before) const;

    std::vector<LayoutColumn> columns_;
    Rectangle area_;
    bool side_by_side_;
    bool numbers_fit_ = true;  // of the stations that want them; else they are colour, as the small ones are
    float scale_ = 1;
    bool small_numbers_ = false;              // cells of queries x keys are wide enough for their numbers
    std::vector<std::vector<float>> scales_;  // of each column's lanes: scale_, or more where the column has room
};

}  // namespace dikkat
