// HeatmapAtlas: the CPU's copy of the texture that holds every value of a frame, and which of its rows differ from what the GPU
// has. Values are compared by bits, so an idle redraw uploads nothing. Knows no GL.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dikkat {

inline constexpr int kAtlasWidth = 1024;  // WIDTH in heatmap.frag
inline constexpr int kAtlasHeight = 512;  // half a million values, 2 MB

class HeatmapAtlas {
public:
    struct Rows {
        int begin = 0, end = 0;
    };

    // A new frame: values are put from the start again, in the same order as long as the screen looks the same.
    void begin_frame() { used_ = 0; }
    // The index of the first value, or -1 where the atlas is full.
    int put(std::span<const float> values);

    // Rows that changed since the last call, as runs from top to bottom; they count as uploaded from then on.
    std::vector<Rows> take_changed_rows();
    // The GPU forgot everything: all rows in use count as changed.
    void forget();

    const std::uint32_t* row(int index) const { return &bits_[static_cast<std::size_t>(index) * kAtlasWidth]; }

private:
    std::vector<std::uint32_t> bits_;
    std::vector<char> changed_;  // one for each row
    int used_ = 0;
    int ever_used_ = 0;
};

}  // namespace dikkat
