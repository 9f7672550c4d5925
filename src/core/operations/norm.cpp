#include "core/operations/norm.h"

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

// Which statistics run over the columns of each row (LayerNorm); the others run over the rows of each column (BatchNorm).
bool is_by_rows(const Operation& operation) {
    return &operation == &kRowMean || &operation == &kRowDeviation || &operation == &kNormaliseRows;
}

// The numbers of a matrix as the statistics see them: line by line, the i-th of a line at cell(line, i).
class Lines {
public:
    Lines(const Shape& shape, const Operation& operation)
        : by_rows_(is_by_rows(operation)),
          rows_(static_cast<std::size_t>(shape.rows())),
          columns_(static_cast<std::size_t>(shape.columns())) {}

    std::size_t lines() const { return by_rows_ ? rows_ : columns_; }
    std::size_t count() const { return by_rows_ ? columns_ : rows_; }
    std::size_t cell(std::size_t line, std::size_t i) const { return by_rows_ ? line * columns_ + i : i * columns_ + line; }
    std::size_t column(std::size_t line, std::size_t i) const { return by_rows_ ? i : line; }

private:
    bool by_rows_;
    std::size_t rows_, columns_;
};

Shape statistic(const Shape& of, bool by_rows) { return by_rows ? Shape(of.rows(), 1) : Shape(1, of.columns()); }

Cell statistic(const Cell& of, bool by_rows) { return by_rows ? Cell{0, of.row, 0} : Cell{0, 0, of.column}; }

std::string mean_in_pytorch(bool by_rows) { return by_rows ? ".mean(-1, keepdim=True)" : ".mean(-2, keepdim=True)"; }

// The numbers behind a statistic's cell.
std::vector<Operand> members(const Explainer& explainer, const Cell& cell) {
    const bool by_rows = is_by_rows(*explainer.node().operation);
    const Shape& shape = explainer.input_shape(0);
    std::vector<Operand> numbers;
    for (int i = 0; i < (by_rows ? shape.columns() : shape.rows()); ++i)
        numbers.push_back(explainer.operand(0, by_rows ? Cell{0, cell.row, i} : Cell{0, i, cell.column}));
    return numbers;
}

struct Mean {
    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        const Lines at(run.in(0).shape, run.operation);
        for (std::size_t line = 0; line < at.lines(); ++line) {
            Scalar sum = 0;
            for (std::size_t i = 0; i < at.count(); ++i) sum += run.in(0).data[at.cell(line, i)];
            run.output.data[line] = sum / static_cast<Scalar>(at.count());
        }
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        const Lines at(run.in(0).shape, run.operation);
        for (std::size_t line = 0; line < at.lines(); ++line) {
            const Scalar share = run.d_output.data[line] / static_cast<Scalar>(at.count());
            for (std::size_t i = 0; i < at.count(); ++i) run.d_in(0).data[at.cell(line, i)] += share;
        }
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        ExplanationLine line{"mean", "mean", members(explainer, cell), {}, 0};
        for (const Operand& number : line.operands) line.result += number.value;
        line.result /= static_cast<float>(line.operands.size());
        explainer.add(std::move(line));
    }
};

template <bool by_rows>
struct MeanOf : Mean {
    static constexpr std::string_view kName = by_rows ? "row_mean" : "column_mean";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 1 || in[0].rank() != 2) return shapes_do_not_fit(kName, in);
        return statistic(in[0], by_rows);
    }
    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + mean_in_pytorch(by_rows); }
};

