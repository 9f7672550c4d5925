#include "ui/panel_controls.h"

#include <algorithm>
#include <cmath>

#include "ui/control_state.h"
#include "ui/field.h"
#include "ui/widgets.h"

namespace dikkat {
namespace {

constexpr float kControlGap = 16, kControlHeight = 28;

std::vector<std::string> option_words(const Control& control, Language language) {
    std::vector<std::string> words;
    for (const Control::Option& option : control.options) words.push_back(option.label.in(language));
    return words;
}

float control_width(const Picture& picture, const Control& control) {
    return std::ceil(segmented_width(picture.frame, option_words(control, picture.frame.language())));
}

void draw_control(const Picture& picture, const Control& control, const Rectangle& area) {
    const int picked = segmented(picture.frame, "control/" + control.id, area, option_words(control, picture.frame.language()),
                                 option_in_force(picture.frame.session.document(), control));
    if (picked < 0) return;
    const std::uint64_t gesture = next_gesture();  // one undo, however many commands it takes
    for (Command command : control.options[static_cast<std::size_t>(picked)].commands) {
        command.gesture = gesture;
        picture.frame.out.commands.push_back(std::move(command));
    }
}

}  // namespace

float set_panel_controls(const Picture& picture, const Panel& panel, const Rectangle& area, bool draw) {
    const Session& session = picture.frame.session;
    float x = area.x, y = area.y, line = 0;
    const auto next_line = [&] {
        if (line > 0) y += line + 2;
        x = area.x;
        line = 0;
    };
    for (const Control& control : panel.controls) {
        if (session.is_hidden(control.id)) continue;
        const float width = control_width(picture, control);
        if (x > area.x && x + width > area.right()) next_line();
        const float high = std::max(kControlHeight, line_height(picture));  // in the middle of a line as high as a field's
        if (draw) draw_control(picture, control, {x, y + (high - kControlHeight) / 2, width, kControlHeight});
        x += width + kControlGap;
        line = std::max(line, high);
    }
    for (const Field& field : panel.fields) {
        if (session.is_hidden(field.id)) continue;
        if (x > area.x && x + field_width(picture, field) > area.right()) next_line();
        const float room = area.right() - x, height = field_height(picture, field, room);
        if (draw) draw_field(picture, field, {x, y, room, height});
        line = std::max(line, height);
        next_line();
    }
    next_line();
    return std::max(0.0f, y - area.y - 2);
}

}  // namespace dikkat
