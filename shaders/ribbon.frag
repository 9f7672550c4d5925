in float across, half_width;
flat in vec4 ribbon_colour;
out vec4 colour;

void main() {
    // The share of this pixel that lies inside the ribbon. Right for hairlines thinner than a pixel too, which a smoothstep would fatten.
    float pixel = max(length(vec2(dFdx(across), dFdy(across))), 1e-4);
    float inside = min(across + .5 * pixel, half_width) - max(across - .5 * pixel, -half_width);
    colour = vec4(ribbon_colour.rgb, ribbon_colour.a * clamp(inside / pixel, 0., 1.));
}
