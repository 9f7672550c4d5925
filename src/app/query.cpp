#include "app/query.h"

#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "app/apply.h"
#include "app/codec.h"
#include "app/number.h"
#include "app/text.h"

namespace dikkat {

namespace {

using Parts = std::vector<std::string_view>;

Parts split(std::string_view path) {
    Parts parts;
    for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
        parts.push_back(path.substr(0, slash));
        path.remove_prefix(slash + 1);
    }
    parts.push_back(path);
    return parts;
}

Error unknown_query(std::string_view path) { return {"unknown_query", {{"path", std::string(path)}}}; }
Error unknown_tensor(std::string_view name) { return {"unknown_tensor", {{"tensor", std::string(name)}}}; }

std::optional<int> read_index(std::string_view text) {
    int index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const bool whole = error == std::errc() && end == text.data() + text.size() && !text.empty();
    return whole ? std::optional<int>(index) : std::nullopt;
}

// The cell that a path ends in: as many indices as the tensor has axes.
Result<Cell> read_cell(std::string_view path, const Parts& indices, std::string_view name, const Shape& shape) {
    if (static_cast<int>(indices.size()) != shape.rank()) return unknown_query(path);
    std::array<int, 3> at{};
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::optional<int> index = read_index(indices[i]);
        if (!index) return unknown_query(path);
        at[3 - indices.size() + i] = *index;
    }
    const Cell cell{at[0], at[1], at[2]};
    if (contains(shape, cell)) return cell;
    const std::string place = "[" + std::to_string(cell.row) + ", " + std::to_string(cell.column) + "]";
    return Error{"cell_outside", {{"tensor", std::string(name)}, {"shape", to_string(shape)}, {"cell", place}}};
}

template <class T>
void write_list(JsonWriter& json, std::string_view name, std::span<const T> values) {
    json.key(name);
    json.begin_array();
    for (const T& value : values) write(json, value);
    json.end_array();
}

