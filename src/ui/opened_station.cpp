#include "ui/opened_station.h"

#include <algorithm>
#include <cmath>

#include "app/table_text.h"
#include "app/text.h"
#include "imgui.h"
#include "ui/elided_text.h"
#include "ui/item.h"
#include "ui/matrix.h"
#include "ui/widgets.h"

namespace dikkat {
namespace {

float widest_row_label(const Picture& picture, const TensorReading& tensor) {
    float widest = 0;
    for (int row = 0; tensor.shape.rank() > 1 && row < tensor.shape.rows(); ++row) {
        widest = std::max(widest, picture.frame.pen.width(Face::bold, 12.5f,
                                                          picture.frame.session.axis_label(tensor, tensor.shape.rank() - 2, row)));
    }
    return std::min(widest, 132.0f);
}

float widest_column_label(const Picture& picture, const TensorReading& tensor) {
    float widest = 0;
    for (int column = 0; column < tensor.shape.columns(); ++column) {
        const std::string word = picture.frame.session.axis_label(tensor, tensor.shape.rank() - 1, column);
        widest = std::max(widest, picture.frame.pen.width(Face::regular, 11, word));
    }
    return widest;
}

class OpenedDrawing {
public:
    OpenedDrawing(const Picture& picture, const OpenedPlace& place, const TensorReading& tensor, MatrixDrawing matrix)
        : picture_(picture),
          place_(place),
          tensor_(tensor),
          matrix_(std::move(matrix)),
          pen_(picture.frame.pen),
          colours_(picture.frame.colours()) {}

    void header();
    void labels();
    void cells();

private:
    void part_words(float right);
    Rectangle seen_row(int row) const {
        const Rectangle line = matrix_.row(row);
        return {place_.matrix.x, line.y, place_.matrix.width - 1, line.height};
    }

