// Toolbar: the line over the hero: value / baseline / difference, what the colours mean, the lesson's controls.
#pragma once

#include "ui/picture.h"

namespace dikkat {

void draw_toolbar(const Picture& picture);
// The narrow screen's: the heads that the ribbons can show, and the view as a menu.
float draw_phone_toolbar(const Picture& picture);  // answers where what it draws at the right begins

}  // namespace dikkat
