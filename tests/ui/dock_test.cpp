// The dock and the perturb row as a person uses them.
#include "ui/dock.h"

#include <gtest/gtest.h>

#include "tests/ui/desk.h"
#include "ui/perturb_row.h"

namespace dikkat {
namespace {

using testing::Desk;
using testing::Playground;

struct DockDesk {
    Playground playground;
    std::string perturbed;
    Rectangle claims{20, 400, 420, 168}, sum{492, 400, 440, 168};
    Desk desk{playground.session, [this](Frame& frame) {
                  draw_claims(frame, claims);
                  SumCard(frame, sum.width).draw(sum);
                  draw_perturb_row(frame, {20, 300, 356, 50}, perturbed);
              }};

    explicit DockDesk(const std::string& lesson = "multi-head", std::string tensor = "x")
        : playground(lesson), perturbed(std::move(tensor)) {}
    void press_on(const std::string& anchor) {
        const Rectangle place = desk.anchor(anchor);
        desk.click(place.centre_x(), place.centre_y());
    }
};

TEST(Dock, ShowsEveryClaimUnderItsName) {
    DockDesk d;
    for (const Check& check : d.playground.session.lesson().checks)
        EXPECT_EQ(d.desk.out.anchors.count("claim/" + check.id), 1u) << check.id;
}

TEST(Dock, AFalseClaimFadesInAndThenNothingMoves) {
    DockDesk d;
    d.playground.does(R"({"type":"set_cell","tensor":"wq","row":0,"col":6,"value":0.3})");
    d.desk.frames(2);
    EXPECT_TRUE(d.desk.out.wants_frame);
    d.desk.frames(20);
    EXPECT_FALSE(d.desk.out.wants_frame);
}

TEST(Dock, WithReducedMotionAFalseClaimIsThereAtOnce) {
    DockDesk d;
    d.desk.surroundings.reduced_motion = true;
    d.playground.does(R"({"type":"set_cell","tensor":"wq","row":0,"col":6,"value":0.3})");
    d.desk.frames(1);
    EXPECT_FALSE(d.desk.out.wants_frame);
}

TEST(Dock, CopiesTheSumInTheFormChosen) {
    DockDesk d;
    d.playground.does(R"({"type":"select","tensor":"head0.scores","row":4,"col":0})");
    d.desk.frames(2);
    d.press_on("sum/copy");
    d.press_on("sum/copy/1");
    EXPECT_EQ(Desk::clipboard().substr(0, 18), "import numpy as np");
    EXPECT_EQ(d.desk.take_announcement(), "Kopyalandı: NumPy");
}

TEST(Dock, IsDrawnForEveryTensorOfEveryLessonInHalfTheWidthToo) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        DockDesk d(lesson.id);
        for (const Node& node : d.playground.session.graph().nodes()) {
            if (node.name.empty()) continue;
            d.playground.does(R"({"type":"select","tensor":")" + node.name + R"(","row":0,"col":0})");
            d.sum.width = d.sum.width > 300 ? 220 : 440;
            d.desk.frames(1);
            EXPECT_EQ(d.desk.out.anchors.count("sum"), 1u);
        }
    }
}

TEST(PerturbRow, TheSliderReplacesTheSelectedTokensRowByStrengthTimesRandn) {
    DockDesk d;
    d.playground.does(R"({"type":"select","row":1})");
    d.desk.frames(2);
    const Rectangle place = d.desk.anchor("perturb/strength");
    d.desk.move(place.x + 8, place.centre_y());
    d.desk.button(true);
    d.desk.move(place.centre_x(), place.centre_y());
    d.desk.button(false);
    // The middle of 0 to 10: randn(8) of seed 0, times 5 (tests/reference/rng.json)
    EXPECT_FLOAT_EQ(d.playground.tensor("x")(1, 0), 5.0f * 1.5409961f);
    d.playground.does(R"({"type":"undo"})");
    EXPECT_EQ(d.playground.moved_rows("x"), std::vector<int>{});
}

TEST(PerturbRow, TheDieTakesTheNextSeed) {
    DockDesk d;
    d.press_on("perturb/die");
    EXPECT_EQ(d.playground.session.document().perturbations.at("x").direction.seed, std::optional<std::uint64_t>(1));
}

TEST(PerturbRow, SaysWhichRowsOfTheOutputAreUnchangedExactly) {
    Playground playground("attention");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    playground.does(R"({"type":"pin_baseline"})");
    EXPECT_EQ(perturbation_in_words(playground.session, "q"), "");
    playground.does(R"({"type":"perturb_row","tensor":"q","row":3,"strength":2,"direction":{"seed":0}})");
    const std::string words = perturbation_in_words(playground.session, "q");
    const std::vector<std::string>& tokens = playground.session.document().tokens;
    EXPECT_NE(words.find("oynayan satır 2; aynı, bit bit: " + tokens[0] + ", " + tokens[1] + ", " + tokens[2]), std::string::npos)
        << words;
}

TEST(PerturbRow, SaysSoWhereEveryRowMoved) {
    Playground playground("attention");
    playground.does(R"({"type":"perturb_row","tensor":"q","row":0,"strength":2,"direction":{"seed":0}})");
    EXPECT_NE(perturbation_in_words(playground.session, "q").find("bütün satırlar oynadı (5)"), std::string::npos);
}

}  // namespace
}  // namespace dikkat
