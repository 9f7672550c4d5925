// "Show my sum" as tables and phrases: an Explanation with the tensors' names, roles and words, without any drawing. The sum card
// draws it, copies spell it (sum_copy.cpp). Knows operations by explain.h's closed words, no model and no lesson.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session.h"

namespace dikkat {

struct SumRow {                // one line of numbers
    std::string label, place;  // "W_q", "[:, 6]"
    std::string role;          // colour of the label; empty: ink
    std::vector<float> values;
    std::vector<bool> changed;  // by column: not the baseline's number
};

struct SumTable {
    enum class Kind { products, exponentials, numbers, squares } kind = Kind::products;
    bool words = false;  // column heads are tokens, not numbers
    std::vector<std::string> columns;
    std::vector<SumRow> factors;
    SumRow result;  // products, e^(x - largest), squares, losses; of plain numbers none
    float total = 0;
    bool total_changed = false;
    int own = -1;               // exponentials: the cell's own column
    std::optional<float> less;  // squares: what is taken from each number before
};

struct SumPiece {
    enum class Tone { words, sign, number, strong } tone = Tone::words;  // "largest", "/ √4 =", 6.4917, 3.2458
    std::string words;
    std::string role;   // of a strong number: its colour
    int decimals = -1;  // negative: `words` is the text; else `value` is
    float value = 0;
    bool tight = false;  // no gap before it: "tanh(" 0.5 ")"
};
using SumPhrase = std::vector<SumPiece>;  // stays on one line

struct SumStory {
    CellName cell;
    std::string name, place;  // "başlık 1 · puan", "[o, Kedi]"; a name may hold a subscript ("W_q")
    std::vector<SumTable> tables;
    std::vector<SumPhrase> phrases;
    std::vector<int> phrase_lines;  // by phrase: the explanation's line that it tells; -1 for none
    Explanation explanation;        // what all of this was told from
};

// Nothing where no cell is selected or its tensor is not built.
std::optional<SumStory> tell_sum(const Session& session);
// n if factor is 1 / sqrt(n) for a whole n > 1.
std::optional<int> inverse_root_of(float factor);
// Label without the underscore that makes a subscript: "Wq".
std::string plain_label(std::string_view label);

}  // namespace dikkat
