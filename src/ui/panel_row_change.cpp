// The perturbed row with its numbers: before, after and the difference.
#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "imgui.h"
#include "ui/panel_drawing.h"
#include "ui/perturb_row.h"

namespace dikkat {
namespace {

constexpr float kLabelGap = 9, kHead = 40, kGap = 4, kLeastCell = 20, kBestCell = 25, kNarrowestCell = 34;

struct Line {
    Show show;
    const Text& word;
};
constexpr Line kLines[] = {{Show::baseline, text::before}, {Show::value, text::after}, {Show::difference, text::change}};

const TensorReading* tensor_of(const Picture& picture, const Panel& panel) {
    const TensorReading* tensor = panel.tensors.empty() ? nullptr : picture.find(panel.tensors[0].tensor);
    return tensor != nullptr && tensor->shape.rank() == 2 && tensor->shape.size() > 0 ? tensor : nullptr;
}

float label_width(const Picture& picture) {
    float widest = 0;
    for (const Line& line : kLines) {
        widest = std::max(widest, picture.frame.pen.width(Face::regular, kPanelWords, line.word.in(picture.frame.language())));
    }
    return widest + kLabelGap;
}

// One row of the tensor as a matrix whose other rows lie outside of the clip.
MatrixDrawing row_matrix(const TensorReading& tensor, int row, const Rectangle& line, Show show, const std::string& id) {
    MatrixDrawing m;
    m.tensor = &tensor;
    m.cells = {line.x, line.y - line.height * static_cast<float>(row), line.width,
               line.height * static_cast<float>(tensor.shape.rows())};
    m.numbers = true;
    m.number_size = line.width / static_cast<float>(tensor.shape.columns()) >= 44 ? 12.0f : 11.0f;
    m.editable = show == Show::value;
    m.readable = !m.editable;
    m.motion_name = id + "/" + std::to_string(static_cast<int>(show)) + "/" + std::to_string(row);
    m.first_row = row;
    m.rows = 1;
    m.columns = tensor.shape.columns();
    m.show = show;
    m.bound = tensor.bound;
    return m;
}

PanelSize measure(const Picture& picture, const Panel& panel, float) {
    const TensorReading* tensor = tensor_of(picture, panel);
    if (tensor == nullptr) return {};
    const float cells = static_cast<float>(tensor->shape.columns()) * kNarrowestCell;
    return {label_width(picture) + std::min(cells, 480.0f), kHead + 3 * kLeastCell + kGap, kHead + 3 * kBestCell + kGap + 2};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const TensorReading* tensor = tensor_of(picture, panel);
    if (tensor == nullptr) return;
    Frame& frame = picture.frame;
    Pen& pen = frame.pen;
    const Palette& colours = frame.colours();
    const int row = perturbation_of(frame.session, tensor->name, tensor->shape.rows()).row;
    const float labels = label_width(picture);
    const float height = std::clamp((area.height - kHead - kGap - 2) / 3, kLeastCell, kBestCell);
    const float cell = std::max(1.0f, std::floor((area.width - labels) / static_cast<float>(tensor->shape.columns())));
    Rectangle line{area.right() - cell * static_cast<float>(tensor->shape.columns()), area.y + kHead,
                   cell * static_cast<float>(tensor->shape.columns()), std::floor(height)};
    std::vector<MatrixDrawing> matrices;
    for (const Line& each : kLines) {
        if (each.show == Show::difference) line.y += kGap;
        matrices.push_back(row_matrix(*tensor, row, line, each.show, panel.id));
        const Face face = Face::regular;
        pen.text_right(face, kPanelWords, line.x - kLabelGap, pen.baseline_in(line, face, kPanelWords), colours.ink2,
                       each.word.in(frame.language()));
        line.y += line.height;
        draw_cells(picture, matrices.back());
    }
    pen.flush_heatmaps();
    for (const MatrixDrawing& m : matrices) {
        const Rectangle seen = m.row(row);
        ImGui::PushClipRect({seen.x - 4, seen.y - 4}, {seen.right() + 4, seen.bottom() + 4}, true);
        draw_over_cells(picture, m);
        const bool moved = !tensor->difference.empty() && tensor->moved_rows[static_cast<std::size_t>(row)];
        if (m.editable && moved) pen.ring(seen, colours.changed_mark, 3, 1.5f);
        ImGui::PopClipRect();
    }
    const std::string name = tensor->look->label.in(frame.language()) + "[" + frame.session.axis_label(*tensor, 0, row) + "]";
    const float left = area.right() - labels - line.width;
    MatrixDrawing whole = matrices[1];
    draw_map_name(picture, whole, name, left, area.y + kTitleBaseline, area.right());
    draw_column_numbers(picture, matrices[0], area.y + kHead - 6);
    frame.out.anchors["station/" + std::string(tensor->name)] = {left, area.y, area.right() - left, line.y - area.y};
}

}  // namespace

const PanelView kRowChangePanel{"row_change", measure, draw};

}  // namespace dikkat
