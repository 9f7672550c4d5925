// PlotChoice: what a person chose to see of a sweep. Its plot offers the choice and its table follows. It lives in the window's own
// storage: losing it loses nothing.
#pragma once

#include <string>

#include "ui/picture.h"
#include "ui/sweep_story.h"

namespace dikkat {

// What was chosen; else what the lesson's step is about.
Plotted plotted(const Picture& picture, const std::string& sweep);
void choose_plotted(const std::string& sweep, Plotted what);

}  // namespace dikkat
