#include "ui/toolbar.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/text.h"
#include "ui/control_state.h"
#include "ui/field.h"
#include "ui/legends.h"
#include "ui/settings.h"
#include "ui/widgets.h"

namespace dikkat {
namespace {

constexpr float kTop = 10, kHeight = 28, kGap = 8, kLegendGap = 26, kLegendBaseline = kTop + 18.5f, kFieldGap = 16;

constexpr int kShows = 4;
const char* const kShowAnchors[kShows] = {"show/value", "show/baseline", "show/difference", "show/gradient"};

std::vector<std::string> show_words(Language language) {
    return {std::string(text::value.in(language)), std::string(text::baseline.in(language)),
            std::string(text::difference.in(language)), std::string(text::gradient.in(language))};
}

// The switch names its segments by number; outside they are known by what they show.
void publish_shows(const Picture& picture) {
    for (int i = 0; i < kShows; ++i) {
        const auto found = picture.frame.out.anchors.find("show/" + std::to_string(i));
        if (found != picture.frame.out.anchors.end()) picture.frame.out.anchors[kShowAnchors[i]] = found->second;
    }
}

// Where the numbers are no longer the baseline's, the way to what changed is marked.
void mark_difference(const Picture& picture, const Rectangle& place) {
    const auto moved = [](const auto& reading) {
        const std::vector<bool>& rows = reading.second.moved_rows;
        return std::find(rows.begin(), rows.end(), true) != rows.end();
    };
    if (picture.in_difference() || !std::any_of(picture.readings.begin(), picture.readings.end(), moved)) return;
    picture.frame.pen.disc({place.right() - 7, place.y + 7}, 3, picture.frame.colours().changed_mark);
}

// A button or a menu with what it does: one of the lesson's controls, or the baseline's.
struct Tool {
    std::string id, label;
    bool is_button = false;
    std::vector<std::string> options;
    std::vector<std::vector<Command>> commands;
    int chosen = -1;
    float width = 0;
};

Tool baseline_tool(const Picture& picture) {
    const Language language = picture.frame.language();
    Tool tool;
    tool.id = "baseline";
    const bool as_opened = picture.frame.session.baseline_is_lesson();
    tool.label = (as_opened ? text::baseline_as_opened : text::baseline_pinned).in(language);
    tool.options = {std::string(text::as_opened.in(language)), std::string(text::make_baseline.in(language))};
    tool.commands = {{{ClearBaseline{}, 0}}, {{PinBaseline{}, 0}}};
    tool.chosen = as_opened ? 0 : -1;
    return tool;
}

Tool lesson_tool(const Picture& picture, const Control& control) {
    const Language language = picture.frame.language();
    Tool tool;
    tool.id = control.id;
    tool.is_button = control.is_button;
    tool.chosen = option_in_force(picture.frame.session.document(), control);
    for (const Control::Option& option : control.options) {
        tool.options.push_back(option.label.in(language));
        tool.commands.push_back(option.commands);
    }
    const std::string option = tool.chosen >= 0 ? tool.options[static_cast<std::size_t>(tool.chosen)] : "–";
    tool.label = fill(control.label.in(language), {{"option", option}});
    return tool;
}

std::vector<Tool> tools(const Picture& picture) {
    std::vector<Tool> all;
    const Session& session = picture.frame.session;
    // Where panels show before and after side by side, the baseline is chosen in every view.
    const bool compares = picture.in_difference() || (!picture.screen.rows.empty() && picture.screen.fields.empty());
    if (compares && !session.is_hidden("baseline")) all.push_back(baseline_tool(picture));
    for (const Control& control : picture.screen.controls) {
        if (!session.is_hidden(control.id)) all.push_back(lesson_tool(picture, control));
    }
    for (Tool& tool : all) {
        tool.width = std::ceil(tool.is_button ? button_width(picture.frame, tool.label) : menu_width(picture.frame, tool.label));
    }
    return all;
}

// What doesn't fit beside the switch and the legends is gathered in one last menu.
void gather(const Picture& picture, std::vector<Tool>& all, float room) {
    const auto total = [&] {
        float sum = 0;
        for (const Tool& tool : all) sum += tool.width + kGap;
        return sum - kGap;
    };
    if (all.empty() || total() <= room) return;
    if (all.front().id == "baseline") {  // says what it is in its list too
        all.front().label = text::baseline.in(picture.frame.language());
        all.front().width = std::ceil(menu_width(picture.frame, all.front().label));
        if (total() <= room) return;
    }
    Tool more;
    more.id = "more";
    more.label = text::more_controls.in(picture.frame.language());
    more.width = std::ceil(menu_width(picture.frame, more.label));
    // Buttons go first: a menu shows what is in force.
    while (!all.empty() && total() + kGap + more.width > room) {
        auto last = std::find_if(all.begin(), all.end(), [](const Tool& tool) { return tool.is_button; });
        if (last == all.end()) last = all.begin() + (all.front().id == "baseline" && all.size() > 1 ? 1 : 0);
        const std::string prefix =
            last->is_button || last->options.size() < 2 ? "" : last->label.substr(0, last->label.find(':')) + ": ";
        for (std::size_t i = 0; i < last->options.size(); ++i) {
            more.options.push_back(prefix + last->options[i]);
            more.commands.push_back(last->commands[i]);
        }
        all.erase(last);
    }
    all.insert(all.begin(), more);
}

void draw_tool(const Picture& picture, const Tool& tool, const Rectangle& area) {
    Frame& frame = picture.frame;
    int picked = -1;
    if (tool.is_button) {
        if (button(frame, "control/" + tool.id, area, tool.label)) picked = 0;
    } else {
        picked = menu(frame, "control/" + tool.id, area, tool.label, tool.options, tool.chosen);
    }
    if (picked < 0) return;
    // A person's choice is one undo, however many commands it takes.
    const std::uint64_t gesture = next_gesture();
    for (Command command : tool.commands[static_cast<std::size_t>(picked)]) {
        command.gesture = gesture;
        frame.out.commands.push_back(std::move(command));
    }
}

float fields_width(const Picture& picture) {
    float width = 0;
    for (const Field& field : picture.screen.fields) {
        if (!picture.frame.session.is_hidden(field.id)) width += std::ceil(field_width(picture, field)) + kFieldGap;
    }
    return width;
}

// From the right; answers where the first one begins.
float draw_fields(const Picture& picture, float right) {
    const std::vector<Field>& fields = picture.screen.fields;
    for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
        if (picture.frame.session.is_hidden(field->id)) continue;
        const float width = std::ceil(field_width(picture, *field));
        const float height = line_height(picture);
        draw_field(picture, *field, {right - width, kTop + (kHeight - height) / 2, width, height});
        right -= width + kFieldGap;
    }
    return right;
}

// The sheet's button with all fields and controls but `shown`, which has a place of its own.
void draw_settings_but(const Picture& picture, const Rectangle& button, const Field* shown) {
    std::vector<const Field*> fields;
    std::vector<const Control*> controls;
    for (const Field& field : picture.screen.fields) {
        if (&field != shown && !picture.frame.session.is_hidden(field.id)) fields.push_back(&field);
    }
    for (const Control& control : picture.screen.controls) {
        if (!picture.frame.session.is_hidden(control.id)) controls.push_back(&control);
    }
    draw_settings(picture, button, fields, controls);
}

// Where not everything has room, the sheet holds it; the sentence stays in the toolbar for as long as it can be read there.
float draw_with_sheet(const Picture& picture, float left, float right) {
    constexpr float kMostWords = 460;
    const float width = settings_width(picture);
    const Rectangle button{right - width, kTop, width, kHeight};
    const Field* words = nullptr;
    for (const Field& field : picture.screen.fields) {
        if (field.setting == "tokens" && !picture.frame.session.is_hidden(field.id)) words = &field;
    }
    const float room = std::min(kMostWords, button.x - kFieldGap - left);
    if (words != nullptr && room < least_words_width(picture, *words)) words = nullptr;
    const float height = line_height(picture);
    if (words != nullptr) {
        draw_field(picture, *words, {button.x - kFieldGap - room, kTop + (kHeight - height) / 2, room, height});
    }
    draw_settings_but(picture, button, words);
    return button.x - kFieldGap - (words != nullptr ? room : 0.0f);  // what is left of it has its own gap
}

void draw_phone_heads(const Picture& picture, float right) {
    const Rectangle& place = picture.layout.phone.heads;
    std::vector<std::string> heads;
    for (const RibbonLane& lane : picture.screen.ribbons) {
        if (picture.find(lane.tensor) != nullptr) heads.push_back(lane.title.in(picture.frame.language()));
    }
    if (heads.size() < 2 || picture.screen.chooses_head) return;
    const int first = picture.screen.lanes_head;
    const int chosen = std::clamp(picture.frame.session.view().head - first, 0, static_cast<int>(heads.size()) - 1);
    const float wanted = std::max(166.0f, std::ceil(segmented_width(picture.frame, heads))), room = right - place.x;
    const std::string& title = heads[static_cast<std::size_t>(chosen)];
    const float narrow = std::min(room, std::ceil(menu_width(picture.frame, title)));
    const int head = wanted <= room ? segmented(picture.frame, "head", {place.x, place.y, wanted, place.height}, heads, chosen)
                                    : menu(picture.frame, "head", {place.x, place.y, narrow, place.height}, title, heads, chosen);
    if (head >= 0) picture.send(SelectHead{first + head});
}

}  // namespace

