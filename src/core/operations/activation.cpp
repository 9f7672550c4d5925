#include "core/operations/activation.h"

#include <array>

#include "core/arithmetic.h"

namespace dikkat {
namespace {

// An activation is its value, its slope (of the input x and the value y) and the lines of its explanation; the rest is the same for
// all.
template <class Curve>
struct Activating {
    static constexpr std::string_view kName = Curve::kName;
    static constexpr int kCost = Curve::kCost;

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 1) return shapes_do_not_fit(kName, in);
        return in[0];
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        for (std::size_t i = 0; i < run.output.data.size(); ++i) run.output.data[i] = Curve::value(run.in(0).data[i]);
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        for (std::size_t i = 0; i < run.output.data.size(); ++i)
            run.d_in(0).data[i] += run.d_output.data[i] * Curve::slope(run.in(0).data[i], run.output.data[i]);
    }

    static void explain(Explainer& explainer, const Cell& cell) { Curve::explain(explainer, explainer.follow(0, cell)); }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) {
        return std::string(Curve::kPyTorch) + "(" + in[0] + Curve::kArguments + ")";
    }
};

Operand plain(float value) { return {kNoNode, {}, value}; }

struct Relu {
    static constexpr std::string_view kName = "relu";
    static constexpr int kCost = kCheap;
    static constexpr const char *kPyTorch = "torch.relu", *kArguments = "";

    template <class Scalar>
    static Scalar value(Scalar x) {
        return x < 0 ? Scalar(0) : x;
    }
    template <class Scalar>
    static Scalar slope(Scalar x, Scalar) {
        return x <= 0 ? Scalar(0) : Scalar(1);
    }
    static void explain(Explainer& explainer, const Operand& x) {
        explainer.add({"rectified", "rectify", {x}, {}, value(x.value)});
    }
};

// x Phi(x), Phi the normal distribution function.
struct Gelu {
    static constexpr std::string_view kName = "gelu";
    static constexpr int kCost = kCostly;
    static constexpr const char *kPyTorch = "torch.nn.functional.gelu", *kArguments = "";

    template <class Scalar>
    static Scalar erf(Scalar x) {
        return error_function(x * static_cast<Scalar>(0.70710678118654752440));
    }
    template <class Scalar>
    static Scalar value(Scalar x) {
        return x * Scalar(0.5) * (1 + erf(x));
    }
    template <class Scalar>
    static Scalar slope(Scalar x, Scalar) {
        const Scalar density = exponential(x * x * Scalar(-0.5)) * static_cast<Scalar>(0.39894228040143267794);
        return Scalar(0.5) * (1 + erf(x)) + x * density;
    }
    static void explain(Explainer& explainer, const Operand& x) {
        const float inner = erf(x.value);
        explainer.add({"erf", "erf", {x}, {}, inner});
        explainer.add({"gelu", "half_product", {x, plain(inner)}, {}, value(x.value)});
    }
};

struct GeluTanh {
    static constexpr std::string_view kName = "gelu_tanh";
    static constexpr int kCost = kCostly;
    static constexpr const char *kPyTorch = "torch.nn.functional.gelu", *kArguments = ", approximate=\"tanh\"";
    static constexpr double kFactor = 0.79788456080286535588, kCubic = 0.044715;  // sqrt(2 / pi)

    template <class Scalar>
    static Scalar inner(Scalar x) {
        return static_cast<Scalar>(kFactor) * (x + static_cast<Scalar>(kCubic) * x * x * x);
    }
    template <class Scalar>
    static Scalar value(Scalar x) {
        return x * Scalar(0.5) * (1 + hyperbolic_tangent(inner(x)));
    }
    template <class Scalar>
    static Scalar slope(Scalar x, Scalar) {
        const Scalar t = hyperbolic_tangent(inner(x));
        const Scalar slope_of_inner = static_cast<Scalar>(kFactor) * (1 + static_cast<Scalar>(3 * kCubic) * x * x);
        return Scalar(0.5) * (1 + t) + x * Scalar(0.5) * (1 - t * t) * slope_of_inner;
    }
    static void explain(Explainer& explainer, const Operand& x) {
        const float argument = inner(x.value), t = hyperbolic_tangent(argument);
        explainer.add({"inner", "gelu_inner", {x}, {}, argument});
        explainer.add({"tanh", "tanh", {plain(argument)}, {}, t});
        explainer.add({"gelu", "half_product", {x, plain(t)}, {}, value(x.value)});
    }
};