    const Picture& picture_;
    const OpenedPlace& place_;
    const TensorReading& tensor_;
    MatrixDrawing matrix_;
    Pen& pen_;
    const Palette& colours_;
};

void OpenedDrawing::header() {
    const Language language = picture_.frame.language();
    const std::string& title = tensor_.look->title.in(language);
    const std::string& name = title.empty() ? tensor_.look->label.in(language) : title;
    float x = place_.panel.x;
    x += pen_.label(Face::bold, 13, x, place_.name_baseline, role_colour(colours_, tensor_), name) + 13;
    const std::string bound = shown_bound_words(picture_, tensor_);
    const std::string detail = shape_words(tensor_.shape) + (bound.empty() ? "" : " " + bound);
    x += pen_.text(Face::mono, 11, x, place_.name_baseline, colours_.ink3, detail) + 20;
    if (!tensor_.look->formula.empty()) {
        x += pen_.formula(11.5f, x, place_.name_baseline, colours_.ink2, tensor_.look->formula, true) + 20;
    }
    if (rows_are_tokens(tensor_) && columns_are_keys(tensor_)) {
        x += pen_.text(Face::regular, 12.5f, x, place_.name_baseline, colours_.query, text::query_axis.in(language)) + 8;
        pen_.text(Face::regular, 12.5f, x, place_.name_baseline, colours_.key, text::key_axis.in(language));
    }
    const Item item = make_item(picture_.frame, "station/close", place_.close, true);
    pen_.sign(Sign::close, {place_.close.centre_x(), place_.close.centre_y()}, 10, item.hovered ? colours_.ink : colours_.ink2);
    draw_focus(picture_.frame, item, place_.close, 6);
    say_of_item(picture_.frame, place_.close, text::close);
    const bool escape = !picture_.editor.dragging() && !ImGui::GetIO().WantTextInput && ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    if (item.pressed || escape) picture_.send(OpenStation{""});
    part_words(draw_copy_button(picture_, tensor_, place_.close) - 12);
}

void OpenedDrawing::part_words(float right) {
    const Language language = picture_.frame.language();
    const auto say = [&](const Text& sentence, int first, int seen, int count) {
        if (seen == count) return;
        const std::string words =
            fill(sentence.in(language),
                 {{"first", std::to_string(first)}, {"last", std::to_string(first + seen - 1)}, {"count", std::to_string(count)}});
        right -= pen_.text_right(Face::regular, 12, right, place_.name_baseline, colours_.ink3, words) + 16;
    };
    say(text::columns_of, matrix_.first_column, matrix_.columns, tensor_.shape.columns());
    say(text::rows_of, matrix_.first_row, matrix_.rows, tensor_.shape.rows());
}

void OpenedDrawing::labels() {
    const Session& session = picture_.frame.session;
    const int rank = tensor_.shape.rank();
    const int selected = rows_are_tokens(tensor_) ? picture_.selected_row() : -1;
    for (int row = matrix_.first_row; rank > 1 && row < matrix_.first_row + matrix_.rows; ++row) {
        const Face face = row == selected ? Face::bold : Face::regular;
        pen_.text_right(face, 12.5f, place_.label_right, pen_.baseline_in(seen_row(row), face, 12.5f),
                        row == selected ? colours_.query : colours_.ink2, session.axis_label(tensor_, rank - 2, row));
    }
    for (int column = matrix_.first_column; column < matrix_.first_column + matrix_.columns; ++column) {
        const Rectangle cell = matrix_.cell(matrix_.first_row, column);
        const std::string word = session.axis_label(tensor_, rank - 1, column);
        const bool number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
        const Face face = number ? Face::mono : Face::regular;
        pen_.text_centred(face, 11, cell.x + (cell.width - 1) / 2, place_.indices_baseline,
                          columns_are_keys(tensor_) ? colours_.key : colours_.ink3, elided(pen_, face, 11, word, cell.width - 3));
    }
}

void OpenedDrawing::cells() {
    draw_cells(picture_, matrix_);
    pen_.flush_heatmaps();
    for (const BlockOutline& block : tensor_.look->blocks) {
        const Rectangle first = matrix_.cell(block.row, block.column);
        pen_.ring({first.x, first.y, first.width * static_cast<float>(block.columns) - 1,
                   first.height * static_cast<float>(block.rows) - 1},
                  colours_.edge, 0, 1);
    }
    ImGui::PushClipRect({place_.matrix.x - 4, place_.matrix.y - 4}, {place_.matrix.right() + 4, place_.matrix.bottom() + 4}, true);
    draw_over_cells(picture_, matrix_);
    ring_selection(picture_, matrix_);
    ImGui::PopClipRect();
    draw_gutter(picture_, matrix_);
}

// A matrix that is larger than the room stands in a scrolled window, which moves by whole cells.
class ScrolledCells {
public:
    ScrolledCells(const Picture& picture, const OpenedPlace& place, const Shape& shape) {
        const float bars = 8;
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0.0f);
        ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 6.0f);
        const Palette& colours = picture.frame.colours();
        for (const ImGuiCol colour : {ImGuiCol_ChildBg, ImGuiCol_ScrollbarBg}) ImGui::PushStyleColor(colour, 0);
        ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, colours.edge);
        ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabHovered, colours.ink2);
        ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabActive, colours.ink);
        ImGui::SetCursorScreenPos({place.matrix.x, place.matrix.y});
        ImGui::SetNextWindowContentSize(
            {place.cell_width * static_cast<float>(shape.columns()), place.cell_height * static_cast<float>(shape.rows())});
        const bool wider = place.columns < shape.columns(), taller = place.rows < shape.rows();
        const float right = wider ? 0 : bars, below = taller ? 0 : bars;
        ImGuiWindowFlags flags = ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar;
        // ImGui would find out a frame later that there is something to scroll.
        if (wider) flags |= ImGuiWindowFlags_AlwaysHorizontalScrollbar;
        if (taller) flags |= ImGuiWindowFlags_AlwaysVerticalScrollbar;
        ImGui::BeginChild(
            "opened",
            {place.matrix.width + bars - right + (taller ? bars : 0), place.matrix.height + bars - below + (wider ? bars : 0)},
            ImGuiChildFlags_NavFlattened, flags);
        first_row = std::clamp(static_cast<int>(std::round(ImGui::GetScrollY() / place.cell_height)), 0, shape.rows() - place.rows);
        first_column =
            std::clamp(static_cast<int>(std::round(ImGui::GetScrollX() / place.cell_width)), 0, shape.columns() - place.columns);
    }
    ~ScrolledCells() {
        ImGui::EndChild();
        ImGui::PopStyleColor(5);
        ImGui::PopStyleVar(3);
    }
    ScrolledCells(const ScrolledCells&) = delete;
    ScrolledCells& operator=(const ScrolledCells&) = delete;

    int first_row = 0, first_column = 0;
};

