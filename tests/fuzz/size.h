// Which documents are evaluated in a fuzz target: what is large is slow under sanitizers, and no other code.
#pragma once

#include <algorithm>
#include <cstddef>

#include "app/document.h"

namespace dikkat {

inline bool is_small(const Document& document) {
    constexpr std::size_t most = 32;
    double size = 0;
    for (const Part& part : document.parts) {
        for (const auto& [name, value] : part.config) {
            if (!part.shape_only && name != "std") size = std::max(size, value.number);
        }
    }
    return document.tokens.size() <= most && document.target.size() <= most && size <= double{most};
}

}  // namespace dikkat
