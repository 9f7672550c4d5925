#include "ui/text_pieces.h"

#include <gtest/gtest.h>

#include <string>

namespace dikkat {
namespace {

// Signs as {code}.
std::string pieces(std::string_view words) {
    std::string shown;
    while (!words.empty()) {
        const TextPiece piece = take_piece(words);
        if (!shown.empty()) shown += '|';
        shown += piece.sign != 0 ? "{" + std::to_string(piece.sign) + "}" : std::string(piece.words);
    }
    return shown;
}

// Subscripts as _q, roles behind a colon.
std::string marked(std::string_view words) {
    std::string shown;
    for (const MarkedPiece& piece : marked_pieces(words)) {
        if (!shown.empty()) shown += '|';
        if (piece.subscript) shown += '_';
        shown += piece.words;
        if (!piece.role.empty()) shown += ":" + std::string(piece.role);
    }
    return shown;
}

TEST(TextPieces, LeaveOrdinaryTextWhole) {
    EXPECT_EQ(pieces("Kedi masaya çıktı, çünkü o yorulmuştu."), "Kedi masaya çıktı, çünkü o yorulmuştu.");
    EXPECT_EQ(pieces("−1.6784 ≤ √4 Σ ∞ × · →"), "−1.6784 ≤ √4 Σ ∞ × · →");
    EXPECT_EQ(pieces(""), "");
}

TEST(TextPieces, TakeOutTheSignsThatAFaceLacks) {
    EXPECT_EQ(pieces("Kᵀ"), "K|{" + std::to_string(kTransposed) + "}");
    EXPECT_EQ(pieces("‖x‖"), "{8214}|x|{8214}");
    EXPECT_EQ(pieces("✓✗"), "{10003}|{10007}");
    EXPECT_EQ(pieces("2\u202f099\u202f712"), "2|{8239}|099|{8239}|712");
}

TEST(MarkedPieces, LowerWhatFollowsAnUnderscore) {
    EXPECT_EQ(marked("W_q"), "W:query|_q:query");
    EXPECT_EQ(marked("x_12 + b"), "x|_12| + b");
    EXPECT_EQ(marked("d_model"), "d|_model");
}

TEST(MarkedPieces, GiveLettersThatStandAloneTheirRole) {
    EXPECT_EQ(marked("Q·Kᵀ/√4"), "Q:query|·|Kᵀ:key|/√4");
    EXPECT_EQ(marked("A·V"), "A:weights|·|V:value");
    EXPECT_EQ(marked("A = softmax"), "A:weights| = softmax");
    EXPECT_EQ(marked("X·W_k"), "X·|W:key|_k:key");
}

TEST(MarkedPieces, LeaveLettersInsideOfWordsAlone) {
    EXPECT_EQ(marked("Kedi"), "Kedi");
    EXPECT_EQ(marked("Açık"), "Açık");
    EXPECT_EQ(marked("ıK"), "ıK");
    EXPECT_EQ(marked("QKV"), "QKV");
    EXPECT_EQ(marked("W_o"), "W|_o");
}

TEST(MarkedPieces, LeaveAnUnderscoreWithoutALetterAsItIs) {
    EXPECT_EQ(marked("Q_"), "Q:query|_");
    EXPECT_EQ(marked("_q"), "_q");
}

}  // namespace
}  // namespace dikkat
