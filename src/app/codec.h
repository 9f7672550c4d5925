// Codec: commands, documents and views as JSON, both ways. Strict: an unknown field, a wrong type or a number out of range is an
// Error that says path and reason. What the numbers mean together (shapes, names) is build.h's and apply.h's to check.
#pragma once

#include <string>
#include <string_view>

#include "app/command.h"
#include "app/json.h"
#include "app/words.h"

namespace dikkat {

template <>
struct Names<MaskKind> {
    static constexpr std::array<const char*, 3> words{"none", "causal", "custom"};
};
template <>
struct Names<Language> {
    static constexpr std::array<const char*, 2> words{"tr", "en"};
};
template <>
struct Names<Theme> {
    static constexpr std::array<const char*, 3> words{"auto", "light", "dark"};
};
template <>
struct Names<Show> {
    static constexpr std::array<const char*, 4> words{"value", "baseline", "difference", "gradient"};
};

Result<Command> read_command(std::string_view json);
const char* type_name(const Action& action);  // "set_cell"
const char* type_name(Loss::Type type);       // "cross_entropy"

void read(const JsonValue& value, Number& out, JsonPlace& place);
void read(const JsonValue& value, Direction& out, JsonPlace& place);
void read(const JsonValue& value, CellName& out, JsonPlace& place);
void read(const JsonValue& value, Selection& out, JsonPlace& place);
void read(const JsonValue& value, Loss& out, JsonPlace& place);
void read(const JsonValue& value, ConfigValue& out, JsonPlace& place);
void read(const JsonValue& value, Document& out, JsonPlace& place);
void read(const JsonValue& value, View& out, JsonPlace& place);
void read(const JsonValue& value, Command& out, JsonPlace& place);
void read(const JsonValue& value, Words& out, JsonPlace& place);  // {"tr","en"}, or one string for both

void write(JsonWriter& json, const Number& value);
void write(JsonWriter& json, const Direction& value);
void write(JsonWriter& json, const CellName& value);
void write(JsonWriter& json, const Selection& value);
void write(JsonWriter& json, const Loss& value);
void write(JsonWriter& json, const ConfigValue& value);
void write(JsonWriter& json, const Document& value);
void write(JsonWriter& json, const View& value);
void write(JsonWriter& json, const Command& value);
void write(JsonWriter& json, const Words& value);

// Every command there is: [{"type", "fields": [{"name", "type", "optional"}]}].
std::string describe_commands();

}  // namespace dikkat
