// Session: one playground. Holds the document, its history and what was evaluated from it; everything outside goes through
// dispatch() and the readings below. No window, no GL, no ImGui: ./dev query runs it alone.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/check.h"
#include "app/command.h"
#include "app/exercises.h"
#include "app/graphs.h"
#include "app/lesson.h"
#include "app/parameters.h"
#include "app/sweep.h"
#include "core/explain.h"
#include "core/graph.h"

namespace dikkat {

// A tensor as a view wants it. Pointers and spans live until the next dispatch().
struct TensorReading {
    std::string_view name;
    Shape shape;
    std::array<Axis, 3> axes{};
    Kind kind = Kind::output;
    bool editable = false;              // cells may be set by hand
    const TensorLook* look = nullptr;   // never null: a default where the lesson says nothing
    std::span<const float> value;       // row-major
    std::span<const float> baseline;    // empty where the baseline has no such tensor or another shape
    std::span<const float> difference;  // value - baseline, exactly 0 where the two are the same number; empty as above
    std::span<const float> gradient;    // of the document's loss by this tensor; empty unless the view shows gradients
    double gradient_bound = 1;          // of the gradient's colour map
    std::vector<bool> moved_rows;       // by row: some cell is not the same number as in the baseline
    std::span<const Note> notes;
    double bound = 1;  // of the value view's colour map, from look or the baseline; fixed while editing
    int decimals = 2;
    bool weights_map = false;  // sequential 0..1 instead of signed
};

struct NotFinite {  // the first cell, in evaluation order, that is NaN or infinite and not so by a mask
    CellName cell;
    float value = 0;
    std::string reason;  // "set_by_hand", "given", "all_keys_masked", "computed": text::not_finite_...
};

struct Edit {  // one line of "what have I changed"
    CellName cell;
    std::optional<float> before;  // what stands there without it
    float now = 0;
    bool active = true;  // its tensor is built
};

class Session {
public:
    explicit Session(Catalogue catalogue);  // of one lesson at least; the first one is open
    ~Session();
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;

    // The only way to change anything. On an error everything is as it was. A lesson that load_lesson brought before may be brought
    // anew; one that was there from the start may not.
    Result<Done> dispatch(const Command& command);
    // JSON in, JSON out: {"ok":true} or {"ok":false,"error":{"code","message"}}, in the view's language.
    std::string dispatch_json(std::string_view json);
    // A query's answer as JSON; Error "unknown_query" {path}.
    Result<std::string> query(std::string_view path) const;
    // Other modules answer paths of their own ("anchors"); asked before "unknown_query" is said. The members of an object that a
    // provider answers to "diagnostics" join the session's own.
    void add_provider(std::string name, std::function<std::optional<std::string>(std::string_view path)> answer);

    // More of the site's own lessons: those whose names are free join the others in the order of their numbers.
    void add_lessons(Catalogue more);
    const Catalogue& catalogue() const;
    const Lesson& lesson() const;
    const Document& document() const;
    const Document& baseline() const;  // what differences are taken from
    const View& view() const;
    bool can_undo() const;
    bool can_redo() const;
    bool baseline_is_lesson() const;  // false after pin_baseline
    std::uint64_t revision() const;   // counts accepted commands and finished work; a view redraws when it differs

    // Long work (a sweep, a large model) is done in slices between drawings: the last whole picture stays meanwhile, and an edit
    // cancels. Without in_slices(true), as in tests and ./dev query, everything is whole at once.
    void in_slices(bool on);
    bool working() const;                                  // some slices are left
    double progress() const;                               // of the work that is under way, 0..1
    bool advance(const std::function<bool()>& may_go_on);  // slices until it says no; true while something is left
    std::string state_json() const;                        // what load_state takes

    const Graph& graph() const;
    const Graph& graph_of(std::string_view name) const;              // the one that "NAME@VARIANT" and its explanation are of
    std::optional<TensorReading> read(std::string_view name) const;  // also "NAME@VARIANT"
    std::string axis_label(const TensorReading& tensor, int axis, int index) const;  // "Kedi", "3"
    std::optional<Explanation> explanation(const CellName& cell) const;
    std::optional<TensorReading> read_baseline(std::string_view name) const;  // the baseline's own, whatever its shape
    std::optional<Tensor<float>> gradient(std::string_view name) const;       // of the document's loss; also "NAME@VARIANT"
    Result<float> loss() const;                            // an Error where its tensor is not built, or gives no such loss
    SharedGraph part_graph(std::string_view part) const;   // of one part by itself, shape-only ones too; null if there is none
    std::vector<PartParameters> parameters() const;        // of every part, shape-only ones too
    const SweepReading* sweep(std::string_view id) const;  // null if the lesson has none of that id; grows while it is worked on
    std::string cell_label(const CellName& cell) const;    // "X[o, 0]"
    std::optional<NotFinite> first_not_finite() const;
    std::size_t tensor_bytes() const;  // of everything that is evaluated at present
    std::vector<CheckResult> checks() const;
    std::vector<ExerciseReading> exercises() const;
    std::vector<Edit> edits() const;
    bool is_overridden(const CellName& cell) const;
    bool is_locked(std::string_view control) const;
    bool is_hidden(std::string_view control) const;

private:
    Result<Done> load(const LoadLesson& command);

    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dikkat
