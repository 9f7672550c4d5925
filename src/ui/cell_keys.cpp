// The keyboard's half of CellEditor: moving, typing, toggling, copy and paste.
#include <algorithm>
#include <string>

#include "app/number.h"
#include "app/table_text.h"
#include "app/text.h"
#include "imgui_internal.h"
#include "ui/cell_editor.h"

namespace dikkat {

namespace {

// Keys that belong to the focused matrix; ImGui's own navigation leaves owned keys alone.
constexpr ImGuiKey kOwnKeys[] = {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,  ImGuiKey_DownArrow,
                                 ImGuiKey_Home,      ImGuiKey_End,        ImGuiKey_Enter,    ImGuiKey_KeypadEnter,
                                 ImGuiKey_Space,     ImGuiKey_Delete,     ImGuiKey_Backspace};

bool pressed(ImGuiKey key, bool repeat = false) { return ImGui::IsKeyPressed(key, repeat); }

bool begins_a_number(ImWchar c) { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == ',' || c == 0x2212; }

// What was typed in this frame, if it begins a number; taken out of ImGui's queue.
std::string typed_number() {
    ImVector<ImWchar>& queue = ImGui::GetIO().InputQueueCharacters;
    if (queue.Size == 0 || !begins_a_number(queue[0])) return {};
    std::string text;
    for (const ImWchar c : queue) {
        char bytes[5] = {};
        ImTextCharToUtf8(bytes, c);
        text += bytes;
    }
    queue.resize(0);
    return text;
}

Result<Table> table_for(const TensorReading& tensor, const Cell& from, std::string_view clipboard) {
    Result<Table> table = parse_table(clipboard);
    if (!table) return table;
    const int rows = static_cast<int>(table.value().size()), columns = static_cast<int>(table.value()[0].size());
    if (from.row + rows > tensor.shape.rows() || from.column + columns > tensor.shape.columns()) {
        return Error{"paste_outside",
                     {{"size", std::to_string(rows) + "x" + std::to_string(columns)},
                      {"tensor", std::string(tensor.name)},
                      {"shape", to_string(tensor.shape)}}};
    }
    return table;
}

}  // namespace

void CellEditor::keys(Frame& frame, const MatrixPlace& place, ImGuiID id, bool editable) {
    const Shape& shape = place.tensor->shape;
    const ImGuiIO& io = ImGui::GetIO();
    if (!focused_ || focused_->tensor != place.tensor->name || focused_->cell.head != place.head ||
        !contains(shape, focused_->cell)) {
        const int row = std::clamp(frame.session.view().selection.row, 0, shape.rows() - 1);
        focused_ = CellName{std::string(place.tensor->name), {place.head, row, 0}};
    }
    for (const ImGuiKey key : kOwnKeys) ImGui::SetKeyOwner(key, id);
    if (move(frame, place, id)) ImGui::SetNavCursorVisible(true);
    const CellName& at = *focused_;
    focused_area_ = cell_area(place, at.cell);
    focus_ring_ = ImGui::GetCurrentContext()->NavCursorVisible;
    clipboard(frame, place, editable);
    if (io.KeyCtrl || io.KeyAlt || io.KeySuper) return;

    const bool enter = pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter), space = pressed(ImGuiKey_Space);
    const float value = place.tensor->value[index_of(shape, at.cell)];
    if (place.mask) {
        const bool locked = frame.session.is_locked(place.tensor->name);
        if ((enter || space) && !locked) frame.out.commands.push_back({SetMaskCell{at.cell.row, at.cell.column, value == 0}});
        return;
    }
    if (space) frame.out.commands.push_back({Select{at.tensor, at.cell.head, at.cell.row, at.cell.column}});
    if (!editable) {
        if (const Text* why = why_not_edited(frame.session.view().show); enter && why != nullptr) {
            frame.out.announcement = std::string(why->in(frame.language()));
        }
        return;
    }
    if ((pressed(ImGuiKey_Delete) || pressed(ImGuiKey_Backspace)) && frame.session.is_overridden(at)) {
        frame.out.commands.push_back({ResetCells{at.tensor, at.cell.head, at.cell.row, at.cell.column}});
    }
    if (const std::string typed = typed_number(); !typed.empty()) {
        begin_typing(place, id, at.cell, typed, false);
    } else if (enter || pressed(ImGuiKey_F2)) {
        begin_typing(place, id, at.cell, shortest(value), true);
    }
}

