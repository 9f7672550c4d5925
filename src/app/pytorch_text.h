// Text of a PyTorch script: names made Python identifiers, numbers made literals, lines that repeat made loops. Knows no document.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace dikkat::pytorch {

// Text may hold numbers that a loop can turn into its variable: index("3") in code, and in a string that begins with kString.
std::string index(std::uint64_t number);             // "3", or "i", "i - 1" in a loop
std::string index_in_string(std::string_view name);  // the same for every number between points: "layers.3.w", "layers.{i}.w"
inline constexpr char kString = '\x03';              // before the opening quote of a string that has some

std::string joined(std::initializer_list<std::string_view> pieces);
std::string comment(std::string_view words);        // "  # words", whatever the words hold
std::string string_literal(std::string_view text);  // with its quotes
std::string literal(float number);
std::string literal(double number);
std::string list(std::span<const float> numbers);  // "[0.1, 2]"
// "(6, 8)": a call's arguments, a comment. Rank 1 has one number.
std::string size(const Shape& shape);
std::string in_parentheses(const std::string& expression);  // unless it binds like a name
std::string tidied(std::string expression);                 // without parentheses that change nothing and help nobody
// An expression of these numbers in float32: zeros, ones, identity, a lower triangle, else all of them.
std::string tensor_literal(const Tensor<float>& tensor);

// Identifiers for tensors' names: "head0.scores" -> head0_scores, "h.3" -> h[3], "layers.3.w" -> layers[3].w. Unique.
class Names {
public:
    // `suffix` sets a variant's tensors apart: weights_causal.
    std::string of(const std::string& name, const std::string& suffix = {});
    std::string temporary(const std::string& name);  // of a tensor that is soon forgotten
    std::string lists();                             // the lines that make the lists named since the last call

private:
    struct List {
        std::string identifier;
        int count = 0;
        bool of_tensors = false;
        bool declared = false;
    };

    std::string unique(std::string identifier);

    std::map<std::string, std::string> identifiers_;  // by name + '@' + suffix
    std::set<std::string> taken_;
    std::map<std::string, List> lists_;  // by what stands before the number
};

// The lines with every run of alike ones made a loop, and all marks gone.
std::string looped(const std::vector<std::string>& lines);

}  // namespace dikkat::pytorch
