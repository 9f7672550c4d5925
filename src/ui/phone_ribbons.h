// Phone ribbons: one lane of the sentence, lying: keys and their bars at the left, query boxes at the right.
#pragma once

#include "ui/picture.h"

namespace dikkat {

void draw_phone_ribbons(const Picture& picture, const TensorReading& weights);

}  // namespace dikkat
