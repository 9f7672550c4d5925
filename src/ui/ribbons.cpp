#include "ui/ribbons.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "ui/elided_text.h"
#include "ui/item.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr float kBar = 6, kWaist = 0.68f;

std::vector<float> row_of(std::span<const float> values, int columns, int row) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row) * columns;
    return {begin, begin + columns};
}

// One lane's row of weights as it is drawn and as it is told.
struct Row {
    std::vector<float> now;       // of the view: value, or baseline
    std::vector<float> baseline;  // of the difference view; else empty
    std::vector<float> change;
    std::vector<float> drawn;     // gliding
    float sum = 0;
    int largest = -1;             // the one weight that stands out, -1 for none

    bool is_nan() const { return std::any_of(now.begin(), now.end(), [](float w) { return std::isnan(w); }); }
};

int standing_out(const std::vector<float>& weights) {
    int best = 0;
    for (int i = 1; i < static_cast<int>(weights.size()); ++i) {
        if (weights[static_cast<std::size_t>(i)] > weights[static_cast<std::size_t>(best)]) best = i;
    }
    const float even = 1 / static_cast<float>(std::max<std::size_t>(1, weights.size()));
    return !weights.empty() && weights[static_cast<std::size_t>(best)] > 1.5f * even ? best : -1;
}

Row read_row(const Picture& picture, const TensorReading& weights, int row) {
    Row r;
    const int columns = weights.shape.columns();
    const bool of_baseline = picture.show() == Show::baseline && !weights.baseline.empty();
    r.now = row_of(of_baseline ? weights.baseline : weights.value, columns, row);
    if (picture.in_difference() && !weights.baseline.empty()) {
        r.baseline = row_of(weights.baseline, columns, row);
        r.change = row_of(weights.difference, columns, row);
    }
    for (const float w : r.now) r.sum += w;
    r.largest = standing_out(r.now);
    const std::span<const float> gliding = picture.motion.glide("ribbons/" + std::string(weights.name), r.now);
    r.drawn.assign(gliding.begin(), gliding.end());
    return r;
}

// The bus levels of one lane: keys up to the query and keys after it, each bus centred in the zone; the outermost key nearest to the
// query, so that no two ribbons cross. 0 is the query's edge, 1 the bars'.
std::vector<float> bus_levels(const std::vector<float>& weights, int query, float waist_share) {
    std::vector<float> levels(weights.size());
    const int count = static_cast<int>(weights.size());
    const auto weight = [&](int i) { return weights[static_cast<std::size_t>(i)]; };
    for (int j = 0; j < count; ++j) {
        float below = 0, bus = 0;
        if (j <= query) {
            for (int i = 0; i <= query && i < count; ++i) bus += weight(i);
            for (int i = 0; i < j; ++i) below += weight(i);
        } else {
            for (int i = query + 1; i < count; ++i) bus += weight(i);
            for (int i = count - 1; i > j; --i) below += weight(i);
        }
        levels[static_cast<std::size_t>(j)] = (1 - bus * waist_share) / 2 + (below + weight(j) / 2) * waist_share;
    }
    return levels;
}

ImU32 ribbon_colour(const Palette& colours, float weight) {
    return with_alpha(colours.weights, (colours.dark ? 0.4f : 0.3f) + 0.55f * weight);
}

class Hero {
public:
    explicit Hero(const Picture& picture)
        : picture_(picture), place_(picture.layout.hero), pen_(picture.frame.pen), colours_(picture.frame.colours()) {}

    void draw();

private:
    void lane(const RibbonPlace& place, const TensorReading& weights, const std::string& title);
    void strips(const RibbonPlace& place, const Row& row, int query);
    void bar(const RibbonPlace& place, const Row& row, int key, float x);
    void key_words(const RibbonPlace& place, const TensorReading& weights, const Row& row, int key, float x);
    void masked_note(const RibbonPlace& place, int query);
    void queries();

    const Picture& picture_;
    const HeroPlace& place_;
    Pen& pen_;
    const Palette& colours_;
};

void Hero::strips(const RibbonPlace& place, const Row& row, int query) {
    const float box_y = place.keys_above ? place_.queries.y : place_.queries.bottom();
    const float key_y = place.keys_above ? place.bar_y + kBar : place.bar_y;
    const float zone = std::fabs(box_y - key_y), away = place.keys_above ? -1.0f : 1.0f;
    const std::vector<float> levels = bus_levels(row.drawn, query, kWaist);
    const float wanted[1] = {place_.query(query).x};
    const float box_x = picture_.motion.glide("ribbons/query", wanted)[0];
    float before = 0;
    for (std::size_t j = 0; j < row.drawn.size(); ++j) {
        const float w = row.drawn[j];
        if (w <= 0) continue;
        RibbonInstance strip{};
        strip.from_x = place_.query(static_cast<int>(j)).x + w * place_.track / 2;
        strip.from_y = key_y;
        strip.to_x = box_x + (before + w / 2) * place_.track;
        strip.to_y = box_y;
        strip.end_width = w * place_.track;
        strip.waist = w * zone * kWaist;
        strip.level = box_y + away * levels[j] * zone;
        strip.colour = ribbon_colour(colours_, w);
        pen_.ribbon(strip);
        before += w;
    }
}

