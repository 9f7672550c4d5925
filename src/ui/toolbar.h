// Toolbar: the line over the hero: value / baseline / difference, what the colours mean, the lesson's controls.
#pragma once

#include "ui/picture.h"

namespace dikkat {

void draw_toolbar(const Picture& picture);
// Where the toolbar has no room for the names of the layers' colours, they stand on a line under it, in every view.
bool legends_need_a_line(const Picture& picture);
void draw_layer_legends(const Picture& picture, const Rectangle& line);
// The narrow screen's: the heads that the ribbons can show, and the view as a menu.
float draw_phone_toolbar(const Picture& picture);  // answers where what it draws at the right begins

}  // namespace dikkat
