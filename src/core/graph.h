// Graph: a model as nodes in evaluation order, each with a stable name, a shape whose axes mean something, and one
// operation out of a closed list. Says what is computed; evaluate.h computes it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/tensor.h"

namespace dikkat {

struct Operation;  // operation.h

using NodeId = int;
inline constexpr NodeId kNoNode = -1;

// What an axis counts. Axis labels on screen come from it: token, query and key carry the sentence's words.
// `target` counts the tokens of a decoder's own sentence where there are two.
enum class Axis { none, token, query, key, feature, head, hidden, batch, vocabulary, target };

// What a tensor is in a Transformer; decides its colour and its map on screen.
enum class Kind {
    input,
    parameter,
    mask,
    query,
    key,
    value,
    scores,
    weights,
    output,
    residual,
    normalised,
    feed_forward,
    statistic,  // a mean, a standard deviation, a loss
    index       // whole numbers that name rows of a table: token ids, targets
};

std::string_view to_string(Axis axis);
std::string_view to_string(Kind kind);

// Numbers an operation needs beside its inputs. Which of them, its header says.
struct OperationConfig {
    double factor = 1.0;             // scale
    int begin = 0, end = 0;          // slice of columns; head of a select
    int row_begin = 0, row_end = 0;  // slice of rows
    int count = 1;                   // heads of a split
    double epsilon = 1e-5;           // norms

    bool operator==(const OperationConfig&) const = default;
};

// Where PyTorch keeps a parameter. Ours are (in, out), so that x W reads as in the paper; nn.Linear's weight is (out, in).
struct PyTorchParameter {
    std::string name;         // "blocks.layers.0.self_attn.in_proj_weight"; empty if it has none
    bool transposed = false;  // ours is the transpose of PyTorch's
    int row = 0;              // of PyTorch's tensor: the first row that is ours (in_proj_weight holds Wq, Wk, Wv one under another)
    int of_rows = 0;          // PyTorch's number of rows where ours is a part of it; 0: all of it is ours

    bool operator==(const PyTorchParameter&) const = default;
};

struct Node {
    std::string name;                      // "head0.scores"; empty for an intermediate that explanations fold in
    const Operation* operation = nullptr;  // null for a leaf
    OperationConfig config;
    std::vector<NodeId> inputs;
    Shape shape;
    std::array<Axis, 3> axes{};  // outermost first; the first rank() are in use
    Kind kind = Kind::output;
    PyTorchParameter parameter;  // of a leaf that is a parameter

    bool is_leaf() const { return operation == nullptr; }
};

class Graph {
public:
    // Names are unique; a second node of a name is a bug in a builder.
    NodeId add_leaf(std::string name, const Shape& shape, std::array<Axis, 3> axes, Kind kind);
    NodeId add(const Operation& operation, std::vector<NodeId> inputs, const OperationConfig& config = {});
    // Builders name a node after making it: graph.name(softmax(graph, s), "weights", {Axis::query, Axis::key}, Kind::weights).
    NodeId name(NodeId node, std::string name, std::array<Axis, 3> axes, Kind kind);

    std::span<const Node> nodes() const { return nodes_; }
    const Node& operator[](NodeId node) const { return nodes_[static_cast<std::size_t>(node)]; }
    Node& edit(NodeId node) { return nodes_[static_cast<std::size_t>(node)]; }
    NodeId find(std::string_view name) const;  // kNoNode if there is none
    int size() const { return static_cast<int>(nodes_.size()); }

    bool depends_on(NodeId node, NodeId source) const;  // through any number of steps; a node depends on itself

private:
    std::size_t slot_of(std::string_view name) const;

    std::vector<Node> nodes_;
    // The named nodes by their names' hashes, a power of two of slots: a deep model looks up tens of thousands of names.
    std::vector<NodeId> slots_;
    std::size_t named_ = 0;
};

}  // namespace dikkat
