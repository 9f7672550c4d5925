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
    // Where the page scrolls, all of them; else three, and the rest in a list that scrolls.
    const float most = picture.frame.surroundings.form == Form::wide ? 3.0f : claims;
    const float best = kHeader - kOver + kClaim * std::max(1.0f, std::min(claims, most)) + 4;
    return {300, best - 12, best};
}

void draw(const Picture& picture, const Panel&, const Rectangle& area) {
    draw_claims(picture.frame, {area.x, area.y - kOver, area.width, area.height + kOver});
}

}  // namespace

const PanelView kClaimsPanel{"claims", measure, draw};

}  // namespace dikkat
