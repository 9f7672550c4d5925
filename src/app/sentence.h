// sentence: the leaves that depend on which words the sentence has by now: a row for each token, a row or a column of a table for
// each word, the words' numbers. What was drawn for the sentence as it was first stays.
#pragma once

#include <map>

#include "app/document.h"
#include "core/graph.h"
#include "core/result.h"

namespace dikkat {

// Whether the table has a row for every word. Error "words_do_not_fit" {words, vocabulary}.
Result<Done> check_vocabulary(const Document& document, const Part& part, const Graph& graph);
void place_sentence(const Document& document, const Part& part, const Graph& graph, std::map<NodeId, Tensor<float>>& leaves);

}  // namespace dikkat
