#include "ui/cell_editor.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/number.h"
#include "app/table_text.h"
#include "app/text.h"
#include "imgui_internal.h"
#include "ui/widgets.h"

namespace dikkat {

namespace {

constexpr float kSmallestDragged = 7.5f;           // a smaller cell is only pointed at
constexpr float kSmallestTouched = 24;             // below it a tap opens the station
constexpr float kMouseSlack = 3, kTouchSlack = 8;  // px before a press becomes a drag
constexpr float kLongPress = 0.5f;                 // s
constexpr std::size_t kMostCellAnchors = 1024;

bool is_touch(const Frame& frame) {
    return frame.surroundings.coarse_pointer || ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen;
}

float smaller_side(const Rectangle& area) { return std::min(area.width, area.height); }

float value_of(const MatrixPlace& place, const Cell& cell) { return place.tensor->value[index_of(place.tensor->shape, cell)]; }

CellName name_of(const MatrixPlace& place, const Cell& cell) { return {std::string(place.tensor->name), cell}; }

void send(Frame& frame, Action action, std::uint64_t gesture = 0) { frame.out.commands.push_back({std::move(action), gesture}); }

void select(Frame& frame, const MatrixPlace& place, const Cell& cell) {
    if (frame.session.view().selection.cell == name_of(place, cell)) return;
    send(frame, Select{std::string(place.tensor->name), cell.head, cell.row, cell.column});
}

void toggle_mask(Frame& frame, const MatrixPlace& place, const Cell& cell) {
    send(frame, SetMaskCell{cell.row, cell.column, value_of(place, cell) == 0});
}

SetCell set_cell(const CellName& name, float value) {
    return {name.tensor, name.cell.head, name.cell.row, name.cell.column, value};
}

ResetCells reset_cell(const CellName& name) { return {name.tensor, name.cell.head, name.cell.row, name.cell.column}; }

// What the typing box starts with and copies hold: the number itself, in its shortest form.
std::string text_of(float value) { return shortest(value); }

// Of a cell that would be edited in another view.
const Text* why_fixed(const Frame& frame, const MatrixPlace& place) {
    return place.tensor->editable && !place.mask ? why_not_edited(frame.session.view().show) : nullptr;
}

void publish_anchors(Frame& frame, const MatrixPlace& place) {
    const Shape& shape = place.tensor->shape;
    const int rows = place.rows > 0 ? place.rows : shape.rows(), columns = place.rows > 0 ? place.columns : shape.columns();
    if (static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) > kMostCellAnchors) return;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const Cell cell{place.head, place.first_row + row, place.first_column + column};
            // Of a tensor that stands in two places the larger one is named: the opened station.
            Rectangle& anchor = frame.out.anchors[cell_anchor(*place.tensor, cell)];
            if (const Rectangle area = cell_area(place, cell); area.width > anchor.width) anchor = area;
        }
    }
}

std::string tooltip_of(const Frame& frame, const MatrixPlace& place, const Cell& cell) {
    const TensorReading& tensor = *place.tensor;
    if (place.mask) {
        const Text& sentence = value_of(place, cell) == 0 ? text::mask_hidden : text::mask_visible;
        const int last = tensor.shape.rank() - 1;
        return fill(sentence.in(frame.language()), {{"query", frame.session.axis_label(tensor, last - 1, cell.row)},
                                                    {"key", frame.session.axis_label(tensor, last, cell.column)}});
    }
    const std::string name = tensor.look->label.in(frame.language()) + place_in_words(frame.session, tensor, cell) + "  ";
    if (frame.session.view().show == Show::gradient && !tensor.gradient.empty()) {
        const double gradient = static_cast<double>(tensor.gradient[index_of(tensor.shape, cell)]);
        return name + std::string(text::gradient.in(frame.language())) + " " + figure(gradient);
    }
    return name + fixed(static_cast<double>(value_of(place, cell)), std::max(tensor.decimals, 3), Minus::sign, true);
}

}  // namespace

const Text* why_not_edited(Show show) {
    return show == Show::baseline ? &text::baseline_is_fixed : show == Show::gradient ? &text::gradient_is_fixed : nullptr;
}

Rectangle cell_area(const MatrixPlace& place, const Cell& cell) {
    const float width = place.area.width / static_cast<float>(place.tensor->shape.columns());
    const float height = place.area.height / static_cast<float>(place.tensor->shape.rows());
    return {place.area.x + width * static_cast<float>(cell.column), place.area.y + height * static_cast<float>(cell.row), width,
            height};
}

Cell cell_at(const MatrixPlace& place, float x, float y) {
    const auto index = [](float offset, float extent, int count) {
        return std::clamp(static_cast<int>(std::floor(offset / extent * static_cast<float>(count))), 0, count - 1);
    };
    return {place.head, index(y - place.area.y, place.area.height, place.tensor->shape.rows()),
            index(x - place.area.x, place.area.width, place.tensor->shape.columns())};
}

