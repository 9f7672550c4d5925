#include "ui/widgets.h"

#include <algorithm>
#include <cmath>

#include "app/text.h"
#include "imgui_internal.h"
#include "ui/cell_drag.h"
#include "ui/elided_text.h"
#include "ui/item.h"

namespace dikkat {

namespace {

constexpr float kTextSize = 13;
constexpr float kRadius = 6;
constexpr float kSegmentPadding = 14;
constexpr float kButtonPadding = 12;
constexpr float kChevronRoom = 20;
constexpr float kKnob = 7;  // radius

void box(Frame& frame, const Rectangle& area, bool hovered, bool enabled) {
    const Palette& colours = frame.colours();
    frame.pen.fill(area, colours.raised, kRadius);
    const ImU32 outline = !enabled ? colours.rule : hovered ? colours.ink : colours.edge;
    frame.pen.ring({area.x + 1, area.y + 1, area.width - 2, area.height - 2}, outline, kRadius - 1, 1);
}

void segment(Frame& frame, std::string_view anchor, const Rectangle& area, const std::string& label, bool chosen,
             const Item& item) {
    const Palette& colours = frame.colours();
    if (chosen) frame.pen.fill({area.x + 2, area.y + 2, area.width - 4, area.height - 4}, colours.ink, kRadius - 2);
    const Face face = chosen ? Face::bold : Face::regular;
    const ImU32 ink = chosen ? colours.raised : item.hovered ? colours.ink : colours.ink2;
    frame.pen.text_centred(face, kTextSize, area.centre_x(), frame.pen.baseline_in(area, face, kTextSize), ink, label);
    draw_focus(frame, item, area, kRadius);
    frame.out.anchors[std::string(anchor)] = area;
}

// One line of an open menu; true when it was chosen.
bool menu_option(Frame& inside, std::string_view anchor, const Rectangle& area, const std::string& label, bool chosen,
                 float indent) {
    const Palette& colours = inside.colours();
    const Item item = make_item(inside, anchor, area, true);
    if (item.hovered || item.focused)
        inside.pen.fill({area.x + 4, area.y, area.width - 8, area.height}, colours.sunken, kRadius - 2);
    if (chosen) inside.pen.sign(Sign::tick, {area.x + 16, area.centre_y()}, 10, colours.ink);
    const Face face = chosen ? Face::bold : Face::regular;
    inside.pen.text(face, kTextSize, area.x + indent, inside.pen.baseline_in(area, face, kTextSize), colours.ink, label);
    return item.pressed;
}

// Below the button, or above where the screen ends; never over its edges.
Rectangle list_place(const Frame& frame, const Rectangle& button, std::span<const std::string> options, float line, float indent) {
    float width = button.width;
    for (const std::string& option : options) width = std::max(width, frame.pen.width(Face::bold, kTextSize, option) + indent + 16);
    const float height = line * static_cast<float>(options.size()) + 8;
    const ImVec2 screen = ImGui::GetMainViewport()->Size;
    const float x = button.x + width > screen.x - 4 - kButtonPadding ? button.right() - width : button.x;
    float y = button.bottom() + 4;
    if (y + height > screen.y - 4) y = std::max(4.0f, button.y - 4 - height);
    if (y + height > screen.y - 4 && button.y < screen.y / 2) y = button.bottom() + 4;  // too long for either side: it scrolls
    return {std::max(4.0f, x), y, width, std::min(height, screen.y - 4 - y)};
}

int menu_list(Frame& frame, std::string_view anchor, const Rectangle& button, std::span<const std::string> options, int chosen,
              const char* popup) {
    const float line = frame.surroundings.coarse_pointer ? 44 : 28;
    const float indent = chosen < 0 ? 14 : 30;  // room for the tick
    const Rectangle place = list_place(frame, button, options, line, indent);
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.width, place.height});
    ImGui::SetNextWindowContentSize({0, line * static_cast<float>(options.size()) + 8});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 0.0f);
    ImGui::PushStyleColor(ImGuiCol_PopupBg, 0);
    const bool open =
        ImGui::BeginPopup(popup, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    if (!open) return -1;
    Pen pen = frame.pen.on(ImGui::GetWindowDrawList());
    Frame inside{frame.session, frame.surroundings, pen, frame.out};
    pen.fill(place, frame.colours().raised, kRadius);
    pen.ring({place.x + 1, place.y + 1, place.width - 2, place.height - 2}, frame.colours().hair, kRadius - 1, 1);
    int picked = -1;
    for (int i = 0; i < static_cast<int>(options.size()); ++i) {
        const Rectangle area{place.x, place.y + 4 + line * static_cast<float>(i) - ImGui::GetScrollY(), place.width, line};
        const std::string name = std::string(anchor) + "/" + std::to_string(i);
        if (menu_option(inside, name, area, options[static_cast<std::size_t>(i)], i == chosen, indent)) picked = i;
        if (i == std::max(0, chosen)) ImGui::SetItemDefaultFocus();
    }
    if (picked >= 0) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return picked;
}

