// The stations' part of a layout: one row of columns, or two where the screen is narrow.
#pragma once

#include "ui/layout.h"

namespace dikkat {

void place_stations(const LayoutDescription& description, const Rectangle& area, Layout& layout);
// The height that they need, with numbers where those are wanted.
float needed_by_stations(const LayoutDescription& description);

}  // namespace dikkat
