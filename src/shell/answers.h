// What the shell tells the outside, as JSON: its own queries' answers and its events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ui/geometry.h"

namespace dikkat {

struct Diagnostics {
    std::uint64_t frames = 0;
    std::size_t memory = 0;  // bytes that the program holds
    int framebuffer_width = 0, framebuffer_height = 0;
    float width = 0, height = 0, ratio = 1;  // CSS px
    bool has_context = true;
    bool dark = false;
    std::optional<std::pair<float, float>> pointer;  // where it hovers, if it does
    bool pressed = false;
    bool typing = false;
};

std::string anchors_json(const std::map<std::string, Rectangle>& anchors, float scale);  // name -> [x, y, width, height]
std::string diagnostics_json(const Diagnostics& diagnostics);
std::string event_json(std::string_view type);
std::string event_json(std::string_view type, std::string_view field, std::string_view value);
std::string refusal_json(std::string_view code, std::string_view message);

}  // namespace dikkat
