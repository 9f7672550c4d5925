// Command: everything that can be done, each a struct whose one fields() list serves reading, writing and documentation.
// The UI, a lesson's steps, links, the host page, tests and ./dev query all send these. apply.h carries them out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/document.h"

namespace dikkat {

// f(name, member) for a field that must be there, f.optional(name, member) for one that has a default.
struct SetCell {
    static constexpr const char* type = "set_cell";
    std::string tensor;
    int head = 0, row = 0, column = 0;
    Number value;
    template <class F>
    void fields(F& f) {
        f("tensor", tensor), f.optional("head", head), f("row", row), f("col", column), f("value", value);
    }
};

struct SetRow {
    static constexpr const char* type = "set_row";
    std::string tensor;
    int head = 0, row = 0;
    std::vector<Number> values;
    template <class F>
    void fields(F& f) {
        f("tensor", tensor), f.optional("head", head), f("row", row), f("values", values);
    }
};

struct SetTensor {  // from row, column on, as a paste does; rows are of equal length
    static constexpr const char* type = "set_tensor";
    std::string tensor;
    int head = 0, row = 0, column = 0;
    std::vector<std::vector<Number>> values;
    template <class F>
    void fields(F& f) {
        f("tensor", tensor), f.optional("head", head), f.optional("row", row), f.optional("col", column), f("values", values);
    }
};

struct ResetCells {  // one cell, one tensor (row and col left out), or everything set by hand (tensor left out too)
    static constexpr const char* type = "reset_cells";
    std::string tensor;
    int head = 0;
    std::optional<int> row, column;
    template <class F>
    void fields(F& f) {
        f.optional("tensor", tensor), f.optional("head", head), f.optional("row", row), f.optional("col", column);
    }
};

struct SwapColumns {  // exchanges columns [a, a + count) and [b, b + count) of a leaf, values set by hand included
    static constexpr const char* type = "swap_columns";
    std::string tensor;
    int a = 0, b = 0, count = 1;
    template <class F>
    void fields(F& f) {
        f("tensor", tensor), f("a", a), f("b", b), f("count", count);
    }
};

struct PerturbRow {
    static constexpr const char* type = "perturb_row";
    std::string tensor;
    int row = 0;
    double strength = 0;
    Direction direction;  // {"draw": name} or {"seed": n}
    template <class F>
    void fields(F& f) {
        f("tensor", tensor), f("row", row), f("strength", strength), f("direction", direction);
    }
};

struct SetMask {
    static constexpr const char* type = "set_mask";
    MaskKind mask = MaskKind::none;
    template <class F>
    void fields(F& f) {
        f("mask", mask);
    }
};

struct SetMaskCell {  // makes the mask custom, starting from the one that is on
    static constexpr const char* type = "set_mask_cell";
    int row = 0, column = 0;
    bool visible = true;
    template <class F>
    void fields(F& f) {
        f("row", row), f("col", column), f("visible", visible);
    }
};

struct SetConfig {  // a setting of a part's model: {"part":"","name":"scaled","value":false}
    static constexpr const char* type = "set_config";
    std::string part, name;
    ConfigValue value;
    template <class F>
    void fields(F& f) {
        f.optional("part", part), f("name", name), f("value", value);
    }
};

struct SetSeed {  // of the part's first manual_seed
    static constexpr const char* type = "set_seed";
    std::string part;
    std::uint64_t seed = 0;
    template <class F>
    void fields(F& f) {
        f.optional("part", part), f("seed", seed);
    }
};

struct SetTokens {
    static constexpr const char* type = "set_tokens";
    std::vector<std::string> tokens;
    bool target = false;  // the decoder's own sentence
    template <class F>
    void fields(F& f) {
        f("tokens", tokens), f.optional("target", target);
    }
};

struct SetLoss {  // what gradients are of: {"type":"set_loss","loss":{"projection":"stack.h.99","seed":7}}
    static constexpr const char* type = "set_loss";
    Loss loss;
    template <class F>
    void fields(F& f) {
        f("loss", loss);
    }
};

struct PinBaseline {  // the document as it is now becomes what differences are taken from
    static constexpr const char* type = "pin_baseline";
    template <class F>
    void fields(F&) {}
};

struct ClearBaseline {  // back to the lesson as opened
    static constexpr const char* type = "clear_baseline";
    template <class F>
    void fields(F&) {}
};

struct ShowCommand {
    static constexpr const char* type = "show";
    Show what = Show::value;
    template <class F>
    void fields(F& f) {
        f("what", what);
    }
};

struct OpenLesson {
    static constexpr const char* type = "open_lesson";
    std::string lesson;
    template <class F>
    void fields(F& f) {
        f("lesson", lesson);
    }
};

struct GoToStep {
    static constexpr const char* type = "go_to_step";
    int step = 0;  // 1-based, as people and links count
    template <class F>
    void fields(F& f) {
        f("step", step);
    }
};

struct Answer {
    static constexpr const char* type = "answer";
    std::string question;
    int option = 0;
    template <class F>
    void fields(F& f) {
        f("question", question), f("option", option);
    }
};

struct CheckExercise {  // counts as an attempt; an exercise of the step that is open
    static constexpr const char* type = "check_exercise";
    std::string exercise;
    template <class F>
    void fields(F& f) {
        f("exercise", exercise);
    }
};

// Without a tensor: the token `row`. With one: a cell of it, and the token as well where the tensor's rows are tokens. With
// `clear`: no cell any more; the token stays.
struct Select {
    static constexpr const char* type = "select";
    std::string tensor;
    int head = 0, row = 0;
    std::optional<int> column;
    bool clear = false;
    template <class F>
    void fields(F& f) {
        f.optional("tensor", tensor), f.optional("head", head), f.optional("row", row), f.optional("col", column);
        f.optional("clear", clear);
    }
};

struct SelectHead {  // the lane that a narrow screen shows
    static constexpr const char* type = "select_head";
    int head = 0;
    template <class F>
    void fields(F& f) {
        f("head", head);
    }
};

struct SelectBlock {  // the block of a deep model that the screen shows
    static constexpr const char* type = "select_block";
    int block = 0;
    template <class F>
    void fields(F& f) {
        f("block", block);
    }
};

struct OpenPanel {  // the panel that a narrow screen shows, or the section of a deep model
    static constexpr const char* type = "open_panel";
    std::string panel;
    template <class F>
    void fields(F& f) {
        f("panel", panel);
    }
};

struct OpenStation {  // empty: close it
    static constexpr const char* type = "open_station";
    std::string tensor;
    template <class F>
    void fields(F& f) {
        f("tensor", tensor);
    }
};

struct SetLanguage {
    static constexpr const char* type = "set_language";
    Language language = Language::tr;
    template <class F>
    void fields(F& f) {
        f("language", language);
    }
};

struct SetTheme {
    static constexpr const char* type = "set_theme";
    Theme theme = Theme::automatic;
    template <class F>
    void fields(F& f) {
        f("theme", theme);
    }
};

struct SetTextSize {  // 1 to 2, of everything on the canvas and the page
    static constexpr const char* type = "set_text_size";
    Number size = 1;
    template <class F>
    void fields(F& f) {
        f("size", size);
    }
};

struct SetControls {
    static constexpr const char* type = "set_controls";
    std::vector<std::string> hidden, locked;
    template <class F>
    void fields(F& f) {
        f.optional("hidden", hidden), f.optional("locked", locked);
    }
};

struct JsonText {  // JSON inside of JSON, not looked into yet; may come as an object or as a string that holds one
    std::string text;

