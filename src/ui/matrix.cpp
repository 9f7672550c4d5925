#include "ui/matrix.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "imgui.h"

namespace dikkat {
namespace {

// The seen part of a row-major matrix.
std::vector<float> part_of(std::span<const float> values, const MatrixDrawing& m) {
    const int columns = m.tensor->shape.columns();
    std::vector<float> part;
    part.reserve(static_cast<std::size_t>(m.rows) * static_cast<std::size_t>(m.columns));
    for (int row = 0; row < m.rows; ++row) {
        for (int column = 0; column < m.columns; ++column) {
            part.push_back(values[static_cast<std::size_t>((m.first_row + row) * columns + m.first_column + column)]);
        }
    }
    return part;
}

MatrixDrawing seen(const MatrixDrawing& matrix) {
    MatrixDrawing m = matrix;
    if (m.rows == 0) {
        m.rows = m.tensor->shape.rows();
        m.columns = m.tensor->shape.columns();
    }
    return m;
}

bool is_seen(int index, int first, int count) { return index >= first && index < first + count; }

Rectangle seen_area(const MatrixDrawing& m) {
    const Rectangle first = m.cell(m.first_row, m.first_column);
    return {first.x, first.y, first.width * static_cast<float>(m.columns), first.height * static_cast<float>(m.rows)};
}

// Where a value stands on its map's 256 texels, 0..1.
float on_map(float value, double bound, bool weights_map) {
    const float share = static_cast<float>(static_cast<double>(value) / bound);
    return std::clamp(weights_map ? share : 0.5f + share / 2, 0.0f, 1.0f);
}

// What the heatmap draws as half a tile.
bool is_masked(float value) { return std::isinf(value) && value < 0; }

std::string cell_words(const TensorReading& tensor, float value, Show show) {
    if (show == Show::gradient) return fixed(static_cast<double>(value), std::max(2, tensor.decimals));
    if (show != Show::difference) return fixed(static_cast<double>(value), tensor.decimals);
    // A change needs the digits of what was typed: 1.30 to 0.55 is -0.75 where the cell itself shows one decimal.
    return with_sign(static_cast<double>(value), std::max(2, tensor.decimals));
}

float number_room(const Rectangle& cell) { return cell.width - (cell.width < 40 ? 3.0f : 6.0f); }

// One size for all numbers of a matrix: a sign makes none smaller than its neighbours.
float number_size(const Picture& picture, const MatrixDrawing& m) {
    const std::string widest = cell_words(*m.tensor, m.tensor->weights_map ? 1.0f : -1.0f, show_of(picture, m));
    const float width = picture.frame.pen.width(Face::mono, m.number_size, widest);
    return std::max(8.5f, m.number_size * std::min(1.0f, number_room(m.cell(0, 0)) / width));
}

void draw_number(const Picture& picture, const MatrixDrawing& m, const Rectangle& cell, float value, float size, ImU32 ink) {
    Pen& pen = picture.frame.pen;
    const std::string words = cell_words(*m.tensor, value, show_of(picture, m));
    const float room = number_room(cell), width = pen.width(Face::mono, size, words);
    if (width > room) size = std::max(8.5f, size * room / width);
    const float middle = cell.x + (cell.width - 1) / 2;
    const Rectangle line{cell.x, cell.y, cell.width, cell.height - 1};
    pen.text_centred(Face::mono, size, middle, pen.baseline_in(line, Face::mono, size), ink, words);
}

void draw_nan(const Picture& picture, const MatrixDrawing& m, const Rectangle& cell) {
    if (!m.numbers) return;
    Pen& pen = picture.frame.pen;
    const float width = pen.width(Face::mono, 11, "NaN");
    const float middle = cell.x + (cell.width - 1) / 2;
    const Rectangle chip{middle - width / 2 - 2, cell.y + 3, width + 4, cell.height - 7};
    pen.fill(chip, picture.frame.colours().tile, 1);
    pen.text_centred(Face::mono, 11, middle, pen.baseline_in(chip, Face::mono, 11), picture.frame.colours().ink, "NaN");
}

bool has_weights_map(const Picture& picture, const MatrixDrawing& m) {
    const Show show = show_of(picture, m);
    return m.tensor->weights_map && show != Show::difference && (show != Show::gradient || m.tensor->kind == Kind::mask);
}

// Of a matrix that is not edited: what the cell under the pointer is, and a press that opens its sum.
void read_cell(const Picture& picture, const MatrixDrawing& m, std::span<const float> values) {
    const Rectangle area = seen_area(m);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsWindowHovered() || !area.contains(mouse.x, mouse.y) || picture.editor.dragging()) return;
    const TensorReading& tensor = *m.tensor;
    const Cell cell = cell_at({&tensor, 0, m.cells, m.numbers, false}, mouse.x, mouse.y);
    const Rectangle place = m.cell(cell.row, cell.column);
    picture.frame.pen.ring(picture.frame.pen.snap(Rectangle{place.x, place.y, place.width - 1, place.height - 1}),
                           picture.frame.colours().ink, 1.5f, 2);
    const int decimals = std::max(tensor.decimals, 3);
    const double value = static_cast<double>(values[index_of(tensor.shape, cell)]);
    picture.frame.out.tooltip =
        tensor.look->label.in(picture.frame.language()) + place_in_words(picture.frame.session, tensor, cell) + "  " +
        (show_of(picture, m) == Show::difference ? with_sign(value, decimals) : fixed(value, decimals, Minus::sign, true));
    picture.frame.out.hovered_tensor = std::string(tensor.name);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) picture.send(Select{std::string(tensor.name), 0, cell.row, cell.column});
}

}  // namespace

