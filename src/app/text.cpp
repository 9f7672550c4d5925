#include "app/text.h"

#include <cstring>
#include <vector>

namespace dikkat {

namespace {

constexpr std::size_t kMostOfAValue = 300;  // bytes

// Name, Turkish, English, one after the other and each with its end: without a pointer to each, and in the order of the table, they
// are half as much to download.
constexpr char kTable[] =
#define TEXT(name, turkish, english) #name "\0" turkish "\0" english "\0"
#include "app/texts.inc"
#undef TEXT
    ;

enum Column { kName, kTurkish, kEnglish, kColumns };

std::string_view entry(Text text, Column column) {
    static const std::vector<const char*> starts = [] {
        std::vector<const char*> found;
        for (const char* at = kTable; at < kTable + sizeof kTable - 1; at += std::strlen(at) + 1) found.push_back(at);
        return found;
    }();
    return starts[static_cast<std::size_t>(text.place * kColumns + column)];
}

}  // namespace

std::string_view Text::in(Language language) const { return entry(*this, language == Language::tr ? kTurkish : kEnglish); }

std::string_view name_of(Text text) { return entry(text, kName); }

std::optional<Text> find_text(std::string_view name) {
    for (Text text{0}; text.place < kTextCount; ++text.place) {
        if (name_of(text) == name) return text;
    }
    return std::nullopt;
}

std::string fill(std::string_view sentence, const std::map<std::string, std::string>& values) {
    std::string filled;
    while (!sentence.empty()) {
        const std::size_t open = sentence.find('{');
        const std::size_t close = open == sentence.npos ? sentence.npos : sentence.find('}', open);
        if (close == sentence.npos) break;
        const auto value = values.find(std::string(sentence.substr(open + 1, close - open - 1)));
        filled += sentence.substr(0, open);
        filled += value == values.end() ? std::string(sentence.substr(open, close + 1 - open)) : value->second;
        sentence.remove_prefix(close + 1);
    }
    return filled.append(sentence);
}

std::string shortened(const std::string& text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return text.substr(0, end) + "…";
}

std::string message(const Error& error, Language language) {
    std::map<std::string, std::string> values = error.values;
    for (auto& [name, value] : values) value = shortened(value, kMostOfAValue);
    const std::string name = "error_" + error.code;
    std::string sentence = error.code;
    bool says_place = false;
    if (const std::optional<Text> text = find_text(name)) {
        sentence = fill(text->in(language), values);
        says_place = text->in(language).find("{path}") != std::string_view::npos;
    }
    const auto path = values.find("path");
    const bool has_place = path != values.end() && path->second != "/";
    return has_place && !says_place ? path->second + ": " + sentence : sentence;
}

}  // namespace dikkat
