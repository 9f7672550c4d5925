// The queries about what is no tensor of the document: parameters by matrix, gradients by depth, the loss.
#pragma once

#include <string>
#include <string_view>

#include "app/session.h"

namespace dikkat {

std::string parameters_json(const Session& session);
// Error "unknown_sweep" {sweep}; the sweep's own where the document has no such stack.
Result<std::string> sweep_json(const Session& session, std::string_view id);
Result<std::string> loss_json(const Session& session);  // {"value", "text"}

}  // namespace dikkat
