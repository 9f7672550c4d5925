// Margins: matrices with the mean ± std of every row at their right and of every column under them. What is normalised stands
// straight.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/number.h"
#include "app/text.h"
#include "imgui_internal.h"
#include "ui/mean_std.h"
#include "ui/panel_drawing.h"
#include "ui/plot.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr float kLeastSlot = 128, kSlotGap = 32, kLineGap = 14;  // of one matrix with its margin
constexpr float kHead = 44;                                      // over the cells: name, then a note
constexpr float kFoot = 52;                                      // under them: the margin of the columns
constexpr float kTickBaseline = 16;                              // of the numbers under a margin, which end over the next one's
constexpr float kColumnTop = 24, kColumnHeight = 27;
constexpr float kLeastCell = 7, kBestCell = 7;  // height
constexpr float kSmall = 11, kWords = 12.5f, kNoteLine = 16;
constexpr int kTicks = 4;

struct Range {
    double low = 0, high = 0;
    bool empty = true;

    void take(double value) {
        if (!std::isfinite(value)) return;
        low = empty ? value : std::min(low, value);
        high = empty ? value : std::max(high, value);
        empty = false;
    }
};

struct Margin {  // of one matrix
    const PanelTensor* shown = nullptr;
    const TensorReading* tensor = nullptr;
    std::vector<MeanStd> rows, columns;                // of what is shown: the values, or the baseline's
    std::vector<MeanStd> rows_before, columns_before;  // difference view: the baseline's
    Rectangle slot, cells;
    Rectangle row_margin, column_margin;

    bool normalised(bool along_rows) const { return shown->axis == (along_rows ? "row" : "column"); }
    bool is_normalised() const { return !shown->axis.empty(); }
};

struct Lines {  // how many matrices stand side by side, and how wide each is
    int count = 1;
    float label = 0, slot = 0;
    float head = kHead;  // over the cells
};

std::string row_word(const Picture& picture) { return std::string(text::margin_row_axis.in(picture.frame.language())); }
std::string column_word(const Picture& picture) { return std::string(text::margin_column_axis.in(picture.frame.language())); }

std::vector<std::string> note_of(const Picture& picture, const PanelTensor& shown, float slot) {
    return wrap(picture.frame.pen, Face::regular, kWords, shown.note.in(picture.frame.language()), slot + kSlotGap - 8);
}

Lines lines_of(const Picture& picture, const Panel& panel, float width) {
    const Pen& pen = picture.frame.pen;
    const std::size_t matrices = panel.tensors.size();
    Lines lines;
    lines.label = std::max(pen.width(Face::regular, 12, row_word(picture)), pen.width(Face::regular, 12, column_word(picture))) + 8;
    const float room = width - lines.label + kSlotGap;
    lines.count =
        std::clamp(static_cast<int>(room / (kLeastSlot + kSlotGap)), 1, static_cast<int>(std::max<std::size_t>(1, matrices)));
    lines.slot = room / static_cast<float>(lines.count) - kSlotGap;
    std::size_t note = 1;
    for (const PanelTensor& shown : panel.tensors) note = std::max(note, note_of(picture, shown, lines.slot).size());
    lines.head = kHead + kNoteLine * static_cast<float>(note - 1);
    return lines;
}

class MarginsDrawing {
public:
    MarginsDrawing(const Picture& picture, const Panel& panel, const Rectangle& area);

    void draw();

private:
    void place(const Rectangle& area);
    void find_ranges();
    void highlight();
    void header(const Margin& margin);
    void row_words(const Margin& margin);
    void sign_between();
    void outline(const Margin& margin);
    void axis(const Margin& margin);
    void draw_rows(const Margin& margin);
    void draw_columns(const Margin& margin);
    void bar(const Margin& margin, bool along_rows, int index, float low, float high, float middle, float across);
    bool moved(const Margin& margin, bool along_rows, int index) const;
    void point_at(const Margin& margin);