std::string shown_bound_words(const Picture& picture, const MatrixDrawing& matrix) {
    const bool signs = !has_weights_map(picture, matrix) && matrix.tensor->kind != Kind::mask;
    const bool there = !shown_values(*matrix.tensor, show_of(picture, matrix)).empty();
    return signs && there ? bound_words(shown_bound(picture, matrix)) : "";
}

std::string shown_bound_words(const Picture& picture, const TensorReading& tensor) {
    MatrixDrawing matrix;
    matrix.tensor = &tensor;
    return shown_bound_words(picture, matrix);
}

Rectangle MatrixDrawing::cell(int row_index, int column) const {
    const float width = cells.width / static_cast<float>(tensor->shape.columns());
    const float height = cells.height / static_cast<float>(tensor->shape.rows());
    return {cells.x + width * static_cast<float>(column), cells.y + height * static_cast<float>(row_index), width, height};
}

Rectangle MatrixDrawing::row(int index) const {
    const float height = cells.height / static_cast<float>(tensor->shape.rows());
    return {cells.x, cells.y + height * static_cast<float>(index), cells.width - 1, height - 1};
}

Show show_of(const Picture& picture, const MatrixDrawing& matrix) { return matrix.show.value_or(picture.show()); }

double shown_bound(const Picture& picture, const MatrixDrawing& matrix) {
    const TensorReading& tensor = *matrix.tensor;
    if (matrix.bound) return *matrix.bound;
    if (show_of(picture, matrix) == Show::difference) return picture.bounds.of(tensor);
    if (show_of(picture, matrix) == Show::gradient && tensor.kind != Kind::mask) return tensor.gradient_bound;
    if (tensor.kind == Kind::mask) return 2;  // what is visible is a quiet tone, not the largest weight there can be
    return tensor.weights_map ? 1.0 : tensor.bound;
}

double shown_bound(const Picture& picture, const TensorReading& tensor) {
    MatrixDrawing matrix;
    matrix.tensor = &tensor;
    return shown_bound(picture, matrix);
}

void draw_cells(const Picture& picture, const MatrixDrawing& matrix) {
    const MatrixDrawing m = seen(matrix);
    const TensorReading& tensor = *m.tensor;
    const Show show = show_of(picture, m);
    const std::span<const float> values = shown_values(tensor, show);
    const Rectangle area = seen_area(m);
    Pen& pen = picture.frame.pen;
    if (values.empty()) {  // not in the baseline, or without a gradient: a hole
        pen.fill({area.x, area.y, area.width - 1, area.height - 1}, picture.frame.colours().sunken);
        return;
    }
    const std::vector<float> part = part_of(values, m);
    const double bound = shown_bound(picture, m);
    const bool weights_map = has_weights_map(picture, m);
    // Gliding numbers are shares of the bound, so that a change of view glides as well; at rest the very values are drawn.
    std::vector<float> shares = part;
    for (float& value : shares) value = static_cast<float>(static_cast<double>(value) / (bound > 0 ? bound : 1));
    const std::string name = m.motion_name + (weights_map ? "/weights" : "/signed");
    const std::span<const float> gliding = picture.motion.glide(name, shares);
    const bool at_rest = picture.motion.arrived(name);
    const float map_bound = at_rest && bound > 0 ? static_cast<float>(bound) : 1.0f;
    if (Drawing* drawing = pen.drawing()) drawing->name_tensor(tensor.name, show, m.first_row, m.first_column);
    pen.heatmap(area, m.rows, m.columns, at_rest ? std::span<const float>(part) : gliding,
                colour_map(weights_map, pen.colours().dark), map_bound, show == Show::difference);
}

