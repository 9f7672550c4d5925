#include "render/heatmap_atlas.h"

#include <algorithm>
#include <cstring>

namespace dikkat {

int HeatmapAtlas::put(std::span<const float> values) {
    constexpr std::size_t kCapacity = std::size_t{kAtlasWidth} * kAtlasHeight;
    if (bits_.empty()) {
        bits_.resize(kCapacity);
        changed_.resize(kAtlasHeight);
    }
    const std::size_t first = static_cast<std::size_t>(used_);
    if (values.size() > kCapacity - first) return -1;
    // Row by row, because a changed cell must cost its row of the texture and not more.
    for (std::size_t done = 0; done < values.size();) {
        const std::size_t at = first + done, row = at / kAtlasWidth;
        const std::size_t count = std::min(values.size() - done, (row + 1) * kAtlasWidth - at);
        if (std::memcmp(&bits_[at], &values[done], count * sizeof(float)) != 0) {
            std::memcpy(&bits_[at], &values[done], count * sizeof(float));
            changed_[row] = 1;
        }
        done += count;
    }
    used_ += static_cast<int>(values.size());
    ever_used_ = std::max(ever_used_, used_);
    return static_cast<int>(first);
}

std::vector<HeatmapAtlas::Rows> HeatmapAtlas::take_changed_rows() {
    std::vector<Rows> runs;
    for (int row = 0; row < static_cast<int>(changed_.size()); ++row) {
        char& changed = changed_[static_cast<std::size_t>(row)];
        if (!changed) continue;
        if (runs.empty() || runs.back().end != row) runs.push_back({row, row});
        runs.back().end = row + 1;
        changed = 0;
    }
    return runs;
}

void HeatmapAtlas::forget() {
    const int rows = (ever_used_ + kAtlasWidth - 1) / kAtlasWidth;
    std::fill_n(changed_.begin(), rows, char{1});
}

}  // namespace dikkat
