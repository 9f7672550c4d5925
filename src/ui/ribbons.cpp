#include "ui/ribbons.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "ui/elided_text.h"
#include "ui/item.h"
#include "ui/ribbon_row.h"

namespace dikkat {
namespace {

constexpr float kBar = 6;

class Hero {
public:
    explicit Hero(const Picture& picture)
        : picture_(picture), place_(picture.layout.hero), pen_(picture.frame.pen), colours_(picture.frame.colours()) {}

    void draw();

private:
    void lane(const RibbonPlace& place, const TensorReading& weights, const std::string& title);
    void strips(const RibbonPlace& place, const RibbonRow& row, int query);
    void bar(const RibbonPlace& place, const RibbonRow& row, int key, float x);
    void key_words(const RibbonPlace& place, const TensorReading& weights, const RibbonRow& row, int key, float x);
    void masked_note(const RibbonPlace& place, int query);
    void queries(const TensorReading& weights);

    const Picture& picture_;
    const HeroPlace& place_;
    Pen& pen_;
    const Palette& colours_;
};

void Hero::strips(const RibbonPlace& place, const RibbonRow& row, int query) {
    const float box_y = place.keys_above ? place_.queries.y : place_.queries.bottom();
    const float key_y = place.keys_above ? place.bar_y + kBar : place.bar_y;
    const float zone = std::fabs(box_y - key_y), away = place.keys_above ? -1.0f : 1.0f;
    const std::vector<float> levels = bus_levels(row.drawn, query, kRibbonWaist);
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
        strip.waist = ribbon_waist(w * zone * kRibbonWaist, strip.end_width, strip.to_x - strip.from_x);
        strip.level = box_y + away * levels[j] * zone;
        strip.colour = ribbon_colour(colours_, w);
        pen_.ribbon(strip);
        before += w;
    }
}

void Hero::bar(const RibbonPlace& place, const RibbonRow& row, int key, float x) {
    const std::size_t j = static_cast<std::size_t>(key);
    pen_.fill({x, place.bar_y, place_.track, kBar}, with_alpha(colours_.rule, 0.75f));
    if (std::isfinite(row.drawn[j])) {
        pen_.fill({x, place.bar_y, std::clamp(row.drawn[j], 0.0f, 1.0f) * place_.track, kBar}, colours_.weights);
    }
    pen_.fill({x + place_.track - 1, place.bar_y - 1, 1.5f, kBar + 2}, colours_.edge);
    if (!row.baseline.empty() && std::isfinite(row.baseline[j])) {
        const float at = x + row.baseline[j] * place_.track;
        pen_.fill({at - 1.75f, place.bar_y, 3.5f, kBar}, colours_.canvas);  // sets the tick off from the bar
        pen_.fill({at - 0.75f, place.bar_y - 3, 1.5f, kBar + 6}, colours_.ink);
    }
}

void Hero::key_words(const RibbonPlace& place, const TensorReading& weights, const RibbonRow& row, int key, float x) {
    const std::size_t j = static_cast<std::size_t>(key);
    std::string word = picture_.frame.session.axis_label(weights, weights.shape.rank() - 1, key);
    const float word_room = place_.stacked ? place_.track : place_.pitch;
    const float size = fitting_size(pen_, Face::regular, 13, word, word_room);
    word = elided(pen_, Face::regular, size, word, word_room);
    const float after = x + pen_.text(Face::regular, size, x, place.word_baseline, colours_.key, word) + 7.5f;
    const float number_x = place_.stacked ? x : after;
    float number_size = 12;
    const std::string number = row.number(j, weights.decimals);
    const ImU32 ink = row.ink(colours_, j);
    const Face face = row.stands_out(j) ? Face::mono_bold : Face::mono;
    const float room = x + place_.pitch - 3 - number_x, wide = pen_.width(face, number_size, number);
    if (wide > room) number_size = std::max(9.0f, number_size * room / wide);
    pen_.text(face, number_size, number_x, place.number_baseline, ink, number);
}

void Hero::masked_note(const RibbonPlace& place, int query) {
    const std::string words = fill(text::all_keys_masked.in(picture_.frame.language()), {{"n", std::to_string(query)}});
    const float box_y = place.keys_above ? place_.queries.y : place_.queries.bottom();
    const float bar_y = place.keys_above ? place.bar_y + kBar : place.bar_y;
    pen_.text(Face::regular, 12.5f, place_.first_x, (box_y + bar_y) / 2 + 4.5f, colours_.nan, words);
}

void Hero::lane(const RibbonPlace& place, const TensorReading& weights, const std::string& title) {
    const int query = std::clamp(picture_.selected_row(), 0, weights.shape.rows() - 1);
    const RibbonRow row = read_ribbon_row(picture_, weights, query);
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

void Hero::queries(const TensorReading& weights) {
    const Language language = picture_.frame.language();
    const Rectangle& line = place_.queries;
    pen_.text(Face::regular, 12, place_.area.x, line.y + 12.5f, colours_.query, text::query.in(language));
    pen_.text(Face::regular, 11.5f, place_.area.x, line.y + 27, colours_.ink3, text::click_a_token.in(language));
    const int rows = weights.shape.rows();
    for (int token = 0; token < rows; ++token) {
        const std::string full = picture_.frame.session.axis_label(weights, weights.shape.rank() - 2, token);
        const Rectangle box = place_.query(token);
        const Item item = make_item(picture_.frame, "token/" + std::to_string(token), box, true);
        const bool selected = token == std::clamp(picture_.selected_row(), 0, rows - 1);
        const Face face = selected ? Face::bold : Face::regular;
        const float room = place_.track - (selected ? 6.0f : 0.0f);
        const float size = fitting_size(pen_, face, 15, full, room);
        const std::string word = elided(pen_, face, size, full, room);
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
    const std::vector<const RibbonLane*> lanes = shown_ribbons(picture_.screen, picture_.readings);
    for (std::size_t i = 0; i < lanes.size() && i < place_.lanes.size(); ++i) {
        lane(place_.lanes[i], *picture_.find(lanes[i]->tensor), lanes[i]->title.in(picture_.frame.language()));
    }
    if (!lanes.empty()) queries(*picture_.find(lanes.front()->tensor));
}

}  // namespace

void draw_ribbons(const Picture& picture) { Hero(picture).draw(); }

}  // namespace dikkat