struct Sigmoid {
    static constexpr std::string_view kName = "sigmoid";
    static constexpr int kCost = kCostly;
    static constexpr const char *kPyTorch = "torch.sigmoid", *kArguments = "";

    template <class Scalar>
    static Scalar value(Scalar x) {
        return 1 / (1 + exponential(-x));
    }
    template <class Scalar>
    static Scalar slope(Scalar, Scalar y) {
        return y * (1 - y);
    }
    static void explain(Explainer& explainer, const Operand& x) {
        const float power = exponential(-x.value);
        explainer.add({"exponential", "negative_exponential", {x}, {}, power});
        explainer.add({"sigmoid", "sigmoid", {plain(power)}, {}, value(x.value)});
    }
};

struct Silu {
    static constexpr std::string_view kName = "silu";
    static constexpr int kCost = kCostly;
    static constexpr const char *kPyTorch = "torch.nn.functional.silu", *kArguments = "";

    template <class Scalar>
    static Scalar value(Scalar x) {
        return x * Sigmoid::value(x);
    }
    template <class Scalar>
    static Scalar slope(Scalar x, Scalar) {
        const Scalar sigmoid = Sigmoid::value(x);
        return sigmoid * (1 + x * (1 - sigmoid));
    }
    static void explain(Explainer& explainer, const Operand& x) {
        Sigmoid::explain(explainer, x);
        explainer.add({"silu", "product", {x, plain(Sigmoid::value(x.value))}, {}, value(x.value)});
    }
};

struct Tanh {
    static constexpr std::string_view kName = "tanh";
    static constexpr int kCost = kCostly;
    static constexpr const char *kPyTorch = "torch.tanh", *kArguments = "";

    template <class Scalar>
    static Scalar value(Scalar x) {
        return hyperbolic_tangent(x);
    }
    template <class Scalar>
    static Scalar slope(Scalar, Scalar y) {
        return 1 - y * y;
    }
    static void explain(Explainer& explainer, const Operand& x) { explainer.add({"tanh", "tanh", {x}, {}, value(x.value)}); }
};

}  // namespace

constexpr Operation kRelu = describe<Activating<Relu>>();
constexpr Operation kGelu = describe<Activating<Gelu>>();
constexpr Operation kGeluTanh = describe<Activating<GeluTanh>>();
constexpr Operation kSilu = describe<Activating<Silu>>();
constexpr Operation kTanh = describe<Activating<Tanh>>();
constexpr Operation kSigmoid = describe<Activating<Sigmoid>>();

constexpr Kernels<double> kReluInDouble = describe_in_double<Activating<Relu>>();
constexpr Kernels<double> kGeluInDouble = describe_in_double<Activating<Gelu>>();
constexpr Kernels<double> kGeluTanhInDouble = describe_in_double<Activating<GeluTanh>>();
constexpr Kernels<double> kSiluInDouble = describe_in_double<Activating<Silu>>();
constexpr Kernels<double> kTanhInDouble = describe_in_double<Activating<Tanh>>();
constexpr Kernels<double> kSigmoidInDouble = describe_in_double<Activating<Sigmoid>>();

NodeId activate(Graph& graph, NodeId input, Activation activation) {
    static constexpr std::array<const Operation*, 6> kByActivation{&kRelu, &kGelu, &kGeluTanh, &kSilu, &kTanh, &kSigmoid};
    return graph.add(*kByActivation[static_cast<std::size_t>(activation)], {input});
}

}  // namespace dikkat
