// Wires: the lines between the places of connected stations, and the signs between neighbours in a lane.
#pragma once

#include <vector>

#include "ui/connections.h"
#include "ui/picture.h"

namespace dikkat {

// The wires into the hovered tensor are drawn at full strength.
void draw_wires(const Picture& picture, const std::vector<Connection>& connections);

}  // namespace dikkat
