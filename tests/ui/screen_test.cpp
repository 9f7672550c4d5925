// Screen: the whole canvas over the project's own lessons, without a window.
#include "ui/screen.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tests/ui/screen_desk.h"

namespace dikkat {
namespace {

using testing::ScreenDesk;
using testing::texts_of;

void expect_anchors_inside(ScreenDesk& screen) {
    const Surroundings& around = screen.desk.surroundings;
    EXPECT_GE(screen.desk.out.anchors.size(), around.form == Form::phone ? 6u : 20u);
    for (const auto& [name, area] : screen.desk.out.anchors) {
        // Claims and sums scroll inside the dock.
        if (name.rfind("claim/", 0) == 0 || name.rfind("sum", 0) == 0) continue;
        EXPECT_GE(area.x, 0) << name;
        EXPECT_GE(area.y, 0) << name;
        EXPECT_LE(area.right(), around.width + 0.5f) << name;
        EXPECT_LE(area.bottom(), around.height + 0.5f) << name;
    }
}

TEST(Screen, DrawsEveryStepOfEveryLessonInsideItsCanvas) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        ScreenDesk screen(lesson.id);
        for (int step = 1; step <= static_cast<int>(lesson.steps.size()); ++step) {
            SCOPED_TRACE(lesson.id + ", step " + std::to_string(step));
            screen.send(GoToStep{step});
            for (const Show show : {Show::value, Show::baseline, Show::difference}) {
                screen.send(ShowCommand{show});
                expect_anchors_inside(screen);
            }
        }
    }
}

TEST(Screen, FitsEveryFormInBothLanguages) {
    const struct {
        float width, height;
        Form form;
    } sizes[] = {{952, 752, Form::wide},   {1400, 1000, Form::wide}, {952, 600, Form::wide},
                 {820, 760, Form::tablet}, {390, 544, Form::phone},  {320, 480, Form::phone}};
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        ScreenDesk screen(lesson.id);
        for (const Language language : {Language::tr, Language::en}) {
            screen.send(SetLanguage{language});
            for (const auto& size : sizes) {
                SCOPED_TRACE(lesson.id + ", " + std::to_string(size.width) + "x" + std::to_string(size.height));
                screen.resize(size.width, size.height, size.form);
                expect_anchors_inside(screen);
            }
        }
    }
}

TEST(Screen, IsDrawnOnCanvasesThatAreTooSmallToBeRead) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        ScreenDesk screen(lesson.id);
        for (const Form form : {Form::wide, Form::tablet, Form::phone}) {
            for (const float width : {1.0f, 8.0f, 60.0f, 150.0f, 300.0f, 4000.0f}) {
                for (const float height : {1.0f, 90.0f, 150.0f, 3000.0f}) {
                    SCOPED_TRACE(lesson.id + ", " + std::to_string(width) + "x" + std::to_string(height));
                    screen.resize(width, height, form);
                    for (const auto& [name, area] : screen.desk.out.anchors) {
                        EXPECT_TRUE(std::isfinite(area.x) && std::isfinite(area.right()) && area.width >= 0) << name;
                        EXPECT_TRUE(std::isfinite(area.y) && std::isfinite(area.bottom()) && area.height >= 0) << name;
                    }
                }
            }
        }
    }
}

TEST(Screen, SelectsTheTokenThatIsClicked) {
    ScreenDesk screen("multi-head");
    screen.click("token/2");
    EXPECT_EQ(screen.session.view().selection.row, 2);
}

TEST(Screen, ShowsTheDifferenceWhenItsSegmentIsPressed) {
    ScreenDesk screen("multi-head");
    screen.click("show/difference");
    EXPECT_EQ(screen.session.view().show, Show::difference);
}

TEST(Screen, OpensAStationByItsNameAndClosesItWithEscape) {
    ScreenDesk screen("multi-head");
    const Rectangle area = screen.desk.anchor("station/wq");
    screen.desk.click(area.x + 6, area.y + 6);
    EXPECT_EQ(screen.session.view().opened, "wq");
    screen.frames_until_rest();
    EXPECT_GE(screen.desk.anchor("cell/wq/0/0").width, 34);
    screen.desk.key(ImGuiKey_Escape);
    EXPECT_EQ(screen.session.view().opened, "");
}

