// Connections: which shown tensors a shown tensor is made from. The graph says what feeds what and which cells pass; no lesson says
// it twice. Draws nothing.
#pragma once

#include <string>
#include <vector>

#include "app/session.h"

namespace dikkat {

struct Connection {  // `to` is computed from `from`, with no other shown tensor between them
    std::string from, to;
    std::vector<Cell> passing;  // the cells of `from` that `to` reads
};
std::vector<Connection> connections(const Graph& graph, const std::vector<std::string>& shown);

// Some cell that passes differs from the baseline.
bool is_lit(const Connection& connection, const TensorReading& from);

}  // namespace dikkat
