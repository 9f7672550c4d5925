#include "app/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/apply.h"
#include "app/checks.h"
#include "app/codec.h"
#include "app/edit.h"
#include "app/model.h"
#include "app/number.h"
#include "app/query.h"
#include "app/scene.h"
#include "app/text.h"

namespace dikkat {

namespace {

struct Named {  // "weights@causal" taken apart
    std::string_view tensor, variant;
};

Named take_apart(std::string_view name) {
    const std::size_t at = name.rfind('@');
    if (at == name.npos) return {name, {}};
    return {name.substr(0, at), name.substr(at + 1)};
}

// The smallest of 1, 2, 5 x 10^k that no finite number exceeds.
double round_bound(std::span<const float> numbers) {
    double largest = 0;
    for (const float number : numbers) {
        if (std::isfinite(number)) largest = std::max(largest, std::fabs(static_cast<double>(number)));
    }
    if (largest == 0) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(largest)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (step * power >= largest) return step * power;
    }
    return 10 * power;
}

bool is_map_of_weights(Kind kind) { return kind == Kind::weights || kind == Kind::mask; }

int usual_decimals(Kind kind) { return kind == Kind::mask ? 0 : kind == Kind::weights ? 3 : 2; }

// The colour token of a tensor that the lesson gives none.
std::string usual_role(Kind kind) {
    switch (kind) {
        case Kind::query:
        case Kind::key:
        case Kind::value:
        case Kind::weights:
        case Kind::output:
        case Kind::normalised:
            return std::string(to_string(kind));
        case Kind::mask:
            return "weights";
        case Kind::feed_forward:
            return "feed";
        case Kind::input:
        case Kind::residual:
            return "residual";
        case Kind::parameter:
        case Kind::scores:
            return "";
    }
    return "";
}

// value - baseline; exactly 0 where the two are the same number, infinite ones too.
std::vector<float> difference_of(std::span<const float> value, std::span<const float> baseline) {
    std::vector<float> difference(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        difference[i] = same_number(value[i], baseline[i]) ? 0.0f : value[i] - baseline[i];
    }
    return difference;
}

std::vector<bool> moved_rows(const Shape& shape, std::span<const float> value, std::span<const float> baseline) {
    std::vector<bool> moved(static_cast<std::size_t>(shape.rows()));
    for (std::size_t i = 0; i < baseline.size(); ++i) {
        const std::size_t row = i / static_cast<std::size_t>(shape.columns()) % moved.size();
        if (!same_number(value[i], baseline[i])) moved[row] = true;
    }
    return moved;
}

struct Reading {
    std::string name;
    std::vector<float> difference;
    TensorReading reading;
};

struct Provider {
    std::string name;
    std::function<std::optional<std::string>(std::string_view)> answer;
};

}  // namespace

struct Session::State {
    Catalogue catalogue;
    dikkat::State playground;
    std::uint64_t revision = 0;
    std::vector<Provider> providers;

    // What was evaluated from it, made when it is first asked for.
    std::optional<Scene> document_scene, baseline_scene;
    std::map<std::string, std::optional<Scene>, std::less<>> variant_scenes;
    std::map<std::string, Reading, std::less<>> readings;
    std::optional<std::vector<CheckResult>> checks;
    std::map<std::string, double, std::less<>> bounds;           // fixed as long as the baseline is
    std::map<std::string, TensorLook, std::less<>> usual_looks;  // of tensors that the lesson says nothing about

    const Lesson& lesson() const {
        const Lesson* lesson = catalogue.find(playground.view.lesson);
        CHECK(lesson, "the open lesson is not in the catalogue");
        return *lesson;
    }

    const Document& baseline() const { return playground.baseline ? *playground.baseline : lesson().document; }

    static const Scene& staged(std::optional<Scene>& scene, const Document& document) {
        if (!scene) {
            Result<Scene> made = stage(document);
            CHECK(made.ok(), "a document that was accepted cannot be built");
            scene = std::move(made).value();
        }
        return *scene;
    }

    const Scene& document_now() { return staged(document_scene, playground.document); }
    const Scene& baseline_now() { return staged(baseline_scene, baseline()); }

