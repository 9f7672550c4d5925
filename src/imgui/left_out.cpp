// What Dear ImGui's other files name of the parts that this build leaves out for a smaller download: imgui_tables.cpp (tables and
// columns) and the font loader over its own stb_truetype. Nothing here makes a table, columns, or a font without a loader of its
// own, so that most of these are never called; the few that ImGui calls all the same have nothing to do.
#include <cstdlib>

#include "imgui.h"
#include "imgui_internal.h"
#include "misc/freetype/imgui_freetype.h"

namespace ImGui {

// Called at the start and when memory is compacted: there are no tables' settings to read, write or shrink.
void TableSettingsAddSettingsHandler() {}
void TableGcCompactSettings() {}

// Called only between the begin and the end of a table or of columns.
void EndTable() { std::abort(); }
void TableEndRow(ImGuiTable*) { std::abort(); }
void TableEndCell(ImGuiTable*) { std::abort(); }
void TablePushBackgroundChannel() { std::abort(); }
void TablePopBackgroundChannel() { std::abort(); }
void TablePushColumnChannel(int) { std::abort(); }
void TablePopColumnChannel() { std::abort(); }
void TableGcCompactTransientBuffers(ImGuiTable*) { std::abort(); }
void TableGcCompactTransientBuffers(ImGuiTableTempData*) { std::abort(); }
void EndColumns() { std::abort(); }
void PushColumnsBackground() { std::abort(); }
void PopColumnsBackground() { std::abort(); }

}  // namespace ImGui

// ImGui asks FreeType's loader in place of its own: the one way not to compile its own. This one loads nothing.
const ImFontLoader* ImGuiFreeType::GetFontLoader() {
    static const ImFontLoader none;
    return &none;
}
