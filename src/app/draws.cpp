#include "app/draws.h"

#include <algorithm>
#include <utility>

#include "app/model.h"
#include "app/number.h"
#include "app/vocabulary.h"
#include "core/random.h"

namespace dikkat {

namespace {

constexpr std::size_t kMostKept = 24, kMostKeptNumbers = 8 << 20;

// One part's draws, on one running generator.
class Drawing {
public:
    explicit Drawing(Drawn& drawn) : drawn_(drawn) {}

    void run(const std::vector<PlainDraw>& draws) {
        for (const PlainDraw& draw : draws) run(draw);
    }

private:
    using Type = PlainDraw::Type;

    void run(const PlainDraw& draw) {
        if (draw.type == Type::manual_seed) return generator_.manual_seed(draw.seed);
        if (draw.type == Type::named_randn) return void(drawn_.named[draw.name] = generator_.normal(draw.columns));
        const std::vector<float> numbers = numbers_of(draw);
        if (!draw.tensor.empty() && draw.built) lay(draw, numbers);
    }

    std::vector<float> numbers_of(const PlainDraw& draw) {
        const int count = draw.rows * draw.columns;
        switch (draw.type) {
            case Type::randn: {
                std::vector<float> numbers = generator_.normal(count);
                for (float& number : numbers) number = number * to_float(draw.factor) + to_float(draw.shift);
                return numbers;
            }
            case Type::normal:
                return generator_.normal(count, 0, draw.std);
            case Type::uniform:
                return generator_.uniform(-draw.bound, draw.bound, count);
            case Type::linear: {
                Generator::Linear linear = generator_.linear(draw.rows, draw.columns);
                if (!draw.bias.empty()) drawn_.leaves[draw.bias].data = std::move(linear.bias);
                return std::move(linear.weight);
            }
            case Type::values:
                return {draw.numbers.begin(), draw.numbers.end()};
            case Type::identity: {
                std::vector<float> numbers(static_cast<std::size_t>(count), 0.0f);
                for (int i = 0; i < std::min(draw.rows, draw.columns); ++i) {
                    numbers[static_cast<std::size_t>(i * draw.columns + i)] = 1.0f;
                }
                return numbers;
            }
            default:
                return std::vector<float>(static_cast<std::size_t>(count), draw.type == Type::ones ? 1.0f : 0.0f);
        }
    }

    void lay(const PlainDraw& draw, const std::vector<float>& numbers) {
        Tensor<float>& leaf = drawn_.leaves[draw.tensor];
        const bool transposed = draw.transposed || draw.type == Type::linear;
        for (int i = 0; i < draw.rows; ++i) {
            for (int j = 0; j < draw.columns; ++j) {
                const int at = transposed ? j * draw.rows + i : i * draw.columns + j;
                leaf(draw.row + i, draw.column + j) = numbers[static_cast<std::size_t>(at)];
            }
        }
    }

    Drawn& drawn_;
    Generator generator_;
};

bool is_zero_or_absent(const Part& part, const char* setting) {
    const auto found = part.config.find(setting);
    return found == part.config.end() || found->second.number == 0;
}

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

Growth growth_of(const Part& part, const Node& node) {
    if (node.shape.rank() != 2) return Growth::none;
    if (has_token_rows(node)) return Growth::token_rows;
    if (node.kind != Kind::parameter) return Growth::none;
    if (is_zero_or_absent(part, "vocabulary") && node.axes[0] == Axis::vocabulary) return Growth::word_rows;
    if (is_zero_or_absent(part, "vocabulary") && node.axes[1] == Axis::vocabulary) return Growth::word_columns;
    return is_zero_or_absent(part, "context") && node.name.ends_with("position_embedding") ? Growth::places : Growth::none;
}

Shape drawn_shape(const Document& document, const Part& part, const Node& node) {
    const Shape& shape = node.shape;
    if (document.drawn_tokens.empty()) return shape;
    const bool with_target = reads_target(part);
    const std::size_t tokens = document.drawn_tokens.size(), target = with_target ? document.drawn_target.size() : 0;
    switch (growth_of(part, node)) {
        case Growth::none:
            return shape;
        case Growth::token_rows:
            return {static_cast<int>(tokens), shape.columns()};
        case Growth::word_rows:
            return {drawn_vocabulary(document, with_target), shape.columns()};
        case Growth::word_columns:
            return {shape.rows(), drawn_vocabulary(document, with_target)};
        case Growth::places:
            return {static_cast<int>(std::max(tokens, target)), shape.columns()};
    }
    return shape;
}

Tensor<float> started(const Node& leaf, const Shape& shape) {
    const LeafStart start = starts_as(leaf);
    Tensor<float> numbers(shape, start == LeafStart::ones ? 1.0f : 0.0f);
    if (start != LeafStart::identity) return numbers;
    for (int i = 0; i < std::min(shape.rows(), shape.columns()); ++i) numbers(i, i) = 1.0f;
    return numbers;
}

const Drawn& DrawnKept::draw(const Document& document, const Part& part, const Graph& graph, std::vector<PlainDraw> draws) {
    Entry entry;
    for (const PlainDraw& draw : draws) {
        for (const std::string& name : {draw.built ? draw.tensor : std::string(), draw.bias}) {
            if (name.empty() || entry.drawn.leaves.contains(name)) continue;
            const Node& leaf = graph[graph.find(name)];
            const Shape shape = drawn_shape(document, part, leaf);
            entry.shapes.push_back(shape);
            entry.drawn.leaves[name] = started(leaf, shape);
            entry.numbers += shape.size();
        }
    }
    const auto same = [&](const Entry& other) { return other.shapes == entry.shapes && other.draws == draws; };
    const auto known = std::find_if(entries_.begin(), entries_.end(), same);
    if (known != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, known);
        return entries_.front().drawn;
    }
    Drawing(entry.drawn).run(draws);
    entry.draws = std::move(draws);
    entries_.push_front(std::move(entry));
    std::size_t kept = 0, numbers = 0;
    for (auto each = entries_.begin(); each != entries_.end(); ++kept) {
        numbers += each->numbers;
        const bool stays = kept == 0 || (kept < kMostKept && numbers <= kMostKeptNumbers);
        each = stays ? std::next(each) : entries_.erase(each);
    }
    return entries_.front().drawn;
}

}  // namespace dikkat
