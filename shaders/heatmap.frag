in vec2 position;
flat in vec2 size;
flat in vec4 grid, parameters;
uniform usampler2D atlas;  // R32UI: the floats' own bits, which no driver may flush or rewrite
uniform sampler2D maps;    // 256 x 4: one colour map in each row
uniform vec3 tile, sunken, mark, nan;
out vec4 colour;

const int WIDTH = 1024;  // of the atlas; kAtlasWidth
const int DIFFERENCE = 1, SIGNED = 2;
const uint MAGNITUDE = 0x7fffffffu, INFINITE = 0x7f800000u, MINUS_INFINITE = 0xff800000u;

// Cell edges are rounded to device pixels: all cells have whole sizes at any ratio.
vec2 edge(vec2 cell, vec2 cell_size) { return floor(cell * cell_size + .5); }

void main() {
    vec2 count = grid.yx, cell_size = size / count, cell = floor(position / cell_size);
    cell += step(edge(cell + 1., cell_size), position) - (1. - step(edge(cell, cell_size), position));
    cell = clamp(cell, vec2(0.), count - 1.);
    vec2 low = edge(cell, cell_size), high = edge(cell + 1., cell_size) - parameters.y;
    if (any(greaterThan(position, high))) discard;  // the gap shows what is below

    int index = int(grid.z) + int(cell.y) * int(count.x) + int(cell.x), flags = int(parameters.z);
    uint bits = texelFetch(atlas, ivec2(index & (WIDTH - 1), index / WIDTH), 0).r, magnitude = bits & MAGNITUDE;
    float pixel = parameters.w;
    if (magnitude > INFINITE) {  // NaN: stripes at 45 degrees
        colour = vec4(mod(position.x + position.y, 6. * pixel) < 3. * pixel ? nan : tile, 1.);
    } else if (bits == MINUS_INFINITE) {  // masked: half a tile
        colour = vec4(tile, .5);
    } else if ((flags & DIFFERENCE) != 0 && magnitude == 0u) {  // unchanged, exactly: a hole, with a dot where it has room
        bool has_room = min(cell_size.x, cell_size.y) >= 16. * pixel;
        bool dot_here = has_room && distance(position, floor((low + high) * .5)) < 1.1 * pixel;
        colour = vec4(dot_here ? mark : sunken, 1.);
    } else {
        float t = uintBitsToFloat(bits) * parameters.x;
        // A signed map has its zero exactly on texel 128: a zero is the tile's own colour, not a breath of orange.
        float texel = (flags & SIGNED) != 0 ? 128. + 127. * clamp(t, -1., 1.) : 255. * clamp(t, 0., 1.);
        colour = vec4(texelFetch(maps, ivec2(int(texel + .5), int(grid.w)), 0).rgb, 1.);
    }
}