// The root of the population variance, from the mean it is given: the second of two passes.
struct Deviation {
    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        const Lines at(run.in(0).shape, run.operation);
        for (std::size_t line = 0; line < at.lines(); ++line) {
            Scalar sum = 0;
            for (std::size_t i = 0; i < at.count(); ++i) {
                const Scalar centred = run.in(0).data[at.cell(line, i)] - run.in(1).data[line];
                sum += centred * centred;
            }
            run.output.data[line] = std::sqrt(sum / static_cast<Scalar>(at.count()));
        }
    }

    // Where all numbers are equal the root has no slope; 0 keeps a constant row from making everything before it NaN.
    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        const Lines at(run.in(0).shape, run.operation);
        for (std::size_t line = 0; line < at.lines(); ++line) {
            if (run.output.data[line] == 0) continue;
            const Scalar factor = run.d_output.data[line] / (run.output.data[line] * static_cast<Scalar>(at.count()));
            for (std::size_t i = 0; i < at.count(); ++i) {
                const std::size_t cell = at.cell(line, i);
                const Scalar share = factor * (run.in(0).data[cell] - run.in(1).data[line]);
                run.d_in(0).data[cell] += share;
                run.d_in(1).data[line] -= share;
            }
        }
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const Operand mean = explainer.follow(1, cell);
        ExplanationLine line{"variance", "mean_square", members(explainer, cell), {}, 0};
        for (const Operand& number : line.operands) {
            const float centred = number.value - mean.value;
            line.terms.push_back(centred * centred);
            line.result += line.terms.back();
        }
        line.result /= static_cast<float>(line.operands.size());
        line.operands.push_back(mean);
        const float variance = line.result;
        explainer.add(std::move(line));
        explainer.add({"deviation", "root", {{kNoNode, {}, variance}}, {}, std::sqrt(variance)});
    }
};

template <bool by_rows>
struct DeviationOf : Deviation {
    static constexpr std::string_view kName = by_rows ? "row_deviation" : "column_deviation";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 2 || in[0].rank() != 2 || in[1] != statistic(in[0], by_rows)) return shapes_do_not_fit(kName, in);
        return in[1];
    }
    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) {
        return "(" + in[0] + " - " + in[1] + ").square()" + mean_in_pytorch(by_rows) + ".sqrt()";
    }
};

// config.epsilon
struct Normalise {
    static bool is_batch_of_one(const Shape& input, const Operation& operation) {
        return &operation == &kNormaliseColumns && input.rows() == 1;
    }

    // What a line's numbers are divided by. A batch of one has no spread: PyTorch refuses it, here it is NaN.
    template <class Scalar>
    static Scalar divisor(bool batch_of_one, Scalar deviation, double epsilon) {
        if (batch_of_one) return std::numeric_limits<Scalar>::quiet_NaN();
        return std::sqrt(deviation * deviation + static_cast<Scalar>(epsilon));
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        const Lines at(run.in(0).shape, run.operation);
        const bool batch_of_one = is_batch_of_one(run.in(0).shape, run.operation);
        for (std::size_t line = 0; line < at.lines(); ++line) {
            const Scalar mean = run.in(1).data[line];
            const Scalar by = divisor(batch_of_one, run.in(2).data[line], run.config.epsilon);
            for (std::size_t i = 0; i < at.count(); ++i) {
                const std::size_t cell = at.cell(line, i), column = at.column(line, i);
                run.output.data[cell] = (run.in(0).data[cell] - mean) / by * run.in(3).data[column] + run.in(4).data[column];
            }
        }
        if (batch_of_one) run.notes.push_back({"batch_of_one"});
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        const Lines at(run.in(0).shape, run.operation);
        const bool batch_of_one = is_batch_of_one(run.in(0).shape, run.operation);
        for (std::size_t line = 0; line < at.lines(); ++line) {
            const Scalar mean = run.in(1).data[line], deviation = run.in(2).data[line];
            const Scalar by = divisor(batch_of_one, deviation, run.config.epsilon);
            for (std::size_t i = 0; i < at.count(); ++i) {
                const std::size_t cell = at.cell(line, i), column = at.column(line, i);
                const Scalar normalised = (run.in(0).data[cell] - mean) / by;
                const Scalar d_centred = run.d_output.data[cell] * run.in(3).data[column] / by;
                run.d_in(0).data[cell] += d_centred;
                run.d_in(1).data[line] -= d_centred;
                run.d_in(2).data[line] -= d_centred * normalised * deviation / by;
                run.d_in(3).data[column] += run.d_output.data[cell] * normalised;
                run.d_in(4).data[column] += run.d_output.data[cell];
            }
        }
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const Operation& operation = *explainer.node().operation;
        const Cell of_line = statistic(cell, is_by_rows(operation)), of_column{0, 0, cell.column};
        const Operand x = explainer.follow(0, cell);
        const Operand mean = explainer.follow_named(1, of_line), deviation = explainer.follow_named(2, of_line);
        const float centred = x.value - mean.value;
        explainer.add({"centred", "subtract", {x, mean}, {}, centred});
        const double epsilon = explainer.node().config.epsilon;
        const float normalised = centred / divisor(is_batch_of_one(explainer.input_shape(0), operation), deviation.value, epsilon);
        explainer.add({"normalised",
                       "normalise",
                       {{kNoNode, {}, centred}, deviation, {kNoNode, {}, static_cast<float>(epsilon)}},
                       {},
                       normalised});
        const Operand gamma = explainer.operand(3, of_column), beta = explainer.operand(4, of_column);
        const float scaled = normalised * gamma.value;
        explainer.add({"scaled", "scale", {{kNoNode, {}, normalised}, gamma}, {}, scaled});
        explainer.add({"shifted", "add", {{kNoNode, {}, scaled}, beta}, {}, scaled + beta.value});
    }
};

