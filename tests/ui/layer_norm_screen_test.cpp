// The layer-norm lesson's screen on a canvas that is too low for it: what a step speaks of is seen.
#include "imgui.h"
#include "tests/ui/screen_desk.h"

namespace dikkat {
namespace {

using testing::ScreenDesk;

class LayerNormScreen : public ::testing::Test {
protected:
    static constexpr float kHeight = 480;

    ScreenDesk screen{"layer-norm"};

    LayerNormScreen() {
        screen.desk.surroundings.reduced_motion = true;
        screen.resize(772, kHeight, Form::wide);
    }

    Rectangle at_rest(const std::string& anchor) {
        screen.frames_until_rest();
        return screen.desk.anchor(anchor);
    }
};

TEST_F(LayerNormScreen, ShowsThePanelThatAStepSpeaksOf) {
    screen.send(GoToStep{4});
    const Rectangle plot = at_rest("panel/depth");
    EXPECT_GT(plot.height, 120);
    EXPECT_LE(plot.bottom(), kHeight);
}

TEST_F(LayerNormScreen, ComesBackToTheFirstStepsMatrices) {
    screen.send(GoToStep{4});
    screen.frames_until_rest();
    screen.send(GoToStep{1});
    EXPECT_GT(at_rest("station/norm.output").height, 250);
}

TEST_F(LayerNormScreen, StaysWhereAPersonScrolledIt) {
    screen.send(GoToStep{4});
    const float before = at_rest("panel/depth").y;
    screen.desk.move(386, 200);
    ImGui::GetIO().AddMouseWheelEvent(0, 0.5f);
    const float scrolled = at_rest("panel/depth").y;
    EXPECT_GT(scrolled, before);
    screen.send(SetConfig{"stack", "std", {ConfigValue::Type::number, 0.5, false, {}}});
    EXPECT_EQ(at_rest("panel/depth").y, scrolled);
}

}  // namespace
}  // namespace dikkat