std::string cell_anchor(const TensorReading& tensor, const Cell& cell) {
    const std::string head = tensor.shape.rank() == 3 ? std::to_string(cell.head) + "/" : "";
    return "cell/" + std::string(tensor.name) + "/" + head + std::to_string(cell.row) + "/" + std::to_string(cell.column);
}

std::string place_in_words(const Session& session, const TensorReading& tensor, const Cell& cell) {
    const int rank = tensor.shape.rank();
    std::string words = "[";
    if (rank == 3) words += session.axis_label(tensor, 0, cell.head) + ", ";
    if (rank >= 2) words += session.axis_label(tensor, rank - 2, cell.row) + ", ";
    return words + session.axis_label(tensor, rank - 1, cell.column) + "]";
}

std::optional<CellName> CellEditor::dragged() const { return drag_ ? std::optional<CellName>(drag_->cell) : std::nullopt; }

ImGuiID CellEditor::item_id(const MatrixPlace& place) {
    const std::string name = "matrix/" + std::string(place.tensor->name) + "/" + std::to_string(place.head);
    ImGuiID id = ImGui::GetCurrentWindow()->GetID(name.c_str());
    while (std::find(drawn_.begin(), drawn_.end(), id) != drawn_.end()) ++id;
    drawn_.push_back(id);
    return id;
}

void CellEditor::matrix(Frame& frame, const MatrixPlace& place) {
    if (place.tensor->shape.size() == 0) return;
    publish_anchors(frame, place);
    draw_marks(frame, place);
    const ImGuiID id = item_id(place);
    const float reach = is_touch(frame) ? 6.0f : 0.0f;
    const Rectangle hit = place.area.grown(reach);
    const ImRect box({hit.x, hit.y}, {hit.right(), hit.bottom()});
    const ImRect nav_box({place.area.x, place.area.y}, {place.area.right(), place.area.bottom()});
    if (!ImGui::ItemAdd(box, id, &nav_box)) return;
    const bool locked = frame.session.is_locked(place.tensor->name);
    const bool editable = place.tensor->editable && !place.mask && !locked && why_not_edited(frame.session.view().show) == nullptr;
    if (typing_ && typing_->matrix == id) {
        typing_->seen = true;
        typing_->cell_area = cell_area(place, typing_->cell.cell);
        typing_->matrix_area = place.area;
    }
    if (refocus_ == id) {
        refocus_ = 0;
        ImGui::FocusWindow(ImGui::GetCurrentWindow());
        ImGui::SetFocusID(id, ImGui::GetCurrentWindow());
        ImGui::SetNavCursorVisible(true);
    }
    if (ImGui::ItemHoverable(box, id, ImGuiItemFlags_None)) {
        if (is_touch(frame) && smaller_side(cell_area(place, {})) < kSmallestTouched) {
            open_on_tap(frame, place, id);
        } else {
            point(frame, place, id, editable);
        }
        if (locked) frame.out.tooltip = std::string(text::locked.in(frame.language()));
    }
    if (press_ && press_->matrix == id) hold(frame, place, editable);
    if (ImGui::GetCurrentContext()->NavId == id && ImGui::IsWindowFocused() && !typing_) keys(frame, place, id, editable && !drag_);
}

void CellEditor::open_on_tap(Frame& frame, const MatrixPlace& place, ImGuiID id) {
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    ImGui::SetFocusID(id, ImGui::GetCurrentWindow());
    send(frame, OpenStation{std::string(place.tensor->name)});
}

void CellEditor::point(Frame& frame, const MatrixPlace& place, ImGuiID id, bool editable) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Cell cell = drag_ ? drag_->cell.cell : cell_at(place, mouse.x, mouse.y);
    const bool locked = frame.session.is_locked(place.tensor->name);
    hovered_now_ = name_of(place, cell);
    hovered_area_ = cell_area(place, cell);
    hover_ring_ = !locked;
    frame.out.hovered_tensor = std::string(place.tensor->name);
    const bool draggable = editable && smaller_side(hovered_area_) >= kSmallestDragged;
    if (draggable) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (place.mask && !locked) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (!drag_ && (!place.numbers || place.mask)) frame.out.tooltip = tooltip_of(frame, place, cell);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) press(frame, place, id, draggable);
}

