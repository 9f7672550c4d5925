// Page: what the two web files share. One instance of the wasm module is one playground on one canvas, so the module is the object
// and this is its state.
#pragma once

#include <memory>
#include <string>

#include "shell/program.h"

namespace dikkat {

struct Page {
    std::unique_ptr<Program> program;  // nullptr until the page has started it
    std::string clipboard;             // what was pasted last, or copied inside
};
Page& page();

void create_input();   // ImGui's platform side: clipboard, cursor, text entry
void ask_for_frame();  // of the browser, if the program wants one

}  // namespace dikkat
