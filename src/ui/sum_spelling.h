// How one step of a sum is spelled on the screen, in NumPy and in LaTeX: a table by explain.h's closed words. #0, #1, #2 are the
// step's operands.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace dikkat {

struct SumSpelling {
    std::string_view operation;
    std::string_view screen, numpy, latex;  // without the result
};

// Null for the operations that are told otherwise: products, exponentials, lists of numbers, copies.
const SumSpelling* spelling_of(std::string_view operation);

// "np.array([1.5, np.nan], dtype=np.float32)"
std::string python_array(std::span<const float> values);

// f(words between the holes), g(index of an operand), in their order.
template <class F, class G>
void walk(std::string_view pattern, const F& words, const G& operand) {
    while (!pattern.empty()) {
        const std::size_t hole = std::min(pattern.find('#'), pattern.size());
        if (hole > 0) words(pattern.substr(0, hole));
        pattern.remove_prefix(hole);
        if (pattern.empty()) return;
        operand(static_cast<std::size_t>(pattern[1] - '0'));
        pattern.remove_prefix(2);
    }
}

}  // namespace dikkat
