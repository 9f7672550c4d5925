#include "core/operations/matmul.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace dikkat {
namespace {

// A matrix as a product reads it: transposed or not, whole or in part.
template <class Scalar>
struct Matrix {
    Scalar* data;
    std::ptrdiff_t rows, columns;
    std::ptrdiff_t row_step, column_step;

    Scalar* at(std::ptrdiff_t row, std::ptrdiff_t column) const { return data + row * row_step + column * column_step; }
    Matrix transposed() const { return {data, columns, rows, column_step, row_step}; }
};

template <class Scalar>
Matrix<const Scalar> matrix(const Tensor<Scalar>& tensor) {
    return {tensor.data.data(), tensor.shape.rows(), tensor.shape.columns(), tensor.shape.columns(), 1};
}

template <class Scalar>
Matrix<Scalar> matrix(Tensor<Scalar>& tensor) {
    return {tensor.data.data(), tensor.shape.rows(), tensor.shape.columns(), tensor.shape.columns(), 1};
}

// Sixteen bytes of numbers, which every machine we compile for multiplies and adds at once.
using Floats __attribute__((vector_size(16))) = float;
using Doubles __attribute__((vector_size(16))) = double;
inline Floats vector_of(float x) { return Floats{x, x, x, x}; }
inline Doubles vector_of(double x) { return Doubles{x, x}; }

template <class Scalar>
using Vector = decltype(vector_of(Scalar()));

// A tile of the result is kRows rows of two vectors: its sums stay in registers while k runs.
constexpr std::ptrdiff_t kRows = 4;
template <class Scalar>
constexpr std::ptrdiff_t kColumns = 2 * static_cast<std::ptrdiff_t>(sizeof(Vector<Scalar>) / sizeof(Scalar));
constexpr std::ptrdiff_t kDepth = 384;  // of k at a time: what is read again and again fits into the nearest cache

template <class Scalar>
struct RowOfTile {
    Vector<Scalar> left, right;

    void load(const Scalar* from) {
        std::memcpy(&left, from, sizeof left);
        std::memcpy(&right, from + kColumns<Scalar> / 2, sizeof right);
    }
    void store(Scalar* to) const {
        std::memcpy(to, &left, sizeof left);
        std::memcpy(to + kColumns<Scalar> / 2, &right, sizeof right);
    }
    void add(Scalar factor, const RowOfTile& row) {
        left += vector_of(factor) * row.left;
        right += vector_of(factor) * row.right;
    }
};

// sums += a b for one tile. A row that the result lacks is another one once more, so that every row takes the same steps.
template <class Scalar>
void add_to_tile(const std::array<const Scalar*, kRows>& a, std::ptrdiff_t a_step, const Scalar* b, std::ptrdiff_t b_step,
                 std::ptrdiff_t depth, std::array<RowOfTile<Scalar>, kRows>& sums) {
    RowOfTile<Scalar> sum0 = sums[0], sum1 = sums[1], sum2 = sums[2], sum3 = sums[3], row;
    const Scalar *a0 = a[0], *a1 = a[1], *a2 = a[2], *a3 = a[3];
    for (std::ptrdiff_t k = 0; k < depth; ++k, b += b_step, a0 += a_step, a1 += a_step, a2 += a_step, a3 += a_step) {
        row.load(b);
        sum0.add(*a0, row);
        sum1.add(*a1, row);
        sum2.add(*a2, row);
        sum3.add(*a3, row);
    }
    sums = {sum0, sum1, sum2, sum3};
}

// c += a b on the columns of c from `column` on that one tile is wide; b's part of them stands at `panel`.
template <class Scalar>
void add_panel(const Matrix<Scalar>& c, const Matrix<const Scalar>& a, std::ptrdiff_t column, const Scalar* panel,
               std::ptrdiff_t panel_step) {
    const std::ptrdiff_t width = std::min(kColumns<Scalar>, c.columns - column);
    for (std::ptrdiff_t first = 0; first < c.rows; first += kRows) {
        std::array<const Scalar*, kRows> rows;
        std::array<RowOfTile<Scalar>, kRows> sums{};
        for (std::ptrdiff_t i = 0; i < kRows; ++i) {
            const std::ptrdiff_t row = std::min(first + i, c.rows - 1);
            rows[static_cast<std::size_t>(i)] = a.at(row, 0);
            std::memcpy(&sums[static_cast<std::size_t>(i)], c.at(row, column), static_cast<std::size_t>(width) * sizeof(Scalar));
        }
        add_to_tile(rows, a.column_step, panel, panel_step, a.columns, sums);
        for (std::ptrdiff_t i = 0; i < std::min(kRows, c.rows - first); ++i)
            std::memcpy(c.at(first + i, column), &sums[static_cast<std::size_t>(i)],
                        static_cast<std::size_t>(width) * sizeof(Scalar));
    }
}

// c += a b, k ascending and one accumulator for each output. A row's bits thus depend on that row of `a` and on `b` alone, whatever
// the number of rows, which Eigen's own product does not promise.
template <class Scalar>
void add_product(const Matrix<Scalar>& c, const Matrix<const Scalar>& a, const Matrix<const Scalar>& b) {
    constexpr std::ptrdiff_t kWidth = kColumns<Scalar>;
    std::array<Scalar, kDepth * kWidth> copy;
    for (std::ptrdiff_t k = 0; k < b.rows; k += kDepth) {
        const std::ptrdiff_t depth = std::min(kDepth, b.rows - k);
        const Matrix<const Scalar> part{a.at(0, k), a.rows, depth, a.row_step, a.column_step};
        for (std::ptrdiff_t column = 0; column < b.columns; column += kWidth) {
            const std::ptrdiff_t width = std::min(kWidth, b.columns - column);
            // A few rows read b where it is; many read it often enough for a copy that lies together.
            if (width == kWidth && b.column_step == 1 && a.rows <= 4 * kRows) {
                add_panel(c, part, column, b.at(k, column), b.row_step);
                continue;
            }
            for (std::ptrdiff_t i = 0; i < depth; ++i) {
                for (std::ptrdiff_t j = 0; j < kWidth; ++j)
                    copy[static_cast<std::size_t>(i * kWidth + j)] = j < width ? *b.at(k + i, column + j) : Scalar(0);
            }
            add_panel(c, part, column, static_cast<const Scalar*>(copy.data()), kWidth);
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
        const Matrix<const Scalar> d_output = matrix(run.d_output);
        add_product(matrix(run.d_in(0)), d_output, matrix(run.in(1)).transposed());
        add_product(matrix(run.d_in(1)), matrix(run.in(0)).transposed(), d_output);
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