    const Range& range(const Margin& margin) const { return margin.is_normalised() ? normalised_ : plain_; }
    // From 0 to 1 on the margin's axis.
    float share(const Margin& margin, double value) const {
        const Range& of = range(margin);
        return static_cast<float>((value - of.low) / (of.high - of.low));
    }
    // What is normalised stands between −1 and 1.
    std::vector<double> ticks(const Margin& margin) const {
        const Range& of = range(margin);
        if (margin.is_normalised() && of.low <= -0.9 && of.high >= 0.9 && of.high - of.low < 8) return {-1, 0, 1};
        return round_ticks(of.low, of.high, kTicks);
    }
    MatrixDrawing matrix(const Margin& margin) const {
        MatrixDrawing m;
        m.tensor = margin.tensor;
        m.cells = margin.cells;
        m.motion_name = "margins/" + margin.shown->tensor;
        return m;
    }

    const Picture& picture_;
    const Panel& panel_;
    Pen& pen_;
    const Palette& colours_;
    Language language_;
    std::vector<Margin> margins_;
    Lines lines_;
    Range plain_, normalised_;
    int row_ = 0, column_ = 0;  // that stand out
};

MarginsDrawing::MarginsDrawing(const Picture& picture, const Panel& panel, const Rectangle& area)
    : picture_(picture),
      panel_(panel),
      pen_(picture.frame.pen),
      colours_(picture.frame.colours()),
      language_(picture.frame.language()) {
    for (const PanelTensor& shown : panel.tensors) {
        const TensorReading* tensor = picture.find(shown.tensor);
        if (tensor == nullptr || tensor->shape.size() == 0) continue;
        Margin margin;
        margin.shown = &shown;
        margin.tensor = tensor;
        const std::span<const float> values = picture.show() == Show::baseline ? tensor->baseline : tensor->value;
        const int columns = tensor->shape.columns();
        margin.rows = row_mean_stds(values, columns);
        margin.columns = column_mean_stds(values, columns);
        if (picture.in_difference()) {
            margin.rows_before = row_mean_stds(tensor->baseline, columns);
            margin.columns_before = column_mean_stds(tensor->baseline, columns);
        }
        margins_.push_back(std::move(margin));
    }
    lines_ = lines_of(picture, panel, area.width);
    place(area);
    find_ranges();
    highlight();
}

void MarginsDrawing::place(const Rectangle& area) {
    const int count = static_cast<int>(margins_.size());
    const int lines = (count + lines_.count - 1) / lines_.count;
    const float gaps = kLineGap * static_cast<float>(std::max(0, lines - 1));
    const float line_height = (area.height - gaps) / static_cast<float>(std::max(1, lines));
    for (int i = 0; i < count; ++i) {
        Margin& margin = margins_[static_cast<std::size_t>(i)];
        const Shape& shape = margin.tensor->shape;
        const float rows = static_cast<float>(shape.rows()), columns = static_cast<float>(shape.columns());
        const float x = area.x + lines_.label + (lines_.slot + kSlotGap) * static_cast<float>(i % lines_.count);
        const float y = area.y + (line_height + kLineGap) * static_cast<float>(i / lines_.count);
        margin.slot = {std::floor(x), std::floor(y), lines_.slot, line_height};
        const float wide = std::max(2.0f, std::floor(lines_.slot * 0.47f / columns));
        const float high = std::max(2.0f, std::floor((line_height - lines_.head - kFoot) / rows));
        margin.cells = {margin.slot.x, margin.slot.y + lines_.head, wide * columns, high * rows};
        const float left = margin.cells.right() + std::max(14.0f, std::floor(lines_.slot * 0.1f));
        margin.row_margin = {left, margin.cells.y, margin.slot.right() - left, margin.cells.height};
        margin.column_margin = {margin.cells.x, margin.cells.bottom() + kColumnTop, margin.cells.width, kColumnHeight};
    }
}

