// PanelDrawing: what panels are made of: a title with its note, tensors' names, maps in rows and columns of words. Places are their
// callers'.
#pragma once

#include <string_view>

#include "ui/matrix.h"
#include "ui/panel.h"

namespace dikkat {

inline constexpr float kPanelTitle = 13.5f, kPanelWords = 12.5f, kPanelSmall = 11;  // sizes of text
inline constexpr float kTitleBaseline = 14, kTitleHeight = 22;                      // of a panel's first line

// Title, then the note on the same line; on lines of its own where it does not fit.
float panel_title_height(const Picture& picture, const Panel& panel, float width);
// Answers how high it is. The title is in its panel's role.
float draw_panel_title(const Picture& picture, const Panel& panel, const Rectangle& area);

// A tensor's name in its role (or `name` in its place), shape and bound after it as far as there is room before `right`. A press
// opens the tensor. Anchor "station/TENSOR" is the caller's.
void draw_map_name(const Picture& picture, const MatrixDrawing& matrix, std::string_view name, float x, float baseline,
                   float right);
// Words of rows at the left of a matrix and numbers over its columns, as far as they have room.
void draw_row_words(const Picture& picture, const MatrixDrawing& matrix, float left);
void draw_column_numbers(const Picture& picture, const MatrixDrawing& matrix, float baseline);

}  // namespace dikkat
