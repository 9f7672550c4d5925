#include "nn/limits.h"

#include <gtest/gtest.h>

namespace dikkat {
namespace {

TEST(Limits, AllowWhatIsExactlyAtThem) { EXPECT_TRUE(check_limits({.tokens = 256, .width = 512, .heads = 16, .blocks = 12}).ok()); }

TEST(Limits, AreNamedByTheErrorWithWhatWasAsked) {
    EXPECT_EQ(check_limits({.tokens = 300}).error(), (Error{"too_many_tokens", {{"limit", "256"}, {"given", "300"}}}));
    EXPECT_EQ(check_limits({.width = 1024}).error(), (Error{"too_wide", {{"limit", "512"}, {"given", "1024"}}}));
    EXPECT_EQ(check_limits({.heads = 17}).error(), (Error{"too_many_heads", {{"limit", "16"}, {"given", "17"}}}));
    EXPECT_EQ(check_limits({.blocks = 13}).error(), (Error{"too_many_blocks", {{"limit", "12"}, {"given", "13"}}}));
}

}  // namespace
}  // namespace dikkat
