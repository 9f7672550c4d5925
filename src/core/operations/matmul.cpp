#include "core/operations/matmul.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstring>

namespace dikkat {
namespace {

using Eigen::Index;

// A matrix as a product reads and writes it: transposed or not, whole or in part.
template <class Scalar>
using Matrix = Eigen::Map<Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0,
                          Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;
template <class Scalar>
using ConstMatrix = Eigen::Map<const Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0,
                               Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

template <class Scalar>
ConstMatrix<Scalar> matrix(const Tensor<Scalar>& tensor) {
    const int rows = tensor.shape.rows(), columns = tensor.shape.columns();
    return {tensor.data.data(), rows, columns, {columns, 1}};
}

template <class Scalar>
Matrix<Scalar> matrix(Tensor<Scalar>& tensor) {
    const int rows = tensor.shape.rows(), columns = tensor.shape.columns();
    return {tensor.data.data(), rows, columns, {columns, 1}};
}

template <class Scalar>
ConstMatrix<Scalar> transposed(const Tensor<Scalar>& tensor) {
    const int rows = tensor.shape.rows(), columns = tensor.shape.columns();
    return {tensor.data.data(), columns, rows, {1, columns}};
}

// Sixteen bytes of numbers, which every machine we compile for multiplies and adds at once.
using Floats __attribute__((vector_size(16))) = float;
using Doubles __attribute__((vector_size(16))) = double;
[[gnu::always_inline]] inline Floats vector_of(float x) { return Floats{x, x, x, x}; }
[[gnu::always_inline]] inline Doubles vector_of(double x) { return Doubles{x, x}; }

template <class Scalar>
using Vector = decltype(vector_of(Scalar()));

// A tile of the result is kRows rows of two vectors: its sums stay in registers while k runs.
constexpr Index kRows = 4;
template <class Scalar>
constexpr Index kColumns = 2 * static_cast<Index>(sizeof(Vector<Scalar>) / sizeof(Scalar));
constexpr Index kDepth = 384;  // of k at a time: what is read again and again fits into the nearest cache

// Always inline: these steps are the whole of the inner loop, whatever the compiler is told about size.
template <class Scalar>
struct RowOfTile {
    Vector<Scalar> left, right;

    [[gnu::always_inline]] void load(const Scalar* from) {
        std::memcpy(&left, from, sizeof left);
        std::memcpy(&right, from + kColumns<Scalar> / 2, sizeof right);
    }
    [[gnu::always_inline]] void store(Scalar* to) const {
        std::memcpy(to, &left, sizeof left);
        std::memcpy(to + kColumns<Scalar> / 2, &right, sizeof right);
    }
    [[gnu::always_inline]] void add(Scalar factor, const RowOfTile& row) {
        left += vector_of(factor) * row.left;
        right += vector_of(factor) * row.right;
    }
};

// sums += a b for one tile. A row that the result lacks is another one once more, so that every row takes the same steps.
template <class Scalar>
void add_to_tile(const std::array<const Scalar*, kRows>& a, Index a_step, const Scalar* b, Index b_step, Index depth,
                 std::array<RowOfTile<Scalar>, kRows>& sums) {
    RowOfTile<Scalar> sum0 = sums[0], sum1 = sums[1], sum2 = sums[2], sum3 = sums[3], row;
    const Scalar *a0 = a[0], *a1 = a[1], *a2 = a[2], *a3 = a[3];
    for (Index k = 0; k < depth; ++k, b += b_step, a0 += a_step, a1 += a_step, a2 += a_step, a3 += a_step) {
        row.load(b);
        sum0.add(*a0, row);
        sum1.add(*a1, row);
        sum2.add(*a2, row);
        sum3.add(*a3, row);
    }
    sums = {sum0, sum1, sum2, sum3};
}

// c += a b, c no wider than a tile; b's rows stand b_step apart.
template <class Scalar>
void add_panel(Matrix<Scalar> c, const ConstMatrix<Scalar>& a, const Scalar* b, Index b_step) {
    const bool whole = c.cols() == kColumns<Scalar>;
    const std::size_t width = static_cast<std::size_t>(c.cols()) * sizeof(Scalar);
    for (Index first = 0; first < c.rows(); first += kRows) {
        std::array<const Scalar*, kRows> rows;
        std::array<Scalar*, kRows> out;
        std::array<RowOfTile<Scalar>, kRows> sums{};
        for (std::size_t i = 0; i < kRows; ++i) {
            const Index row = std::min(first + static_cast<Index>(i), c.rows() - 1);
            rows[i] = &a.coeffRef(row, 0);
            out[i] = &c.coeffRef(row, 0);
            whole ? sums[i].load(out[i]) : void(std::memcpy(&sums[i], out[i], width));
        }
        add_to_tile(rows, a.innerStride(), b, b_step, a.cols(), sums);
        for (std::size_t i = 0; i < kRows; ++i) whole ? sums[i].store(out[i]) : void(std::memcpy(out[i], &sums[i], width));
    }
}

// c += a b, k ascending and one accumulator for each output. A row's bits thus depend on that row of `a` and on `b` alone, whatever
// the number of rows, which Eigen's own product does not promise.
template <class Scalar>
void add_product(Matrix<Scalar> c, const ConstMatrix<Scalar>& a, const ConstMatrix<Scalar>& b) {
    constexpr Index kWidth = kColumns<Scalar>;
    std::array<Scalar, kDepth * kWidth> copy;
    for (Index k = 0; k < b.rows(); k += kDepth) {
        const Index depth = std::min(kDepth, b.rows() - k);
        const ConstMatrix<Scalar> part{&a.coeffRef(0, k), a.rows(), depth, {a.outerStride(), a.innerStride()}};
        for (Index column = 0; column < b.cols(); column += kWidth) {
            const Index width = std::min(kWidth, b.cols() - column);
            const Matrix<Scalar> panel{&c.coeffRef(0, column), c.rows(), width, {c.outerStride(), 1}};
            // A few rows read b where it is; many read it often enough for a copy that lies together.
            if (width == kWidth && b.innerStride() == 1 && a.rows() <= 4 * kRows) {
                add_panel(panel, part, &b.coeffRef(k, column), b.outerStride());
                continue;
            }
            Eigen::Map<Eigen::Array<Scalar, Eigen::Dynamic, kWidth, Eigen::RowMajor>> together(copy.data(), depth, kWidth);
            if (width == kWidth && b.innerStride() == 1) {
                for (Index i = 0; i < depth; ++i) std::memcpy(&together(i, 0), &b.coeffRef(k + i, column), kWidth * sizeof(Scalar));
            } else {
                together.leftCols(width) = b.block(k, column, depth, width);
                together.rightCols(kWidth - width).setZero();
            }
            add_panel(panel, part, static_cast<const Scalar*>(copy.data()), kWidth);
        }
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
        add_product(matrix(run.d_in(0)), matrix(run.d_output), transposed(run.in(1)));
        add_product(matrix(run.d_in(1)), transposed(run.in(0)), matrix(run.d_output));
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
