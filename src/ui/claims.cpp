#include "ui/claims.h"

#include <algorithm>
#include <cmath>

#include "app/checks.h"
#include "app/number.h"
#include "app/text.h"

namespace dikkat {

namespace {

std::string token_list(const Session& session, const std::vector<int>& rows) {
    const std::vector<std::string>& tokens = session.document().tokens;
    std::string list;
    for (const int row : rows) {
        if (!list.empty()) list += ", ";
        const bool known = row >= 0 && static_cast<std::size_t>(row) < tokens.size();
        list += known ? tokens[static_cast<std::size_t>(row)] : std::to_string(row);
    }
    return list;
}

std::string sign_of(std::string_view relation) {
    if (relation == "<=") return "≤";
    if (relation == ">=") return "≥";
    return std::string(relation);
}

const Check* check_of(const Session& session, std::string_view id) {
    for (const Check& check : session.lesson().checks) {
        if (check.id == id) return &check;
    }
    return nullptr;
}

std::string detail_of(const Session& session, const CheckResult& result) {
    const Check* check = check_of(session, result.id);
    if (check == nullptr) return {};
    return fill(check->detail.in(session.view().language), {{"measured", measured_text(result)},
                                                            {"bound", bound_text(result)},
                                                            {"tokens", token_list(session, result.rows)},
                                                            {"others", token_list(session, result.other_rows)}});
}

}  // namespace

float on_log_axis(double value) {
    if (std::isnan(value)) return 1;
    const double size = std::fabs(value);
    if (size <= 1e-9) return 0;
    return static_cast<float>(std::clamp((std::log10(size) + 9) / 9, 0.0, 1.0));
}

ClaimStory tell_claim(const Session& session, const CheckResult& check) {
    ClaimStory story;
    story.id = check.id;
    story.sentence = check.text;
    story.holds = check.holds || check.pending;  // what is not measured yet is not false
    story.measured = measured_text(check);
    story.detail = detail_of(session, check);
    if (check.kind == "argmax") {
        const std::string who = token_list(session, check.rows);
        story.second = who.empty() ? "" : figure(check.bound) + " (" + who + ")";
        return story;
    }
    story.exact = check.relation == "=";
    if (!check.relation.empty()) story.bound = story.exact ? bound_text(check) : sign_of(check.relation) + " " + bound_text(check);
    const bool wants_zero = story.exact && check.bound == 0 && check.kind != "changed_rows";
    if (wants_zero || (check.relation == "<=" && check.bound > 0 && check.bound < 1)) {
        story.exactly_zero = check.measured == 0;
        story.measured_at = on_log_axis(check.measured);
        story.bound_at = on_log_axis(check.bound);
    }
    if (!check.holds) {
        story.reached = token_list(session, check.rows);
        story.not_reached = token_list(session, check.other_rows);
    }
    return story;
}

std::vector<ClaimStory> tell_claims(const Session& session) {
    std::vector<ClaimStory> claims;
    const std::vector<CheckResult> checks = session.checks();
    for (const bool holding : {false, true}) {  // false ones first
        for (const CheckResult& check : checks) {
            if ((check.holds || check.pending) == holding) claims.push_back(tell_claim(session, check));
        }
    }
    return claims;
}

std::string claims_in_one_line(const std::vector<ClaimStory>& claims, Language language) {
    const auto is_false = [](const ClaimStory& claim) { return !claim.holds; };
    const std::ptrdiff_t count = std::count_if(claims.begin(), claims.end(), is_false);
    if (claims.empty()) return std::string(text::no_claims.in(language));
    if (count == 1)
        return fill(text::claim_false.in(language), {{"claim", std::find_if(claims.begin(), claims.end(), is_false)->sentence}});
    if (count > 1) return fill(text::claims_false.in(language), {{"n", std::to_string(count)}});
    const Text few[] = {text::one_claim_holds, text::two_claims_hold, text::three_claims_hold, text::four_claims_hold};
    if (claims.size() <= std::size(few)) return std::string(few[claims.size() - 1].in(language));
    return fill(text::all_claims_hold.in(language), {{"n", std::to_string(claims.size())}});
}

}  // namespace dikkat
