// Ledger: the parameters of two models as rows side by side: layers with their matrices, or whole models with their blocks folded.
// Pure: no drawing, no session.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/parameters.h"

namespace dikkat {

enum class LedgerLayer { embedding, attention, cross_attention, feed_forward, norm, head, other };

struct LedgerCell {  // one model's share in a row
    std::uint64_t count = 0;
    int blocks = 0;      // how many layers were folded into it; 0: it has none
    std::string tensor;  // its matrix, or its group: what the diagram marks
};

struct LedgerRow {
    std::string label;  // "W_q"; of a group, where the layer says nothing: its own name
    Shape shape;
    std::vector<LedgerCell> sides;
};

struct LedgerGroup {
    LedgerLayer layer = LedgerLayer::other;
    bool encoder = false;  // of an encoder's blocks, where there are a decoder's as well
    LedgerRow total;
    std::vector<LedgerRow> matrices;  // of one block; none where blocks are folded
};

struct Ledger {
    bool whole = false;  // some side has more than one block: groups alone
    std::vector<LedgerGroup> groups;
    std::vector<std::uint64_t> totals;   // of what the groups hold
    std::vector<std::uint64_t> vectors;  // one block: of its norms and biases, which are no matrices
};

// Of one block the groups hold matrices alone, as papers count them; of a whole model everything.
Ledger make_ledger(std::span<const PartParameters> parts);

}  // namespace dikkat
