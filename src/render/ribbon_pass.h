// RibbonPass: the bent bars between a key and the query, as anti-aliased strips of one instanced draw. Knows no models.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl_program.h"

struct ImDrawList;
struct ImDrawCmd;

namespace dikkat {

enum class RibbonAxis { vertical, horizontal };  // vertical: from a bar above or below; horizontal: from a bar at the left

// Device pixels. From the key bar's share (centre `from`) to the query box's share (centre `to`).
struct RibbonInstance {
    float from_x, from_y, to_x, to_y;
    float end_width;       // at both ends, along the bar
    float waist;           // in the middle, measured across
    float level;           // y (vertical) or x (horizontal) of the bus
    std::uint32_t colour;  // ImU32, straight alpha
    RibbonAxis axis = RibbonAxis::vertical;
};

class RibbonPass {
public:
    void begin_frame();
    void add(const RibbonInstance& instance);
    void flush(ImDrawList* draw_list);  // everything added since the last flush, at this place in the drawing order
    void upload();                      // after ImGui::Render(), before RenderDrawData()
    void forget();                      // the GL context is gone

private:
    static void draw(const ImDrawList*, const ImDrawCmd* command);
    void create();

    struct Call {
        RibbonPass* pass;
        int first, count;
    };
    std::vector<GpuInstance> instances_;
    int first_unflushed_ = 0;
    InstanceBuffer buffer_;
    unsigned program_ = 0;
    int view_uniform_ = -1;
};

}  // namespace dikkat
