// Phone: the opened tensor over the whole canvas, and under it where the selected number comes from.
#pragma once

#include "ui/picture.h"

namespace dikkat {

// False, and nothing is drawn, where no tensor is opened.
bool draw_phone_opened(const Picture& picture);

}  // namespace dikkat
