// Whether a lesson that was read can be carried out: its recipe, its commands, and everything that its screen, sweeps and checks
// name.
#pragma once

#include "app/json.h"
#include "app/lesson.h"

namespace dikkat {

void check_lesson(const Lesson& lesson, JsonPlace& place);

}  // namespace dikkat