bool CellEditor::move(Frame& frame, const MatrixPlace& place, ImGuiID) {
    const Shape& shape = place.tensor->shape;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyAlt || io.KeySuper || drag_) return false;
    Cell to = focused_->cell;
    if (pressed(ImGuiKey_LeftArrow, true)) --to.column;
    if (pressed(ImGuiKey_RightArrow, true)) ++to.column;
    if (pressed(ImGuiKey_UpArrow, true)) --to.row;
    if (pressed(ImGuiKey_DownArrow, true)) ++to.row;
    if (pressed(ImGuiKey_Home)) to.column = 0, to.row = io.KeyCtrl ? 0 : to.row;
    if (pressed(ImGuiKey_End)) to.column = shape.columns() - 1, to.row = io.KeyCtrl ? shape.rows() - 1 : to.row;
    to.row = std::clamp(to.row, 0, shape.rows() - 1);
    to.column = std::clamp(to.column, 0, shape.columns() - 1);
    if (to == focused_->cell) return false;
    focused_->cell = to;
    // The sum card follows the keys as it follows clicks.
    if (!place.mask) frame.out.commands.push_back({Select{focused_->tensor, to.head, to.row, to.column}});
    return true;
}

void CellEditor::clipboard(Frame& frame, const MatrixPlace& place, bool editable) {
    const TensorReading& tensor = *place.tensor;
    const std::string label = tensor.look->label.in(frame.language());
    if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_C)) {
        ImGui::SetClipboardText(as_tsv(tensor, place.head).c_str());
        frame.out.announcement = fill(text::copied.in(frame.language()), {{"tensor", label}});
    }
    if (!ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_V)) return;
    if (!editable) {
        frame.out.announcement = message({"not_editable", {{"tensor", std::string(tensor.name)}}}, frame.language());
        return;
    }
    const char* clipboard = ImGui::GetClipboardText();
    Result<Table> table = table_for(tensor, focused_->cell, clipboard == nullptr ? "" : clipboard);
    if (!table) {
        frame.out.announcement = message(table.error(), frame.language());
        return;
    }
    const std::size_t count = table.value().size() * table.value()[0].size();
    const Cell& from = focused_->cell;
    SetTensor paste{focused_->tensor, from.head, from.row, from.column, {}};
    for (const std::vector<float>& row : table.value()) paste.values.emplace_back(row.begin(), row.end());
    frame.out.commands.push_back({std::move(paste)});
    frame.out.announcement = fill(text::pasted.in(frame.language()), {{"n", std::to_string(count)}, {"tensor", label}});
}

void CellEditor::leave_typing(Frame& frame, TypedEnd how) {
    Typing& typing = *typing_;
    const std::optional<float> value = parse_number(typing.typed.text);
    // A second press elsewhere leaves a text that cannot be read.
    const bool gives_up = how == TypedEnd::given_up || (how == TypedEnd::elsewhere && !value && typing.typed.was_refused());
    if (!gives_up && !value) {
        typing.typed.refuse(fill(text::not_a_number.in(frame.language()), {{"text", typing.typed.text}}));
        frame.out.announcement = typing.typed.refusal;
        frame.out.wants_frame = true;
        return;
    }
    const CellName cell = typing.cell;
    const ImGuiID matrix = typing.matrix;
    typing_.reset();
    focused_ = cell;
    if (!gives_up) {
        frame.out.commands.push_back({SetCell{cell.tensor, cell.cell.head, cell.cell.row, cell.cell.column, *value}});
    }
    const std::optional<TensorReading> tensor = frame.session.read(cell.tensor);
    if (!tensor) return;
    if (how != TypedEnd::elsewhere) refocus_ = matrix;  // else the keys went where the press was
    if (how != TypedEnd::next && how != TypedEnd::previous) return;
    const int columns = tensor->shape.columns(), count = columns * tensor->shape.rows();
    const int at = cell.cell.row * columns + cell.cell.column + (how == TypedEnd::next ? 1 : -1);
    focused_->cell.row = std::clamp(at, 0, count - 1) / columns;
    focused_->cell.column = std::clamp(at, 0, count - 1) % columns;
}

}  // namespace dikkat
