#include "ui/text_pieces.h"

#include <array>

namespace dikkat {

namespace {

struct DrawnSign {
    std::string_view utf8;
    unsigned code;
};
constexpr std::string_view kTransposedUtf8 = "\u1d40";
constexpr std::array<DrawnSign, 8> kDrawnSigns = {{{"\u2009", kThinSpace},
                                                   {"\u202f", kNarrowNoBreakSpace},
                                                   {kTransposedUtf8, kTransposed},
                                                   {"\u2016", kNorm},
                                                   {"\u2713", kTick},
                                                   {"\u2717", kCross},
                                                   {"\u21c4", kArrowsBoth},
                                                   {"\u25be", kDownTriangle}}};

const DrawnSign* drawn_sign_at(std::string_view text) {
    // All of them start with one of two bytes; most text has neither.
    if (text.empty() || (text[0] != '\xe2' && text[0] != '\xe1')) return nullptr;
    for (const DrawnSign& sign : kDrawnSigns)
        if (text.starts_with(sign.utf8)) return &sign;
    return nullptr;
}

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Begins a letter or digit: ASCII, or of another alphabet (Turkish letters begin with C3 to C5, Greek ones with CE and CF). Signs
// such as "·" (C2) and "√" (E2) do not.
bool begins_word_sign(char c) {
    const unsigned char byte = static_cast<unsigned char>(c);
    return is_ascii_letter(c) || is_digit(c) || (byte >= 0xc3 && byte <= 0xdf);
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

bool ends_in_word(std::string_view text) {
    if (text.empty()) return false;
    std::size_t start = text.size() - 1;
    while (start > 0 && is_continuation(text[start])) --start;
    return begins_word_sign(text[start]);
}

std::string_view role_of(char letter, std::string_view subscript) {
    switch (letter) {
        case 'Q':
            return "query";
        case 'K':
            return "key";
        case 'V':
            return "value";
        case 'A':
            return "weights";
        case 'W':
            if (subscript == "q") return "query";
            if (subscript == "k") return "key";
            if (subscript == "v") return "value";
            return {};
        default:
            return {};
    }
}

}  // namespace

TextPiece take_piece(std::string_view& rest) {
    TextPiece piece;
    if (const DrawnSign* sign = drawn_sign_at(rest)) {
        piece.sign = sign->code;
        rest.remove_prefix(sign->utf8.size());
        return piece;
    }
    std::size_t length = 1;
    while (length < rest.size() && drawn_sign_at(rest.substr(length)) == nullptr) ++length;
    piece.words = rest.substr(0, length);
    rest.remove_prefix(length);
    return piece;
}

std::vector<MarkedPiece> marked_pieces(std::string_view words) {
    std::vector<MarkedPiece> pieces;
    std::size_t plain = 0;  // where the text that has no mark yet begins
    const auto finish_plain = [&](std::size_t end) {
        if (end > plain) pieces.push_back({words.substr(plain, end - plain), false, {}});
    };
    for (std::size_t i = 0; i < words.size();) {
        if (!is_ascii_letter(words[i]) || ends_in_word(words.substr(0, i))) {
            ++i;
            continue;
        }
        // A letter that begins a word: alone, or with a subscript behind it?
        std::size_t after = i + 1, subscript_end = after;
        if (after < words.size() && words[after] == '_') {
            subscript_end = after + 1;
            while (subscript_end < words.size() && (is_ascii_letter(words[subscript_end]) || is_digit(words[subscript_end])))
                ++subscript_end;
        }
        const std::string_view subscript = subscript_end > after + 1 ? words.substr(after + 1, subscript_end - after - 1) : "";
        const bool alone = after >= words.size() || !begins_word_sign(words[after]);
        const std::string_view role = alone ? role_of(words[i], subscript) : std::string_view();
        if (!alone || (role.empty() && subscript.empty())) {
            ++i;
            continue;
        }
        finish_plain(i);
        if (words.substr(after).starts_with(kTransposedUtf8)) after += kTransposedUtf8.size();  // its colour is the letter's
        pieces.push_back({words.substr(i, after - i), false, role});
        if (!subscript.empty()) {
            pieces.push_back({subscript, true, role});
            after = subscript_end;
        }
        i = plain = after;
    }
    finish_plain(words.size());
    return pieces;
}

}  // namespace dikkat
