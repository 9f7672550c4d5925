// LayoutRows: where the panels of a screen of rows stand, from what each needs and what the canvas has. Pure: no drawing, no ImGui,
// no session. Wide: rows as the lesson says; tablet: at most two panels side by side, as high as needed; phone: one panel.
#pragma once

#include <vector>

#include "ui/layout.h"

namespace dikkat {

struct PanelSize {
    float least_width = 0;                    // narrower than this it is unreadable
    float least_height = 0, best_height = 0;  // at the width that was asked for
};

struct LayoutPanel {
    float share = 1;  // of its row's width
    bool claims = false;
    bool hidden = false;
    bool joined = false;  // no rule between its row and the row before, which is of the same kind
};

struct LayoutPanelRow {
    float share = 1;  // of the height that is left over
    std::vector<LayoutPanel> panels;
};

struct RowsDescription {
    float width = 0, height = 0;
    Form form = Form::wide;
    bool coarse_pointer = false;
    std::vector<LayoutPanelRow> rows;
    int chosen_row = 0, chosen_panel = 0;  // phone
    float fields = 0;                      // phone: how high the toolbar's fields are, under the chooser
    float legends = 0;                     // elsewhere: how high a line of legends under the toolbar is
    // What panel `panel` of row `row` needs at a width.
    PanelSize (*measure)(const void* context, int row, int panel, float width) = nullptr;
    const void* context = nullptr;
};

struct PanelPlace {
    int row = 0, panel = 0;
    Rectangle area;
};

struct RowsLayout {
    Rectangle content;  // the middle of the canvas
    Rectangle toolbar;
    Rectangle chooser, fields;        // phone: which panel; the toolbar's fields
    Rectangle legends;                // elsewhere: those the toolbar has no room for
    Rectangle view;                   // where rows are seen; they scroll where they are higher
    float height = 0;                 // of all rows
    std::vector<PanelPlace> panels;   // as if nothing were scrolled
    std::vector<float> rules;         // hairlines between rows, y
    std::vector<Rectangle> dividers;  // hairlines between the panels of a row with claims; 1 wide
    Rectangle upper;                  // what lies over the row with claims: an opened tensor's room
    float needed = 0;                 // how high a canvas is that gives every panel its best height
};

RowsLayout make_rows_layout(const RowsDescription& description);

}  // namespace dikkat
