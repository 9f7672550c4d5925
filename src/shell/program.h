// Program: one playground with a screen. Owns the session, the view, the fonts and the shader passes, and makes a frame of them.
// It knows no window and no browser: a platform feeds ImGui's input, calls frame() and shows what was drawn.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/session.h"
#include "render/heatmap_pass.h"
#include "render/ribbon_pass.h"
#include "ui/frame.h"
#include "ui/screen.h"
#include "ui/text_drawing.h"

namespace dikkat {

struct PixelSize {  // of the framebuffer, and how many of its pixels are one CSS px
    int width = 0, height = 0;
    float ratio = 1;

    bool operator==(const PixelSize&) const = default;
};

class Program {
public:
    // What the outside is told, as JSON: {"type":"change"}, {"type":"hover","tensor"}, {"type":"announce","text"}.
    using Listener = std::function<void(std::string_view json)>;

    // A GL context is current, and stays so.
    Program(Catalogue catalogue, const GlyphSource& glyphs, Listener listener);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void set_size(const PixelSize& size);
    void set_form(Form form);
    void set_preferences(bool dark, bool reduced_motion, bool coarse_pointer);
    void set_hovered_term(std::string tensor);
    void forget_glyphs();  // the web fonts arrived: what was drawn with stand-ins is drawn anew

    void frame(float seconds);  // since the last one; draws into the framebuffer that is bound
    void request_frames(int count);
    bool wants_frame() const { return frames_wanted_ > 0; }
    const PixelSize& size() const { return size_; }
    float text_size() const { return text_size_; }  // CSS px for one px of the screen; what comes in and goes out is in CSS px

    void context_lost();
    void context_restored();
    bool has_context() const { return has_context_; }

    void add_lessons(Catalogue more) { session_.add_lessons(std::move(more)); }
    void open_lesson(std::string id);  // one that there is not is refused in words
    std::string dispatch(std::string_view json);
    std::string query(std::string_view path);

private:
    void work();
    void begin(float seconds);
    void draw_screen();
    std::string drawing_json(std::optional<bool> dark);
    bool carry_out(std::vector<Command> commands);
    void show();
    void tell();
    bool tell_change();
    float fitting_text_size() const;
    void take_size();
    void resolve_view();
    float ratio() const { return size_.ratio * text_size_; }  // device pixels for one px of the screen
    void add_providers();
    std::string diagnostics() const;

    Session session_;
    Listener listener_;
    ScreenView screen_;
    Fonts fonts_;
    HeatmapPass heatmaps_;
    RibbonPass ribbons_;
    Surroundings surroundings_;
    ScreenOutput output_;
    std::unique_ptr<Drawing> drawing_;  // while one is asked for
    std::optional<bool> dark_drawing_;  // of the record, where it is not to have the view's theme
    PixelSize size_;
    float text_size_ = 1;
    bool prefers_dark_ = false;
    bool has_context_ = true;
    int frames_wanted_ = 0;
    std::uint64_t frames_drawn_ = 0;
    std::uint64_t drawn_revision_ = ~std::uint64_t{0};
    std::uint64_t told_revision_ = 0;
    ExerciseNews exercise_news_;
    std::string told_hover_;
    float told_height_ = 0;
};

}  // namespace dikkat
