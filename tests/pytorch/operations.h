// Every operation's PyTorch expression by itself, on random inputs of every shape of a pool that it takes.
#pragma once

#include <filesystem>

namespace dikkat::testing {

// operations.py and, beside it, what the kernels in double make of the same inputs.
void write_operations(const std::filesystem::path& folder);

}  // namespace dikkat::testing
