// How large a model may become in the playground, in one place. Over a limit the error names it.
#pragma once

#include "core/result.h"

namespace dikkat {

inline constexpr int kMaxTokens = 256, kMaxWidth = 512, kMaxHeads = 16, kMaxBlocks = 12;

struct ModelSize {
    int tokens = 1, width = 1, heads = 1, blocks = 1;
};

// Codes and their values:
//   too_many_tokens {limit, given}   too_wide {limit, given}   too_many_heads {limit, given}   too_many_blocks {limit, given}
//   heads_do_not_divide {heads, width} comes from the builders (attention.h)
Result<Done> check_limits(const ModelSize& size);

}  // namespace dikkat
