// OpenGL 3.3 core for the native window. Chosen by include path; the other choice is ../web/gl.h.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

namespace dikkat {

// Every shader file is compiled behind these lines.
inline constexpr char kShaderPreamble[] =
    "#version 330 core\n"
    "#line 1\n";

}  // namespace dikkat
