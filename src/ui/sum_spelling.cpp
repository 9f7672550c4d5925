#include "ui/sum_spelling.h"

namespace dikkat {

namespace {

constexpr SumSpelling kSpellings[] = {
    {"subtract", "#0 − #1", "#0 - #1", "#0 - #1"},
    {"divide", "#0 / (#1 + #2)", "#0 / (#1 + #2)", "\\frac{#0}{#1 + #2}"},
    {"normalise", "#0 / √(#1² + #2)", "#0 / np.sqrt(#1 ** 2 + #2)", "\\frac{#0}{\\sqrt{#1^2 + #2}}"},
    {"root", "√#0", "np.sqrt(#0)", "\\sqrt{#0}"},
    {"rectify", "max(0, #0)", "np.maximum(0, #0)", "\\max(0, #0)"},
    {"tanh", "tanh(#0)", "np.tanh(#0)", "\\tanh(#0)"},
    {"erf", "erf(#0 / √2)", "np.float32(math.erf(#0 / math.sqrt(2)))", "\\operatorname{erf}(#0 / \\sqrt{2})"},
    {"gelu_inner", "√(2/π) · (#0 + 0.044715 · #0³)", "np.sqrt(2 / np.pi) * (#0 + 0.044715 * #0 ** 3)",
     "\\sqrt{2 / \\pi} \\left(#0 + 0.044715 \\cdot #0^3\\right)"},
    {"negative_exponential", "exp(−(#0))", "np.exp(-(#0))", "e^{-(#0)}"},
    {"sigmoid", "1 / (1 + #0)", "1 / (1 + #0)", "\\frac{1}{1 + #0}"},
    {"half_product", "#0 · (1 + #1) / 2", "#0 * (1 + #1) / 2", "\\frac{#0 \\cdot (1 + #1)}{2}"},
    {"product", "#0 · #1", "#0 * #1", "#0 \\cdot #1"},
};

}  // namespace

const SumSpelling* spelling_of(std::string_view operation) {
    for (const SumSpelling& spelling : kSpellings) {
        if (spelling.operation == operation) return &spelling;
    }
    return nullptr;
}

}  // namespace dikkat
