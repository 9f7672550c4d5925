// The claims as a panel.
#include "ui/claims.h"
#include "ui/dock.h"
#include "ui/panel.h"

namespace dikkat {
namespace {

constexpr float kOver = 10;  // the dock's own room over its title is the rule's
constexpr float kHeader = 38, kClaim = 42;

PanelSize measure(const Picture& picture, const Panel&, float) {
    const float claims = static_cast<float>(picture.frame.session.checks().size());
    const float best = kHeader - kOver + kClaim * std::max(1.0f, std::min(claims, 3.0f)) + 4;
    return {300, best - 12, best};
}

void draw(const Picture& picture, const Panel&, const Rectangle& area) {
    draw_claims(picture.frame, {area.x, area.y - kOver, area.width, area.height + kOver});
}

}  // namespace

const PanelView kClaimsPanel{"claims", measure, draw};

}  // namespace dikkat