template <bool by_rows>
struct NormaliseOf : Normalise {
    static constexpr std::string_view kName = by_rows ? "normalise_rows" : "normalise_columns";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        const bool fit = in.size() == 5 && in[0].rank() == 2 && in[1] == statistic(in[0], by_rows) && in[2] == in[1] &&
                         in[3] == Shape(in[0].columns()) && in[4] == in[3];
        if (!fit) return shapes_do_not_fit(kName, in);
        return in[0];
    }
    static std::string pytorch(const OperationConfig& config, std::span<const std::string> in) {
        const std::string normal = "(" + in[0] + " - " + in[1] + ") / (" + in[2] + ".square() + " + in_python(config.epsilon) +
                                   ").sqrt() * " + in[3] + " + " + in[4];
        return by_rows ? normal : normal + " if len(" + in[0] + ") > 1 else " + in[0] + " * float(\"nan\")";
    }
};

struct CentreRows {
    static constexpr std::string_view kName = "centre_rows";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 2 || in[0].rank() != 2 || in[1] != Shape(in[0].rows(), 1)) return shapes_do_not_fit(kName, in);
        return in[0];
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        for_each_cell(run.in(0).shape, [&](std::size_t cell, std::size_t row) {
            run.output.data[cell] = run.in(0).data[cell] - run.in(1).data[row];
        });
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        for_each_cell(run.in(0).shape, [&](std::size_t cell, std::size_t row) {
            run.d_in(0).data[cell] += run.d_output.data[cell];
            run.d_in(1).data[row] -= run.d_output.data[cell];
        });
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const Operand x = explainer.follow(0, cell), mean = explainer.follow(1, {0, cell.row, 0});
        explainer.add({"centred", "subtract", {x, mean}, {}, x.value - mean.value});
    }

    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + " - " + in[1]; }

    template <class Action>
    static void for_each_cell(const Shape& shape, Action action) {
        const std::size_t columns = static_cast<std::size_t>(shape.columns());
        for (std::size_t cell = 0; cell < shape.size(); ++cell) action(cell, cell / columns);
    }
};