std::ptrdiff_t times(const std::vector<std::string>& texts, std::string_view words) {
    return std::count(texts.begin(), texts.end(), words);
}

TEST(Screen, SaysInTheFoldedDockWhichNumbersSumItHasBesideTheClaims) {
    ScreenDesk screen("multi-head");
    for (const auto& [width, height, form] : {std::tuple{772.0f, 652.0f, Form::wide}, std::tuple{820.0f, 732.0f, Form::tablet}}) {
        screen.resize(width, height, form);
        screen.send(Select{"head0.scores", 0, 4, 0});
        const std::vector<std::string> folded = texts_of(screen.recorded());
        EXPECT_EQ(times(folded, "Bu sayı nereden geliyor?"), 1);
        EXPECT_EQ(times(folded, "[o, Kedi]"), 1);
        EXPECT_EQ(times(folded, "Kopyala"), 0) << "the sum itself is under the line";
        screen.click("claims");
        EXPECT_EQ(times(texts_of(screen.recorded()), "Kopyala"), 1);
        screen.click("claims");
    }
}

TEST(Screen, KeepsToTheClaimsInAFoldedDockThatIsTooNarrowForBoth) {
    ScreenDesk screen("multi-head");
    screen.resize(420, 652, Form::wide);
    screen.send(Select{"head0.scores", 0, 4, 0});
    const std::vector<std::string> folded = texts_of(screen.recorded());
    EXPECT_EQ(times(folded, "Dört iddianın dördü de doğru"), 1);
    EXPECT_EQ(times(folded, "Bu sayı nereden geliyor?"), 0);
}

TEST(Screen, OpensAStationFromTheStripOfAPhone) {
    ScreenDesk screen("multi-head");
    screen.resize(390, 544, Form::phone);
    screen.click("thumbnail/head0.weights");
    EXPECT_EQ(screen.session.view().opened, "head0.weights");
    screen.click("station/close");
    EXPECT_EQ(screen.session.view().opened, "");
}

TEST(Screen, TellsWhereANumberOfAnOpenedTensorComesFromOnAPhone) {
    ScreenDesk screen("multi-head");
    screen.resize(390, 544, Form::phone);
    screen.click("thumbnail/head0.scores");
    screen.click("cell/head0.scores/4/0");
    const Rectangle cell = screen.desk.anchor("cell/head0.scores/4/0");
    EXPECT_EQ(screen.session.view().selection.cell, (CellName{"head0.scores", {0, 4, 0}}));
    const float needed = screen.desk.out.needed_height;
    EXPECT_GT(needed, 600);
    screen.resize(390, needed, Form::phone);
    EXPECT_EQ(screen.desk.out.needed_height, needed);
    EXPECT_EQ(screen.desk.anchor("cell/head0.scores/4/0").y, cell.y) << "what is touched stays under the finger";
    EXPECT_GT(screen.desk.anchor("sum").y, screen.desk.anchor("cell/head0.scores/5/0").bottom());
    EXPECT_LE(screen.desk.anchor("sum").bottom(), needed);
    EXPECT_EQ(screen.desk.out.anchors.count("sum/copy"), 1u);
    screen.click("station/close");
    EXPECT_EQ(screen.desk.out.needed_height, 0) << "the rest of the phone is as high as the page likes";
}

TEST(Screen, GrowsWithAnOpenedTensorOfManyRowsOnAPhone) {
    ScreenDesk screen("sandbox");
    std::vector<std::string> many;
    for (int i = 0; i < 64; ++i) many.push_back("t" + std::to_string(i));
    screen.send(SetTokens{many});
    screen.resize(320, 240, Form::phone);
    screen.send(OpenStation{"token_embedding"});
    float height = 240;
    while (screen.desk.out.needed_height > height) {
        height = screen.desk.out.needed_height;
        ASSERT_LT(height, 1000);
        screen.resize(320, height, Form::phone);
    }
    EXPECT_LE(screen.desk.anchor("cell/token_embedding/63/0").bottom(), screen.desk.anchor("sum").y);
}

