#include "ui/typed_text.h"

#include <algorithm>
#include <cstring>

#include "imgui_internal.h"

namespace dikkat {
namespace {

constexpr float kPadding = 8;
constexpr float kEdge = 4;  // nothing comes nearer to the canvas's edge

// What was typed before the field had the keys is kept for it.
void take_early_characters(TypedText& typed) {
    ImVector<ImWchar>& queue = ImGui::GetIO().InputQueueCharacters;
    if (queue.Size == 0) return;
    if (typed.replaces) typed.text[0] = '\0';
    typed.replaces = false;
    for (const ImWchar c : queue) {
        char bytes[5] = {};
        ImTextCharToUtf8(bytes, c);
        if (std::strlen(typed.text) + std::strlen(bytes) < sizeof typed.text) std::strcat(typed.text, bytes);
    }
    queue.resize(0);
}

TypedEnd read_field(Frame& frame, TypedText& typed, const Rectangle& box, float size) {
    ImGui::PushFont(frame.pen.fonts().imgui_font(Face::mono), size);
    const float text_height = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {kPadding, (box.height - text_height) / 2});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);
    for (const ImGuiCol colour : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_NavCursor}) {
        ImGui::PushStyleColor(colour, 0);
    }
    ImGui::PushStyleColor(ImGuiCol_Text, frame.colours().ink);
    ImGui::PushStyleColor(ImGuiCol_InputTextCursor, frame.colours().ink);
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, frame.colours().sunken);
    ImGui::SetCursorScreenPos({box.x, box.y});
    ImGui::SetNextItemWidth(box.width);
    const ImGuiID id = ImGui::GetCurrentWindow()->GetID("##field");
    if (ImGui::GetActiveID() != id) take_early_characters(typed);
    const bool opened_now = typed.focus_wanted;  // by the very click that is still there to see
    if (opened_now) ImGui::SetKeyboardFocusHere();
    typed.focus_wanted = false;
    const ImGuiInputTextFlags select = typed.replaces ? ImGuiInputTextFlags_AutoSelectAll : ImGuiInputTextFlags_None;
    const bool entered = ImGui::InputText("##field", typed.text, sizeof typed.text, ImGuiInputTextFlags_EnterReturnsTrue | select);
    if (ImGui::IsItemActivated() && !typed.replaces) {
        if (ImGuiInputTextState* state = ImGui::GetInputTextState(id)) state->ClearSelection();
    }
    const bool active = ImGui::IsItemActive(), left = typed.was_active && !active;
    typed.was_active = active;
    ImGui::PopStyleColor(7);
    ImGui::PopStyleVar(2);
    ImGui::PopFont();

    ImGui::SetKeyOwner(ImGuiKey_Tab, id);  // it takes the text and moves on
    const bool elsewhere = !active && !opened_now && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowHovered();
    if (entered) {
        typed.focus_wanted = typed.replaces = true;  // kept if the text is refused
        return TypedEnd::entered;
    }
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return TypedEnd::given_up;
    if (active && ImGui::IsKeyPressed(ImGuiKey_Tab, false)) return ImGui::GetIO().KeyShift ? TypedEnd::previous : TypedEnd::next;
    return left || elsewhere ? TypedEnd::elsewhere : TypedEnd::none;
}

void draw_refusal(Frame& frame, const std::string& words, const Rectangle& box) {
    const float width = frame.pen.width(Face::regular, 12, words) + 20;
    const float x = std::clamp(box.x, kEdge, std::max(kEdge, frame.surroundings.width - kEdge - width));
    const bool below = box.bottom() + 34 < frame.surroundings.height;
    const Rectangle card{x, below ? box.bottom() + 6 : box.y - 34, width, 28};
    Pen pen = frame.pen.on(ImGui::GetForegroundDrawList());
    pen.fill(card, frame.colours().raised, 6);
    pen.ring({card.x + 1, card.y + 1, card.width - 2, card.height - 2}, frame.colours().ink, 5, 1);
    pen.text(Face::regular, 12, card.x + 10, pen.baseline_in(card, Face::regular, 12), frame.colours().ink, words);
}

}  // namespace

void TypedText::set(std::string_view words) {
    const std::size_t length = std::min(words.size(), sizeof text - 1);
    std::memcpy(text, words.data(), length);
    text[length] = '\0';
}

void TypedText::refuse(std::string words) {
    refused = text;
    refusal = std::move(words);
}

TypedEnd read_typed(Frame& frame, TypedText& typed, const Rectangle& box, float size) {
    frame.out.anchors["typing"] = box;
    const Rectangle window = box.grown(3);
    ImGui::SetNextWindowPos({window.x, window.y});
    ImGui::SetNextWindowSize({window.width, window.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin(
        "##typing", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    Pen pen = frame.pen.on(ImGui::GetWindowDrawList());
    pen.fill(box, frame.colours().raised, 2);
    pen.ring(box, frame.colours().ink, 2, 2);
    const TypedEnd end = read_field(frame, typed, box, size);
    ImGui::End();
    ImGui::PopStyleVar(3);
    if (typed.was_refused()) draw_refusal(frame, typed.refusal, box);
    return end;
}

}  // namespace dikkat
