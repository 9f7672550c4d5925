#include "render/gl_program.h"

#include <algorithm>
#include <string>

#include "core/check.h"
#include "gl.h"
#include "imgui.h"

namespace dikkat {

namespace {

GLuint compile_shader(GLenum kind, const char* source) {
    const GLuint shader = glCreateShader(kind);
    const char* parts[] = {kGlslVersion, kShaderPreamble, source};
    glShaderSource(shader, 3, parts, nullptr);
    glCompileShader(shader);
    return shader;
}

std::string shader_log(GLuint shader) {
    char log[1024] = {};
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    return log;
}

}  // namespace

unsigned compile_program(const char* vertex_shader, const char* fragment_shader) {
    const GLuint program = glCreateProgram();
    if (program == 0) return 0;  // the context was lost a moment ago
    const GLuint vertex = compile_shader(GL_VERTEX_SHADER, vertex_shader);
    const GLuint fragment = compile_shader(GL_FRAGMENT_SHADER, fragment_shader);
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    const std::string log = linked ? std::string() : shader_log(vertex) + shader_log(fragment);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    // A context lost in the middle fails without a word; a mistake in a shader always has some.
    CHECK(linked || log.empty(), log.c_str());
    if (!linked) glDeleteProgram(program);
    return linked ? program : 0;
}

void InstanceBuffer::create() {
    glGenBuffers(1, &buffer);
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    for (GLuint i = 0; i < 3; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribDivisor(i, 1);
    }
    glBindVertexArray(0);
}

void InstanceBuffer::upload(const GpuInstance* instances, std::size_t count) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count * sizeof(GpuInstance)), instances, GL_STREAM_DRAW);
}

void InstanceBuffer::draw(int vertices, int first, int count) const {
    glBindVertexArray(vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    for (GLuint i = 0; i < 3; ++i) {
        const std::size_t offset = static_cast<std::size_t>(first) * sizeof(GpuInstance) + i * 4 * sizeof(float);
        glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, sizeof(GpuInstance), reinterpret_cast<const void*>(offset));
    }
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, vertices, count);
}

FramebufferSize set_scissor(const ImDrawCmd& command) {
    const ImDrawData& data = *ImGui::GetDrawData();
    const ImVec2 scale = data.FramebufferScale, origin = data.DisplayPos;
    // Rounded down like the backend's own framebuffer size, so that both mean the same pixels.
    const int width = static_cast<int>(data.DisplaySize.x * scale.x), height = static_cast<int>(data.DisplaySize.y * scale.y);
    const int left = static_cast<int>((command.ClipRect.x - origin.x) * scale.x);
    const int top = static_cast<int>((command.ClipRect.y - origin.y) * scale.y);
    const int right = static_cast<int>((command.ClipRect.z - origin.x) * scale.x);
    const int bottom = static_cast<int>((command.ClipRect.w - origin.y) * scale.y);
    glScissor(left, height - bottom, std::max(0, right - left), std::max(0, bottom - top));
    return {static_cast<float>(width), static_cast<float>(height)};
}

}  // namespace dikkat
