#include "ui/wrapped_text.h"

namespace dikkat {

std::vector<std::string> wrap(const Pen& pen, Face face, float size, std::string_view words, float width) {
    std::vector<std::string> lines;
    while (!words.empty()) {
        const std::size_t end = words.find(' ');
        const std::string word(words.substr(0, end));
        words.remove_prefix(end == words.npos ? words.size() : end + 1);
        if (!lines.empty() && pen.width(face, size, lines.back() + " " + word) <= width) {
            lines.back() += " " + word;
        } else {
            lines.push_back(word);
        }
    }
    return lines;
}

}  // namespace dikkat
