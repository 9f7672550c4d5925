// Check: a claim that is measured again on every edit. A closed list of kinds with parameters; lessons and exercises choose from it.
#pragma once

#include <string>
#include <vector>

#include "app/words.h"

namespace dikkat {

struct Check {
    std::string id;
    std::string kind;    // "rows_sum_to_one", "equal", "zero_above_diagonal", "unchanged_rows", "changed_rows", "argmax", "at_least", "at_most", ...
    Words text;
    Words detail;   // words beside the figures, with {holes}; empty for the standard ones
    std::string tensor, other;   // may name a variant: "output@causal"
    std::string variant;
    std::vector<int> rows;
    int row = 0, column = 0;
    double bound = 0;
};

// `measured` and `bound` as numbers; `rows` are the rows that the finding is about (reached, moved, argmax's column), by check kind.
struct CheckResult {
    std::string id, kind, text, variant;
    double measured = 0;
    std::string relation;  // "<=", ">=", "="
    double bound = 0;
    bool holds = false;
    std::vector<int> rows;
    std::vector<int> other_rows;  // looked at and not among `rows`
};

}  // namespace dikkat
