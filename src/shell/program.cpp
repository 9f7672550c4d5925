#include "shell/program.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/query.h"
#include "app/text.h"
#include "gl.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "shell/answers.h"
#include "shell/glyphs.h"
#include "shell/platform.h"
#include "ui/theme.h"

namespace dikkat {
namespace {

// A press is seen in one frame and released in another, and what it opened is laid out in a third.
constexpr int kFramesForAnEvent = 4;
// A frame that works takes no longer than one that draws.
constexpr std::chrono::milliseconds kWorkInAFrame{10};

void create_imgui() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigInputTextCursorBlink = false;  // a blinking caret would draw for ever
    ImGui::GetStyle().FontSizeBase = 13;
}

}  // namespace

Program::Program(Catalogue catalogue, const GlyphSource& glyphs, Listener listener)
    : session_(std::move(catalogue)), listener_(std::move(listener)) {
    create_imgui();
    fonts_.create(ImGui::GetIO().Fonts, glyphs);
    ImGui::GetIO().FontDefault = fonts_.imgui_font(Face::regular);
    ImGui_ImplOpenGL3_Init(kGlslVersion);
    heatmaps_.set_maps(colour_maps());
    add_providers();
    session_.in_slices(true);
    told_revision_ = session_.revision();
    request_frames(kFramesForAnEvent);
}

