// A session for a fuzz target, with lessons of the target's own. The first one is open.
#pragma once

#include <initializer_list>
#include <utility>

#include "app/session.h"

namespace dikkat {

inline Session session_with(std::initializer_list<const char*> lessons) {
    Catalogue catalogue;
    for (const char* json : lessons) {
        Result<Lesson> lesson = read_lesson(json);
        CHECK(lesson.ok(), "the fuzzer's own lesson is wrong");
        catalogue.lessons.push_back(std::move(lesson).value());
    }
    return Session(std::move(catalogue));
}

}  // namespace dikkat
