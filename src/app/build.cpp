#include "app/build.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/draws.h"
#include "app/loss.h"
#include "app/model.h"
#include "app/number.h"
#include "app/sentence.h"
#include "app/vocabulary.h"
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
    for (const auto* tokens : {&document.tokens, &document.drawn_tokens, &document.target, &document.drawn_target}) {
        if (tokens->size() > kMaxTokens) return with_limit("too_many_tokens", kMaxTokens);
    }
    if (document.new_words.size() > kMostNewWords) return with_limit("too_many_words", kMostNewWords);
    for (const auto* words :
         {&document.tokens, &document.drawn_tokens, &document.target, &document.drawn_target, &document.new_words}) {
        if (Result<Done> checked = check_words(*words); !checked) return checked;
    }
    return Done{};
}

bool is_part_name(const std::string& name) {
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

Result<Done> check_parts(const Document& document) {
    if (document.parts.empty()) return Error{"no_main_part", {}};
    if (document.parts.size() > kMostParts) return with_limit("too_many_parts", kMostParts);
    std::set<std::string_view> names;
    for (const Part& part : document.parts) {
        if (part.draws.size() > kMostDraws) return with_limit("too_many_draws", kMostDraws);
        if (!is_part_name(part.name)) return Error{"part_name", {{"part", part.name}}};
        // Others read the main part: it comes first, where there is one.
        if (!names.insert(part.name).second || (part.name.empty() && names.size() > 1)) {
            return Error{"part_twice", {{"part", part.name}}};
        }
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

}  // namespace

Result<Done> check_recipe(const Document& document) {
    if (Result<Done> tokens = check_tokens(document); !tokens) return tokens;
    if (Result<Done> parts = check_parts(document); !parts) return parts;
    const std::size_t cells = static_cast<std::size_t>(mask_size(document)) * static_cast<std::size_t>(mask_size(document));
    const bool mask_fits =
        document.custom_mask.size() == cells || (document.custom_mask.empty() && document.mask != MaskKind::custom);
    if (!mask_fits) return Error{"bad_mask", {{"count", std::to_string(mask_size(document))}}};
    for (const auto& [tensor, order] : document.column_order) {
        if (!is_permutation_of_columns(order)) return Error{"bad_column_order", {{"tensor", tensor}}};
    }
    return Done{};
}

namespace {

// ---- The graph

NodeId add_mask(const Document& document, int n, Graph& graph) {
    return document.mask == MaskKind::none ? kNoNode : graph.add_leaf("mask", Shape(n, n), {Axis::query, Axis::key}, Kind::mask);
}

Result<Done> add_part(const Document& document, const Part& part, NodeId mask, std::optional<ModelSettings>& main, Graph& graph) {
    const std::string prefix = prefix_of(part);
    for (const Node& node : graph.nodes()) {
        const bool taken = prefix.empty() ? node.kind != Kind::mask : node.name.starts_with(prefix);
        if (taken) return Error{"part_twice", {{"part", part.name}}};
    }
    const Model* model = find_model(part.model);
    if (!model) return Error{"unknown_model", {{"model", part.model}}};
    const Result<ModelSettings> settings = read_settings(*model, part, main ? &*main : nullptr);
    if (!settings) return settings.error();
    if (prefix.empty()) main = settings.value();
    return build_model(*model, {graph, document, part, prefix, mask, settings.value()});
}

// The parts that are evaluated, or what one part by itself needs.
Result<Graph> add_parts(const Document& document, const Part* alone) {
    Graph graph;
    const NodeId mask = add_mask(document, alone ? masked_tokens(document, *alone) : mask_size(document), graph);
    std::optional<ModelSettings> main;
    for (const Part& part : document.parts) {
        const Model* model = alone ? find_model(alone->model) : nullptr;
        const bool wanted = &part == alone || (part.name.empty() && model && model->reads_main_part);
        if (alone ? !wanted : part.shape_only) continue;
        if (Result<Done> added = add_part(document, part, mask, main, graph); !added) return added.error();
    }
    return graph;
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

// What a perturbed row is before the strength. Tensors perturbed together take the seed's draws one after another.
std::vector<float> direction_of(const Document& document, const std::string& tensor, const Perturbation& perturbation, int width,
                                const NamedDraws& named) {
    if (!perturbation.direction.draw.empty()) {
        const std::vector<float>& drawn = named.at(perturbation.direction.draw);
        std::vector<float> row(static_cast<std::size_t>(width));
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = drawn[i % drawn.size()];
        return row;
    }
    Generator generator(perturbation.direction.seed.value_or(0));
    const auto& together = document.perturbed_together;
    const auto place = std::find(together.begin(), together.end(), tensor);
    const auto before = place == together.end() ? 0 : place - together.begin();
    for (auto i = before; i > 0; --i) generator.normal(width);
    return generator.normal(width);
}

// The tensor that is perturbed; kNoNode where the perturbation has no place at present.
NodeId perturbed(const Graph& graph, const std::string& tensor, const Perturbation& perturbation) {
    const NodeId node = graph.find(tensor);
    if (perturbation.strength == 0 || node == kNoNode || graph[node].kind == Kind::mask) return kNoNode;
    const bool has_row = graph[node].shape.rank() == 2 && contains(graph[node].shape, {0, perturbation.row, 0});
    return has_row ? node : kNoNode;
}

void perturb(const Document& document, const NamedDraws& named, Built& built) {
    for (const auto& [tensor, perturbation] : document.perturbations) {
        const NodeId node = perturbed(built.graph(), tensor, perturbation);
        if (node == kNoNode) continue;
        const int width = built.graph()[node].shape.columns();
        const std::vector<float> row = direction_of(document, tensor, perturbation, width, named);
        for (int column = 0; column < width; ++column) {
            const float value = to_float(perturbation.strength) * row[static_cast<std::size_t>(column)];
            if (built.graph()[node].is_leaf()) {
                built.leaves[node](perturbation.row, column) = value;
            } else {
                built.overrides[node][{0, perturbation.row, column}] = value;
            }
        }
    }
}

void set_by_hand(const Document& document, Built& built) {
    for (const auto& [name, value] : document.overrides) {
        const NodeId node = built.graph().find(name.tensor);
        if (node == kNoNode || built.graph()[node].kind == Kind::mask || !contains(built.graph()[node].shape, name.cell)) continue;
        built.overrides[node][name.cell] = value;
    }
}

// ---- What is going to be drawn; from here on nothing can go wrong

struct Plan {
    SharedGraph graph;
    std::vector<std::vector<PlainDraw>> draws;  // of each part that is evaluated
};

Result<Plan> planned(const Document& document, Graphs& graphs) {
    Result<SharedGraph> shared = graphs.of(document);
    if (!shared) return shared.error();
    Plan plan{std::move(shared).value(), {}};
    const Graph& graph = *plan.graph;
    std::set<std::string_view> named;
    for (const Part& part : document.parts) {
        if (part.shape_only) continue;
        if (Result<Done> fit = check_vocabulary(document, part, graph); !fit) return fit.error();
        Result<std::vector<PlainDraw>> draws = expanded_draws(document, part, graph);
        if (!draws) return draws.error();
        plan.draws.push_back(std::move(draws).value());
        for (const PlainDraw& draw : plan.draws.back()) {
            if (draw.type == PlainDraw::Type::named_randn) named.insert(draw.name);
        }
    }
    for (const auto& [tensor, perturbation] : document.perturbations) {
        const std::string& draw = perturbation.direction.draw;
        const bool known = draw.empty() || perturbed(graph, tensor, perturbation) == kNoNode || named.contains(draw);
        if (!known) return Error{"unknown_draw", {{"draw", draw}}};
    }
    return plan;
}

}  // namespace

Result<Graph> build_graph(const Document& document) {
    if (Result<Done> checked = check_recipe(document); !checked) return checked.error();
    return add_parts(document, nullptr);
}

Result<Graph> build_part_graph(const Document& document, std::string_view name) {
    if (Result<Done> checked = check_recipe(document); !checked) return checked.error();
    for (const Part& part : document.parts) {
        if (part.name == name) return add_parts(document, &part);
    }
    return Error{"unknown_part", {{"part", std::string(name)}}};
}

Result<Done> check_shapes(const Document& document) {
    for (const Part& part : document.parts) {
        if (!part.shape_only) continue;
        if (const Result<Graph> graph = build_part_graph(document, part.name); !graph) return graph.error();
    }
    return Done{};
}

Result<Done> can_be_built(const Document& document, Graphs& graphs) {
    const Result<Plan> plan = planned(document, graphs);
    return plan ? Result<Done>(Done{}) : plan.error();
}

Result<Built> build(const Document& document, Kept& kept) {
    Result<Plan> plan = planned(document, kept.graphs);
    if (!plan) return plan.error();
    Built built;
    built.shared_graph = std::move(plan.value().graph);
    built.loss = document.loss, built.loss_tensor = loss_tensor(document, built.graph());
    NamedDraws named;
    std::size_t evaluated = 0;
    for (const Part& part : document.parts) {
        if (part.shape_only) continue;
        std::vector<PlainDraw>& draws = plan.value().draws[evaluated++];
        const Drawn& drawn = kept.drawn.draw(document, part, built.graph(), std::move(draws));
        for (const NodeId leaf : leaves_of(document, part, built.graph())) {
            const Node& node = built.graph()[leaf];
            const auto found = drawn.leaves.find(node.name);
            built.leaves[leaf] = found == drawn.leaves.end() ? started(node, drawn_shape(document, part, node)) : found->second;
        }
        for (const auto& [name, numbers] : drawn.named) named[name] = numbers;
    }
    exchange_columns(document, built.graph(), built.leaves);
    for (const Part& part : document.parts) {
        if (!part.shape_only) place_sentence(document, part, built.graph(), built.leaves);
    }
    if (const NodeId mask = built.graph().find("mask"); mask != kNoNode) {
        Tensor<float>& numbers = built.leaves[mask] = Tensor<float>(built.graph()[mask].shape);
        const std::vector<std::uint8_t> cells = mask_cells(document);
        std::copy(cells.begin(), cells.end(), numbers.data.begin());
    }
    perturb(document, named, built);
    set_by_hand(document, built);
    return built;
}

Result<Built> build(const Document& document) {
    Kept kept;
    return build(document, kept);
}

Error cell_outside(std::string_view tensor, const Shape& shape, const Cell& cell) {
    std::string place = std::to_string(cell.row) + ", " + std::to_string(cell.column);
    if (shape.rank() == 3) place = std::to_string(cell.head) + ", " + place;
    return {"cell_outside", {{"tensor", std::string(tensor)}, {"shape", to_string(shape)}, {"cell", "[" + place + "]"}}};
}

namespace {

const Part* first_evaluated(const Document& document) {
    for (const Part& part : document.parts) {
        if (!part.shape_only) return &part;
    }
    return nullptr;
}

}  // namespace

bool mask_is_of_target(const Document& document) {
    const Part* part = first_evaluated(document);
    return part && reads_target(*part) && !document.target.empty();
}

int mask_size(const Document& document) {
    const Part* part = first_evaluated(document);
    return part ? masked_tokens(document, *part) : token_count(document);
}

std::vector<std::uint8_t> mask_cells(const Document& document) {
    if (document.mask == MaskKind::custom) return document.custom_mask;
    const std::size_t n = static_cast<std::size_t>(mask_size(document));
    std::vector<std::uint8_t> cells(n * n, 1);
    for (std::size_t row = 0; document.mask == MaskKind::causal && row < n; ++row) {
        for (std::size_t column = row + 1; column < n; ++column) cells[row * n + column] = 0;
    }
    return cells;
}

}  // namespace dikkat
