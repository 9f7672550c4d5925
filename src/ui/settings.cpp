#include "ui/settings.h"

#include <algorithm>
#include <cmath>

#include "app/text.h"
#include "imgui.h"
#include "ui/control_state.h"
#include "ui/field.h"
#include "ui/widgets.h"

namespace dikkat {
namespace {

constexpr float kPadding = 16, kGap = 10, kColumnGap = 20, kLeastColumn = 158, kWidest = 620, kEdge = 8;
constexpr const char* kAnchor = "control/settings";

bool is_words(const Field& field) { return field.setting == "tokens" || field.setting == "target"; }

class Sheet {
public:
    Sheet(const Picture& picture, std::span<const Field* const> fields, std::span<const Control* const> controls, float width)
        : fields_(fields), controls_(controls), inner_(width - 2 * kPadding), line_(line_height(picture)) {
        const float fits = std::floor((inner_ + kColumnGap) / (kLeastColumn + kColumnGap));
        columns_ = std::clamp(static_cast<int>(fits), 1, 3);
        column_width_ = std::floor((inner_ - kColumnGap * static_cast<float>(columns_ - 1)) / static_cast<float>(columns_));
    }

    float height() { return walk(nullptr, 0, 0) + 2 * kPadding; }
    void draw(const Picture& inside, float x, float y) { walk(&inside, x + kPadding, y + kPadding); }

private:
    // The lines one after another; draws them where there is a picture, answers how high they are.
    float walk(const Picture* inside, float x, float y);
    void control(const Picture& inside, const Control& control, const Rectangle& area) const;

    std::span<const Field* const> fields_;
    std::span<const Control* const> controls_;
    float inner_, line_, column_width_ = 0;
    int columns_ = 1;
};

void Sheet::control(const Picture& inside, const Control& control, const Rectangle& area) const {
    Frame& frame = inside.frame;
    const Language language = frame.language();
    std::vector<std::string> options;
    for (const Control::Option& option : control.options) options.push_back(option.label.in(language));
    const int chosen = option_in_force(frame.session.document(), control);
    const std::string option = chosen >= 0 ? options[static_cast<std::size_t>(chosen)] : "–";
    const std::string label = fill(control.label.in(language), {{"option", option}});
    const std::string anchor = "control/" + control.id;
    int picked = -1;
    if (control.is_button) {
        picked = button(frame, anchor, area, label) ? 0 : -1;
    } else {
        picked = menu(frame, anchor, area, label, options, chosen);
    }
    if (picked < 0) return;
    const std::uint64_t gesture = next_gesture();
    for (Command command : control.options[static_cast<std::size_t>(picked)].commands) {
        command.gesture = gesture;
        frame.out.commands.push_back(std::move(command));
    }
}

float Sheet::walk(const Picture* inside, float x, float y) {
    const float top = y;
    for (const Field* field : fields_) {
        if (!is_words(*field)) continue;
        if (inside != nullptr) draw_field(*inside, *field, {x, y, inner_, line_});
        y += line_ + kGap;
    }
    int column = 0;
    const auto place = [&] {
        if (column == columns_) column = 0, y += line_ + kGap;
        return Rectangle{x + (column_width_ + kColumnGap) * static_cast<float>(column++), y, column_width_, line_};
    };
    for (const Field* field : fields_) {
        if (is_words(*field)) continue;
        const Rectangle area = place();
        if (inside != nullptr) draw_field(*inside, *field, area);
    }
    for (const Control* control : controls_) {
        const Rectangle area = place();
        if (inside != nullptr) this->control(*inside, *control, area);
    }
    return y + (column > 0 ? line_ : -kGap) - top;
}

Rectangle sheet_place(const Picture& picture, const Rectangle& button, float width, float height) {
    const Surroundings& around = picture.frame.surroundings;
    const float x = std::clamp(button.right() - width, kEdge, std::max(kEdge, around.width - kEdge - width));
    const float y = std::min(button.bottom() + 6, std::max(kEdge, around.height - kEdge - height));
    return {x, y, width, std::min(height, around.height - 2 * kEdge)};
}

}  // namespace

float settings_width(const Picture& picture) {
    return std::ceil(menu_width(picture.frame, text::settings.in(picture.frame.language())));
}

void draw_settings(const Picture& picture, const Rectangle& button, std::span<const Field* const> fields,
                   std::span<const Control* const> controls) {
    Frame& frame = picture.frame;
    if (!drop_down(frame, kAnchor, button, text::settings.in(frame.language()))) return;
    const float width = std::min(kWidest, frame.surroundings.width - 2 * kEdge);
    Sheet sheet(picture, fields, controls, width);
    const float height = sheet.height();
    const Rectangle place = sheet_place(picture, button, width, height);
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.width, place.height});
    ImGui::SetNextWindowContentSize({0, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 0.0f);
    ImGui::PushStyleColor(ImGuiCol_PopupBg, 0);
    const std::string popup = std::string(kAnchor) + "/list";
    const bool open = ImGui::BeginPopup(popup.c_str(),
                                        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    if (!open) return;
    Pen pen = frame.pen.on(ImGui::GetWindowDrawList());
    Frame within{frame.session, frame.surroundings, pen, frame.out};
    pen.fill(place, frame.colours().raised, 8);
    pen.ring({place.x + 1, place.y + 1, place.width - 2, place.height - 2}, frame.colours().edge, 7, 1);
    frame.out.anchors["settings"] = place;
    sheet.draw(picture.in(within), place.x, place.y - ImGui::GetScrollY());
    ImGui::EndPopup();
}

}  // namespace dikkat