// Gesture numbers of the interface begin here: far from the small ones that a host page or a test picks for its own.
constexpr std::uint64_t kFirstGesture = std::uint64_t{1} << 40;

// ImGui keeps ints only; the last gesture of a slider is kept as its distance from the first.
void begin_gesture(ImGuiID slider) { ImGui::GetStateStorage()->SetInt(slider, static_cast<int>(next_gesture() - kFirstGesture)); }
std::uint64_t gesture_of(ImGuiID slider) {
    return kFirstGesture + static_cast<std::uint64_t>(ImGui::GetStateStorage()->GetInt(slider));
}

}  // namespace

std::uint64_t next_gesture() {
    static std::uint64_t last = kFirstGesture;
    return ++last;
}

int segmented(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::span<const std::string> labels, int chosen) {
    const Palette& colours = frame.colours();
    box(frame, rectangle, false, true);
    float x = rectangle.x;
    const float spare =
        (rectangle.width - segmented_width(frame, labels)) / static_cast<float>(std::max<std::size_t>(1, labels.size()));
    int pressed = -1;
    for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
        const std::string& label = labels[static_cast<std::size_t>(i)];
        const float width = frame.pen.width(Face::bold, kTextSize, label) + 2 * kSegmentPadding + spare;
        const Rectangle area{x, rectangle.y, width, rectangle.height};
        const std::string name = std::string(anchor) + "/" + std::to_string(i);
        const Item item = make_item(frame, name, area, true);
        segment(frame, name, area, label, i == chosen, item);
        if (i > 0 && i != chosen && i - 1 != chosen) {
            frame.pen.vertical(x, area.y + 8, area.bottom() - 8, colours.rule);
        }
        if (item.pressed && i != chosen) pressed = i;
        x += width;
    }
    frame.out.anchors[std::string(anchor)] = rectangle;
    return pressed;
}

float segmented_width(const Frame& frame, std::span<const std::string> labels) {
    float width = 0;
    for (const std::string& label : labels) width += frame.pen.width(Face::bold, kTextSize, label) + 2 * kSegmentPadding;
    return width;
}

bool button(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::string_view label, bool enabled) {
    const Palette& colours = frame.colours();
    const Item item = make_item(frame, anchor, rectangle, enabled);
    box(frame, rectangle, item.hovered, item.enabled);
    if (item.held)
        frame.pen.fill({rectangle.x + 2, rectangle.y + 2, rectangle.width - 4, rectangle.height - 4}, colours.sunken, kRadius - 2);
    frame.pen.text_centred(Face::regular, kTextSize, rectangle.centre_x(),
                           frame.pen.baseline_in(rectangle, Face::regular, kTextSize), item.enabled ? colours.ink : colours.ink3,
                           label);
    draw_focus(frame, item, rectangle, kRadius);
    return item.pressed;
}

bool choice(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::string_view label, bool chosen) {
    const Palette& colours = frame.colours();
    const Item item = make_item(frame, anchor, rectangle, true);
    box(frame, rectangle, item.hovered, item.enabled);
    if (chosen) frame.pen.fill(rectangle, item.enabled ? colours.ink : colours.ink3, kRadius);
    const ImU32 ink = chosen ? colours.raised : item.enabled ? colours.ink : colours.ink3;
    const Face face = chosen ? Face::mono_bold : Face::mono;
    frame.pen.text_centred(face, kTextSize, rectangle.centre_x(), frame.pen.baseline_in(rectangle, face, kTextSize), ink, label);
    draw_focus(frame, item, rectangle, kRadius);
    return item.pressed && !chosen;
}

float button_width(const Frame& frame, std::string_view label) {
    return frame.pen.width(Face::regular, kTextSize, label) + 2 * kButtonPadding;
}

