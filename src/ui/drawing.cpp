#include "ui/drawing.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/codec.h"
#include "app/json.h"
#include "core/decimal.h"
#include "ui/theme.h"

namespace dikkat {
namespace {

// Hundredths of a CSS px are finer than any screen.
void put_length(std::string& out, float length) { out += general_decimal(std::round(static_cast<double>(length) * 100) / 100, 8); }

void put_key(std::string& out, const char* name) {
    out += out.back() == '{' ? "\"" : ",\"";
    out += name;
    out += "\":";
}

void put_length(std::string& out, const char* name, float length) {
    put_key(out, name);
    put_length(out, length);
}

void put_place(std::string& out, const char* name, const Rectangle& place) {
    put_key(out, name);
    char before = '[';
    for (const float side : {place.x, place.y, place.width, place.height}) {
        out += before;
        put_length(out, side);
        before = ',';
    }
    out += ']';
}

// What needs no escapes.
void put_word(std::string& out, const char* name, std::string_view word) {
    put_key(out, name);
    out += '"';
    out += word;
    out += '"';
}

// "#rrggbb", with two more digits where it is not opaque.
std::string colour_words(ImU32 colour) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string words = "#";
    for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT, IM_COL32_A_SHIFT}) {
        const ImU32 part = colour >> shift & 255;
        if (shift == IM_COL32_A_SHIFT && part == 255) break;
        words += digits[part >> 4];
        words += digits[part & 15];
    }
    return words;
}

std::string begun(std::string_view kind) {
    std::string out = "{";
    put_word(out, "kind", kind);
    return out;
}

void put_paint(std::string& out, ImU32 colour, float line) {
    put_word(out, "colour", colour_words(colour));
    if (line > 0) put_length(out, "line", line);
}

std::string path_json(std::string_view kind, const PathLetters& path, ImU32 colour, float line) {
    std::string words;
    std::size_t next = 0;
    for (const char letter : path.letters) {
        words += letter;
        const std::size_t count = letter == 'Z' ? 0 : letter == 'C' ? 3 : 1;
        for (std::size_t i = 0; i < count; ++i, ++next) {
            if (i > 0) words += ' ';
            put_length(words, path.points[next].x);
            words += ' ';
            put_length(words, path.points[next].y);
        }
    }
    std::string out = begun(kind);
    put_word(out, "d", words);
    put_paint(out, colour, line);
    return out;
}

// As heatmap.frag colours it; "nan" is striped.
std::string cell_colour(float value, ColourMap map, float bound, bool difference, const Palette& colours) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value) && value < 0) return colour_words(with_alpha(colours.tile, .5f));
    if (difference && value == 0) return colour_words(colours.sunken);
    return colour_words(map_colour(map, map_position(map, value, bound)));
}

// As ribbon.vert bends it: a cubic with both inner points on the bus, wide at its ends, narrow between them.
std::vector<ImVec2> ribbon_outline(const RibbonInstance& r) {
    constexpr int kSteps = 32;
    const bool sideways = r.axis == RibbonAxis::horizontal;
    const ImVec2 from = sideways ? ImVec2(r.from_y, r.from_x) : ImVec2(r.from_x, r.from_y);
    const ImVec2 to = sideways ? ImVec2(r.to_y, r.to_x) : ImVec2(r.to_x, r.to_y);
    const float direction = to.y < from.y ? -1.f : 1.f;
    std::vector<ImVec2> outline(2 * (kSteps + 1));
    for (int i = 0; i <= kSteps; ++i) {
        const float s = static_cast<float>(i) / kSteps, q = 1 - s;
        const float a = q * q * q, b = 3 * q * q * s, c = 3 * q * s * s, d = s * s * s;
        const ImVec2 point((a + b) * from.x + (c + d) * to.x, a * from.y + (b + c) * r.level + d * to.y);
        const ImVec2 slope(6 * q * s * (to.x - from.x),
                           3 * q * q * (r.level - from.y) + 3 * s * s * (to.y - r.level) + 1e-4f * direction);
        const float length = std::hypot(slope.x, slope.y), t = std::min(1.f, std::min(s, q) / .46f);
        const float share = t * t * (3 - 2 * t), waist = share * r.waist / 2 * direction / length;
        const ImVec2 half((1 - share) * r.end_width / 2 + waist * slope.y, -waist * slope.x);
        const auto put = [&](int index, float side) {
            const float x = point.x + side * half.x, y = point.y + side * half.y;
            outline[static_cast<std::size_t>(index)] = sideways ? ImVec2(y, x) : ImVec2(x, y);
        };
        put(i, -1);
        put(2 * kSteps + 1 - i, 1);
    }
    return outline;
}

std::string polygon_letters(std::size_t points, bool closed) {
    std::string letters(points, 'L');
    letters[0] = 'M';
    if (closed) letters += 'Z';
    return letters;
}

}  // namespace

