#include "core/operations/softmax.h"

#include <limits>

#include "core/arithmetic.h"

namespace dikkat {
namespace {

template <class Scalar>
Scalar largest(std::span<const Scalar> row) {
    Scalar maximum = -std::numeric_limits<Scalar>::infinity();
    for (const Scalar value : row) maximum = value > maximum ? value : maximum;
    return maximum;
}

template <class Scalar>
Scalar sum(std::span<const Scalar> row) {  // in order, as the row contract asks
    Scalar total = 0;
    for (const Scalar value : row) total += value;
    return total;
}

struct Softmax {
    static constexpr std::string_view kName = "softmax";
    static constexpr int kCost = kCostly;

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 1) return shapes_do_not_fit(kName, in);
        return in[0];
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        const std::size_t columns = static_cast<std::size_t>(run.output.shape.columns());
        const std::size_t rows = columns == 0 ? 0 : run.output.data.size() / columns;
        for (std::size_t row = 0; row < rows; ++row) {
            const std::span<const Scalar> in(run.in(0).data.data() + row * columns, columns);
            const std::span<Scalar> out(run.output.data.data() + row * columns, columns);
            const Scalar maximum = largest(in);
            for (std::size_t j = 0; j < columns; ++j) out[j] = exponential(in[j] - maximum);
            const Scalar total = sum(std::span<const Scalar>(out));
            for (Scalar& value : out) value /= total;
            if (all_masked(in)) run.notes.push_back({"all_keys_masked", static_cast<int>(row)});
        }
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        const std::size_t columns = static_cast<std::size_t>(run.output.shape.columns());
        for (std::size_t begin = 0; begin < run.output.data.size(); begin += columns) {
            const Scalar* y = run.output.data.data() + begin;
            const Scalar* d_y = run.d_output.data.data() + begin;
            Scalar shared = 0;
            for (std::size_t j = 0; j < columns; ++j) shared += y[j] * d_y[j];
            for (std::size_t j = 0; j < columns; ++j) run.d_in(0).data[begin + j] += y[j] * (d_y[j] - shared);
        }
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        std::vector<Operand> row;
        std::vector<float> values;
        for (int j = 0; j < explainer.input_shape(0).columns(); ++j) {
            row.push_back(explainer.operand(0, {cell.head, cell.row, j}));
            values.push_back(row.back().value);
        }
        const float maximum = largest<float>(values);
        std::vector<float> exponentials;
        std::vector<Operand> numbers;
        for (const float value : values) {
            exponentials.push_back(exponential(value - maximum));
            numbers.push_back({kNoNode, {}, exponentials.back()});
        }
        const float total = sum<float>(exponentials);
        const float own = exponentials[static_cast<std::size_t>(cell.column)];
        explainer.add({"maximum", "maximum", row, {}, maximum});
        explainer.add({"exponentials", "exponential", std::move(row), std::move(exponentials), own});
        explainer.add({"sum", "sum", std::move(numbers), {}, total});
        explainer.add({"weight", "quotient", {{kNoNode, {}, own}, {kNoNode, {}, total}}, {}, own / total});
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + ".softmax(-1)"; }

private:
    template <class Scalar>
    static bool all_masked(std::span<const Scalar> row) {
        for (const Scalar value : row) {
            if (value != -std::numeric_limits<Scalar>::infinity()) return false;
        }
        return true;
    }
};

}  // namespace

constexpr Operation kSoftmax = describe<Softmax>();
constexpr Kernels<double> kSoftmaxInDouble = describe_in_double<Softmax>();

NodeId softmax(Graph& graph, NodeId input) { return graph.add(kSoftmax, {input}); }

}  // namespace dikkat
