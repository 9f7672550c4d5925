// HeatmapPass: every matrix of a frame out of one bit-exact atlas of floats, drawn from ImGui draw callbacks.
// Knows floats and textures, nothing of models.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "render/gl_program.h"
#include "render/heatmap_atlas.h"

struct ImDrawList;
struct ImDrawCmd;

namespace dikkat {

enum class ColourMap { sequential_light, signed_light, sequential_dark, signed_dark };  // rows of the map texture

struct HeatmapColours {
    std::uint32_t tile, sunken, mark, nan;  // ImU32
};

struct HeatmapInstance {
    float x, y, width, height;  // whole device pixels
    int rows, columns;
    int index;  // of the first value in the atlas, from HeatmapPass::put
    ColourMap map;
    float bound;      // |value| that saturates; 1 for weights
    bool difference;  // an exact zero is a hole with a dot
    float gap;        // device pixels between cells
};

class HeatmapPass {
public:
    // 4 rows of 256 RGBA texels, in ColourMap's order. Kept: needed again after a lost context.
    void set_maps(std::span<const std::uint8_t> rgba);
    void set_colours(const HeatmapColours& colours) { colours_ = colours; }

    void begin_frame(float device_pixel_ratio);
    // Puts values in this frame's atlas; the index of the first, or -1 where half a million values are full.
    int put(std::span<const float> values) { return atlas_.put(values); }
    void add(const HeatmapInstance& instance);
    void flush(ImDrawList* draw_list);  // everything added since the last flush, at this place in the drawing order
    void upload();                      // after ImGui::Render(), before RenderDrawData(); only rows whose values changed
    void forget();                      // the GL context is gone; the values stay

    int uploaded_rows() const { return uploaded_rows_; }  // of the atlas, in the last upload(); for diagnostics

private:
    static void draw(const ImDrawList*, const ImDrawCmd* command);
    void create();
    void upload_atlas();
    void upload_maps();

    struct Call {
        HeatmapPass* pass;
        int first, count;
    };
    std::vector<GpuInstance> instances_;
    int first_unflushed_ = 0;
    HeatmapAtlas atlas_;
    int uploaded_rows_ = 0;
    std::vector<std::uint8_t> maps_;
    bool maps_changed_ = false;
    HeatmapColours colours_{};
    float ratio_ = 1;
    InstanceBuffer buffer_;
    unsigned program_ = 0, atlas_texture_ = 0, map_texture_ = 0;
    int view_uniform_ = -1;
    std::array<int, 4> colour_uniforms_{};
};

}  // namespace dikkat
