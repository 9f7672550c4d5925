// Legends: what the colours and signs on the screen stand for, in the toolbar. Their place and size are the toolbar's choice.
#pragma once

#include "ui/picture.h"

namespace dikkat {

// Legends give way to controls in steps: smaller maps, smaller words, then no names.
struct LegendSize {
    float map = 64, gap = 26, words = 12.5f;
    bool named = true;
};
inline constexpr LegendSize kLegendSizes[] = {{64, 26}, {44, 15}, {28, 12}, {28, 10, 11.5f}, {28, 12, 11.5f, false}};

// From `x` on; answers how wide they are. `draw` false: measures.
float legends(const Picture& picture, float x, float baseline, bool draw, const LegendSize& size);
// Of the layers' colours alone: the same in every view. 0 wide where the lesson has none or `size` no names.
float layer_legends(const Picture& picture, float x, float baseline, bool draw, const LegendSize& size);

}  // namespace dikkat
