// Queries: every reading of a session as JSON by a path, for views outside of C++, tests and the command line.
#pragma once

#include <string>
#include <string_view>

#include "app/session.h"

namespace dikkat {

// Errors "unknown_query" {path}, "unknown_tensor", "cell_outside", "shapes_differ", "not_in_baseline".
Result<std::string> answer_query(const Session& session, std::string_view path);

// What needs no session.
std::string texts_json();  // {"tr": {name: sentence}, "en": {...}}
std::string version_json();

// One object of the members of two.
std::string joined_objects(const std::string& left, const std::string& right);

}  // namespace dikkat
