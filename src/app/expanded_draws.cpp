#include "app/expanded_draws.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/draws.h"
#include "app/model.h"
#include "nn/limits.h"

namespace dikkat {

namespace {

constexpr int kLargestFrom = 1 << 20;  // a repeat's values stay whole numbers of 32 bits

class Expansion {
public:
    Expansion(const Document& document, const Part& part, const Graph& graph)
        : document_(document), part_(part), graph_(graph), prefix_(prefix_of(part)) {}

    Result<Done> run(const std::vector<Draw>& draws) {
        for (const Draw& draw : draws) {
            if (Result<Done> done = run(draw); !done) return done;
        }
        return Done{};
    }

    std::vector<PlainDraw> take() { return std::move(plain_); }

private:
    Result<Done> run(const Draw& draw) {
        switch (draw.type) {
            case Draw::Type::manual_seed:
                return seed(draw);
            case Draw::Type::named_randn:
                return named(draw);
            case Draw::Type::repeat:
                return repeat(draw);
            case Draw::Type::initialise:
                return initialise();
            case Draw::Type::linear:
                return linear(draw);
            default:
                return into_leaf(draw);
        }
    }

    // ---- Limits

    Result<Done> add(PlainDraw draw) {
        if (plain_.size() == kMostExpandedDraws) return with_limit("too_many_draws", kMostExpandedDraws);
        numbers_ += static_cast<std::size_t>(draw.rows) * static_cast<std::size_t>(draw.columns);
        if (numbers_ > kMostDrawnNumbers) return with_limit("too_many_numbers", kMostDrawnNumbers);
        if (draw.built && !draw.tensor.empty()) filled_.insert(draw.tensor);
        plain_.push_back(std::move(draw));
        return Done{};
    }

    // ---- Names and settings

    std::string resolved(std::string name) const {
        for (const auto& [variable, value] : variables_) {
            const std::string hole = "{" + variable + "}";
            for (std::size_t at = name.find(hole); at != name.npos; at = name.find(hole)) {
                name.replace(at, hole.size(), std::to_string(value));
            }
        }
        return prefix_ + name;
    }

    Result<double> setting(const std::string& name) const {
        const auto found = part_.config.find(name);
        if (found == part_.config.end()) return Error{"unknown_setting", {{"model", part_.model}, {"name", name}}};
        if (found->second.type == ConfigValue::Type::number) return found->second.number;
        return Error{"setting_type", {{"name", name}, {"expected", "number"}}};
    }

    Error unknown_tensor(const std::string& name) const { return {"unknown_tensor", {{"tensor", name}}}; }

    // A leaf that a draw may fill; numbers that name rows are the sentence's.
    NodeId leaf(const std::string& name) const {
        const NodeId id = graph_.find(name);
        const bool may = id != kNoNode && graph_[id].is_leaf() && graph_[id].kind != Kind::mask && graph_[id].kind != Kind::index;
        return may ? id : kNoNode;
    }

    // ---- The kinds of draws

    Result<Done> seed(const Draw& draw) {
        PlainDraw plain;
        plain.type = PlainDraw::Type::manual_seed;
        plain.seed = draw.seed;
        if (!draw.seed_plus.empty()) {
            const auto variable = std::find_if(variables_.begin(), variables_.end(),
                                               [&](const Variable& each) { return each.first == draw.seed_plus; });
            if (variable == variables_.end()) return Error{"unknown_variable", {{"name", draw.seed_plus}}};
            plain.seed += static_cast<std::uint64_t>(variable->second);
        }
        return add(std::move(plain));
    }

    Result<Done> named(const Draw& draw) {
        if (draw.count < 1 || draw.count > kMaxWidth) return with_limit("too_wide", kMaxWidth);
        PlainDraw plain;
        plain.type = PlainDraw::Type::named_randn;
        plain.name = draw.name, plain.rows = 1, plain.columns = draw.count;
        return add(std::move(plain));
    }

