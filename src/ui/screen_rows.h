// ScreenRows: a screen of rows of panels: its layout measured, its panels drawn, the sum card in place of the panel beside the
// claims while a cell is selected.
#pragma once

#include "ui/layout_rows.h"
#include "ui/picture.h"

namespace dikkat {

bool has_rows(const Session& session);
RowsLayout measure_rows(const Picture& picture);
// What views of other screens ask of a layout: content, toolbar, the room of an opened tensor.
Layout layout_of(const RowsLayout& rows, Form form);
void draw_rows(const Picture& picture, const RowsLayout& rows);

}  // namespace dikkat
