// How large a model may become in the playground, in one place. Over a limit the error names it.
#pragma once

#include <cstdint>

#include "core/graph.h"

namespace dikkat {

// Of models that are evaluated.
inline constexpr int kMaxTokens = 256, kMaxWidth = 512, kMaxHidden = 2048, kMaxHeads = 16, kMaxBlocks = 12;
inline constexpr int kMaxBatch = 256, kMaxVocabulary = 1024, kMaxContext = 1024;
inline constexpr int kMaxDepth = 100, kMaxStackWidth = 64;  // of the stack
inline constexpr std::uint64_t kMaxParameters = 1'000'000, kMaxOperations = 4'000'000'000;
// Of models that are only counted: every count is a whole number in JavaScript too, and the graph itself has an end.
inline constexpr std::uint64_t kMaxCount = (std::uint64_t{1} << 53) - 1;
inline constexpr int kMaxCountedHeads = 16384;  // all blocks' heads together

// How many numbers a tensor of the shape has, in 64 bits everywhere; at most 2^63.
std::uint64_t numbers_of(const Shape& shape);

// What the nodes from `first` on ask for. A product of (n, k) and (k, m) is 2 n k m operations, another node one for each number
// that it reads or makes. Counts stop rising at 2^63.
struct ModelWork {
    std::uint64_t parameters = 0, operations = 0;
};
ModelWork work_of(const Graph& graph, NodeId first);

// Codes and their values: too_many_parameters {limit}, too_much_work {limit}. `counted`: a model that is not evaluated.
Result<Done> check_work(const ModelWork& work, bool counted);

}  // namespace dikkat
