// Exercises: whether what the open step asks for holds now, and what of the document was changed besides. Words, hints and the card
// are the page's.
#pragma once

#include <string>
#include <vector>

#include "app/check.h"
#include "app/checks.h"
#include "app/document.h"
#include "app/graphs.h"
#include "app/lesson.h"

namespace dikkat {

class JsonWriter;

struct ExerciseReading {
    std::string id;
    int step = 0;         // 0-based
    bool open = false;    // its step is the one that is on; the others are not measured
    bool passed = false;  // everything holds now
    bool solved = false;  // it held when it was checked
    int attempts = 0;
    bool hint = false;  // checked often enough to be given it
    std::vector<CheckResult> figures;
};

// Under what name a lesson's answer or attempt is kept: that of its question or exercise, which the site's own lessons do not
// share.
std::string kept_name(const Lesson& lesson, const std::string& id);

// How many things differ between two documents, but for these tensors: cells set by hand one by one, anything else as one.
int changes_elsewhere(Document now, Document start, const std::vector<std::string>& allowed);

std::vector<ExerciseReading> read_exercises(const Lesson& lesson, const Document& document, const View& view,
                                            const CheckSource& source, Graphs& graphs);

// Which exercises of the open step passed, failed or were checked since the last time: what the host page is told.
class ExerciseNews {
public:
    std::vector<ExerciseReading> of(const std::string& lesson, std::vector<ExerciseReading> now);

private:
    std::string lesson_;
    std::vector<ExerciseReading> told_;  // those that were open
};

void write_finding(JsonWriter& json, const CheckResult& check);  // the members of an object that `checks` has too
std::string exercise_json(const ExerciseReading& exercise);

}  // namespace dikkat