void draw_toolbar(const Picture& picture) {
    Frame& frame = picture.frame;
    const Rectangle& area = picture.layout.toolbar;
    const std::vector<std::string> shows = show_words(frame.language());
    const float switch_width = std::ceil(segmented_width(frame, shows));
    const Rectangle place{area.x, kTop, switch_width, kHeight};
    const int picked = segmented(frame, "show", place, shows, static_cast<int>(picture.show()));
    publish_shows(picture);
    mark_difference(picture, frame.out.anchors[kShowAnchors[static_cast<int>(Show::difference)]]);
    if (picked >= 0) picture.send(ShowCommand{static_cast<Show>(picked)});
    std::vector<Tool> all = tools(picture);
    const float legend_x = place.right() + kLegendGap;
    float controls = -kGap;
    for (const Tool& tool : all) controls += tool.width + kGap;
    const LegendSize& smallest = *std::prev(std::end(kLegendSizes));
    const float legends_right = legend_x + legends(picture, legend_x, kLegendBaseline, false, smallest) + smallest.gap;
    float right = area.right();
    if (picture.screen.fields.empty() || legends_right + fields_width(picture) + controls <= right) {
        right = draw_fields(picture, right);
    } else {
        if (!all.empty()) all.erase(all.begin() + (all.front().id == "baseline" ? 1 : 0), all.end());
        controls = all.empty() ? 0 : all.front().width + kGap;
        right = draw_with_sheet(picture, legends_right + controls, right);
    }
    LegendSize size;
    float room = 0;
    for (const LegendSize& smaller : kLegendSizes) {
        size = smaller;
        room = right - legend_x - legends(picture, legend_x, kLegendBaseline, false, size) - size.gap;
        if (controls <= room) break;
    }
    gather(picture, all, room);
    float tools_left = right;
    for (const Tool& tool : all) tools_left -= tool.width + kGap;
    // Whole or not at all.
    const float legends_end = legend_x + legends(picture, legend_x, kLegendBaseline, false, size);
    if (legends_end <= tools_left) legends(picture, legend_x, kLegendBaseline, true, size);
    float& x = right;
    for (auto tool = all.rbegin(); tool != all.rend(); ++tool) {
        x -= tool->width;
        draw_tool(picture, *tool, {x, kTop, tool->width, kHeight});
        x -= kGap;
    }
}

