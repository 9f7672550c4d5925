// Commands as JSON: everything follows from command.h's lists of fields.
#include <algorithm>

#include "app/codec.h"

namespace dikkat {

void read(const JsonValue& value, JsonText& out, JsonPlace& place) {
    if (value.IsString()) return read(value, out.text, place);
    if (!value.IsObject()) return place.wrong_type("object | string");
    JsonWriter json;
    json.copy(value);
    out.text = json.text();
}

void write(JsonWriter& json, const JsonText& value) { json.string(value.text); }

namespace {

struct CommandType {
    const char* name;
    void (*begin)(Action& action);  // makes it a command of this type
};

template <class... T>
constexpr std::array<CommandType, sizeof...(T)> types_of(const std::variant<T...>*) {
    return {CommandType{T::type, [](Action& action) { action.emplace<T>(); }}...};
}

constexpr auto kCommandTypes = types_of(static_cast<const Action*>(nullptr));  // in the variant's order

template <class Visitor>
void visit_fields(Visitor& visitor, Action& action) {
    std::visit([&](auto& command) { command.fields(visitor); }, action);
}

}  // namespace

const char* type_name(const Action& action) { return kCommandTypes[action.index()].name; }

void read(const JsonValue& value, Command& out, JsonPlace& place) {
    ObjectReader visitor(value, place);
    std::string name;
    visitor("type", name);
    visitor.optional("gesture", out.gesture);
    if (!place.ok()) return;
    const auto type =
        std::find_if(kCommandTypes.begin(), kCommandTypes.end(), [&](const CommandType& each) { return each.name == name; });
    if (type == kCommandTypes.end()) return place.refuse("unknown_command", {{"command", name}});
    type->begin(out.action);
    visit_fields(visitor, out.action);
    visitor.finish();
}

void write(JsonWriter& json, const Command& value) {
    json.begin_object();
    json.field("type", type_name(value.action));
    ObjectWriter visitor(json);
    visit_fields(visitor, const_cast<Action&>(value.action));  // the writer changes none
    if (value.gesture != 0) json.field("gesture", value.gesture);
    json.end_object();
}

Result<Command> read_command(std::string_view json) {
    const Result<rapidjson::Document> document = parse_json(json);
    if (!document) return document.error();
    JsonPlace place;
    Command command;
    read(document.value(), command, place);
    if (!place.ok()) return place.error();
    return command;
}

namespace {

// A field's type in words, by what reads it.
template <class T>
std::string field_type() {
    if constexpr (std::is_enum_v<T>) {
        std::string words;
        for (const char* word : Names<T>::words) words += (words.empty() ? "\"" : " | \"") + std::string(word) + "\"";
        return words;
    } else if constexpr (std::is_same_v<T, int> || std::is_same_v<T, std::uint64_t>) {
        return "integer";
    } else if constexpr (std::is_same_v<T, std::string>) {
        return "string";
    } else if constexpr (std::is_same_v<T, bool>) {
        return "boolean";
    } else if constexpr (std::is_same_v<T, double>) {
        return "number";
    } else if constexpr (std::is_same_v<T, Number>) {
        return "number | \"NaN\" | \"Infinity\" | \"-Infinity\"";
    } else if constexpr (std::is_same_v<T, ConfigValue>) {
        return "number | boolean | string";
    } else if constexpr (std::is_same_v<T, Direction>) {
        return "{\"draw\": string} | {\"seed\": integer}";
    } else if constexpr (std::is_same_v<T, Loss>) {
        return "{\"sum\": tensor} | {\"projection\": tensor, \"seed\": integer} | {\"cell\": tensor, \"row\", \"col\"} | "
               "{\"cross_entropy\": tensor}";
    } else if constexpr (std::is_same_v<T, JsonText>) {
        return "object | string";
    } else if constexpr (std::is_same_v<T, std::optional<int>>) {
        return "integer";
    } else {
        return "array of " + field_type<typename T::value_type>();
    }
}

struct FieldLister {
    JsonWriter& json;

    template <class T>
    void operator()(const char* name, const T&) {
        list(name, field_type<T>, false);
    }
    template <class T>
    void optional(const char* name, const T&) {
        list(name, field_type<T>, true);
    }
    void list(const char* name, std::string (*type)(), bool optional) {
        json.begin_object();
        json.field("name", name), json.field("type", type()), json.field("optional", optional);
        json.end_object();
    }
};

}  // namespace

std::string describe_commands() {
    JsonWriter json;
    FieldLister lister{json};
    json.begin_array();
    for (const CommandType& type : kCommandTypes) {
        Action action;
        type.begin(action);
        json.begin_object();
        json.field("type", type.name);
        json.key("fields");
        json.begin_array();
        visit_fields(lister, action);
        json.end_array();
        json.end_object();
    }
    json.end_array();
    return json.text();
}

}  // namespace dikkat
