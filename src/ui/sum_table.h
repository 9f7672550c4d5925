// SumTableView: one table of the sum card. Decides how the columns fit into a width (fewer decimals, then blocks one under the
// other; never fewer columns) and draws them.
#pragma once

#include <vector>

#include "ui/frame.h"
#include "ui/sum_story.h"

namespace dikkat {

class SumTableView {
public:
    SumTableView(Frame& frame, const SumTable& table, float width);

    float height() const;
    std::size_t blocks() const { return block_ends_.size(); }
    float block_height() const;  // with the gap after it
    // From `y` on; the last block's right edge and the baseline of its results are where the total may stand.
    void draw(float x, float y) const;
    void draw(std::size_t block, float x, float y) const;
    float last_right(float x) const;
    float last_baseline(float y) const;

private:
    struct Block {
        std::size_t begin = 0, end = 0;
        float x = 0;    // of the labels
        float top = 0;  // baseline of the heads
    };
    bool fit(int decimals, float size, float gap, float width);
    float rule_of(const Block& block) const;
    void draw_block(const Block& block) const;
    void draw_heads(const Block& block) const;
    void draw_numbers(const Block& block, const SumRow& row, float baseline) const;
    void draw_changed(const Block& block, float top, float bottom) const;
    float ink_of(std::size_t column) const;

    Frame& frame_;
    const SumTable& table_;
    int decimals_ = 4;
    float size_ = 12.5f;
    float label_ = 0;            // width of the labels' column
    std::vector<float> widths_;  // of the columns
    std::vector<std::size_t> block_ends_;
};

}  // namespace dikkat