bool drop_down(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::string_view label) {
    const Palette& colours = frame.colours();
    const Item item = make_item(frame, anchor, rectangle, true);
    const std::string popup = std::string(anchor) + "/list";
    if (item.pressed) ImGui::OpenPopup(popup.c_str());
    const bool open = ImGui::IsPopupOpen(popup.c_str());
    box(frame, rectangle, item.hovered || open, item.enabled);
    const ImU32 ink = item.enabled ? colours.ink : colours.ink3;
    const float room = rectangle.width - kButtonPadding - kChevronRoom;
    const float size = fitting_size(frame.pen, Face::regular, kTextSize, label, room);
    frame.pen.text(Face::regular, size, rectangle.x + kButtonPadding, frame.pen.baseline_in(rectangle, Face::regular, size), ink,
                   elided(frame.pen, Face::regular, size, std::string(label), room));
    frame.pen.sign(Sign::chevron_down, {rectangle.right() - 14, rectangle.centre_y()}, 8, ink);
    draw_focus(frame, item, rectangle, kRadius);
    return open;
}

int menu(Frame& frame, std::string_view anchor, const Rectangle& rectangle, std::string_view label,
         std::span<const std::string> options, int chosen) {
    if (!drop_down(frame, anchor, rectangle, label)) return -1;
    return menu_list(frame, anchor, rectangle, options, chosen, (std::string(anchor) + "/list").c_str());
}

float menu_width(const Frame& frame, std::string_view label) {
    return frame.pen.width(Face::regular, kTextSize, label) + kButtonPadding + kChevronRoom + 4;
}

SliderResult slider(Frame& frame, std::string_view anchor, const Rectangle& rectangle, double low, double high, double value) {
    const Palette& colours = frame.colours();
    const Item item = make_item(frame, anchor, rectangle, true);
    const float left = rectangle.x + kKnob, right = rectangle.right() - kKnob;
    const double step = round_step((high - low) / 250);
    SliderResult result{false, value, 0};
    const auto take = [&](double wanted) {
        // Whole steps in decimal: 0.3, not 0.30000000000000004.
        result.value = std::round(std::clamp(std::round(wanted / step) * step, low, high) * 1e6) / 1e6;
        result.changed = result.value != value;
    };
    if (item.press_began) begin_gesture(item.id);
    const bool by_mouse = item.held && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (by_mouse) take(low + (high - low) * std::clamp((ImGui::GetIO().MousePos.x - left) / (right - left), 0.0f, 1.0f));
    if (item.has_focus && !by_mouse) {
        for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Home, ImGuiKey_End})
            ImGui::SetKeyOwner(key, item.id);
        const double key_step = round_step((high - low) / 50);
        const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, true); };
        if (pressed(ImGuiKey_LeftArrow)) take(value - key_step);
        if (pressed(ImGuiKey_RightArrow)) take(value + key_step);
        if (pressed(ImGuiKey_Home)) take(low);
        if (pressed(ImGuiKey_End)) take(high);
        if (result.changed) begin_gesture(item.id);
    }
    result.gesture = gesture_of(item.id);
    const double share = high > low ? std::clamp((result.value - low) / (high - low), 0.0, 1.0) : 0;
    const float knob = left + (right - left) * static_cast<float>(share), y = rectangle.centre_y();
    const ImU32 ink = item.enabled ? colours.ink : colours.ink3;
    frame.pen.fill({rectangle.x, y - 1, rectangle.width, 2}, colours.edge, 1);
    if (share > 0) frame.pen.fill({rectangle.x, y - 1.5f, knob - rectangle.x, 3}, ink, 1.5f);
    frame.pen.disc({knob, y}, kKnob, ink);
    frame.pen.disc({knob, y}, kKnob - (item.hovered || item.held ? 2.0f : 1.5f), colours.raised);
    draw_focus(frame, item, {knob - kKnob, y - kKnob, 2 * kKnob, 2 * kKnob}, kKnob);
    return result;
}

bool die(Frame& frame, std::string_view anchor, const Rectangle& rectangle) {
    const Palette& colours = frame.colours();
    const Item item = make_item(frame, anchor, rectangle, true);
    const ImU32 ink = !item.enabled ? colours.ink3 : item.hovered ? colours.ink : colours.ink2;
    frame.pen.sign(Sign::die, {rectangle.centre_x(), rectangle.centre_y()}, std::min(rectangle.width, rectangle.height), ink);
    draw_focus(frame, item, rectangle, 4);
    return item.pressed;
}

}  // namespace dikkat
