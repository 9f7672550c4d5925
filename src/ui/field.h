// Field: a setting of the lesson (lesson.h) as a slider or as a box to type into, in the toolbar and in panels alike. The setting
// is the document's; only what is being typed lives here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ui/picture.h"

namespace dikkat {

// The number that a setting has: "config/d", "config/stack.std", "seed", "seed/stack".
std::optional<double> setting_in_force(const Document& document, std::string_view setting);

// The height of a line; a slider whose label does not fit beside it takes two.
float field_height(const Picture& picture, const Field& field, float width);
float field_width(const Picture& picture, const Field& field);  // on one line, as it is best
// From the left: label, control, value. A slider fills the width; a box stands right after its label. Anchor "control/ID".
void draw_field(const Picture& picture, const Field& field, const Rectangle& area);

}  // namespace dikkat
