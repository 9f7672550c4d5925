// Every word of the interface, in both languages. The table is texts.inc; lessons' words are in their folders.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/document.h"
#include "core/result.h"

namespace dikkat {

// One entry of the table, by its place in it.
struct Text {
    int place;
    std::string_view in(Language language) const;
};

// Whole sentences with {holes}, filled from values. A hole without a value stays as it is.
std::string fill(std::string_view sentence, const std::map<std::string, std::string>& values);
// Cut between code points, with an ellipsis, where it has more bytes.
std::string shortened(const std::string& text, std::size_t most);
// The sentence of an error code; the code itself where the table has none. What somebody wrote stands in it shortened.
std::string message(const Error& error, Language language);

namespace text {

enum class Place {
#define TEXT(name, turkish, english) name,
#include "app/texts.inc"
#undef TEXT
    end
};

#define TEXT(name, turkish, english) inline constexpr Text name{static_cast<int>(Place::name)};
#include "app/texts.inc"
#undef TEXT

}  // namespace text

inline constexpr int kTextCount = static_cast<int>(text::Place::end);
std::string_view name_of(Text text);
std::optional<Text> find_text(std::string_view name);

}  // namespace dikkat
