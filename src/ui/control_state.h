// Control state: which option of a lesson's control is in force. Reads a Document; draws nothing.
#pragma once

#include <string_view>

#include "app/document.h"
#include "app/lesson.h"

namespace dikkat {

// "mask=causal", "loss=sum/output", "config/NAME=VALUE" of the main part or "config/PART.NAME=VALUE" of another.
bool in_force(const Document& document, std::string_view when);
int option_in_force(const Document& document, const Control& control);  // -1: none

}  // namespace dikkat
