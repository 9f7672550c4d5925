#include "ui/elided_text.h"

#include <algorithm>
#include <cmath>

namespace dikkat {

std::string elided(const Pen& pen, Face face, float size, std::string words, float room) {
    if (words.empty() || pen.width(face, size, words) <= room) return words;
    const auto is_inside_a_letter = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; };
    while (!words.empty()) {
        while (is_inside_a_letter(words.back())) words.pop_back();
        words.pop_back();
        if (pen.width(face, size, words + "…") <= room) break;
    }
    return words + "…";
}

float fitting_size(const Pen& pen, Face face, float size, std::string_view words, float room) {
    constexpr float kLeast = 11;
    const float width = pen.width(face, size, words);
    return width <= room ? size : std::max(kLeast, std::floor(2 * size * room / width) / 2);
}

}  // namespace dikkat