// config.epsilon
struct DivideRows {
    static constexpr std::string_view kName = "divide_rows";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 2 || in[0].rank() != 2 || in[1] != Shape(in[0].rows(), 1)) return shapes_do_not_fit(kName, in);
        return in[0];
    }

    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        const Scalar epsilon = static_cast<Scalar>(run.config.epsilon);
        CentreRows::for_each_cell(run.in(0).shape, [&](std::size_t cell, std::size_t row) {
            run.output.data[cell] = run.in(0).data[cell] / (run.in(1).data[row] + epsilon);
        });
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        const Scalar epsilon = static_cast<Scalar>(run.config.epsilon);
        CentreRows::for_each_cell(run.in(0).shape, [&](std::size_t cell, std::size_t row) {
            const Scalar share = run.d_output.data[cell] / (run.in(1).data[row] + epsilon);
            run.d_in(0).data[cell] += share;
            run.d_in(1).data[row] -= share * run.output.data[cell];
        });
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const Operand x = explainer.follow(0, cell), divisor = explainer.follow(1, {0, cell.row, 0});
        const Operand epsilon{kNoNode, {}, static_cast<float>(explainer.node().config.epsilon)};
        explainer.add({"divided", "divide", {x, divisor, epsilon}, {}, x.value / (divisor.value + epsilon.value)});
    }

    static std::string pytorch(const OperationConfig& config, std::span<const std::string> in) {
        return in[0] + " / (" + in[1] + " + " + in_python(config.epsilon) + ")";
    }
};

OperationConfig with_epsilon(double epsilon) {
    OperationConfig config;
    config.epsilon = epsilon;
    return config;
}

}  // namespace

constexpr Operation kRowMean = describe<MeanOf<true>>();
constexpr Operation kRowDeviation = describe<DeviationOf<true>>();
constexpr Operation kColumnMean = describe<MeanOf<false>>();
constexpr Operation kColumnDeviation = describe<DeviationOf<false>>();
constexpr Operation kNormaliseRows = describe<NormaliseOf<true>>();
constexpr Operation kNormaliseColumns = describe<NormaliseOf<false>>();
constexpr Operation kCentreRows = describe<CentreRows>();
constexpr Operation kDivideRows = describe<DivideRows>();

constexpr Kernels<double> kRowMeanInDouble = describe_in_double<MeanOf<true>>();
constexpr Kernels<double> kRowDeviationInDouble = describe_in_double<DeviationOf<true>>();
constexpr Kernels<double> kColumnMeanInDouble = describe_in_double<MeanOf<false>>();
constexpr Kernels<double> kColumnDeviationInDouble = describe_in_double<DeviationOf<false>>();
constexpr Kernels<double> kNormaliseRowsInDouble = describe_in_double<NormaliseOf<true>>();
constexpr Kernels<double> kNormaliseColumnsInDouble = describe_in_double<NormaliseOf<false>>();
constexpr Kernels<double> kCentreRowsInDouble = describe_in_double<CentreRows>();
constexpr Kernels<double> kDivideRowsInDouble = describe_in_double<DivideRows>();

NodeId row_mean(Graph& graph, NodeId input) { return graph.add(kRowMean, {input}); }

NodeId row_deviation(Graph& graph, NodeId input, NodeId mean) { return graph.add(kRowDeviation, {input, mean}); }

NodeId column_mean(Graph& graph, NodeId input) { return graph.add(kColumnMean, {input}); }

NodeId column_deviation(Graph& graph, NodeId input, NodeId mean) { return graph.add(kColumnDeviation, {input, mean}); }

NodeId normalise_rows(Graph& graph, NodeId input, NodeId mean, NodeId deviation, NodeId gamma, NodeId beta, double epsilon) {
    return graph.add(kNormaliseRows, {input, mean, deviation, gamma, beta}, with_epsilon(epsilon));
}

NodeId normalise_columns(Graph& graph, NodeId input, NodeId mean, NodeId deviation, NodeId gamma, NodeId beta, double epsilon) {
    return graph.add(kNormaliseColumns, {input, mean, deviation, gamma, beta}, with_epsilon(epsilon));
}

NodeId centre_rows(Graph& graph, NodeId input, NodeId mean) { return graph.add(kCentreRows, {input, mean}); }

NodeId divide_rows(Graph& graph, NodeId input, NodeId divisor, double epsilon) {
    return graph.add(kDivideRows, {input, divisor}, with_epsilon(epsilon));
}

}  // namespace dikkat
