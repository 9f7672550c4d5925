// The browser's events, as canvas_input.js and canvas_size.js hand them over, for ImGui. The functions that C++ calls in JavaScript
// are methods of Module.host (playground.js).
#include <emscripten.h>
#include <emscripten/heap.h>

#include <cfloat>
#include <string_view>
#include <utility>

#include "imgui.h"
#include "imgui_internal.h"
#include "shell/page.h"
#include "shell/platform.h"

namespace dikkat {
namespace {

// The heap's views are renewed when memory grows, so JavaScript asks for one each time.
EM_JS(void, host_share_memory, (), {
    Module["bytes"] = function() { return HEAPU8; };
});
EM_JS(void, host_ask_for_frame, (), { Module["host"].ask_for_frame(); });
EM_JS(void, host_set_cursor, (int cursor), { Module["host"].set_cursor(cursor); });
EM_JS(void, host_set_text_entry, (int on, double x, double y), { Module["host"].set_text_entry(!!on, x, y); });
EM_JS(void, host_copy, (const char* bytes, int count), { Module["host"].copy(HEAPU8.slice(bytes, bytes + count)); });

constexpr double kDoubleClick = 0.5;  // s, as most systems have it
constexpr float kNowhere = -FLT_MAX;  // ImGui's "the pointer is not here"

enum class PointerEvent { move, down, up, leave };

struct NamedKey {
    std::string_view name;  // KeyboardEvent.key
    ImGuiKey key;
};
constexpr NamedKey kNamedKeys[] = {
    {"Tab", ImGuiKey_Tab},           {"ArrowLeft", ImGuiKey_LeftArrow}, {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},   {"ArrowDown", ImGuiKey_DownArrow}, {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown}, {"Home", ImGuiKey_Home},           {"End", ImGuiKey_End},
    {"Insert", ImGuiKey_Insert},     {"Delete", ImGuiKey_Delete},       {"Backspace", ImGuiKey_Backspace},
    {" ", ImGuiKey_Space},           {"Enter", ImGuiKey_Enter},         {"NumpadEnter", ImGuiKey_KeypadEnter},
    {"Escape", ImGuiKey_Escape},
};

ImGuiKey key_of(std::string_view name) {
    for (const NamedKey& named : kNamedKeys) {
        if (named.name == name) return named.key;
    }
    if (name.size() != 1) return ImGuiKey_None;
    const char letter = name[0];
    if (letter >= 'a' && letter <= 'z') return static_cast<ImGuiKey>(ImGuiKey_A + (letter - 'a'));
    if (letter >= '0' && letter <= '9') return static_cast<ImGuiKey>(ImGuiKey_0 + (letter - '0'));
    return ImGuiKey_None;
}

enum Modifier { kControl = 1, kShift = 2, kAlt = 4, kMeta = 8 };

void set_modifiers(int modifiers) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & kControl) != 0);
    io.AddKeyEvent(ImGuiMod_Shift, (modifiers & kShift) != 0);
    io.AddKeyEvent(ImGuiMod_Alt, (modifiers & kAlt) != 0);
    io.AddKeyEvent(ImGuiMod_Super, (modifiers & kMeta) != 0);
}

void request_frames(int count) {
    page().program->request_frames(count);
    ask_for_frame();
}

void run_frames(int count) {
    for (int i = 0; i < count; ++i) page().program->frame(0);
    ask_for_frame();
}

// ImGui counts a double click in the time of its frames, of which a slow machine has too few: the browser knows when a press was.
void time_press(double seconds) {
    static double last = 0;
    ImGui::GetIO().MouseDoubleClickTime = seconds - last < kDoubleClick ? FLT_MAX : 0;
    last = seconds;
}

bool scrolls(const ImGuiWindow& window, float x, float y) {
    const auto has_room = [](float wheel, float at, float end) { return (wheel > 0 && at > 0) || (wheel < 0 && at < end); };
    return has_room(x, window.Scroll.x, window.ScrollMax.x) || has_room(y, window.Scroll.y, window.ScrollMax.y);
}

}  // namespace

Page& page() {
    static Page instance;
    return instance;
}

int run(int, char**) {
    host_share_memory();
    return 0;
}

std::size_t memory_in_use() { return emscripten_get_heap_size(); }

void ask_for_frame() {
    if (page().program->wants_frame() && page().program->has_context()) host_ask_for_frame();
}

void create_input() {
    ImGui::GetIO().BackendPlatformName = "page";
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
        page().clipboard = text;
        host_copy(page().clipboard.data(), static_cast<int>(page().clipboard.size()));
    };
    platform.Platform_GetClipboardTextFn = [](ImGuiContext*) { return page().clipboard.c_str(); };
    platform.Platform_SetImeDataFn = [](ImGuiContext*, ImGuiViewport*, ImGuiPlatformImeData* entry) {
        const float scale = page().program->text_size();
        host_set_text_entry(entry->WantTextInput, static_cast<double>(entry->InputPos.x * scale),
                            static_cast<double>(entry->InputPos.y * scale));
    };
}

}  // namespace dikkat

using namespace dikkat;

