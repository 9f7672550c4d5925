#include "app/build.h"

#include <algorithm>
#include <utility>

#include "app/model.h"
#include "app/number.h"
#include "core/random.h"
#include "nn/limits.h"

namespace dikkat {

namespace {

std::string prefix_of(const Part& part) { return part.name.empty() ? "" : part.name + "."; }

int token_count(const Document& document) { return static_cast<int>(document.tokens.size()); }

Error with_limit(const char* code, std::size_t limit) { return {code, {{"limit", std::to_string(limit)}}}; }

// ---- Is it a recipe at all?

Result<Done> check_words(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        if (word.empty()) return Error{"empty_token", {}};
        if (word.size() > kLongestToken) return with_limit("token_too_long", kLongestToken);
    }
    return Done{};
}

Result<Done> check_tokens(const Document& document) {
    if (document.tokens.empty()) return Error{"no_tokens", {}};
    for (const auto* tokens : {&document.tokens, &document.drawn_tokens}) {
        if (tokens->size() > kMaxTokens) return with_limit("too_many_tokens", kMaxTokens);
    }
    if (document.new_words.size() > kMostNewWords) return with_limit("too_many_words", kMostNewWords);
    for (const auto* words : {&document.tokens, &document.drawn_tokens, &document.new_words}) {
        if (Result<Done> checked = check_words(*words); !checked) return checked;
    }
    return Done{};
}

bool is_part_name(const std::string& name) {
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

Result<Done> check_parts(const Document& document) {
    if (document.parts.empty() || !document.parts.front().name.empty()) return Error{"no_main_part", {}};
    if (document.parts.size() > kMostParts) return with_limit("too_many_parts", kMostParts);
    for (const Part& part : document.parts) {
        if (part.draws.size() > kMostDraws) return with_limit("too_many_draws", kMostDraws);
        if (!is_part_name(part.name)) return Error{"part_name", {{"part", part.name}}};
    }
    return Done{};
}

bool is_permutation_of_columns(std::vector<int> order) {
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] != static_cast<int>(i)) return false;
    }
    return true;
}

Result<Done> check_document(const Document& document) {
    if (Result<Done> tokens = check_tokens(document); !tokens) return tokens;
    if (Result<Done> parts = check_parts(document); !parts) return parts;
    const std::size_t cells = document.tokens.size() * document.tokens.size();
    const bool mask_fits =
        document.custom_mask.size() == cells || (document.custom_mask.empty() && document.mask != MaskKind::custom);
    if (!mask_fits) return Error{"bad_mask", {{"count", std::to_string(token_count(document))}}};
    for (const auto& [tensor, order] : document.column_order) {
        if (!is_permutation_of_columns(order)) return Error{"bad_column_order", {{"tensor", tensor}}};
    }
    return Done{};
}

// ---- The graph

Result<Done> add_part(const Document& document, const Part& part, NodeId mask, ModelSettings& main_settings, Graph& graph) {
    const std::string prefix = prefix_of(part);
    for (const Node& node : graph.nodes()) {
        if (!prefix.empty() && node.name.starts_with(prefix)) return Error{"part_twice", {{"part", part.name}}};
    }
    const Model* model = find_model(part.model);
    if (!model) return Error{"unknown_model", {{"model", part.model}}};
    const Result<ModelSettings> settings =
        read_settings(*model, part.config, model->reads_main_part ? main_settings : ModelSettings{});
    if (!settings) return settings.error();
    if (prefix.empty()) main_settings = settings.value();
    return model->build({graph, prefix, token_count(document), mask, settings.value()});
}

// ---- The leaves' numbers

bool has_token_rows(const Node& node) { return node.shape.rank() == 2 && counts_tokens(node.axes[0]); }

// One part's draws, on one running generator.
class Drawing {
public:
    Drawing(const Document& document, const Part& part, const Graph& graph, std::map<NodeId, Tensor<float>>& leaves)
        : document_(document), part_(part), graph_(graph), prefix_(prefix_of(part)), leaves_(leaves) {}

