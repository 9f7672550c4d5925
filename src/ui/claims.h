// A claim as it is set on the dock: its words and figures, without any drawing.
#pragma once

#include <string>
#include <vector>

#include "app/session.h"

namespace dikkat {

struct ClaimStory {
    std::string id, sentence;
    bool holds = true;
    std::string measured;              // "1.2e−07"
    std::string bound;                 // "≤ 1e−06", or "0" to be met exactly; empty where there is none to show
    bool exact = false;                // a number that is to be met is no bound
    std::string second;                // of a largest one: "0.353 (o)"
    std::string detail;                // the lesson's own words beside the figures
    std::string reached, not_reached;  // tokens, where it is false
    // On the log axis 1e-9 .. 1, each from 0 to 1; negative where the claim has no axis. An exact 0 has its own box.
    float measured_at = -1, bound_at = -1;
    bool exactly_zero = false;
};

// 0 at 1e-9 and below, 1 at 1 and above, NaN counts as 1: it is as far off as can be.
float on_log_axis(double value);
ClaimStory tell_claim(const Session& session, const CheckResult& check);
// All claims, false ones first, otherwise in the lesson's order.
std::vector<ClaimStory> tell_claims(const Session& session);
// "All three claims hold", or what is false.
std::string claims_in_one_line(const std::vector<ClaimStory>& claims, Language language);

}  // namespace dikkat
