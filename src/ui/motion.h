// Motion: colours, bars and ribbons glide to a new value; digits never do. Knows time as a number, nothing of ImGui.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace dikkat {

inline constexpr double kGlide = 0.18, kSpotlightGlide = 0.22, kOpeningGlide = 0.2;  // seconds

class Motion {
public:
    // `still`: a drag or reduced motion; everything arrives at once.
    void begin_frame(double now, bool still);
    // The numbers to draw for `target` under this name. Not-finite ones arrive at once. The span lives until the next call for the
    // name.
    std::span<const float> glide(const std::string& name, std::span<const float> target, double seconds = kGlide);
    // The same, beginning at `start` where the name is new.
    std::span<const float> glide_from(const std::string& name, std::span<const float> start, std::span<const float> target,
                                      double seconds);
    bool arrived(const std::string& name) const;
    // Names that were not asked for in this frame begin anew next time.
    void end_frame();
    bool moving() const { return moving_; }

private:
    struct Glide {
        std::vector<float> from, to, now;
        double start = 0;
        bool arrived = true, used = true;
    };

    std::map<std::string, Glide> glides_;
    double now_ = 0;
    bool still_ = false, moving_ = false;
};

}  // namespace dikkat
