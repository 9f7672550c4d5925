#include "core/operations/reduce.h"

#include <cmath>

namespace dikkat {
namespace {

Result<Shape> one_number(std::string_view name, std::span<const Shape> in) {
    if (in.size() != 1) return shapes_do_not_fit(name, in);
    return Shape(1, 1);
}

std::vector<Operand> all_cells(const Explainer& explainer) {
    const Shape& shape = explainer.input_shape(0);
    std::vector<Operand> cells;
    for (int head = 0; head < shape.heads(); ++head) {
        for (int row = 0; row < shape.rows(); ++row) {
            for (int column = 0; column < shape.columns(); ++column) cells.push_back(explainer.operand(0, {head, row, column}));
        }
    }
    return cells;
}

struct Sum {
    static constexpr std::string_view kName = "sum";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) { return one_number(kName, in); }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        for (const Scalar value : run.in(0).data) run.output.data[0] += value;
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        for (Scalar& d_value : run.d_in(0).data) d_value += run.d_output.data[0];
    }

    static void explain(Explainer& explainer, const Cell&) {
        ExplanationLine line{"sum", "sum", all_cells(explainer), {}, 0};
        for (const Operand& cell : line.operands) line.result += cell.value;
        explainer.add(std::move(line));
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + ".sum().reshape(1, 1)"; }
};

struct Norm {
    static constexpr std::string_view kName = "norm";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) { return one_number(kName, in); }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        Scalar sum = 0;
        for (const Scalar value : run.in(0).data) sum += value * value;
        run.output.data[0] = std::sqrt(sum);
    }

    // Of zeros alone the root has no slope: 0, as in PyTorch.
    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        if (run.output.data[0] == 0) return;
        const Scalar factor = run.d_output.data[0] / run.output.data[0];
        for (std::size_t i = 0; i < run.in(0).data.size(); ++i) run.d_in(0).data[i] += factor * run.in(0).data[i];
    }

    static void explain(Explainer& explainer, const Cell&) {
        ExplanationLine line{"squares", "square", all_cells(explainer), {}, 0};
        for (const Operand& cell : line.operands) {
            line.terms.push_back(cell.value * cell.value);
            line.result += line.terms.back();
        }
        const float sum = line.result;
        explainer.add(std::move(line));
        explainer.add({"length", "root", {{kNoNode, {}, sum}}, {}, std::sqrt(sum)});
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + ".norm().reshape(1, 1)"; }
};

}  // namespace

constexpr Operation kSum = describe<Sum>();
constexpr Operation kNorm = describe<Norm>();

constexpr Kernels<double> kSumInDouble = describe_in_double<Sum>();
constexpr Kernels<double> kNormInDouble = describe_in_double<Norm>();

NodeId sum(Graph& graph, NodeId input) { return graph.add(kSum, {input}); }

NodeId norm(Graph& graph, NodeId input) { return graph.add(kNorm, {input}); }

}  // namespace dikkat