void draw_over_cells(const Picture& picture, const MatrixDrawing& matrix) {
    const MatrixDrawing m = seen(matrix);
    const TensorReading& tensor = *m.tensor;
    const Show show = show_of(picture, m);
    const std::span<const float> values = shown_values(tensor, show);
    const double bound = shown_bound(picture, m);
    const bool weights_map = has_weights_map(picture, m);
    const ColourMap map = colour_map(weights_map, picture.frame.colours().dark);
    const float size = m.numbers ? number_size(picture, m) : 0;
    for (int row = m.first_row; row < m.first_row + m.rows && !values.empty(); ++row) {
        for (int column = m.first_column; column < m.first_column + m.columns; ++column) {
            const std::size_t index = index_of(tensor.shape, {0, row, column});
            const float value = values[index];
            const Rectangle cell = m.cell(row, column);
            if (std::isnan(value)) {
                draw_nan(picture, m, cell);
            } else if (m.numbers && !(show == Show::difference && value == 0)) {
                const bool quiet = value == 0 || is_masked(value);
                const ImU32 ink = quiet ? picture.frame.colours().ink3 : ink_over(map, on_map(value, bound, weights_map));
                draw_number(picture, m, cell, value, size, ink);
            }
        }
    }
    if (m.editable) {
        picture.editor.matrix(picture.frame, {m.tensor, 0, m.cells, m.numbers, tensor.kind == Kind::mask, m.first_row,
                                              m.first_column, m.rows, m.columns});
    }
    if (m.readable && !values.empty()) read_cell(picture, m, values);
}

void ring_over_cells(Pen& pen, const Rectangle& area, ImU32 colour, float radius) {
    pen.ring(area.grown(1.5f), pen.colours().tile, radius + 1.5f, 1);
    pen.ring(area, colour, radius, 1.5f);
}

void ring_selection(const Picture& picture, const MatrixDrawing& matrix) {
    if (picture.in_difference()) return;
    const MatrixDrawing m = seen(matrix);
    Pen& pen = picture.frame.pen;
    if (const int row = picture.selected_row(); rows_are_queries(*m.tensor) && is_seen(row, m.first_row, m.rows)) {
        const Rectangle area = seen_area(m), line = m.row(row);
        pen.ring({area.x, line.y, area.width - 1, line.height}, pen.colours().query, 2, 1.5f);
    }
    ring_selected_cell(picture, matrix);
}

void ring_selected_cell(const Picture& picture, const MatrixDrawing& matrix) {
    const MatrixDrawing m = seen(matrix);
    Pen& pen = picture.frame.pen;
    const std::optional<CellName>& selected = picture.frame.session.view().selection.cell;
    if (!selected || selected->tensor != m.tensor->name || selected->cell.head != 0) return;
    const auto [head, row, column] = selected->cell;
    if (!is_seen(row, m.first_row, m.rows) || !is_seen(column, m.first_column, m.columns)) return;
    const Rectangle cell = m.cell(row, column);
    ring_over_cells(pen, {cell.x, cell.y, cell.width - 1, cell.height - 1}, pen.colours().ink, 1);
}

void draw_gutter(const Picture& picture, const MatrixDrawing& matrix) {
    const TensorReading& tensor = *matrix.tensor;
    if (show_of(picture, matrix) != Show::difference || !has_gutter(tensor)) return;
    const MatrixDrawing m = seen(matrix);
    const Palette& colours = picture.frame.colours();
    Pen& pen = picture.frame.pen;
    const float x = seen_area(m).right();
    for (int row = m.first_row; row < m.first_row + m.rows; ++row) {
        const Rectangle line = m.row(row);
        if (tensor.moved_rows[static_cast<std::size_t>(row)]) {
            const float inset = line.height > 16 ? 1.0f : 0.5f;
            pen.fill({x + 3, line.y + inset, 3, line.height - 2 * inset}, colours.changed_mark);
        } else {
            const float half = line.height >= 6 ? 1.75f : 1.0f;
            pen.horizontal(x + 2, x + 9, line.centre_y() - half, colours.ink2);
            pen.horizontal(x + 2, x + 9, line.centre_y() + half, colours.ink2);
        }
    }
}

}  // namespace dikkat
