#include "app/build.h"

#include <algorithm>
#include <utility>

#include "app/draws.h"
#include "app/model.h"
#include "app/number.h"
#include "core/random.h"
#include "nn/limits.h"

namespace dikkat {

namespace {

int token_count(const Document& document) { return static_cast<int>(document.tokens.size()); }

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

// ---- The leaves' numbers, after the draws

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
    for (const NodeId leaf : leaves_of(document, part, graph)) {
        if (has_token_rows(graph[leaf])) token_leaves.push_back(leaf);
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

Result<Graph> build_part_graph(const Document& document, std::string_view name) {
    Document alone = document;
    for (Part& part : alone.parts) {
        if (part.name != name) continue;
        part.shape_only = false;
        alone.parts = {Part(part)};
        return build_graph(alone);
    }
    return Error{"unknown_part", {{"part", std::string(name)}}};
}

Result<Built> build(const Document& document) {
    Result<Graph> graph = build_graph(document);
    if (!graph) return graph.error();
    Built built{std::move(graph).value(), {}, {}};
    NamedDraws named;
    for (const Part& part : document.parts) {
        if (Result<Done> drawn = draw_leaves(document, part, built.graph, built.leaves, named); !drawn) return drawn.error();
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

Error cell_outside(std::string_view tensor, const Shape& shape, const Cell& cell) {
    std::string place = std::to_string(cell.row) + ", " + std::to_string(cell.column);
    if (shape.rank() == 3) place = std::to_string(cell.head) + ", " + place;
    return {"cell_outside", {{"tensor", std::string(tensor)}, {"shape", to_string(shape)}, {"cell", "[" + place + "]"}}};
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
