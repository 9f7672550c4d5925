// explain: how one cell came to be ("show my sum"), as lines of named operands. Unnamed intermediates are folded in.
#pragma once

#include <string>
#include <vector>

#include "core/evaluate.h"

namespace dikkat {

struct Operand {
    NodeId node = kNoNode;  // kNoNode: a plain number (a scale, a result of an earlier line)
    Cell cell;
    float value = 0;
};

// One step. `operation` is a closed word: "multiply" (pairwise products of two operand rows, whose sum is the result),
// "sum", "scale", "mask", "maximum", "exponential", "quotient", "copy", "set_by_hand", ...
struct ExplanationLine {
    std::string label;      // a code for the words: "products", "scaled", "masked", "maximum", "exponentials", "sum", "weight", ...
    std::string operation;
    std::vector<Operand> operands;
    std::vector<float> terms;  // the numbers that this line yields, one for each operand pair where there are several
    float result = 0;
};

struct Explanation {
    std::vector<ExplanationLine> lines;
    float value = 0;  // the cell; equals the last line's result
};

Explanation explain(const Graph& graph, const Evaluation<float>& evaluation, const CellValues& overrides, NodeId node, const Cell& cell);

}  // namespace dikkat
