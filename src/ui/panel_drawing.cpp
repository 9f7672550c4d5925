#include "ui/panel_drawing.h"

#include <algorithm>
#include <cmath>

#include "ui/elided_text.h"
#include "ui/item.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr float kNoteGap = 12, kNoteLine = 17;

bool note_beside(const Picture& picture, const Panel& panel, float width) {
    const Language language = picture.frame.language();
    const Pen& pen = picture.frame.pen;
    const float title = pen.label_width(Face::bold, kPanelTitle, panel.title.in(language));
    return title + kNoteGap + pen.width(Face::regular, kPanelWords, panel.note.in(language)) <= width;
}

}  // namespace

float panel_title_height(const Picture& picture, const Panel& panel, float width) {
    const std::string& note = panel.note.in(picture.frame.language());
    if (note.empty() || note_beside(picture, panel, width)) return kTitleHeight;
    const std::size_t lines = wrap(picture.frame.pen, Face::regular, kPanelWords, note, width).size();
    return kTitleHeight + kNoteLine * static_cast<float>(lines);
}

float draw_panel_title(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const Language language = picture.frame.language();
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    const std::string& note = panel.note.in(language);
    float baseline = area.y + kTitleBaseline;
    const ImU32 ink = colours.role(panel.role);
    const float width = pen.label(Face::bold, kPanelTitle, area.x, baseline, ink, panel.title.in(language));
    if (note.empty()) return kTitleHeight;
    if (note_beside(picture, panel, area.width)) {
        pen.text(Face::regular, kPanelWords, area.x + width + kNoteGap, baseline, colours.ink2, note);
        return kTitleHeight;
    }
    for (const std::string& line : wrap(pen, Face::regular, kPanelWords, note, area.width)) {
        baseline += kNoteLine;
        pen.text(Face::regular, kPanelWords, area.x, baseline, colours.ink2, line);
    }
    return panel_title_height(picture, panel, area.width);
}

void draw_map_name(const Picture& picture, const MatrixDrawing& matrix, std::string_view name, float x, float baseline,
                   float right) {
    Frame& frame = picture.frame;
    Pen& pen = frame.pen;
    const TensorReading& tensor = *matrix.tensor;
    const ImU32 ink = role_colour(frame.colours(), tensor);
    const std::string_view words = name.empty() ? std::string_view(tensor.look->label.in(frame.language())) : name;
    const float end = x + pen.label(Face::bold, kPanelTitle, x, baseline, ink, words);
    const Rectangle area{x, baseline - 12, end - x, 16};
    const Item item = make_item(frame, "name/" + matrix.motion_name, area, true);
    if (item.hovered) {
        frame.out.hovered_tensor = std::string(tensor.name);
        pen.horizontal(x, end, baseline + 3.5f, ink);
    }
    draw_focus(frame, item, area, 2);
    const std::string opened = frame.session.view().opened == tensor.name ? "" : std::string(tensor.name);
    if (item.pressed) picture.send(OpenStation{opened});
    const bool part = matrix.rows > 0 && matrix.rows < tensor.shape.rows();
    const std::string shape = part ? shape_words(Shape(matrix.rows, matrix.columns)) : shape_words(tensor.shape);
    const std::string bound = shown_bound_words(picture, matrix);
    for (const std::string& detail : {shape + " " + bound, bound}) {
        if (end + 10 + pen.width(Face::mono, kPanelSmall, detail) > right) continue;
        pen.text(Face::mono, kPanelSmall, end + 10, baseline, frame.colours().ink3, detail);
        break;
    }
}

void draw_row_words(const Picture& picture, const MatrixDrawing& matrix, float left) {
    const TensorReading& tensor = *matrix.tensor;
    const int rank = tensor.shape.rank();
    if (rank < 2) return;
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    const float pitch = matrix.cells.height / static_cast<float>(tensor.shape.rows()), right = matrix.cells.x - 10;
    const float size = pitch >= 17 ? kPanelWords : kPanelSmall;
    const int step = std::max(1, static_cast<int>(std::ceil(12 / pitch)));
    for (int row = 0; row < tensor.shape.rows(); row += step) {
        const std::string word =
            elided(pen, Face::regular, size, picture.frame.session.axis_label(tensor, rank - 2, row), right - left);
        pen.text_right(Face::regular, size, right, pen.baseline_in(matrix.row(row), Face::regular, size), colours.ink2, word);
    }
}

void draw_column_numbers(const Picture& picture, const MatrixDrawing& matrix, float baseline) {
    const TensorReading& tensor = *matrix.tensor;
    const int last = tensor.shape.rank() - 1;
    Pen& pen = picture.frame.pen;
    float widest = 0;
    for (int c = 0; c < tensor.shape.columns(); ++c) {
        widest = std::max(widest, pen.width(Face::mono, kPanelSmall, picture.frame.session.axis_label(tensor, last, c)));
    }
    const float pitch = matrix.cells.width / static_cast<float>(tensor.shape.columns());
    const int step = std::max(1, static_cast<int>(std::ceil((widest + 4) / pitch)));
    for (int c = 0; c < tensor.shape.columns(); c += step) {
        const Rectangle cell = matrix.cell(0, c);
        pen.text_centred(Face::mono, kPanelSmall, cell.x + (cell.width - 1) / 2, baseline, picture.frame.colours().ink3,
                         picture.frame.session.axis_label(tensor, last, c));
    }
}

}  // namespace dikkat
