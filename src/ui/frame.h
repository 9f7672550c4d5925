// Frame: everything one drawing of the canvas needs, handed to each view. Views read the session, draw with the pen, ask for
// input through ImGui items, and put Commands and anchors into the output. They keep no truth of their own.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/session.h"
#include "ui/pen.h"

namespace dikkat {

struct Surroundings {             // what the shell knows and the ui must respect
    float width = 0, height = 0;  // CSS px
    Form form = Form::wide;
    bool dark = false;
    bool reduced_motion = false;
    bool coarse_pointer = false;
    std::string hovered_term;  // tensor that the page's text marks, empty for none
};

struct ScreenOutput {
    std::vector<Command> commands;
    std::map<std::string, Rectangle> anchors;  // "cell/x/4/0", "station/head0.weights", "token/4", "control/mask", ...
    std::string hovered_tensor;                // for the page's terms
    std::string tooltip;
    Rectangle tooltip_of;      // what it stands at; empty: the pointer
    std::string announcement;  // an error or a result, in words; empty for none
    bool wants_frame = false;  // something still moves
    float needed_height = 0;   // of a canvas that shows all of it; 0: as high as it is
};

struct Frame {
    const Session& session;
    const Surroundings& surroundings;
    Pen& pen;
    ScreenOutput& out;

    Language language() const { return session.view().language; }
    const Palette& colours() const { return pen.colours(); }
};

}  // namespace dikkat
