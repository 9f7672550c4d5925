// Platform: where the program runs, a browser's page (platform_web) or a desktop (platform_native). It feeds ImGui the person's
// input and decides when a frame is due. Nothing here knows what is drawn.
#pragma once

#include <cstddef>

namespace dikkat {

// Runs until the window closes; the process's exit code. On the web it comes back at once: there the page starts the program when
// it has fetched the lessons, and frames are the browser's to give.
int run(int argument_count, char** arguments);

std::size_t memory_in_use();  // bytes that the program holds

}  // namespace dikkat
