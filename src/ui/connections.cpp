#include "ui/connections.h"

#include <algorithm>
#include <cmath>

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

// Walks from a shown tensor up to the nearest shown ones. Operations that only move numbers tell which cells of theirs pass.
class Search {
public:
    // `shown` has a flag for each node.
    Search(const Graph& graph, const std::vector<char>& shown) : graph_(graph), shown_(shown) {}

    // For each node the cells that are read: empty, but for shown inputs.
    std::vector<Cells> inputs_of(NodeId node) {
        found_.assign(shown_.size(), {});
        enter(node, all_of(graph_[node].shape));
        return found_;
    }

private:
    void visit(NodeId node, const Cells& wanted) {
        if (std::find(wanted.begin(), wanted.end(), 1) == wanted.end()) return;
        if (shown_[static_cast<std::size_t>(node)] == 0) return enter(node, wanted);
        Cells& found = found_[static_cast<std::size_t>(node)];
        found.resize(wanted.size(), 0);
        for (std::size_t i = 0; i < wanted.size(); ++i) found[i] |= wanted[i];
    }

    void enter(NodeId id, const Cells& wanted) {
        const Node& node = graph_[id];
        if (node.is_leaf()) return;
        if (node.operation->source == nullptr) {
            for (const NodeId input : node.inputs) visit(input, all_of(graph_[input].shape));
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
        for (std::size_t i = 0; i < node.inputs.size(); ++i) visit(node.inputs[i], reads[i]);
    }

    const Graph& graph_;
    const std::vector<char>& shown_;
    std::vector<Cells> found_;
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
