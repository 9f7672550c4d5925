#include <GLFW/glfw3.h>
#include <emscripten.h>

#include "shell/window.h"

namespace dikkat {
namespace {

// Emscripten's GLFW takes keys from the whole page, swallows the wheel and knows neither touch nor ratio. While it makes its
// window, nobody can subscribe to events of the page and the canvas.
EM_JS(void, host_begin_deafness, (), { Module["host"].begin_deafness(); });
EM_JS(void, host_end_deafness, (), { Module["host"].end_deafness(); });

}  // namespace

GLFWwindow* open_window(const char* title) {
    host_begin_deafness();
    GLFWwindow* window = nullptr;
    if (glfwInit()) {
        glfwWindowHint(GLFW_ALPHA_BITS, 0);
        glfwWindowHint(GLFW_DEPTH_BITS, 0);
        glfwWindowHint(GLFW_STENCIL_BITS, 0);
        glfwWindowHint(GLFW_SAMPLES, 0);
        window = glfwCreateWindow(1, 1, title, nullptr, nullptr);
    }
    host_end_deafness();
    if (window) glfwMakeContextCurrent(window);
    return window;
}

}  // namespace dikkat
