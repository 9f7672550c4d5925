#include "ui/control_state.h"

#include "app/codec.h"
#include "app/number.h"

namespace dikkat {
namespace {

std::string_view word(MaskKind mask) {
    switch (mask) {
        case MaskKind::none:
            return "none";
        case MaskKind::causal:
            return "causal";
        case MaskKind::custom:
            return "custom";
    }
    return "";
}

bool is(const ConfigValue& value, std::string_view words) {
    switch (value.type) {
        case ConfigValue::Type::boolean:
            return words == (value.boolean ? "true" : "false");
        case ConfigValue::Type::word:
            return words == value.word;
        case ConfigValue::Type::number: {
            const std::optional<float> number = parse_number(words);
            return number && static_cast<double>(*number) == value.number;
        }
    }
    return false;
}

}  // namespace

bool in_force(const Document& document, std::string_view when) {
    const std::size_t equals = when.find('=');
    if (equals == std::string_view::npos) return false;
    std::string_view name = when.substr(0, equals);
    const std::string_view value = when.substr(equals + 1);
    if (name == "mask") return value == word(document.mask);
    if (name == "loss") return value == std::string(type_name(document.loss.type)) + "/" + document.loss.tensor;
    constexpr std::string_view kConfig = "config/";
    if (name.substr(0, kConfig.size()) != kConfig) return false;
    name.remove_prefix(kConfig.size());
    const std::size_t dot = name.find('.');
    const std::string_view part_name = dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
    if (dot != std::string_view::npos) name.remove_prefix(dot + 1);
    for (const Part& part : document.parts) {
        if (part.name != part_name) continue;
        const auto setting = part.config.find(std::string(name));
        return setting != part.config.end() && is(setting->second, value);
    }
    return false;
}

int option_in_force(const Document& document, const Control& control) {
    for (std::size_t i = 0; i < control.options.size(); ++i) {
        if (in_force(document, control.options[i].when)) return static_cast<int>(i);
    }
    return -1;
}

}  // namespace dikkat
