// Commands as JSON: everything follows from command.h's lists of fields.
#include <utility>

#include "app/codec.h"

namespace dikkat {

void read(const JsonValue& value, JsonText& out, JsonPlace& place) {
    if (value.IsString()) return read(value, out.text, place);
    if (!value.IsObject()) return place.wrong_type("object | string");
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    value.Accept(writer);
    out.text.assign(buffer.GetString(), buffer.GetSize());
}

void write(JsonWriter& json, const JsonText& value) { json.string(value.text); }

namespace {

template <class Visit, std::size_t... i>
void for_each_command(Visit& visit, std::index_sequence<i...>) {
    (visit(std::variant_alternative_t<i, Action>{}), ...);
}

template <class Visit>
void for_each_command(Visit visit) {
    for_each_command(visit, std::make_index_sequence<std::variant_size_v<Action>>{});
}

}  // namespace

void read(const JsonValue& value, Command& out, JsonPlace& place) {
    ObjectReader visitor(value, place);
    std::string type;
    visitor("type", type);
    visitor.optional("gesture", out.gesture);
    if (!place.ok()) return;
    bool known = false;
    for_each_command([&](auto command) {
        if (type != command.type) return;
        known = true;
        command.fields(visitor);
        out.action = std::move(command);
    });
    known ? visitor.finish() : place.refuse("unknown_command", {{"command", type}});
}

void write(JsonWriter& json, const Command& value) {
    json.begin_object();
    std::visit(
        [&](auto command) {
            json.field("type", command.type);
            ObjectWriter visitor(json);
            command.fields(visitor);
        },
        value.action);
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
std::string type_name(const T&) {
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
    } else if constexpr (std::is_same_v<T, JsonText>) {
        return "object | string";
    } else if constexpr (std::is_same_v<T, std::optional<int>>) {
        return "integer";
    } else {
        return "array of " + type_name(typename T::value_type{});
    }
}

struct FieldLister {
    JsonWriter& json;

    template <class T>
    void operator()(const char* name, T& member) {
        list(name, type_name(member), false);
    }
    template <class T>
    void optional(const char* name, T& member, const T& = T{}) {
        list(name, type_name(member), true);
    }
    void list(const char* name, const std::string& type, bool optional) {
        json.begin_object();
        json.field("name", name), json.field("type", type), json.field("optional", optional);
        json.end_object();
    }
};

}  // namespace

std::string describe_commands() {
    JsonWriter json;
    json.begin_array();
    for_each_command([&](auto command) {
        json.begin_object();
        json.field("type", command.type);
        json.key("fields");
        json.begin_array();
        FieldLister lister{json};
        command.fields(lister);
        json.end_array();
        json.end_object();
    });
    json.end_array();
    return json.text();
}

}  // namespace dikkat
