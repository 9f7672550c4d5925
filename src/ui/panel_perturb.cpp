// Which token's row is perturbed, how strongly, and by which draw.
#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "ui/field.h"
#include "ui/panel_drawing.h"
#include "ui/perturb_row.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr float kButton = 34, kButtonGap = 4, kLabelGap = 16, kDie = 17, kNoteLine = 17, kNoteGap = 12;
constexpr float kLeastPitch = 34, kBestPitch = 40;
constexpr Slide kStrength{0, kStrongestPerturbation, 0.1, 1};

const TensorReading* tensor_of(const Picture& picture, const Panel& panel) {
    const TensorReading* tensor = panel.tensors.empty() ? nullptr : picture.find(panel.tensors[0].tensor);
    return tensor != nullptr && tensor->shape.rank() == 2 ? tensor : nullptr;
}

void send(const Picture& picture, const TensorReading& tensor, const PerturbationState& state, std::uint64_t gesture) {
    picture.frame.out.commands.push_back(
        {PerturbRow{std::string(tensor.name), state.row, state.strength, state.direction}, gesture});
}

float label_column(const Picture& picture) {
    const Language language = picture.frame.language();
    const Pen& pen = picture.frame.pen;
    return kLabelGap + std::max(pen.width(Face::bold, kPanelTitle, text::perturbed_token.in(language)),
                                pen.width(Face::bold, kPanelTitle, text::strength_label.in(language)));
}

float button_width(const Picture& picture) { return picture.frame.surroundings.coarse_pointer ? 44.0f : kButton; }

// One button for each row; a list of the tokens where they have no room.
void choose_row(const Picture& picture, const TensorReading& tensor, const PerturbationState& state, const Rectangle& line) {
    Frame& frame = picture.frame;
    const int rows = tensor.shape.rows();
    int chosen = -1;
    const float pitch = std::min(button_width(picture) + kButtonGap, std::floor(line.width / static_cast<float>(rows)));
    if (pitch >= 28) {
        for (int row = 0; row < rows; ++row) {
            const Rectangle place{line.x + pitch * static_cast<float>(row), line.y, pitch - kButtonGap, line.height};
            const std::string anchor = "perturb/token/" + std::to_string(row);
            if (choice(frame, anchor, place, std::to_string(row), row == state.row)) chosen = row;
        }
    } else {
        std::vector<std::string> tokens;
        for (int row = 0; row < rows; ++row) tokens.push_back(frame.session.axis_label(tensor, 0, row));
        const std::string& label = tokens[static_cast<std::size_t>(state.row)];
        const float width = std::min(line.width, std::ceil(menu_width(frame, label)));
        chosen = menu(frame, "perturb/token", {line.x, line.y, width, line.height}, label, tokens, state.row);
    }
    if (chosen < 0 || chosen == state.row) return;
    PerturbationState other = state;
    other.row = chosen;
    send(picture, tensor, other, 0);
}

// "seed 0": of the die, or of the recipe whose own draw it is.
std::string seed_words(const Session& session, const Direction& direction) {
    if (direction.seed) return std::to_string(*direction.seed);
    const std::optional<double> seed = setting_in_force(session.document(), "seed");
    return seed ? fixed(*seed, 0, Minus::sign, true) : direction.draw;
}

std::string note_words(const Picture& picture, const TensorReading& tensor) {
    return fill(text::perturb_puts.in(picture.frame.language()), {{"width", std::to_string(tensor.shape.columns())}});
}

float seed_width(const Picture& picture) {
    const Pen& pen = picture.frame.pen;
    return pen.width(Face::regular, kPanelWords, text::seed.in(picture.frame.language())) + 5 +
           pen.width(Face::mono, kPanelWords, "000");
}

float note_lines(const Picture& picture, const TensorReading& tensor, float width) {
    const float x = kDie + 8 + seed_width(picture) + kNoteGap;
    const std::string words = note_words(picture, tensor);
    if (x + picture.frame.pen.width(Face::regular, kPanelWords, words) <= width) return 0;
    return static_cast<float>(wrap(picture.frame.pen, Face::regular, kPanelWords, words, width).size());
}

void draw_direction(const Picture& picture, const TensorReading& tensor, const PerturbationState& state, const Rectangle& line) {
    Frame& frame = picture.frame;
    Pen& pen = frame.pen;
    const Palette& colours = frame.colours();
    if (die(frame, "perturb/die", {line.x, line.centre_y() - kDie / 2, kDie, kDie})) {
        send(picture, tensor, another_seed(state), 0);
    }
    float x = line.x + kDie + 8;
    float baseline = pen.baseline_in(line, Face::regular, kPanelWords);
    const std::string seed = seed_words(frame.session, state.direction);
    const float word = pen.text(Face::regular, kPanelWords, x, baseline, colours.ink2, text::seed.in(frame.language())) + 5;
    const float number = pen.text(Face::mono, kPanelWords, x + word, baseline, colours.ink2, seed);
    const std::string note = note_words(picture, tensor);
    if (note_lines(picture, tensor, line.width) == 0) {
        x += word + number + kNoteGap;
        pen.text(Face::regular, kPanelWords, x, baseline, colours.ink2, note);
        return;
    }
    baseline = line.bottom() + 10;
    for (const std::string& words : wrap(pen, Face::regular, kPanelWords, note, line.width)) {
        pen.text(Face::regular, kPanelWords, line.x, baseline, colours.ink2, words);
        baseline += kNoteLine;
    }
}

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const TensorReading* tensor = tensor_of(picture, panel);
    if (tensor == nullptr) return {};
    const float line = line_height(picture), touch = line - 28;
    const float notes = kNoteLine * note_lines(picture, *tensor, width);
    const float least_width = label_column(picture) + std::min(5 * 32.0f, static_cast<float>(tensor->shape.rows()) * 32);
    return {std::max(250.0f, least_width), 2 * (kLeastPitch + touch) + line + notes, 2 * (kBestPitch + touch) + line + notes + 8};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const TensorReading* tensor = tensor_of(picture, panel);
    if (tensor == nullptr || tensor->shape.size() == 0) return;
    Frame& frame = picture.frame;
    Pen& pen = frame.pen;
    PerturbationState state = perturbation_of(frame.session, tensor->name, tensor->shape.rows());
    const Language language = frame.language();
    const float line = line_height(picture), column = label_column(picture);
    const float notes = kNoteLine * note_lines(picture, *tensor, area.width);
    const float pitch = std::clamp((area.height - line - notes) / 2, kLeastPitch, kBestPitch + line - 28);
    const Rectangle tokens{area.x + column, area.y, area.width - column, line};
    const Rectangle strength{area.x + column, area.y + pitch, std::min(area.width - column, 200.0f), line};
    const auto label = [&](const Rectangle& beside, std::string_view words) {
        pen.text(Face::bold, kPanelTitle, area.x, pen.baseline_in(beside, Face::bold, kPanelTitle), frame.colours().ink, words);
    };
    label(tokens, text::perturbed_token.in(language));
    label(strength, text::strength_label.in(language));
    choose_row(picture, *tensor, state, tokens);
    const SliderResult slid = draw_slide(picture, "perturb/strength", kStrength, state.strength, strength);
    if (slid.changed) {
        state.strength = slid.value;
        send(picture, *tensor, state, slid.gesture);
    }
    draw_direction(picture, *tensor, state, {area.x, area.y + 2 * pitch, area.width, line});
}

}  // namespace

const PanelView kPerturbPanel{"perturb", measure, draw};

}  // namespace dikkat