extern "C" {

EMSCRIPTEN_KEEPALIVE void dikkat_frame(double seconds) {
    page().program->frame(static_cast<float>(seconds));
    host_set_cursor(ImGui::GetMouseCursor());
    ask_for_frame();
}

EMSCRIPTEN_KEEPALIVE void dikkat_run_frames(int count) { run_frames(count); }

EMSCRIPTEN_KEEPALIVE void dikkat_size(int width, int height, double ratio) {
    page().program->set_size({width, height, static_cast<float>(ratio)});
    run_frames(1);  // setting a canvas's size clears it: it must be drawn before the browser shows it
}

EMSCRIPTEN_KEEPALIVE void dikkat_surroundings(int form, int dark, int reduced_motion, int coarse_pointer) {
    page().program->set_form(static_cast<Form>(form));
    page().program->set_preferences(dark != 0, reduced_motion != 0, coarse_pointer != 0);
    ask_for_frame();
}

EMSCRIPTEN_KEEPALIVE void dikkat_hover_term(const char* tensor, int length) {
    page().program->set_hovered_term({tensor, static_cast<std::size_t>(length)});
    ask_for_frame();
}

EMSCRIPTEN_KEEPALIVE void dikkat_fonts_changed() {
    page().program->forget_glyphs();
    ask_for_frame();
}

EMSCRIPTEN_KEEPALIVE void dikkat_context(int present) {
    if (present) {
        page().program->context_restored();
        ask_for_frame();
    } else {
        page().program->context_lost();
    }
}

// On a Mac the shortcuts are Cmd's. ImGui then exchanges Ctrl and Super in what it is told.
EMSCRIPTEN_KEEPALIVE void dikkat_mac() { ImGui::GetIO().ConfigMacOSXBehaviors = true; }

EMSCRIPTEN_KEEPALIVE void dikkat_pointer(int event, double x, double y, int button, int source, double seconds) {
    ImGuiIO& io = ImGui::GetIO();
    const auto kind = static_cast<PointerEvent>(event);
    io.AddMouseSourceEvent(static_cast<ImGuiMouseSource>(source));
    if (kind == PointerEvent::leave) {
        io.AddMousePosEvent(kNowhere, kNowhere);
    } else {
        const float scale = page().program->text_size();
        io.AddMousePosEvent(static_cast<float>(x) / scale, static_cast<float>(y) / scale);
    }
    if (kind == PointerEvent::down) time_press(seconds);
    if (kind == PointerEvent::down || kind == PointerEvent::up) io.AddMouseButtonEvent(button, kind == PointerEvent::down);
    const bool lifted = kind == PointerEvent::up && source == ImGuiMouseSource_TouchScreen;
    if (lifted) io.AddMousePosEvent(kNowhere, kNowhere);  // a finger that is gone hovers nothing
    request_frames(4);
}

// 1 if something under the pointer can scroll that way; else the wheel is the page's.
EMSCRIPTEN_KEEPALIVE int dikkat_wheel(double x, double y) {
    const auto dx = static_cast<float>(x), dy = static_cast<float>(y);
    for (const ImGuiWindow* window = ImGui::GetCurrentContext()->HoveredWindow; window; window = window->ParentWindow) {
        if (!scrolls(*window, dx, dy)) continue;
        ImGui::GetIO().AddMouseWheelEvent(dx, dy);
        request_frames(3);
        return 1;
    }
    return 0;
}

EMSCRIPTEN_KEEPALIVE void dikkat_focus(int focused) {
    ImGui::GetIO().AddFocusEvent(focused != 0);
    request_frames(3);
}

EMSCRIPTEN_KEEPALIVE void dikkat_key(const char* name, int length, int down, int modifiers) {
    set_modifiers(modifiers);
    const ImGuiKey key = key_of({name, static_cast<std::size_t>(length)});
    if (key != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(key, down != 0);
    request_frames(4);
}

EMSCRIPTEN_KEEPALIVE void dikkat_character(int code_point) {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(code_point));
    request_frames(3);
}

EMSCRIPTEN_KEEPALIVE void dikkat_release_keys() {
    ImGui::GetIO().ClearInputKeys();
    request_frames(2);
}

EMSCRIPTEN_KEEPALIVE void dikkat_clipboard(const char* text, int length) {
    page().clipboard.assign(text, static_cast<std::size_t>(length));
}

// Ctrl or Cmd with a letter, from press to release within this call: what is copied is known before the browser's own event ends.
EMSCRIPTEN_KEEPALIVE void dikkat_chord(int letter) {
    ImGuiIO& io = ImGui::GetIO();
    const ImGuiKey modifier = io.ConfigMacOSXBehaviors ? ImGuiMod_Super : ImGuiMod_Ctrl;
    const auto key = static_cast<ImGuiKey>(ImGuiKey_A + (letter - 'a'));
    run_frames(2);
    io.AddKeyEvent(modifier, true);
    io.AddKeyEvent(key, true);
    run_frames(2);
    io.AddKeyEvent(key, false);
    io.AddKeyEvent(modifier, false);
    run_frames(2);
}

EMSCRIPTEN_KEEPALIVE int dikkat_wants_text() { return ImGui::GetIO().WantTextInput; }
EMSCRIPTEN_KEEPALIVE int dikkat_wants_keys() { return ImGui::GetIO().WantCaptureKeyboard; }

// Whether Escape has something to give up: a drag, a text field, an open list.
EMSCRIPTEN_KEEPALIVE int dikkat_is_busy() {
    return ImGui::IsAnyItemActive() || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

}  // extern "C"
