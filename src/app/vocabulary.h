// Vocabulary: the words that a document's token table has rows for, in their order. A row of the table is a word's for good: words
// that a sentence brings in later come after those that were drawn.
#pragma once

#include <string>
#include <vector>

#include "app/document.h"

namespace dikkat {

// Whether a part's model has a decoder with a sentence of its own.
bool reads_target(const Part& part);
// The distinct words of the sentence as drawn, in order of first use; where the target counts, its own after them; then the new
// ones.
std::vector<std::string> vocabulary_of(const Document& document, bool with_target);
// Of these, how many the draws make rows for.
int drawn_vocabulary(const Document& document, bool with_target);
// Of each word of a sentence its place in the vocabulary.
std::vector<int> token_ids(const std::vector<std::string>& vocabulary, const std::vector<std::string>& words);

}  // namespace dikkat
