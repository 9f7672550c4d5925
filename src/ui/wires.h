// Wires: which shown tensors a shown tensor is made from, and the lines between their places. connections() is pure: the graph says
// what feeds what and which cells pass; no lesson says it twice.
#pragma once

#include <string>
#include <vector>

#include "core/graph.h"
#include "ui/picture.h"

namespace dikkat {

struct Connection {  // `to` is computed from `from`, with no other shown tensor between them
    std::string from, to;
    std::vector<Cell> passing;  // the cells of `from` that `to` reads
};
std::vector<Connection> connections(const Graph& graph, const std::vector<std::string>& shown);

// Some cell that passes differs from the baseline.
bool is_lit(const Connection& connection, const TensorReading& from);

// The wires into the hovered tensor are drawn at full strength.
void draw_wires(const Picture& picture, const std::vector<Connection>& connections);

}  // namespace dikkat
