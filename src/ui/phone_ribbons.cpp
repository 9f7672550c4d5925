#include "ui/phone_ribbons.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "ui/elided_text.h"
#include "ui/item.h"
#include "ui/ribbon_row.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

void phone_strips(const Picture& picture, const RibbonRow& row, int query) {
    const PhonePlace& place = picture.layout.phone;
    const float from = place.bar_x + place.bar_width, to = place.query_x;
    const Rectangle box = place.query(query);
    const float waist = std::min(30.0f, place.row_pitch * kRibbonWaist), length = to - from;
    const std::vector<float> levels = bus_levels(row.drawn, query, waist / length);
    float before = 0;
    for (std::size_t j = 0; j < row.drawn.size(); ++j) {
        const float w = row.drawn[j];
        if (w <= 0) continue;
        const Rectangle bar = place.key_bar(static_cast<int>(j));
        RibbonInstance strip{};
        strip.axis = RibbonAxis::horizontal;
        strip.from_x = from;
        strip.from_y = bar.y + w * bar.height / 2;
        strip.to_x = to;
        strip.to_y = box.y + (before + w / 2) * box.height;
        strip.end_width = w * bar.height;
        strip.waist = ribbon_waist(w * waist, strip.end_width, strip.to_y - strip.from_y);
        strip.level = to - levels[j] * length;
        strip.colour = ribbon_colour(picture.frame.colours(), w);
        picture.frame.pen.ribbon(strip);
        before += w;
    }
    picture.frame.pen.flush_ribbons();
}

void phone_key(const Picture& picture, const TensorReading& weights, const RibbonRow& row, int key) {
    const PhonePlace& place = picture.layout.phone;
    const Palette& colours = picture.frame.colours();
    Pen& pen = picture.frame.pen;
    const std::size_t j = static_cast<std::size_t>(key);
    const Rectangle bar = place.key_bar(key);
    const float w = row.drawn[j];
    pen.fill(bar, with_alpha(colours.rule, 0.75f));
    if (std::isfinite(w)) pen.fill({bar.x, bar.y, bar.width, std::clamp(w, 0.0f, 1.0f) * bar.height}, colours.weights);
    pen.fill({bar.x - 1, bar.bottom() - 1, bar.width + 2, 1.5f}, colours.edge);
    if (!row.baseline.empty() && std::isfinite(row.baseline[j])) {
        const float at = bar.y + row.baseline[j] * bar.height;
        pen.fill({bar.x, at - 1.75f, bar.width, 3.5f}, colours.canvas);  // sets the tick off from the bar
        pen.fill({bar.x - 3, at - 0.75f, bar.width + 6, 1.5f}, colours.ink);
    }
    const Face face = row.stands_out(j) ? Face::mono_bold : Face::mono;
    const std::string number = row.number(j, weights.decimals);
    const ImU32 ink = row.ink(colours, j);
    const float size = place.row_pitch < 20 ? 11.0f : 13.5f;
    const float baseline = pen.baseline_in(bar, face, size);
    const float number_width = pen.width(face, size, number);
    pen.text(face, size, place.number_right - number_width, baseline, ink, number);
    std::string word = picture.frame.session.axis_label(weights, weights.shape.rank() - 1, key);
    const float room = place.number_right - number_width - 6 - place.word_x;
    const float word_size = fitting_size(pen, Face::regular, place.row_pitch < 20 ? 11.0f : 14.0f, word, room);
    word = elided(pen, Face::regular, word_size, word, room);
    pen.text(Face::regular, word_size, place.word_x, baseline, colours.key, word);
}

// Beside the bars, in the room of the ribbons that there are not.
void phone_masked_note(const Picture& picture, int query) {
    const PhonePlace& place = picture.layout.phone;
    Pen& pen = picture.frame.pen;
    const std::string words = fill(text::all_keys_masked.in(picture.frame.language()), {{"n", std::to_string(query)}});
    const float from = place.bar_x + place.bar_width, free = place.query_x - from;
    const float air = free < 80 ? 3.0f : 11.0f, room = free - 2 * air;
    const std::vector<std::string> lines = wrap(pen, Face::regular, 12, words, room);
    float size = 12;  // as the longest word needs it
    for (const std::string& each : lines) size = std::min(size, fitting_size(pen, Face::regular, 12, each, room));
    float baseline = place.first_row + 4;
    for (const std::string& each : lines) {
        pen.text(Face::regular, size, from + air, baseline, picture.frame.colours().nan, each);
        baseline += 16;
    }
}

void phone_query(const Picture& picture, int token, bool selected, const std::string& word) {
    const PhonePlace& place = picture.layout.phone;
    const Palette& colours = picture.frame.colours();
    Pen& pen = picture.frame.pen;
    const Rectangle box = place.query(token);
    const Item item = make_item(picture.frame, "token/" + std::to_string(token), box, true);
    if (selected) pen.fill(box, colours.query);
    const Face face = selected ? Face::bold : Face::regular;
    const float room = box.width - 20;
    const float size = fitting_size(pen, face, place.row_pitch < 20 ? 11.0f : 16.0f, word, room);
    pen.text(face, size, box.x + 12, pen.baseline_in(box, face, size), selected ? colours.paper : colours.query,
             elided(pen, face, size, word, room));
    draw_focus(picture.frame, item, box, 2);
    if (item.pressed && !selected) select_token(picture, token);
}

}  // namespace

void draw_phone_ribbons(const Picture& picture, const TensorReading& weights) {
    const PhonePlace& place = picture.layout.phone;
    const Language language = picture.frame.language();
    Pen& pen = picture.frame.pen;
    const int query = std::clamp(picture.selected_row(), 0, weights.shape.rows() - 1);
    const RibbonRow row = read_ribbon_row(picture, weights, query);
    pen.text(Face::regular, 13, place.word_x, place.axis_baseline, picture.frame.colours().key, text::key.in(language));
    pen.text(Face::regular, 13, place.query_x, place.axis_baseline, picture.frame.colours().query, text::query_tap.in(language));
    if (row.is_nan()) {
        phone_masked_note(picture, query);
    } else {
        phone_strips(picture, row, query);
    }
    for (int key = 0; key < weights.shape.columns(); ++key) phone_key(picture, weights, row, key);
    for (int token = 0; token < weights.shape.rows(); ++token) {
        phone_query(picture, token, token == query, picture.frame.session.axis_label(weights, weights.shape.rank() - 2, token));
    }
}

}  // namespace dikkat
