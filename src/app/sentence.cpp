#include "app/sentence.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/draws.h"
#include "app/vocabulary.h"
#include "core/random.h"
#include "nn/transformer.h"

namespace dikkat {

namespace {

using Leaves = std::map<NodeId, Tensor<float>>;

// Which drawn row stands for a word at its `occurrence`-th place in the sentence; -1 if the word was not drawn.
int drawn_row(const std::vector<std::string>& drawn, const std::string& word, int occurrence) {
    int found = -1;
    for (std::size_t i = 0; i < drawn.size() && occurrence >= 0; ++i) {
        if (drawn[i] == word) found = static_cast<int>(i), --occurrence;
    }
    return found;
}

// Numbers of new words, by leaf and word: each word takes the seed's next draws, for one leaf after another.
class NewWords {
public:
    NewWords(const Document& document, const Part& part, const Graph& graph) {
        std::vector<std::pair<NodeId, Growth>> growing;
        for (const NodeId leaf : leaves_of(document, part, graph)) {
            const Growth growth = growth_of(part, graph[leaf]);
            if (growth != Growth::none && growth != Growth::places) growing.emplace_back(leaf, growth);
        }
        Generator generator(document.seed);
        for (const std::string& word : document.new_words) {
            for (const auto& [leaf, growth] : growing) {
                const bool of_column = growth == Growth::word_columns;
                const int count = of_column ? graph[leaf].shape.rows() : graph[leaf].shape.columns();
                // As the rest began: an embedding's rows are randn, a linear layer's weights uniform.
                const double bound = 1.0 / std::sqrt(static_cast<double>(count));
                numbers_[{leaf, word}] = of_column ? generator.uniform(-bound, bound, count) : generator.normal(count);
            }
        }
    }

    const std::vector<float>* find(NodeId leaf, const std::string& word) const {
        const auto found = numbers_.find({leaf, word});
        return found == numbers_.end() ? nullptr : &found->second;
    }

private:
    std::map<std::pair<NodeId, std::string>, std::vector<float>> numbers_;
};

// Rows for the sentence as it is: a drawn word keeps its row, a new one has the row that the seed gives it.
void place_tokens(const Document& document, const NewWords& new_words, NodeId leaf, const Tensor<float>& drawn,
                  Tensor<float>& now) {
    std::map<std::string, int> seen;
    const int rows = std::min(now.shape.rows(), static_cast<int>(document.tokens.size()));
    for (int row = 0; row < rows; ++row) {
        const std::string& word = document.tokens[static_cast<std::size_t>(row)];
        const int source = drawn_row(document.drawn_tokens, word, seen[word]++);
        const std::vector<float>* fresh = new_words.find(leaf, word);
        const float* numbers = fresh ? fresh->data() : nullptr;
        if (source >= 0) numbers = &drawn.data[index_of(drawn.shape, {0, source, 0})];
        if (numbers) std::copy(numbers, numbers + drawn.shape.columns(), &now(row, 0));
    }
}

void copy_common(const Tensor<float>& drawn, Tensor<float>& now) {
    for (int row = 0; row < std::min(drawn.shape.rows(), now.shape.rows()); ++row) {
        for (int column = 0; column < std::min(drawn.shape.columns(), now.shape.columns()); ++column) {
            now(row, column) = drawn(row, column);
        }
    }
}

// The table's rows, or the head's columns, of words that came after the draws.
void add_words(const std::vector<std::string>& vocabulary, const NewWords& new_words, NodeId leaf, bool of_columns, int drawn,
               Tensor<float>& now) {
    const int count = of_columns ? now.shape.columns() : now.shape.rows();
    for (int place = drawn; place < count; ++place) {
        const std::vector<float>* numbers = new_words.find(leaf, vocabulary[static_cast<std::size_t>(place)]);
        for (std::size_t i = 0; numbers && i < numbers->size(); ++i) {
            const int other = static_cast<int>(i);
            (of_columns ? now(other, place) : now(place, other)) = (*numbers)[i];
        }
    }
}

// Places beyond the drawn ones take the draws of the seed that follows the words'.
void add_places(const Document& document, int drawn, Tensor<float>& now) {
    Generator generator(document.seed + 1);
    for (int place = drawn; place < now.shape.rows(); ++place) {
        const std::vector<float> row = generator.normal(now.shape.columns());
        std::copy(row.begin(), row.end(), &now(place, 0));
    }
}

void grow(const Document& document, const Part& part, const Graph& graph, Leaves& leaves) {
    const NewWords new_words(document, part, graph);
    const std::vector<std::string> vocabulary = vocabulary_of(document, reads_target(part));
    for (const NodeId leaf : leaves_of(document, part, graph)) {
        const Growth growth = growth_of(part, graph[leaf]);
        if (growth == Growth::none) continue;
        const Tensor<float> drawn = std::exchange(leaves[leaf], Tensor<float>(graph[leaf].shape));
        Tensor<float>& now = leaves[leaf];
        if (growth == Growth::token_rows) {
            place_tokens(document, new_words, leaf, drawn, now);
            continue;
        }
        copy_common(drawn, now);
        const bool of_columns = growth == Growth::word_columns;
        if (growth == Growth::places) {
            add_places(document, drawn.shape.rows(), now);
        } else {
            add_words(vocabulary, new_words, leaf, of_columns, of_columns ? drawn.shape.columns() : drawn.shape.rows(), now);
        }
    }
}

// The words' numbers, where the model starts from them.
void number_words(const Document& document, const Part& part, const Graph& graph, Leaves& leaves) {
    const std::vector<std::string> vocabulary = vocabulary_of(document, reads_target(part));
    for (const bool of_target : {false, true}) {
        const NodeId leaf = graph.find(prefix_of(part) + (of_target ? "target.ids" : "ids"));
        if (leaf == kNoNode || graph[leaf].kind != Kind::index) continue;
        const std::vector<int> ids = token_ids(vocabulary, of_target ? document.target : document.tokens);
        Tensor<float>& numbers = leaves[leaf] = Tensor<float>(graph[leaf].shape);
        std::copy(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), numbers.data.size())),
                  numbers.data.begin());
    }
}

}  // namespace

Result<Done> check_vocabulary(const Document& document, const Part& part, const Graph& graph) {
    const NodeId table = graph.find(prefix_of(part) + "token_embedding");
    if (table == kNoNode) return Done{};
    const int words = static_cast<int>(vocabulary_of(document, reads_target(part)).size()), rows = graph[table].shape.rows();
    if (words <= rows) return Done{};
    return Error{"words_do_not_fit", {{"words", std::to_string(words)}, {"vocabulary", std::to_string(rows)}}};
}

void place_sentence(const Document& document, const Part& part, const Graph& graph, Leaves& leaves) {
    for (const NodeId leaf : leaves_of(document, part, graph)) {
        const Node& node = graph[leaf];
        const bool computed = node.kind == Kind::input && node.name.ends_with("position_embedding");
        if (computed) leaves[leaf] = sinusoidal_positions(node.shape.rows(), node.shape.columns());
    }
    if (!document.drawn_tokens.empty()) grow(document, part, graph, leaves);
    number_words(document, part, graph, leaves);
}

}  // namespace dikkat
