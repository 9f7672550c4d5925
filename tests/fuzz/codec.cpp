// Hostile JSON: as a command to a session, as a saved state, as a lesson. Nothing may crash, and what is refused changes nothing.
#include "app/codec.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/session.h"

namespace {

using namespace dikkat;

constexpr const char* kLesson = R"({"id":"small","number":1,"title":"Small","document":{"tokens":["a","b","c"],
    "parts":[{"model":"multi_head_attention","config":{"d":4,"heads":2},"draws":[{"manual_seed":0},{"randn":"x"},{"randn":"wq"},
    {"randn":"wk"},{"randn":"wv"},{"named_randn":"moved","count":4}]},{"name":"separate","model":"separate_heads"}]},
    "variants":{"causal":{"commands":[{"type":"set_mask","mask":"causal"}]}},
    "checks":[{"id":"rows","kind":"rows_sum_to_one","text":"rows","tensor":"head0.weights head1.weights@causal","bound":1e-6},
    {"id":"equal","kind":"equal","text":"equal","tensor":"concat","other":"separate.concat","bound":1e-6}],
    "screen":{"columns":[]},"steps":[{"id":"one","commands":[{"type":"set_mask","mask":"causal"}],
    "question":{"id":"why","options":["a","b"],"reveal":[{"type":"show","what":"difference"}]}},{"id":"two"}]})";

Session new_session() {
    Result<Lesson> lesson = read_lesson(kLesson);
    CHECK(lesson.ok(), "the fuzzer's own lesson is wrong");
    Catalogue catalogue;
    catalogue.lessons.push_back(std::move(lesson).value());
    return Session(std::move(catalogue));
}

bool is_small(const Document& document) {
    std::size_t width = 0;
    for (const Part& part : document.parts) {
        const auto d = part.config.find("d");
        if (d != part.config.end()) width = std::max(width, static_cast<std::size_t>(d->second.number));
    }
    return document.tokens.size() <= 32 && width <= 32;
}

void send(std::string_view json) {
    Session session = new_session();
    const std::string before = session.state_json();
    const bool accepted = session.dispatch_json(json) == R"({"ok":true})";
    CHECK(accepted || session.state_json() == before, "a refused command changed something");
    if (!accepted) return;
    const std::string state = session.state_json();
    LoadState again{{state}};
    CHECK(session.dispatch({again, 0}).ok(), "a state that was reached is not taken back");
    CHECK(session.state_json() == state, "a state came back as another");
    if (!is_small(session.document())) return;
    session.checks();
    for (const char* path : {"tensors", "checks", "edits", "diagnostics", "difference/concat", "explain/head0.weights/0/0"}) {
        static_cast<void>(session.query(path));
    }
}

}  // namespace

// The first byte says what the rest is taken for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0]) {
        case 'c':
            send(text);
            break;
        case 's':
            send(R"({"type":"load_state","state":)" + text + "}");
            break;
        case 'l':
            static_cast<void>(read_lesson(text));
            break;
        case 'q':
            static_cast<void>(new_session().query(text));
            break;
        default:
            static_cast<void>(read_command(text));
    }
    return 0;
}
