// The queries about single figures that are no tensor's cell, as a lesson's text shows them; each answers {"value", "text"}.
#pragma once

#include "app/tensor_query.h"

namespace dikkat {

// "sweep/ID/SERIES/DEPTH[/OTHER][/float64]": the norm of the input's gradient, or how many times that of another depth it is.
// "parameters/PART": a count; the main part's is "parameters/".
// "norm/NAME", "sum/NAME": of all numbers of a tensor.
// "change/NAME/OTHER/ROW": the largest difference between a row of two tensors.
bool is_figure(const PathParts& parts);
Result<std::string> answer_figure(const Session& session, std::string_view path, const PathParts& parts);

}  // namespace dikkat
