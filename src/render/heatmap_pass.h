// HeatmapPass: every matrix of a frame out of one bit-exact atlas of floats, drawn from ImGui draw callbacks.
// Knows floats and textures, nothing of models.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

struct ImDrawList;
struct ImDrawCmd;

namespace dikkat {

enum class ColourMap { sequential_light, signed_light, sequential_dark, signed_dark };  // rows of the map texture

struct HeatmapColours {
    std::uint32_t tile, sunken, mark, nan;  // ImU32
};

struct HeatmapInstance {
    float x, y, width, height;   // whole device pixels
    int rows, columns;
    int index;                   // of the first value in the atlas, from HeatmapPass::allocate
    ColourMap map;
    float bound;                 // |value| that saturates; 1 for weights
    bool difference;             // an exact zero is a hole with a dot
    float gap;                   // device pixels between cells
};

class HeatmapPass {
public:
    // 4 rows of 256 RGBA texels, in ColourMap's order. Kept: needed again after a lost context.
    void set_maps(std::span<const std::uint8_t> rgba);
    void set_colours(const HeatmapColours& colours);

    void begin_frame(float device_pixel_ratio);
    // Puts values in this frame's atlas; the index of the first, or -1 where half a million values are full.
    int put(std::span<const float> values);
    void add(const HeatmapInstance& instance);
    void flush(ImDrawList* draw_list);  // everything added since the last flush, at this place in the drawing order
    void upload();                      // after ImGui::Render(), before RenderDrawData(); only rows whose values changed
    void forget();                      // the GL context is gone; the values stay

private:
    static void draw(const ImDrawList*, const ImDrawCmd* command);
    void create();

    struct GpuInstance {
        float numbers[12];
    };
    struct Call {
        HeatmapPass* pass;
        int first, count;
    };
    std::vector<GpuInstance> instances_;
    int first_unflushed_ = 0;
    std::vector<float> atlas_values_;
    int used_ = 0;
    int dirty_begin_ = 0, dirty_end_ = 0;  // atlas rows
    std::vector<std::uint8_t> maps_;
    bool maps_dirty_ = false;
    HeatmapColours colours_{};
    float ratio_ = 1;
    unsigned program_ = 0, vertex_array_ = 0, buffer_ = 0, atlas_texture_ = 0, map_texture_ = 0;
    int view_uniform_ = -1, colour_uniforms_[4] = {};
};

}  // namespace dikkat
