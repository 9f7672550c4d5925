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
//   centred        subtract      number, mean                            -                 their difference
//   divided        divide        number, divisor, epsilon                -                 number / (divisor + epsilon)
//   masked         mask          number, mask                            -                 the number, or -infinity
//   maximum        maximum       the row                                 -                 its largest
//   exponentials   exponential   the row                                 e^(x - maximum)   the cell's own
//   sum            sum           numbers                                 -                 their sum
//   weight         quotient      own exponential, sum                    -                 the cell
//   mean           mean          numbers                                 -                 their sum / their count
//   variance       mean_square   numbers; last, their mean               (number - mean)^2 the terms' mean
//   deviation      root          variance                                -                 its square root
//   normalised     normalise     centred, deviation, epsilon             -                 centred / root(deviation^2 + epsilon)
//   shifted        add           scaled, beta                            -                 their sum
//   squares        square        numbers                                 their squares     the squares' sum
//   length         root          that sum                                -                 its square root
//   rectified      rectify       x                                       -                 x, or 0 below 0
//   tanh           tanh          x                                       -                 tanh(x)
//   erf            erf           x                                       -                 erf(x / root 2)
//   inner          gelu_inner    x                                       -                 root(2 / pi) (x + 0.044715 x^3)
//   exponential    negative_exponential  x                               -                 e^-x
//   sigmoid        sigmoid       e^-x                                    -                 1 / (1 + e^-x)
//   gelu           half_product  x, y                                    -                 x (1 + y) / 2
//   silu           product       x, sigmoid                              -                 x sigmoid
//   looked_up      look_up       index, the table's cell                 -                 the cell; NaN outside of the table
//   losses         cross_entropy each row's logit of its target          the rows' losses  their sum
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
