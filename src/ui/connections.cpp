#include "ui/connections.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/operation.h"

namespace dikkat {
namespace {

// Some of a tensor's cells: a flag for each, in their order.
using Cells = std::vector<char>;

Cells none_of(const Shape& shape) { return Cells(shape.size(), 0); }
Cells all_of(const Shape& shape) { return Cells(shape.size(), 1); }

template <class Visit>
void for_each_cell(const Shape& shape, const Cells& cells, const Visit& visit) {
    for (int head = 0; head < shape.heads(); ++head) {
        for (int row = 0; row < shape.rows(); ++row) {
            for (int column = 0; column < shape.columns(); ++column) {
                const Cell cell{head, row, column};
                if (cells[index_of(shape, cell)] != 0) visit(cell);
            }
        }
    }
}

// Goes from a shown tensor up to the nearest shown ones. Operations that only move numbers tell which cells of theirs pass. A node
// stands after its inputs, so it is asked once, when all that is wanted of it is known: a deep model has more paths than steps.
class Search {
public:
    // `shown` has a flag for each node.
    Search(const Graph& graph, const std::vector<char>& shown) : graph_(graph), shown_(shown) {}

    // For each node the cells that are read: empty, but for shown inputs.
    std::vector<Cells> inputs_of(NodeId node) {
        wanted_.assign(shown_.size(), {});
        enter(graph_[node], all_of(graph_[node].shape));
        for (NodeId id = node - 1; id >= 0; --id) {
            const std::size_t at = static_cast<std::size_t>(id);
            if (wanted_[at].empty() || shown_[at] != 0) continue;
            enter(graph_[id], std::exchange(wanted_[at], {}));
        }
        return std::move(wanted_);
    }

private:
    void want(NodeId id, const Cells& cells) {
        if (std::find(cells.begin(), cells.end(), 1) == cells.end()) return;
        Cells& wanted = wanted_[static_cast<std::size_t>(id)];
        wanted.resize(cells.size(), 0);
        for (std::size_t i = 0; i < cells.size(); ++i) wanted[i] |= cells[i];
    }

    void enter(const Node& node, const Cells& wanted) {
        if (node.is_leaf()) return;
        if (node.operation->source == nullptr) {
            for (const NodeId input : node.inputs) want(input, all_of(graph_[input].shape));
            return;
        }
        std::vector<Shape> shapes;
        std::vector<Cells> reads;
        for (const NodeId input : node.inputs) {
            shapes.push_back(graph_[input].shape);
            reads.push_back(none_of(shapes.back()));
        }
        for_each_cell(node.shape, wanted, [&](const Cell& cell) {
            const std::optional<Source> source = node.operation->source(shapes, node.config, cell);
            if (!source) return;
            const std::size_t input = static_cast<std::size_t>(source->input);
            reads[input][index_of(shapes[input], source->cell)] = 1;
        });
        for (std::size_t i = 0; i < node.inputs.size(); ++i) want(node.inputs[i], reads[i]);
    }

    const Graph& graph_;
    const std::vector<char>& shown_;
    std::vector<Cells> wanted_;
};

}  // namespace

std::vector<Connection> connections(const Graph& graph, const std::vector<std::string>& shown) {
    std::vector<char> is_shown(static_cast<std::size_t>(graph.size()), 0);
    for (const std::string& name : shown) {
        if (const NodeId node = graph.find(name); node != kNoNode) is_shown[static_cast<std::size_t>(node)] = 1;
    }
    std::vector<Connection> all;
    Search search(graph, is_shown);
    for (NodeId to = 0; to < graph.size(); ++to) {
        if (is_shown[static_cast<std::size_t>(to)] == 0) continue;
        const std::vector<Cells> inputs = search.inputs_of(to);
        for (NodeId from = 0; from < graph.size(); ++from) {
            const Cells& cells = inputs[static_cast<std::size_t>(from)];
            if (cells.empty()) continue;
            Connection& made = all.emplace_back(Connection{graph[from].name, graph[to].name, {}});
            for_each_cell(graph[from].shape, cells, [&](const Cell& cell) { made.passing.push_back(cell); });
        }
    }
    return all;
}

bool is_lit(const Connection& connection, const TensorReading& from) {
    if (from.difference.empty()) return false;
    return std::any_of(connection.passing.begin(), connection.passing.end(), [&](const Cell& cell) {
        const float d = from.difference[index_of(from.shape, cell)];
        return std::isnan(d) || d != 0;
    });
}

}  // namespace dikkat
