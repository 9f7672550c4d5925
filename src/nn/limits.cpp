#include "nn/limits.h"

#include <array>
#include <string>

namespace dikkat {

Result<Done> check_limits(const ModelSize& size) {
    struct Limit {
        int given, limit;
        const char* code;
    };
    const std::array<Limit, 4> limits{{{size.tokens, kMaxTokens, "too_many_tokens"},
                                       {size.width, kMaxWidth, "too_wide"},
                                       {size.heads, kMaxHeads, "too_many_heads"},
                                       {size.blocks, kMaxBlocks, "too_many_blocks"}}};
    for (const Limit& each : limits) {
        if (each.given > each.limit) {
            return Error{each.code, {{"limit", std::to_string(each.limit)}, {"given", std::to_string(each.given)}}};
        }
    }
    return Done{};
}

}  // namespace dikkat
