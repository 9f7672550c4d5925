// A desk for trying the interface without a window: Dear ImGui with no renderer, glyphs that have a width and no picture, and a
// pointer and keys that a test moves. What a frame asks for is carried out before the next one, as the program does.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "imgui_internal.h"
#include "tests/app/playground.h"
#include "ui/frame.h"

namespace dikkat::testing {

inline ImFont* add_blank_font(ImFontAtlas* atlas, Face, int) {
    static const ImFontLoader loader = [] {
        ImFontLoader made;
        made.Name = "blank";
        made.FontSrcContainsGlyph = [](ImFontAtlas*, ImFontConfig*, ImWchar) { return true; };
        made.FontBakedInit = [](ImFontAtlas*, ImFontConfig*, ImFontBaked* baked, void*) {
            baked->Ascent = baked->Size * 0.8f;
            baked->Descent = -baked->Size * 0.2f;
            return true;
        };
        made.FontBakedLoadGlyph = [](ImFontAtlas*, ImFontConfig*, ImFontBaked* baked, void*, ImWchar code, ImFontGlyph* glyph,
                                     float* advance) {
            const float width = baked->Size * 0.6f;
            if (advance != nullptr) {
                *advance = width;
            } else {
                glyph->Codepoint = code & 0x3ffffffu;  // 26 bits
                glyph->AdvanceX = width;
            }
            return true;
        };
        return made;
    }();
    ImFontConfig config;
    config.FontLoader = &loader;
    return atlas->AddFont(&config);
}

class Desk {
public:
    using Draw = std::function<void(Frame&)>;

    Desk(Session& session, Draw draw) : session_(session), draw_(std::move(draw)) {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
        io.DisplaySize = {surroundings.width = 952, surroundings.height = 752};
        const GlyphSource source{add_blank_font, [](Face, unsigned, unsigned) { return 0.0f; }, [](Face) { return 0.7f; }};
        fonts_.create(io.Fonts, source);
        io.FontDefault = fonts_.imgui_font(Face::regular);
        ImGui::GetPlatformIO().Platform_GetClipboardTextFn = [](ImGuiContext*) { return clipboard().c_str(); };
        ImGui::GetPlatformIO().Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { clipboard() = text; };
        clipboard().clear();
        frames(3);
    }
    ~Desk() {
        // The textures that a renderer would have made and destroyed.
        for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
            texture->SetStatus(ImTextureStatus_Destroyed), texture->TexID = 0;
        ImGui::DestroyContext();
    }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    static std::string& clipboard() {
        static std::string text;
        return text;
    }

    void frames(int count) {
        for (int i = 0; i < count; ++i) frame();
    }

    void move(float x, float y) {
        ImGui::GetIO().AddMousePosEvent(x, y);
        frames(2);
    }
    void button(bool down) {
        ImGui::GetIO().AddMouseButtonEvent(0, down);
        frames(2);
    }
    void click(float x, float y) {
        move(x, y);
        button(true);
        button(false);
        frames(60);  // a second: the next click is another click
    }
    void double_click(float x, float y) {
        move(x, y);
        for (const bool down : {true, false, true, false}) button(down);
        frames(3);
    }
    void key(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) {
        ImGuiIO& io = ImGui::GetIO();
        if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, true);
        io.AddKeyEvent(key, true);
        frames(2);
        io.AddKeyEvent(key, false);
        if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, false);
        frames(2);
    }
    void type(std::string_view text) {
        ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
        frames(3);
    }

    Rectangle anchor(const std::string& name) const {
        const auto found = out.anchors.find(name);
        EXPECT_NE(found, out.anchors.end()) << name;
        return found == out.anchors.end() ? Rectangle{} : found->second;
    }
    std::string take_announcement() { return std::exchange(announcement_, {}); }

    Surroundings surroundings;
    ScreenOutput out;                  // of the last frame
    std::unique_ptr<Drawing> drawing;  // recorded where a test makes one
    std::vector<Command> commands;     // of all frames

private:
    void frame() {
        ImGui::GetIO().DeltaTime = 1.0f / 60;
        ImGui::NewFrame();
        heatmaps_.begin_frame(1);
        ribbons_.begin_frame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
        ImGui::Begin("desk", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
        out = {};
        if (drawing) *drawing = {};
        Pen pen(ImGui::GetWindowDrawList(), fonts_, palette(surroundings.dark), heatmaps_, ribbons_, 1, drawing.get());
        Frame now{session_, surroundings, pen, out};
        draw_(now);
        ImGui::End();
        ImGui::Render();
        for (ImTextureData* texture : *ImGui::GetDrawData()->Textures) texture->SetStatus(ImTextureStatus_OK);
        for (const Command& command : out.commands) {
            const Result<Done> done = session_.dispatch(command);
            EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().code);
            commands.push_back(command);
        }
        if (!out.announcement.empty()) announcement_ = out.announcement;
    }

    Session& session_;
    Draw draw_;
    Fonts fonts_;
    HeatmapPass heatmaps_;
    RibbonPass ribbons_;
    std::string announcement_;
};

}  // namespace dikkat::testing
