// JSON in and out, strictly: a reader that knows where it stands and keeps the first thing that was wrong, a writer, and the
// two visitors that a struct's one list of fields serves. Knows no type of the playground; codec.h does.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
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

class JsonPlace {
public:
    bool ok() const { return !error_; }
    const std::string& path() const { return path_; }
    const Error& error() const { return *error_; }                                  // only where !ok()
    void refuse(std::string code, std::map<std::string, std::string> values = {});  // the first one counts
    void refuse(const Error& error) { refuse(error.code, error.values); }
    void wrong_type(std::string_view expected) { refuse("json_wrong_type", {{"expected", std::string(expected)}}); }
    template <class Read>
    void inside(std::string_view step, Read read_it) {
        const std::size_t length = path_.size();
        if (length > 0) path_ += '/';
        path_ += step;
        read_it();
        path_.resize(length);
    }

private:
    std::string path_;
    std::optional<Error> error_;
};

// The fields of one JSON object: what is missing, there twice or not known is refused.
class ObjectReader {
public:
    ObjectReader(const JsonValue& value, JsonPlace& place);

    template <class T>
    void operator()(const char* name, T& member) {
        if (has(name)) return optional(name, member);
        if (place_.ok()) place_.inside(name, [&] { place_.refuse("json_missing_field"); });
    }
    template <class T>
    void optional(const char* name, T& member, const T& = T{}) {  // its default stands already
        if (const JsonValue* value = take(name)) place_.inside(name, [&] { read(*value, member, place_); });
    }
    bool has(const char* name) const { return object_ && object_->HasMember(name); }
    void ignore(const char* name) { take(name); }
    void finish();  // refuses what nobody asked for
    JsonPlace& place() { return place_; }

private:
    const JsonValue* take(const char* name);

    const JsonValue* object_ = nullptr;
    JsonPlace& place_;
    std::set<std::string_view> taken_;
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
    void integer(std::int64_t value) { writer_.Int64(value); }
    void boolean(bool value) { writer_.Bool(value); }
    void null() { writer_.Null(); }
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
    void operator()(const char* name, T& member) {
        json_.field(name, member);
    }
    template <class T>
    void optional(const char* name, T& member, const T& standard = T{}) {  // what has its default is left out
        if (!(member == standard)) json_.field(name, member);
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

template <class E>
requires std::is_enum_v<E>
void read(const JsonValue& value, E& out, JsonPlace& place) {
    if (!value.IsString()) return place.wrong_type("string");
    const std::string_view word(value.GetString(), value.GetStringLength());
    for (std::size_t i = 0; i < Names<E>::words.size(); ++i) {
        if (word == Names<E>::words[i]) return void(out = static_cast<E>(i));
    }
    place.refuse("json_bad_value", {{"value", std::string(word)}});
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
    T copy = value;  // the list of fields is one for reading and writing
    ObjectWriter visitor(json);
    json.begin_object();
    fields(visitor, copy);
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

template <class T>
void read(const JsonValue& value, std::vector<T>& out, JsonPlace& place) {
    if (!value.IsArray()) return place.wrong_type("array");
    if (value.Size() > kMostItems) return place.refuse("json_too_many", {{"limit", std::to_string(kMostItems)}});
    out.clear();
    out.reserve(value.Size());
    for (const JsonValue& item : value.GetArray()) {
        const std::string step = std::to_string(out.size());
        place.inside(step, [&] { read(item, out.emplace_back(), place); });
        if (!place.ok()) return;
    }
}

template <class T>
void write(JsonWriter& json, const std::vector<T>& values) {
    json.begin_array();
    for (const T& value : values) write(json, value);
    json.end_array();
}

template <class T>
void read(const JsonValue& value, std::map<std::string, T>& out, JsonPlace& place) {
    const ObjectReader checked(value, place);
    if (!place.ok()) return;
    out.clear();
    for (const auto& member : value.GetObject()) {
        const std::string name(member.name.GetString(), member.name.GetStringLength());
        place.inside(name, [&] { read(member.value, out[name], place); });
        if (!place.ok()) return;
    }
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