// What is normalised shares one axis, so that straight and ragged margins compare; during a drag it only grows.
void MarginsDrawing::find_ranges() {
    for (const Margin& margin : margins_) {
        Range& of = margin.is_normalised() ? normalised_ : plain_;
        for (const std::vector<MeanStd>* all : {&margin.rows, &margin.columns, &margin.rows_before, &margin.columns_before}) {
            for (const MeanStd& each : *all) of.take(each.mean - each.std), of.take(each.mean + each.std);
        }
    }
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    ImGuiID id = ImGui::GetCurrentWindow()->GetID(("margins/" + panel_.id).c_str());
    for (Range* of : {&plain_, &normalised_}) {
        const float low = memory.GetFloat(id, std::nanf("")), high = memory.GetFloat(id + 1, std::nanf(""));
        if (held) of->take(static_cast<double>(low)), of->take(static_cast<double>(high));
        if (of->empty) of->low = -1, of->high = 1;
        if (of->high - of->low < 1e-6) of->low -= 1, of->high += 1;
        memory.SetFloat(id, static_cast<float>(of->low));
        memory.SetFloat(id + 1, static_cast<float>(of->high));
        id += 2;
    }
}

// The selected cell's row and column, or what the pointer is over in a margin.
void MarginsDrawing::highlight() {
    const std::optional<CellName>& selected = picture_.frame.session.view().selection.cell;
    for (const Margin& margin : margins_) {
        if (selected && selected->tensor == margin.shown->tensor) row_ = selected->cell.row, column_ = selected->cell.column;
    }
    if (!ImGui::IsWindowHovered()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const Margin& margin : margins_) {
        const Rectangle rows{margin.cells.x, margin.cells.y, margin.row_margin.right() - margin.cells.x, margin.cells.height};
        const Rectangle columns{margin.cells.x, margin.cells.y, margin.cells.width, margin.column_margin.bottom() - margin.cells.y};
        const float high = margin.cells.height / static_cast<float>(margin.tensor->shape.rows());
        const float wide = margin.cells.width / static_cast<float>(margin.tensor->shape.columns());
        if (rows.contains(mouse.x, mouse.y)) row_ = static_cast<int>((mouse.y - margin.cells.y) / high);
        if (columns.contains(mouse.x, mouse.y)) column_ = static_cast<int>((mouse.x - margin.cells.x) / wide);
    }
}

void MarginsDrawing::header(const Margin& margin) {
    const float x = margin.slot.x, baseline = margin.slot.y + kTitleBaseline;
    draw_map_name(picture_, matrix(margin), {}, x, baseline, margin.slot.right());
    std::map<std::string, Rectangle>& anchors = picture_.frame.out.anchors;
    anchors["station/" + margin.shown->tensor] = {x, margin.slot.y, margin.row_margin.right() - x,
                                                  margin.column_margin.bottom() - margin.slot.y};
    const std::string name = "panel/" + panel_.id + "/" + margin.shown->tensor;
    anchors[name + "/rows"] = margin.row_margin;
    anchors[name + "/columns"] = margin.column_margin;
    float note = baseline + 18;
    for (const std::string& words : note_of(picture_, *margin.shown, margin.slot.width)) {
        pen_.text(Face::regular, kWords, x, note, colours_.ink2, words);
        note += kNoteLine;
    }
}

// The first and the last row's numbers, and what the two margins are of; of the first matrix in each line.
void MarginsDrawing::row_words(const Margin& margin) {
    const float right = margin.cells.x - 8;
    const int last = margin.tensor->shape.rows() - 1;
    const MatrixDrawing m = matrix(margin);
    for (const int row : {0, last}) {
        pen_.text_right(Face::mono, kSmall, right, pen_.baseline_in(m.row(row), Face::mono, kSmall), colours_.ink2,
                        std::to_string(row));
    }
    pen_.text_right(Face::regular, 12, right, pen_.baseline_in(margin.cells, Face::regular, 12), colours_.ink2, row_word(picture_));
    pen_.text_right(Face::regular, 12, right, pen_.baseline_in(margin.column_margin, Face::regular, 12), colours_.ink2,
                    column_word(picture_));
}

