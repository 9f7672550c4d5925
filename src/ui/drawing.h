// Drawing: a record of one drawing of the canvas, while somebody asks for it: every text with its place, every shape, every cell
// with its colour, as JSON. The Pen writes it beside what it draws; nothing is read back from pixels.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document.h"
#include "imgui.h"
#include "render/heatmap_pass.h"
#include "render/ribbon_pass.h"
#include "ui/geometry.h"
#include "ui/text_drawing.h"

namespace dikkat {

// Letters of an SVG path: M, L, C, Z; each takes its points from the list.
struct PathLetters {
    std::string_view letters;
    std::span<const ImVec2> points;
};

class Drawing {
public:
    void text(const ImDrawList* list, Face face, float size, float x, float baseline, ImU32 colour, std::string_view words,
              const Rectangle& place);
    void rectangle(const ImDrawList* list, const Rectangle& place, ImU32 colour, float radius, float line);  // line 0: filled
    void path(const ImDrawList* list, const PathLetters& path, ImU32 colour, float line);                    // as well
    void polyline(const ImDrawList* list, std::span<const ImVec2> points, ImU32 colour, float line, bool closed);
    void circle(const ImDrawList* list, ImVec2 centre, float radius, ImU32 colour, float line);

    // What the passes draw counts where it is flushed. A heatmap is of the tensor that was named last.
    void name_tensor(std::string_view name, Show show, int first_row, int first_column);
    void cells(const Rectangle& place, int rows, int columns, std::span<const float> values, ColourMap map, float bound,
               bool difference, float gap);
    void ribbon(const RibbonInstance& in_css_px);
    void flush(const ImDrawList* list);

    // In the order in which ImGui draws its lists, so after ImGui::Render().
    std::string json(float width, float height, ImU32 background) const;

private:
    void put(const ImDrawList* list, std::string begun);

    struct Item {
        const ImDrawList* list;
        std::string json;
    };
    std::vector<Item> items_;
    std::vector<std::string> unflushed_;
    std::string tensor_;
};

}  // namespace dikkat
