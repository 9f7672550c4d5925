#include "core/operations/elementwise.h"

#include <limits>

namespace dikkat {
namespace {

// Cell by cell, or a row of numbers (a bias) repeated: its size divides the left one's.
Result<Shape> shape_of_two(std::string_view name, std::span<const Shape> in) {
    const bool fit = in.size() == 2 && (in[0] == in[1] || (in[1].rank() == 1 && in[0].columns() == in[1].columns()));
    if (!fit) return shapes_do_not_fit(name, in);
    return in[0];
}

// action(cell of the left one, cell of the right one)
template <class Scalar, class Action>
void for_each_pair(const Tensor<Scalar>& left, const Tensor<Scalar>& right, Action action) {
    const std::size_t period = right.data.size();
    for (std::size_t begin = 0; begin < left.data.size(); begin += period) {
        for (std::size_t i = 0; i < period; ++i) action(begin + i, i);
    }
}

struct Pair {
    Operand left, right;
};

Pair follow_two(Explainer& explainer, const Cell& cell) {
    const bool repeated = explainer.input_shape(1).rank() == 1 && explainer.input_shape(0).rank() != 1;
    const Operand left = explainer.follow(0, cell);
    return {left, explainer.follow(1, repeated ? Cell{0, 0, cell.column} : cell)};
}

struct Add {
    static constexpr std::string_view kName = "add";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) { return shape_of_two(kName, in); }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        Scalar* out = run.output.data.data();
        const Scalar *left = run.in(0).data.data(), *right = run.in(1).data.data();
        for_each_pair(run.in(0), run.in(1), [=](std::size_t i, std::size_t j) { out[i] = left[i] + right[j]; });
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        for_each_pair(run.in(0), run.in(1), [&](std::size_t i, std::size_t j) {
            run.d_in(0).data[i] += run.d_output.data[i];
            run.d_in(1).data[j] += run.d_output.data[i];
        });
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const auto [left, right] = follow_two(explainer, cell);
        explainer.add({"added", "add", {left, right}, {}, left.value + right.value});
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + " + " + in[1]; }
};

struct Multiply {
    static constexpr std::string_view kName = "multiply";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) { return shape_of_two(kName, in); }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        for_each_pair(run.in(0), run.in(1),
                      [&](std::size_t i, std::size_t j) { run.output.data[i] = run.in(0).data[i] * run.in(1).data[j]; });
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        for_each_pair(run.in(0), run.in(1), [&](std::size_t i, std::size_t j) {
            run.d_in(0).data[i] += run.d_output.data[i] * run.in(1).data[j];
            run.d_in(1).data[j] += run.d_output.data[i] * run.in(0).data[i];
        });
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const auto [left, right] = follow_two(explainer, cell);
        explainer.add({"scaled", "scale", {left, right}, {}, left.value * right.value});
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + " * " + in[1]; }
};

// config.factor
struct Scale {
    static constexpr std::string_view kName = "scale";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 1) return shapes_do_not_fit(kName, in);
        return in[0];
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        const Scalar factor = static_cast<Scalar>(run.config.factor);
        for (std::size_t i = 0; i < run.output.data.size(); ++i) run.output.data[i] = run.in(0).data[i] * factor;
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        const Scalar factor = static_cast<Scalar>(run.config.factor);
        for (std::size_t i = 0; i < run.d_output.data.size(); ++i) run.d_in(0).data[i] += run.d_output.data[i] * factor;
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const Operand input = explainer.follow(0, cell);
        const Operand factor{kNoNode, {}, static_cast<float>(explainer.node().config.factor)};
        explainer.add({"scaled", "scale", {input, factor}, {}, input.value * factor.value});
    }

    static std::string pytorch(const OperationConfig& config, std::span<const std::string> in) {
        return in[0] + " * " + in_python(config.factor);
    }
};

struct Mask {
    static constexpr std::string_view kName = "mask";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 2 || in[0] != in[1]) return shapes_do_not_fit(kName, in);
        return in[0];
    }

    template <class Scalar>
    static Scalar masked(Scalar score, Scalar visible) {
        return visible == Scalar(0) ? -std::numeric_limits<Scalar>::infinity() : score;
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        for (std::size_t i = 0; i < run.output.data.size(); ++i) run.output.data[i] = masked(run.in(0).data[i], run.in(1).data[i]);
    }

    // The mask itself is a choice, not a number that could be a little larger: it has no gradient.
    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        for (std::size_t i = 0; i < run.d_output.data.size(); ++i) {
            if (run.in(1).data[i] != Scalar(0)) run.d_in(0).data[i] += run.d_output.data[i];
        }
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const Operand score = explainer.follow(0, cell);
        const Operand visible = explainer.follow(1, cell);
        explainer.add({"masked", "mask", {score, visible}, {}, masked(score.value, visible.value)});
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) {
        return in[0] + ".masked_fill(" + in[1] + " == 0, float(\"-inf\"))";
    }
};

}  // namespace

constexpr Operation kAdd = describe<Add>();
constexpr Operation kMultiply = describe<Multiply>();
constexpr Operation kScale = describe<Scale>();
constexpr Operation kMask = describe<Mask>();

constexpr Kernels<double> kAddInDouble = describe_in_double<Add>();
constexpr Kernels<double> kMultiplyInDouble = describe_in_double<Multiply>();
constexpr Kernels<double> kScaleInDouble = describe_in_double<Scale>();
constexpr Kernels<double> kMaskInDouble = describe_in_double<Mask>();

NodeId add(Graph& graph, NodeId left, NodeId right) { return graph.add(kAdd, {left, right}); }

NodeId multiply(Graph& graph, NodeId left, NodeId right) { return graph.add(kMultiply, {left, right}); }

NodeId scale(Graph& graph, NodeId input, double factor) {
    OperationConfig config;
    config.factor = factor;
    return graph.add(kScale, {input}, config);
}

NodeId mask(Graph& graph, NodeId scores, NodeId mask) { return graph.add(kMask, {scores, mask}); }

}  // namespace dikkat