    Result<Done> repeat(const Draw& draw) {
        if (variables_.size() == kMostRepeatDepth) return with_limit("too_deep_repeats", kMostRepeatDepth);
        const Result<double> to = setting(draw.to);
        if (!to) return to.error();
        const double count = to.value() - draw.from;
        if (draw.from < 0 || draw.from > kLargestFrom || !(count <= static_cast<double>(kMostExpandedDraws))) {
            return with_limit("too_many_draws", kMostExpandedDraws);
        }
        const std::size_t place = variables_.size();
        variables_.emplace_back(draw.name, draw.from);
        for (int value = draw.from; value < to.value(); ++value) {
            if (++turns_ > kMostExpandedDraws) return with_limit("too_many_draws", kMostExpandedDraws);
            variables_[place].second = value;
            if (Result<Done> done = run(draw.draws); !done) return done;
        }
        variables_.pop_back();
        return Done{};
    }

    Result<Done> linear(const Draw& draw) {
        PlainDraw plain;
        plain.type = PlainDraw::Type::linear;
        plain.tensor = resolved(draw.target.tensor);
        const NodeId weight = leaf(plain.tensor);
        if (weight == kNoNode || draw.target.rows != 0) return unknown_tensor(plain.tensor);
        const Shape shape = drawn_shape(document_, part_, graph_[weight]);
        plain.rows = shape.rows(), plain.columns = shape.columns();
        if (shape.heads() != 1) return unknown_tensor(plain.tensor);
        if (!draw.bias.empty()) {
            const std::string name = resolved(draw.bias);
            const NodeId bias = leaf(name);
            if (bias == kNoNode || static_cast<int>(graph_[bias].shape.size()) != plain.columns) return unknown_tensor(name);
            plain.bias = name;
            filled_.insert(name);
        }
        return add(std::move(plain));
    }

    Result<Done> into_leaf(const Draw& draw) {
        PlainDraw plain;
        plain.tensor = resolved(draw.target.tensor);
        const Region& region = draw.target;
        const NodeId id = leaf(plain.tensor);
        if (id == kNoNode) return into_none(draw, std::move(plain));
        const Shape shape = drawn_shape(document_, part_, graph_[id]);
        const bool inside = region.row >= 0 && region.column >= 0 && region.rows >= 0 && region.columns >= 0 &&
                            region.rows <= shape.rows() && region.row <= shape.rows() - region.rows &&
                            region.columns <= shape.columns() && region.column <= shape.columns() - region.columns;
        if (!inside || shape.heads() != 1) {
            return Error{"cell_outside", {{"tensor", plain.tensor}, {"shape", to_string(shape)}, {"cell", "[...]"}}};
        }
        plain.row = region.row, plain.column = region.column;
        plain.rows = region.rows == 0 ? shape.rows() : region.rows;
        plain.columns = region.rows == 0 ? shape.columns() : region.columns;
        return numbers(draw, std::move(plain));
    }

    Result<Done> numbers(const Draw& draw, PlainDraw plain) {
        switch (draw.type) {
            case Draw::Type::zeros:
                plain.type = PlainDraw::Type::zeros;
                break;
            case Draw::Type::ones:
                plain.type = PlainDraw::Type::ones;
                break;
            case Draw::Type::identity:
                plain.type = PlainDraw::Type::identity;
                break;
            case Draw::Type::values: {
                plain.type = PlainDraw::Type::values;
                plain.numbers = draw.numbers;
                const std::size_t count = static_cast<std::size_t>(plain.rows) * static_cast<std::size_t>(plain.columns);
                if (draw.numbers.size() == count) break;
                return Error{"wrong_count",
                             {{"tensor", plain.tensor},
                              {"expected", std::to_string(count)},
                              {"found", std::to_string(draw.numbers.size())}}};
            }
            case Draw::Type::normal: {
                plain.type = PlainDraw::Type::normal;
                plain.transposed = true;
                plain.std = draw.std;
                if (draw.std_setting.empty()) break;
                const Result<double> std = setting(draw.std_setting);
                if (!std) return std.error();
                plain.std = std.value();
                break;
            }
            default:
                plain.type = PlainDraw::Type::randn;
                plain.factor = draw.factor, plain.shift = draw.shift;
        }
        return add(std::move(plain));
    }

