// The queries about one tensor: its numbers, one cell of it, and how that cell came to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/json.h"
#include "app/path.h"
#include "app/session.h"

namespace dikkat {

std::vector<int> extents(const Shape& shape);
Error unknown_query(std::string_view path);
// {"value": ..., "text": ...}: one number as it is and as it is read.
template <class Value>
std::string figure_json(Value value, const std::string& text) {
    JsonWriter json;
    json.begin_object();
    json.field("value", value);
    json.field("text", text);
    json.end_object();
    return json.text();
}

void write_head(JsonWriter& json, const TensorReading& tensor);  // name, shape, kind, editable

// "tensor", "baseline", "difference" or "gradient", a name, and where one cell is meant its indices.
Result<std::string> answer_numbers(const Session& session, std::string_view path, const PathParts& parts);
// "explain", a name, indices.
Result<std::string> answer_explain(const Session& session, std::string_view path, const PathParts& parts);

}  // namespace dikkat
