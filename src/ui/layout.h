// Layout: where everything of a screen stands, from what a lesson shows, the tensors' shapes and the canvas's size. Pure: no
// drawing, no ImGui, no session. The views draw into these rectangles and the `anchors` query answers them.
#pragma once

#include <string>
#include <vector>

#include "ui/geometry.h"

namespace dikkat {

struct LayoutStation {
    std::string tensor;
    int rows = 0, columns = 0;
    bool tokens_by_tokens = false;  // queries x keys: its cells are square
    bool numbers = false;           // wants cells with numbers, row labels and column indices
    bool groups = false;            // brackets over its columns
    bool perturb = false;           // the perturb row stands under it
    bool caption = false;           // a line under the matrix
    float name_width = 0;           // measured: a station is never narrower than its name
    float header_width = 0;         // measured: name, shape and bound, which may run into the gap after it
    float label_width = 0;          // measured: its widest row label
    float number_width = 0;         // measured: a number and the air around it
};

struct LayoutLane {
    bool title = false;  // a line over the stations' names
    std::vector<LayoutStation> stations;
    float title_width = 0;  // measured: a lane is never narrower than its title
};

struct LayoutColumn {
    std::vector<LayoutLane> lanes;
};

struct LayoutDescription {
    float width = 0, height = 0;
    Form form = Form::wide;
    int tokens = 0;
    int ribbon_lanes = 0;       // 0, 1 or 2
    bool stacked_keys = false;  // a key's number stands over its word: both don't fit on one line
    std::vector<LayoutColumn> columns;
    bool choosers = false;        // a line of them over the stations
    bool coarse_pointer = false;  // they are as high as a finger
    int narrow_columns = 0;       // phone: cells of the selected row
    int thumbnails = 0;           // phone
};

struct StationPlace {
    std::string tensor;
    int column = 0, lane = 0;  // as they stand on the screen, lanes without stations left out
    int order = 0;             // in its lane
    Rectangle area;            // from its name to its caption
    Rectangle matrix;          // the cells
    float cell_width = 0, cell_height = 0;
    bool labels = false;   // row labels at the left, column indices above
    bool numbers = false;  // cells are large enough to hold their numbers
    bool tokens_by_tokens = false;
    float name_x = 0, name_baseline = 0;
    float slot_right = 0;        // where its own width ends
    float header_right = 0;      // the header may run up to here
    float caption_baseline = 0;  // of the line under the matrix
    float groups_baseline = 0, indices_baseline = 0;
    Rectangle perturb;  // empty: none
};

struct LanePlace {
    int column = 0, lane = 0;
    bool title = false;
    float title_x = 0, title_baseline = 0, title_right = 0;
    Rectangle area;
};

struct RibbonPlace {  // one lane of the hero
    bool keys_above = true;
    float bar_y = 0;            // top of the bars
    float word_baseline = 0;    // the keys' words
    float number_baseline = 0;  // their numbers; another line where keys are stacked
    float title_baseline = 0, key_label_baseline = 0;
};

struct HeroPlace {
    Rectangle area;
    float first_x = 0, pitch = 0, track = 0;  // of the keys
    Rectangle queries;                        // the row of query boxes
    bool stacked = false;
    std::vector<RibbonPlace> lanes;

    Rectangle query(int token) const { return {first_x + pitch * static_cast<float>(token), queries.y, track, queries.height}; }
};

struct PhonePlace {
    Rectangle heads, show;               // the two controls on top
    float axis_baseline = 0;             // "key", "query"
    float first_row = 0, row_pitch = 0;  // centre of the first token's row
    float word_x = 0, number_right = 0, bar_x = 0, bar_width = 0, bar_height = 0;
    float query_x = 0, query_width = 0;
    float rule = 0;
    float row_name_baseline = 0;
    Rectangle row;         // the selected row's cells
    Rectangle thumbnails;  // one beside the other
    float thumbnail_pitch = 0, thumbnail_size = 0, thumbnail_baseline = 0;

    Rectangle key_bar(int token) const {
        return {bar_x, first_row + row_pitch * static_cast<float>(token) - bar_height / 2, bar_width, bar_height};
    }
    Rectangle query(int token) const {
        return {query_x, first_row + row_pitch * static_cast<float>(token) - bar_height / 2, query_width, bar_height};
    }
};

struct Layout {
    Form form = Form::wide;
    Rectangle content;  // the middle of the canvas, at most 1240 wide
    Rectangle toolbar;
    HeroPlace hero;
    Rectangle choosers;  // empty: none
    Rectangle stations_area;
    std::vector<StationPlace> stations;  // in the order of the description
    std::vector<LanePlace> lanes;
    bool wires = true;         // false: stations in two rows, where wires would cross them
    std::vector<float> rules;  // hairlines across the content, y
    bool dock_folded = false;
    float needed = 0;       // how high a tablet's canvas is whose numbers have all their places; 0: as high as it is
    Rectangle dock_line;    // where it is folded
    Rectangle claims, sum;  // where it is open; over the stations where it was folded
    PhonePlace phone;

    const StationPlace* station(const std::string& tensor) const;
};

Layout make_layout(const LayoutDescription& description);

// Where an opened tensor's cells stand in `place` (the hero's room), and how many rows and columns of it fit.
struct OpenedPlace {
    Rectangle panel, matrix;  // `matrix`: the cells that are seen
    float cell_width = 0, cell_height = 0;
    int rows = 0, columns = 0;  // seen at once
    Rectangle close;
    float name_baseline = 0, indices_baseline = 0, label_right = 0;
};
// The widths are measured: of the widest row label, 0 for none, and of the widest column label.
OpenedPlace make_opened_place(const Rectangle& place, int rows, int columns, float row_label, float column_label);

}  // namespace dikkat
