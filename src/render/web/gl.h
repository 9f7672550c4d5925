// OpenGL ES 3.0 as WebGL2 offers it. Chosen by include path; the other choice is ../native/gl.h.
#pragma once

#include <GLES3/gl3.h>

namespace dikkat {

inline constexpr char kGlslVersion[] = "#version 300 es";
// Every shader file is compiled behind the version and these lines.
inline constexpr char kShaderPreamble[] =
    "\n"
    "precision highp float; precision highp int; precision highp usampler2D; precision mediump sampler2D;\n"
    "#line 1\n";

}  // namespace dikkat
