#include "ui/phone_opened.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/text.h"
#include "imgui.h"
#include "ui/dock.h"
#include "ui/item.h"
#include "ui/matrix.h"
#include "ui/opened_station.h"

namespace dikkat {
namespace {

constexpr float kClose = 44;
constexpr float kTop = 92, kBelow = 16;                  // over and under the rows
constexpr float kRowsRoom = 436, kRow = 64, kCell = 44;  // of all rows; of one with its word, of its cells alone: at most
constexpr float kLeastRow = 4;                           // of more the canvas grows
constexpr float kWord = 15, kWordsFrom = 40;             // rows that are lower have no words
constexpr float kLeastSum = 56;                          // its two lines where no cell is selected

// Title, size and axes, with the signs that copy and close.
void draw_head(const Picture& picture, const TensorReading& tensor) {
    const Language language = picture.frame.language();
    const Palette& colours = picture.frame.colours();
    Pen& pen = picture.frame.pen;
    const Rectangle& content = picture.layout.content;
    const Rectangle close{content.right() - kClose, 10, kClose, kClose};
    const std::string& title = tensor.look->title.in(language);
    const float room = draw_copy_button(picture, tensor, close) - content.x - 12;
    float size = 16;
    const std::string& words = title.empty() ? tensor.look->label.in(language) : title;
    size = std::max(12.0f, std::min(size, size * room / std::max(1.0f, pen.label_width(Face::bold, size, words))));
    pen.label(Face::bold, size, content.x, 32, role_colour(colours, tensor), words);
    const std::string bound = shown_bound_words(picture, tensor);
    float x = content.x;
    x += pen.text(Face::mono, 12, x, 50, colours.ink3, shape_words(tensor.shape) + (bound.empty() ? "" : " " + bound)) + 14;
    if (rows_are_tokens(tensor) && columns_are_keys(tensor)) {
        x += pen.text(Face::regular, 12.5f, x, 50, colours.query, text::query_axis.in(language)) + 8;
        pen.text(Face::regular, 12.5f, x, 50, colours.key, text::key_axis.in(language));
    }
    const Item item = make_item(picture.frame, "station/close", close, true);
    pen.sign(Sign::close, {close.centre_x(), close.centre_y()}, 14, colours.ink);
    draw_focus(picture.frame, item, close, 6);
    if (item.pressed || (!picture.editor.dragging() && ImGui::IsKeyPressed(ImGuiKey_Escape, false))) picture.send(OpenStation{""});
}

// One of so many columns is named: the numbers of all might run into each other.
int numbers_shown(const Pen& pen, int columns, float cell_width) {
    const float widest = pen.width(Face::regular, 9, std::to_string(columns - 1)) + 3;
    int every = 1;
    for (const int next : {2, 5, 10}) {
        if (widest > cell_width * static_cast<float>(every)) every = next;
    }
    return every;
}

void draw_column_words(const Picture& picture, const TensorReading& tensor, float cell_width) {
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    const int every = numbers_shown(pen, tensor.shape.columns(), cell_width);
    for (int column = 0; column < tensor.shape.columns(); column += every) {
        const std::string word = picture.frame.session.axis_label(tensor, tensor.shape.rank() - 1, column);
        const float middle = picture.layout.content.x + cell_width * (static_cast<float>(column) + 0.5f);
        float small = 11;
        const float wide = pen.width(Face::regular, small, word);
        if (wide > cell_width - 4) small = std::max(9.0f, small * (cell_width - 4) / wide);
        const std::string shown = pen.width(Face::regular, small, word) <= cell_width - 2 ? word : std::to_string(column);
        pen.text_centred(Face::regular, small, middle, kTop - 12, columns_are_keys(tensor) ? colours.key : colours.ink3, shown);
    }
}

// The whole matrix over the whole width; the rows' words over the rows, where a finger does not cover them. Answers where it ends.
float draw_lines(const Picture& picture, const TensorReading& tensor) {
    const Palette& colours = picture.frame.colours();
    Pen& pen = picture.frame.pen;
    const Rectangle& content = picture.layout.content;
    const float columns = static_cast<float>(tensor.shape.columns()), rows = static_cast<float>(tensor.shape.rows());
    // Not what the canvas has beyond: it grows with the sum, and the rows would leave the finger that opened it.
    const float room = std::min(kRowsRoom, picture.frame.surroundings.height - kTop - kBelow);
    const float row_height = std::clamp(std::floor(room / rows), kLeastRow, kRow);
    const bool words = row_height >= kWordsFrom;
    const float cell_height = std::min(kCell, row_height - (words ? kWord + 4 : 0.0f));
    const float cell_width = std::floor(content.width / columns);
    draw_column_words(picture, tensor, cell_width);
    for (int row = 0; row < tensor.shape.rows(); ++row) {
        const float y = kTop + row_height * static_cast<float>(row);
        if (words && tensor.shape.rank() > 1) {
            const bool selected = rows_are_tokens(tensor) && row == picture.selected_row();
            pen.text(selected ? Face::bold : Face::regular, 12.5f, content.x, y + 10.5f, selected ? colours.query : colours.ink2,
                     picture.frame.session.axis_label(tensor, tensor.shape.rank() - 2, row));
        }
        MatrixDrawing line;
        line.tensor = &tensor;
        const float line_y = y + (words ? kWord + 2 : 0.0f);
        line.cells = {content.x, line_y - cell_height * static_cast<float>(row), cell_width * columns, cell_height * rows};
        line.numbers = cell_width >= 28 && cell_height >= 18;
        line.number_size = 12;
        line.first_row = row;
        line.rows = 1;
        line.columns = tensor.shape.columns();
        line.motion_name = "opened/" + std::string(tensor.name) + "/" + std::to_string(row);
        draw_cells(picture, line);
        pen.flush_heatmaps();
        ImGui::PushClipRect({content.x - 4, line_y - 2}, {content.right() + 4, line_y + cell_height + 2}, true);
        draw_over_cells(picture, line);
        ring_selection(picture, line);
        ImGui::PopClipRect();
        draw_gutter(picture, line);
    }
    return kTop + row_height * rows;
}

}  // namespace

bool draw_phone_opened(const Picture& picture) {
    const std::string& name = picture.frame.session.view().opened;
    const TensorReading* tensor = name.empty() ? nullptr : picture.find(name);
    if (tensor == nullptr || tensor->shape.size() == 0) return false;
    Frame& frame = picture.frame;
    draw_head(picture, *tensor);
    const float top = std::ceil(draw_lines(picture, *tensor)) + kBelow, width = picture.layout.content.width;
    const SumCard card(frame, width);
    frame.out.needed_height = std::ceil(top + card.height() + kBelow);
    const Rectangle sum{picture.layout.content.x, top, width, frame.surroundings.height - kBelow - top};
    if (sum.height < kLeastSum) return true;
    frame.pen.horizontal(sum.x, sum.right(), top + 0.5f, frame.colours().hair);
    card.draw(sum);
    return true;
}

}  // namespace dikkat
