#include "app/history.h"

#include <utility>

#include "core/check.h"

namespace dikkat {

namespace {
constexpr std::size_t kMostMoments = 200;
}

void History::remember(Moment before, std::uint64_t gesture) {
    future_.clear();
    const bool same_gesture = gesture != 0 && gesture == gesture_ && !past_.empty();
    gesture_ = gesture;
    if (same_gesture) return;
    if (past_.size() == kMostMoments) past_.erase(past_.begin());
    past_.push_back(std::make_shared<const Moment>(std::move(before)));
}

Moment History::undo(Moment now) { return go(past_, future_, std::move(now)); }
Moment History::redo(Moment now) { return go(future_, past_, std::move(now)); }

Moment History::go(Moments& from, Moments& to, Moment now) {
    CHECK(!from.empty(), "there is nothing to go back to");
    const Moment then = *from.back();
    now.restores_step = then.restores_step;
    to.push_back(std::make_shared<const Moment>(std::move(now)));
    from.pop_back();
    gesture_ = 0;
    return then;
}

}  // namespace dikkat
