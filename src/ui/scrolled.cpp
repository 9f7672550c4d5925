#include "ui/scrolled.h"

namespace dikkat {

namespace {

// Opens the child window and answers its draw list.
ImDrawList* begin(const Frame& frame, const char* name, const Rectangle& view, float content_height) {
    const Palette& colours = frame.colours();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 6.0f);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, 0);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, colours.edge);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabHovered, colours.ink2);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabActive, colours.ink);
    ImGui::SetCursorScreenPos({view.x, view.y});
    ImGui::SetNextWindowContentSize({0, content_height});
    // ImGui would find out a frame later that there is something to scroll.
    const ImGuiWindowFlags bar = content_height > view.height ? ImGuiWindowFlags_AlwaysVerticalScrollbar : ImGuiWindowFlags_None;
    ImGui::BeginChild(name, {view.width, view.height}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_NoBackground | bar);
    return ImGui::GetWindowDrawList();
}

}  // namespace

Scrolled::Scrolled(Frame& frame, const char* name, const Rectangle& view, float content_height)
    : pen_(frame.pen.on(begin(frame, name, view, content_height))), inside_{frame.session, frame.surroundings, pen_, frame.out} {}

Scrolled::~Scrolled() {
    ImGui::EndChild();
    ImGui::PopStyleColor(5);
    ImGui::PopStyleVar(3);
}

float Scrolled::offset() const { return ImGui::GetScrollY(); }

}  // namespace dikkat
