// Hostile lessons from outside, brought into a session that is open. Nothing may crash, what is refused changes nothing, and one
// that is taken can be walked through, saved, and brought anew.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/session.h"
#include "tests/fuzz/size.h"

namespace {

using namespace dikkat;

constexpr const char* kOwn =
    R"({"id":"own","title":"Own","document":{"tokens":["a","b"],"parts":[{"model":"attention","config":{"d":2},
    "draws":[{"manual_seed":0},{"randn":"q"},{"randn":"k"},{"randn":"v"}]}]},"screen":{"columns":[]},"steps":[{"id":"one"}]})";

void look(Session& session) {
    if (!is_small(session.document())) return;
    for (const char* path : {"lesson", "tensors", "checks", "exercises", "edits"}) static_cast<void>(session.query(path));
}

void walk(Session& session) {
    const std::size_t steps = session.lesson().steps.size();
    for (std::size_t step = 0; step < std::min<std::size_t>(steps, 4); ++step) {
        GoToStep go;
        go.step = static_cast<int>(step) + 1;
        if (!session.dispatch({go, 0})) continue;
        look(session);
        for (const Exercise& exercise : session.lesson().steps[step].exercises) {
            CheckExercise check;
            check.exercise = exercise.id;
            if (is_small(session.document())) CHECK(session.dispatch({check, 0}).ok(), "an exercise of the open step is not known");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Session session = session_with({kOwn});
    const std::string before = session.state_json();
    LoadLesson load;
    load.json.text.assign(reinterpret_cast<const char*>(data), size);
    if (!session.dispatch({load, 0})) {
        CHECK(session.state_json() == before, "a refused lesson changed something");
        CHECK(session.catalogue().lessons.size() == 1, "a refused lesson is among the others");
        return 0;
    }
    look(session);
    walk(session);
    LoadState again;
    again.state.text = session.state_json();
    CHECK(session.dispatch({again, 0}).ok(), "a state that was reached is not taken back");
    CHECK(session.dispatch({load, 0}).ok(), "a lesson that was taken is not taken anew");
    CHECK(session.view().step == 0 && !session.can_undo(), "something of the lesson before is left");
    look(session);
    return 0;
}
