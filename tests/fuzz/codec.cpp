// Hostile JSON: as a command to a session, as a saved state, as a link's, as a lesson; hostile tables. Nothing may crash, and what
// is refused changes nothing.
#include "app/codec.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/session.h"
#include "app/state_codec.h"
#include "app/table_text.h"
#include "tests/fuzz/session.h"
#include "tests/fuzz/size.h"

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

constexpr const char* kDeepLesson = R"({"id":"deep","number":2,"title":"Deep","document":{"tokens":["a","b","c"],"target":["A","c"],
    "parts":[{"model":"transformer","config":{"kind":"gpt","d":4,"heads":2,"blocks":1,"norm":"pre","tied":false,"positions":"learned",
    "activation":"gelu","vocabulary":0,"context":0},"draws":[{"manual_seed":0},{"initialise":true}]},
    {"name":"stack","model":"stack","config":{"d":4,"depth":3,"mode":"plain","std":0.2},"draws":[{"manual_seed":1},{"randn":"x"},
    {"repeat":"layer","from":0,"to":"depth","draws":[{"manual_seed":100,"plus":"layer"},
    {"linear":"layers.{layer}.w","bias":"layers.{layer}.b"},{"normal":"layers.{layer}.w","std_setting":"std"}]}]},
    {"name":"large","model":"feed_forward","config":{"d":512,"d_ff":2048},"shape_only":true}],
    "mask":"causal","loss":{"cross_entropy":"logits"}},
    "sweeps":{"depth":{"input":"stack.x","layer":"stack.h.{layer}","loss":{"sum":""},"depth":4,"depth_setting":"stack.depth",
    "series":[{"id":"plain","label":"plain","commands":[]}]}},
    "checks":[{"id":"grown","kind":"sweep_at_least","text":"t","sweep":"depth","series":"plain","depth":4,"other_depth":1,"bound":0},
    {"id":"count","kind":"count_equals","text":"t","part":"large","value":2099712},
    {"id":"norm","kind":"tensor_norm","text":"t","tensor":"stack.h.2","value":1,"bound":9}],
    "screen":{"fields":[{"id":"seed","label":"s","setting":"seed/stack"}],"rows":[{"panels":[{"id":"p","type":"depth_plot",
    "sweep":"depth"}]}]},"steps":[]})";

Session new_session(const char* opened) { return session_with({opened, opened == kLesson ? kDeepLesson : kLesson}); }

void send(const char* opened, std::string_view json) {
    Session session = new_session(opened);
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
    for (const char* path : {"tensors", "checks", "edits", "diagnostics", "difference/concat", "explain/head0.weights/0/0",
                             "explain/logits/0/0", "gradient/x", "loss", "parameters", "sweep/depth", "code/pytorch"}) {
        static_cast<void>(session.query(path));
    }
}

// What the tolerant reader makes of a text is a state that load_state takes, and takes as it is.
void read_back(const char* opened, const std::string& text) {
    Session session = new_session(opened);
    Graphs graphs;
    const Result<ReadableState> readable = read_tolerantly(text, session.catalogue(), session.view(), graphs);
    if (!readable) return;
    const std::string state = state_json(readable.value().state);
    LoadState load{{state}};
    CHECK(session.dispatch({load, 0}).ok(), "what was read tolerantly cannot be loaded");
    CHECK(session.document() == readable.value().state.document, "what was read tolerantly loads as something else");
}

}  // namespace

// The first byte says what the rest is taken for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0]) {
        case 'c':
            send(kLesson, text);
            break;
        case 'C':
            send(kDeepLesson, text);
            break;
        case 's':
            send(kLesson, R"({"type":"load_state","state":)" + text + "}");
            break;
        case 'r':
            read_back(kLesson, text);
            break;
        case 'R':
            read_back(kDeepLesson, text);
            break;
        case 't':
            static_cast<void>(parse_table(text));
            break;
        case 'l':
            static_cast<void>(read_lesson(text));
            break;
        case 'q':
            static_cast<void>(new_session(kLesson).query(text));
            break;
        case 'Q':
            static_cast<void>(new_session(kDeepLesson).query(text));
            break;
        default:
            static_cast<void>(read_command(text));
    }
    return 0;
}
