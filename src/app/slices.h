// Slices: an evaluation that would hold up the page, done in pieces of bounded size between two drawings.
#pragma once

#include <optional>
#include <vector>

#include "app/apply.h"
#include "app/scene.h"

namespace dikkat {

inline constexpr int kNodesOfASlice = 64;
inline constexpr std::uint64_t kWorkOfASlice = 8'000'000;  // multiply-adds: a few milliseconds
inline constexpr std::uint64_t kLongWork = 4 * kWorkOfASlice;
inline constexpr int kLongGraph = 4096;  // nodes

bool is_long_work(const Graph& graph);

// A state that was accepted, and the numbers that are still to be made before it can be shown.
class Pending {
public:
    Pending(State state, std::optional<Built> document, std::optional<Built> baseline);

    bool step();  // one slice; false once all is evaluated
    double progress() const;
    std::optional<Scene> take_document() { return take(document_); }  // once all is evaluated; nothing where it was not asked for
    std::optional<Scene> take_baseline() { return take(baseline_); }

    State playground;

private:
    static std::optional<Scene> begun(std::optional<Built> built);
    static std::optional<Scene> take(std::optional<Scene>& scene) { return std::exchange(scene, std::nullopt); }

    std::optional<Scene> document_, baseline_;
};

}  // namespace dikkat
