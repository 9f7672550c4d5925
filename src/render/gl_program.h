// The few OpenGL steps that every pass needs: compile a program, set the scissor of an ImGui draw command.
#pragma once

#include <array>
#include <cstddef>

struct ImDrawCmd;

namespace dikkat {

// One instance of an instanced draw: three vec4 attributes, in the order of the shader's locations.
struct GpuInstance {
    std::array<float, 12> numbers;
};

// Program of a vertex and a fragment shader (without their #version line). Our own shaders must compile: a failure is a bug. A lost
// context gives 0 and is no failure.
unsigned compile_program(const char* vertex_shader, const char* fragment_shader);

// Buffer and vertex array for GpuInstances.
struct InstanceBuffer {
    unsigned vertex_array = 0, buffer = 0;

    void create();
    void upload(const GpuInstance* instances, std::size_t count);
    // Draws `count` instances from `first` as strips of `vertices` vertices. WebGL2 knows no base instance, so the pointers move.
    void draw(int vertices, int first, int count) const;
};

// ImGui sets no scissor before a callback. Answers with the framebuffer's size.
struct FramebufferSize {
    float width, height;
};
FramebufferSize set_scissor(const ImDrawCmd& command);

}  // namespace dikkat
