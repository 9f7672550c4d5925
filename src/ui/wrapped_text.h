// Wrapped text: a sentence on as many lines as a width needs. For sentences of the interface; numbers are set by their views.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/pen.h"

namespace dikkat {

// Breaks at spaces; a word that is wider than the width stands alone on its line.
std::vector<std::string> wrap(const Pen& pen, Face face, float size, std::string_view words, float width);

}  // namespace dikkat
