// Reads a lesson.json. Its shape is lesson.h's: keys are the members' names in snake_case, what has its default may be left out, an
// unknown key is an error. Words are {"tr": "...", "en": "..."} or one string for both languages. Commands are written as
// everywhere.
//
// {
//   "id": "multi-head", "number": 2, "title": Words, "short_title": Words,
//   "document": {
//     "tokens": ["Kedi", ...],
//     "parts": [{"model": "multi_head_attention", "config": {"d": 8, "heads": 2, "scaled": true, "output_projection": false},
//                "draws": [{"values": "x", "numbers": [[1.5, 0, ...], ...]},            numbers flat or by rows
//                          {"zeros": "wq"}, {"ones": "wq"}, {"identity": "wo"},
//                          {"manual_seed": 2426},
//                          {"randn": "wq[0:4, 0:4]", "factor": 0.5},                    a region [rows, columns]; "wq" is all of it
//                          {"named_randn": "moved", "count": 8},
//                          {"linear": "feed_forward.w1", "bias": "feed_forward.b1"},    nn.Linear's own start
//                          {"normal": "layers.{layer}.w", "std": 0.2},                  or "std_setting": a setting that holds it
//                          {"repeat": "layer", "from": 0, "to": "depth", "draws": [{"manual_seed": 100, "plus": "layer"}, ...]},
//                          {"initialise": true}]},                       the parameters that are left, as PyTorch's modules start
//               {"name": "separate", "model": "separate_heads"},
//               {"name": "real", "model": "feed_forward", "config": {...}, "shape_only": true}],
//     "target": ["The", ...], "loss": {"sum": "output"} or {"projection": "output", "seed": 7} or {"cell": "output", "row", "col"}
//     or {"cross_entropy": "logits"},
//     "seed": 0, "mask": "none", "perturbed_together": ["q", "k", "v"]
//   },                                            also, mostly in saved states: drawn_tokens, new_words, custom_mask,
//                                                 overrides [{"tensor", "head"?, "row", "col", "value"}], perturbations,
//                                                 column_order
//   "selection": {"row": 4, "cell": {"tensor": "head0.scores", "row": 4, "col": 0}},
//   "looks": {"head0.scores": {"label": Words, "title": Words, "role": "weights", "formula": "...", "caption": Words, "bound": 4,
//             "decimals": 2, "column_groups": [{"begin", "end", "title", "note"?}], "blocks": [{"row", "column", "rows",
//             "columns"}]}},
//   "variants": {"causal": {"commands": [{"type": "set_mask", "mask": "causal"}]}},
//   "checks": [{"id", "kind", "text": Words, "detail"?: Words, "tensor"?, "other"?, "variant"?, "rows"?: [], "row"?, "column"?,
//   "bound"?, ...}],
//   "sweeps": {"depth": {"input": "stack.x", "layer": "stack.h.{layer}", "loss": Loss, "depth": 100, "marked": [5],
//              "depth_setting": "stack.depth", "threshold"?: 0.001,
//              "series": [{"id", "label": Words, "role"?, "formula"?, "commands": [Command], "norms_only"?}]}},
//   "screen": {"legends": ["weights", "signed"], "fields": [{"id", "label": Words, "setting": "config/stack.std", "also"?: [],
//              "slider"?, "least"?, "most"?, "step"?, "decimals"?}],
//              "rows": [{"panels": [{"id", "type", "title"?, "note"?, "role"?, "weights"?, "box"?, "part"?, "parts"?, "sweep"?,
//                        "tensors"?: [{"tensor", "note"?, "axis"?}], "fields"?, "controls"?, "share"?}], "share"?}],
//              "controls": [{"id", "label": Words, "is_button"?: true,
//                            "options": [{"label"?: Words, "commands": [Command], "when"?: "mask=causal"}]}],
//              "ribbons": [{"title": Words, "tensor", "section"?}], "sections"?: [{"id", "title": Words}],
//              "columns": [{"lanes": [{"title"?: Words, "stations": [{"tensor", "numbers"?, "perturb"?, "required"?}]}],
//                           "section"?}],
//              "thumbnails": [{"label": Words, "tensor", "section"?, "required"?}], "narrow_row": "x"},
//   "steps": [{"id", "commands"?: [Command], "spotlight"?: ["x"],
//              "question"?: {"id", "options": [Words], "correct"?: 0, "reveal"?: [Command]},
//              "exercises"?: [{"id", "checks": [as above], "only_edited"?: ["wq"], "hint_after"?: 1}]}]
// }
//
// Models, their settings and leaves: app/model.cpp and web/lessons/FORMAT.md.
//
// Kinds of checks: "rows_sum_to_one" {tensor, bound}, "equal" {tensor, other, bound}, "row_equal" {tensor, other, row, bound},
// "zero_above_diagonal" {tensor}, "unchanged_rows" and "changed_rows" {tensor, rows}, "argmax" {tensor, row, column}, "at_least"
// and "at_most" {tensor, row, column, bound}, "cell_equals" {tensor, row, column, bound}, "row_mean_std" and "column_mean_std"
// {tensor, rows, bound}: mean 0 and deviation 1 within the bound; "tensor_norm" {tensor, value, bound}: off the value by the bound
// at most; "only_changed" {tensor, other, rows}: no other row moved; "at_least_change" and "at_most_change" {tensor, other, rows,
// bound}: the largest change of each of these rows (bound 0: more than nothing); "count_equals" {part, value}: parameters; "ratio"
// {part, other_part, value, bound} of two counts, or {tensor, row, column, other, other_row, other_column, value, bound} of two
// cells; "sweep_at_least", "sweep_at_most" {sweep, series, depth, other_depth, bound} and "sweep_equals" {..., value, bound}: the
// norm of the input's gradient at a depth, divided by that at another depth where one is given. A tensor may be another's document:
// "weights@causal". rows_sum_to_one and zero_above_diagonal take several tensors, separated by spaces.

