// The stations' part of a layout: one row of columns, or two where the screen is narrow.
#pragma once

#include "ui/layout.h"

namespace dikkat {

void place_stations(const LayoutDescription& description, const Rectangle& area, Layout& layout);
// What two rows of them need, with numbers; 0 where they stand in one row anyway.
float needed_by_two_rows(const LayoutDescription& description);

}  // namespace dikkat
