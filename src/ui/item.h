// Item: what ImGui knows of one control (hover, press, keyboard focus), with the design system's hit size, focus ring and locks.
// Draws nothing but the focus ring.
#pragma once

#include <string_view>

#include "app/text.h"
#include "ui/frame.h"

namespace dikkat {

struct Item {
    ImGuiID id = 0;
    bool enabled = true;  // neither switched off nor locked
    bool hovered = false;
    bool held = false;
    bool press_began = false;  // in this frame
    bool pressed = false;      // pressed and let go on it, or Enter or Space
    bool has_focus = false;    // keys belong to it
    bool focused = false;      // and it shows so
};

// "control/mask/2" is the control "mask"; "perturb/die" is "perturb".
std::string_view control_of(std::string_view anchor);
// Makes the ImGui item and puts its rectangle into the anchors. The hit box is at least 28 px, 44 for a coarse pointer.
Item make_item(Frame& frame, std::string_view anchor, const Rectangle& rectangle, bool enabled);
// Of the last item, what it does, for whoever points at it or reached it by the keys.
void say_of_item(Frame& frame, const Rectangle& rectangle, const Text& words);
void draw_focus(Frame& frame, const Item& item, const Rectangle& rectangle, float radius);

}  // namespace dikkat