// Between what goes in and what comes out.
void MarginsDrawing::sign_between() {
    for (std::size_t i = 1; i < margins_.size(); ++i) {
        const Margin &before = margins_[i - 1], &after = margins_[i];
        if (before.is_normalised() || !after.is_normalised() || after.slot.x <= before.slot.x) continue;
        const float x = (before.row_margin.right() + after.cells.x) / 2;
        pen_.sign(Sign::chevron_right, {x, after.cells.centre_y()}, 8, colours_.ink2);
    }
}

// One row or column shows along what the matrix is normalised.
void MarginsDrawing::outline(const Margin& margin) {
    if (!margin.is_normalised()) return;
    const MatrixDrawing m = matrix(margin);
    const Shape& shape = margin.tensor->shape;
    Rectangle area = m.row(std::min(row_, shape.rows() - 1));
    if (!margin.normalised(true)) {
        const Rectangle column = m.cell(0, std::min(column_, shape.columns() - 1));
        area = {column.x, margin.cells.y, column.width - 1, margin.cells.height - 1};
    }
    pen_.ring(area.grown(1), role_colour(colours_, *margin.tensor), 2, 2);
}

void MarginsDrawing::axis(const Margin& margin) {
    const Rectangle &rows = margin.row_margin, &columns = margin.column_margin;
    float free_from = -std::numeric_limits<float>::infinity();
    const std::vector<double> all = ticks(margin);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const float at = share(margin, all[i]);
        const bool middle = i > 0 && i + 1 < all.size();
        const float x = rows.x + rows.width * at, y = columns.bottom() - columns.height * at;
        pen_.vertical(x, rows.y - 2, rows.bottom() + 2, middle ? colours_.hair : colours_.rule);
        pen_.horizontal(columns.x, columns.right(), y, middle ? colours_.hair : colours_.rule);
        const std::string words = fixed(all[i], std::fabs(all[i] - std::round(all[i])) < 1e-9 ? 0 : 1, Minus::sign, true);
        const float width = pen_.width(Face::mono, kSmall, words);
        if (x - width / 2 >= free_from) {
            pen_.text_centred(Face::mono, kSmall, x, rows.bottom() + kTickBaseline, colours_.ink3, words);
            free_from = x + width / 2 + 4;
        }
        if (!middle) pen_.text(Face::mono, kSmall, columns.right() + 5, y + 4, colours_.ink3, words);
    }
}

bool MarginsDrawing::moved(const Margin& margin, bool along_rows, int index) const {
    const std::vector<MeanStd>& now = along_rows ? margin.rows : margin.columns;
    const std::vector<MeanStd>& before = along_rows ? margin.rows_before : margin.columns_before;
    const std::size_t at = static_cast<std::size_t>(index);
    return picture_.in_difference() && at < before.size() &&
           (!same_number(now[at].mean, before[at].mean) || !same_number(now[at].std, before[at].std));
}

// From mean − std to mean + std with a dot at the mean.
void MarginsDrawing::bar(const Margin& margin, bool along_rows, int index, float low, float high, float middle, float across) {
    const bool stands_out = index == (along_rows ? row_ : column_);
    const ImU32 ink = moved(margin, along_rows, index) ? colours_.changed_mark
                      : margin.normalised(along_rows)  ? role_colour(colours_, *margin.tensor)
                      : stands_out && along_rows       ? colours_.ink
                                                       : colours_.ink3;
    const bool thick = stands_out && along_rows;
    if (along_rows) {
        pen_.horizontal(low, high, across, thick ? colours_.ink : ink, thick ? 2 : 1);
        pen_.disc({middle, across}, thick ? 3.0f : 2.0f, thick ? colours_.ink : ink);
    } else {
        pen_.vertical(across, high, low, ink, 1);
        pen_.disc({across, middle}, 2, ink);
    }
}