    // Null where the lesson has no such variant, or it does not fit the document as it is.
    const Scene* variant_now(std::string_view name) {
        const auto known = variant_scenes.find(name);
        if (known != variant_scenes.end()) return known->second ? &*known->second : nullptr;
        std::optional<Scene>& scene = variant_scenes[std::string(name)];
        const auto variant = lesson().variants.find(std::string(name));
        if (variant == lesson().variants.end()) return nullptr;
        Result<Document> document = edited(playground.document, variant->second.commands);
        if (!document) return nullptr;
        Result<Scene> made = stage(document.value());
        if (made) scene = std::move(made).value();
        return scene ? &*scene : nullptr;
    }

    const Scene* scene_of(std::string_view variant) { return variant.empty() ? &document_now() : variant_now(variant); }
    // A change is measured from the baseline; that of a variant from the document that it varies.
    const Scene& scene_before(std::string_view variant) { return variant.empty() ? baseline_now() : document_now(); }

    const TensorLook& look(std::string_view tensor, Kind kind) {
        const auto found = lesson().looks.find(std::string(tensor));
        if (found != lesson().looks.end()) return found->second;
        TensorLook& usual = usual_looks[std::string(tensor)];
        usual.label = usual.title = {std::string(tensor), std::string(tensor)};
        usual.role = usual_role(kind);
        return usual;
    }

    double bound(std::string_view name, const TensorLook& look, Kind kind, std::span<const float> reference) {
        if (look.bound) return *look.bound;
        if (is_map_of_weights(kind)) return 1;
        const auto known = bounds.find(name);
        if (known != bounds.end()) return known->second;
        return bounds[std::string(name)] = round_bound(reference);
    }

    const TensorReading* read(std::string_view name) {
        if (const auto known = readings.find(name); known != readings.end()) return &known->second.reading;
        const Named named = take_apart(name);
        const Scene* scene = scene_of(named.variant);
        const NodeId node = scene ? scene->graph().find(named.tensor) : kNoNode;
        if (node == kNoNode) return nullptr;

        Reading& entry = readings[std::string(name)];
        entry.name = name;
        TensorReading& reading = entry.reading;
        describe(*scene, node, reading);
        reading.name = entry.name;
        reading.editable = reading.editable && named.variant.empty();
        const Tensor<float>* before = scene_before(named.variant).tensor(named.tensor);
        if (before && before->shape == reading.shape) {
            reading.baseline = before->data;
            entry.difference = difference_of(reading.value, reading.baseline);
            reading.difference = entry.difference;
        }
        reading.moved_rows = moved_rows(reading.shape, reading.value, reading.baseline);
        reading.bound = bound(name, *reading.look, reading.kind, reading.baseline.empty() ? reading.value : reading.baseline);
        return &reading;
    }

    void describe(const Scene& scene, NodeId id, TensorReading& reading) {
        const Node& node = scene.graph()[id];
        reading.shape = node.shape, reading.axes = node.axes, reading.kind = node.kind;
        reading.editable = node.kind != Kind::mask;
        reading.look = &look(node.name, node.kind);
        reading.value = scene.evaluation[id].data;
        reading.notes = scene.evaluation.notes[static_cast<std::size_t>(id)];
        reading.decimals = reading.look->decimals.value_or(usual_decimals(node.kind));
        reading.weights_map = is_map_of_weights(node.kind);
    }

    void forget(bool document_changed, bool baseline_changed) {
        checks.reset();
        if (!document_changed && !baseline_changed) return;
        readings.clear();
        if (document_changed) document_scene.reset(), variant_scenes.clear();
        if (baseline_changed) baseline_scene.reset(), bounds.clear(), usual_looks.clear();
    }
};

