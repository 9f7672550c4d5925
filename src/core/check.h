// CHECK: a bug in Dikkat stops with a readable message, in release too. Not for bad input: that gives an Error (result.h).
#pragma once

namespace dikkat {
[[noreturn]] void check_failed(const char* file, int line, const char* condition, const char* message);
}

#define CHECK(condition, message) \
    ((condition) ? static_cast<void>(0) : ::dikkat::check_failed(__FILE__, __LINE__, #condition, message))