    Result<Done> run() {
        const Model& model = *find_model(part_.model);
        for (const std::string_view name : model.leaves) {
            const NodeId leaf = graph_.find(prefix_ + std::string(name));
            if (leaf == kNoNode) continue;
            Tensor<float>& numbers = leaves_[leaf] = Tensor<float>(drawn_shape(leaf));
            if (name == model.starts_as_identity) fill_identity(numbers, whole(numbers.shape));
        }
        for (const Draw& draw : part_.draws) {
            if (Result<Done> drawn = run(model, draw); !drawn) return drawn;
        }
        return Done{};
    }

    const std::map<std::string, std::vector<float>>& named() const { return named_; }

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
        if (std::find(model.leaves.begin(), model.leaves.end(), tensor) == model.leaves.end()) {
            return Error{"unknown_tensor", {{"tensor", prefix_ + tensor}}};
        }
        const NodeId leaf = graph_.find(prefix_ + tensor);
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
    std::map<std::string, std::vector<float>> named_;
};

void exchange_columns(const Document& document, const Graph& graph, std::map<NodeId, Tensor<float>>& leaves) {
    for (const auto& [tensor, order] : document.column_order) {
        const auto leaf = leaves.find(graph.find(tensor));
        if (leaf == leaves.end() || leaf->second.shape.columns() != static_cast<int>(order.size())) continue;
        const Tensor<float> drawn = leaf->second;
        for (int row = 0; row < drawn.shape.rows(); ++row) {
            for (int column = 0; column < drawn.shape.columns(); ++column) {
                leaf->second(row, column) = drawn(row, order[static_cast<std::size_t>(column)]);
            }
        }
    }
}

// Which drawn row stands for a word at its `occurrence`-th place in the sentence; -1 if the word was not drawn.
int drawn_row(const std::vector<std::string>& drawn, const std::string& word, int occurrence) {
    int found = -1;
    for (std::size_t i = 0; i < drawn.size() && occurrence >= 0; ++i) {
        if (drawn[i] == word) found = static_cast<int>(i), --occurrence;
    }
    return found;
}

// Rows for the sentence as it is: a drawn word keeps its row, a new one has the row that the seed gives it.
void place_tokens(const Document& document, const Part& part, const Graph& graph, std::map<NodeId, Tensor<float>>& leaves) {
    if (document.drawn_tokens.empty()) return;
    std::vector<NodeId> token_leaves;
    for (const std::string_view name : find_model(part.model)->leaves) {
        const NodeId leaf = graph.find(prefix_of(part) + std::string(name));
        if (leaf != kNoNode && has_token_rows(graph[leaf])) token_leaves.push_back(leaf);
    }
    Generator generator(document.seed);
    std::map<std::pair<NodeId, std::string>, std::vector<float>> new_rows;
    for (const std::string& word : document.new_words) {
        for (const NodeId leaf : token_leaves) new_rows[{leaf, word}] = generator.normal(graph[leaf].shape.columns());
    }
    for (const NodeId leaf : token_leaves) {
        const Tensor<float> drawn = std::exchange(leaves[leaf], Tensor<float>(graph[leaf].shape));
        std::map<std::string, int> seen;
        for (int row = 0; row < token_count(document); ++row) {
            const std::string& word = document.tokens[static_cast<std::size_t>(row)];
            const int source = drawn_row(document.drawn_tokens, word, seen[word]++);
            const float* numbers = nullptr;
            if (source >= 0) {
                numbers = &drawn.data[index_of(drawn.shape, {0, source, 0})];
            } else if (const auto found = new_rows.find({leaf, word}); found != new_rows.end()) {
                numbers = found->second.data();
            }
            if (numbers) std::copy(numbers, numbers + drawn.shape.columns(), &leaves[leaf](row, 0));
        }
    }
}

using NamedDraws = std::map<std::string, std::vector<float>>;

