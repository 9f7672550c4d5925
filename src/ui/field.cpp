#include "ui/field.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "imgui_internal.h"
#include "ui/elided_text.h"
#include "ui/item.h"
#include "ui/widgets.h"

namespace dikkat {
namespace {

constexpr float kSize = 13.5f, kLeastSize = 11, kEndSize = 12;
constexpr float kGap = 10, kLine = 28, kTouchLine = 44, kLabelLine = 22;
constexpr float kNarrowestTrack = 64, kBestTrack = 110;
constexpr float kBoxPadding = 10, kLeastBox = 64, kWordsBox = 280;
constexpr double kLargest = 9007199254740992.0;  // 2^53: whole numbers are exact up to it

struct SettingName {  // "config/stack.std" -> config, stack, std
    std::string kind, part, name;
};

SettingName parse(std::string_view setting) {
    SettingName s;
    const std::size_t slash = setting.find('/');
    s.kind = std::string(setting.substr(0, slash));
    if (slash == std::string_view::npos) return s;
    const std::string_view rest = setting.substr(slash + 1);
    if (s.kind == "seed") {
        s.part = std::string(rest);
        return s;
    }
    const std::size_t dot = rest.find('.');
    if (dot != std::string_view::npos) s.part = std::string(rest.substr(0, dot));
    s.name = std::string(rest.substr(dot == std::string_view::npos ? 0 : dot + 1));
    return s;
}

const Part* find_part(const Document& document, const std::string& name) {
    for (const Part& part : document.parts) {
        if (part.name == name) return &part;
    }
    return nullptr;
}

bool is_words(const Field& field) { return field.setting == "tokens" || field.setting == "target"; }

Action set(const std::string& setting, double value) {
    const SettingName s = parse(setting);
    if (s.kind == "seed") return SetSeed{s.part, static_cast<std::uint64_t>(value)};
    SetConfig config{s.part, s.name, {}};
    config.value.number = value;
    return config;
}

void send(const Picture& picture, const Field& field, double value, std::uint64_t gesture) {
    // However many settings it is, a person's change is one undo.
    if (gesture == 0 && !field.also.empty()) gesture = next_gesture();
    picture.frame.out.commands.push_back({set(field.setting, value), gesture});
    for (const std::string& other : field.also) picture.frame.out.commands.push_back({set(other, value), gesture});
}

std::string words_of(double value, int decimals) { return fixed(value, decimals, Minus::sign, decimals == 0); }

std::vector<std::string> split(std::string_view sentence) {
    std::vector<std::string> words;
    while (!sentence.empty()) {
        const std::size_t space = sentence.find(' ');
        if (space > 0) words.emplace_back(sentence.substr(0, space));
        if (space == std::string_view::npos) break;
        sentence.remove_prefix(space + 1);
    }
    return words;
}

// What a box shows.
std::string shown(const Picture& picture, const Field& field) {
    const Document& document = picture.frame.session.document();
    if (!is_words(field)) {
        const std::optional<double> value = setting_in_force(document, field.setting);
        return value ? words_of(*value, field.decimals) : "–";
    }
    std::string sentence;
    for (const std::string& word : field.setting == "tokens" ? document.tokens : document.target) {
        sentence += (sentence.empty() ? "" : " ") + word;
    }
    return sentence;
}

float label_width(const Picture& picture, const Field& field) {
    return picture.frame.pen.label_width(field.slider ? Face::bold : Face::regular, kSize,
                                         field.label.in(picture.frame.language()));
}

float box_width(const Picture& picture, const Field& field) {
    if (is_words(field)) return kWordsBox;
    const float widest = picture.frame.pen.width(Face::mono, kSize, words_of(std::min(field.most, 99999999.0), field.decimals));
    return std::max(kLeastBox, widest + 2 * kBoxPadding);
}

// The widths of a slider's words: its two ends and its widest value.
struct SliderWords {
    std::string low, high;
    float low_width = 0, high_width = 0, value_width = 0;

