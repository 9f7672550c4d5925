#include "ui/perturb_row.h"

#include <algorithm>

#include "app/number.h"
#include "app/text.h"
#include "ui/sum_story.h"
#include "ui/widgets.h"
#include "ui/wrapped_text.h"

namespace dikkat {

namespace {

constexpr float kSize = 13, kNoteSize = 12;
constexpr float kLabelColumn = 84;  // the row labels' column of the matrix above
constexpr float kWidestSlider = 120, kNarrowestSlider = 40;

using State = PerturbationState;

// A named draw of the recipe comes before the die has been thrown.
Direction first_direction(const Document& document) {
    for (const Part& part : document.parts) {
        for (const Draw& draw : part.draws) {
            if (part.name.empty() && draw.type == Draw::Type::named_randn) return {draw.name, std::nullopt};
        }
    }
    return {"", 0};
}

State state_of(const Session& session, std::string_view tensor, int rows) {
    State state{std::clamp(session.view().selection.row, 0, rows - 1), 0, first_direction(session.document())};
    const auto found = session.document().perturbations.find(std::string(tensor));
    if (found == session.document().perturbations.end()) return state;
    state.direction = found->second.direction;
    if (found->second.row == state.row) state.strength = found->second.strength;
    return state;
}

bool belongs_to_a_part(const Document& document, std::string_view name) {
    return std::any_of(document.parts.begin(), document.parts.end(), [&](const Part& part) {
        return !part.name.empty() && name.substr(0, part.name.size() + 1) == part.name + ".";
    });
}

// What the main part gives out in the end.
std::string last_tensor(const Session& session) {
    std::string last;
    for (const Node& node : session.graph().nodes()) {
        if (!node.name.empty() && node.kind == Kind::output && !belongs_to_a_part(session.document(), node.name)) last = node.name;
    }
    return last;
}

std::string seed_in_words(const Direction& direction) { return direction.seed ? std::to_string(*direction.seed) : direction.draw; }

void send(Frame& frame, std::string_view tensor, const State& state, std::uint64_t gesture) {
    frame.out.commands.push_back({PerturbRow{std::string(tensor), state.row, state.strength, state.direction}, gesture});
}

struct Places {  // on the row's one line
    float label_x = 0, slider_x = 0, slider_width = 0, strength_x = 0, die_x = 0;
};

Places places_of(const Frame& frame, const Rectangle& area, float label, float strength, float seed) {
    Places places;
    const bool in_column = label + 10 <= kLabelColumn;
    places.label_x = in_column ? area.x + kLabelColumn - 10 - label : area.x;
    places.slider_x = in_column ? area.x + kLabelColumn : area.x + label + 10;
    const float room = area.right() - places.slider_x - (strength + 17 + 6 + seed);
    const float air = room < kNarrowestSlider + 28 ? 8.0f : 14.0f;  // around the strength
    places.slider_width = std::clamp(room - 2 * air, kNarrowestSlider, kWidestSlider);
    places.strength_x = places.slider_x + places.slider_width + air;
    places.die_x = std::max(places.strength_x + strength + air, std::min(places.strength_x + 74, area.right() - seed - 23));
    (void)frame;
    return places;
}

}  // namespace

PerturbationState perturbation_of(const Session& session, std::string_view tensor, int rows) {
    State state = state_of(session, tensor, rows);
    const auto found = session.document().perturbations.find(std::string(tensor));
    if (found == session.document().perturbations.end() || found->second.row >= rows) return state;
    return {found->second.row, found->second.strength, found->second.direction};
}

PerturbationState another_seed(const PerturbationState& state) {
    return {state.row, state.strength, {"", state.direction.seed ? *state.direction.seed + 1 : 0}};
}

std::string perturbation_in_words(const Session& session, std::string_view tensor) {
    const auto found = session.document().perturbations.find(std::string(tensor));
    if (found == session.document().perturbations.end() || found->second.strength == 0) return {};
    const std::optional<TensorReading> last = session.read(last_tensor(session));
    if (!last || last->moved_rows.empty()) return {};
    const Language language = session.view().language;
    const std::string name = plain_label(last->look->label.in(language));
    std::string same;
    int moved = 0;
    for (std::size_t row = 0; row < last->moved_rows.size(); ++row) {
        if (last->moved_rows[row]) {
            ++moved;
        } else {
            same += (same.empty() ? "" : ", ") + session.axis_label(*last, 0, static_cast<int>(row));
        }
    }
    const Text& sentence = moved == 0     ? text::perturb_none_moved
                           : same.empty() ? text::perturb_all_moved
                                          : text::perturb_some_moved;
    const std::optional<TensorReading> perturbed = session.read(tensor);
    const std::string token = perturbed ? session.axis_label(*perturbed, 0, found->second.row) : "";
    return fill(sentence.in(language), {{"token", token}, {"tensor", name}, {"n", std::to_string(moved)}, {"tokens", same}});
}

void draw_perturb_row(Frame& frame, const Rectangle& area, std::string_view tensor) {
    const std::optional<TensorReading> reading = frame.session.read(tensor);
    if (!reading || reading->shape.rank() != 2) return;
    const Palette& colours = frame.colours();
    const Language language = frame.language();
    Pen& pen = frame.pen;
    State state = state_of(frame.session, tensor, reading->shape.rows());
    const std::string word = std::string(text::perturb.in(language)) + " ",
                      token = frame.session.axis_label(*reading, 0, state.row);
    const std::string strength_word(state.strength == 0 ? text::strength_off.in(language) : text::strength.in(language));
    const std::string strength_figure = state.strength == 0 ? "" : " " + fixed(state.strength, 2);
    const std::string seed_word = std::string(text::seed.in(language)) + " ", seed = seed_in_words(state.direction);

    const float word_width = pen.width(Face::bold, kSize, word), label = word_width + pen.width(Face::bold, kSize, token);
    const float strength_width =
        std::max(pen.width(Face::regular, kSize, text::strength_off.in(language)),
                 pen.width(Face::regular, kSize, text::strength.in(language)) + pen.width(Face::mono, kSize, " 0.00"));
    const float seed_width = pen.width(Face::regular, kSize, seed_word) + pen.width(Face::mono, kSize, seed);
    const Places places = places_of(frame, area, label, strength_width, seed_width);
    const Rectangle line{area.x, area.y, area.width, 28};
    const float baseline = pen.baseline_in(line, Face::regular, kSize);
    pen.text(Face::bold, kSize, places.label_x, baseline, colours.ink, word);
    pen.text(Face::bold, kSize, places.label_x + word_width, baseline, colours.query, token);

    const SliderResult strength = slider(frame, "perturb/strength", {places.slider_x, area.y, places.slider_width, 28}, 0,
                                         kStrongestPerturbation, state.strength);
    if (strength.changed) {
        state.strength = strength.value;
        send(frame, tensor, state, strength.gesture);
    }
    const float after = pen.text(Face::regular, kSize, places.strength_x, baseline, colours.ink2, strength_word);
    pen.text(Face::mono, kSize, places.strength_x + after, baseline, colours.ink, strength_figure);
    if (die(frame, "perturb/die", {places.die_x, line.centre_y() - 8.5f, 17, 17})) {
        state = another_seed(state);
        send(frame, tensor, state, 0);
    }
    const float before = pen.text(Face::regular, kSize, places.die_x + 23, baseline, colours.ink2, seed_word);
    pen.text(Face::mono, kSize, places.die_x + 23 + before, baseline, colours.ink2, seed);

    const std::string outcome = perturbation_in_words(frame.session, tensor);
    const std::string note = fill(text::perturb_note.in(language), {{"width", std::to_string(reading->shape.columns())}});
    const float note_x = area.x + kLabelColumn;
    float note_baseline = baseline + 26;
    for (const std::string& words : wrap(pen, Face::regular, kNoteSize, outcome.empty() ? note : outcome, area.right() - note_x)) {
        pen.text(Face::regular, kNoteSize, note_x, note_baseline, outcome.empty() ? colours.ink3 : colours.ink, words);
        note_baseline += 16;
    }
}

}  // namespace dikkat
