#include "ui/connections.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/operation.h"

namespace dikkat {
namespace {

// Walks from a shown tensor up to the nearest shown ones. Operations that only move numbers tell which cells of theirs pass.
class Search {
public:
    Search(const Graph& graph, const std::set<NodeId>& shown) : graph_(graph), shown_(shown) {}

    std::map<NodeId, std::set<Cell>> inputs_of(NodeId node) {
        found_.clear();
        enter(node, all_cells(node));
        return found_;
    }

private:
    std::set<Cell> all_cells(NodeId node) const {
        const Shape& shape = graph_[node].shape;
        std::set<Cell> cells;
        for (int head = 0; head < shape.heads(); ++head) {
            for (int row = 0; row < shape.rows(); ++row) {
                for (int column = 0; column < shape.columns(); ++column) cells.insert({head, row, column});
            }
        }
        return cells;
    }

    void visit(NodeId node, const std::set<Cell>& wanted) {
        if (wanted.empty()) return;
        if (shown_.count(node) > 0) {
            found_[node].insert(wanted.begin(), wanted.end());
        } else {
            enter(node, wanted);
        }
    }

    void enter(NodeId id, const std::set<Cell>& wanted) {
        const Node& node = graph_[id];
        if (node.is_leaf()) return;
        if (node.operation->source == nullptr) {
            for (const NodeId input : node.inputs) visit(input, all_cells(input));
            return;
        }
        std::vector<Shape> shapes;
        for (const NodeId input : node.inputs) shapes.push_back(graph_[input].shape);
        std::vector<std::set<Cell>> reads(node.inputs.size());
        for (const Cell& cell : wanted) {
            const std::optional<Source> source = node.operation->source(shapes, node.config, cell);
            if (source) reads[static_cast<std::size_t>(source->input)].insert(source->cell);
        }
        for (std::size_t i = 0; i < node.inputs.size(); ++i) visit(node.inputs[i], reads[i]);
    }

    const Graph& graph_;
    const std::set<NodeId>& shown_;
    std::map<NodeId, std::set<Cell>> found_;
};

}  // namespace

std::vector<Connection> connections(const Graph& graph, const std::vector<std::string>& shown) {
    std::set<NodeId> nodes;
    for (const std::string& name : shown) {
        if (const NodeId node = graph.find(name); node != kNoNode) nodes.insert(node);
    }
    std::vector<Connection> all;
    Search search(graph, nodes);
    for (const NodeId to : nodes) {
        for (const auto& [from, cells] : search.inputs_of(to)) {
            all.push_back({graph[from].name, graph[to].name, {cells.begin(), cells.end()}});
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
