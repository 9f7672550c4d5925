// The lessons' bundle, as web/build/lessons.mjs writes it.
#include "app/json.h"
#include "app/lesson.h"

namespace dikkat {

namespace {

std::string as_text(const JsonValue& value) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    value.Accept(writer);
    return {buffer.GetString(), buffer.GetSize()};
}

Error wrong_type(std::string path, std::string expected) {
    return {"json_wrong_type", {{"path", std::move(path)}, {"expected", std::move(expected)}}};
}

const JsonValue* member(const JsonValue& object, const char* name) {
    if (!object.IsObject()) return nullptr;
    const auto found = object.FindMember(name);
    return found == object.MemberEnd() ? nullptr : &found->value;
}

}  // namespace

Result<Catalogue> read_catalogue(std::string_view json) {
    const Result<rapidjson::Document> bundle = parse_json(json);
    if (!bundle.ok()) return bundle.error();
    const JsonValue* lessons = member(bundle.value(), "lessons");
    if (!lessons || !lessons->IsArray() || lessons->Empty()) return wrong_type("lessons", "array");
    Catalogue catalogue;
    for (const JsonValue& entry : lessons->GetArray()) {
        const JsonValue* data = member(entry, "data");
        if (!data) return wrong_type("lessons/" + std::to_string(catalogue.lessons.size()) + "/data", "object");
        Result<Lesson> lesson = read_lesson(as_text(*data));
        if (!lesson.ok()) return lesson.error();
        catalogue.lessons.push_back(std::move(lesson).value());
    }
    return catalogue;
}

}  // namespace dikkat
