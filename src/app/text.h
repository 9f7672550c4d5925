// Every word of the interface, in both languages. The table is texts.inc; lessons' words are in their folders.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "app/document.h"
#include "core/result.h"

namespace dikkat {

struct Text {
    std::string_view tr, en;
    constexpr Text(std::string_view turkish, std::string_view english) : tr(turkish), en(english) {}
    constexpr std::string_view in(Language language) const { return language == Language::tr ? tr : en; }
};

// Whole sentences with {holes}, filled from values. A hole without a value stays as it is.
std::string fill(std::string_view sentence, const std::map<std::string, std::string>& values);
// The sentence of an error code; the code itself where the table has none.
std::string message(const Error& error, Language language);

struct NamedText {
    std::string_view name;
    Text text;
};
std::span<const NamedText> all_texts();

namespace text {
#define TEXT(name, turkish, english) inline constexpr Text name{turkish, english};
#include "app/texts.inc"
#undef TEXT
}  // namespace text

}  // namespace dikkat
