#include "ui/drawing.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/json.h"
#include "core/decimal.h"
#include "ui/theme.h"

namespace dikkat {
namespace {

// Hundredths of a CSS px are finer than any screen.
std::string length_words(float length) { return general_decimal(std::round(static_cast<double>(length) * 100) / 100, 8); }

void write_length(JsonWriter& json, std::string_view name, float length) {
    json.key(name);
    json.raw(length_words(length));
}

void write_place(JsonWriter& json, std::string_view name, const Rectangle& place) {
    json.key(name);
    json.begin_array();
    for (const float side : {place.x, place.y, place.width, place.height}) json.raw(length_words(side));
    json.end_array();
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

// What every item says, and the rest of its own.
template <class Write>
std::string item_json(std::string_view kind, const Write& write_rest) {
    JsonWriter json;
    json.begin_object();
    json.field("kind", kind);
    write_rest(json);
    json.end_object();
    return json.text();
}

std::string with_clip(std::string item, const ImDrawList* list) {
    const ImVec4& clip = list->_CmdHeader.ClipRect;
    JsonWriter json;
    json.begin_object();
    write_place(json, "clip", {clip.x, clip.y, clip.z - clip.x, clip.w - clip.y});
    json.end_object();
    const std::string written = json.text();
    item.back() = ',';
    return item.append(written, 1);
}

std::string path_words(const PathLetters& path) {
    std::string words;
    std::size_t next = 0;
    for (const char letter : path.letters) {
        words += letter;
        const std::size_t count = letter == 'Z' ? 0 : letter == 'C' ? 3 : 1;
        for (std::size_t i = 0; i < count; ++i, ++next) {
            if (i > 0) words += ' ';
            words += length_words(path.points[next].x) + " " + length_words(path.points[next].y);
        }
    }
    return words;
}

std::string path_json(std::string_view kind, const PathLetters& path, ImU32 colour, float line) {
    return item_json(kind, [&](JsonWriter& json) {
        json.field("d", path_words(path));
        json.field("colour", colour_words(colour));
        if (line > 0) write_length(json, "line", line);
    });
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

void Drawing::text(const ImDrawList* list, Face face, float size, float x, float baseline, ImU32 colour, std::string_view words,
                   const Rectangle& place) {
    const bool mono = face == Face::mono || face == Face::mono_bold, bold = face == Face::bold || face == Face::mono_bold;
    const std::string item = item_json("text", [&](JsonWriter& json) {
        json.field("text", words);
        write_length(json, "x", x);
        write_length(json, "y", baseline);
        write_length(json, "size", size);
        json.field("face", mono ? "mono" : "sans");
        json.field("bold", bold);
        json.field("colour", colour_words(colour));
        write_place(json, "rect", place);
    });
    items_.push_back({list, with_clip(item, list)});
}

void Drawing::rectangle(const ImDrawList* list, const Rectangle& place, ImU32 colour, float radius, float line) {
    const std::string item = item_json("rectangle", [&](JsonWriter& json) {
        write_place(json, "rect", place);
        json.field("colour", colour_words(colour));
        if (radius > 0) write_length(json, "radius", radius);
        if (line > 0) write_length(json, "line", line);
    });
    items_.push_back({list, with_clip(item, list)});
}

void Drawing::path(const ImDrawList* list, const PathLetters& path, ImU32 colour, float line) {
    items_.push_back({list, with_clip(path_json("path", path, colour, line), list)});
}

void Drawing::polyline(const ImDrawList* list, std::span<const ImVec2> points, ImU32 colour, float line, bool closed) {
    path(list, {polygon_letters(points.size(), closed), points}, colour, line);
}

void Drawing::circle(const ImDrawList* list, ImVec2 centre, float radius, ImU32 colour, float line) {
    const std::string item = item_json("circle", [&](JsonWriter& json) {
        write_length(json, "x", centre.x);
        write_length(json, "y", centre.y);
        write_length(json, "radius", radius);
        json.field("colour", colour_words(colour));
        if (line > 0) write_length(json, "line", line);
    });
    items_.push_back({list, with_clip(item, list)});
}

void Drawing::name_tensor(std::string_view name, int first_row, int first_column) {
    JsonWriter json;
    json.begin_object();
    json.field("name", name);
    json.field("row", first_row);
    json.field("column", first_column);
    json.end_object();
    tensor_ = json.text();
}

void Drawing::cells(const Rectangle& place, int rows, int columns, std::span<const float> values, ColourMap map, float bound,
                    bool difference, float gap) {
    const Palette& colours = palette(map == ColourMap::sequential_dark || map == ColourMap::signed_dark);
    unflushed_.push_back(item_json("cells", [&](JsonWriter& json) {
        if (!tensor_.empty()) json.key("tensor"), json.raw(tensor_);
        write_place(json, "rect", place);
        json.field("rows", rows);
        json.field("columns", columns);
        write_length(json, "gap", gap);
        json.field("difference", difference);
        json.field("dot", colour_words(colours.ink3));
        json.field("stripes", std::vector<std::string>{colour_words(colours.nan), colour_words(colours.tile)});
        json.key("values");
        json.begin_array();
        for (const float value : values) json.number(value);
        json.end_array();
        json.key("colours");
        json.begin_array();
        for (const float value : values) json.string(cell_colour(value, map, bound, difference, colours));
        json.end_array();
    }));
    tensor_.clear();
}

void Drawing::ribbon(const RibbonInstance& in_css_px) {
    const std::vector<ImVec2> outline = ribbon_outline(in_css_px);
    unflushed_.push_back(path_json("ribbon", {polygon_letters(outline.size(), true), outline}, in_css_px.colour, 0));
}

void Drawing::flush(const ImDrawList* list) {
    for (std::string& item : unflushed_) items_.push_back({list, with_clip(std::move(item), list)});
    unflushed_.clear();
}

std::string Drawing::json(float width, float height) const {
    JsonWriter json;
    json.begin_object();
    write_length(json, "width", width);
    write_length(json, "height", height);
    write_length(json, "ratio", ImGui::GetIO().DisplayFramebufferScale.x);
    json.key("items");
    json.begin_array();
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
        for (const Item& item : items_) {
            if (item.list == list) json.raw(item.json);
        }
    }
    json.end_array();
    json.end_object();
    return json.text();
}

}  // namespace dikkat
