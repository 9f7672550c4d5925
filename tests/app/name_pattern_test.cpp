// NamePattern: names with holes for a block and a head.
#include "app/name_pattern.h"

#include <gtest/gtest.h>

namespace dikkat {
namespace {

TEST(NamePattern, LeavesHolesForBlockAndHead) {
    const NamePattern pattern = pattern_of("blocks.11.attention.head3.weights");
    EXPECT_EQ(pattern.name, "blocks.{block}.attention.head{head}.weights");
    EXPECT_EQ(pattern.block, 11);
    EXPECT_EQ(pattern.head, 3);
    EXPECT_EQ(pattern_of("decoder.0.norm1.output").name, "decoder.{block}.norm1.output");
    EXPECT_EQ(pattern_of("head").name, "head") << "the output matrix, not a head's number";
    EXPECT_EQ(pattern_of("token_embedding").name, "token_embedding");
}

TEST(NamePattern, IsFilledWithNumbersFromZeroOrAsPeopleCount) {
    EXPECT_EQ(filled_pattern("blocks.{block}.attention.head{head+1}.q", 2, 0), "blocks.2.attention.head1.q");
    EXPECT_EQ(filled_pattern("Başlık {head}, {head+1}", 0, 4, 1), "Başlık 5, 6");
    EXPECT_EQ(filled_pattern("Maske: {option}", 1, 1), "Maske: {option}");
    EXPECT_EQ(filled_pattern("concat", 1, 1), "concat");
    EXPECT_EQ(filled_pattern("{head", 1, 1), "{head");
}

TEST(NamePattern, GivesBackTheNameThatItWasMadeOf) {
    for (const char* name : {"x", "blocks.7.attention.head12.masked_scores", "encoder.0.feed_forward.w1", "stack.h.99"}) {
        const NamePattern pattern = pattern_of(name);
        EXPECT_EQ(filled_pattern(pattern.name, pattern.block, pattern.head), name);
    }
}

}  // namespace
}  // namespace dikkat
