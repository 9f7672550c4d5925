#include "ui/item.h"

#include <algorithm>

#include "app/text.h"
#include "imgui_internal.h"

namespace dikkat {

namespace {

Rectangle hit_box(const Rectangle& drawn, bool coarse) {
    const float least = coarse ? 44.0f : 28.0f;
    const float dx = std::max(0.0f, (least - drawn.width) / 2), dy = std::max(0.0f, (least - drawn.height) / 2);
    return {drawn.x - dx, drawn.y - dy, drawn.width + 2 * dx, drawn.height + 2 * dy};
}

}  // namespace

std::string_view control_of(std::string_view anchor) {
    constexpr std::string_view prefix = "control/";
    if (anchor.substr(0, prefix.size()) == prefix) anchor.remove_prefix(prefix.size());
    return anchor.substr(0, anchor.find('/'));
}

Item make_item(Frame& frame, std::string_view anchor, const Rectangle& rectangle, bool enabled) {
    frame.out.anchors[std::string(anchor)] = rectangle;
    const bool locked = frame.session.is_locked(control_of(anchor));
    const Rectangle hit = hit_box(rectangle, frame.surroundings.coarse_pointer);
    const ImRect box({hit.x, hit.y}, {hit.right(), hit.bottom()});
    const ImRect nav_box({rectangle.x, rectangle.y}, {rectangle.right(), rectangle.bottom()});
    Item item;
    item.id = ImGui::GetCurrentWindow()->GetID(anchor.data(), anchor.data() + anchor.size());
    item.enabled = enabled && !locked;
    if (!item.enabled) {
        if (locked && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(box.Min, box.Max)) {
            frame.out.tooltip = std::string(text::locked.in(frame.language()));
        }
        return item;
    }
    if (!ImGui::ItemAdd(box, item.id, &nav_box)) return item;
    bool hovered = false, held = false;
    item.pressed = ImGui::ButtonBehavior(box, item.id, &hovered, &held);
    item.press_began = ImGui::IsItemActivated();
    item.hovered = ImGui::IsItemHovered();
    item.held = held;
    item.has_focus = ImGui::GetCurrentContext()->NavId == item.id && ImGui::IsWindowFocused();
    item.focused = item.has_focus && ImGui::GetCurrentContext()->NavCursorVisible;
    if (item.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return item;
}

void say_of_item(Frame& frame, const Rectangle& rectangle, const Text& words) {
    if (!ImGui::IsItemHovered()) return;
    frame.out.tooltip = std::string(words.in(frame.language()));
    if (ImGui::GetCurrentContext()->NavHighlightItemUnderNav) frame.out.tooltip_of = rectangle;  // the pointer is anywhere
}

void draw_focus(Frame& frame, const Item& item, const Rectangle& rectangle, float radius) {
    if (item.focused) frame.pen.ring(rectangle.grown(2), frame.colours().ink, radius + 2, 2);
}

}  // namespace dikkat
