// Expanded draws: a part's recipe as a plain list. Repeats are unrolled, names and settings resolved, what PyTorch's modules start
// with is written out. Drawing and the PyTorch export read the same list; nothing is drawn here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/document.h"
#include "core/graph.h"
#include "core/result.h"

namespace dikkat {

inline constexpr std::size_t kMostRepeatDepth = 3, kMostExpandedDraws = 4096;

struct PlainDraw {
    enum class Type {
        manual_seed,  // seed
        randn,        // randn(rows, columns) * factor + shift
        normal,       // nn.init.normal_(weight, std=std), where PyTorch's weight is (columns, rows)
        uniform,      // uniform_(-bound, bound)
        linear,       // nn.Linear(rows, columns): its weight, then its bias
        zeros,
        ones,
        identity,
        values,      // numbers, row-major
        named_randn  // randn(columns), kept under `name` for perturbations
    } type = Type::randn;
    std::uint64_t seed = 0;
    std::string tensor;       // the leaf's whole name: "stack.layers.0.w"
    bool built = true;        // false: the present settings build no such leaf; its numbers are drawn and dropped
    int row = 0, column = 0;  // where in the leaf the rectangle begins
    int rows = 0, columns = 0;
    bool transposed = false;  // normal, uniform: drawn as PyTorch keeps it, (columns, rows), and laid into ours transposed
    double factor = 1, shift = 0, std = 1, bound = 0;
    std::string bias;  // linear: the bias' leaf; empty: drawn and dropped
    std::vector<Number> numbers;
    std::string name;

    bool operator==(const PlainDraw&) const = default;
};

// Of a part of `graph`. What fits no leaf, or would run too long, is an Error: "unknown_tensor", "cell_outside", "wrong_count",
// "too_many_draws", "too_deep_repeats", "unknown_setting", "setting_range".
Result<std::vector<PlainDraw>> expanded_draws(const Document& document, const Part& part, const Graph& graph);

}  // namespace dikkat
