// Toolbar: the line over the hero: value / baseline / difference, what the colours mean, the lesson's controls.
#pragma once

#include "ui/picture.h"

namespace dikkat {

void draw_toolbar(const Picture& picture);
// The narrow screen's: the heads that the ribbons can show, and the view as a menu.
void draw_phone_toolbar(const Picture& picture);

}  // namespace dikkat