#include <algorithm>

#include "app/codec.h"
#include "app/lesson.h"
#include "app/lesson_check.h"

namespace dikkat {

template <class F>
void fields(F& f, ColumnGroup& group) {
    f("begin", group.begin), f("end", group.end), f("title", group.title), f.optional("note", group.note);
}

template <class F>
void fields(F& f, BlockOutline& block) {
    f("row", block.row), f("column", block.column), f("rows", block.rows), f("columns", block.columns);
}

template <class F>
void fields(F& f, TensorLook& look) {
    f.optional("label", look.label), f.optional("title", look.title), f.optional("role", look.role);
    f.optional("formula", look.formula), f.optional("caption", look.caption), f.optional("bound", look.bound);
    f.optional("decimals", look.decimals), f.optional("column_groups", look.column_groups), f.optional("blocks", look.blocks);
}

template <class F>
void fields(F& f, Station& station) {
    f("tensor", station.tensor), f.optional("numbers", station.numbers), f.optional("perturb", station.perturb);
    f.optional("required", station.required);
}

template <class F>
void fields(F& f, Lane& lane) {
    f.optional("title", lane.title), f("stations", lane.stations);
}

template <class F>
void fields(F& f, StationColumn& column) {
    f("lanes", column.lanes), f.optional("section", column.section);
}

template <class F>
void fields(F& f, RibbonLane& lane) {
    f("title", lane.title), f("tensor", lane.tensor), f.optional("section", lane.section);
}

template <class F>
void fields(F& f, Control::Option& option) {
    f.optional("label", option.label), f("commands", option.commands), f.optional("when", option.when);
}

template <class F>
void fields(F& f, Control& control) {
    f("id", control.id), f("label", control.label), f("options", control.options), f.optional("is_button", control.is_button);
}

template <class F>
void fields(F& f, ScreenSection& section) {
    f("id", section.id), f("title", section.title);
}

template <class F>
void fields(F& f, Thumbnail& thumbnail) {
    f("label", thumbnail.label), f("tensor", thumbnail.tensor);
    f.optional("section", thumbnail.section);
    bool required = true;  // the lesson's check reads it
    f.optional("required", required);
}

template <class F>
void fields(F& f, Field& field) {
    f("id", field.id), f("label", field.label), f("setting", field.setting), f.optional("also", field.also);
    f.optional("slider", field.slider), f.optional("least", field.least), f.optional("most", field.most);
    f.optional("step", field.step), f.optional("decimals", field.decimals);
}

template <class F>
void fields(F& f, PanelTensor& tensor) {
    f("tensor", tensor.tensor), f.optional("note", tensor.note), f.optional("axis", tensor.axis);
}

template <class F>
void fields(F& f, Panel& panel) {
    f("id", panel.id), f("type", panel.type), f.optional("title", panel.title), f.optional("note", panel.note);
    f.optional("role", panel.role), f.optional("tensors", panel.tensors), f.optional("weights", panel.weights);
    f.optional("box", panel.box), f.optional("part", panel.part), f.optional("parts", panel.parts);
    f.optional("sweep", panel.sweep), f.optional("fields", panel.fields), f.optional("controls", panel.controls);
    f.optional("share", panel.share);
}

template <class F>
void fields(F& f, PanelRow& row) {
    f("panels", row.panels), f.optional("share", row.share);
}

template <class F>
void fields(F& f, SweepSeries& series) {
    f("id", series.id), f("label", series.label), f.optional("role", series.role), f.optional("formula", series.formula);
    f.optional("commands", series.commands), f.optional("norms_only", series.norms_only);
}

template <class F>
void fields(F& f, Sweep& sweep) {
    f("input", sweep.input), f("layer", sweep.layer), f("loss", sweep.loss), f.optional("depth", sweep.depth);
    f("depth_setting", sweep.depth_setting), f.optional("marked", sweep.marked), f.optional("threshold", sweep.threshold);
    f("series", sweep.series);
}

template <class F>
void fields(F& f, Screen& screen) {
    f.optional("rows", screen.rows), f.optional("fields", screen.fields);
    f.optional("legends", screen.legends), f.optional("controls", screen.controls), f.optional("ribbons", screen.ribbons);
    f.optional("sections", screen.sections), f.optional("columns", screen.columns), f.optional("thumbnails", screen.thumbnails),
        f.optional("narrow_row", screen.narrow_row);
}

template <class F>
void fields(F& f, Question& question) {
    f("id", question.id), f("options", question.options), f.optional("correct", question.correct);
    f.optional("reveal", question.reveal);
}

template <class F>
void fields(F& f, Variant& variant) {
    f("commands", variant.commands);
}

template <class F>
void fields(F& f, Check& check) {
    f("id", check.id), f("kind", check.kind), f("text", check.text), f.optional("detail", check.detail);
    f.optional("tensor", check.tensor), f.optional("other", check.other), f.optional("variant", check.variant);
    f.optional("rows", check.rows), f.optional("row", check.row), f.optional("column", check.column);
    f.optional("other_row", check.other_row), f.optional("other_column", check.other_column);
    f.optional("bound", check.bound), f.optional("value", check.value);
    f.optional("part", check.part), f.optional("other_part", check.other_part);
    f.optional("sweep", check.sweep), f.optional("series", check.series);
    f.optional("depth", check.depth), f.optional("other_depth", check.other_depth), f.optional("required", check.required);
}

template <class F>
void fields(F& f, Exercise& exercise) {
    f("id", exercise.id), f("checks", exercise.checks), f.optional("only_edited", exercise.only_edited);
    f.optional("hint_after", exercise.hint_after);
}

template <class F>
void fields(F& f, Step& step) {
    f("id", step.id), f.optional("commands", step.commands), f.optional("spotlight", step.spotlight);
    f.optional("question", step.question), f.optional("exercises", step.exercises);
}

template <class F>
void fields(F& f, Lesson& lesson) {
    f("id", lesson.id), f.optional("number", lesson.number), f("title", lesson.title),
        f.optional("short_title", lesson.short_title);
    f("document", lesson.document), f.optional("selection", lesson.selection), f.optional("looks", lesson.looks);
    f.optional("variants", lesson.variants), f.optional("sweeps", lesson.sweeps), f.optional("checks", lesson.checks),
        f("screen", lesson.screen);
    f("steps", lesson.steps);
}

namespace {

void read_whole(const JsonValue& value, Lesson& lesson, JsonPlace& place) {
    read(value, lesson, place);
    if (lesson.short_title == Words{}) lesson.short_title = lesson.title;
}

}  // namespace

Result<Lesson> read_lesson(std::string_view json) {
    const Result<rapidjson::Document> document = parse_json(json);
    if (!document) return document.error();
    JsonPlace place;
    Lesson lesson;
    read_whole(document.value(), lesson, place);
    if (place.ok()) check_lesson(lesson, place);
    if (!place.ok()) return place.error();
    return lesson;
}

Result<Catalogue> read_catalogue(std::string_view json) {
    const Result<rapidjson::Document> document = parse_json(json);
    if (!document) return document.error();
    const JsonValue& root = document.value();
    JsonPlace place;
    Catalogue catalogue;
    if (!root.IsObject() || !root.HasMember("lessons") || !root["lessons"].IsArray() || root["lessons"].Empty()) {
        place.inside("lessons", [&] { place.wrong_type("array"); });
        return place.error();
    }
    for (const JsonValue& entry : root["lessons"].GetArray()) {
        place.inside("lessons/" + std::to_string(catalogue.lessons.size()), [&] {
            if (!entry.IsObject() || !entry.HasMember("data")) return place.wrong_type("{data, text}");
            read_whole(entry["data"], catalogue.lessons.emplace_back(), place);
        });
        if (!place.ok()) return place.error();
    }
    sort_by_number(catalogue);
    return catalogue;
}

void sort_by_number(Catalogue& catalogue) {
    std::vector<Lesson>& lessons = catalogue.lessons;  // a handful: a larger sort would only be more to download
    for (std::size_t end = 1; end < lessons.size(); ++end) {
        for (std::size_t i = end; i > 0 && lessons[i].number < lessons[i - 1].number; --i) std::swap(lessons[i], lessons[i - 1]);
    }
}

const Lesson* Catalogue::find(std::string_view id) const {
    const auto found = std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& lesson) { return lesson.id == id; });
    return found == lessons.end() ? nullptr : &*found;
}

}  // namespace dikkat
