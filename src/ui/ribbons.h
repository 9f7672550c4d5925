// Ribbons: the sentence as keys and a query, and the attention between them: each key's bar is bent into its share of the query's
// box.
#pragma once

#include "ui/picture.h"

namespace dikkat {

void draw_ribbons(const Picture& picture);

}  // namespace dikkat
