#include "ui/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "generated/palette_table.h"

namespace dikkat {

namespace {

constexpr std::size_t kMapWidth = 256, kMapCount = 4, kSignedZero = 128;
using MapTexels = std::array<std::uint8_t, kMapWidth * kMapCount * 4>;

constexpr Palette make_palette(const tokens::ColourTokens& t, bool dark) {
    return {.paper = t.paper,
            .canvas = t.canvas,
            .raised = t.raised,
            .tile = t.tile,
            .sunken = t.sunken,
            .ink = t.ink,
            .ink2 = t.ink2,
            .ink3 = t.ink3,
            .hair = t.hair,
            .rule = t.rule,
            .edge = t.edge,
            .query = t.query,
            .key = t.key,
            .value = t.value,
            .weights = t.weights,
            .output = t.output,
            .residual = t.residual,
            .normalised = t.normalised,
            .feed = t.feed,
            .gradient = t.gradient,
            .cross = t.cross,
            .changed = t.changed,
            .changed_mark = t.changed_mark,
            .changed_fill = t.changed_fill,
            .baseline = t.baseline,
            .nan = t.nan,
            .dark = dark};
}

constexpr Palette kLightPalette = make_palette(tokens::kLight, false), kDarkPalette = make_palette(tokens::kDark, true);

// A colour in OKLab (Björn Ottosson, 2020): equal steps look equal, so a map's middle is not muddy. Double, because a texel that
// lies half way between two bytes must round the same way everywhere.
struct OkLab {
    double lightness, a, b;
};

double linear(double channel) { return channel <= .04045 ? channel / 12.92 : std::pow((channel + .055) / 1.055, 2.4); }
double gamma_encoded(double light) { return light <= .0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - .055; }

double linear_channel(ImU32 colour, int shift) { return linear(((colour >> shift) & 255) / 255.); }

OkLab to_ok_lab(ImU32 colour) {
    const double r = linear_channel(colour, IM_COL32_R_SHIFT), g = linear_channel(colour, IM_COL32_G_SHIFT),
                 b = linear_channel(colour, IM_COL32_B_SHIFT);
    const double l = std::cbrt(.4122214708 * r + .5363325363 * g + .0514459929 * b);
    const double m = std::cbrt(.2119034982 * r + .6806995451 * g + .1073969566 * b);
    const double s = std::cbrt(.0883024619 * r + .2817188376 * g + .6299787005 * b);
    return {.2104542553 * l + .7936177850 * m - .0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + .4505937099 * s,
            .0259040371 * l + .7827717662 * m - .8086757660 * s};
}

std::array<std::uint8_t, 3> to_bytes(const OkLab& c) {
    const double l = std::pow(c.lightness + .3963377774 * c.a + .2158037573 * c.b, 3);
    const double m = std::pow(c.lightness - .1055613458 * c.a - .0638541728 * c.b, 3);
    const double s = std::pow(c.lightness - .0894841775 * c.a - 1.2914855480 * c.b, 3);
    const std::array<double, 3> light = {4.0767416621 * l - 3.3077115913 * m + .2309699292 * s,
                                         -1.2684380046 * l + 2.6097574011 * m - .3413193965 * s,
                                         -.0041960863 * l - .7034186147 * m + 1.7076147010 * s};
    std::array<std::uint8_t, 3> bytes;
    for (std::size_t i = 0; i < 3; ++i)
        bytes[i] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(gamma_encoded(std::max(light[i], 0.)), 0., 1.)));
    return bytes;
}

// Texel 128 of a signed map is its zero, exactly: 0 and 1 both are -1.
double stop_position(std::size_t texel, bool is_signed) {
    const double i = static_cast<double>(texel);
    return is_signed ? std::max(-1., (i - kSignedZero) / (kMapWidth - 1 - kSignedZero)) : i / (kMapWidth - 1);
}

void bake(std::span<const tokens::ColourStop> stops, std::uint8_t* texels) {
    const bool is_signed = stops.front().position < 0;
    std::size_t segment = 0;
    for (std::size_t i = 0; i < kMapWidth; ++i) {
        const double at = stop_position(i, is_signed);
        while (segment + 2 < stops.size() && at > stops[segment + 1].position) ++segment;
        const tokens::ColourStop &left = stops[segment], &right = stops[segment + 1];
        const double t = (at - left.position) / (right.position - left.position);
        const OkLab a = to_ok_lab(left.colour), b = to_ok_lab(right.colour);
        const auto rgb = to_bytes({std::lerp(a.lightness, b.lightness, t), std::lerp(a.a, b.a, t), std::lerp(a.b, b.b, t)});
        std::copy(rgb.begin(), rgb.end(), texels + 4 * i);
        texels[4 * i + 3] = 255;
    }
}

