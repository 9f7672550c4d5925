#include "ui/motion.h"

#include <algorithm>
#include <cmath>

#include "core/tensor.h"

namespace dikkat {
namespace {

float ease_out(double share) {
    const double rest = 1 - std::clamp(share, 0.0, 1.0);
    return static_cast<float>(1 - rest * rest * rest);
}

bool same_numbers(std::span<const float> a, std::span<const float> b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!same_number(a[i], b[i])) return false;
    }
    return true;
}

}  // namespace

void Motion::begin_frame(double now, bool still) {
    now_ = now;
    still_ = still;
    moving_ = false;
    for (auto& [name, glide] : glides_) glide.used = false;
}

std::span<const float> Motion::glide(const std::string& name, std::span<const float> target, double seconds) {
    return glide_from(name, target, target, seconds);
}

std::span<const float> Motion::glide_from(const std::string& name, std::span<const float> start, std::span<const float> target,
                                          double seconds) {
    const auto [place, fresh] = glides_.try_emplace(name);
    Glide& glide = place->second;
    glide.used = true;
    if (fresh || glide.now.size() != target.size()) {
        glide.to.assign(start.begin(), start.end());
        glide.now = glide.to;
    }
    if (!same_numbers(glide.to, target)) {
        glide.from = glide.now;
        glide.to.assign(target.begin(), target.end());
        glide.from.resize(glide.to.size());
        glide.start = now_;
        glide.arrived = false;
    }
    const double share = (now_ - glide.start) / seconds;
    if (still_ || share >= 1) glide.arrived = true;
    if (glide.arrived) {
        glide.now = glide.to;
        return glide.now;
    }
    moving_ = true;
    const float eased = ease_out(share);
    for (std::size_t i = 0; i < glide.to.size(); ++i) {
        const float from = glide.from[i], to = glide.to[i];
        glide.now[i] = std::isfinite(from) && std::isfinite(to) ? from + (to - from) * eased : to;
    }
    return glide.now;
}

bool Motion::arrived(const std::string& name) const {
    const auto found = glides_.find(name);
    return found == glides_.end() || found->second.arrived;
}

void Motion::end_frame() {
    for (auto place = glides_.begin(); place != glides_.end();)
        place = place->second.used ? std::next(place) : glides_.erase(place);
}

}  // namespace dikkat
