// Scrolled: a part of the canvas whose content may be higher than it. Draws its own thin bar; wheel and drag come from ImGui.
#pragma once

#include "ui/frame.h"

namespace dikkat {

class Scrolled {
public:
    // Everything until the destructor is drawn by frame(), clipped to `view`.
    Scrolled(Frame& frame, const char* name, const Rectangle& view, float content_height);
    ~Scrolled();
    Scrolled(const Scrolled&) = delete;
    Scrolled& operator=(const Scrolled&) = delete;

    Frame& frame() { return inside_; }
    float offset() const;

private:
    Pen pen_;
    Frame inside_;
};

}  // namespace dikkat
