// Ribbons: the sentence as keys and a query, and the attention between them: each key's bar is bent into its share of the query's box.
#pragma once

#include "ui/picture.h"

namespace dikkat {

void draw_ribbons(const Picture& picture);  // the hero of wide screens
// One lane of it, lying: keys at the left, query boxes at the right.
void draw_phone_ribbons(const Picture& picture, const TensorReading& weights);

}  // namespace dikkat
