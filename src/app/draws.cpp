#include "app/draws.h"

#include <algorithm>

#include "app/model.h"
#include "app/number.h"
#include "core/random.h"
#include "nn/limits.h"

namespace dikkat {

namespace {

// One part's draws, on one running generator.
class Drawing {
public:
    Drawing(const Document& document, const Part& part, const Graph& graph, std::map<NodeId, Tensor<float>>& leaves,
            NamedDraws& named)
        : document_(document), part_(part), graph_(graph), prefix_(prefix_of(part)), leaves_(leaves), named_(named) {}

    Result<Done> run() {
        const Model& model = *find_model(part_.model);
        for (const NodeId leaf : leaves_of(document_, part_, graph_)) {
            const LeafStart start = starts_as(graph_[leaf]);
            Tensor<float>& numbers = leaves_[leaf] = Tensor<float>(drawn_shape(leaf), start == LeafStart::ones ? 1.0f : 0.0f);
            if (start == LeafStart::identity) fill_identity(numbers, whole(numbers.shape));
        }
        for (const Draw& draw : part_.draws) {
            if (Result<Done> drawn = run(model, draw); !drawn) return drawn;
        }
        return Done{};
    }

private:
    Shape drawn_shape(NodeId leaf) const {
        const Shape& shape = graph_[leaf].shape;
        const bool other_sentence = has_token_rows(graph_[leaf]) && !document_.drawn_tokens.empty();
        return other_sentence ? Shape(static_cast<int>(document_.drawn_tokens.size()), shape.columns()) : shape;
    }

    static Region whole(const Shape& shape) { return {"", 0, 0, shape.rows(), shape.columns()}; }

    static void fill_identity(Tensor<float>& numbers, const Region& region) {
        for (int i = 0; i < region.rows; ++i) {
            for (int j = 0; j < region.columns; ++j) numbers(region.row + i, region.column + j) = i == j ? 1.0f : 0.0f;
        }
    }

    Result<Done> run(const Model& model, const Draw& draw) {
        if (draw.type == Draw::Type::manual_seed) {
            generator_.manual_seed(draw.seed);
            return Done{};
        }
        if (draw.type == Draw::Type::named_randn) {
            if (draw.count < 1 || draw.count > kMaxWidth) return with_limit("too_wide", kMaxWidth);
            named_[draw.name] = generator_.normal(draw.count);
            return Done{};
        }
        const std::string& tensor = draw.target.tensor;
        const NodeId leaf = graph_.find(prefix_ + tensor);
        const bool built = leaf != kNoNode && graph_[leaf].is_leaf() && graph_[leaf].kind != Kind::mask;
        if (!built && tensor != model.not_always) return Error{"unknown_tensor", {{"tensor", prefix_ + tensor}}};
        return leaf == kNoNode ? skip(draw) : fill(draw, leaves_[leaf]);
    }

    // A leaf that the present settings do not build: later draws must not notice.
    Result<Done> skip(const Draw& draw) {
        if (draw.type != Draw::Type::randn) return Done{};
        if (draw.target.rows < 1 || draw.target.columns < 1)
            return Error{"unknown_tensor", {{"tensor", prefix_ + draw.target.tensor}}};
        if (draw.target.rows > kMaxWidth || draw.target.columns > kMaxWidth) return with_limit("too_wide", kMaxWidth);
        generator_.normal(draw.target.rows * draw.target.columns);
        return Done{};
    }

    Result<Done> fill(const Draw& draw, Tensor<float>& numbers) {
        const Region region = draw.target.rows == 0 ? whole(numbers.shape) : draw.target;
        const Shape& shape = numbers.shape;
        const bool inside = region.row >= 0 && region.column >= 0 && region.rows >= 1 && region.columns >= 1 &&
                            region.rows <= shape.rows() && region.row <= shape.rows() - region.rows &&
                            region.columns <= shape.columns() && region.column <= shape.columns() - region.columns;
        if (!inside) {
            return Error{"cell_outside",
                         {{"tensor", prefix_ + draw.target.tensor}, {"shape", to_string(shape)}, {"cell", "[...]"}}};
        }
        if (draw.type == Draw::Type::identity) {
            fill_identity(numbers, region);
            return Done{};
        }
        const Result<std::vector<float>> source = numbers_of(draw, region);
        if (!source) return source.error();
        for (int i = 0; i < region.rows; ++i) {
            const auto row = source.value().begin() + i * region.columns;
            std::copy(row, row + region.columns, &numbers(region.row + i, region.column));
        }
        return Done{};
    }

    Result<std::vector<float>> numbers_of(const Draw& draw, const Region& region) {
        const std::size_t count = static_cast<std::size_t>(region.rows) * static_cast<std::size_t>(region.columns);
        if (draw.type == Draw::Type::zeros) return std::vector<float>(count, 0.0f);
        if (draw.type == Draw::Type::ones) return std::vector<float>(count, 1.0f);
        if (draw.type == Draw::Type::values) {
            if (draw.numbers.size() == count) return std::vector<float>(draw.numbers.begin(), draw.numbers.end());
            return Error{"wrong_count",
                         {{"tensor", prefix_ + draw.target.tensor},
                          {"expected", std::to_string(count)},
                          {"found", std::to_string(draw.numbers.size())}}};
        }
        std::vector<float> numbers = generator_.normal(static_cast<int>(count));
        for (float& number : numbers) number *= to_float(draw.factor);
        return numbers;
    }

    const Document& document_;
    const Part& part_;
    const Graph& graph_;
    std::string prefix_;
    std::map<NodeId, Tensor<float>>& leaves_;
    Generator generator_;
    NamedDraws& named_;
};

}  // namespace

std::string prefix_of(const Part& part) { return part.name.empty() ? "" : part.name + "."; }

std::vector<NodeId> leaves_of(const Document& document, const Part& part, const Graph& graph) {
    std::vector<NodeId> leaves;
    for (NodeId id = 0; id < graph.size(); ++id) {
        const Node& node = graph[id];
        const bool another_parts =
            part.name.empty() && std::any_of(document.parts.begin(), document.parts.end(), [&](const Part& other) {
                return !other.name.empty() && node.name.starts_with(prefix_of(other));
            });
        if (node.is_leaf() && node.kind != Kind::mask && !another_parts && node.name.starts_with(prefix_of(part)))
            leaves.push_back(id);
    }
    return leaves;
}

bool has_token_rows(const Node& node) { return node.shape.rank() == 2 && counts_tokens(node.axes[0]); }

Error with_limit(const char* code, std::size_t limit) { return {code, {{"limit", std::to_string(limit)}}}; }

Result<Done> draw_leaves(const Document& document, const Part& part, const Graph& graph, std::map<NodeId, Tensor<float>>& leaves,
                         NamedDraws& named) {
    return Drawing(document, part, graph, leaves, named).run();
}

}  // namespace dikkat
