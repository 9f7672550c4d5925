// Matrix: one way to draw a tensor's cells, wherever they stand: map colours, numbers where they fit, masked and NaN cells, and the
// cell editor over them. Names, labels and captions are their views' own.
#pragma once

#include <optional>

#include "ui/picture.h"

namespace dikkat {

struct MatrixDrawing {
    const TensorReading* tensor = nullptr;
    Rectangle cells;       // the whole matrix
    bool numbers = false;  // cells are large enough
    float number_size = 11;
    bool editable = true;         // false: a picture that takes no pointer
    bool readable = false;        // of one that is not editable: a cell tells its number and can be selected
    std::optional<Show> show;     // where it is not the screen's
    std::optional<double> bound;  // of its map, where maps side by side are to be compared
    std::string motion_name;      // one for each place that shows it
    // The part that is seen; rows = 0: all of it.
    int first_row = 0, first_column = 0, rows = 0, columns = 0;

    Rectangle row(int index) const;  // without the gap after it
    Rectangle cell(int row, int column) const;
};

// First all heatmaps of a view, then, after one flush, what lies over them.
void draw_cells(const Picture& picture, const MatrixDrawing& matrix);
void draw_over_cells(const Picture& picture, const MatrixDrawing& matrix);
// Over these, where they are seen: the selected token's row and the selected cell. Over a difference the gutter speaks instead.
void ring_selection(const Picture& picture, const MatrixDrawing& matrix);
void ring_selected_cell(const Picture& picture, const MatrixDrawing& matrix);
void ring_over_cells(Pen& pen, const Rectangle& area, ImU32 colour, float radius);  // with a light line around it
Show show_of(const Picture& picture, const MatrixDrawing& matrix);
double shown_bound(const Picture& picture, const MatrixDrawing& matrix);  // of the map in use; 0: nothing differs
double shown_bound(const Picture& picture, const TensorReading& tensor);
// As it is printed beside a shape: "±2"; empty where the map is not signed.
std::string shown_bound_words(const Picture& picture, const MatrixDrawing& matrix);
std::string shown_bound_words(const Picture& picture, const TensorReading& tensor);
// Right of a matrix in the difference view: a bar where the row moved, "=" where it did not.
void draw_gutter(const Picture& picture, const MatrixDrawing& matrix);

}  // namespace dikkat
