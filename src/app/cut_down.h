// A document cut down to one part and what that reads: what decides that part's numbers, and nothing else.
#pragma once

#include <string>
#include <string_view>

#include "app/document.h"

namespace dikkat {

// The name of the part that a tensor is of; empty for the main part's.
std::string_view part_of(const Document& document, std::string_view tensor);
// The loss is left out: it is of the whole document.
Document cut_down(const Document& document, std::string_view part);

}  // namespace dikkat