void CellEditor::press(Frame& frame, const MatrixPlace& place, ImGuiID id, bool editable) {
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    const ImGuiIO& io = ImGui::GetIO();
    const Cell cell = cell_at(place, io.MousePos.x, io.MousePos.y);
    // A press after a drag is no second click, however soon it comes.
    const bool again = clicked_ == name_of(place, cell) && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    clicked_.reset();
    focused_ = name_of(place, cell);
    ImGui::SetFocusID(id, window);
    ImGui::FocusWindow(window);
    ImGui::SetNavCursorVisible(false);
    if (again && editable) {
        begin_typing(place, id, cell, text_of(value_of(place, cell)), true);
        return;
    }
    ImGui::SetActiveID(id, window);
    ImGui::SetKeyOwner(ImGuiKey_MouseLeft, id);
    press_ = Press{id, cell, io.MousePos.x, io.MousePos.y, false};
    if (is_touch(frame)) frame.out.wants_frame = true;
}

void CellEditor::hold(Frame& frame, const MatrixPlace& place, bool editable) {
    const ImGuiIO& io = ImGui::GetIO();
    if (drag_) {
        drag(frame, place);
        return;
    }
    const float dx = std::fabs(io.MousePos.x - press_->x), dy = std::fabs(io.MousePos.y - press_->y);
    const float slack = is_touch(frame) ? kTouchSlack : kMouseSlack;
    if (!io.MouseDown[0]) {
        release(frame, place);
    } else if (ImGui::GetActiveID() != press_->matrix) {
        press_.reset();  // taken away: Escape, a lost window
    } else if (editable && smaller_side(cell_area(place, press_->cell)) >= kSmallestDragged && dx >= slack && dx >= dy) {
        begin_drag(frame, place);
        drag(frame, place);
    } else if (const Text* why = why_fixed(frame, place); why != nullptr && dx >= slack) {
        frame.out.tooltip = std::string(why->in(frame.language()));
    } else if (is_touch(frame) && !press_->selected) {
        if (io.MouseDownDuration[0] >= kLongPress && std::max(dx, dy) < slack && !place.mask) {
            select(frame, place, press_->cell);
            press_->selected = true;
        }
        frame.out.wants_frame = !press_->selected;
    }
}

void CellEditor::begin_drag(const Frame& frame, const MatrixPlace& place) {
    const TensorReading& tensor = *place.tensor;
    const double bound = std::isfinite(tensor.bound) && tensor.bound > 0 ? tensor.bound : 1;
    const float value = value_of(place, press_->cell);
    const CellName name = name_of(place, press_->cell);
    drag_.emplace(Drag{name, CellDrag(value, press_->x, tensor.weights_map ? 0 : -bound, bound), value,
                       frame.session.is_overridden(name), false, next_gesture(), cell_area(place, name.cell), place.area,
                       std::max(tensor.decimals, 2)});
}

void CellEditor::drag(Frame& frame, const MatrixPlace& place) {
    const ImGuiIO& io = ImGui::GetIO();
    drag_->cell_area = cell_area(place, drag_->cell.cell);
    drag_->matrix_area = place.area;
    const bool given_up =
        ImGui::IsKeyPressed(ImGuiKey_Escape, false) || (io.MouseDown[0] && ImGui::GetActiveID() != press_->matrix);
    drag_->fine = drag_->fine || io.KeyShift;
    const float value = given_up ? drag_->motion.start_value() : drag_->motion.value_at(io.MousePos.x, io.KeyShift);
    if (!same_number(value, drag_->value)) {
        drag_->value = value;
        const bool own_again = same_number(value, drag_->motion.start_value()) && !drag_->was_overridden;
        if (own_again) {
            send(frame, reset_cell(drag_->cell), drag_->gesture);
        } else {
            send(frame, set_cell(drag_->cell, value), drag_->gesture);
        }
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (io.MouseDown[0] && !given_up) return;
    drag_.reset();
    press_.reset();
    if (ImGui::GetActiveID() == ImGui::GetItemID()) ImGui::ClearActiveID();
}

void CellEditor::release(Frame& frame, const MatrixPlace& place) {
    const ImGuiIO& io = ImGui::GetIO();
    const Press press = *press_;
    press_.reset();
    if (ImGui::GetActiveID() == press.matrix) ImGui::ClearActiveID();
    const Cell cell = cell_at(place, io.MousePos.x, io.MousePos.y);
    if (cell != press.cell || press.selected) return;
    clicked_ = name_of(place, cell);
    if (!place.mask) {
        select(frame, place, cell);
    } else if (!frame.session.is_locked(place.tensor->name)) {
        toggle_mask(frame, place, cell);
    }
}

void CellEditor::begin_typing(const MatrixPlace& place, ImGuiID id, const Cell& cell, std::string_view text, bool replaces) {
    typing_ = Typing{};
    typing_->matrix = id;
    typing_->cell = name_of(place, cell);
    typing_->cell_area = cell_area(place, cell);
    typing_->matrix_area = place.area;
    typing_->seen = true;
    typing_->typed.replaces = replaces;
    typing_->typed.set(text);
}

}  // namespace dikkat