MatrixDrawing seen_part(const TensorReading& tensor, const OpenedPlace& place, int first_row, int first_column) {
    MatrixDrawing matrix;
    matrix.tensor = &tensor;
    matrix.first_row = first_row;
    matrix.first_column = first_column;
    matrix.rows = place.rows;
    matrix.columns = place.columns;
    matrix.cells = {place.matrix.x - place.cell_width * static_cast<float>(first_column),
                    place.matrix.y - place.cell_height * static_cast<float>(first_row),
                    place.cell_width * static_cast<float>(tensor.shape.columns()),
                    place.cell_height * static_cast<float>(tensor.shape.rows())};
    matrix.numbers = true;
    matrix.motion_name =
        "opened/" + std::string(tensor.name) + "/" + std::to_string(first_row) + "/" + std::to_string(first_column);
    return matrix;
}

void draw_contents(const Picture& picture, const OpenedPlace& place, const TensorReading& tensor) {
    if (place.rows == tensor.shape.rows() && place.columns == tensor.shape.columns()) {
        OpenedDrawing drawing(picture, place, tensor, seen_part(tensor, place, 0, 0));
        drawing.cells();
        drawing.labels();
        drawing.header();
        return;
    }
    int first_row = 0, first_column = 0;
    {
        const ScrolledCells scrolled(picture, place, tensor.shape);
        first_row = scrolled.first_row;
        first_column = scrolled.first_column;
        Pen pen = picture.frame.pen.on(ImGui::GetWindowDrawList());
        Frame frame{picture.frame.session, picture.frame.surroundings, pen, picture.frame.out};
        const Picture inside = picture.in(frame);
        OpenedDrawing(inside, place, tensor, seen_part(tensor, place, first_row, first_column)).cells();
    }
    OpenedDrawing drawing(picture, place, tensor, seen_part(tensor, place, first_row, first_column));
    drawing.labels();
    drawing.header();
}

}  // namespace

float draw_copy_button(const Picture& picture, const TensorReading& tensor, const Rectangle& close) {
    Frame& frame = picture.frame;
    constexpr std::string_view label = "TSV";
    const float width = std::ceil(button_width(frame, label));
    const Rectangle area{close.x - width - 8, close.y, width, close.height};
    if (button(frame, "station/copy", area, label)) {
        ImGui::SetClipboardText(as_tsv(tensor, 0).c_str());
        frame.out.announcement = fill(text::copied.in(frame.language()), {{"tensor", tensor.look->label.in(frame.language())}});
    }
    say_of_item(frame, area, text::copy_numbers);
    return area.x;
}

bool draw_opened_station(const Picture& picture) {
    const std::string& name = picture.frame.session.view().opened;
    const TensorReading* tensor = name.empty() ? nullptr : picture.find(name);
    if (tensor == nullptr || tensor->shape.size() == 0) return false;
    const OpenedPlace place = make_opened_place(picture.layout.hero.area, tensor->shape.rows(), tensor->shape.columns(),
                                                widest_row_label(picture, *tensor), widest_column_label(picture, *tensor));
    picture.frame.out.anchors["station/opened"] = place.panel;
    // It comes out of its own station.
    const StationPlace* station = picture.layout.station(name);
    const Rectangle from = station != nullptr ? station->area : place.panel;
    const float start[4] = {from.x, from.y, from.width, from.height};
    const float end[4] = {place.panel.x, place.panel.y, place.panel.width, place.panel.height};
    const std::span<const float> at = picture.motion.glide_from("opened/" + name, start, end, kOpeningGlide);
    if (picture.motion.arrived("opened/" + name)) {
        draw_contents(picture, place, *tensor);
    } else {
        picture.frame.pen.ring({at[0], at[1], at[2], at[3]}, picture.frame.colours().edge, 6, 1);
    }
    return true;
}

}  // namespace dikkat
