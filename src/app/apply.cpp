#include "app/apply.h"

#include <algorithm>
#include <utility>

#include "app/build.h"
#include "app/edit.h"
#include "app/exercises.h"
#include "app/model.h"
#include "app/number.h"
#include "app/state_codec.h"
#include "app/vocabulary.h"
#include "nn/limits.h"

namespace dikkat {

namespace {

// Of the sentence, or of the decoder's own where that is longer: one selected row serves the tensors of both.
int most_tokens(const Document& document) {
    const bool two = std::any_of(document.parts.begin(), document.parts.end(),
                                 [](const Part& part) { return !part.shape_only && reads_target(part); });
    return static_cast<int>(std::max(document.tokens.size(), two ? document.target.size() : 0));
}

bool is_text_size(float size) { return size >= 1 && size <= kLargestText; }

Error text_size_outside() { return {"text_size_outside", {{"limit", shortest(kLargestText)}}}; }

// One command on a copy of the state. What it does to the document is remembered by apply().
class Carrier {
public:
    Carrier(const Catalogue& catalogue, State& state, Graphs& graphs) : catalogue_(catalogue), state_(state), graphs_(graphs) {}

    bool went_elsewhere() const { return went_elsewhere_; }

    template <class T>
    Result<Done> operator()(const T& command) {
        return edit(state_.document, command, graphs_);
    }

    Result<Done> operator()(const PinBaseline&) {
        state_.baseline = state_.document;
        return Done{};
    }

    Result<Done> operator()(const ClearBaseline&) {
        state_.baseline.reset();
        return Done{};
    }

    Result<Done> operator()(const ShowCommand& command) {
        state_.view.show = command.what;
        return Done{};
    }

    Result<Done> operator()(const OpenLesson& command) {
        const Lesson* lesson = catalogue_.find(command.lesson);
        if (!lesson) return Error{"unknown_lesson", {{"lesson", command.lesson}}};
        View view = opened(*lesson).view;
        view.language = state_.view.language, view.theme = state_.view.theme, view.text_size = state_.view.text_size;
        view.answers = state_.view.answers, view.attempts = state_.view.attempts, view.solved = state_.view.solved;
        view.hidden = state_.view.hidden, view.locked = state_.view.locked;
        state_.view = std::move(view);
        state_.document = lesson->document;
        state_.baseline.reset();
        went_elsewhere_ = true;
        return Done{};
    }

    Result<Done> operator()(const GoToStep& command) {
        const Lesson* lesson = catalogue_.find(state_.view.lesson);
        const int count = lesson ? static_cast<int>(lesson->steps.size()) : 0;
        if (command.step < 1 || command.step > count) {
            return Error{"unknown_step", {{"step", std::to_string(command.step)}, {"count", std::to_string(count)}}};
        }
        const Step& step = lesson->steps[static_cast<std::size_t>(command.step - 1)];
        state_.view.step = command.step - 1;
        if (step.commands.empty() && step.exercises.empty()) return Done{};
        state_.document = lesson->document;
        state_.baseline.reset();
        look_as_opened(*lesson);
        went_elsewhere_ = true;
        return carry_out(step.commands);
    }

    Result<Done> operator()(const Answer& command) {
        const Question* question = find_question(command.question);
        if (!question) return Error{"unknown_question", {{"question", command.question}}};
        if (command.option < 0 || command.option >= static_cast<int>(question->options.size())) {
            return Error{"unknown_option", {{"question", command.question}, {"option", std::to_string(command.option)}}};
        }
        state_.view.answers[kept_name(*catalogue_.find(state_.view.lesson), command.question)] = command.option;
        // On a sentence or a model that the learner changed the lesson's commands may have no place; the answer counts all the
        // same.
        Document document = state_.document;
        View view = state_.view;
        if (!carry_out(question->reveal)) state_.document = std::move(document), state_.view = std::move(view);
        return Done{};
    }