    float around() const { return low_width + 6 + 6 + high_width + 12 + value_width; }
};

Slide slide_of(const Field& field) { return {field.least, field.most, field.step, field.decimals}; }

SliderWords slider_words(const Picture& picture, const Slide& slide) {
    const Pen& pen = picture.frame.pen;
    const auto end = [&](double value) { return shortest(static_cast<float>(value)); };
    SliderWords words{end(slide.least), end(slide.most), 0, 0, 0};
    words.low_width = pen.width(Face::mono, kEndSize, words.low);
    words.high_width = pen.width(Face::mono, kEndSize, words.high);
    words.value_width = pen.width(Face::mono_bold, kSize, words_of(slide.most, slide.decimals));
    return words;
}

bool label_above(const Picture& picture, const Field& field, float width) {
    const float label = label_width(picture, field);
    return field.slider && label > 0 && label + kGap + slider_words(picture, slide_of(field)).around() + kNarrowestTrack > width;
}

double stepped(double value, const Slide& slide) {
    const double step = slide.step > 0 ? slide.step : (slide.most - slide.least) / 250;
    // Whole steps in decimal: 0.3, not 0.30000000000000004.
    const double whole = slide.least + std::round((value - slide.least) / step) * step;
    return std::round(std::clamp(whole, slide.least, slide.most) * 1e6) / 1e6;
}

void draw_slider(const Picture& picture, const Field& field, const Rectangle& area) {
    const std::optional<double> now = setting_in_force(picture.frame.session.document(), field.setting);
    const SliderResult slid = draw_slide(picture, "control/" + field.id, slide_of(field), now, area);
    if (slid.changed) send(picture, field, slid.value, slid.gesture);
}

// In words why a typed text is not taken; empty if it is.
std::string take(const Picture& picture, const Field& field, std::string_view typed) {
    const Language language = picture.frame.language();
    if (is_words(field)) {
        const std::vector<std::string> words = split(typed);
        if (words.empty()) return message({"no_tokens", {}}, language);
        picture.send(SetTokens{words, field.setting == "target"});
        return {};
    }
    const std::optional<double> number = parse_double(typed);
    if (!number) return fill(text::not_a_number.in(language), {{"text", std::string(typed)}});
    const bool whole = field.decimals == 0;
    if (!(*number >= field.least && *number <= std::min(field.most, kLargest)) || (whole && *number != std::floor(*number))) {
        const Text& sentence = whole ? text::not_in_range_whole : text::not_in_range;
        return fill(sentence.in(language),
                    {{"least", words_of(field.least, field.decimals)}, {"most", words_of(field.most, field.decimals)}});
    }
    send(picture, field, *number, 0);
    return {};
}

void begin_typing(const Picture& picture, const Field& field, bool replaces) {
    picture.typing = {};
    picture.typing.field = field.id;
    picture.typing.seen = true;
    picture.typing.typed.set(shown(picture, field));
    picture.typing.typed.replaces = replaces;
}

void type(const Picture& picture, const Field& field, const Rectangle& box) {
    TypedText& typed = picture.typing.typed;
    picture.typing.seen = true;
    const TypedEnd end = read_typed(picture.frame, typed, box, picture.frame.surroundings.coarse_pointer ? 16.0f : kSize);
    if (end == TypedEnd::none) return;
    const bool gives_up = end == TypedEnd::given_up || (end == TypedEnd::elsewhere && typed.was_refused());
    const bool as_it_was = shown(picture, field) == typed.text;
    const std::string refusal = gives_up || as_it_was ? std::string() : take(picture, field, typed.text);
    if (refusal.empty()) {
        picture.typing.field.clear();
    } else {
        typed.refuse(refusal);
        picture.frame.out.announcement = refusal;
    }
    picture.frame.out.wants_frame = true;
}

void draw_box(const Picture& picture, const Field& field, const Rectangle& box) {
    Frame& frame = picture.frame;
    const Palette& colours = frame.colours();
    const Item item = make_item(frame, "control/" + field.id, box, true);
    if (picture.typing.field == field.id) {
        type(picture, field, box);
        return;
    }
    frame.pen.fill(box, item.enabled ? colours.raised : colours.canvas, 6);
    frame.pen.ring({box.x + 1, box.y + 1, box.width - 2, box.height - 2}, item.hovered ? colours.ink : colours.edge, 5, 1);
    const std::string whole = shown(picture, field);
    const float room = box.width - 2 * kBoxPadding, size = fitting_size(frame.pen, Face::mono, kSize, whole, room);
    const std::string words = elided(frame.pen, Face::mono, size, whole, room);
    const float baseline = frame.pen.baseline_in(box, Face::mono, size);
    const ImU32 ink = item.enabled ? colours.ink : colours.ink3;
    if (is_words(field)) {
        frame.pen.text(Face::mono, size, box.x + kBoxPadding, baseline, ink, words);
    } else {
        frame.pen.text_right(Face::mono, size, box.right() - kBoxPadding, baseline, ink, words);
    }
    draw_focus(frame, item, box, 6);
    if (item.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const ImVector<ImWchar>& queue = ImGui::GetIO().InputQueueCharacters;
    const bool typed_on_it = item.has_focus && queue.Size > 0 && queue[0] > ' ';
    if (item.pressed || typed_on_it) begin_typing(picture, field, true);
}

}  // namespace

std::optional<double> setting_in_force(const Document& document, std::string_view setting) {
    const SettingName s = parse(setting);
    const Part* part = find_part(document, s.part);
    if (s.kind == "seed") {
        if (part != nullptr) {
            for (const Draw& draw : part->draws) {
                if (draw.type == Draw::Type::manual_seed) return static_cast<double>(draw.seed);
            }
        }
        return std::nullopt;
    }
    if (part == nullptr) return std::nullopt;
    const auto found = part->config.find(s.name);
    if (found == part->config.end() || found->second.type != ConfigValue::Type::number) return std::nullopt;
    return found->second.number;
}

float line_height(const Picture& picture) { return picture.frame.surroundings.coarse_pointer ? kTouchLine : kLine; }

SliderResult draw_slide(const Picture& picture, std::string_view anchor, const Slide& slide, std::optional<double> value,
                        const Rectangle& area) {
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    const SliderWords words = slider_words(picture, slide);
    const float baseline = pen.baseline_in(area, Face::mono, kSize);
    const Rectangle track{area.x + words.low_width + 6, area.y, std::max(kNarrowestTrack, area.width - words.around()),
                          area.height};
    pen.text(Face::mono, kEndSize, area.x, baseline, colours.ink3, words.low);
    pen.text(Face::mono, kEndSize, track.right() + 6, baseline, colours.ink3, words.high);
    pen.text_right(Face::mono_bold, kSize, area.right(), baseline, colours.ink, value ? words_of(*value, slide.decimals) : "–");
    SliderResult slid = slider(picture.frame, anchor, track, slide.least, slide.most, value.value_or(slide.least));
    slid.value = stepped(slid.value, slide);
    slid.changed = slid.changed && (!value || slid.value != *value);
    return slid;
}

float field_width(const Picture& picture, const Field& field) {
    const float label = label_width(picture, field), gap = label > 0 ? kGap : 0;
    return label + gap + (field.slider ? slider_words(picture, slide_of(field)).around() + kBestTrack : box_width(picture, field));
}

float least_words_width(const Picture& picture, const Field& field) {
    const float words = picture.frame.pen.width(Face::mono, kLeastSize, shown(picture, field));
    return label_width(picture, field) + kGap + std::min(kWordsBox, std::ceil(words) + 2 * kBoxPadding);
}

float field_height(const Picture& picture, const Field& field, float width) {
    return line_height(picture) + (label_above(picture, field, width) ? kLabelLine : 0.0f);
}

void draw_field(const Picture& picture, const Field& field, const Rectangle& area) {
    if (picture.frame.session.is_hidden(field.id)) return;
    Pen& pen = picture.frame.pen;
    const std::string& label = field.label.in(picture.frame.language());
    const Face face = field.slider ? Face::bold : Face::regular;
    const bool above = label_above(picture, field, area.width);
    const float height = line_height(picture);
    const Rectangle line{area.x, area.bottom() - height, area.width, height};
    const float baseline = above ? area.y + 14 : pen.baseline_in(line, face, kSize);
    pen.label(face, kSize, area.x, baseline, picture.frame.colours().ink, label);
    const float taken = above || label.empty() ? 0 : label_width(picture, field) + kGap;
    const Rectangle control{line.x + taken, line.y, line.width - taken, line.height};
    if (field.slider) {
        draw_slider(picture, field, control);
    } else {
        const float width = is_words(field) ? control.width : std::min(control.width, box_width(picture, field));
        draw_box(picture, field, {control.x, control.y, width, control.height});
    }
}

}  // namespace dikkat
