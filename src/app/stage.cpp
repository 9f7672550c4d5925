#include "app/stage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cut_down.h"
#include "app/edit.h"
#include "app/name_pattern.h"
#include "app/slices.h"
#include "app/vocabulary.h"

namespace dikkat {

namespace {

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
        case Kind::statistic:
            return "normalised";
        case Kind::parameter:
        case Kind::scores:
        case Kind::index:
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

}  // namespace

Scene Stage::scene_of(const Document& document) {
    Result<Built> built = build(document, kept_);
    CHECK(built.ok(), "a document that was accepted cannot be built");
    return evaluated(std::move(built).value());
}

// Null where the variant does not fit the document.
const Scene* Stage::variant_of(const Document& document, std::string_view name, std::string_view key) {
    const auto variant = subject_.lesson->variants.find(std::string(name));
    if (variant == subject_.lesson->variants.end()) return nullptr;
    VariantScene& known = variants_[std::string(key)];
    if (!known.fresh) {
        Result<Document> varied = edited_to_build(document, variant->second.commands, kept_.graphs);
        const bool as_before = varied && known.scene && known.of == varied.value();
        if (!as_before) {
            known.scene.reset();
            if (varied) known.of = std::move(varied).value();
            Result<Built> built = varied ? build(known.of, kept_) : Result<Built>(varied.error());
            if (built) known.scene = evaluated(std::move(built).value());
        }
        known.fresh = true;
    }
    return known.scene ? &*known.scene : nullptr;
}

TensorName take_apart(std::string_view name) {
    const std::size_t at = name.rfind('@');
    if (at == name.npos) return {name, {}};
    return {name.substr(0, at), name.substr(at + 1)};
}

void Stage::show(const Subject& subject, bool document_changed, bool baseline_changed) {
    const bool as_before = !document_changed && !baseline_changed && subject.gradients == subject_.gradients;
    subject_ = subject;
    if (as_before) return;
    readings_.clear();
    if (document_changed) built_document_.reset(), document_.reset(), losses_.clear();
    for (auto& [name, variant] : variants_) variant.fresh = variant.fresh && !document_changed;
    if (document_changed) words_[0].reset(), words_[1].reset();
    if (baseline_changed) baseline_.reset(), bounds_.clear(), usual_looks_.clear();
}

void Stage::keep(Built built) { built_document_ = std::move(built); }

const Scene& Stage::document() {
    if (!document_) document_ = built_document_ ? evaluated(std::move(*built_document_)) : scene_of(*subject_.document);
    built_document_.reset();
    return *document_;
}

const Scene& Stage::baseline() {
    if (!baseline_) {
        const bool pinned_as_it_is = subject_.baseline != subject_.document && *subject_.baseline == *subject_.document;
        baseline_ = pinned_as_it_is ? document() : scene_of(*subject_.baseline);
    }
    return *baseline_;
}

const Scene* Stage::scene(std::string_view name) { return name.empty() ? &document() : variant_of(*subject_.document, name, name); }

const Scene* Stage::scene(std::string_view name, std::string_view tensor) {
    if (name.empty()) return &document();
    const std::string_view part = part_of(*subject_.document, tensor);
    const std::string key = std::string(name) + "/" + std::string(part);
    const auto known = variants_.find(key);
    const bool fresh = known != variants_.end() && known->second.fresh;  // then no document need be cut down
    const Scene* of_part = variant_of(fresh ? Document() : cut_down(*subject_.document, part), name, key);
    return of_part ? of_part : scene(name);  // its commands are of another part too
}

SharedGraph Stage::part_graph(std::string_view name) {
    Result<SharedGraph> graph = kept_.graphs.of_part(*subject_.document, name);
    return graph ? std::move(graph).value() : nullptr;
}

const std::vector<std::string>& Stage::words(bool with_target) {
    std::optional<std::vector<std::string>>& known = words_[with_target ? 1 : 0];
    if (!known) known = vocabulary_of(*subject_.document, with_target);
    return *known;
}

const LossReading* Stage::loss(std::string_view variant) {
    const Scene* of = scene(variant);
    if (!of) return nullptr;
    auto known = losses_.find(variant);
    if (known == losses_.end()) {
        known = losses_.emplace(variant, read_loss(of->graph(), of->evaluation, of->built.loss, of->built.loss_tensor)).first;
    }
    LossReading& reading = known->second;
    const bool may_wait = in_slices_ && is_long_work(of->graph());
    if (!reading.error && !reading.has_gradients() && !may_wait) {
        continue_gradients(of->graph(), of->evaluation, reading.gradients, of->graph().size());
    }
    return &reading;
}

const Tensor<float>* Stage::gradient(std::string_view name) {
    const TensorName named = take_apart(name);
    const LossReading* of = loss(named.variant);
    if (!of || !of->has_gradients()) return nullptr;
    const Scene& in = *scene(named.variant);
    const NodeId node = in.graph().find(named.tensor);
    if (node == kNoNode) return nullptr;
    Tensor<float>& gradient = losses_.find(named.variant)->second.gradients.values[static_cast<std::size_t>(node)];
    if (gradient.data.empty()) gradient = Tensor<float>(in.graph()[node].shape);  // the loss does not depend on it
    return &gradient;
}

bool Stage::working() const {
    return std::any_of(losses_.begin(), losses_.end(),
                       [](const auto& each) { return !each.second.error && !each.second.has_gradients(); });
}

bool Stage::step() {
    for (auto& [variant, reading] : losses_) {
        if (reading.error || reading.has_gradients()) continue;
        const Scene& of = *scene(variant);
        if (!continue_gradients(of.graph(), of.evaluation, reading.gradients, kNodesOfASlice, kWorkOfASlice)) return false;
        readings_.clear();
        return true;
    }
    return false;
}

const TensorReading* Stage::read(std::string_view name) {
    if (const auto known = readings_.find(name); known != readings_.end()) return &known->second.reading;
    const TensorName parts = take_apart(name);
    const Scene* now = scene(parts.variant, parts.tensor);
    const NodeId node = now ? now->graph().find(parts.tensor) : kNoNode;
    if (node == kNoNode) return nullptr;

    Reading& entry = readings_[std::string(name)];
    entry.name = name;
    TensorReading& reading = entry.reading = describe(*now, node);
    reading.name = entry.name;
    reading.editable = reading.editable && parts.variant.empty();
    const Tensor<float>* before = scene_before(parts.variant).tensor(parts.tensor);
    if (before && before->shape == reading.shape) {
        reading.baseline = before->data;
        entry.difference = difference_of(reading.value, reading.baseline);
        reading.difference = entry.difference;
    }
    reading.moved_rows = moved_rows(reading.shape, reading.value, reading.baseline);
    reading.bound = bound(name, reading);
    if (!subject_.gradients) return &reading;
    if (const Tensor<float>* led_back = gradient(name)) {
        reading.gradient = led_back->data;
        reading.gradient_bound = gradient_bound(name, reading.gradient);
    }
    return &reading;
}

TensorReading Stage::describe(const Scene& scene, NodeId id) {
    const Node& node = scene.graph()[id];
    TensorReading reading;
    reading.name = node.name;
    reading.shape = node.shape, reading.axes = node.axes, reading.kind = node.kind;
    reading.editable = node.kind != Kind::mask;
    reading.look = &look(node.name, node.kind);
    reading.value = scene.evaluation[id].data;
    reading.notes = scene.evaluation.notes[static_cast<std::size_t>(id)];
    reading.decimals = reading.look->decimals.value_or(usual_decimals(node.kind));
    reading.weights_map = is_map_of_weights(node.kind);
    return reading;
}

std::size_t Stage::bytes() const {
    std::size_t bytes = (document_ ? bytes_of(*document_) : 0) + (baseline_ ? bytes_of(*baseline_) : 0);
    for (const auto& [name, variant] : variants_) bytes += variant.scene ? bytes_of(*variant.scene) : 0;
    return bytes;
}

const TensorLook& Stage::look(std::string_view tensor, Kind kind) {
    const auto found = subject_.lesson->looks.find(std::string(tensor));
    if (found != subject_.lesson->looks.end()) return found->second;
    TensorLook& usual = usual_looks_[std::string(tensor)];
    const NamePattern pattern = pattern_of(tensor);
    if (const auto shared = subject_.lesson->looks.find(pattern.name); shared != subject_.lesson->looks.end()) {
        usual = shared->second;
        for (Words* words : {&usual.label, &usual.title, &usual.caption}) {
            words->tr = filled_pattern(words->tr, pattern.block, pattern.head, 1);
            words->en = filled_pattern(words->en, pattern.block, pattern.head, 1);
        }
        return usual;
    }
    usual.label = usual.title = {std::string(tensor), std::string(tensor)};
    usual.role = usual_role(kind);
    return usual;
}

double Stage::gradient_bound(std::string_view name, std::span<const float> gradient) {
    const std::string key = "gradient/" + std::string(name);  // no tensor is called so
    const auto known = bounds_.find(key);
    return known == bounds_.end() ? bounds_[key] = round_bound(gradient) : known->second;
}

double Stage::bound(std::string_view name, const TensorReading& reading) {
    if (reading.look->bound) return *reading.look->bound;
    if (reading.weights_map) return 1;
    const auto known = bounds_.find(name);
    if (known != bounds_.end()) return known->second;
    return bounds_[std::string(name)] = round_bound(reading.baseline.empty() ? reading.value : reading.baseline);
}

}  // namespace dikkat