    bool operator==(const JsonText&) const = default;
};

struct LoadLesson {  // a lesson.json from outside joins the lessons and is open; the page reads its texts
    static constexpr const char* type = "load_lesson";
    JsonText json;
    template <class F>
    void fields(F& f) {
        f("json", json);
    }
};

struct LoadState {  // what the `state` query answered, whole
    static constexpr const char* type = "load_state";
    JsonText state;
    template <class F>
    void fields(F& f) {
        f("state", state);
    }
};

struct Reset {  // the lesson as opened; undoable
    static constexpr const char* type = "reset";
    template <class F>
    void fields(F&) {}
};

struct Undo {
    static constexpr const char* type = "undo";
    template <class F>
    void fields(F&) {}
};

struct Redo {
    static constexpr const char* type = "redo";
    template <class F>
    void fields(F&) {}
};

using Action = std::variant<SetCell, SetRow, SetTensor, ResetCells, SwapColumns, PerturbRow, SetMask, SetMaskCell, SetConfig,
                            SetSeed, SetTokens, SetLoss, PinBaseline, ClearBaseline, ShowCommand, OpenLesson, GoToStep, Answer,
                            CheckExercise, Select, SelectHead, SelectBlock, OpenPanel, OpenStation, SetLanguage, SetTheme,
                            SetTextSize, SetControls, LoadLesson, LoadState, Reset, Undo, Redo>;

// Commands that carry the same gesture number (not 0) make one undo.
struct Command {
    Action action;
    std::uint64_t gesture = 0;
};

}  // namespace dikkat
