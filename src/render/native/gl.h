// OpenGL 3.3 core for the native window. Chosen by include path; the other choice is ../web/gl.h.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

namespace dikkat {

inline constexpr char kGlslVersion[] = "#version 330 core";
// Every shader file is compiled behind the version and these lines.
inline constexpr char kShaderPreamble[] =
    "\n"
    "#line 1\n";

}  // namespace dikkat
