// ScreenView: the whole canvas. Session's readings in, pixels and Commands out. The ui holds no truth: only hover, drag, typing and
// motion live in its state, and losing them loses nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ui/frame.h"

namespace dikkat {

// px of the narrowest screen that is laid out; page.js has the same.
inline constexpr float kNarrowest = 320;

class ScreenView {
public:
    ScreenView();
    ~ScreenView();
    ScreenOutput draw(const Session& session, const Surroundings& surroundings, const Fonts& fonts, HeatmapPass& heatmaps,
                      RibbonPass& ribbons, Drawing* drawing = nullptr);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dikkat
