// How a line of text falls into pieces before it is drawn: signs that the faces lack, subscripts, letters with a role. Knows no
// ImGui.
#pragma once

#include <string_view>
#include <vector>

namespace dikkat {

inline constexpr unsigned kThinSpace = 0x2009, kNarrowNoBreakSpace = 0x202f, kTransposed = 0x1d40, kNorm = 0x2016, kTick = 0x2713,
                          kCross = 0x2717, kArrowsBoth = 0x21c4, kDownTriangle = 0x25be;

// Either words that a face can write, or one sign that is drawn.
struct TextPiece {
    std::string_view words;
    unsigned sign = 0;
};

// Takes the first piece off a text that is not empty.
TextPiece take_piece(std::string_view& rest);

// "X·W_q" is "X·", "W" in the query's colour, "q" as a subscript in the same.
struct MarkedPiece {
    std::string_view words;
    bool subscript = false;
    std::string_view role;  // "query", "key", "value", "weights"; empty for none
};
std::vector<MarkedPiece> marked_pieces(std::string_view words);

}  // namespace dikkat
