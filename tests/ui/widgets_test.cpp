// Controls under a pointer and keys: each answers once for each press, keeps to its lock, and can be done without a mouse.
#include "ui/widgets.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/ui/desk.h"
#include "ui/item.h"

namespace dikkat {
namespace {

using testing::Desk;
using testing::Playground;

struct ControlDesk {
    Playground playground{"multi-head"};
    std::vector<std::string> labels{"Value", "Baseline", "Difference"};
    int chosen = 0, segment = -1, picked = -1, presses = 0, dice = 0;
    double strength = 0;
    std::set<std::uint64_t> gestures;
    Desk desk{playground.session, [this](Frame& frame) { draw(frame); }};

    void draw(Frame& frame) {
        if (const int s = segmented(frame, "show", {20, 10, segmented_width(frame, labels), 28}, labels, chosen); s >= 0)
            segment = chosen = s;
        if (const int m = menu(frame, "control/mask", {400, 10, menu_width(frame, "Mask"), 28}, "Mask", labels, 1); m >= 0)
            picked = m;
        if (button(frame, "control/swap", {600, 10, button_width(frame, "Swap"), 28}, "Swap")) ++presses;
        const SliderResult s = slider(frame, "perturb/strength", {20, 100, 114, 28}, 0, 5, strength);
        if (s.changed) strength = s.value, gestures.insert(s.gesture);
        if (die(frame, "perturb/die", {200, 100, 17, 17})) ++dice;
    }
    void press_on(const std::string& anchor) {
        const Rectangle place = desk.anchor(anchor);
        desk.click(place.centre_x(), place.centre_y());
    }
    // Tab until the keys are on it.
    void tab_to(const std::string& anchor) {
        const ImGuiID id = ImGui::FindWindowByName("desk")->GetID(anchor.c_str());
        for (int i = 0; i < 12 && ImGui::GetCurrentContext()->NavId != id; ++i) desk.key(ImGuiKey_Tab);
        EXPECT_EQ(ImGui::GetCurrentContext()->NavId, id) << anchor;
    }
};

TEST(Controls, ASegmentAnswersThePressAndNotThePressOfTheChosenOne) {
    ControlDesk d;
    d.press_on("show/2");
    EXPECT_EQ(d.segment, 2);
    d.segment = -1;
    d.press_on("show/2");
    EXPECT_EQ(d.segment, -1);
}

TEST(Controls, AButtonAnswersOnceForEachPress) {
    ControlDesk d;
    d.press_on("control/swap");
    d.press_on("control/swap");
    EXPECT_EQ(d.presses, 2);
}

TEST(Controls, AHitBoxIsLargerThanASmallControl) {
    ControlDesk d;
    const Rectangle place = d.desk.anchor("perturb/die");
    d.desk.click(place.x - 4, place.y - 4);
    EXPECT_EQ(d.dice, 1);
    d.desk.surroundings.coarse_pointer = true;
    d.desk.click(place.right() + 12, place.bottom() + 12);
    EXPECT_EQ(d.dice, 2);
}

TEST(Controls, AMenuOpensAListAndAnswersTheOption) {
    ControlDesk d;
    d.press_on("control/mask");
    d.press_on("control/mask/2");
    EXPECT_EQ(d.picked, 2);
    EXPECT_EQ(d.desk.out.anchors.count("control/mask/2"), 0u);
}

TEST(Controls, EscapeClosesAMenuAndAnswersNothing) {
    ControlDesk d;
    d.press_on("control/mask");
    EXPECT_EQ(d.desk.out.anchors.count("control/mask/0"), 1u);
    d.desk.key(ImGuiKey_Escape);
    EXPECT_EQ(d.desk.out.anchors.count("control/mask/0"), 0u);
    EXPECT_EQ(d.picked, -1);
}

TEST(Controls, AMenuIsDoneWithTheKeysAlone) {
    ControlDesk d;
    d.tab_to("control/mask");
    d.desk.key(ImGuiKey_Space);
    d.desk.frames(3);
    d.desk.key(ImGuiKey_DownArrow);
    d.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(d.picked, 2);  // the list opens on the chosen one
}

TEST(Controls, AButtonIsPressedWithSpaceAndEnter) {
    ControlDesk d;
    d.tab_to("control/swap");
    d.desk.key(ImGuiKey_Space);
    d.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(d.presses, 2);
}

TEST(Controls, ASliderDraggedIsOneGesture) {
    ControlDesk d;
    const Rectangle place = d.desk.anchor("perturb/strength");
    d.desk.move(place.x + 8, place.centre_y());
    d.desk.button(true);
    for (float x = place.x + 10; x <= place.centre_x(); x += 8) d.desk.move(x, place.centre_y());
    d.desk.move(place.centre_x(), place.centre_y());
    d.desk.button(false);
    EXPECT_EQ(d.strength, 2.5);
    EXPECT_EQ(d.gestures.size(), 1u);
    d.desk.move(place.right() + 300, place.centre_y());
    EXPECT_EQ(d.strength, 2.5);
}

TEST(Controls, ASliderHoldsItsEnds) {
    ControlDesk d;
    const Rectangle place = d.desk.anchor("perturb/strength");
    d.desk.move(place.centre_x(), place.centre_y());
    d.desk.button(true);
    d.desk.move(place.right() + 500, place.centre_y());
    EXPECT_EQ(d.strength, 5.0);
    d.desk.move(-500, place.centre_y());
    d.desk.button(false);
    EXPECT_EQ(d.strength, 0.0);
}

TEST(Controls, ASliderMovesWithArrowsHomeAndEnd) {
    ControlDesk d;
    d.tab_to("perturb/strength");
    d.desk.key(ImGuiKey_RightArrow);
    d.desk.key(ImGuiKey_RightArrow);
    EXPECT_EQ(d.strength, 0.2);
    d.desk.key(ImGuiKey_End);
    EXPECT_EQ(d.strength, 5.0);
    d.desk.key(ImGuiKey_LeftArrow);
    EXPECT_EQ(d.strength, 4.9);
    d.desk.key(ImGuiKey_Home);
    EXPECT_EQ(d.strength, 0.0);
}

TEST(Controls, ALockedOneIsLeftAloneAndSaysSo) {
    ControlDesk d;
    d.playground.does(R"({"type":"set_controls","locked":["mask","perturb"]})");
    d.press_on("control/mask");
    EXPECT_EQ(d.desk.out.anchors.count("control/mask/0"), 0u);
    EXPECT_EQ(d.desk.out.tooltip, "Bunu sayfayı hazırlayan kilitledi");
    d.press_on("perturb/die");
    d.press_on("perturb/strength");
    EXPECT_EQ(d.dice, 0);
    EXPECT_EQ(d.strength, 0.0);
    d.press_on("control/swap");
    EXPECT_EQ(d.presses, 1);
}

TEST(Controls, GestureNumbersAreNeverTheSame) {
    const std::uint64_t first = next_gesture();
    EXPECT_LT(first, next_gesture());
}

TEST(Controls, AnchorsNameTheControlThatIsLocked) {
    EXPECT_EQ(control_of("control/mask"), "mask");
    EXPECT_EQ(control_of("control/mask/2"), "mask");
    EXPECT_EQ(control_of("perturb/die"), "perturb");
    EXPECT_EQ(control_of("show/1"), "show");
}

}  // namespace
}  // namespace dikkat