std::vector<int> extents(const Shape& shape) {
    std::vector<int> extents;
    for (int axis = 0; axis < shape.rank(); ++axis) extents.push_back(shape.extent(axis));
    return extents;
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

void write_head(JsonWriter& json, const TensorReading& tensor) {
    json.field("name", tensor.name);
    json.field("shape", extents(tensor.shape));
    json.field("kind", to_string(tensor.kind));
    json.field("editable", tensor.editable);
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

std::string number_json(float value, const std::string& text) {
    JsonWriter json;
    json.begin_object();
    json.field("value", value);
    json.field("text", text);
    json.end_object();
    return json.text();
}

// "tensor", "baseline", "difference" and "gradient": a whole tensor, or one of its cells with the look's decimals.
Result<std::string> answer_numbers(const Session& session, std::string_view path, const Parts& parts) {
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
        if (!gradient) return unknown_tensor(name);
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
    const Result<Cell> cell = read_cell(path, Parts(parts.begin() + 2, parts.end()), name, tensor->shape);
    if (!cell) return cell.error();
    const float value = data[index_of(tensor->shape, cell.value())];
    return number_json(
        value, what == "difference" ? with_sign(value, tensor->decimals) : fixed(value, tensor->decimals, Minus::sign, true));
}

Result<std::string> answer_explain(const Session& session, std::string_view path, const Parts& parts) {
    const std::string_view name = parts[1];
    const std::optional<TensorReading> tensor = session.read(name);
    if (!tensor) return unknown_tensor(name);
    const Result<Cell> cell = read_cell(path, Parts(parts.begin() + 2, parts.end()), name, tensor->shape);
    if (!cell) return cell.error();
    const std::optional<Explanation> explanation = session.explanation({std::string(name), cell.value()});
    if (!explanation) return unknown_tensor(name);
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
                const Node& node = session.graph()[operand.node];
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

std::string tensors_json(const Session& session) {
    JsonWriter json;
    json.begin_array();
    for (const Node& node : session.graph().nodes()) {
        if (node.name.empty()) continue;
        json.begin_object();
        write_head(json, *session.read(node.name));
        json.end_object();
    }
    json.end_array();
    return json.text();
}

std::string checks_json(const Session& session) {
    JsonWriter json;
    json.begin_array();
    for (const CheckResult& check : session.checks()) {
        json.begin_object();
        json.field("id", check.id);
        json.field("kind", check.kind);
        json.field("text", check.text);
        json.field("variant", check.variant);
        json.field("measured", check.measured);
        json.field("measured_text", figure(check.measured));
        json.field("relation", check.relation);
        json.field("bound", check.bound);
        json.field("holds", check.holds);
        json.field("rows", check.rows);
        json.end_object();
    }
    json.end_array();
    return json.text();
}

std::string edits_json(const Session& session) {
    JsonWriter json;
    json.begin_array();
    for (const Edit& edit : session.edits()) {
        const std::optional<TensorReading> tensor = session.read(edit.cell.tensor);
        const int decimals = tensor ? tensor->decimals : 2;
        json.begin_object();
        json.field("cell", edit.cell);
        json.field("name", session.cell_label(edit.cell));
        json.field("before", edit.before);
        json.field("now", edit.now);
        json.field("before_text", edit.before ? fixed(*edit.before, decimals, Minus::sign, true) : std::string());
        json.field("now_text", fixed(edit.now, decimals, Minus::sign, true));
        json.field("active", edit.active);
        json.end_object();
    }
    json.end_array();
    return json.text();
}

void write_lesson_head(JsonWriter& json, const Lesson& lesson) {
    json.field("id", lesson.id);
    json.field("number", lesson.number);
    json.field("title", lesson.title);
    json.field("short_title", lesson.short_title);
}

std::string lessons_json(const Session& session) {
    JsonWriter json;
    json.begin_array();
    for (const Lesson& lesson : session.catalogue().lessons) {
        json.begin_object();
        write_lesson_head(json, lesson);
        json.field("steps", static_cast<int>(lesson.steps.size()));
        json.end_object();
    }
    json.end_array();
    return json.text();
}

// The open lesson and where in it one is; `step` as go_to_step counts.
std::string lesson_json(const Session& session) {
    JsonWriter json;
    json.begin_object();
    write_lesson_head(json, session.lesson());
    json.field("step", session.view().step + 1);
    json.key("steps");
    json.begin_array();
    for (const Step& step : session.lesson().steps) {
        json.begin_object();
        json.field("id", step.id);
        json.field("question", step.question ? step.question->id : std::string());
        json.end_object();
    }
    json.end_array();
    json.field("can_undo", session.can_undo());
    json.field("can_redo", session.can_redo());
    json.field("baseline_is_lesson", session.baseline_is_lesson());
    json.end_object();
    return json.text();
}

std::string not_finite_text(const Session& session, const NotFinite& found) {
    const std::string name = "not_finite_" + found.reason;
    for (const NamedText& entry : all_texts()) {
        if (entry.name != name) continue;
        return fill(entry.text.in(session.view().language),
                    {{"cell", session.cell_label(found.cell)}, {"value", fixed(found.value, 2)}});
    }
    return found.reason;
}

std::string diagnostics_json(const Session& session) {
    const std::optional<NotFinite> found = session.first_not_finite();
    session.checks();  // so that every variant that is looked at counts
    JsonWriter json;
    json.begin_object();
    json.field("tensor_bytes", static_cast<std::uint64_t>(session.tensor_bytes()));
    json.field("nodes", session.graph().size());
    json.field("revision", session.revision());
    json.key("first_not_finite");
    if (found) {
        json.begin_object();
        json.field("cell", found->cell);
        json.field("value", found->value);
        json.field("reason", found->reason);
        json.field("text", not_finite_text(session, *found));
        json.end_object();
    } else {
        json.null();
    }
    json.end_object();
    return json.text();
}

struct PlainQuery {
    std::string_view path;
    std::string (*answer)(const Session&);
};

constexpr std::array<PlainQuery, 10> kPlainQueries{{
    {"state", [](const Session& session) { return session.state_json(); }},
    {"edits", edits_json},
    {"tensors", tensors_json},
    {"checks", checks_json},
    {"lessons", lessons_json},
    {"lesson", lesson_json},
    {"commands", [](const Session&) { return describe_commands(); }},
    {"diagnostics", diagnostics_json},
    {"version", [](const Session&) { return version_json(); }},
    {"texts", [](const Session&) { return texts_json(); }},
}};

}  // namespace

Result<std::string> answer_query(const Session& session, std::string_view path) {
    for (const PlainQuery& query : kPlainQueries) {
        if (path == query.path) return query.answer(session);
    }
    const Parts parts = split(path);
    if (parts.size() < 2 || parts.size() > 5) return unknown_query(path);
    if (parts[0] == "explain") return answer_explain(session, path, parts);
    const bool of_numbers = parts[0] == "tensor" || parts[0] == "baseline" || parts[0] == "difference" || parts[0] == "gradient";
    return of_numbers ? answer_numbers(session, path, parts) : unknown_query(path);
}

std::string texts_json() {
    JsonWriter json;
    json.begin_object();
    for (const Language language : {Language::tr, Language::en}) {
        json.key(language == Language::tr ? "tr" : "en");
        json.begin_object();
        for (const NamedText& entry : all_texts()) json.field(entry.name, entry.text.in(language));
        json.end_object();
    }
    json.end_object();
    return json.text();
}

std::string version_json() {
    JsonWriter json;
    json.begin_object();
    json.field("name", "Dikkat");
    json.field("version", DIKKAT_VERSION);
    json.field("state_format", kStateFormat);
    json.end_object();
    return json.text();
}

std::string joined_objects(const std::string& left, const std::string& right) {
    const std::string inner_left = left.substr(1, left.size() - 2), inner_right = right.substr(1, right.size() - 2);
    return "{" + inner_left + (inner_left.empty() || inner_right.empty() ? "" : ",") + inner_right + "}";
}

}  // namespace dikkat