    // A leaf that the present settings do not build: later draws must not notice.
    Result<Done> into_none(const Draw& draw, PlainDraw plain) {
        const bool may_be_missing = draw.target.tensor == find_model(part_.model)->not_always;
        if (!may_be_missing || graph_.find(plain.tensor) != kNoNode) return unknown_tensor(plain.tensor);
        if (draw.type != Draw::Type::randn) return Done{};
        const Region& region = draw.target;
        if (region.rows < 1 || region.columns < 1) return unknown_tensor(plain.tensor);
        if (region.rows > kMaxWidth || region.columns > kMaxWidth) return with_limit("too_wide", kMaxWidth);
        plain.built = false;
        plain.rows = region.rows, plain.columns = region.columns;
        plain.factor = draw.factor, plain.shift = draw.shift;
        return add(std::move(plain));
    }

    // ---- As PyTorch's modules start

    Result<Done> initialise() {
        int inputs = 1;  // of the weight that a bias belongs to
        for (const NodeId id : leaves_of(document_, part_, graph_)) {
            const Node& node = graph_[id];
            if (node.kind != Kind::parameter) continue;
            const Shape shape = drawn_shape(document_, part_, node);
            if (shape.rank() == 2) inputs = shape.rows();
            if (filled_.contains(node.name)) continue;
            PlainDraw plain = as_started(node, shape, inputs);
            plain.tensor = node.name;
            plain.rows = shape.rows(), plain.columns = shape.columns();
            if (Result<Done> added = add(std::move(plain)); !added) return added;
        }
        return Done{};
    }

    // nn.LayerNorm: ones and zeros. nn.Embedding: randn. nn.MultiheadAttention: Xavier's for the projections into it (a third of
    // one matrix each), no biases. nn.Linear for the rest.
    static PlainDraw as_started(const Node& node, const Shape& shape, int inputs) {
        const std::string_view name = std::string_view(node.name).substr(node.name.rfind('.') + 1);
        const PyTorchParameter& parameter = node.parameter;
        PlainDraw plain;
        if (name.ends_with("embedding")) return plain;
        plain.type = PlainDraw::Type::uniform;
        if (name == "gamma") {
            plain.type = PlainDraw::Type::ones;
        } else if (name == "beta" || (shape.rank() == 1 && (parameter.of_rows > 0 || parameter.name.ends_with("out_proj.bias")))) {
            plain.type = PlainDraw::Type::zeros;
        } else if (shape.rank() == 2 && parameter.of_rows > 0) {
            plain.bound = std::sqrt(6.0 / (static_cast<double>(inputs) + parameter.of_rows));
        } else {
            plain.bound = 1.0 / std::sqrt(static_cast<double>(inputs));
        }
        plain.transposed = plain.type == PlainDraw::Type::uniform && shape.rank() == 2;
        return plain;
    }

    using Variable = std::pair<std::string, int>;

    const Document& document_;
    const Part& part_;
    const Graph& graph_;
    const std::string prefix_;
    std::vector<Variable> variables_;
    std::vector<PlainDraw> plain_;
    std::set<std::string> filled_;
    std::size_t turns_ = 0, numbers_ = 0;
};

}  // namespace

Result<std::vector<PlainDraw>> expanded_draws(const Document& document, const Part& part, const Graph& graph) {
    Expansion expansion(document, part, graph);
    if (Result<Done> run = expansion.run(part.draws); !run) return run.error();
    return expansion.take();
}

}  // namespace dikkat
