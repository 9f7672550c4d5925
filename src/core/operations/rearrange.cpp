#include "core/operations/rearrange.h"

#include <algorithm>

namespace dikkat {
namespace {

std::string in_brackets(int begin, int end) { return std::to_string(begin) + ":" + std::to_string(end); }

std::string listed(std::span<const std::string> names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

// Where a cell comes from says it all: forward copies from there, backward adds to there. One routine of each
// kind serves all the operations here.

bool is_next_to(const std::optional<Source>& first, const std::optional<Source>& last, int distance) {
    return first && last && first->input == last->input && first->cell.head == last->cell.head &&
           first->cell.row == last->cell.row && first->cell.column + distance == last->cell.column;
}

// action(cell, source, count): count cells from there on, in one row of both. No operation here takes a row's ends from one row and
// its middle from another, so rows mostly move as a whole.
template <class Run, class Action>
void for_each_source(const Run& run, const Shape& output, Action action) {
    std::vector<Shape> shapes;
    for (const auto* input : run.inputs) shapes.push_back(input->shape);
    const auto source = [&](const Cell& cell) { return run.operation.source(shapes, run.config, cell); };
    const int columns = output.columns();
    for (int head = 0; head < output.heads(); ++head) {
        for (int row = 0; row < output.rows(); ++row) {
            const std::optional<Source> first = source({head, row, 0});
            if (is_next_to(first, source({head, row, columns - 1}), columns - 1)) {
                action(Cell{head, row, 0}, *first, columns);
                continue;
            }
            for (int column = 0; column < columns; ++column) {
                const Cell cell{head, row, column};
                if (const std::optional<Source> from = source(cell)) action(cell, *from, 1);
            }
        }
    }
}

struct Moving {
    template <class Scalar>
    static void forward(const ForwardRun<Scalar>& run) {
        for_each_source(run, run.output.shape, [&](const Cell& cell, const Source& source, int count) {
            const Tensor<Scalar>& input = run.in(source.input);
            std::copy_n(input.data.data() + index_of(input.shape, source.cell), count,
                        run.output.data.data() + index_of(run.output.shape, cell));
        });
    }

    template <class Scalar>
    static void backward(const BackwardRun<Scalar>& run) {
        for_each_source(run, run.d_output.shape, [&](const Cell& cell, const Source& source, int count) {
            Tensor<Scalar>& d_input = run.d_in(source.input);
            Scalar* to = d_input.data.data() + index_of(d_input.shape, source.cell);
            const Scalar* from = run.d_output.data.data() + index_of(run.d_output.shape, cell);
            for (int i = 0; i < count; ++i) to[i] += from[i];
        });
    }

    static void explain(Explainer& explainer, const Cell& cell) {
        const Node& node = explainer.node();
        std::vector<Shape> in;
        for (int i = 0; i < static_cast<int>(node.inputs.size()); ++i) in.push_back(explainer.input_shape(i));
        const std::optional<Source> from = node.operation->source(in, node.config, cell);
        const Operand operand = from ? explainer.follow(from->input, from->cell) : Operand{};
        explainer.add({"copied", "copy", {operand}, {}, operand.value});
    }
};

template <class Definition>
constexpr Operation describe_moving() {
    return {Definition::kName, &Definition::shape,  {&Moving::forward<float>, &Moving::backward<float>},
            &Moving::explain,  &Definition::source, &Definition::pytorch};
}

struct Transpose {
    static constexpr std::string_view kName = "transpose";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        if (in.size() != 1 || in[0].rank() != 2) return shapes_do_not_fit(kName, in);
        return Shape(in[0].columns(), in[0].rows());
    }
    static std::optional<Source> source(std::span<const Shape>, const OperationConfig&, const Cell& cell) {
        return Source{0, {0, cell.column, cell.row}};
    }
    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) { return in[0] + ".transpose(-2, -1)"; }
};

// config.row_begin, row_end, begin, end
struct Slice {
    static constexpr std::string_view kName = "slice";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig& config) {
        const auto inside = [](int begin, int end, int size) { return 0 <= begin && begin < end && end <= size; };
        if (in.size() != 1 || in[0].rank() != 2 || !inside(config.row_begin, config.row_end, in[0].rows()) ||
            !inside(config.begin, config.end, in[0].columns())) {
            return shapes_do_not_fit(kName, in);
        }
        return Shape(config.row_end - config.row_begin, config.end - config.begin);
    }
    static std::optional<Source> source(std::span<const Shape>, const OperationConfig& config, const Cell& cell) {
        return Source{0, {0, config.row_begin + cell.row, config.begin + cell.column}};
    }
    static std::string pytorch(const OperationConfig& config, std::span<const std::string> in) {
        return in[0] + "[" + in_brackets(config.row_begin, config.row_end) + ", " + in_brackets(config.begin, config.end) + "]";
    }
};

// config.count: heads
struct SplitHeads {
    static constexpr std::string_view kName = "split_heads";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig& config) {
        if (in.size() != 1 || in[0].rank() != 2 || config.count < 1 || in[0].columns() % config.count != 0) {
            return shapes_do_not_fit(kName, in);
        }
        return Shape(config.count, in[0].rows(), in[0].columns() / config.count);
    }
    static std::optional<Source> source(std::span<const Shape> in, const OperationConfig& config, const Cell& cell) {
        return Source{0, {0, cell.row, cell.head * (in[0].columns() / config.count) + cell.column}};
    }
    static std::string pytorch(const OperationConfig& config, std::span<const std::string> in) {
        return in[0] + ".reshape(" + in[0] + ".shape[0], " + std::to_string(config.count) + ", -1).transpose(0, 1)";
    }
};

