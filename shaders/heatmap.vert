// One instance is one matrix. Its rectangle is in whole device pixels, so `position` is k + .5 at every pixel's centre.
layout(location = 0) in vec4 in_rectangle;   // x, y, width, height
layout(location = 1) in vec4 in_grid;        // rows, columns, index of the first value, row of the map texture
layout(location = 2) in vec4 in_parameters;  // 1 / bound, gap in device pixels, flags, device pixels per CSS pixel
uniform vec2 view;                           // size of the framebuffer
out vec2 position;                           // device pixels from the rectangle's corner
flat out vec2 size;
flat out vec4 grid, parameters;

void main() {
    position = vec2(gl_VertexID & 1, gl_VertexID >> 1) * in_rectangle.zw;
    size = in_rectangle.zw;
    grid = in_grid;
    parameters = in_parameters;
    vec2 clip = (in_rectangle.xy + position) / view * 2. - 1.;
    gl_Position = vec4(clip.x, -clip.y, 0., 1.);
}