void Drawing::put(const ImDrawList* list, std::string begun) {
    const ImVec4& clip = list->_CmdHeader.ClipRect;
    put_place(begun, "clip", {clip.x, clip.y, clip.z - clip.x, clip.w - clip.y});
    begun += '}';
    items_.push_back({list, std::move(begun)});
}

void Drawing::text(const ImDrawList* list, Face face, float size, float x, float baseline, ImU32 colour, std::string_view words,
                   const Rectangle& place) {
    const bool mono = face == Face::mono || face == Face::mono_bold, bold = face == Face::bold || face == Face::mono_bold;
    std::string out = begun("text");
    put_key(out, "text");
    out += to_json(words);
    put_length(out, "x", x);
    put_length(out, "y", baseline);
    put_length(out, "size", size);
    put_word(out, "face", mono ? "mono" : "sans");
    put_key(out, "bold");
    out += bold ? "true" : "false";
    put_paint(out, colour, 0);
    put_place(out, "rect", place);
    put(list, std::move(out));
}

void Drawing::rectangle(const ImDrawList* list, const Rectangle& place, ImU32 colour, float radius, float line) {
    std::string out = begun("rectangle");
    put_place(out, "rect", place);
    if (radius > 0) put_length(out, "radius", radius);
    put_paint(out, colour, line);
    put(list, std::move(out));
}

void Drawing::path(const ImDrawList* list, const PathLetters& path, ImU32 colour, float line) {
    put(list, path_json("path", path, colour, line));
}

void Drawing::polyline(const ImDrawList* list, std::span<const ImVec2> points, ImU32 colour, float line, bool closed) {
    path(list, {polygon_letters(points.size(), closed), points}, colour, line);
}

void Drawing::circle(const ImDrawList* list, ImVec2 centre, float radius, ImU32 colour, float line) {
    std::string out = begun("circle");
    put_length(out, "x", centre.x);
    put_length(out, "y", centre.y);
    put_length(out, "radius", radius);
    put_paint(out, colour, line);
    put(list, std::move(out));
}

void Drawing::name_tensor(std::string_view name, Show show, int first_row, int first_column) {
    tensor_ = "{";
    put_word(tensor_, "name", name);
    put_word(tensor_, "show", Names<Show>::words[static_cast<std::size_t>(show)]);
    put_length(tensor_, "row", static_cast<float>(first_row));
    put_length(tensor_, "column", static_cast<float>(first_column));
    tensor_ += '}';
}

void Drawing::cells(const Rectangle& place, int rows, int columns, std::span<const float> values, ColourMap map, float bound,
                    bool difference, float gap) {
    const Palette& colours = palette(map == ColourMap::sequential_dark || map == ColourMap::signed_dark);
    std::string out = begun("cells");
    if (!tensor_.empty()) {
        put_key(out, "tensor");
        out += std::exchange(tensor_, {});
    }
    put_place(out, "rect", place);
    put_length(out, "rows", static_cast<float>(rows));
    put_length(out, "columns", static_cast<float>(columns));
    put_length(out, "gap", gap);
    put_key(out, "difference");
    out += difference ? "true" : "false";
    put_word(out, "dot", colour_words(colours.ink3));
    put_word(out, "stripe", colour_words(colours.nan));
    put_word(out, "tile", colour_words(colours.tile));
    put_key(out, "values");
    out += to_json(std::vector<float>(values.begin(), values.end()));
    put_key(out, "colours");
    char before = '[';
    for (const float value : values) {
        out += before;
        out += '"';
        out += cell_colour(value, map, bound, difference, colours);
        out += '"';
        before = ',';
    }
    out += ']';
    unflushed_.push_back(std::move(out));
}

void Drawing::ribbon(const RibbonInstance& in_css_px) {
    const std::vector<ImVec2> outline = ribbon_outline(in_css_px);
    unflushed_.push_back(path_json("ribbon", {polygon_letters(outline.size(), true), outline}, in_css_px.colour, 0));
}

void Drawing::flush(const ImDrawList* list) {
    for (std::string& item : unflushed_) put(list, std::move(item));
    unflushed_.clear();
}

std::string Drawing::json(float width, float height, ImU32 background) const {
    std::string out = "{";
    put_length(out, "width", width);
    put_length(out, "height", height);
    put_length(out, "ratio", ImGui::GetIO().DisplayFramebufferScale.x);
    put_word(out, "background", colour_words(background));
    put_key(out, "items");
    out += '[';
    const ImDrawData* drawn = ImGui::GetDrawData();
    for (int i = 0; drawn && i < drawn->CmdLists.Size; ++i) {
        for (const Item& item : items_) {
            if (item.list != drawn->CmdLists[i]) continue;
            if (out.back() == '}') out += ',';
            out += item.json;
        }
    }
    return out + "]}";
}

}  // namespace dikkat
