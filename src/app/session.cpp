#include "app/session.h"

#include <algorithm>
#include <utility>

#include "app/apply.h"
#include "app/checks.h"
#include "app/codec.h"
#include "app/cut_down.h"
#include "app/draws.h"
#include "app/exercises.h"
#include "app/json.h"
#include "app/model.h"
#include "app/query.h"
#include "app/slices.h"
#include "app/stage.h"
#include "app/sweeps.h"
#include "app/text.h"
#include "app/vocabulary.h"

namespace dikkat {

namespace {

struct Provider {
    std::string name;
    std::function<std::optional<std::string>(std::string_view)> answer;
};

// Whether the model that a tensor is of has a sentence of its decoder's.
bool has_target(const Document& document, std::string_view tensor) {
    const std::string_view name = part_of(document, tensor);
    return std::any_of(document.parts.begin(), document.parts.end(),
                       [&](const Part& part) { return part.name == name && reads_target(part); });
}

// What the lesson's checks look at.
class MeasuredSession : public CheckSource {
public:
    MeasuredSession(const Session& session, Stage& stage) : session_(session), stage_(stage) {}

    CheckedTensor tensor(const std::string& name) const override {
        const TensorName named = take_apart(name);
        const Scene* scene = stage_.scene(named.variant, named.tensor);
        return {scene ? scene->tensor(named.tensor) : nullptr, stage_.scene_before(named.variant).tensor(named.tensor)};
    }

    std::optional<std::uint64_t> count(const std::string& part) const override {
        const SharedGraph graph = stage_.part_graph(part);
        if (!graph) return std::nullopt;
        return parameters_of(*graph, part.empty() ? "" : part + ".").count;
    }

    const SweepReading* sweep(const std::string& id) const override { return session_.sweep(id); }

private:
    const Session& session_;
    Stage& stage_;
};

}  // namespace

struct Session::State {
    Catalogue catalogue;
    dikkat::State playground;
    std::uint64_t revision = 0;
    std::vector<Provider> providers;
    Stage stage;
    std::size_t own_lessons = 0;                     // the first ones; load_lesson brought the others
    std::optional<std::vector<CheckResult>> checks;  // of this revision
    std::optional<std::vector<ExerciseReading>> exercises;
    Sweeps sweeps;
    bool in_slices = false;
    std::optional<Pending> pending;  // accepted, and not shown before it is evaluated

    const Lesson& lesson() const {
        const Lesson* lesson = catalogue.find(playground.view.lesson);
        CHECK(lesson, "the open lesson is not in the catalogue");
        return *lesson;
    }

    Subject subject() const {
        const Document& as_opened = lesson().document;
        return {&lesson(), &playground.document, playground.baseline ? &*playground.baseline : &as_opened,
                playground.view.show == Show::gradient};
    }

    // What the next command starts from: the last one accepted, shown or not.
    const dikkat::State& latest() const { return pending ? pending->playground : playground; }

    void show(dikkat::State next, bool document_changed, bool baseline_changed) {
        if (next.view.lesson != playground.view.lesson) sweeps.forget();
        playground = std::move(next);
        stage.show(subject(), document_changed, baseline_changed);
        if (document_changed) sweeps.refresh(lesson(), playground.document);
        forget_findings();
    }

