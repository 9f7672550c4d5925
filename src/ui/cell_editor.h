// CellEditor: one way to edit cells for every matrix on the screen: drag, type, arrows, copy and paste. The matrix view says where
// its cells are; the editor says what the person does and draws hover, focus, drag callout, typing box and dog-ears over them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/text.h"
#include "ui/cell_drag.h"
#include "ui/frame.h"
#include "ui/typed_text.h"

namespace dikkat {

// A matrix on the screen. `area` is the cells' rectangle, without labels.
struct MatrixPlace {
    const TensorReading* tensor = nullptr;
    int head = 0;
    Rectangle area;
    bool numbers = false;  // cells are large enough to be edited in place
    bool mask = false;     // a click toggles the cell instead of editing a number
    // The part that is seen; rows = 0: all of it.
    int first_row = 0, first_column = 0, rows = 0, columns = 0;
};

Rectangle cell_area(const MatrixPlace& place, const Cell& cell);
// The cell under a point; the nearest one outside of the matrix.
Cell cell_at(const MatrixPlace& place, float x, float y);
// "cell/x/4/0"; a rank 3 tensor's has the head before the row.
std::string cell_anchor(const TensorReading& tensor, const Cell& cell);
// "[o, 0]": a cell's place with its axes' words.
std::string place_in_words(const Session& session, const TensorReading& tensor, const Cell& cell);

// Why no cell is edited while the view shows this; null where they are.
const Text* why_not_edited(Show show);

class CellEditor {
public:
    // Called for every matrix in drawing order, after its heatmap was flushed: makes the ImGui item, handles the pointer and keys.
    void matrix(Frame& frame, const MatrixPlace& place);
    // Called last: ring, callout, typing box; they lie over everything.
    void overlay(Frame& frame);

    bool dragging() const { return drag_.has_value(); }  // bounds of difference maps hold while it is true
    std::optional<CellName> dragged() const;
    std::optional<CellName> hovered() const { return hovered_; }

private:
    struct Press {  // the pointer went down on a cell and is still down
        ImGuiID matrix = 0;
        Cell cell;
        float x = 0, y = 0;
        bool selected = false;  // a long press was answered
    };
    struct Drag {
        CellName cell;
        CellDrag motion;
        float value = 0;
        bool was_overridden = false;
        bool fine = false;
        std::uint64_t gesture = 0;
        Rectangle cell_area, matrix_area;
        int decimals = 2;
    };
    struct Typing {
        ImGuiID matrix = 0;
        CellName cell;
        Rectangle cell_area, matrix_area;
        TypedText typed;
        bool seen = false;  // its matrix was drawn in this frame
    };

    // The pointer
    void point(Frame& frame, const MatrixPlace& place, ImGuiID id, bool editable);
    void press(Frame& frame, const MatrixPlace& place, ImGuiID id, bool editable);
    void hold(Frame& frame, const MatrixPlace& place, bool editable);
    void begin_drag(const Frame& frame, const MatrixPlace& place);
    void drag(Frame& frame, const MatrixPlace& place);
    void release(Frame& frame, const MatrixPlace& place);
    void open_on_tap(Frame& frame, const MatrixPlace& place, ImGuiID id);
    // The keys
    void keys(Frame& frame, const MatrixPlace& place, ImGuiID id, bool editable);
    bool move(Frame& frame, const MatrixPlace& place, ImGuiID id);
    void begin_typing(const MatrixPlace& place, ImGuiID id, const Cell& cell, std::string_view text, bool replaces);
    void clipboard(Frame& frame, const MatrixPlace& place, bool editable);
    // Drawing over
    void draw_marks(Frame& frame, const MatrixPlace& place) const;
    void draw_rings(Frame& frame) const;
    void draw_callout(Frame& frame) const;
    void draw_ruler(Frame& frame, const Rectangle& callout, const TensorReading& tensor) const;
    void draw_typing(Frame& frame);
    void leave_typing(Frame& frame, TypedEnd how);

    ImGuiID item_id(const MatrixPlace& place);

    std::optional<Press> press_;
    std::optional<Drag> drag_;
    std::optional<Typing> typing_;
    std::optional<CellName> hovered_, hovered_now_, focused_, clicked_;
    Rectangle hovered_area_, focused_area_;
    bool hover_ring_ = false, focus_ring_ = false;
    ImGuiID refocus_ = 0;         // the matrix that gets the keys back after typing
    std::vector<ImGuiID> drawn_;  // matrices of this frame: a tensor may stand in two places
};

}  // namespace dikkat