void Hero::bar(const RibbonPlace& place, const Row& row, int key, float x) {
    const std::size_t j = static_cast<std::size_t>(key);
    pen_.fill({x, place.bar_y, place_.track, kBar}, with_alpha(colours_.rule, 0.75f));
    if (std::isfinite(row.drawn[j])) {
        pen_.fill({x, place.bar_y, std::clamp(row.drawn[j], 0.0f, 1.0f) * place_.track, kBar}, colours_.weights);
    }
    pen_.fill({x + place_.track - 1, place.bar_y - 1, 1.5f, kBar + 2}, colours_.edge);
    if (!row.baseline.empty() && std::isfinite(row.baseline[j])) {
        pen_.fill({x + row.baseline[j] * place_.track - 0.75f, place.bar_y - 3, 1.5f, kBar + 6}, colours_.ink);
    }
}

void Hero::key_words(const RibbonPlace& place, const TensorReading& weights, const Row& row, int key, float x) {
    const std::size_t j = static_cast<std::size_t>(key);
    std::string word = picture_.frame.session.axis_label(weights, weights.shape.rank() - 1, key);
    const float word_room = place_.stacked ? place_.track : place_.pitch;
    const float size = fitting_size(pen_, Face::regular, 13, word, word_room);
    word = elided(pen_, Face::regular, size, word, word_room);
    const float after = x + pen_.text(Face::regular, size, x, place.word_baseline, colours_.key, word) + 7.5f;
    const float number_x = place_.stacked ? x : after;
    float number_size = 12;
    std::string number;
    ImU32 ink = colours_.ink;
    Face face = Face::mono;
    if (!row.change.empty()) {
        number = with_sign(static_cast<double>(row.change[j]), weights.decimals);
        ink = row.change[j] == 0 ? colours_.ink3 : colours_.changed;
    } else {
        number = fixed(static_cast<double>(row.now[j]), weights.decimals, Minus::sign, true);
        if (key == row.largest) face = Face::mono_bold;
    }
    if (std::isnan(row.now[j])) ink = colours_.nan;
    const float room = x + place_.pitch - 3 - number_x, wide = pen_.width(face, number_size, number);
    if (wide > room) number_size = std::max(9.0f, number_size * room / wide);
    pen_.text(face, number_size, number_x, place.number_baseline, ink, number);
}

void Hero::masked_note(const RibbonPlace& place, int query) {
    const std::string words =
        fill(text::all_keys_masked.in(picture_.frame.language()), {{"n", std::to_string(query)}});
    const float box_y = place.keys_above ? place_.queries.y : place_.queries.bottom();
    const float bar_y = place.keys_above ? place.bar_y + kBar : place.bar_y;
    pen_.text(Face::regular, 12.5f, place_.first_x, (box_y + bar_y) / 2 + 4.5f, colours_.nan, words);
}

void Hero::lane(const RibbonPlace& place, const TensorReading& weights, const std::string& title) {
    const int query = std::clamp(picture_.selected_row(), 0, weights.shape.rows() - 1);
    const Row row = read_row(picture_, weights, query);
    const Rectangle& area = place_.area;
    pen_.text(Face::bold, 13, area.x, place.title_baseline, colours_.ink, title);
    pen_.text(Face::regular, 12, area.x, place.key_label_baseline, colours_.key, text::key.in(picture_.frame.language()));
    if (row.is_nan()) {
        masked_note(place, query);
    } else {
        strips(place, row, query);
        pen_.flush_ribbons();
    }
    for (int key = 0; key < weights.shape.columns(); ++key) {
        const float x = place_.query(key).x;
        bar(place, row, key, x);
        key_words(place, weights, row, key, x);
    }
    pen_.text_right(Face::mono, 12, area.right(), place.number_baseline, colours_.ink3,
                    "Σ " + fixed(static_cast<double>(row.sum), weights.decimals));
}

void select_token(const Picture& picture, int token) {
    Select select;
    select.row = token;
    picture.send(select);
}