TEST(Screen, ReachesTheMaskOnAPhoneWhereThereIsOne) {
    ScreenDesk screen("attention");
    screen.resize(320, 480, Form::phone);
    EXPECT_EQ(screen.desk.out.anchors.count("thumbnail/mask"), 0u);
    const float before = screen.desk.anchor("thumbnail/output").right();
    screen.send(SetMask{MaskKind::causal});
    EXPECT_NEAR(screen.desk.anchor("thumbnail/output").right(), before, 1);
    screen.click("thumbnail/mask");
    screen.frames_until_rest();
    screen.click("cell/mask/0/4");
    EXPECT_EQ(screen.session.document().mask, MaskKind::custom);
}

TEST(Screen, ShowsTheHeadThatAStepSpeaksOfOnAPhone) {
    ScreenDesk screen("multi-head");
    screen.resize(390, 544, Form::phone);
    screen.send(GoToStep{4});
    EXPECT_EQ(screen.desk.out.anchors.count("thumbnail/head1.weights"), 1u);
    screen.send(GoToStep{3});
    EXPECT_EQ(screen.desk.out.anchors.count("thumbnail/head0.weights"), 1u);
}

TEST(Screen, ShowsTheOtherHeadOnAPhone) {
    ScreenDesk screen("multi-head");
    screen.resize(390, 544, Form::phone);
    screen.click("head/1");
    EXPECT_EQ(screen.session.view().head, 1);
    EXPECT_EQ(screen.desk.out.anchors.count("thumbnail/head1.weights"), 1u);
}

TEST(Screen, HasCellsOfTheSelectedRowAloneOnAPhone) {
    ScreenDesk screen("multi-head");
    screen.resize(390, 544, Form::phone);
    screen.send(Select{"", 0, 2, std::nullopt});
    EXPECT_EQ(screen.desk.out.anchors.count("cell/x/2/0"), 1u);
    EXPECT_EQ(screen.desk.out.anchors.count("cell/x/3/0"), 0u);
}

TEST(Screen, ComesToRestAfterAnEdit) {
    ScreenDesk screen("multi-head");
    EXPECT_EQ(screen.frames_until_rest(), 0);
    screen.send(SetCell{"x", 0, 4, 0, 0.5f});
    EXPECT_TRUE(screen.desk.out.wants_frame);
    const int frames = screen.frames_until_rest();
    EXPECT_GT(frames, 5);  // 180 ms at 60 frames a second
    EXPECT_LT(frames, 15);
}

TEST(Screen, MovesNothingWithReducedMotion) {
    ScreenDesk screen("multi-head");
    screen.desk.surroundings.reduced_motion = true;
    screen.send(SetCell{"x", 0, 4, 0, 0.5f});
    EXPECT_FALSE(screen.desk.out.wants_frame);
    screen.send(OpenStation{"wq"});
    EXPECT_FALSE(screen.desk.out.wants_frame);
}

TEST(Screen, DragsACellInTheFrameOfThePointer) {
    ScreenDesk screen("multi-head");
    const Rectangle cell = screen.desk.anchor("cell/x/4/0");
    screen.desk.move(cell.centre_x(), cell.centre_y());
    screen.desk.button(true);
    screen.desk.move(cell.centre_x() - 40, cell.centre_y());
    EXPECT_LT(screen.session.read("x")->value[32], 1.3f);
    EXPECT_FALSE(screen.desk.out.wants_frame);  // no glide in the hand
    screen.desk.button(false);
}

TEST(Screen, PutsWhatAControlSaysIntoTheDocument) {
    ScreenDesk screen("multi-head");
    screen.click("control/mask");
    screen.click("control/mask/1");
    EXPECT_EQ(screen.session.document().mask, MaskKind::causal);
}

TEST(Screen, SurvivesManyTokensAndInfinities) {
    ScreenDesk screen("multi-head");
    std::vector<std::string> tokens;
    for (int i = 0; i < 40; ++i) tokens.push_back("kelime" + std::to_string(i));
    screen.send(SetTokens{tokens});
    screen.send(SetCell{"x", 0, 4, 0, INFINITY});
    screen.send(SetCell{"wq", 0, 0, 0, NAN});
    for (const Show show : {Show::value, Show::baseline, Show::difference}) screen.send(ShowCommand{show});
    for (const char* tensor : {"head0.weights", "x", "concat"}) {
        screen.send(OpenStation{tensor});
        screen.desk.frames(20);
    }
    screen.resize(390, 544, Form::phone);
    screen.send(OpenStation{""});
    EXPECT_GE(screen.desk.out.anchors.size(), 20u);
}

}  // namespace
}  // namespace dikkat
