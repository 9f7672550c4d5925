// NamePattern: one name for the tensors of every block and head, "blocks.{block}.attention.head{head}.scores", and what stands in
// its holes.
#pragma once

#include <string>
#include <string_view>

namespace dikkat {

struct NamePattern {
    std::string name;
    int block = 0, head = 0;
};

// "blocks.2.attention.head1.q" is "blocks.{block}.attention.head{head}.q" at block 2 and head 1.
NamePattern pattern_of(std::string_view tensor);
// The holes {block}, {head} and {head+1} filled; with `first` = 1 as people count. Other holes stay.
std::string filled_pattern(std::string_view pattern, int block, int head, int first = 0);

}  // namespace dikkat