void Hero::queries() {
    const Language language = picture_.frame.language();
    const Rectangle& line = place_.queries;
    pen_.text(Face::regular, 12, place_.area.x, line.y + 12.5f, colours_.query, text::query.in(language));
    pen_.text(Face::regular, 11.5f, place_.area.x, line.y + 27, colours_.ink3, text::click_a_token.in(language));
    const std::vector<std::string>& tokens = picture_.frame.session.document().tokens;
    for (int token = 0; token < static_cast<int>(tokens.size()); ++token) {
        const Rectangle box = place_.query(token);
        const Item item = make_item(picture_.frame, "token/" + std::to_string(token), box, true);
        const bool selected = token == picture_.selected_row();
        const Face face = selected ? Face::bold : Face::regular;
        const float room = place_.track - (selected ? 6.0f : 0.0f);
        const float size = fitting_size(pen_, face, 15, tokens[static_cast<std::size_t>(token)], room);
        const std::string word = elided(pen_, face, size, tokens[static_cast<std::size_t>(token)], room);
        const float inset = selected ? std::clamp(place_.track - pen_.width(face, size, word), 2.0f, 10.0f) : 0.0f;
        if (selected) {
            const float wanted[1] = {box.x};
            const float x = picture_.motion.glide("ribbons/query", wanted)[0];
            pen_.fill({x, box.y, box.width, box.height}, colours_.query);
        }
        const float width = pen_.text(face, size, box.x + inset, line.y + 19.5f, selected ? colours_.paper : colours_.query, word);
        if (item.hovered && !selected) pen_.horizontal(box.x, box.x + width, line.y + 24, colours_.query, 1.5f);
        draw_focus(picture_.frame, item, box, 2);
        if (item.pressed && !selected) select_token(picture_, token);
    }
}

void Hero::draw() {
    const std::vector<const RibbonLane*> lanes = shown_ribbons(picture_.frame.session, picture_.readings);
    for (std::size_t i = 0; i < lanes.size() && i < place_.lanes.size(); ++i) {
        lane(place_.lanes[i], *picture_.find(lanes[i]->tensor), lanes[i]->title.in(picture_.frame.language()));
    }
    if (!lanes.empty()) queries();
}

}  // namespace

void draw_ribbons(const Picture& picture) { Hero(picture).draw(); }

namespace {

void phone_strips(const Picture& picture, const Row& row, int query) {
    const PhonePlace& place = picture.layout.phone;
    const float from = place.bar_x + place.bar_width, to = place.query_x;
    const Rectangle box = place.query(query);
    const float waist = std::min(30.0f, place.row_pitch * kWaist), length = to - from;
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
        strip.waist = w * waist;
        strip.level = to - levels[j] * length;
        strip.colour = ribbon_colour(picture.frame.colours(), w);
        picture.frame.pen.ribbon(strip);
        before += w;
    }
    picture.frame.pen.flush_ribbons();
}

void phone_key(const Picture& picture, const TensorReading& weights, const Row& row, int key) {
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
        pen.fill({bar.x - 3, bar.y + row.baseline[j] * bar.height - 0.75f, bar.width + 6, 1.5f}, colours.ink);
    }
    const Face face = row.change.empty() && key == row.largest ? Face::mono_bold : Face::mono;
    const std::string number = row.change.empty() ? fixed(static_cast<double>(row.now[j]), weights.decimals, Minus::sign, true)
                                                  : with_sign(static_cast<double>(row.change[j]), weights.decimals);
    const ImU32 ink = std::isnan(row.now[j]) ? colours.nan : row.change.empty() ? colours.ink
                      : row.change[j] == 0 ? colours.ink3 : colours.changed;
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
    const float x = place.bar_x + place.bar_width + 12, line = 16;
    float baseline = place.first_row + 4;
    for (const std::string& each : wrap(pen, Face::regular, 12, words, place.query_x - 10 - x)) {
        pen.text(Face::regular, 12, x, baseline, picture.frame.colours().nan, each);
        baseline += line;
    }
}

void phone_query(const Picture& picture, int token, const std::string& word) {
    const PhonePlace& place = picture.layout.phone;
    const Palette& colours = picture.frame.colours();
    Pen& pen = picture.frame.pen;
    const Rectangle box = place.query(token);
    const Item item = make_item(picture.frame, "token/" + std::to_string(token), box, true);
    const bool selected = token == picture.selected_row();
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
    const Row row = read_row(picture, weights, query);
    pen.text(Face::regular, 13, place.word_x, place.axis_baseline, picture.frame.colours().key, text::key.in(language));
    pen.text(Face::regular, 13, place.query_x, place.axis_baseline, picture.frame.colours().query, text::query_tap.in(language));
    if (row.is_nan()) {
        phone_masked_note(picture, query);
    } else {
        phone_strips(picture, row, query);
    }
    for (int key = 0; key < weights.shape.columns(); ++key) phone_key(picture, weights, row, key);
    const std::vector<std::string>& tokens = picture.frame.session.document().tokens;
    for (int token = 0; token < static_cast<int>(tokens.size()); ++token) {
        phone_query(picture, token, tokens[static_cast<std::size_t>(token)]);
    }
}

}  // namespace dikkat
