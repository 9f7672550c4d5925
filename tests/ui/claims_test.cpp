// Claims in words and figures, as the dock sets them.
#include "ui/claims.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/app/playground.h"

namespace dikkat {
namespace {

using testing::Playground;

const ClaimStory* find(const std::vector<ClaimStory>& claims, const std::string& kind, const Session& session) {
    for (const CheckResult& check : session.checks()) {
        for (const ClaimStory& claim : claims) {
            if (check.kind == kind && claim.id == check.id) return &claim;
        }
    }
    return nullptr;
}

TEST(ClaimAxis, RunsFromABillionthToOne) {
    EXPECT_EQ(on_log_axis(1), 1.0f);
    EXPECT_FLOAT_EQ(on_log_axis(1e-6), 1.0f / 3);
    EXPECT_EQ(on_log_axis(1e-9), 0.0f);
}

TEST(ClaimAxis, HoldsWhatLiesBeyondAtItsEnds) {
    EXPECT_EQ(on_log_axis(0), 0.0f);
    EXPECT_EQ(on_log_axis(1e-30), 0.0f);
    EXPECT_EQ(on_log_axis(50), 1.0f);
    EXPECT_EQ(on_log_axis(std::numeric_limits<double>::infinity()), 1.0f);
    EXPECT_EQ(on_log_axis(std::numeric_limits<double>::quiet_NaN()), 1.0f);
    EXPECT_FLOAT_EQ(on_log_axis(-1e-6), 1.0f / 3);
}

TEST(Claims, HoldAsTheLessonOpens) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_language","language":"en"})");
    const std::vector<ClaimStory> claims = tell_claims(playground.session);
    ASSERT_EQ(claims.size(), playground.session.lesson().checks.size());
    for (const ClaimStory& claim : claims) EXPECT_TRUE(claim.holds) << claim.id;
    const ClaimStory* equal = find(claims, "equal", playground.session);
    ASSERT_NE(equal, nullptr);
    EXPECT_EQ(equal->measured, "0");
    EXPECT_TRUE(equal->exactly_zero);
    EXPECT_TRUE(equal->reached.empty());
}

TEST(Claims, TellTheLargestAndWhoComesSecond) {
    Playground playground("multi-head");
    const std::vector<ClaimStory> claims = tell_claims(playground.session);
    const ClaimStory* argmax = find(claims, "argmax", playground.session);
    ASSERT_NE(argmax, nullptr);
    EXPECT_EQ(argmax->measured, "0.517");
    EXPECT_EQ(argmax->second, "0.353 (o)");
    EXPECT_LT(argmax->bound_at, 0);
}

TEST(Claims, SayHowFalseTheyAreAndWhomItReaches) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"wq","row":0,"col":6,"value":0.3})");
    const std::vector<ClaimStory> claims = tell_claims(playground.session);
    const ClaimStory* equal = find(claims, "equal", playground.session);
    ASSERT_NE(equal, nullptr);
    EXPECT_FALSE(equal->holds);
    EXPECT_EQ(equal->measured, "0.0415");
    EXPECT_EQ(equal->reached, "Kedi, çıktı, o, yorulmuştu");
    EXPECT_EQ(equal->not_reached, "masaya, çünkü");
    EXPECT_GT(equal->measured_at, equal->bound_at);
    EXPECT_EQ(claims_in_one_line(claims, Language::tr), "Yanlış: " + equal->sentence);
}

TEST(Claims, AreCountedInOneSentence) {
    std::vector<ClaimStory> claims(3);
    EXPECT_EQ(claims_in_one_line(claims, Language::en), "All three claims hold");
    EXPECT_EQ(claims_in_one_line(claims, Language::tr), "Üç iddianın üçü de doğru");
    claims.resize(12);
    EXPECT_EQ(claims_in_one_line(claims, Language::tr), "12 iddianın hepsi doğru");
    claims[3].holds = claims[5].holds = false;
    EXPECT_EQ(claims_in_one_line(claims, Language::tr), "2 iddia yanlış");
    EXPECT_EQ(claims_in_one_line({}, Language::en), "This lesson makes no claims");
}

TEST(Claims, FalseOnesComeFirst) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"wq","row":0,"col":6,"value":0.3})");
    const std::vector<ClaimStory> claims = tell_claims(playground.session);
    EXPECT_FALSE(claims[0].holds);
    EXPECT_TRUE(claims[1].holds);
}

}  // namespace
}  // namespace dikkat