void MarginsDrawing::draw_rows(const Margin& margin) {
    const MatrixDrawing m = matrix(margin);
    const Rectangle& area = margin.row_margin;
    for (int row = 0; row < static_cast<int>(margin.rows.size()); ++row) {
        const MeanStd& of = margin.rows[static_cast<std::size_t>(row)];
        if (!std::isfinite(of.mean) || !std::isfinite(of.std)) continue;
        const auto x = [&](double value) { return area.x + area.width * share(margin, value); };
        bar(margin, true, row, x(of.mean - of.std), x(of.mean + of.std), x(of.mean), m.row(row).centre_y());
    }
}

void MarginsDrawing::draw_columns(const Margin& margin) {
    const MatrixDrawing m = matrix(margin);
    const Rectangle& area = margin.column_margin;
    for (int column = 0; column < static_cast<int>(margin.columns.size()); ++column) {
        const MeanStd& of = margin.columns[static_cast<std::size_t>(column)];
        if (!std::isfinite(of.mean) || !std::isfinite(of.std)) continue;
        const auto y = [&](double value) { return area.bottom() - area.height * share(margin, value); };
        bar(margin, false, column, y(of.mean - of.std), y(of.mean + of.std), y(of.mean), m.cell(0, column).centre_x() - 0.5f);
    }
}

// A row or a column under the pointer says its mean and std in numbers.
void MarginsDrawing::point_at(const Margin& margin) {
    if (!ImGui::IsWindowHovered()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool rows = margin.row_margin.contains(mouse.x, mouse.y), columns = margin.column_margin.contains(mouse.x, mouse.y);
    if (!rows && !columns) return;
    const std::vector<MeanStd>& all = rows ? margin.rows : margin.columns;
    const int index = rows ? row_ : column_;
    if (index >= static_cast<int>(all.size())) return;
    const MeanStd& of = all[static_cast<std::size_t>(index)];
    const Text& sentence = rows ? text::margin_row : text::margin_column;
    picture_.frame.out.tooltip = fill(sentence.in(language_), {{"tensor", margin.tensor->look->label.in(language_)},
                                                               {"n", std::to_string(index)},
                                                               {"mean", fixed(of.mean, 3, Minus::sign, true)},
                                                               {"std", fixed(of.std, 3, Minus::sign, true)}});
    picture_.frame.out.hovered_tensor = margin.shown->tensor;
}

void MarginsDrawing::draw() {
    for (const Margin& margin : margins_) draw_cells(picture_, matrix(margin));
    pen_.flush_heatmaps();
    float line = std::numeric_limits<float>::quiet_NaN();
    for (const Margin& margin : margins_) {
        axis(margin);
        draw_rows(margin);
        draw_columns(margin);
        draw_over_cells(picture_, matrix(margin));
        outline(margin);
        header(margin);
        if (margin.slot.y != line) row_words(margin);
        line = margin.slot.y;
        point_at(margin);
    }
    sign_between();
}

int most_rows(const Picture& picture, const Panel& panel) {
    int rows = 1;
    for (const PanelTensor& shown : panel.tensors) {
        if (const TensorReading* tensor = picture.find(shown.tensor)) rows = std::max(rows, tensor->shape.rows());
    }
    return rows;
}

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const Lines lines = lines_of(picture, panel, width);
    const int high = (static_cast<int>(panel.tensors.size()) + lines.count - 1) / lines.count;
    const float rows = static_cast<float>(most_rows(picture, panel));
    const auto height = [&](float cell) {
        return static_cast<float>(high) * (lines.head + kFoot + rows * cell + kLineGap) - kLineGap;
    };
    return {std::min(2.0f, static_cast<float>(panel.tensors.size())) * kLeastSlot + kSlotGap + lines.label, height(kLeastCell),
            height(kBestCell)};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) { MarginsDrawing(picture, panel, area).draw(); }

}  // namespace

const PanelView kMarginsPanel{"margins", measure, draw};

}  // namespace dikkat
