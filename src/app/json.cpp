#include "app/json.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "app/number.h"

namespace dikkat {

namespace {

// RapidJSON's iterative parser needs no stack, but whoever walks through the values does.
bool too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kDeepestJson) return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

// Fills a document as RapidJSON does, but for numbers: strtod rounds each of them correctly, on every platform alike, and keeps the
// sign of -0. (RapidJSON's own full precision shifts by an undefined count for "0e99".)
struct Filler {
    rapidjson::Document& document;

    bool Null() { return document.Null(); }
    bool Bool(bool value) { return document.Bool(value); }
    bool Int(int value) { return document.Int(value); }
    bool Uint(unsigned value) { return document.Uint(value); }
    bool Int64(std::int64_t value) { return document.Int64(value); }
    bool Uint64(std::uint64_t value) { return document.Uint64(value); }
    bool Double(double value) { return document.Double(value); }
    bool String(const char* text, rapidjson::SizeType size, bool copy) { return document.String(text, size, copy); }
    bool StartObject() { return document.StartObject(); }
    bool Key(const char* text, rapidjson::SizeType size, bool copy) { return document.Key(text, size, copy); }
    bool EndObject(rapidjson::SizeType count) { return document.EndObject(count); }
    bool StartArray() { return document.StartArray(); }
    bool EndArray(rapidjson::SizeType count) { return document.EndArray(count); }

    bool RawNumber(const char* digits, rapidjson::SizeType size, bool) {
        constexpr std::size_t longest_exact = 16;  // digits that always fit into 64 bits, with a sign
        const std::string_view text(digits, size);
        const bool whole = text.find_first_of(".eE") == text.npos && size <= longest_exact && text != "-0";
        if (whole) {
            const long long value = std::strtoll(digits, nullptr, 10);
            return value < 0 ? document.Int64(value) : document.Uint64(static_cast<std::uint64_t>(value));
        }
        const double value = std::strtod(digits, nullptr);
        return std::isfinite(value) && document.Double(value);
    }
};

}  // namespace

Result<rapidjson::Document> parse_json(std::string_view text) {
    if (text.size() > kLongestJson) return Error{"json_too_long", {{"limit", std::to_string(kLongestJson)}}};
    if (too_deep(text)) return Error{"json_too_deep", {{"limit", std::to_string(kDeepestJson)}}};
    if (const std::size_t end = text.find('\0'); end != text.npos) {  // RapidJSON would stop there and be content
        return Error{"json_syntax", {{"offset", std::to_string(end)}}};
    }
    constexpr unsigned flags =
        rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseValidateEncodingFlag;
    rapidjson::Document document;
    rapidjson::Reader reader;
    rapidjson::MemoryStream bytes(text.data(), text.size());
    rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(bytes);
    auto fill = [&](rapidjson::Document& filled) {
        Filler filler{filled};
        return !reader.Parse<flags>(stream, filler).IsError();
    };
    document.Populate(fill);
    if (reader.HasParseError()) return Error{"json_syntax", {{"offset", std::to_string(reader.GetErrorOffset())}}};
    return document;
}

void JsonPlace::refuse(std::string code, std::map<std::string, std::string> values) {
    if (error_) return;
    values["path"] = path_.empty() ? "/" : path_;
    error_ = Error{std::move(code), std::move(values)};
}

ObjectReader::ObjectReader(const JsonValue& value, JsonPlace& place) : place_(place) {
    if (!value.IsObject()) {
        place.wrong_type("object");
    } else if (value.MemberCount() > kMostFields) {
        place.refuse("json_too_many", {{"limit", std::to_string(kMostFields)}});
    } else {
        std::set<std::string_view> names;
        for (const auto& member : value.GetObject()) {
            const std::string_view name(member.name.GetString(), member.name.GetStringLength());
            if (!names.insert(name).second) place.inside(name, [&] { place.refuse("json_duplicate_field"); });
        }
        if (place.ok()) object_ = &value;
    }
}

const JsonValue* ObjectReader::take(const char* name) {
    if (!object_ || !place_.ok()) return nullptr;
    const auto member = object_->FindMember(name);
    if (member == object_->MemberEnd()) return nullptr;
    taken_.insert(name);
    return &member->value;
}

void ObjectReader::finish() {
    if (!object_ || !place_.ok()) return;
    for (const auto& member : object_->GetObject()) {
        const std::string_view name(member.name.GetString(), member.name.GetStringLength());
        if (!taken_.contains(name)) place_.inside(name, [&] { place_.refuse("json_unknown_field"); });
    }
}

void JsonWriter::number(float value) {
    const std::string text = shortest(value);
    std::isfinite(value) ? raw(text) : string(text);
}

void JsonWriter::number(double value) {
    if (std::isfinite(value)) {
        writer_.Double(value);
    } else {
        string(shortest(static_cast<float>(value)));
    }
}

void JsonWriter::raw(std::string_view json) { writer_.RawValue(json.data(), json.size(), rapidjson::kNullType); }

void read(const JsonValue& value, bool& out, JsonPlace& place) {
    if (!value.IsBool()) return place.wrong_type("boolean");
    out = value.GetBool();
}

void read(const JsonValue& value, int& out, JsonPlace& place) {
    if (!value.IsInt()) return place.wrong_type("integer");
    out = value.GetInt();
}

void read(const JsonValue& value, std::uint64_t& out, JsonPlace& place) {
    if (!value.IsUint64() || value.GetUint64() > kLargestInteger) return place.wrong_type("integer 0..2^53");
    out = value.GetUint64();
}

void read(const JsonValue& value, double& out, JsonPlace& place) {
    if (!value.IsNumber()) return place.wrong_type("number");
    out = value.GetDouble();
}

void read(const JsonValue& value, float& out, JsonPlace& place) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (value.IsString()) {
        const std::string_view word(value.GetString(), value.GetStringLength());
        if (word == "NaN") return void(out = std::numeric_limits<float>::quiet_NaN());
        if (word == "Infinity") return void(out = infinity);
        if (word == "-Infinity") return void(out = -infinity);
        return place.refuse("json_bad_value", {{"value", std::string(word)}});
    }
    if (!value.IsNumber()) return place.wrong_type("number");
    out = to_float(value.GetDouble());
}

void read(const JsonValue& value, std::string& out, JsonPlace& place) {
    if (!value.IsString()) return place.wrong_type("string");
    out.assign(value.GetString(), value.GetStringLength());
}

void read(const JsonValue& value, std::set<std::string>& out, JsonPlace& place) {
    std::vector<std::string> items;
    read(value, items, place);
    out = std::set<std::string>(items.begin(), items.end());
}

void write(JsonWriter& json, bool value) { json.boolean(value); }
void write(JsonWriter& json, int value) { json.integer(value); }
void write(JsonWriter& json, std::uint64_t value) { json.integer(static_cast<std::int64_t>(value)); }
void write(JsonWriter& json, double value) { json.number(value); }
void write(JsonWriter& json, float value) { json.number(value); }
void write(JsonWriter& json, const std::string& value) { json.string(value); }
void write(JsonWriter& json, std::string_view value) { json.string(value); }

void write(JsonWriter& json, const std::set<std::string>& values) {
    json.begin_array();
    for (const std::string& value : values) json.string(value);
    json.end_array();
}

}  // namespace dikkat
