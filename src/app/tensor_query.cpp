#include "app/tensor_query.h"

#include <array>
#include <charconv>
#include <utility>

#include "app/build.h"
#include "app/number.h"

namespace dikkat {

namespace {

Error unknown_tensor(std::string_view name) { return {"unknown_tensor", {{"tensor", std::string(name)}}}; }

std::optional<int> read_index(std::string_view text) {
    int index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const bool whole = error == std::errc() && end == text.data() + text.size() && !text.empty();
    return whole ? std::optional<int>(index) : std::nullopt;
}

// The cell that a path ends in: as many indices as the tensor has axes.
Result<Cell> read_cell(std::string_view path, const PathParts& indices, std::string_view name, const Shape& shape) {
    if (static_cast<int>(indices.size()) != shape.rank()) return unknown_query(path);
    std::array<int, 3> at{};
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::optional<int> index = read_index(indices[i]);
        if (!index) return unknown_query(path);
        at[3 - indices.size() + i] = *index;
    }
    const Cell cell{at[0], at[1], at[2]};
    if (!contains(shape, cell)) return cell_outside(name, shape, cell);
    return cell;
}

template <class T>
void write_list(JsonWriter& json, std::string_view name, std::span<const T> values) {
    json.key(name);
    json.begin_array();
    for (const T& value : values) write(json, value);
    json.end_array();
}

void write_axes(JsonWriter& json, const Session& session, const TensorReading& tensor) {
    json.key("axes");
    json.begin_array();
    for (int axis = 0; axis < tensor.shape.rank(); ++axis) {
        json.begin_object();
        json.field("name", to_string(tensor.axes[static_cast<std::size_t>(axis)]));
        json.key("labels");
        json.begin_array();
        for (int i = 0; i < tensor.shape.extent(axis); ++i) json.string(session.axis_label(tensor, axis, i));
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

std::string tensor_json(const Session& session, const TensorReading& tensor, std::span<const float> data) {
    JsonWriter json;
    json.begin_object();
    write_head(json, tensor);
    write_axes(json, session, tensor);
    write_list(json, "data", data);
    if (!tensor.baseline.empty()) {
        std::vector<int> moved;
        for (std::size_t row = 0; row < tensor.moved_rows.size(); ++row) {
            if (tensor.moved_rows[row]) moved.push_back(static_cast<int>(row));
        }
        json.field("moved_rows", moved);
    }
    json.end_object();
    return json.text();
}

}  // namespace

std::vector<int> extents(const Shape& shape) {
    std::vector<int> extents;
    for (int axis = 0; axis < shape.rank(); ++axis) extents.push_back(shape.extent(axis));
    return extents;
}

Error unknown_query(std::string_view path) { return {"unknown_query", {{"path", std::string(path)}}}; }

void write_head(JsonWriter& json, const TensorReading& tensor) {
    json.field("name", tensor.name);
    json.field("shape", extents(tensor.shape));
    json.field("kind", to_string(tensor.kind));
    json.field("editable", tensor.editable);
}

Result<std::string> answer_numbers(const Session& session, std::string_view path, const PathParts& parts) {
    const std::string_view what = parts[0], name = parts[1];
    const bool of_baseline = what == "baseline";
    const std::optional<TensorReading> tensor = of_baseline ? session.read_baseline(name) : session.read(name);
    if (!tensor) {
        if (of_baseline && session.read(name)) return Error{"not_in_baseline", {{"tensor", std::string(name)}}};
        return unknown_tensor(name);
    }
    std::span<const float> data = tensor->value;
    std::optional<Tensor<float>> gradient;
    if (what == "gradient") {
        gradient = session.gradient(name);
        if (!gradient) {
            const Result<float> loss = session.loss();
            if (!loss) return loss.error();
            return session.working() ? Error{"not_computed_yet", {}} : unknown_tensor(name);
        }
        data = gradient->data;
    }
    if (what == "difference") {
        data = tensor->difference;
        if (tensor->baseline.empty()) {
            const std::optional<TensorReading> before = session.read_baseline(name);
            if (!before) return Error{"not_in_baseline", {{"tensor", std::string(name)}}};
            return Error{"shapes_differ", {{"shape", to_string(tensor->shape)}, {"baseline_shape", to_string(before->shape)}}};
        }
    }
    if (parts.size() == 2) return tensor_json(session, *tensor, data);
    const Result<Cell> cell = read_cell(path, PathParts(parts.begin() + 2, parts.end()), name, tensor->shape);
    if (!cell) return cell.error();
    const float value = data[index_of(tensor->shape, cell.value())];
    return figure_json(
        value, what == "difference" ? with_sign(value, tensor->decimals) : fixed(value, tensor->decimals, Minus::sign, true));
}

Result<std::string> answer_explain(const Session& session, std::string_view path, const PathParts& parts) {
    const std::string_view name = parts[1];
    const std::optional<TensorReading> tensor = session.read(name);
    if (!tensor) return unknown_tensor(name);
    const Result<Cell> cell = read_cell(path, PathParts(parts.begin() + 2, parts.end()), name, tensor->shape);
    if (!cell) return cell.error();
    const std::optional<Explanation> explanation = session.explanation({std::string(name), cell.value()});
    if (!explanation) return unknown_tensor(name);
    const Graph& graph = session.graph_of(name);
    JsonWriter json;
    json.begin_object();
    json.key("lines");
    json.begin_array();
    for (const ExplanationLine& line : explanation->lines) {
        json.begin_object();
        json.field("label", line.label);
        json.field("operation", line.operation);
        json.key("operands");
        json.begin_array();
        for (const Operand& operand : line.operands) {
            json.begin_object();
            if (operand.node != kNoNode) {
                const Node& node = graph[operand.node];
                json.field("tensor", node.name);
                std::vector<int> at{operand.cell.head, operand.cell.row, operand.cell.column};
                at.erase(at.begin(), at.begin() + (3 - node.shape.rank()));
                json.field("cell", at);
            }
            json.field("value", operand.value);
            json.end_object();
        }
        json.end_array();
        write_list<float>(json, "terms", line.terms);
        json.field("result", line.result);
        json.end_object();
    }
    json.end_array();
    json.field("value", explanation->value);
    json.end_object();
    return json.text();
}

}  // namespace dikkat
