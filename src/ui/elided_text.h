// Elided text: a word that is wider than its room, cut with an ellipsis. For tokens and labels; numbers are never cut.
#pragma once

#include <string>

#include "ui/pen.h"

namespace dikkat {

std::string elided(const Pen& pen, Face face, float size, std::string words, float room);
// The largest size from `size` down to 11 at which the words fit; 11 where none does.
float fitting_size(const Pen& pen, Face face, float size, std::string_view words, float room);

}  // namespace dikkat
