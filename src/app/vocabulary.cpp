#include "app/vocabulary.h"

#include <algorithm>

namespace dikkat {

namespace {

void add_distinct(std::vector<std::string>& words, const std::vector<std::string>& more) {
    for (const std::string& word : more) {
        if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    }
}

std::vector<std::string> drawn_words(const Document& document, bool with_target) {
    const bool as_drawn = document.drawn_tokens.empty();  // the sentences are still those that were drawn
    std::vector<std::string> words;
    add_distinct(words, as_drawn ? document.tokens : document.drawn_tokens);
    if (with_target) add_distinct(words, as_drawn ? document.target : document.drawn_target);
    return words;
}

}  // namespace

bool reads_target(const Part& part) {
    const auto kind = part.config.find("kind");
    return kind != part.config.end() && kind->second.word == "encoder_decoder";
}

std::vector<std::string> vocabulary_of(const Document& document, bool with_target) {
    std::vector<std::string> words = drawn_words(document, with_target);
    add_distinct(words, document.new_words);
    return words;
}

int drawn_vocabulary(const Document& document, bool with_target) {
    return static_cast<int>(drawn_words(document, with_target).size());
}

std::vector<int> token_ids(const std::vector<std::string>& vocabulary, const std::vector<std::string>& words) {
    std::vector<int> ids;
    for (const std::string& word : words) {
        ids.push_back(static_cast<int>(std::find(vocabulary.begin(), vocabulary.end(), word) - vocabulary.begin()));
    }
    return ids;
}

}  // namespace dikkat
