// StationDrawing: one station: its cells and what lies over them, its name, labels, caption. Wires and spotlight are the screen's.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "ui/matrix.h"

namespace dikkat {

// What the sum on the sum card reads, as one block of each shown tensor.
struct ReadBlock {
    int row = 0, column = 0, last_row = -1, last_column = -1;

    void take(const Cell& cell) {
        if (last_row < 0) {
            *this = {cell.row, cell.column, cell.row, cell.column};
            return;
        }
        row = std::min(row, cell.row), last_row = std::max(last_row, cell.row);
        column = std::min(column, cell.column), last_column = std::max(last_column, cell.column);
    }
};

// By tensor, of the selected cell.
std::map<std::string, ReadBlock> read_by_the_sum(const Session& session);

// The one cell that was set in a small matrix: the difference view tells it under the matrix.
std::optional<Edit> told_edit(const Picture& picture, const StationPlace& place);

class StationDrawing {
public:
    StationDrawing(const Picture& picture, const StationPlace& place, const std::map<std::string, ReadBlock>& read);

    void cells();  // their colours; all stations first, then one flush
    void over_cells();
    void words();

private:
    void outlines();
    void rings();
    void row_labels();
    void column_labels();
    void groups();
    void header();
    void caption();
    void missing_note();
    std::string numbered_words() const;
    void numbered_caption(float x, std::string words);
    void edit_note();
    bool header_pressed(float right);
    std::string bound() const;
    // A bound beside its map is never left out; the shape and the formula give way to it.
    float detail(float x, float room);

    const Picture& picture_;
    const StationPlace& place_;
    const TensorReading& tensor_;
    Pen& pen_;
    const Palette& colours_;
    MatrixDrawing matrix_;
    std::optional<ReadBlock> read_;
};

}  // namespace dikkat