    Result<Done> operator()(const CheckExercise& command) {
        const Lesson* lesson = catalogue_.find(state_.view.lesson);
        const int step = state_.view.step;
        if (lesson && step < static_cast<int>(lesson->steps.size())) {
            for (const Exercise& exercise : lesson->steps[static_cast<std::size_t>(step)].exercises) {
                if (exercise.id == command.exercise) return ++state_.view.attempts[kept_name(*lesson, exercise.id)], Done{};
            }
        }
        return Error{"unknown_exercise", {{"exercise", command.exercise}}};
    }

    Result<Done> operator()(const Select& command) {
        if (command.clear) {
            state_.view.selection.cell.reset();
            return Done{};
        }
        if (command.tensor.empty()) return select_token(command.row);
        const Result<SharedGraph> graph = graphs_.of(state_.document);
        if (!graph) return graph.error();
        const NodeId id = graph.value()->find(command.tensor);
        if (id == kNoNode) return Error{"unknown_tensor", {{"tensor", command.tensor}}};
        const Node& node = (*graph.value())[id];
        const Cell cell{command.head, command.row, command.column.value_or(0)};
        if (!contains(node.shape, cell)) return cell_outside(command.tensor, node.shape, cell);
        if (command.column) state_.view.selection.cell = CellName{command.tensor, cell};
        const Axis rows = node.shape.rank() == 1 ? Axis::none : node.axes[static_cast<std::size_t>(node.shape.rank() - 2)];
        return counts_tokens(rows) || rows == Axis::target ? select_token(command.row) : Result<Done>(Done{});
    }

    Result<Done> operator()(const SelectHead& command) {
        if (command.head < 0 || command.head >= kMaxHeads) return Error{"too_many_heads", {{"limit", std::to_string(kMaxHeads)}}};
        state_.view.head = command.head;
        return Done{};
    }

    Result<Done> operator()(const SelectBlock& command) {
        if (command.block < 0 || command.block >= kMaxBlocks)
            return Error{"too_many_blocks", {{"limit", std::to_string(kMaxBlocks)}}};
        state_.view.block = command.block;
        return Done{};
    }

    Result<Done> operator()(const OpenPanel& command) {
        const Lesson* lesson = catalogue_.find(state_.view.lesson);
        bool known = command.panel.empty();
        if (lesson) {
            for (const PanelRow& row : lesson->screen.rows) {
                for (const Panel& panel : row.panels) known = known || panel.id == command.panel;
            }
            for (const ScreenSection& section : lesson->screen.sections) known = known || section.id == command.panel;
        }
        if (!known) return Error{"unknown_panel", {{"panel", command.panel}}};
        state_.view.panel = command.panel;
        return Done{};
    }

    Result<Done> operator()(const OpenStation& command) {
        const Result<SharedGraph> graph = graphs_.of(state_.document);
        if (!graph) return graph.error();
        const bool known = command.tensor.empty() || graph.value()->find(command.tensor) != kNoNode;
        if (!known) return Error{"unknown_tensor", {{"tensor", command.tensor}}};
        state_.view.opened = command.tensor;
        return Done{};
    }

    Result<Done> operator()(const SetLanguage& command) {
        state_.view.language = command.language;
        return Done{};
    }

    Result<Done> operator()(const SetTheme& command) {
        state_.view.theme = command.theme;
        return Done{};
    }

    Result<Done> operator()(const SetTextSize& command) {
        if (!is_text_size(command.size)) return text_size_outside();
        state_.view.text_size = command.size;
        return Done{};
    }

    Result<Done> operator()(const SetControls& command) {
        state_.view.hidden = {command.hidden.begin(), command.hidden.end()};
        state_.view.locked = {command.locked.begin(), command.locked.end()};
        return Done{};
    }

    // Whoever keeps the catalogue has added the lesson to it, and opens it.
    Result<Done> operator()(const LoadLesson&) { return Error{"not_allowed_here", {{"command", LoadLesson::type}}}; }

    Result<Done> operator()(const LoadState& command) {
        Result<SavedState> saved = read_state(command.state.text, catalogue_, graphs_);
        if (!saved) return saved.error();
        SavedState& state = saved.value();
        state_.document = std::move(state.document);
        state_.view = std::move(state.view);
        state_.baseline = std::move(state.baseline);
        went_elsewhere_ = true;
        return Done{};
    }

