// The desktop: GLFW's events through ImGui's own backend, and frames only when something happens.
#include <GLFW/glfw3.h>
#include <sys/resource.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "app/text.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "shell/glyphs.h"
#include "shell/glyphs_native.h"
#include "shell/platform.h"
#include "shell/program.h"
#include "shell/window.h"

namespace dikkat {
namespace {

constexpr int kFramesForAnEvent = 4;
constexpr float kPhoneBelow = 700, kWideFrom = 1100;  // CSS px, as in page.js
constexpr float kTextColumn = 328;                    // which this window has not, so its canvas alone is narrower

Result<Catalogue> open_catalogue(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error{"file_unreadable", {{"path", path}}};
    const std::string json{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return read_catalogue(json);
}

int fail(std::string_view reason) {
    std::fprintf(stderr, "dikkat: %.*s\n", static_cast<int>(reason.size()), reason.data());
    return 1;
}

void take_size(GLFWwindow* window, Program& program) {
    PixelSize size;
    float ratio_y = 1;
    glfwGetFramebufferSize(window, &size.width, &size.height);
    glfwGetWindowContentScale(window, &size.ratio, &ratio_y);
    if (size == program.size()) return;
    program.set_size(size);
    const float width = static_cast<float>(size.width) / size.ratio;
    program.set_form(width < kPhoneBelow ? Form::phone : width + kTextColumn < kWideFrom ? Form::tablet : Form::wide);
}

void run_until_closed(GLFWwindow* window, Program& program) {
    double last = glfwGetTime();
    while (!glfwWindowShouldClose(window)) {
        if (program.wants_frame()) {
            glfwPollEvents();
        } else {
            glfwWaitEvents();
            program.request_frames(kFramesForAnEvent);
        }
        ImGui_ImplGlfw_NewFrame();
        take_size(window, program);
        const double now = glfwGetTime();
        program.frame(static_cast<float>(now - last));
        last = now;
        glfwSwapBuffers(window);
    }
}

}  // namespace

std::size_t memory_in_use() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

int run(int argument_count, char** arguments) {
    if (argument_count < 2 || argument_count > 3) {
        return fail("wants the lessons.json of the built site, whose fonts lie beside it, and perhaps a lesson's id");
    }
    const std::filesystem::path lessons = arguments[1];
    Result<Catalogue> catalogue = open_catalogue(lessons.string());
    if (!catalogue.ok()) return fail(message(catalogue.error(), Language::en));
    const Result<Done> faces = load_faces((lessons.parent_path() / "fonts").string());
    if (!faces.ok()) return fail(message(faces.error(), Language::en));
    GLFWwindow* window = open_window("Dikkat");
    if (!window) return fail("no window with OpenGL 3.3 could be opened");
    {
        Program program(std::move(catalogue).value(), glyph_source(), [](std::string_view) {});
        if (argument_count == 3) program.open_lesson(arguments[2]);
        ImGui_ImplGlfw_InitForOpenGL(window, true);
        run_until_closed(window, program);
        ImGui_ImplGlfw_Shutdown();
    }
    glfwDestroyWindow(window);
    glfwTerminate();
    return 0;
}

}  // namespace dikkat