Program::~Program() {
    if (has_context_) ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void Program::set_size(const PixelSize& size) {
    size_ = size;
    take_size();
    request_frames(2);
}

// On a narrow screen text is not made so large that it would not fit any more.
float Program::fitting_text_size() const {
    const float most = static_cast<float>(size_.width) / size_.ratio / kNarrowest;
    return std::max(1.0f, std::min(session_.view().text_size.value, most));
}

// Larger text is a smaller screen with more device pixels for each of its px: everything on it grows, and stays crisp.
void Program::take_size() {
    text_size_ = fitting_text_size();
    surroundings_.width = static_cast<float>(size_.width) / ratio();
    surroundings_.height = static_cast<float>(size_.height) / ratio();
}

void Program::set_form(Form form) {
    surroundings_.form = form;
    request_frames(2);
}

void Program::set_preferences(bool dark, bool reduced_motion, bool coarse_pointer) {
    prefers_dark_ = dark;
    surroundings_.reduced_motion = reduced_motion;
    surroundings_.coarse_pointer = coarse_pointer;
    request_frames(2);
}

void Program::set_hovered_term(std::string tensor) {
    surroundings_.hovered_term = std::move(tensor);
    request_frames(2);
}

void Program::forget_glyphs() {
    fonts_.forget_glyphs(ImGui::GetIO().Fonts);
    request_frames(2);
}

void Program::request_frames(int count) { frames_wanted_ = std::max(frames_wanted_, count); }

void Program::frame(float seconds) {
    if (!has_context_ || size_.width < 1 || size_.height < 1) return;
    if (frames_wanted_ > 0) --frames_wanted_;
    work();
    resolve_view();
    begin(seconds);
    draw_screen();
    // What the person just did is drawn in the same frame: an edit must not lag behind the hand that drags it.
    if (carry_out(std::exchange(output_.commands, {}))) {
        ImGui::EndFrame();
        resolve_view();
        std::string said = std::move(output_.announcement);
        begin(0);
        draw_screen();
        if (output_.announcement.empty()) output_.announcement = std::move(said);
        if (carry_out(std::exchange(output_.commands, {}))) request_frames(1);
    }
    show();
    tell();
    if (session_.working()) request_frames(1);
    if (output_.wants_frame) request_frames(1);
    // Dear ImGui takes a key's press and release in different frames; fast typing may wait for more of them than an event asks for.
    if (ImGui::GetCurrentContext()->InputEventsQueue.Size > 0) request_frames(kFramesForAnEvent);
}

// Some slices of what is too long for one frame.
void Program::work() {
    if (!session_.working()) return;
    const auto begun = std::chrono::steady_clock::now();
    session_.advance([&] { return std::chrono::steady_clock::now() - begun < kWorkInAFrame; });
}

void Program::begin(float seconds) {
    const float shortest = 1e-4f, longest = 0.1f;  // after a pause, motion goes on where it was instead of jumping
    // The backend computes int(DisplaySize * scale): a hundredth of a pixel of air, or rounding makes it one pixel less and
    // everything is resampled. The scale must be the ratio exactly: glyphs are baked at it.
    const float air = 0.01f;
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2((static_cast<float>(size_.width) + air) / ratio(), (static_cast<float>(size_.height) + air) / ratio());
    io.DisplayFramebufferScale = ImVec2(ratio(), ratio());
    io.DeltaTime = std::clamp(seconds, shortest, longest);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    // ImGui softens edges over one CSS px, which is two device pixels at ratio 2. NewFrame sets it back every time.
    ImGui::GetDrawListSharedData()->InitialFringeScale = 1 / ratio();
    const Palette& colours = palette(surroundings_.dark);
    heatmaps_.set_colours({colours.tile, colours.sunken, colours.ink3, colours.nan});
    heatmaps_.begin_frame(ratio());
    ribbons_.begin_frame();
}

void Program::draw_screen() {
    drawn_revision_ = session_.revision();
    if (drawing_) *drawing_ = {};  // what is drawn anew in the same frame counts
    output_ = screen_.draw(session_, surroundings_, fonts_, heatmaps_, ribbons_, drawing_.get());
}

// True if something changed. A refused command is said in words, and changes nothing.
bool Program::carry_out(std::vector<Command> commands) {
    const std::uint64_t before = session_.revision();
    for (const Command& command : commands) {
        const Result<Done> result = session_.dispatch(command);
        if (!result.ok()) output_.announcement = message(result.error(), session_.view().language);
    }
    return session_.revision() != before;
}

void Program::show() {
    ImGui::Render();
    heatmaps_.upload();
    ribbons_.upload();
    const ImVec4 paper = ImGui::ColorConvertU32ToFloat4(palette(surroundings_.dark).canvas);
    glViewport(0, 0, size_.width, size_.height);
    glClearColor(paper.x, paper.y, paper.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    ++frames_drawn_;
}

void Program::tell() {
    tell_change();
    if (output_.hovered_tensor != told_hover_) {
        told_hover_ = output_.hovered_tensor;
        listener_(event_json("hover", "tensor", told_hover_));
    }
    if (const float needed = output_.needed_height * text_size_; needed != told_height_) {
        told_height_ = needed;
        listener_(event_json("height", "needed", std::to_string(static_cast<int>(std::ceil(needed)))));
    }
    if (!output_.announcement.empty()) listener_(event_json("announce", "text", output_.announcement));
}

bool Program::tell_change() {
    if (session_.revision() == told_revision_) return false;
    told_revision_ = session_.revision();
    listener_(event_json("change"));
    for (const ExerciseReading& exercise : exercise_news_.of(session_.lesson().id, session_.exercises())) {
        listener_(joined_objects(event_json("exercise"), exercise_json(exercise)));
    }
    return true;
}

// What of the view concerns more than the screen: how large a px is, and which ink the letters are cut for.
void Program::resolve_view() {
    if (fitting_text_size() != text_size_) take_size();
    const Theme theme = session_.view().theme;
    const bool dark = dark_drawing_ ? *dark_drawing_ : theme == Theme::dark || (theme == Theme::automatic && prefers_dark_);
    if (dark == surroundings_.dark) return;
    surroundings_.dark = dark;
    // Rasterisers bend a glyph's mask by the lightness of its ink.
    set_glyph_ink(dark ? GlyphInk::light : GlyphInk::dark);
    fonts_.forget_glyphs(ImGui::GetIO().Fonts);
}

void Program::context_lost() {
    if (!has_context_) return;
    has_context_ = false;
    ImGui_ImplOpenGL3_DestroyDeviceObjects();  // now: once the context is back these names are foreign to it
    heatmaps_.forget();
    ribbons_.forget();
}

void Program::context_restored() {
    has_context_ = true;
    request_frames(kFramesForAnEvent);
}

void Program::open_lesson(std::string id) {
    if (carry_out({{OpenLesson{std::move(id)}, 0}})) request_frames(kFramesForAnEvent);
}

std::string Program::dispatch(std::string_view json) {
    const std::string answer = session_.dispatch_json(json);
    if (session_.working()) request_frames(1);
    if (tell_change()) request_frames(2);
    return answer;
}

std::string Program::query(std::string_view path) {
    // Where things stand is known once they are drawn.
    if (path == "anchors" && (frames_wanted_ > 0 || drawn_revision_ != session_.revision())) frame(0);
    if (path == "drawing") return drawing_json(std::nullopt);
    if (path == "drawing/light" || path == "drawing/dark") return drawing_json(path == "drawing/dark");
    const Result<std::string> answer = session_.query(path);
    if (session_.working()) request_frames(1);  // what was asked for has begun
    if (answer.ok()) return answer.value();
    return refusal_json(answer.error().code, message(answer.error(), session_.view().language));
}

// One frame at rest: what waits is drawn, and what glides has arrived. In another theme than the view's it is drawn over at once.
std::string Program::drawing_json(std::optional<bool> dark) {
    const bool reduced_motion = std::exchange(surroundings_.reduced_motion, true);
    for (int i = 0; i < kFramesForAnEvent && frames_wanted_ > 0; ++i) frame(0);
    dark_drawing_ = dark;
    drawing_ = std::make_unique<Drawing>();
    frame(0);
    std::string json = drawing_->json(surroundings_.width, surroundings_.height, palette(surroundings_.dark).canvas);
    drawing_.reset();
    if (std::exchange(dark_drawing_, std::nullopt)) frame(0);
    surroundings_.reduced_motion = reduced_motion;
    return json;
}

void Program::add_providers() {
    using Answered = std::optional<std::string>;
    session_.add_provider("anchors", [this](std::string_view path) -> Answered {
        if (path != "anchors") return std::nullopt;
        return anchors_json(output_.anchors, text_size_);
    });
    session_.add_provider("diagnostics", [this](std::string_view path) -> Answered {
        if (path != "diagnostics") return std::nullopt;
        return diagnostics();
    });
}

std::string Program::diagnostics() const {
    const ImGuiIO& io = ImGui::GetIO();
    Diagnostics now;
    now.frames = frames_drawn_;
    now.memory = memory_in_use();
    now.framebuffer_width = size_.width, now.framebuffer_height = size_.height;
    now.width = surroundings_.width, now.height = surroundings_.height, now.ratio = ratio();
    now.has_context = has_context_;
    now.dark = surroundings_.dark;
    if (ImGui::IsMousePosValid(&io.MousePos)) now.pointer = std::pair(io.MousePos.x * text_size_, io.MousePos.y * text_size_);
    now.pressed = io.MouseDown[0];
    now.typing = io.WantTextInput;
    return diagnostics_json(now);
}

}  // namespace dikkat
