#include "core/operations/lookup.h"

#include <cstdint>
#include <limits>

#include "core/arithmetic.h"

namespace dikkat {
namespace {

// The row that a number names, or -1. NaN names none.
template <class Scalar>
int row_named(Scalar index, int rows) {
    const bool inside = index >= 0 && index < static_cast<Scalar>(rows);
    const int row = inside ? static_cast<int>(index) : -1;
    return static_cast<Scalar>(row) == index ? row : -1;
}

bool is_list_of(const Shape& shape, int count) { return shape.rank() <= 2 && shape.rows() == 1 && shape.columns() == count; }

struct Embedding {
    static constexpr std::string_view kName = "embedding";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 2 || !is_list_of(in[0], in[0].columns()) || in[1].rank() != 2) return shapes_do_not_fit(kName, in);
        return Shape(in[0].columns(), in[1].columns());
    }

    // action(cell of the output, cell of the table or -1)
    template <class Run, class Action>
    static void for_each_cell(const Run& run, Action action) {
        const Shape& table = run.in(1).shape;
        const int columns = table.columns();
        for (int i = 0; i < run.in(0).shape.columns(); ++i) {
            const int row = row_named(run.in(0)(0, i), table.rows());
            for (int column = 0; column < columns; ++column)
                action(static_cast<std::size_t>(i) * columns + column, row < 0 ? -1 : std::int64_t{row} * columns + column);
        }
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        for_each_cell(run, [&](std::size_t to, std::int64_t from) {
            run.output.data[to] =
                from < 0 ? std::numeric_limits<Scalar>::quiet_NaN() : run.in(1).data[static_cast<std::size_t>(from)];
        });
        for (int i = 0; i < run.in(0).shape.columns(); ++i) {
            if (row_named(run.in(0)(0, i), run.in(1).shape.rows()) < 0) run.notes.push_back({"index_outside", i});
        }
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        for_each_cell(run, [&](std::size_t to, std::int64_t from) {
            if (from >= 0) run.d_in(1).data[static_cast<std::size_t>(from)] += run.d_output.data[to];
        });
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const Operand index = explainer.follow(0, {0, 0, cell.row});
        const int row = row_named(index.value, explainer.input_shape(1).rows());
        const Operand found =
            row < 0 ? Operand{kNoNode, {}, std::numeric_limits<float>::quiet_NaN()} : explainer.follow(1, {0, row, cell.column});
        explainer.add({"looked_up", "look_up", {index, found}, {}, found.value});
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) {
        return "torch.nn.functional.embedding(" + in[0] + ".long().flatten(), " + in[1] + ")";
    }
};

struct CrossEntropy {
    static constexpr std::string_view kName = "cross_entropy";
    static constexpr int kCost = kCostly;

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 2 || in[0].rank() != 2 || !is_list_of(in[1], in[0].rows())) return shapes_do_not_fit(kName, in);
        return Shape(1, 1);
    }

    template <class Scalar>
    struct Normaliser {  // of a row's e^(x - maximum)
        Scalar maximum, sum;
    };

    // at(j): the row's j-th logit
    template <class Scalar, class At>
    static Normaliser<Scalar> normaliser(int classes, At at) {
        Normaliser<Scalar> result{-std::numeric_limits<Scalar>::infinity(), 0};
        for (int j = 0; j < classes; ++j) result.maximum = at(j) > result.maximum ? at(j) : result.maximum;
        for (int j = 0; j < classes; ++j) result.sum += exponential(at(j) - result.maximum);
        return result;
    }

    // at(target) with a negative target: NaN
    template <class Scalar, class At>
    static Scalar loss_of_row(int classes, int target, At at) {
        if (target < 0) return std::numeric_limits<Scalar>::quiet_NaN();
        const Normaliser<Scalar> all = normaliser<Scalar>(classes, at);
        return logarithm(all.sum) - (at(target) - all.maximum);
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        const Shape& logits = run.in(0).shape;
        Scalar sum = 0;
        for (int row = 0; row < logits.rows(); ++row) {
            const int target = row_named(run.in(1)(0, row), logits.columns());
            if (target < 0) run.notes.push_back({"index_outside", row});
            sum += loss_of_row<Scalar>(logits.columns(), target, [&](int j) { return run.in(0)(row, j); });
        }
        run.output.data[0] = sum / static_cast<Scalar>(logits.rows());
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        const Shape& logits = run.in(0).shape;
        const Scalar share = run.d_output.data[0] / static_cast<Scalar>(logits.rows());
        for (int row = 0; row < logits.rows(); ++row) {
            const int target = row_named(run.in(1)(0, row), logits.columns());
            const auto at = [&](int j) { return run.in(0)(row, j); };
            const Normaliser<Scalar> all = normaliser<Scalar>(logits.columns(), at);
            for (int j = 0; j < logits.columns(); ++j) {
                const Scalar probability = exponential(at(j) - all.maximum) / all.sum;
                run.d_in(0)(row, j) += share * (probability - (j == target ? Scalar(1) : Scalar(0)));
            }
        }
    }

    static void explain(Explainer& explainer, const Cell&) {
        const Shape& logits = explainer.input_shape(0);
        ExplanationLine losses{"losses", "cross_entropy", {}, {}, 0};
        std::vector<Operand> terms;
        for (int row = 0; row < logits.rows(); ++row) {
            const int target = row_named(explainer.operand(1, {0, 0, row}).value, logits.columns());
            losses.operands.push_back(target < 0 ? Operand{} : explainer.operand(0, {0, row, target}));
            losses.terms.push_back(loss_of_row<float>(logits.columns(), target, [&](int j) {
                return explainer.operand(0, {0, row, j}).value;
            }));
            losses.result += losses.terms.back();
            terms.push_back({kNoNode, {}, losses.terms.back()});
        }
        const float mean = losses.result / static_cast<float>(logits.rows());
        explainer.add(std::move(losses));
        explainer.add({"mean", "mean", std::move(terms), {}, mean});
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) {
        return "torch.nn.functional.cross_entropy(" + in[0] + ", " + in[1] + ".long().flatten()).reshape(1, 1)";
    }
};

}  // namespace

constexpr Operation kEmbedding = describe<Embedding>();
constexpr Operation kCrossEntropy = describe<CrossEntropy>();

constexpr Kernels<double> kEmbeddingInDouble = describe_in_double<Embedding>();
constexpr Kernels<double> kCrossEntropyInDouble = describe_in_double<CrossEntropy>();

NodeId embedding(Graph& graph, NodeId indices, NodeId table) { return graph.add(kEmbedding, {indices, table}); }

NodeId cross_entropy(Graph& graph, NodeId logits, NodeId targets) { return graph.add(kCrossEntropy, {logits, targets}); }

}  // namespace dikkat