MapTexels bake_maps() {
    MapTexels texels;
    bake(tokens::kLight.seq, &texels[0]);
    bake(tokens::kLight.div, &texels[kMapWidth * 4]);
    bake(tokens::kDark.seq, &texels[kMapWidth * 8]);
    bake(tokens::kDark.div, &texels[kMapWidth * 12]);
    return texels;
}

const MapTexels& map_texels() {
    static const MapTexels texels = bake_maps();
    return texels;
}

// The texel that heatmap.frag reads at t.
std::size_t texel_index(ColourMap map, float t) {
    const float inside = t > 0 ? std::min(t, 1.f) : 0;  // NaN is 0 too
    return static_cast<std::size_t>(map) * kMapWidth + static_cast<std::size_t>(inside * 255 + .5f);
}

double luminance(ImU32 colour) {
    return .2126 * linear_channel(colour, IM_COL32_R_SHIFT) + .7152 * linear_channel(colour, IM_COL32_G_SHIFT) +
           .0722 * linear_channel(colour, IM_COL32_B_SHIFT);
}

ImU32 texel_colour(std::size_t index) {
    const std::uint8_t* p = &map_texels()[index * 4];
    return IM_COL32(p[0], p[1], p[2], 255);
}

using InkTable = std::array<ImU32, kMapWidth * kMapCount>;

InkTable make_ink_table() {
    InkTable table;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const ImU32 colour = texel_colour(i);
        table[i] = contrast(colour, IM_COL32_BLACK) > contrast(colour, IM_COL32_WHITE) ? IM_COL32_BLACK : IM_COL32_WHITE;
    }
    return table;
}

}  // namespace

ImU32 Palette::role(std::string_view name) const {
    struct Role {
        std::string_view name;
        ImU32 Palette::*colour;
    };
    static constexpr Role kRoles[] = {
        {"query", &Palette::query},           {"key", &Palette::key},       {"value", &Palette::value},
        {"weights", &Palette::weights},       {"output", &Palette::output}, {"residual", &Palette::residual},
        {"normalised", &Palette::normalised}, {"feed", &Palette::feed},     {"feed_forward", &Palette::feed},
        {"gradient", &Palette::gradient},     {"cross", &Palette::cross},   {"changed", &Palette::changed},
        {"baseline", &Palette::baseline},
    };
    for (const Role& role : kRoles)
        if (role.name == name) return this->*role.colour;
    return ink;
}

const Palette& palette(bool dark) { return dark ? kDarkPalette : kLightPalette; }

HeatmapColours heatmap_colours(const Palette& palette) { return {palette.tile, palette.sunken, palette.ink3, palette.nan}; }

std::span<const std::uint8_t> colour_maps() { return map_texels(); }

ColourMap colour_map(bool weights, bool dark) {
    if (weights) return dark ? ColourMap::sequential_dark : ColourMap::sequential_light;
    return dark ? ColourMap::signed_dark : ColourMap::signed_light;
}

float map_position(ColourMap map, float value, float bound) {
    const bool weights = map == ColourMap::sequential_light || map == ColourMap::sequential_dark;
    const float t = value * (1 / bound);  // as the pass and its shader compute it
    if (weights) return std::clamp(t, 0.f, 1.f);
    constexpr float kLast = kMapWidth - 1, kZero = kSignedZero;
    return (kZero + (kLast - kZero) * std::clamp(t, -1.f, 1.f)) / kLast;
}

ImU32 map_colour(ColourMap map, float t) { return texel_colour(texel_index(map, t)); }

ImU32 ink_over(ColourMap map, float t) {
    static const InkTable table = make_ink_table();
    return table[texel_index(map, t)];
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    const float own = static_cast<float>((colour >> IM_COL32_A_SHIFT) & 255);
    const ImU32 scaled = static_cast<ImU32>(own * std::clamp(alpha, 0.f, 1.f) + .5f);
    return (colour & ~IM_COL32_A_MASK) | scaled << IM_COL32_A_SHIFT;
}

float contrast(ImU32 a, ImU32 b) {
    const double la = luminance(a) + .05, lb = luminance(b) + .05;
    return static_cast<float>(std::max(la, lb) / std::min(la, lb));
}

}  // namespace dikkat