// What a perturbed row is before the strength. Tensors perturbed together take the seed's draws one after another.
Result<std::vector<float>> direction_of(const Document& document, const std::string& tensor, const Perturbation& perturbation,
                                        int width, const NamedDraws& named) {
    if (!perturbation.direction.draw.empty()) {
        const auto found = named.find(perturbation.direction.draw);
        if (found == named.end()) return Error{"unknown_draw", {{"draw", perturbation.direction.draw}}};
        std::vector<float> row(static_cast<std::size_t>(width));
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = found->second[i % found->second.size()];
        return row;
    }
    Generator generator(perturbation.direction.seed.value_or(0));
    const auto& together = document.perturbed_together;
    const auto place = std::find(together.begin(), together.end(), tensor);
    const auto before = place == together.end() ? 0 : place - together.begin();
    for (auto i = before; i > 0; --i) generator.normal(width);
    return generator.normal(width);
}

Result<Done> perturb(const Document& document, const NamedDraws& named, Built& built) {
    for (const auto& [tensor, perturbation] : document.perturbations) {
        const NodeId node = built.graph.find(tensor);
        if (perturbation.strength == 0 || node == kNoNode || built.graph[node].kind == Kind::mask) continue;
        const Shape& shape = built.graph[node].shape;
        if (shape.rank() != 2 || perturbation.row < 0 || perturbation.row >= shape.rows()) continue;
        const Result<std::vector<float>> row = direction_of(document, tensor, perturbation, shape.columns(), named);
        if (!row) return row.error();
        for (int column = 0; column < shape.columns(); ++column) {
            const float value = to_float(perturbation.strength) * row.value()[static_cast<std::size_t>(column)];
            if (built.graph[node].is_leaf()) {
                built.leaves[node](perturbation.row, column) = value;
            } else {
                built.overrides[node][{0, perturbation.row, column}] = value;
            }
        }
    }
    return Done{};
}

void set_by_hand(const Document& document, Built& built) {
    for (const auto& [name, value] : document.overrides) {
        const NodeId node = built.graph.find(name.tensor);
        if (node == kNoNode || built.graph[node].kind == Kind::mask || !contains(built.graph[node].shape, name.cell)) continue;
        built.overrides[node][name.cell] = value;
    }
}

}  // namespace

Result<Graph> build_graph(const Document& document) {
    if (Result<Done> checked = check_document(document); !checked) return checked.error();
    Graph graph;
    const int n = token_count(document);
    const NodeId mask =
        document.mask == MaskKind::none ? kNoNode : graph.add_leaf("mask", Shape(n, n), {Axis::query, Axis::key}, Kind::mask);
    ModelSettings main_settings;
    for (const Part& part : document.parts) {
        if (Result<Done> added = add_part(document, part, mask, main_settings, graph); !added) return added.error();
    }
    return graph;
}

Result<Built> build(const Document& document) {
    Result<Graph> graph = build_graph(document);
    if (!graph) return graph.error();
    Built built{std::move(graph).value(), {}, {}};
    NamedDraws named;
    for (const Part& part : document.parts) {
        Drawing drawing(document, part, built.graph, built.leaves);
        if (Result<Done> drawn = drawing.run(); !drawn) return drawn.error();
        named.insert(drawing.named().begin(), drawing.named().end());
    }
    exchange_columns(document, built.graph, built.leaves);
    for (const Part& part : document.parts) place_tokens(document, part, built.graph, built.leaves);
    if (const NodeId mask = built.graph.find("mask"); mask != kNoNode) {
        Tensor<float>& numbers = built.leaves[mask] = Tensor<float>(built.graph[mask].shape);
        const std::vector<std::uint8_t> cells = mask_cells(document);
        std::copy(cells.begin(), cells.end(), numbers.data.begin());
    }
    if (Result<Done> perturbed = perturb(document, named, built); !perturbed) return perturbed.error();
    set_by_hand(document, built);
    return built;
}

std::vector<std::uint8_t> mask_cells(const Document& document) {
    if (document.mask == MaskKind::custom) return document.custom_mask;
    const std::size_t n = document.tokens.size();
    std::vector<std::uint8_t> cells(n * n, 1);
    for (std::size_t row = 0; document.mask == MaskKind::causal && row < n; ++row) {
        for (std::size_t column = row + 1; column < n; ++column) cells[row * n + column] = 0;
    }
    return cells;
}

}  // namespace dikkat
