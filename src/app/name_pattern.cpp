#include "app/name_pattern.h"

#include <algorithm>

namespace dikkat {

namespace {

// -1 where it is no number.
int number_of(std::string_view word) {
    if (word.empty() || word.size() > 6 || word.find_first_not_of("0123456789") != std::string_view::npos) return -1;
    int number = 0;
    for (const char digit : word) number = number * 10 + (digit - '0');
    return number;
}

}  // namespace

NamePattern pattern_of(std::string_view tensor) {
    NamePattern pattern;
    while (!tensor.empty()) {
        const std::string_view word = tensor.substr(0, tensor.find('.'));
        const bool of_head = word.substr(0, 4) == "head" && number_of(word.substr(4)) >= 0;
        if (of_head) {
            pattern.head = number_of(word.substr(4));
            pattern.name += "head{head}";
        } else if (number_of(word) >= 0) {
            pattern.block = number_of(word);
            pattern.name += "{block}";
        } else {
            pattern.name += word;
        }
        tensor.remove_prefix(word.size());
        if (!tensor.empty()) pattern.name += '.', tensor.remove_prefix(1);
    }
    return pattern;
}

std::string filled_pattern(std::string_view pattern, int block, int head, int first) {
    std::string filled;
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('{'), close = pattern.find('}', open);
        if (close == std::string_view::npos) break;
        const std::string_view hole = pattern.substr(open + 1, close - open - 1);
        filled += pattern.substr(0, open);
        if (hole == "block" || hole == "head" || hole == "head+1") {
            filled += std::to_string((hole == "block" ? block : hole == "head" ? head : head + 1) + first);
        } else {
            filled += pattern.substr(open, close - open + 1);
        }
        pattern.remove_prefix(close + 1);
    }
    return filled += pattern;
}

}  // namespace dikkat
