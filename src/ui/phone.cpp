#include "ui/phone.h"

#include <algorithm>
#include <cmath>

#include "app/text.h"
#include "imgui.h"
#include "ui/choosers.h"
#include "ui/item.h"
#include "ui/matrix.h"
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

}  // namespace dikkat
