// draws: a part's recipe carried out on one running generator, and what it gave kept for as long as the recipe is the same. Which
// draws they are, expanded_draws.h says.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "app/document.h"
#include "app/expanded_draws.h"
#include "core/graph.h"
#include "core/result.h"

namespace dikkat {

inline constexpr std::size_t kMostDrawnNumbers = 4 << 20;  // of one part

using NamedDraws = std::map<std::string, std::vector<float>>;

std::string prefix_of(const Part& part);  // of its tensors' names: "", "separate."
// Every leaf of a part, in the graph's order. The mask is nobody's.
std::vector<NodeId> leaves_of(const Document& document, const Part& part, const Graph& graph);
bool has_token_rows(const Node& node);  // a leaf whose rows are the sentence's tokens, one for each
Error with_limit(const char* code, std::size_t limit);

// How a leaf grows with the sentence: a row or a column for each word of the vocabulary, a row for each place.
enum class Growth { none, token_rows, word_rows, word_columns, places };
Growth growth_of(const Part& part, const Node& node);
// The shape that the draws fill: that of the sentence as drawn, where it is another by now.
Shape drawn_shape(const Document& document, const Part& part, const Node& node);

// A leaf before any draw.
Tensor<float> started(const Node& leaf, const Shape& shape);

struct Drawn {
    std::map<std::string, Tensor<float>> leaves;  // those that some draw fills
    NamedDraws named;
};

// Drawn numbers by the recipe that gives them. Two documents of one recipe have the same numbers, so it may serve several.
class DrawnKept {
public:
    // Lives until the next call.
    const Drawn& draw(const Document& document, const Part& part, const Graph& graph, std::vector<PlainDraw> draws);

private:
    struct Entry {
        std::vector<PlainDraw> draws;
        std::vector<Shape> shapes;  // of the leaves, in the draws' order
        Drawn drawn;
        std::size_t numbers = 0;
    };

    std::list<Entry> entries_;  // the last one asked for first
};

}  // namespace dikkat
