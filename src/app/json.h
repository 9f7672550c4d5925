// JSON in and out, strictly: a reader that knows where it stands and keeps the first thing that was wrong, a writer, and the
// two visitors that a struct's one list of fields serves. Knows no type of the playground; codec.h does.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/result.h"

#ifndef RAPIDJSON_ASSERT
#define RAPIDJSON_ASSERT(condition) CHECK(condition, "JSON was read as what it is not")
#endif
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace dikkat {

using JsonValue = rapidjson::Value;

inline constexpr std::size_t kLongestJson = 4 << 20;  // bytes
inline constexpr int kDeepestJson = 16;
inline constexpr std::size_t kMostFields = 1024;
inline constexpr std::size_t kMostItems = 512 * 512;
inline constexpr std::uint64_t kLargestInteger = std::uint64_t{1} << 53;

// Errors "json_syntax" {offset}, "json_too_long", "json_too_deep" {limit}.
Result<rapidjson::Document> parse_json(std::string_view text);
// Eight letters that another text will hardly have.
std::string fingerprint(std::string_view text);

class JsonPlace {
public:
    bool ok() const { return !error_; }
    const std::string& path() const { return path_; }
    const Error& error() const { return *error_; }  // only where !ok()
    void refuse(const Error& error);                // the first one counts
    void refuse(std::string_view code, std::initializer_list<ErrorValue> values = {}) { refuse(Error(code, values)); }
    void wrong_type(std::string_view expected);
    template <class Read>
    void inside(std::string_view step, const Read& read_it) {
        const std::size_t length = enter(step);
        read_it();
        path_.resize(length);
    }

private:
    std::size_t enter(std::string_view step);  // how long the path was

    std::string path_;
    std::optional<Error> error_;
};

// How something is read whose type is not known here, only where it is. What can be said so is compiled once for all types.
using ReadInto = void (*)(const JsonValue& value, void* out, JsonPlace& place);

template <class T>
void read_into(const JsonValue& value, void* out, JsonPlace& place) {
    read(value, *static_cast<T*>(out), place);
}

// The fields of one JSON object: what is missing, there twice or not known is refused.
class ObjectReader {
public:
    ObjectReader(const JsonValue& value, JsonPlace& place);

    template <class T>
    void operator()(const char* name, T& member) {
        read_field(name, &member, read_into<T>, true);
    }
    template <class T>
    void optional(const char* name, T& member) {  // its default stands already
        read_field(name, &member, read_into<T>, false);
    }
    bool has(const char* name) const { return object_ && object_->HasMember(name); }
    void finish();  // refuses what nobody asked for
    JsonPlace& place() { return place_; }

private:
    void read_field(const char* name, void* member, ReadInto read_it, bool required);

    const JsonValue* object_ = nullptr;
    JsonPlace& place_;
    std::vector<const JsonValue*> taken_;
};

class JsonWriter {
public:
    void begin_object() { writer_.StartObject(); }
    void end_object() { writer_.EndObject(); }
    void begin_array() { writer_.StartArray(); }
    void end_array() { writer_.EndArray(); }
    void key(std::string_view name) { writer_.Key(name.data(), static_cast<rapidjson::SizeType>(name.size())); }
    void string(std::string_view text) { writer_.String(text.data(), static_cast<rapidjson::SizeType>(text.size())); }
    void number(float value);   // shortest that reads back to the same float; not-finite ones as strings
    void number(double value);  // as well
    void integer(std::int64_t value) { raw(std::to_string(value)); }
    void boolean(bool value) { writer_.Bool(value); }
    void null() { writer_.Null(); }
    void copy(const JsonValue& value);
    void raw(std::string_view json);  // JSON already

    template <class T>
    void field(std::string_view name, const T& value) {
        key(name);
        write(*this, value);
    }
    std::string text() const { return {buffer_.GetString(), buffer_.GetSize()}; }

private:
    rapidjson::StringBuffer buffer_;
    rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
};

class ObjectWriter {
public:
    explicit ObjectWriter(JsonWriter& json) : json_(json) {}

    template <class T>
    void operator()(const char* name, const T& member) {
        json_.field(name, member);
    }
    template <class T>
    void optional(const char* name, const T& member) {  // what has its default is left out
        if (!(member == T{})) json_.field(name, member);
    }

private:
    JsonWriter& json_;
};

// Words of an enum, in its order: template <> struct Names<MaskKind> { static constexpr std::array words{"none", ...}; };
template <class E>
struct Names;

// A struct with a fields(f, value) that names its fields to a visitor.
template <class T, class F>
concept Described = requires(F& f, T& value) {
    fields(f, value);
};

void read(const JsonValue& value, bool& out, JsonPlace& place);
void read(const JsonValue& value, int& out, JsonPlace& place);
void read(const JsonValue& value, std::uint64_t& out, JsonPlace& place);  // up to 2^53
void read(const JsonValue& value, double& out, JsonPlace& place);         // finite
void read(const JsonValue& value, float& out, JsonPlace& place);          // "NaN", "Infinity", "-Infinity" too
void read(const JsonValue& value, std::string& out, JsonPlace& place);

void write(JsonWriter& json, bool value);
void write(JsonWriter& json, int value);
void write(JsonWriter& json, std::uint64_t value);
void write(JsonWriter& json, double value);
void write(JsonWriter& json, float value);
void write(JsonWriter& json, const std::string& value);
void write(JsonWriter& json, std::string_view value);
inline void write(JsonWriter& json, const char* value) { json.string(value); }  // or it would be taken for a bool

// Which of the words it is; nothing, and refused, if it is none.
std::optional<std::size_t> read_word(const JsonValue& value, std::span<const char* const> words, JsonPlace& place);

template <class E>
requires std::is_enum_v<E>
void read(const JsonValue& value, E& out, JsonPlace& place) {
    if (const auto word = read_word(value, Names<E>::words, place)) out = static_cast<E>(*word);
}

template <class E>
requires std::is_enum_v<E>
void write(JsonWriter& json, E value) { json.string(Names<E>::words[static_cast<std::size_t>(value)]); }

template <class T>
requires Described<T, ObjectReader>
void read(const JsonValue& value, T& out, JsonPlace& place) {
    ObjectReader visitor(value, place);
    fields(visitor, out);
    visitor.finish();
}

template <class T>
requires Described<T, ObjectWriter>
void write(JsonWriter& json, const T& value) {
    ObjectWriter visitor(json);
    json.begin_object();
    fields(visitor, const_cast<T&>(value));  // the list of fields is one for reading and writing, and a writer changes none
    json.end_object();
}

template <class T>
void read(const JsonValue& value, std::optional<T>& out, JsonPlace& place) {
    if (value.IsNull()) return out.reset();
    read(value, out.emplace(), place);
}

template <class T>
void write(JsonWriter& json, const std::optional<T>& value) {
    value ? write(json, *value) : json.null();
}

bool is_list(const JsonValue& value, JsonPlace& place);  // refused if not
void read_items(const JsonValue& list, void* first, std::size_t item_size, ReadInto read_item, JsonPlace& place);

template <class T>
void read(const JsonValue& value, std::vector<T>& out, JsonPlace& place) {
    if (!is_list(value, place)) return;
    out = std::vector<T>(value.Size());
    read_items(value, out.data(), sizeof(T), read_into<T>, place);
}

template <class T>
void write(JsonWriter& json, const std::vector<T>& values) {
    json.begin_array();
    for (const T& value : values) write(json, value);
    json.end_array();
}

using EntryOf = void* (*)(void* map, std::string_view name);  // where the value of that name is, made if there was none
void read_entries(const JsonValue& object, void* map, EntryOf entry_of, ReadInto read_entry, JsonPlace& place);

template <class T>
void read(const JsonValue& value, std::map<std::string, T>& out, JsonPlace& place) {
    out.clear();
    const EntryOf entry_of = [](void* map, std::string_view name) -> void* {
        return &(*static_cast<std::map<std::string, T>*>(map))[std::string(name)];
    };
    read_entries(value, &out, entry_of, read_into<T>, place);
}

template <class T>
void write(JsonWriter& json, const std::map<std::string, T>& values) {
    json.begin_object();
    for (const auto& [name, value] : values) json.field(name, value);
    json.end_object();
}

void read(const JsonValue& value, std::set<std::string>& out, JsonPlace& place);
void write(JsonWriter& json, const std::set<std::string>& values);

template <class T>
std::string to_json(const T& value) {
    JsonWriter json;
    write(json, value);
    return json.text();
}

}  // namespace dikkat
