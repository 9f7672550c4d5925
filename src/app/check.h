// Check: a claim that is measured again on every edit. A closed list of kinds with parameters; lessons and exercises choose from
// it.
#pragma once

#include <string>
#include <vector>

#include "app/words.h"

namespace dikkat {

struct Check {
    std::string id;
    std::string kind;  // one of checks.cpp's table
    Words text;
    Words detail;               // words beside the figures, with {holes}; empty for the standard ones
    std::string tensor, other;  // may name a variant: "output@causal"; some kinds take several, separated by spaces
    std::string variant;        // of every tensor that names none
    std::vector<int> rows;
    int row = 0, column = 0;
    int other_row = 0, other_column = 0;
    double bound = 0;
    double value = 0;                // what is aimed at, where the bound says how near
    std::string part, other_part;    // whose parameters are counted
    std::string sweep, series;       // whose input gradient is looked at,
    int depth = 0, other_depth = 0;  // at which depth, and beside which other one; 0: beside none
    bool required = true;            // false: left out where a tensor of it is not built
};

// `rows` are the rows that the finding is about, by kind: those that differ (equal, row_equal), that moved (unchanged_rows,
// changed_rows), that break the claim (rows_sum_to_one, zero_above_diagonal, row_mean_std; columns for column_mean_std), or the
// column of the second largest (argmax).
struct CheckResult {
    std::string id, kind, text, variant;
    double measured = 0;   // NaN where a tensor is not built or a NaN stands in the way; then it does not hold
    std::string relation;  // "<=", ">=", ">", "="
    double bound = 0;      // as compared with: `equal` scales it, `argmax` compares with the second largest
    bool holds = false;
    bool pending = false;  // a sweep that it looks at has not come so far yet
    std::vector<int> rows;
    std::vector<int> other_rows;  // looked at and not among `rows`
};

}  // namespace dikkat
