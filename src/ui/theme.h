// Theme: the design system's colours (web/tokens.json, one source for page and canvas) and colour maps, as ImGui wants them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "imgui.h"
#include "render/heatmap_pass.h"

namespace dikkat {

struct Palette {  // one member for each colour of tokens.json; generated table behind it
    ImU32 paper, canvas, raised, tile, sunken, ink, ink2, ink3, hair, rule, edge;
    ImU32 query, key, value, weights, output, residual, normalised, feed, gradient, cross;
    ImU32 changed, changed_mark, changed_fill, baseline, nan;
    bool dark;

    ImU32 role(std::string_view name) const;  // "query" -> query; ink where there is no such role
};

const Palette& palette(bool dark);
HeatmapColours heatmap_colours(const Palette& palette);

// 4 rows of 256 RGBA texels in ColourMap's order, interpolated in OKLab.
std::span<const std::uint8_t> colour_maps();
ColourMap colour_map(bool weights, bool dark);
// Where a value lies on its map, 0..1 of the texture row. A signed map's zero is texel 128, exactly. Beyond the bound it saturates.
float map_position(ColourMap map, float value, float bound);
ImU32 map_colour(ColourMap map, float t);
// Black or white, whichever contrasts more with the map's colour at t.
ImU32 ink_over(ColourMap map, float t);

ImU32 with_alpha(ImU32 colour, float alpha);  // 0..1, multiplied
// WCAG's contrast ratio of two opaque colours, 1..21.
float contrast(ImU32 a, ImU32 b);

}  // namespace dikkat
