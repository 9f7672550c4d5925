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

// One step. `label` and `operation` are closed words, for the reader's words and for the layout:
//   label          operation     operands                                terms             result
//   given          given         -                                       -                 a leaf's number
//   products       multiply      a0, b0, a1, b1, ...: factors in pairs   the products      their sum
//   scaled         scale         number, factor                          -                 number x factor
//   added          add           two numbers                             -                 their sum
//   masked         mask          number, mask                            -                 the number, or -infinity
//   maximum        maximum       the row                                 -                 its largest
//   exponentials   exponential   the row                                 e^(x - maximum)   the cell's own
//   sum            sum           the exponentials                        -                 their sum
//   weight         quotient      own exponential, sum                    -                 the cell
//   copied         copy          the number (plain 0: by rule)           -                 the same
//   set_by_hand    set_by_hand   what it would be                        -                 what was set
struct ExplanationLine {
    std::string label;
    std::string operation;
    std::vector<Operand> operands;
    std::vector<float> terms;
    float result = 0;
};

struct Explanation {
    std::vector<ExplanationLine> lines;
    float value = 0;  // the cell; equals the last line's result
};

Explanation explain(const Graph& graph, const Evaluation<float>& evaluation, NodeId node, const Cell& cell);

}  // namespace dikkat
