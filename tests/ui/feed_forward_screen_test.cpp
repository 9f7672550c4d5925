// The feed-forward lesson's screen: what its panels and fields do when they are pressed, slid and typed into.
#include <cmath>

#include "tests/ui/screen_desk.h"
#include "ui/field.h"
#include "ui/panel.h"

namespace dikkat {
namespace {

using testing::ScreenDesk;

class FeedForwardScreen : public ::testing::Test {
protected:
    ScreenDesk screen{"feed-forward"};

    const Document& document() const { return screen.session.document(); }
    bool has(const std::string& anchor) const { return screen.desk.out.anchors.count(anchor) > 0; }
    double config(const std::string& part, const std::string& name) const {
        return setting_in_force(document(), "config/" + part + "." + name).value_or(NAN);
    }
    void drag(const std::string& anchor, float from, float to) {
        const Rectangle area = screen.desk.anchor(anchor);
        screen.desk.move(area.x + area.width * from, area.centre_y());
        screen.desk.button(true);
        screen.desk.move(area.x + area.width * to, area.centre_y());
        screen.desk.button(false);
    }
    void type_into(const std::string& field, const char* words) {
        screen.click("control/" + field);
        screen.desk.type(words);
    }
};

TEST_F(FeedForwardScreen, SlidesTheStrengthAsOneUndo) {
    drag("perturb/strength", 0.02f, 0.5f);
    ASSERT_EQ(document().perturbations.count("x"), 1u);
    EXPECT_NEAR(document().perturbations.at("x").strength, 5, 0.4);
    screen.send(Undo{});
    EXPECT_EQ(document().perturbations.count("x"), 0u);
}

TEST_F(FeedForwardScreen, SlidesInTenths) {
    drag("perturb/strength", 0.02f, 0.337f);
    const double tenths = document().perturbations.at("x").strength * 10;
    EXPECT_NEAR(tenths, std::round(tenths), 1e-9);
}

TEST_F(FeedForwardScreen, PerturbsTheTokenWhoseButtonIsPressed) {
    screen.send(GoToStep{3});
    screen.click("perturb/token/3");
    EXPECT_EQ(document().perturbations.at("x").row, 3);
    EXPECT_EQ(document().perturbations.at("x").strength, 5);
    const std::optional<TensorReading> output = screen.session.read("feed_forward.output");
    EXPECT_EQ(output->moved_rows, (std::vector<bool>{false, false, false, true, false}));
}

TEST_F(FeedForwardScreen, ShowsTheCellsOfThePerturbedRowAlone) {
    screen.send(GoToStep{3});
    screen.click("perturb/token/2");
    EXPECT_TRUE(has("cell/x/2/7"));
    EXPECT_FALSE(has("cell/x/0/0"));
}

TEST_F(FeedForwardScreen, ThrowsAnotherSeed) {
    screen.send(GoToStep{3});
    screen.click("perturb/die");
    EXPECT_EQ(document().perturbations.at("x").direction.seed, std::optional<std::uint64_t>(0));
    screen.click("perturb/die");
    EXPECT_EQ(document().perturbations.at("x").direction.seed, std::optional<std::uint64_t>(1));
}

TEST_F(FeedForwardScreen, EditsTheOutputAfterTheChangeAndNotTheOneBefore) {
    const Rectangle table = screen.desk.anchor("station/feed_forward.output");
    const Rectangle cell = screen.desk.anchor("cell/feed_forward.output/0/0");
    EXPECT_GT(cell.x, table.x + table.width / 4);
    EXPECT_LT(cell.right(), table.x + table.width * 2 / 3);
}

TEST_F(FeedForwardScreen, OpensTheSumOfACellOfTheOutputBefore) {
    const Rectangle table = screen.desk.anchor("station/feed_forward.output");
    const Rectangle cell = screen.desk.anchor("cell/feed_forward.output/0/0");
    screen.desk.click(table.x + 4, cell.centre_y());
    ASSERT_TRUE(screen.session.view().selection.cell.has_value());
    EXPECT_EQ(screen.session.view().selection.cell->tensor, "feed_forward.output");
}

TEST_F(FeedForwardScreen, PutsTheSumInThePlaceOfTheCountsUntilItIsClosed) {
    EXPECT_TRUE(has("control/d_ff"));
    screen.send(Select{"x", 0, 0, 1});
    EXPECT_FALSE(has("control/d_ff"));
    EXPECT_EQ(screen.desk.anchor("sum").x, screen.desk.anchor("panel/counts").x);
    screen.click("sum/close");
    EXPECT_FALSE(screen.session.view().selection.cell.has_value());
    EXPECT_TRUE(has("control/d_ff"));
    screen.send(Select{"x", 0, 0, 1});
    screen.desk.key(ImGuiKey_Escape);
    EXPECT_FALSE(screen.session.view().selection.cell.has_value());
}

TEST_F(FeedForwardScreen, OpensATensorOnTheWayByItsName) {
    screen.click("station/feed_forward.w1");
    EXPECT_EQ(screen.session.view().opened, "feed_forward.w1");
    screen.frames_until_rest();
    EXPECT_TRUE(has("cell/feed_forward.w1/0/0"));
    screen.desk.key(ImGuiKey_Escape);
    EXPECT_EQ(screen.session.view().opened, "");
}

TEST_F(FeedForwardScreen, CountsWithTheWidthThatIsTypedInBothLayers) {
    type_into("d", "1024");
    screen.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(config("real_feed_forward", "d"), 1024);
    EXPECT_EQ(config("real_attention", "d"), 1024);
    screen.send(Undo{});
    EXPECT_EQ(config("real_feed_forward", "d"), 512);
    EXPECT_EQ(config("real_attention", "d"), 512);
}

TEST_F(FeedForwardScreen, SaysWhyATypedSizeIsNotTaken) {
    for (const char* words : {"many", "0", "2.5", "10000000"}) {
        SCOPED_TRACE(words);
        screen.desk.take_announcement();
        type_into("d", words);
        screen.desk.key(ImGuiKey_Enter);
        EXPECT_NE(screen.desk.take_announcement(), "");
        EXPECT_TRUE(has("typing"));
        EXPECT_EQ(config("real_feed_forward", "d"), 512);
        screen.desk.key(ImGuiKey_Escape);
        EXPECT_FALSE(has("typing"));
    }
}

TEST_F(FeedForwardScreen, LeavesASizeAloneOnEscape) {
    type_into("d_ff", "4096");
    screen.desk.key(ImGuiKey_Escape);
    EXPECT_EQ(config("real_feed_forward", "d_ff"), 2048);
}

TEST_F(FeedForwardScreen, ChoosesOnePanelOnAPhone) {
    screen.resize(390, 544, Form::phone);
    EXPECT_TRUE(has("panel/perturb"));
    EXPECT_FALSE(has("panel/counts"));
    EXPECT_GE(screen.desk.anchor("panel").height, 44);
    screen.click("panel");
    screen.click("panel/4");
    EXPECT_EQ(screen.session.view().panel, "claims");
    EXPECT_TRUE(has("panel/claims"));
    EXPECT_FALSE(has("panel/perturb"));
}

TEST_F(FeedForwardScreen, SpotlightsThePanelThatAStepNames) {
    screen.send(GoToStep{4});
    EXPECT_TRUE(has("panel/counts"));
    screen.frames_until_rest();
    EXPECT_FALSE(screen.desk.out.wants_frame);
}

TEST_F(FeedForwardScreen, AsksForAHigherCanvasInOneColumnAlone) {
    EXPECT_EQ(screen.desk.out.needed_height, 0);
    screen.resize(820, 760, Form::tablet);
    const float needed = screen.desk.out.needed_height;
    EXPECT_GT(needed, 400);
    screen.resize(820, needed, Form::tablet);
    EXPECT_EQ(screen.desk.out.needed_height, needed);
    EXPECT_LE(screen.desk.anchor("panel/counts").bottom(), needed);
}

TEST(PanelViews, AreFoundByTheirTypes) {
    for (const PanelView* view : panel_views()) EXPECT_EQ(find_panel_view(view->type), view) << view->type;
    EXPECT_EQ(find_panel_view("no_such_view"), nullptr);
}

TEST(PanelViews, AreThereForEveryPanelOfEveryLesson) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        for (const PanelRow& row : lesson.screen.rows) {
            for (const Panel& panel : row.panels)
                EXPECT_NE(find_panel_view(panel.type), nullptr) << lesson.id << ": " << panel.type;
        }
    }
}

TEST(Fields, ReadTheSettingsThatLessonsName) {
    Document document;
    document.parts.push_back({"", "attention", {}, {}, false});
    document.parts.back().config["d"].number = 8;
    Draw seed;
    seed.type = Draw::Type::manual_seed;
    seed.seed = 7;
    document.parts.push_back({"stack", "stack", {}, {seed}, false});
    document.parts.back().config["std"].number = 0.2;
    EXPECT_EQ(setting_in_force(document, "config/d"), std::optional<double>(8));
    EXPECT_EQ(setting_in_force(document, "config/stack.std"), std::optional<double>(0.2));
    EXPECT_EQ(setting_in_force(document, "seed/stack"), std::optional<double>(7));
    EXPECT_EQ(setting_in_force(document, "seed"), std::nullopt);
    EXPECT_EQ(setting_in_force(document, "config/stack.depth"), std::nullopt);
}

}  // namespace
}  // namespace dikkat