    void forget_findings() {
        checks.reset(), exercises.reset();
        ++revision;
    }
};

Session::Session(Catalogue catalogue) : state_(std::make_unique<State>()) {
    CHECK(!catalogue.lessons.empty(), "a session needs a lesson to open");
    state_->catalogue = std::move(catalogue);
    state_->own_lessons = state_->catalogue.lessons.size();
    state_->playground = opened(state_->catalogue.lessons.front());
    state_->stage.show(state_->subject(), true, true);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

void Session::add_lessons(Catalogue more) {
    std::vector<Lesson>& lessons = state_->catalogue.lessons;
    for (Lesson& lesson : more.lessons) {
        if (state_->catalogue.find(lesson.id)) continue;
        std::size_t at = 0;
        while (at < state_->own_lessons && lessons[at].number < lesson.number) ++at;
        lessons.insert(lessons.begin() + static_cast<std::ptrdiff_t>(at), std::move(lesson));
        ++state_->own_lessons;
    }
    state_->stage.show(state_->subject(), false, false);  // lessons may have moved
}

// A lesson under a name that is taken by one from outside takes its place: shown at once, with nothing of the old one left.
Result<Done> Session::load(const LoadLesson& command) {
    Result<Lesson> lesson = read_lesson(command.json.text);
    if (!lesson) return lesson.error();
    lesson.value().mark = "@" + fingerprint(command.json.text);
    const Command open{OpenLesson{lesson.value().id}, 0};
    std::vector<Lesson>& lessons = state_->catalogue.lessons;
    const Lesson* there = state_->catalogue.find(lesson.value().id);
    if (!there) {
        lessons.push_back(std::move(lesson).value());
        state_->stage.show(state_->subject(), false, false);  // lessons may have moved
        return dispatch(open);
    }
    const std::size_t at = static_cast<std::size_t>(there - lessons.data());
    if (at < state_->own_lessons) return Error{"lesson_id_taken", {{"lesson", there->id}}};
    lessons[at] = std::move(lesson).value();
    Result<dikkat::State> applied = apply(state_->catalogue, state_->latest(), open, state_->stage.kept().graphs);
    CHECK(applied.ok(), "a lesson that was read cannot be opened");
    applied.value().history = {};
    state_->pending.reset();
    state_->sweeps.forget();
    state_->show(std::move(applied).value(), true, true);
    return Done{};
}

Result<Done> Session::dispatch(const Command& command) {
    if (const LoadLesson* lesson = std::get_if<LoadLesson>(&command.action)) return load(*lesson);
    bool solves = false;
    if (const CheckExercise* check = std::get_if<CheckExercise>(&command.action)) {
        for (const ExerciseReading& each : exercises()) solves = solves || (each.id == check->exercise && each.passed);
    }
    Result<dikkat::State> applied = apply(state_->catalogue, state_->latest(), command, state_->stage.kept().graphs);
    if (!applied) return applied.error();
    dikkat::State& next = applied.value();
    if (solves) next.view.solved.insert(kept_name(lesson(), std::get<CheckExercise>(command.action).exercise));
    const bool other_lesson = next.view.lesson != state_->playground.view.lesson;
    const bool document_changed = other_lesson || next.document != state_->playground.document;
    const bool baseline_changed = other_lesson || next.baseline != state_->playground.baseline;
    std::optional<Built> document, baseline;
    if (document_changed) {
        Result<Built> possible = build(next.document, state_->stage.kept());
        if (!possible) return possible.error();
        document = std::move(possible).value();
    }
    if (state_->in_slices && baseline_changed && next.baseline && *next.baseline != next.document) {
        Result<Built> possible = build(*next.baseline, state_->stage.kept());
        if (possible && is_long_work(possible.value().graph())) baseline = std::move(possible).value();
    }
    state_->pending.reset();
    if (state_->in_slices && (baseline || (document && is_long_work(document->graph())))) {
        state_->pending.emplace(std::move(next), std::move(document), std::move(baseline));
        return Done{};
    }
    state_->show(std::move(next), document_changed, baseline_changed);
    if (document) state_->stage.keep(std::move(*document));
    return Done{};
}

void Session::in_slices(bool on) {
    state_->in_slices = on;
    state_->stage.in_slices(on);
}

bool Session::working() const { return state_->pending.has_value() || state_->stage.working() || state_->sweeps.working(); }

double Session::progress() const { return state_->pending ? state_->pending->progress() : state_->sweeps.progress(); }

bool Session::advance(const std::function<bool()>& may_go_on) {
    do {
        if (!state_->pending) {
            const bool done = state_->stage.working() ? state_->stage.step() : state_->sweeps.step();
            if (done) state_->forget_findings();
            continue;
        }
        Pending& pending = *state_->pending;
        if (pending.step()) continue;
        std::optional<Scene> document = pending.take_document(), baseline = pending.take_baseline();
        dikkat::State next = std::move(pending.playground);
        state_->pending.reset();
        const bool other_lesson = next.view.lesson != state_->playground.view.lesson;
        const bool baseline_changed = other_lesson || next.baseline != state_->playground.baseline;
        state_->show(std::move(next), document.has_value(), baseline_changed);
        if (document) state_->stage.keep_document(std::move(*document));
        if (baseline) state_->stage.keep_baseline(std::move(*baseline));
    } while (working() && may_go_on());
    return working();
}

std::string Session::dispatch_json(std::string_view json) {
    const Result<Command> command = read_command(json);
    const Result<Done> done = command ? dispatch(command.value()) : Result<Done>(command.error());
    JsonWriter answer;
    answer.begin_object();
    answer.field("ok", done.ok());
    if (!done) {
        answer.key("error");
        answer.begin_object();
        answer.field("code", done.error().code);
        answer.field("message", message(done.error(), view().language));
        if (const auto path = done.error().values.find("path"); path != done.error().values.end())
            answer.field("path", path->second);
        answer.end_object();
    }
    answer.end_object();
    return answer.text();
}

Result<std::string> Session::query(std::string_view path) const {
    Result<std::string> answer = answer_query(*this, path);
    const bool unknown = !answer && answer.error().code == "unknown_query";
    if (!unknown && path != "diagnostics") return answer;
    for (const Provider& provider : state_->providers) {
        const std::optional<std::string> provided = provider.answer(path);
        if (provided && unknown) return *provided;
        if (provided) answer = joined_objects(answer.value(), *provided);
    }
    return answer;
}

void Session::add_provider(std::string name, std::function<std::optional<std::string>(std::string_view)> answer) {
    state_->providers.push_back({std::move(name), std::move(answer)});
}

const Catalogue& Session::catalogue() const { return state_->catalogue; }
const Lesson& Session::lesson() const { return state_->lesson(); }
const Document& Session::document() const { return state_->playground.document; }
const Document& Session::baseline() const { return *state_->subject().baseline; }
const View& Session::view() const { return state_->playground.view; }
bool Session::can_undo() const { return state_->playground.history.can_undo(); }
bool Session::can_redo() const { return state_->playground.history.can_redo(); }
bool Session::baseline_is_lesson() const { return !state_->playground.baseline; }
std::uint64_t Session::revision() const { return state_->revision; }
std::string Session::state_json() const { return state_to_json(state_->playground); }

const SweepReading* Session::sweep(std::string_view id) const {
    return state_->sweeps.read(lesson(), document(), id, !state_->in_slices);
}

std::vector<PartParameters> Session::parameters() const {
    std::vector<PartParameters> all;
    for (const Part& part : document().parts) {
        const SharedGraph graph = part_graph(part.name);
        if (!graph) continue;
        PartParameters& parameters = all.emplace_back(parameters_of(*graph, prefix_of(part)));
        parameters.part = part.name, parameters.model = part.model;
    }
    return all;
}

SharedGraph Session::part_graph(std::string_view part) const { return state_->stage.part_graph(part); }

const Graph& Session::graph() const { return state_->stage.document().graph(); }

const Graph& Session::graph_of(std::string_view name) const {
    const TensorName named = take_apart(name);
    const Scene* scene = state_->stage.scene(named.variant, named.tensor);
    return scene ? scene->graph() : graph();
}

std::optional<TensorReading> Session::read(std::string_view name) const {
    const TensorReading* reading = state_->stage.read(name);
    return reading ? std::optional<TensorReading>(*reading) : std::nullopt;
}

std::optional<TensorReading> Session::read_baseline(std::string_view name) const {
    const TensorName named = take_apart(name);
    const Scene& scene = state_->stage.scene_before(named.variant);
    const NodeId node = scene.graph().find(named.tensor);
    if (node == kNoNode) return std::nullopt;
    TensorReading reading = state_->stage.describe(scene, node);
    reading.editable = false;
    return reading;
}

std::optional<Tensor<float>> Session::gradient(std::string_view name) const {
    const Tensor<float>* gradient = state_->stage.gradient(name);
    return gradient ? std::optional<Tensor<float>>(*gradient) : std::nullopt;
}

Result<float> Session::loss() const {
    const LossReading& loss = *state_->stage.loss({});
    return loss.error ? Result<float>(*loss.error) : Result<float>(loss.value);
}

std::string Session::axis_label(const TensorReading& tensor, int axis, int index) const {
    const Axis counted = axis >= 0 && axis < tensor.shape.rank() ? tensor.axes[static_cast<std::size_t>(axis)] : Axis::none;
    const auto word = [index](const std::vector<std::string>& words) {
        const bool there = index >= 0 && index < static_cast<int>(words.size());
        return there ? words[static_cast<std::size_t>(index)] : std::to_string(index);
    };
    if (counts_tokens(counted)) return word(document().tokens);
    if (counted == Axis::target) return word(document().target);
    if (counted == Axis::vocabulary) return word(state_->stage.words(has_target(document(), tensor.name)));
    return std::to_string(index);
}

std::string Session::cell_label(const CellName& cell) const {
    const TensorReading* reading = state_->stage.read(cell.tensor);
    const std::string row = std::to_string(cell.cell.row), column = std::to_string(cell.cell.column);
    if (!reading || !contains(reading->shape, cell.cell)) return cell.tensor + "[" + row + ", " + column + "]";
    const int rank = reading->shape.rank();
    const TensorLook& look = *reading->look;
    std::string label = (look.title == Words{} ? look.label : look.title).in(view().language);
    label.erase(std::remove(label.begin(), label.end(), '_'), label.end());  // "W_q" has its subscript drawn, elsewhere
    label += "[";
    if (rank == 3) label += std::to_string(cell.cell.head) + ", ";
    if (rank > 1) label += axis_label(*reading, rank - 2, cell.cell.row) + ", ";
    return label + axis_label(*reading, rank - 1, cell.cell.column) + "]";
}

std::optional<Explanation> Session::explanation(const CellName& cell) const {
    const TensorName named = take_apart(cell.tensor);
    const Scene* scene = state_->stage.scene(named.variant, named.tensor);
    const NodeId node = scene ? scene->graph().find(named.tensor) : kNoNode;
    if (node == kNoNode || !contains(scene->graph()[node].shape, cell.cell)) return std::nullopt;
    return explain(scene->graph(), scene->evaluation, node, cell.cell);
}

std::optional<NotFinite> Session::first_not_finite() const {
    return dikkat::first_not_finite(state_->stage.document(), document());
}

std::size_t Session::tensor_bytes() const { return state_->stage.bytes(); }

std::vector<CheckResult> Session::checks() const {
    if (state_->checks) return *state_->checks;
    const MeasuredSession source(*this, state_->stage);
    std::vector<CheckResult>& results = state_->checks.emplace();
    for (const Check& check : lesson().checks) {
        if (check.required || is_built(check, source)) results.push_back(measure(check, source, view().language));
    }
    return results;
}

std::vector<ExerciseReading> Session::exercises() const {
    const MeasuredSession source(*this, state_->stage);
    if (!state_->exercises) {
        state_->exercises = read_exercises(lesson(), document(), view(), source, state_->stage.kept().graphs);
    }
    return *state_->exercises;
}

std::vector<Edit> Session::edits() const {
    const Scene& scene = state_->stage.document();
    const auto& as_opened = lesson().document.overrides;
    std::vector<Edit> edits;
    for (const auto& [cell, value] : document().overrides) {
        if (const auto opened = as_opened.find(cell); opened != as_opened.end() && opened->second == value) continue;
        Edit edit{cell, std::nullopt, value, false};
        if (const NodeId node = scene.graph().find(cell.tensor); node != kNoNode) {
            const auto& replaced = scene.evaluation.replaced[static_cast<std::size_t>(node)];
            const auto before = replaced.find(cell.cell);
            if (before != replaced.end()) edit.before = before->second, edit.active = true;
        }
        edits.push_back(std::move(edit));
    }
    return edits;
}

bool Session::is_overridden(const CellName& cell) const { return document().overrides.contains(cell); }
bool Session::is_locked(std::string_view control) const { return view().locked.contains(std::string(control)); }
bool Session::is_hidden(std::string_view control) const { return view().hidden.contains(std::string(control)); }

}  // namespace dikkat
