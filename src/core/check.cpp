#include "core/check.h"

#include <cstdio>
#include <cstdlib>

namespace dikkat {

void check_failed(const char* file, int line, const char* condition, const char* message) {
    std::fprintf(stderr, "%s:%d: this is a bug in Dikkat: %s (%s)\n", file, line, message, condition);
    std::abort();
}

}  // namespace dikkat
