// The window and its GL context, made by GLFW in both builds: OpenGL 3.3 on the desktop, WebGL2 on the page's canvas.
// Input, size and frames are no business of it: see platform_native and platform_web.
#pragma once

struct GLFWwindow;

namespace dikkat {

GLFWwindow* open_window(const char* title);  // its context is current; nullptr where there is none to be had

}  // namespace dikkat
