// CellEditor: one way to edit cells for every matrix on the screen: drag, type, arrows, copy and paste. The matrix view says where its
// cells are; the editor says what the person does and draws hover, focus, drag callout, typing box and dog-ears over them.
#pragma once

#include <optional>
#include <string>

#include "ui/frame.h"

namespace dikkat {

// A matrix on the screen. `area` is the cells' rectangle, without labels.
struct MatrixPlace {
    const TensorReading* tensor = nullptr;
    int head = 0;
    Rectangle area;
    bool numbers = false;   // cells are large enough to be edited in place
    bool mask = false;      // a click toggles the cell instead of editing a number
};

class CellEditor {
public:
    // Called for every matrix in drawing order, after its heatmap was flushed: makes the ImGui item, handles the pointer and keys.
    void matrix(Frame& frame, const MatrixPlace& place);
    // Called last: ring, callout, typing box; they lie over everything.
    void overlay(Frame& frame);

    bool dragging() const;                                 // bounds of difference maps hold while it is true
    std::optional<CellName> dragged() const;
    std::optional<CellName> hovered() const;

private:
    struct Drag {
        CellName cell;
        float start_value = 0, value = 0, start_x = 0;
        std::uint64_t gesture = 0;
        Rectangle cell_area;
        double bound = 1;
        int decimals = 2;
    };
    struct Typing {
        CellName cell;
        Rectangle cell_area;
        char text[64] = {};
        bool focus_wanted = true;
        bool unreadable = false;
    };
    std::optional<Drag> drag_;
    std::optional<Typing> typing_;
    std::optional<CellName> hovered_, focused_;
    Rectangle hovered_area_, focused_area_;
};

// A matrix as TSV, and TSV or CSV (point or comma decimals, header row and row labels left out) as rows of numbers.
std::string as_tsv(const TensorReading& tensor, int head);
Result<std::vector<std::vector<float>>> parse_table(std::string_view text);

}  // namespace dikkat