    Result<Done> operator()(const Reset&) {
        const Lesson* lesson = catalogue_.find(state_.view.lesson);
        if (!lesson) return Error{"unknown_lesson", {{"lesson", state_.view.lesson}}};
        state_.document = lesson->document;
        state_.baseline.reset();
        look_as_opened(*lesson);
        for (const Step& step : lesson->steps) {
            if (step.question) state_.view.answers.erase(kept_name(*lesson, step.question->id));
            for (const Exercise& exercise : step.exercises) {
                const std::string kept = kept_name(*lesson, exercise.id);
                state_.view.attempts.erase(kept), state_.view.solved.erase(kept);
            }
        }
        return Done{};
    }

    Result<Done> operator()(const Undo&) {
        if (state_.history.can_undo()) restore(state_.history.undo(moment()));
        return Done{};
    }

    Result<Done> operator()(const Redo&) {
        if (state_.history.can_redo()) restore(state_.history.redo(moment()));
        return Done{};
    }

    Moment moment() const { return {state_.document, state_.baseline, state_.view.lesson, state_.view.step}; }

private:
    Result<Done> carry_out(const std::vector<Command>& commands) {
        for (const Command& command : commands) {
            if (Result<Done> done = std::visit(*this, command.action); !done) return done;
        }
        return Done{};
    }

    Result<Done> select_token(int row) {
        const int count = most_tokens(state_.document);
        if (row < 0 || row >= count) return Error{"no_token_row", {{"row", std::to_string(row)}, {"count", std::to_string(count)}}};
        state_.view.selection.row = row;
        return Done{};
    }

    void look_as_opened(const Lesson& lesson) {
        state_.view.selection = lesson.selection;
        state_.view.show = Show::value;
        state_.view.opened.clear();
    }

    const Question* find_question(const std::string& id) const {
        const Lesson* lesson = catalogue_.find(state_.view.lesson);
        if (!lesson) return nullptr;
        for (const Step& step : lesson->steps) {
            if (step.question && step.question->id == id) return &*step.question;
        }
        return nullptr;
    }

    void restore(Moment then) {
        state_.document = std::move(then.document);
        state_.baseline = std::move(then.baseline);
        if (then.lesson != state_.view.lesson) state_.view.opened.clear();
        state_.view.lesson = std::move(then.lesson);
        if (then.restores_step) state_.view.step = then.step;
    }

    const Catalogue& catalogue_;
    State& state_;
    Graphs& graphs_;
    bool went_elsewhere_ = false;
};

}  // namespace

State opened(const Lesson& lesson) {
    State state;
    state.document = lesson.document;
    state.view.lesson = lesson.id;
    state.view.selection = lesson.selection;
    return state;
}

Result<State> apply(const Catalogue& catalogue, State state, const Command& command, Graphs& graphs) {
    const bool walks_history = std::holds_alternative<Undo>(command.action) || std::holds_alternative<Redo>(command.action);
    Carrier carrier(catalogue, state, graphs);
    Moment before = carrier.moment();
    if (Result<Done> done = std::visit(carrier, command.action); !done) return done.error();
    state.view.selection.row = std::clamp(state.view.selection.row, 0, most_tokens(state.document) - 1);

    const bool changed =
        before.document != state.document || before.baseline != state.baseline || before.lesson != state.view.lesson;
    if (walks_history || !changed) return state;
    // Leaving a lesson that nobody touched leaves nothing to come back to.
    const Lesson* left = catalogue.find(before.lesson);
    const bool untouched = left && before.document == left->document && !before.baseline && !state.history.can_undo();
    if (before.lesson != state.view.lesson && untouched) return state;
    before.restores_step = carrier.went_elsewhere();
    state.history.remember(std::move(before), command.gesture);
    return state;
}

std::string state_to_json(const State& state) { return state_json({kStateFormat, state.document, state.view, state.baseline}); }

}  // namespace dikkat
