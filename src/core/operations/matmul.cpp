#include "core/operations/matmul.h"

#include <Eigen/Core>

namespace dikkat {
namespace {

template <class Scalar>
using Matrix = Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Scalar>
Eigen::Map<const Matrix<Scalar>> matrix(const Tensor<Scalar>& tensor) {
    return {tensor.data.data(), tensor.shape.rows(), tensor.shape.columns()};
}

template <class Scalar>
Eigen::Map<Matrix<Scalar>> matrix(Tensor<Scalar>& tensor) {
    return {tensor.data.data(), tensor.shape.rows(), tensor.shape.columns()};
}

// c += a b as rows of axpys: k ascending, one accumulator per output. A row's bits thus depend on that row of `a` and on `b` alone,
// whatever the number of rows, which Eigen's own product does not promise.
template <class C, class A, class B>
void add_product(C&& c, const A& a, const B& b) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
        for (Eigen::Index k = 0; k < a.cols(); ++k) c.row(i) += a(i, k) * b.row(k);
    }
}

struct Matmul {
    static constexpr std::string_view kName = "matmul";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 2 || in[0].rank() != 2 || in[1].rank() != 2 || in[0].columns() != in[1].rows()) {
            return shapes_do_not_fit(kName, in);
        }
        return Shape(in[0].rows(), in[1].columns());
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        add_product(matrix(run.output), matrix(run.in(0)), matrix(run.in(1)));
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        const auto d_output = matrix(run.d_output);
        add_product(matrix(run.d_in(0)), d_output, matrix(run.in(1)).transpose());
        add_product(matrix(run.d_in(1)), matrix(run.in(0)).transpose(), d_output);
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        ExplanationLine line{"products", "multiply", {}, {}, 0};
        for (int k = 0; k < explainer.input_shape(0).columns(); ++k) {
            const Operand left = explainer.operand(0, {0, cell.row, k});
            const Operand right = explainer.operand(1, {0, k, cell.column});
            line.operands.push_back(left);
            line.operands.push_back(right);
            line.terms.push_back(left.value * right.value);
            line.result += line.terms.back();
        }
        explainer.add(std::move(line));
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + " @ " + in[1]; }
};

}  // namespace

constexpr Operation kMatmul = describe<Matmul>();
constexpr Kernels<double> kMatmulInDouble = describe_in_double<Matmul>();

NodeId matmul(Graph& graph, NodeId left, NodeId right) { return graph.add(kMatmul, {left, right}); }

}  // namespace dikkat
