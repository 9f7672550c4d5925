#include "shell/window.h"

#include <GLFW/glfw3.h>
#include <emscripten.h>

namespace dikkat {
namespace {

// Emscripten's GLFW takes keys from the whole page, swallows the wheel and knows neither touch nor ratio. While it makes its window,
// nobody's events can be subscribed to; then the page's own functions come back into sight.
EM_JS(void, deafen, (), { [window, document, Module["canvas"]].forEach(function(target) { target.addEventListener = function() {}; }); });
EM_JS(void, undeafen, (), { [window, document, Module["canvas"]].forEach(function(target) { delete target.addEventListener; }); });

}  // namespace

GLFWwindow* open_window(const char* title) {
    deafen();
    GLFWwindow* window = nullptr;
    if (glfwInit()) {
        glfwWindowHint(GLFW_ALPHA_BITS, 0);
        glfwWindowHint(GLFW_DEPTH_BITS, 0);
        glfwWindowHint(GLFW_STENCIL_BITS, 0);
        glfwWindowHint(GLFW_SAMPLES, 0);
        window = glfwCreateWindow(1, 1, title, nullptr, nullptr);
    }
    undeafen();
    if (window) glfwMakeContextCurrent(window);
    return window;
}

}  // namespace dikkat
