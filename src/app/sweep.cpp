#include "app/sweep.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/build.h"
#include "app/cut_down.h"
#include "app/edit.h"
#include "app/loss.h"

namespace dikkat {

namespace {

constexpr std::string_view kLayerHole = "{layer}";

std::string layer_name(const Sweep& sweep, int layer) {
    std::string name = sweep.layer;
    const std::size_t hole = name.find(kLayerHole);
    if (hole != name.npos) name.replace(hole, kLayerHole.size(), std::to_string(layer));
    return name;
}

template <class Scalar>
Scalar norm_of(const Tensor<Scalar>& tensor) {
    Scalar sum = 0;
    for (const Scalar value : tensor.data) sum += value * value;
    return std::sqrt(sum);
}

// One series in one precision: the forward once, then each depth's loss led back.
template <class Scalar>
class SeriesRun {
public:
    explicit SeriesRun(KernelsOf<Scalar> kernels) : kernels_(kernels) {}

    void begin(const Graph& graph, const Built& built, NodeId input, std::span<const NodeId> layers, DepthRun<Scalar>& out) {
        evaluation_ = evaluate<Scalar>(graph, built.leaves, built.overrides, kernels_);
        out.activation_norms.push_back(norm_of(evaluation_[input]));
        for (const NodeId layer : layers) out.activation_norms.push_back(norm_of(evaluation_[layer]));
    }

    void lead_back(const Graph& graph, const Loss& loss, NodeId input, std::span<const NodeId> layers, bool deepest,
                   DepthRun<Scalar>& out) {
        const Tensor<float> drawn = direction_of(loss, graph[layers.back()].shape);
        Tensor<Scalar> direction(drawn.shape);
        std::copy(drawn.data.begin(), drawn.data.end(), direction.data.begin());
        Gradients<Scalar> gradient = begin_gradients(graph, evaluation_, layers.back(), direction);
        continue_gradients(graph, evaluation_, gradient, graph.size());
        const auto norm_at = [&](NodeId node) { return norm_of(gradient[node]); };
        out.input_gradient.push_back(norm_at(input));
        if (!deepest) return;
        out.gradient_norms.push_back(norm_at(input));
        for (const NodeId layer : layers) out.gradient_norms.push_back(norm_at(layer));
    }

private:
    KernelsOf<Scalar> kernels_;
    Evaluation<Scalar> evaluation_;
};

// Whatever a lesson names as its stack, the program computes in double only what a stack of layers is made of.
bool is_stack(const Graph& graph) {
    const auto known = [](const Node& node) { return node.is_leaf() || kernels_of_stack(*node.operation) != nullptr; };
    return std::all_of(graph.nodes().begin(), graph.nodes().end(), known);
}

}  // namespace

Document subject_of(const Sweep& sweep, const Document& document) { return cut_down(document, part_of(document, sweep.input)); }

struct SweepRun::State {
    const Sweep sweep;
    const Document subject;
    SweepReading reading;
    int depth = 0;  // of the last series: how many depths are done
    bool begun = false;
    Kept kept;
    Built built;
    NodeId input = kNoNode;
    std::vector<NodeId> layers;
    SeriesRun<float> in_float{kernels<float>};
    SeriesRun<double> in_double{kernels_of_stack};

    Result<Done> begin(const SweepSeries& series) {
        const std::size_t dot = sweep.depth_setting.find('.');
        ConfigValue depth_value;
        depth_value.number = sweep.depth;
        SetConfig deepest;
        deepest.part = sweep.depth_setting.substr(0, dot), deepest.name = sweep.depth_setting.substr(dot + 1);
        deepest.value = depth_value;
        Document document = subject;
        if (Result<Done> set = edit(document, deepest, kept.graphs); !set) return set;
        Result<Document> varied = edited_to_build(std::move(document), series.commands, kept.graphs);
        if (!varied) return varied.error();
        Result<Built> possible = build(varied.value(), kept);
        if (!possible) return possible.error();
        built = std::move(possible).value();
        input = built.graph().find(sweep.input);
        layers.clear();
        for (int layer = 0; layer < sweep.depth; ++layer) layers.push_back(built.graph().find(layer_name(sweep, layer)));
        const bool missing = input == kNoNode || std::find(layers.begin(), layers.end(), kNoNode) != layers.end();
        if (missing || !is_stack(built.graph())) return Error{"unknown_tensor", {{"tensor", sweep.layer}}};
        SeriesReading& out = reading.series.emplace_back();
        out.id = series.id;
        in_float.begin(built.graph(), built, input, layers, out.in_float);
        in_double.begin(built.graph(), built, input, layers, out.in_double);
        return Done{};
    }

    void lead_back() {
        const std::span<const NodeId> of_depth(layers.data(), static_cast<std::size_t>(++depth));
        SeriesReading& out = reading.series.back();
        in_float.lead_back(built.graph(), sweep.loss, input, of_depth, depth == sweep.depth, out.in_float);
        in_double.lead_back(built.graph(), sweep.loss, input, of_depth, depth == sweep.depth, out.in_double);
    }
};

SweepRun::SweepRun(const Sweep& sweep, std::string id, Document subject)
    : state_(new State{sweep, std::move(subject), {}, 0, false, {}, {}, kNoNode, {}}) {
    state_->reading.id = std::move(id);
    state_->reading.depth = sweep.depth;
}

SweepRun::~SweepRun() = default;
SweepRun::SweepRun(SweepRun&&) noexcept = default;
SweepRun& SweepRun::operator=(SweepRun&&) noexcept = default;

bool SweepRun::step() {
    State& state = *state_;
    if (state.reading.done) return false;
    if (state.begun && state.depth < state.sweep.depth) {
        state.lead_back();
    } else if (state.reading.series.size() < state.sweep.series.size()) {
        const Result<Done> begun = state.begin(state.sweep.series[state.reading.series.size()]);
        if (!begun) state.reading.error = begun.error(), state.reading.done = true;
        state.begun = true, state.depth = 0;
    } else {
        state.reading.done = true;
    }
    return !state.reading.done;
}

double SweepRun::progress() const {
    const State& state = *state_;
    if (state.reading.done || state.sweep.series.empty()) return 1;
    const double whole = static_cast<double>(state.reading.series.size()) - (state.begun ? 1 : 0);
    return (std::max(0.0, whole) + static_cast<double>(state.depth) / state.sweep.depth) /
           static_cast<double>(state.sweep.series.size());
}

const Document& SweepRun::subject() const { return state_->subject; }
const SweepReading& SweepRun::reading() const { return state_->reading; }

}  // namespace dikkat
