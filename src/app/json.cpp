#include "app/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "app/number.h"
#include "core/decimal.h"

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

// Fills a document as RapidJSON does, but for numbers: read_decimal rounds each of them correctly and keeps the
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
            long long value = 0;
            std::from_chars(digits, digits + size, value);
            return value < 0 ? document.Int64(value) : document.Uint64(static_cast<std::uint64_t>(value));
        }
        const double value = read_decimal(text);
        return std::isfinite(value) && document.Double(value);
    }
};

}  // namespace

std::string fingerprint(std::string_view text) {
    std::uint32_t hash = 2166136261;  // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
    std::string letters;
    for (int shift = 28; shift >= 0; shift -= 4) letters += "0123456789abcdef"[(hash >> shift) & 15];
    return letters;
}

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

void JsonPlace::refuse(const Error& error) {
    if (error_) return;
    error_ = error;
    error_->values["path"] = path_.empty() ? "/" : path_;
}

void JsonPlace::wrong_type(std::string_view expected) { refuse("json_wrong_type", {{"expected", std::string(expected)}}); }

std::size_t JsonPlace::enter(std::string_view step) {
    const std::size_t length = path_.size();
    if (length > 0) path_ += '/';
    path_ += step;
    return length;
}

namespace {

std::string_view text_of(const JsonValue& string) { return {string.GetString(), string.GetStringLength()}; }

}  // namespace

ObjectReader::ObjectReader(const JsonValue& value, JsonPlace& place) : place_(place) {
    if (!value.IsObject()) {
        place.wrong_type("object");
    } else if (value.MemberCount() > kMostFields) {
        place.refuse("json_too_many", {{"limit", std::to_string(kMostFields)}});
    } else {
        std::set<std::string_view> names;
        for (const auto& member : value.GetObject()) {
            const std::string_view name = text_of(member.name);
            if (!names.insert(name).second) place.inside(name, [&] { place.refuse("json_duplicate_field"); });
        }
        if (place.ok()) object_ = &value;
    }
}

void ObjectReader::read_field(const char* name, void* member, ReadInto read_it, bool required) {
    if (!object_ || !place_.ok()) return;
    const auto found = object_->FindMember(name);
    const bool is_there = found != object_->MemberEnd();
    if (!is_there && !required) return;
    place_.inside(name, [&] {
        if (!is_there) return place_.refuse("json_missing_field");
        taken_.push_back(&found->value);
        read_it(found->value, member, place_);
    });
}

void ObjectReader::finish() {
    if (!object_ || !place_.ok()) return;
    for (const auto& member : object_->GetObject()) {
        if (std::find(taken_.begin(), taken_.end(), &member.value) != taken_.end()) continue;
        place_.inside(text_of(member.name), [&] { place_.refuse("json_unknown_field"); });
    }
}

namespace {

// The fewest digits that read back to the same double. With a point or an exponent: a reader would take "2" for an integer.
std::string shortest_double(double value) {
    std::string number;
    for (int digits = 15; digits <= 17; ++digits) {
        number = general_decimal(value, digits);
        if (read_decimal(number) == value) break;
    }
    return number.find_first_of(".e") == number.npos ? number + ".0" : number;
}

}  // namespace

void JsonWriter::number(float value) {
    const std::string text = shortest(value);
    std::isfinite(value) ? raw(text) : string(text);
}

void JsonWriter::number(double value) {
    if (std::isfinite(value)) {
        raw(shortest_double(value));
    } else {
        string(shortest(static_cast<float>(value)));
    }
}

void JsonWriter::copy(const JsonValue& value) {
    switch (value.GetType()) {
        case rapidjson::kNullType:
            return null();
        case rapidjson::kFalseType:
        case rapidjson::kTrueType:
            return boolean(value.GetBool());
        case rapidjson::kNumberType:
            return value.IsInt64() ? integer(value.GetInt64()) : number(value.GetDouble());
        case rapidjson::kStringType:
            return string(text_of(value));
        case rapidjson::kArrayType:
            begin_array();
            for (const JsonValue& item : value.GetArray()) copy(item);
            return end_array();
        case rapidjson::kObjectType:
            begin_object();
            for (const auto& member : value.GetObject()) key(text_of(member.name)), copy(member.value);
            return end_object();
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
        const std::string_view word = text_of(value);
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

std::optional<std::size_t> read_word(const JsonValue& value, std::span<const char* const> words, JsonPlace& place) {
    if (!value.IsString()) {
        place.wrong_type("string");
        return std::nullopt;
    }
    const auto found = std::find(words.begin(), words.end(), text_of(value));
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    place.refuse("json_bad_value", {{"value", std::string(text_of(value))}});
    return std::nullopt;
}

bool is_list(const JsonValue& value, JsonPlace& place) {
    if (!value.IsArray()) {
        place.wrong_type("array");
    } else if (value.Size() > kMostItems) {
        place.refuse("json_too_many", {{"limit", std::to_string(kMostItems)}});
    } else {
        return true;
    }
    return false;
}

void read_items(const JsonValue& list, void* first, std::size_t item_size, ReadInto read_item, JsonPlace& place) {
    for (rapidjson::SizeType i = 0; i < list.Size() && place.ok(); ++i) {
        void* item = static_cast<char*>(first) + i * item_size;
        place.inside(std::to_string(i), [&] { read_item(list[i], item, place); });
    }
}

void read_entries(const JsonValue& object, void* map, EntryOf entry_of, ReadInto read_entry, JsonPlace& place) {
    const ObjectReader checked(object, place);
    if (!place.ok()) return;
    for (const auto& member : object.GetObject()) {
        const std::string_view name = text_of(member.name);
        place.inside(name, [&] { read_entry(member.value, entry_of(map, name), place); });
        if (!place.ok()) return;
    }
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
