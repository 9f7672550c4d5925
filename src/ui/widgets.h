// Controls of the design system: black on paper, no hue. Each is an ImGui item (hover, press, focus, keyboard come from ImGui)
// drawn with the pen; each puts its rectangle under `anchor` into the anchors.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "ui/frame.h"

namespace dikkat {

// Index of the segment that was pressed, or -1. The chosen one is ink on raised.
int segmented(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::span<const std::string> labels, int chosen);
float segmented_width(const Frame& frame, std::span<const std::string> labels);
bool button(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::string_view label, bool enabled = true);
// One of several that stand side by side; the chosen one is ink.
bool choice(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::string_view label, bool chosen);
float button_width(const Frame& frame, std::string_view label);
// A button with a chevron that opens a list below; index of the option chosen in this frame, or -1.
int menu(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::string_view label,
         std::span<const std::string> options, int chosen);
float menu_width(const Frame& frame, std::string_view label);
// The same button alone; a press opens the popup "ANCHOR/list". True while that is open: its contents are the caller's.
bool drop_down(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::string_view label);
struct SliderResult {
    bool changed = false;
    double value = 0;
    std::uint64_t gesture = 0;  // one for each press of the mouse
};
SliderResult slider(Frame& frame, std::string_view anchor, const Rectangle& rectangle, double low, double high, double value);
bool die(Frame& frame, std::string_view anchor, const Rectangle& rectangle);  // "another seed"

std::uint64_t next_gesture();  // a fresh gesture number

}  // namespace dikkat
