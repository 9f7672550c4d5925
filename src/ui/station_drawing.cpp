#include "ui/station_drawing.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "ui/elided_text.h"
#include "ui/item.h"
#include "ui/perturb_row.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr float kSmall = 11, kFormula = 11.5f, kWords = 12, kLabel = 12.5f, kName = 13;

}  // namespace

std::map<std::string, ReadBlock> read_by_the_sum(const Session& session) {
    std::map<std::string, ReadBlock> blocks;
    const std::optional<CellName>& selected = session.view().selection.cell;
    if (!selected) return blocks;
    const std::optional<Explanation> explanation = session.explanation(*selected);
    if (!explanation || explanation->lines.empty()) return blocks;
    for (const Operand& operand : explanation->lines.front().operands) {
        if (operand.node != kNoNode) blocks[session.graph()[operand.node].name].take(operand.cell);
    }
    return blocks;
}

std::optional<Edit> told_edit(const Picture& picture, const StationPlace& place) {
    if (!picture.in_difference() || place.numbers || place.labels || place.area.bottom() > place.matrix.bottom() + 8)
        return std::nullopt;
    std::optional<Edit> only;
    for (const Edit& edit : picture.frame.session.edits()) {
        if (!edit.active || edit.cell.tensor != place.tensor) continue;
        if (only) return std::nullopt;
        only = edit;
    }
    return only && only->before ? only : std::nullopt;
}

StationDrawing::StationDrawing(const Picture& picture, const StationPlace& place, const std::map<std::string, ReadBlock>& read)
    : picture_(picture),
      place_(place),
      tensor_(*picture.find(place.tensor)),
      pen_(picture.frame.pen),
      colours_(picture.frame.colours()) {
    matrix_.tensor = &tensor_;
    matrix_.cells = place.matrix;
    matrix_.numbers = place.numbers;
    matrix_.motion_name = "station/" + place.tensor;
    if (const auto block = read.find(place.tensor); block != read.end()) read_ = block->second;
}

void StationDrawing::cells() { draw_cells(picture_, matrix_); }

void StationDrawing::over_cells() {
    outlines();
    draw_over_cells(picture_, matrix_);
    rings();
    draw_gutter(picture_, matrix_);
}

void StationDrawing::outlines() {
    for (const BlockOutline& block : tensor_.look->blocks) {
        const Rectangle from = matrix_.cell(block.row, block.column);
        const Rectangle area{from.x, from.y, from.width * static_cast<float>(block.columns) - 1,
                             from.height * static_cast<float>(block.rows) - 1};
        pen_.ring(area, colours_.edge, 0, 1);
    }
}

// Cells around it may have any colour, the ring's own too; what is next to it does not.
// The selected token's row, and the rows and columns that the sum reads. Over a difference the gutter speaks instead.
void StationDrawing::rings() {
    if (picture_.in_difference()) return;
    const bool one_row = read_ && read_->row == read_->last_row;
    const bool one_column = read_ && read_->column == read_->last_column && !one_row;
    const int row = picture_.selected_row();
    const bool part_of_it = one_row && rows_are_queries(tensor_) && read_->row == row;
    if (rows_are_queries(tensor_) && row < tensor_.shape.rows() && !part_of_it) {
        ring_over_cells(pen_, matrix_.row(row), colours_.query, 2);
    }
    if (one_row || one_column) {
        const Rectangle first = matrix_.cell(read_->row, read_->column), last = matrix_.cell(read_->last_row, read_->last_column);
        const Rectangle area{first.x, first.y, last.right() - first.x - 1, last.bottom() - first.y - 1};
        const ImU32 ink = rows_are_queries(tensor_) && one_row ? colours_.query : colours_.role(tensor_.look->role);
        ring_over_cells(pen_, area, ink, 2);
    }
    ring_selected_cell(picture_, matrix_);
}

void StationDrawing::row_labels() {
    const int rank = tensor_.shape.rank();
    if (rank < 2) return;
    const float pitch = place_.cell_height, size = pitch >= 17 ? kLabel : kSmall;
    const int step = std::max(1, static_cast<int>(std::ceil(12.0f / pitch)));  // low rows: not every row has room for its word
    const bool has_it = rows_are_tokens(tensor_) && picture_.selected_row() < tensor_.shape.rows();
    const int selected = has_it ? picture_.selected_row() : -1;
    for (int row = 0; row < tensor_.shape.rows(); ++row) {
        if (row != selected && (row % step != 0 || (selected >= 0 && std::abs(row - selected) < step))) continue;
        const Face face = row == selected ? Face::bold : Face::regular;
        std::string word = picture_.frame.session.axis_label(tensor_, rank - 2, row);
        const float room = place_.matrix.x - 10 - place_.area.x;
        word = elided(pen_, face, size, word, room);
        pen_.text_right(face, size, place_.matrix.x - 10, pen_.baseline_in(matrix_.row(row), face, size),
                        row == selected ? colours_.query : colours_.ink2, word);
    }
}

