// Lesson: a lesson folder's data, parsed. C++ knows no lesson; web/lessons/FORMAT.md says what a lesson.json holds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/check.h"
#include "app/command.h"
#include "app/words.h"
#include "core/result.h"

namespace dikkat {

struct ColumnGroup {  // a bracket over columns [begin, end): "Head 1" "reference"
    int begin = 0, end = 0;
    Words title, note;
};

struct BlockOutline {  // a box around cells of a small matrix
    int row = 0, column = 0, rows = 0, columns = 0;
};

// How one tensor is shown, wherever it is. Everything has a default from the tensor's kind.
struct TensorLook {
    Words label;          // "X", "W_q" (an underscore makes the rest a subscript), "puan"
    Words title;          // in sentences and on the sum card: "başlık 1 · puan"
    std::string role;     // a colour token: "query", "key", "value", "weights", "output", "residual", ...
    std::string formula;  // "Q·Kᵀ/√4": Q, K, V, A take their role's colour, √ and ᵀ are drawn where a face lacks them
    Words caption;        // right of the name of a station with numbers: "gömme · sürükle ya da çift tıkla"
    std::optional<double> bound;  // of the value view's map; absent: 1 for weights, else from the baseline
    std::optional<int> decimals;
    std::vector<ColumnGroup> column_groups;
    std::vector<BlockOutline> blocks;
};

struct Station {
    std::string tensor;
    bool numbers = false;  // 34x22 cells with numbers and labels, else a small map
    bool perturb = false;  // the perturb row stands under it
    bool required = true;  // false: left out silently where the tensor is not built (masked_scores without a mask)
};

struct Lane {     // stations in one row, left to right; a connecting sign stands between two
    Words title;  // "Head 1"; empty for none
    std::vector<Station> stations;
};

// Names of tensors on a screen may have holes: {block} and {head} are those that are looked at, {head+1} the one after. In titles
// they count from 1. `section`, where it is given, is the only one in which the column, the ribbons or the thumbnail are shown.
struct StationColumn {  // lanes stacked, top to bottom
    std::vector<Lane> lanes;
    std::string section;
};

struct RibbonLane {
    Words title;
    std::string tensor;  // the weights: rows are queries, columns are keys
    std::string section;
};

struct ScreenSection {  // a deep model is shown one section at a time: "attention", "feed_forward"
    std::string id;     // what open_panel names
    Words title;
};

// A number or a sentence that is typed or slid. `setting` says what it reads and sets: "config/d", "config/stack.std", "seed",
// "seed/stack", "tokens", "target".
struct Field {
    std::string id;  // what hidden and locked name, and the anchor "control/ID"
    Words label;     // "d_model": an underscore makes the rest a subscript
    std::string setting;
    std::vector<std::string> also;  // further settings that are set to the same
    bool slider = false;
    double least = 0, most = 1, step = 0;
    int decimals = 0;
};

struct Control {     // a button (one option) or a menu
    std::string id;  // "mask"; what hidden and locked name
    Words label;     // of a menu: "Maske: {option}"; of a button: its text
    struct Option {
        Words label;
        std::vector<Command> commands;
        std::string when;  // which option is in force: "mask=causal", "config/scaled=false"; empty for a button
    };
    std::vector<Option> options;
    bool is_button = false;
};

struct Thumbnail {  // of the narrow screen's strip
    Words label;
    std::string tensor;
    std::string section;
};

// A view in a screen of rows. Which members a type reads, FORMAT.md says.
struct PanelTensor {
    std::string tensor;
    Words note;        // under its name
    std::string axis;  // "row" or "column": along which it is normalised; empty for neither
};

struct Panel {
    std::string id, type;
    Words title, note;
    std::string role;
    std::vector<PanelTensor> tensors;
    std::string weights;  // difference_table: ribbons from input to output; empty: each row goes through a box of its own
    Words box;            // what stands in that box
    std::string part;     // by_hand, diagram
    std::vector<std::string> parts;  // ledger, count_bars
    std::string sweep;               // depth_plot, depth_table, growth
    std::vector<Field> fields;
    std::vector<Control> controls;
    double share = 1;  // of its row's width
};

struct PanelRow {
    std::vector<Panel> panels;
    double share = 1;  // of the height that is left over
};

struct Screen {
    std::vector<PanelRow> rows;        // in place of ribbons, columns and dock
    std::vector<Field> fields;         // in the toolbar
    std::vector<std::string> legends;  // "weights", "signed"
    std::vector<Control> controls;
    std::vector<RibbonLane> ribbons;
    std::vector<ScreenSection> sections;  // those of which no tensor is built are left out
    std::vector<StationColumn> columns;
    std::vector<Thumbnail> thumbnails;
    std::string narrow_row;  // tensor whose selected row the narrow screen shows as large cells
};

struct Question {
    std::string id;
    std::vector<Words> options;
    std::optional<int> correct;   // absent: a question to think about
    std::vector<Command> reveal;  // done when it is answered, so that the screen answers it
};

// For the learner to bring about; its words are in the lesson's text.
struct Exercise {
    std::string id;
    std::vector<Check> checks;  // all must hold
    std::vector<std::string>
        only_edited;     // leaves (or "mask") that alone may differ from the step as it begins; empty: anything may
    int hint_after = 1;  // times it was checked
};

struct Step {
    std::string id;
    std::vector<Command> commands;
    std::vector<std::string> spotlight;  // tensors
    std::optional<Question> question;
    std::vector<Exercise> exercises;
};

struct Variant {
    std::vector<Command> commands;
};

// Gradients by depth: one stack of layers, of which every depth is looked at, run in several ways.
struct SweepSeries {
    std::string id;
    Words label;
    std::string role;
    std::string formula;            // "h = tanh(Linear(h))"
    std::vector<Command> commands;  // done to a copy of the document
    bool norms_only = false;        // the gradient of its loss says nothing: it stands among the activations alone
};

struct Sweep {
    std::string input;          // "stack.x": the norm of its gradient is what is plotted
    std::string layer;          // "stack.h.{layer}", {layer} = depth - 1
    Loss loss;                  // of each depth's own layer; its tensor is not read
    int depth = 100;            // every depth from 1 on
    std::string depth_setting;  // "stack.depth": set to `depth` for the run
    std::vector<int> marked;    // the lesson's own figures
    std::optional<double> threshold;
    std::vector<SweepSeries> series;
};

struct Lesson {
    std::string id;
    std::string mark;  // of one from outside, whose name others may have: tells it from them. See kept_name
    int number = 100;  // from here on it stands beside the course
    Words title, short_title;
    Document document;
    Selection selection;
    std::map<std::string, TensorLook> looks;
    std::map<std::string, Variant> variants;
    std::map<std::string, Sweep> sweeps;
    std::vector<Check> checks;
    Screen screen;
    std::vector<Step> steps;
};

// All lessons there are, in their order. Given to apply() and the queries; nothing in C++ knows an id.
struct Catalogue {
    std::vector<Lesson> lessons;
    const Lesson* find(std::string_view id) const;
};

// Error "lesson" codes say path and reason ("steps/2/commands/0: unknown command 'set_cel'").
Result<Lesson> read_lesson(std::string_view json);
// The site's bundle: {"lessons": [{"data": lesson.json, "text": ...}]}. The texts are the page's. It is read, but not checked as
// read_lesson() does: the site's build did that, and the page is spared it before its first picture.
Result<Catalogue> read_catalogue(std::string_view json);
void sort_by_number(Catalogue& catalogue);

}  // namespace dikkat
