// Settings: a sheet that opens under its button, with the fields and controls of a lesson that its toolbar has no room for.
#pragma once

#include <span>

#include "ui/picture.h"

namespace dikkat {

// A line of the sheet is as high as `line`; a field of words has one of its own, the rest stand in columns.
void draw_settings(const Picture& picture, const Rectangle& button, std::span<const Field* const> fields,
                   std::span<const Control* const> controls);
float settings_width(const Picture& picture);  // of the button

}  // namespace dikkat
