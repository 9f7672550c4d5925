// A panel's title with the tensors on the way to its output beside it, each opened by its name; on a line of their own where they
// do not fit. The panel's first two tensors are what it shows; the links are the rest.
#pragma once

#include "ui/panel.h"

namespace dikkat {

float linked_title_height(const Picture& picture, const Panel& panel, float width);
// Answers how high it is.
float draw_linked_title(const Picture& picture, const Panel& panel, const Rectangle& area);

}  // namespace dikkat
