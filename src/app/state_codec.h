// The whole state as JSON: strictly, as load_state takes it; short, as a link carries it; and read tolerantly, where what cannot be
// taken is dropped and named. What a document's numbers mean together is build.h's to check.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document.h"
#include "app/graphs.h"
#include "app/lesson.h"
#include "core/result.h"

namespace dikkat {

inline constexpr int kStateFormat = 1;

struct SavedState {
    int format = kStateFormat;
    Document document;
    View view;
    std::optional<Document> baseline;  // absent: the lesson as opened
};

// {"format", "document", "view", "baseline"?}, all there, and such that it can be built.
Result<SavedState> read_state(std::string_view json, const Catalogue& catalogue, Graphs& graphs);
std::string state_json(const SavedState& state);

// For a link, {"format", "base", "view", "document", "baseline"?}: of documents and view only the members that are not as `lesson`
// opens, null for those that only it has. `base` is a fingerprint of the lesson's document. Language, theme and size of text are
// the reader's own, unless `as_seen`.
std::string link_json(const SavedState& state, const Lesson& lesson, bool as_seen);
// For a file: the documents whole, so that they stay what they are when the lesson changes. The view as above.
std::string file_json(const SavedState& state, const Lesson& lesson);

struct Dropped {
    std::string path;  // "document/mask"
    Error error;
};

struct ReadableState {
    SavedState state;
    std::vector<Dropped> dropped;
};

// Any of the forms above, whatever was done to it since: what is missing or dropped is as the lesson opens. Language, theme and
// size of text are `reader`'s where it says nothing of them. An Error where nothing is left: no JSON, no lesson of that name.
Result<ReadableState> read_tolerantly(std::string_view json, const Catalogue& catalogue, const View& reader, Graphs& graphs);

}  // namespace dikkat
