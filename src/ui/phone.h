// Phone: the narrow screen. The ribbons of one head lie sideways, the selected token's row is large enough for a finger, and the
// rest of the computation is a strip of thumbnails that open.
#pragma once

#include "ui/picture.h"

namespace dikkat {

void draw_phone(const Picture& picture);

}  // namespace dikkat
