// The native program's faces are files: inter-400.ttf and so on, as the site's build makes them.
#pragma once

#include <string>

#include "core/result.h"

namespace dikkat {

// Reads the four faces of a folder. To be done before glyph_source() is used.
Result<Done> load_faces(const std::string& folder);

}  // namespace dikkat
