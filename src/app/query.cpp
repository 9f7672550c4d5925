#include "app/query.h"

#include <array>
#include <utility>
#include <vector>

#include "app/apply.h"
#include "app/codec.h"
#include "app/exercises.h"
#include "app/figure_query.h"
#include "app/ledger_query.h"
#include "app/number.h"
#include "app/path.h"
#include "app/pytorch.h"
#include "app/state_codec.h"
#include "app/table_text.h"
#include "app/tensor_query.h"
#include "app/text.h"

namespace dikkat {

namespace {

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
        write_finding(json, check);
        json.end_object();
    }
    json.end_array();
    return json.text();
}

std::string exercises_json(const Session& session) {
    JsonWriter json;
    json.begin_array();
    for (const ExerciseReading& exercise : session.exercises()) json.raw(exercise_json(exercise));
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
        json.field("before_text", edit.before ? as_typed(*edit.before, decimals) : std::string());
        json.field("now_text", as_typed(edit.now, decimals));
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
    json.field("mark", session.lesson().mark);
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
    const std::optional<Text> text = find_text("not_finite_" + found.reason);
    if (!text) return found.reason;
    return fill(text->in(session.view().language), {{"cell", session.cell_label(found.cell)}, {"value", fixed(found.value, 2)}});
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

Result<std::string> code_json(const Session& session) {
    const Result<PyTorchScript> script =
        pytorch_script({session.lesson(), session.document(), session.baseline(), session.view().language});
    if (!script) return script.error();
    JsonWriter json;
    json.begin_object();
    json.field("code", script.value().code);
    json.end_object();
    return json.text();
}

std::string text_json(const std::string& text) {
    JsonWriter json;
    json.begin_object();
    json.field("text", text);
    json.end_object();
    return json.text();
}

SavedState saved_state(const Session& session) {
    SavedState state{kStateFormat, session.document(), session.view(), std::nullopt};
    if (!session.baseline_is_lesson()) state.baseline = session.baseline();
    return state;
}

// Texts, not values: what JSON's readers make of -0 is not what was written.
template <bool as_seen>
std::string link_query(const Session& session) {
    return text_json(link_json(saved_state(session), session.lesson(), as_seen));
}

std::string file_query(const Session& session) { return text_json(file_json(saved_state(session), session.lesson())); }

// What load_state would take of a state that is not as it should be.
Result<std::string> readable_json(const Session& session, std::string_view state) {
    Graphs graphs;
    const Result<ReadableState> readable = read_tolerantly(state, session.catalogue(), session.view(), graphs);
    if (!readable) return readable.error();
    JsonWriter json;
    json.begin_object();
    json.field("state", state_json(readable.value().state));
    json.key("dropped");
    json.begin_array();
    for (const auto& [path, error] : readable.value().dropped) {
        json.begin_object();
        json.field("path", path);
        json.field("code", error.code);
        json.field("message", message(error, session.view().language));
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.text();
}

// A table of numbers as a spreadsheet writes it, as set_tensor takes it.
Result<std::string> table_json(std::string_view text) {
    const Result<Table> table = parse_table(text);
    if (!table) return table.error();
    JsonWriter json;
    json.begin_object();
    json.field("values", table.value());
    json.end_object();
    return json.text();
}

struct PlainQuery {
    std::string_view path;
    std::string (*answer)(const Session&);
};

constexpr std::array<PlainQuery, 15> kPlainQueries{{
    {"state", [](const Session& session) { return session.state_json(); }},
    {"state/link", link_query<false>},
    {"state/link_as_seen", link_query<true>},
    {"state/file", file_query},
    {"edits", edits_json},
    {"tensors", tensors_json},
    {"checks", checks_json},
    {"exercises", exercises_json},
    {"parameters", parameters_json},
    {"lessons", lessons_json},
    {"lesson", lesson_json},
    {"commands", [](const Session&) { return describe_commands(); }},
    {"diagnostics", diagnostics_json},
    {"version", [](const Session&) { return version_json(); }},
    {"texts", [](const Session&) { return texts_json(); }},
}};

struct TextQuery {  // about a text that stands in the path
    std::string_view word;
    Result<std::string> (*answer)(const Session&, std::string_view text);
};

constexpr std::array<TextQuery, 2> kTextQueries{{
    {"readable/", readable_json},
    {"table/", [](const Session&, std::string_view text) { return table_json(text); }},
}};

}  // namespace

Result<std::string> answer_query(const Session& session, std::string_view path) {
    for (const PlainQuery& query : kPlainQueries) {
        if (path == query.path) return query.answer(session);
    }
    if (path == "code/pytorch") return code_json(session);
    if (path == "loss") return loss_json(session);
    for (const auto& [word, answer] : kTextQueries) {
        if (path.starts_with(word)) return answer(session, path.substr(word.size()));
    }
    const PathParts parts = split_path(path);
    if (parts.size() < 2 || parts.size() > 6) return unknown_query(path);
    if (parts.size() == 2 && parts[0] == "sweep") return sweep_json(session, parts[1]);
    if (is_figure(parts)) return answer_figure(session, path, parts);
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
        for (Text text{0}; text.place < kTextCount; ++text.place) json.field(name_of(text), text.in(language));
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
