#include "ui/phone.h"

#include <algorithm>
#include <cmath>

#include "app/text.h"
#include "imgui.h"
#include "ui/choosers.h"
#include "ui/item.h"
#include "ui/matrix.h"
#include "ui/opened_station.h"
#include "ui/phone_ribbons.h"
#include "ui/toolbar.h"

namespace dikkat {
namespace {

constexpr float kThumbnailWords = 12.5f;

const RibbonLane* shown_lane(const Picture& picture) {
    std::vector<const RibbonLane*> lanes;
    for (const RibbonLane& lane : picture.screen.ribbons) {
        if (picture.find(lane.tensor) != nullptr) lanes.push_back(&lane);
    }
    if (lanes.empty()) return nullptr;
    // Where names have a hole for the head, the lanes are the chosen ones; else one for each head.
    const int lane = picture.frame.session.view().head - picture.screen.lanes_head;
    return lanes[static_cast<std::size_t>(std::clamp(lane, 0, static_cast<int>(lanes.size()) - 1))];
}

// The selected token's row as one line of large cells. It is a matrix whose other rows lie outside of the clip.
void draw_row(const Picture& picture) {
    const TensorReading* tensor = picture.find(picture.screen.narrow_row);
    if (tensor == nullptr) return;
    const PhonePlace& place = picture.layout.phone;
    const Palette& colours = picture.frame.colours();
    const Language language = picture.frame.language();
    Pen& pen = picture.frame.pen;
    const int row = std::clamp(picture.selected_row(), 0, tensor->shape.rows() - 1);
    const int rank = tensor->shape.rank();
    const std::string name = tensor->look->label.in(language) + "[" +
                             (rank > 1 ? picture.frame.session.axis_label(*tensor, rank - 2, row) : std::string()) + "]";
    const std::string caption = tensor->look->caption.in(language);
    const float right = picture.layout.content.right();
    const std::string hint{text::drag_or_tap.in(language)};
    const float hint_x = right - pen.text_right(Face::regular, 12.5f, right, place.row_name_baseline, colours.ink3, hint);
    const float after = place.row.x + pen.label(Face::bold, 14, place.row.x, place.row_name_baseline, colours.ink, name) + 12;
    const std::string kind = caption.substr(0, caption.find(" · "));
    if (after + pen.width(Face::regular, 13, kind) < hint_x - 8) {
        pen.text(Face::regular, 13, after, place.row_name_baseline, colours.ink3, kind);
    }
    MatrixDrawing matrix;
    matrix.tensor = tensor;
    matrix.cells = {place.row.x, place.row.y - place.row.height * static_cast<float>(row), place.row.width,
                    place.row.height * static_cast<float>(tensor->shape.rows())};
    matrix.numbers = true;
    matrix.number_size = 14;
    matrix.first_row = row;
    matrix.rows = 1;
    matrix.columns = tensor->shape.columns();
    matrix.motion_name = "row/" + std::string(tensor->name);
    draw_cells(picture, matrix);
    pen.flush_heatmaps();
    ImGui::PushClipRect({place.row.x - 4, place.row.y - 4}, {place.row.right() + 4, place.row.bottom() + 4}, true);
    draw_over_cells(picture, matrix);
    for (const ColumnGroup& group : tensor->look->column_groups) {
        if (group.begin > 0)
            pen.vertical(matrix.cell(row, group.begin).x - 0.5f, place.row.y, place.row.bottom() - 1, colours.query, 1.5f);
    }
    pen.ring(matrix.row(row), colours.query, 3, 1.5f);
    ImGui::PopClipRect();
    // Cells of the other rows are not on this screen.
    for (int other = 0; other < tensor->shape.rows(); ++other) {
        for (int column = 0; other != row && column < tensor->shape.columns(); ++column) {
            picture.frame.out.anchors.erase(cell_anchor(*tensor, {0, other, column}));
        }
    }
}

MatrixDrawing thumbnail_matrix(const Picture& picture, const TensorReading& tensor, float centre) {
    const PhonePlace& place = picture.layout.phone;
    const float rows = static_cast<float>(tensor.shape.rows()), columns = static_cast<float>(tensor.shape.columns());
    const float ratio = picture.frame.pen.ratio();
    const auto cell = [&](float room, float count) {
        return std::max(1.0f, std::floor(std::min(room / count, 7.0f) * ratio)) / ratio;
    };
    const float width = cell(place.thumbnail_size, columns), height = cell(place.thumbnail_size - 4, rows);
    MatrixDrawing matrix;
    matrix.tensor = &tensor;
    matrix.cells = {std::floor(centre - width * columns / 2), std::floor(place.thumbnails.y + 21 - height * rows / 2),
                    width * columns, height * rows};
    matrix.editable = false;
    matrix.motion_name = "thumbnail/" + std::string(tensor.name);
    return matrix;
}

// Each has its share of the line; what a long word needs beyond it, the others give.
std::vector<float> thumbnail_widths(const Picture& picture) {
    const float pitch = picture.layout.phone.thumbnail_pitch;
    std::vector<float> widths;
    float wanted = 0, long_ones = 0;
    for (const Thumbnail& thumbnail : picture.screen.thumbnails) {
        const std::string& label = thumbnail.label.in(picture.frame.language());
        widths.push_back(std::max(pitch, picture.frame.pen.width(Face::bold, kThumbnailWords, label) + 6));
        wanted += widths.back() - pitch;
        long_ones += widths.back() > pitch ? 1.0f : 0.0f;
    }
    const float others = static_cast<float>(widths.size()) - long_ones;
    const float given = std::min(wanted, others * pitch * 0.15f);
    for (float& width : widths) {
        if (wanted > 0) width = width > pitch ? pitch + (width - pitch) * given / wanted : pitch - given / others;
    }
    return widths;
}

void draw_thumbnails(const Picture& picture) {
    const PhonePlace& place = picture.layout.phone;
    const Palette& colours = picture.frame.colours();
    Pen& pen = picture.frame.pen;
    const std::vector<Thumbnail>& thumbnails = picture.screen.thumbnails;
    const RibbonLane* lane = shown_lane(picture);
    const std::vector<float> widths = thumbnail_widths(picture);
    float x = place.thumbnails.x;
    for (std::size_t i = 0; i < thumbnails.size(); ++i) {
        const std::string name = thumbnails[i].tensor;
        const TensorReading* tensor = picture.find(name);
        const Rectangle box{x, place.thumbnails.y, widths[i], place.thumbnails.height};
        x += widths[i];
        if (i + 1 < thumbnails.size()) pen.sign(Sign::chevron_right, {box.right(), box.y + 21}, 9, colours.ink3);
        if (tensor == nullptr) continue;
        const MatrixDrawing matrix = thumbnail_matrix(picture, *tensor, box.centre_x());
        draw_cells(picture, matrix);
        pen.flush_heatmaps();
        if (!picture.in_difference() && rows_are_queries(*tensor) && picture.selected_row() < tensor->shape.rows()) {
            pen.ring(matrix.row(picture.selected_row()), colours.query, 2, 1);
        }
        const Item item = make_item(picture.frame, "thumbnail/" + name, box, true);
        const bool followed = lane != nullptr && lane->tensor == name;
        const Face face = followed ? Face::bold : Face::regular;
        const std::string& label = thumbnails[i].label.in(picture.frame.language());
        const float size = std::min(kThumbnailWords, kThumbnailWords * (box.width - 4) / pen.width(face, kThumbnailWords, label));
        const float width =
            pen.text_centred(face, size, box.centre_x(), place.thumbnail_baseline, followed ? colours.ink : colours.ink2, label);
        if (followed) pen.fill({box.centre_x() - width / 2 - 4, place.thumbnail_baseline + 6, width + 8, 2}, colours.ink);
        draw_focus(picture.frame, item, box, 6);
        if (item.pressed) picture.send(OpenStation{name});
    }
}

}  // namespace

void draw_phone(const Picture& picture) {
    draw_phone_toolbar(picture);
    draw_choosers(picture);
    for (const float y : picture.layout.rules) {
        picture.frame.pen.horizontal(picture.layout.content.x, picture.layout.content.right(), y, picture.frame.colours().hair);
    }
    if (const RibbonLane* lane = shown_lane(picture)) draw_phone_ribbons(picture, *picture.find(lane->tensor));
    draw_row(picture);
    draw_thumbnails(picture);
}

namespace {

// One of so many columns is named: the numbers of all might run into each other.
int numbers_shown(const Pen& pen, int columns, float cell_width) {
    const float widest = pen.width(Face::regular, 9, std::to_string(columns - 1)) + 3;
    int every = 1;
    for (const int next : {2, 5, 10}) {
        if (widest > cell_width * static_cast<float>(every)) every = next;
    }
    return every;
}

}  // namespace

bool draw_phone_opened(const Picture& picture) {
    const std::string& name = picture.frame.session.view().opened;
    const TensorReading* tensor = name.empty() ? nullptr : picture.find(name);
    if (tensor == nullptr || tensor->shape.size() == 0) return false;
    const Language language = picture.frame.language();
    const Palette& colours = picture.frame.colours();
    Pen& pen = picture.frame.pen;
    const Rectangle& content = picture.layout.content;
    const Rectangle close{content.right() - 44, 10, 44, 44};
    const std::string& title = tensor->look->title.in(language);
    const float room = draw_copy_button(picture, *tensor, close) - content.x - 12;
    float size = 16;
    const std::string& words = title.empty() ? tensor->look->label.in(language) : title;
    size = std::max(12.0f, std::min(size, size * room / std::max(1.0f, pen.label_width(Face::bold, size, words))));
    pen.label(Face::bold, size, content.x, 32, role_colour(colours, *tensor), words);
    const std::string bound = shown_bound_words(picture, *tensor);
    float x = content.x;
    x += pen.text(Face::mono, 12, x, 50, colours.ink3, shape_words(tensor->shape) + (bound.empty() ? "" : " " + bound)) + 14;
    if (rows_are_tokens(*tensor) && columns_are_keys(*tensor)) {
        x += pen.text(Face::regular, 12.5f, x, 50, colours.query, text::query_axis.in(language)) + 8;
        pen.text(Face::regular, 12.5f, x, 50, colours.key, text::key_axis.in(language));
    }
    const Item item = make_item(picture.frame, "station/close", close, true);
    pen.sign(Sign::close, {close.centre_x(), close.centre_y()}, 14, colours.ink);
    draw_focus(picture.frame, item, close, 6);
    if (item.pressed || (!picture.editor.dragging() && ImGui::IsKeyPressed(ImGuiKey_Escape, false))) picture.send(OpenStation{""});
    // The whole matrix over the whole width; the rows' words over the rows, where a finger does not cover them.
    const float columns = static_cast<float>(tensor->shape.columns()), rows = static_cast<float>(tensor->shape.rows());
    const float top = 92, space = picture.frame.surroundings.height - top - 16;
    const float label = 15, row_height = std::min(64.0f, std::floor(space / rows));
    const bool labels = row_height >= 40;
    const float cell_height = std::min(44.0f, row_height - (labels ? label + 4 : 0.0f));
    const float cell_width = std::floor(content.width / columns);
    const int every = numbers_shown(pen, tensor->shape.columns(), cell_width);
    for (int column = 0; column < tensor->shape.columns(); ++column) {
        const std::string word = picture.frame.session.axis_label(*tensor, tensor->shape.rank() - 1, column);
        if (column % every != 0) continue;
        const float middle = content.x + cell_width * (static_cast<float>(column) + 0.5f);
        float small = 11;
        const float wide = pen.width(Face::regular, small, word);
        if (wide > cell_width - 4) small = std::max(9.0f, small * (cell_width - 4) / wide);
        const std::string shown = pen.width(Face::regular, small, word) <= cell_width - 2 ? word : std::to_string(column);
        pen.text_centred(Face::regular, small, middle, top - 12, columns_are_keys(*tensor) ? colours.key : colours.ink3, shown);
    }
    for (int row = 0; row < tensor->shape.rows(); ++row) {
        const float y = top + row_height * static_cast<float>(row);
        if (labels && tensor->shape.rank() > 1) {
            const bool selected = rows_are_tokens(*tensor) && row == picture.selected_row();
            pen.text(selected ? Face::bold : Face::regular, 12.5f, content.x, y + 12, selected ? colours.query : colours.ink2,
                     picture.frame.session.axis_label(*tensor, tensor->shape.rank() - 2, row));
        }
        MatrixDrawing line;
        line.tensor = tensor;
        const float line_y = y + (labels ? label + 2 : 0.0f);
        line.cells = {content.x, line_y - cell_height * static_cast<float>(row), cell_width * columns, cell_height * rows};
        line.numbers = cell_width >= 28 && cell_height >= 18;
        line.number_size = 12;
        line.first_row = row;
        line.rows = 1;
        line.columns = tensor->shape.columns();
        line.motion_name = "opened/" + name + "/" + std::to_string(row);
        draw_cells(picture, line);
        pen.flush_heatmaps();
        ImGui::PushClipRect({content.x - 4, line_y - 2}, {content.right() + 4, line_y + cell_height + 2}, true);
        draw_over_cells(picture, line);
        ImGui::PopClipRect();
        draw_gutter(picture, line);
    }
    return true;
}

}  // namespace dikkat
