#include "app/text.h"

namespace dikkat {

namespace {

constexpr NamedText kTexts[] = {
#define TEXT(name, turkish, english) {#name, text::name},
#include "app/texts.inc"
#undef TEXT
};

}  // namespace

std::span<const NamedText> all_texts() { return kTexts; }

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

std::string message(const Error& error, Language language) {
    const std::string name = "error_" + error.code;
    std::string sentence = error.code;
    bool says_place = false;
    for (const NamedText& entry : kTexts) {
        if (entry.name != name) continue;
        sentence = fill(entry.text.in(language), error.values);
        says_place = entry.text.in(language).find("{path}") != std::string_view::npos;
    }
    const auto path = error.values.find("path");
    const bool has_place = path != error.values.end() && path->second != "/";
    return has_place && !says_place ? path->second + ": " + sentence : sentence;
}

}  // namespace dikkat
