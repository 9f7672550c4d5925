// One instance is one ribbon: a strip of 2 * (STEPS + 1) vertices made from gl_VertexID. Everything in device pixels.
layout(location = 0) in vec4 in_ends;        // centre of the key bar's share x, y; of the query box's share x, y
layout(location = 1) in vec4 in_parameters;  // half width at the ends, half width of the waist, level of the bus, 1 if sideways
layout(location = 2) in vec4 in_colour;      // straight alpha
uniform vec2 view;                           // size of the framebuffer
out float across, half_width;                // distance from the ribbon's middle line, and where the ribbon ends
flat out vec4 ribbon_colour;

const float STEPS = 44.;

void main() {
    float s = float(gl_VertexID >> 1) / STEPS, r = 1. - s, side = (gl_VertexID & 1) == 0 ? -1. : 1.;
    // Sideways is the same drawing with x and y exchanged: the shape is made from bar to box along y.
    bool sideways = in_parameters.w > .5;
    vec4 ends = sideways ? in_ends.yxwz : in_ends;
    float level = in_parameters.z, direction = ends.w < ends.y ? -1. : 1.;

    // A cubic with both inner points on the bus.
    vec2 p0 = ends.xy, p3 = ends.zw, p1 = vec2(p0.x, level), p2 = vec2(p3.x, level);
    vec2 point = r * r * r * p0 + 3. * r * r * s * p1 + 3. * r * s * s * p2 + s * s * s * p3;
    vec2 slope = 3. * r * r * (p1 - p0) + 6. * r * s * (p2 - p1) + 3. * s * s * (p3 - p2);
    vec2 tangent = normalize(slope + vec2(0., 1e-4 * direction));  // a level on the bar's own edge leaves no slope there
    vec2 normal = vec2(tangent.y, -tangent.x) * direction;         // along the bar where the ribbon leaves it

    // The bar's own width at the ends, the waist measured across the curve between them.
    vec2 half_vector = mix(vec2(in_parameters.x, 0.), normal * in_parameters.y, smoothstep(0., 1., min(s, r) / .46));
    half_width = length(half_vector);
    across = side * (half_width + 1.);  // a pixel of room for the edge
    point += (half_width > 0. ? half_vector / half_width : normal) * across;
    ribbon_colour = in_colour;
    vec2 clip = (sideways ? point.yx : point) / view * 2. - 1.;
    gl_Position = vec4(clip.x, -clip.y, 0., 1.);
}