Session::Session(Catalogue catalogue) : state_(std::make_unique<State>()) {
    CHECK(!catalogue.lessons.empty(), "a session needs a lesson to open");
    state_->catalogue = std::move(catalogue);
    state_->playground = opened(state_->catalogue.lessons.front());
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Result<Done> Session::dispatch(const Command& command) {
    Result<dikkat::State> applied = apply(state_->catalogue, state_->playground, command);
    if (!applied) return applied.error();
    const bool other_lesson = applied.value().view.lesson != state_->playground.view.lesson;
    const bool document_changed = other_lesson || applied.value().document != state_->playground.document;
    const bool baseline_changed = other_lesson || applied.value().baseline != state_->playground.baseline;
    if (document_changed) {
        const Result<Built> possible = build(applied.value().document);
        if (!possible) return possible.error();
    }
    state_->playground = std::move(applied).value();
    state_->forget(document_changed, baseline_changed);
    ++state_->revision;
    return Done{};
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
const View& Session::view() const { return state_->playground.view; }
bool Session::can_undo() const { return state_->playground.history.can_undo(); }
bool Session::can_redo() const { return state_->playground.history.can_redo(); }
bool Session::baseline_is_lesson() const { return !state_->playground.baseline; }
std::uint64_t Session::revision() const { return state_->revision; }
std::string Session::state_json() const { return state_to_json(state_->playground); }

const Graph& Session::graph() const { return state_->document_now().graph(); }

std::optional<TensorReading> Session::read(std::string_view name) const {
    const TensorReading* reading = state_->read(name);
    return reading ? std::optional<TensorReading>(*reading) : std::nullopt;
}

std::optional<TensorReading> Session::read_baseline(std::string_view name) const {
    const Named named = take_apart(name);
    const Scene& scene = state_->scene_before(named.variant);
    const NodeId node = scene.graph().find(named.tensor);
    if (node == kNoNode) return std::nullopt;
    TensorReading reading;
    state_->describe(scene, node, reading);
    reading.name = scene.graph()[node].name;
    reading.editable = false;
    return reading;
}

std::optional<Tensor<float>> Session::gradient(std::string_view name) const {
    const Scene& scene = state_->document_now();
    const NodeId node = scene.graph().find(name);
    NodeId output = scene.graph().find("output");
    if (output == kNoNode) output = scene.graph().find("concat");
    if (node == kNoNode || output == kNoNode) return std::nullopt;
    const Tensor<float> ones(scene.graph()[output].shape, 1.0f);
    return gradients<float>(scene.graph(), scene.evaluation, output, ones)[static_cast<std::size_t>(node)];
}

std::string Session::axis_label(const TensorReading& tensor, int axis, int index) const {
    const bool of_tokens = axis >= 0 && axis < tensor.shape.rank() && counts_tokens(tensor.axes[static_cast<std::size_t>(axis)]);
    const std::vector<std::string>& tokens = document().tokens;
    if (of_tokens && index >= 0 && index < static_cast<int>(tokens.size())) return tokens[static_cast<std::size_t>(index)];
    return std::to_string(index);
}

std::string Session::cell_label(const CellName& cell) const {
    const TensorReading* reading = state_->read(cell.tensor);
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
    const Named named = take_apart(cell.tensor);
    const Scene* scene = state_->scene_of(named.variant);
    const NodeId node = scene ? scene->graph().find(named.tensor) : kNoNode;
    if (node == kNoNode || !contains(scene->graph()[node].shape, cell.cell)) return std::nullopt;
    return explain(scene->graph(), scene->evaluation, node, cell.cell);
}

std::optional<NotFinite> Session::first_not_finite() const { return dikkat::first_not_finite(state_->document_now(), document()); }

std::size_t Session::tensor_bytes() const {
    std::size_t bytes = 0;
    for (const std::optional<Scene>* scene : {&state_->document_scene, &state_->baseline_scene})
        bytes += *scene ? bytes_of(**scene) : 0;
    for (const auto& [name, scene] : state_->variant_scenes) bytes += scene ? bytes_of(*scene) : 0;
    return bytes;
}

std::vector<CheckResult> Session::checks() const {
    if (state_->checks) return *state_->checks;
    const TensorSource source = [this](const std::string& name) -> CheckedTensor {
        const Named named = take_apart(name);
        const Scene* scene = state_->scene_of(named.variant);
        return {scene ? scene->tensor(named.tensor) : nullptr, state_->scene_before(named.variant).tensor(named.tensor)};
    };
    std::vector<CheckResult>& results = state_->checks.emplace();
    for (const Check& check : lesson().checks) results.push_back(measure(check, source, view().language));
    return results;
}

std::vector<Edit> Session::edits() const {
    const Scene& scene = state_->document_now();
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