void StationDrawing::column_labels() {
    constexpr float kElided = 34;  // so much of a word still tells which it is
    const int last = tensor_.shape.rank() - 1;
    const auto label = [&](int c) { return picture_.frame.session.axis_label(tensor_, last, c); };
    bool words = false;
    for (int c = 0; c < tensor_.shape.columns(); ++c) words = words || label(c) != std::to_string(c);
    const Face face = words ? Face::regular : Face::mono;
    float widest = 0;
    for (int c = 0; c < tensor_.shape.columns(); ++c) widest = std::max(widest, pen_.width(face, kSmall, label(c)));
    // Numbers stand whole, if need be not at every column; of a word rather the beginning than nothing.
    if (words) widest = std::min(widest, kElided);
    const int step = std::max(1, static_cast<int>(std::ceil((widest + 4) / place_.cell_width)));
    const float room = place_.cell_width * static_cast<float>(step) - 4;
    for (int c = 0; c < tensor_.shape.columns(); c += step) {
        const Rectangle cell = matrix_.cell(0, c);
        const std::string shown = words ? elided(pen_, face, kSmall, label(c), room) : label(c);
        pen_.text_centred(face, kSmall, cell.x + (cell.width - 1) / 2, place_.indices_baseline, colours_.ink3, shown);
    }
}

// A title with its note over a bracket; the note is left out where it would run into the next group.
void StationDrawing::groups() {
    const Language language = picture_.frame.language();
    for (const ColumnGroup& group : tensor_.look->column_groups) {
        if (group.end > tensor_.shape.columns() || group.begin >= group.end) continue;
        const float left = matrix_.cell(0, group.begin).x, right = matrix_.cell(0, group.end - 1).right() - 4;
        const float baseline = place_.groups_baseline, y = baseline + 5;
        const std::string& title = group.title.in(language);
        const std::string& note = group.note.in(language);
        const float after = left + pen_.text(Face::bold, kFormula, left, baseline, colours_.ink2, title) + 6;
        if (after + pen_.width(Face::regular, kFormula, note) <= right) {
            pen_.text(Face::regular, kFormula, after, baseline, colours_.ink3, note);
        }
        pen_.horizontal(left, right, y + 0.5f, colours_.edge);
        pen_.vertical(left + 0.5f, y, y + 4, colours_.edge);
        pen_.vertical(right - 0.5f, y, y + 4, colours_.edge);
    }
}

std::string StationDrawing::bound() const { return shown_bound_words(picture_, matrix_); }

float StationDrawing::detail(float x, float room) {
    const std::string shape = shape_words(tensor_.shape);
    const std::string limit = tensor_.look->formula.empty() || place_.labels ? bound() : "";
    std::string words = limit.empty() ? shape : shape + " " + limit;
    if (pen_.width(Face::mono, kSmall, words) > room) words = limit;
    if (words.empty() || pen_.width(Face::mono, kSmall, words) > room) return 0;
    return pen_.text(Face::mono, kSmall, x, place_.name_baseline, colours_.ink3, words);
}

bool StationDrawing::header_pressed(float right) {
    const Rectangle area{place_.name_x, place_.name_baseline - 12, right - place_.name_x, 16};
    const Item item = make_item(picture_.frame, "station/" + place_.tensor, area, true);
    picture_.frame.out.anchors["station/" + place_.tensor] = place_.area;
    if (item.hovered) {
        picture_.frame.out.hovered_tensor = place_.tensor;
        pen_.horizontal(place_.name_x, right, place_.name_baseline + 3.5f, role_colour(colours_, tensor_));
    }
    draw_focus(picture_.frame, item, area, 2);
    return item.pressed;
}

void StationDrawing::header() {
    const std::string& label = tensor_.look->label.in(picture_.frame.language());
    const float width = pen_.label(Face::bold, kName, place_.name_x, place_.name_baseline, role_colour(colours_, tensor_), label);
    const float end = place_.name_x + width;
    if (header_pressed(end)) picture_.send(OpenStation{picture_.frame.session.view().opened == place_.tensor ? "" : place_.tensor});
    const bool missing = shown_values(tensor_, picture_.show()).empty();
    if (missing) {
        missing_note();
        return;
    }
    // Over labelled cells stands the caption, if there is one.
    const std::string caption = place_.labels ? numbered_words() : "";
    const float right = place_.labels && caption.empty() ? place_.matrix.right() : place_.header_right;
    const bool below = place_.caption_baseline > 0 && tensor_.look->formula.empty() &&
                       place_.area.bottom() > place_.matrix.bottom() + 8 && !place_.labels;
    float after = end;
    if (!below) {
        const float wanted = pen_.width(Face::mono, kSmall, shape_words(tensor_.shape) + " " + bound());
        const float gap = std::clamp((place_.labels ? place_.matrix.x - 6 : place_.matrix.right()) - end - wanted, 6.0f, 13.0f);
        after += gap + detail(end + gap, right - end - gap);
    }
    if (!caption.empty()) numbered_caption(std::max(place_.matrix.x, after + 12), caption);
}

