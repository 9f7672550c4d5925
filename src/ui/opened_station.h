// Opened station: one tensor large in the hero's room, every cell with its number; a matrix that is larger than the room is seen in
// part and scrolled by whole cells.
#pragma once

#include "ui/picture.h"

namespace dikkat {

// Draws the tensor that the view has open; false if there is none.
bool draw_opened_station(const Picture& picture);
// The button left of the sign that closes it: its numbers as TSV. Answers its left edge.
float draw_copy_button(const Picture& picture, const TensorReading& tensor, const Rectangle& close);

}  // namespace dikkat
