// apply: the only place that changes a Document or a View. A value and a Command in, a value or an Error out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/command.h"
#include "app/graphs.h"
#include "app/history.h"
#include "app/lesson.h"

namespace dikkat {

struct State {
    Document document;
    View view;
    std::optional<Document> baseline;  // absent: the lesson as opened
    History history;
};

// The lesson as opened, with nothing to undo.
State opened(const Lesson& lesson);
Result<State> apply(const Catalogue& catalogue, State state, const Command& command, Graphs& graphs);

// What load_state takes and the `state` query answers: {"format","document","view","baseline"?}. History is not in it.
std::string state_to_json(const State& state);

}  // namespace dikkat
