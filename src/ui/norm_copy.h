// The norm by hand as text, NumPy or LaTeX: what its panel's Copy menu puts on the clipboard. Every number as it is now.
#pragma once

#include <string>
#include <string_view>

#include "ui/dock.h"

namespace dikkat {

// `part` is one of the model `norm_by_hand`.
std::string norm_as(const Session& session, std::string_view part, SumForm form);

}  // namespace dikkat