bool legends_need_a_line(const Picture& picture) {
    float narrowest = 0;
    for (const LegendSize& size : kLegendSizes) {
        const float width = layer_legends(picture, 0, 0, false, size);
        if (width > 0) narrowest = width + size.gap;
    }
    if (narrowest == 0) return false;
    const float padding = 20, shows = std::ceil(segmented_width(picture.frame, show_words(picture.frame.language())));
    return padding + shows + kLegendGap + narrowest + fields_width(picture) > picture.frame.surroundings.width - padding;
}

void draw_layer_legends(const Picture& picture, const Rectangle& line) {
    for (const LegendSize& size : kLegendSizes) {
        if (!size.named || layer_legends(picture, line.x, 0, false, size) > line.width) continue;
        layer_legends(picture, line.x, line.y + 14, true, size);
        return;
    }
}

float draw_phone_toolbar(const Picture& picture) {
    Frame& frame = picture.frame;
    const PhonePlace& place = picture.layout.phone;
    const Language language = frame.language();
    const std::vector<std::string> shows = show_words(language);
    // The lesson's controls follow the views in one menu: there is one place on a narrow screen.
    std::vector<std::string> options = shows;
    std::vector<std::vector<Command>> commands;
    for (int i = 0; i < kShows; ++i) commands.push_back({{ShowCommand{static_cast<Show>(i)}, 0}});
    const bool has_sheet = !picture.screen.fields.empty() && picture.screen.rows.empty();  // rows have places of their own
    for (const Tool& tool : tools(picture)) {
        if (has_sheet && tool.id != "baseline") continue;
        const std::string prefix = tool.is_button ? "" : tool.label.substr(0, tool.label.find(':')) + ": ";
        for (std::size_t i = 0; i < tool.options.size(); ++i) {
            if (static_cast<int>(i) == tool.chosen) continue;
            options.push_back(prefix + tool.options[i]);
            commands.push_back(tool.commands[i]);
        }
    }
    const std::string& label = shows[static_cast<std::size_t>(picture.show())];
    const float width = std::max(104.0f, std::ceil(menu_width(frame, label)));
    const Rectangle area{place.show.x - width, place.show.y, width, place.show.height};
    const int picked = menu(frame, "show", area, label, options, static_cast<int>(picture.show()));
    publish_shows(picture);
    mark_difference(picture, area);
    if (picked >= 0) {
        const std::uint64_t gesture = next_gesture();
        for (Command command : commands[static_cast<std::size_t>(picked)]) {
            command.gesture = gesture;
            frame.out.commands.push_back(std::move(command));
        }
    }
    float left = area.x;
    if (has_sheet) {
        const float wide = settings_width(picture);
        left -= wide + kGap;
        draw_settings_but(picture, {left, area.y, wide, area.height}, nullptr);
    }
    draw_phone_heads(picture, left - 12);
    return left;
}

}  // namespace dikkat
