// What the page may say to the program and hear from it: start, dispatch, query, one event callback. Text comes and goes as UTF-8
// bytes with a length.
#include <emscripten.h>

#include <string>
#include <string_view>
#include <utility>

#include "app/text.h"
#include "shell/answers.h"
#include "shell/glyphs.h"
#include "shell/page.h"
#include "shell/window.h"

namespace dikkat {
namespace {

EM_JS(void, host_tell, (const char* bytes, int count), { Module["host"].tell(HEAPU8.slice(bytes, bytes + count)); });

std::string& answer() {  // stays until the next one
    static std::string text;
    return text;
}

const char* give(std::string text) {
    answer() = std::move(text);
    return answer().data();
}

std::string_view view(const char* text, int length) { return {text, static_cast<std::size_t>(length)}; }

}  // namespace
}  // namespace dikkat

using namespace dikkat;

extern "C" {

EMSCRIPTEN_KEEPALIVE int dikkat_answer_length() { return static_cast<int>(answer().size()); }

EMSCRIPTEN_KEEPALIVE const char* dikkat_start(const char* catalogue_json, int length) {
    Result<Catalogue> catalogue = read_catalogue(view(catalogue_json, length));
    if (!catalogue.ok()) return give(refusal_json(catalogue.error().code, message(catalogue.error(), Language::en)));
    if (!open_window("Dikkat")) return give(refusal_json("no_webgl", "WebGL2 is not available."));
    const auto tell = [](std::string_view json) { host_tell(json.data(), static_cast<int>(json.size())); };
    page().program = std::make_unique<Program>(std::move(catalogue).value(), glyph_source(), tell);
    create_input();
    ask_for_frame();
    return give(R"({"ok":true})");
}

// Lessons that dikkat_start was not given.
EMSCRIPTEN_KEEPALIVE const char* dikkat_add_lessons(const char* catalogue_json, int length) {
    Result<Catalogue> catalogue = read_catalogue(view(catalogue_json, length));
    if (!catalogue.ok()) return give(refusal_json(catalogue.error().code, message(catalogue.error(), Language::en)));
    page().program->add_lessons(std::move(catalogue).value());
    return give(R"({"ok":true})");
}

EMSCRIPTEN_KEEPALIVE const char* dikkat_dispatch(const char* command_json, int length) {
    std::string done = page().program->dispatch(view(command_json, length));
    ask_for_frame();
    return give(std::move(done));
}

EMSCRIPTEN_KEEPALIVE const char* dikkat_query(const char* path, int length) {
    std::string found = page().program->query(view(path, length));
    ask_for_frame();
    return give(std::move(found));
}

}  // extern "C"