// config.begin: the head
struct SelectHead {
    static constexpr std::string_view kName = "select_head";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig& config) {
        if (in.size() != 1 || in[0].rank() != 3 || config.begin < 0 || config.begin >= in[0].heads()) {
            return shapes_do_not_fit(kName, in);
        }
        return Shape(in[0].rows(), in[0].columns());
    }
    static std::optional<Source> source(std::span<const Shape>, const OperationConfig& config, const Cell& cell) {
        return Source{0, {config.begin, cell.row, cell.column}};
    }
    static std::string pytorch(const OperationConfig& config, std::span<const std::string> in) {
        return in[0] + "[" + std::to_string(config.begin) + "]";
    }
};

struct ConcatHeads {
    static constexpr std::string_view kName = "concat_heads";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        int columns = 0;
        for (const Shape& head : in) {
            if (head.rank() != 2 || head.rows() != in[0].rows()) return shapes_do_not_fit(kName, in);
            columns += head.columns();
        }
        if (in.empty()) return shapes_do_not_fit(kName, in);
        return Shape(in[0].rows(), columns);
    }
    static std::optional<Source> source(std::span<const Shape> in, const OperationConfig&, const Cell& cell) {
        int input = 0;
        int column = cell.column;
        for (; column >= in[static_cast<std::size_t>(input)].columns(); ++input)
            column -= in[static_cast<std::size_t>(input)].columns();
        return Source{input, {0, cell.row, column}};
    }
    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) {
        return "torch.cat([" + listed(in) + "], dim=-1)";
    }
};

struct ConcatRows {
    static constexpr std::string_view kName = "concat_rows";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        int rows = 0;
        for (const Shape& block : in) {
            if (block.rank() != 2 || block.columns() != in[0].columns()) return shapes_do_not_fit(kName, in);
            rows += block.rows();
        }
        if (in.empty()) return shapes_do_not_fit(kName, in);
        return Shape(rows, in[0].columns());
    }
    static std::optional<Source> source(std::span<const Shape> in, const OperationConfig&, const Cell& cell) {
        int input = 0;
        int row = cell.row;
        for (; row >= in[static_cast<std::size_t>(input)].rows(); ++input) row -= in[static_cast<std::size_t>(input)].rows();
        return Source{input, {0, row, cell.column}};
    }
    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) {
        return "torch.cat([" + listed(in) + "], dim=-2)";
    }
};

struct BlockDiagonal {
    static constexpr std::string_view kName = "block_diagonal";

    static Result<Shape> shape(std::span<const Shape> in, const OperationConfig&) {
        int rows = 0, columns = 0;
        for (const Shape& block : in) {
            if (block.rank() != 2) return shapes_do_not_fit(kName, in);
            rows += block.rows();
            columns += block.columns();
        }
        if (in.empty()) return shapes_do_not_fit(kName, in);
        return Shape(rows, columns);
    }
    static std::optional<Source> source(std::span<const Shape> in, const OperationConfig&, const Cell& cell) {
        int row = cell.row, column = cell.column;
        for (int input = 0; row >= 0 && column >= 0; ++input) {
            const Shape& block = in[static_cast<std::size_t>(input)];
            if (row < block.rows() && column < block.columns()) return Source{input, {0, row, column}};
            if (row < block.rows() || column < block.columns()) break;
            row -= block.rows();
            column -= block.columns();
        }
        return std::nullopt;
    }
    static std::string pytorch(const OperationConfig&, std::span<const std::string> in) {
        return "torch.block_diag(" + listed(in) + ")";
    }
};

}  // namespace

constexpr Operation kTranspose = describe_moving<Transpose>();
constexpr Operation kSlice = describe_moving<Slice>();
constexpr Operation kSplitHeads = describe_moving<SplitHeads>();
constexpr Operation kSelectHead = describe_moving<SelectHead>();
constexpr Operation kConcatHeads = describe_moving<ConcatHeads>();
constexpr Operation kConcatRows = describe_moving<ConcatRows>();
constexpr Operation kBlockDiagonal = describe_moving<BlockDiagonal>();

constexpr Kernels<double> kMovingInDouble = describe_in_double<Moving>();

NodeId transpose(Graph& graph, NodeId input) { return graph.add(kTranspose, {input}); }

NodeId slice(Graph& graph, NodeId input, Range rows, Range columns) {
    OperationConfig config;
    config.row_begin = rows.begin;
    config.row_end = rows.end;
    config.begin = columns.begin;
    config.end = columns.end;
    return graph.add(kSlice, {input}, config);
}

NodeId slice_columns(Graph& graph, NodeId input, Range columns) {
    return slice(graph, input, {0, graph[input].shape.rows()}, columns);
}

NodeId split_heads(Graph& graph, NodeId input, int heads) {
    OperationConfig config;
    config.count = heads;
    return graph.add(kSplitHeads, {input}, config);
}

NodeId select_head(Graph& graph, NodeId input, int head) {
    OperationConfig config;
    config.begin = head;
    return graph.add(kSelectHead, {input}, config);
}

NodeId concat_heads(Graph& graph, std::vector<NodeId> heads) { return graph.add(kConcatHeads, std::move(heads)); }

NodeId concat_rows(Graph& graph, std::vector<NodeId> blocks) { return graph.add(kConcatRows, std::move(blocks)); }

NodeId block_diagonal(Graph& graph, std::vector<NodeId> blocks) { return graph.add(kBlockDiagonal, std::move(blocks)); }

}  // namespace dikkat