// In the place of the cells that the baseline does not have, or that have no gradient; a neighbour's name may stand right beside
// this one's.
void StationDrawing::missing_note() {
    const float line = 14;
    const Text& note = picture_.in_gradient() ? text::no_gradient : text::not_in_baseline;
    const std::string_view words = note.in(picture_.frame.language());
    const float room = place_.matrix.width - 4;
    std::vector<std::string> lines = wrap(pen_, Face::regular, kSmall, words, room);
    const bool narrow = std::any_of(lines.begin(), lines.end(),
                                    [&](const std::string& each) { return pen_.width(Face::regular, kSmall, each) > room + 4; });
    if (narrow || line * static_cast<float>(lines.size()) > place_.matrix.height + 4) lines = {"–"};
    float baseline = place_.matrix.centre_y() + 4 - line * static_cast<float>(lines.size() - 1) / 2;
    for (const std::string& each : lines) {
        pen_.text_centred(Face::regular, kSmall, place_.matrix.centre_x(), baseline, colours_.ink3, each);
        baseline += line;
    }
}

std::string StationDrawing::numbered_words() const {
    const Language language = picture_.frame.language();
    std::string words = tensor_.look->caption.in(language);
    if (picture_.in_difference() && rows_are_tokens(tensor_) && !tensor_.difference.empty()) {
        const auto still = std::count(tensor_.moved_rows.begin(), tensor_.moved_rows.end(), false);
        const std::size_t dot = words.find(" · ");
        const std::string first = words.substr(0, dot);
        words = first + (first.empty() ? "" : " · ") + fill(text::rows_unchanged.in(language), {{"n", std::to_string(still)}});
    }
    return words;
}

void StationDrawing::numbered_caption(float x, std::string words) {
    if (x + pen_.width(Face::regular, kWords, words) > place_.header_right) words = words.substr(0, words.find(" · "));
    if (x + pen_.width(Face::regular, kWords, words) > place_.header_right) return;
    pen_.text(Face::regular, kWords, x, place_.name_baseline, colours_.ink3, words);
}

void StationDrawing::caption() {
    const std::string& formula = tensor_.look->formula;
    if (place_.labels || place_.area.bottom() < place_.matrix.bottom() + 8) return;
    const float x = place_.name_x, room = place_.header_right - x;
    const std::string limit = bound();
    if (formula.empty()) {
        const std::string words = shape_words(tensor_.shape) + (limit.empty() ? "" : " " + limit);
        pen_.text(Face::mono, kSmall, x, place_.caption_baseline, colours_.ink3, words);
        return;
    }
    // The whole formula, else its left side, else the bound alone. A difference or a gradient is not what the right side says.
    const float wide = pen_.width(Face::mono, kFormula, limit.empty() ? "" : " " + limit);
    std::string part = picture_.in_difference() || picture_.in_gradient() ? formula.substr(0, formula.find(" = ")) : formula;
    if (pen_.formula_width(kFormula, part) + wide > room) part = formula.substr(0, formula.find(" = "));
    float end = x;
    if (pen_.formula_width(kFormula, part) + wide <= room) {
        end += pen_.formula(kFormula, x, place_.caption_baseline, colours_.ink2, part, true) + (limit.empty() ? 0 : 7);
    }
    if (!limit.empty()) pen_.text(Face::mono, kFormula, end, place_.caption_baseline, colours_.ink3, limit);
}

// "0 → 0.30" under a small matrix in which one cell was set; "→ 0.30" where that is too wide.
void StationDrawing::edit_note() {
    const std::optional<Edit> edit = told_edit(picture_, place_);
    if (!edit) return;
    const auto number = [&](float value) { return fixed(static_cast<double>(value), tensor_.decimals, Minus::sign, true); };
    const std::string before = number(*edit->before), now = number(edit->now);
    const float baseline = place_.matrix.bottom() + 13;
    const float wide = pen_.width(Face::mono, kSmall, before) + 20 + pen_.width(Face::mono, kSmall, now);
    float x = place_.matrix.x - 6;
    if (x + 6 + wide <= place_.area.right() + 2) {
        x = place_.matrix.x + pen_.text(Face::mono, kSmall, place_.matrix.x, baseline, colours_.changed, before);
    }
    pen_.sign(Sign::arrow_right, {x + 10, baseline - 3.5f}, 7, colours_.changed, 1);
    pen_.text(Face::mono, kSmall, x + 20, baseline, colours_.changed, now);
}

void StationDrawing::words() {
    header();
    caption();
    edit_note();
    if (!place_.labels) return;
    row_labels();
    column_labels();
    groups();
    // While one of its cells is dragged, the callout stands there.
    const std::optional<CellName> dragged = picture_.editor.dragged();
    const bool covered = dragged && dragged->tensor == place_.tensor;
    if (place_.perturb.height > 0 && !covered) draw_perturb_row(picture_.frame, place_.perturb, place_.tensor);
}

}  // namespace dikkat
