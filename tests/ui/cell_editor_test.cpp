// The cell editor under a pointer and keys: what a person does to cells becomes commands, one undo for each gesture.
#include "ui/cell_editor.h"

#include <gtest/gtest.h>

#include "tests/ui/desk.h"

namespace dikkat {
namespace {

using testing::Desk;
using testing::Playground;

// X as in `multi-head`, with numbers, and Q small beside it.
struct EditorDesk {
    Playground playground;
    CellEditor editor;
    std::string small = "q";
    float zoom = 1;  // of the large matrix
    Desk desk;

    explicit EditorDesk(const std::string& lesson = "multi-head", const std::string& large = "x", bool mask = false)
        : playground(lesson), desk(playground.session, [this, large, mask](Frame& frame) { draw(frame, large, mask); }) {}

    void draw(Frame& frame, const std::string& large, bool mask) {
        const std::optional<TensorReading> x = frame.session.read(large), q = frame.session.read(small);
        if (x) editor.matrix(frame, {&*x, 0, {100, 100, 34.0f * zoom * cells(*x), 132 * zoom}, true, mask});
        if (q) editor.matrix(frame, {&*q, 0, {500, 100, 8.0f * cells(*q), 54}, false, false});
        editor.overlay(frame);
    }
    static float cells(const TensorReading& tensor) { return static_cast<float>(tensor.shape.columns()); }

    float value(const std::string& name, int row, int column) { return playground.tensor(name)(row, column); }
    void press_on(const std::string& anchor) {
        const Rectangle cell = desk.anchor(anchor);
        desk.click(cell.centre_x(), cell.centre_y());
    }
    void double_press_on(const std::string& anchor) {
        const Rectangle cell = desk.anchor(anchor);
        desk.double_click(cell.centre_x(), cell.centre_y());
    }
    void drag(const std::string& anchor, float dx, ImGuiKey held = ImGuiKey_None) {
        const Rectangle cell = desk.anchor(anchor);
        desk.move(cell.centre_x(), cell.centre_y());
        desk.button(true);
        if (held != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(held, true), desk.frames(2);
        for (int step = 1; step <= 10; ++step) desk.move(cell.centre_x() + dx * static_cast<float>(step) / 10, cell.centre_y());
        desk.button(false);
        if (held != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(held, false), desk.frames(2);
    }
    std::size_t edits() const { return playground.session.edits().size(); }
    std::optional<CellName> selected() const { return playground.session.view().selection.cell; }
};

TEST(CellEditor, DraggingSetsTheCellInOneUndo) {
    EditorDesk e;
    e.drag("cell/x/4/0", -30);
    EXPECT_EQ(e.value("x", 4, 0), 0.55f);
    EXPECT_GT(e.desk.commands.size(), 3u);
    for (const Command& command : e.desk.commands) EXPECT_EQ(command.gesture, e.desk.commands[0].gesture);
    EXPECT_NE(e.desk.commands[0].gesture, 0u);
    e.playground.does(R"({"type":"undo"})");
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
    EXPECT_FALSE(e.playground.session.can_undo());
}

TEST(CellEditor, TwoDragsAreTwoUndos) {
    EditorDesk e;
    e.drag("cell/x/4/0", -30);
    e.drag("cell/x/4/0", -20);
    e.playground.does(R"({"type":"undo"})");
    EXPECT_EQ(e.value("x", 4, 0), 0.55f);
}

TEST(CellEditor, ShiftDragsATenthAsFast) {
    EditorDesk e;
    e.drag("cell/x/4/0", -30, ImGuiMod_Shift);
    EXPECT_NEAR(static_cast<double>(e.value("x", 4, 0)), 1.225, 0.0051);
}

TEST(CellEditor, ADragBackToTheStartLeavesNoEdit) {
    EditorDesk e;
    const Rectangle cell = e.desk.anchor("cell/x/4/0");
    e.desk.move(cell.centre_x(), cell.centre_y());
    e.desk.button(true);
    e.desk.move(cell.centre_x() + 30, cell.centre_y());
    EXPECT_EQ(e.edits(), 1u);
    e.desk.move(cell.centre_x(), cell.centre_y());
    e.desk.button(false);
    EXPECT_EQ(e.edits(), 0u);
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
}

TEST(CellEditor, EscapeGivesADragUp) {
    EditorDesk e;
    const Rectangle cell = e.desk.anchor("cell/x/4/0");
    e.desk.move(cell.centre_x(), cell.centre_y());
    e.desk.button(true);
    e.desk.move(cell.centre_x() + 40, cell.centre_y());
    e.desk.key(ImGuiKey_Escape);
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
    e.desk.move(cell.centre_x() + 80, cell.centre_y());
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
    e.desk.button(false);
    EXPECT_FALSE(e.editor.dragging());
}

TEST(CellEditor, AClickSelectsTheCell) {
    EditorDesk e;
    e.press_on("cell/q/4/6");
    EXPECT_EQ(e.selected(), (CellName{"q", {0, 4, 6}}));
    EXPECT_EQ(e.edits(), 0u);
}

TEST(CellEditor, DoubleClickTypesANumberWithAComma) {
    EditorDesk e;
    e.double_press_on("cell/x/4/0");
    e.desk.type("0,55");
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("x", 4, 0), 0.55f);
    e.playground.does(R"({"type":"undo"})");
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
}

TEST(CellEditor, WhatIsTypedAtOnceReplacesTheText) {
    EditorDesk e;
    const Rectangle cell = e.desk.anchor("cell/x/4/0");
    e.desk.double_click(cell.centre_x(), cell.centre_y());
    ImGui::GetIO().AddInputCharactersUTF8("-2.5");
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("x", 4, 0), -2.5f);
}

TEST(CellEditor, ADigitOnTheFocusedCellBeginsTyping) {
    EditorDesk e;
    e.press_on("cell/x/2/3");
    for (const char* c : {"-", "0", ",", "7", "5"}) ImGui::GetIO().AddInputCharactersUTF8(c);
    e.desk.frames(5);
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("x", 2, 3), -0.75f);
}

TEST(CellEditor, TypingGoesOnWhileTheBoxOpens) {
    EditorDesk e;
    e.press_on("cell/x/2/3");
    for (const char* c : {"1", "2", ".", "5"}) {
        ImGui::GetIO().AddInputCharactersUTF8(c);
        e.desk.frames(1);
    }
    e.desk.frames(3);
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("x", 2, 3), 12.5f);
}

TEST(CellEditor, EnterOpensTheBoxAndEscapeGivesUp) {
    EditorDesk e;
    e.press_on("cell/x/4/0");
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.desk.out.anchors.count("typing"), 1u);
    e.desk.type("9");
    e.desk.key(ImGuiKey_Escape);
    e.desk.frames(2);
    EXPECT_EQ(e.desk.out.anchors.count("typing"), 0u);
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
    e.desk.key(ImGuiKey_RightArrow);  // the keys belong to the cells again
    EXPECT_EQ(e.selected(), (CellName{"x", {0, 4, 1}}));
}

TEST(CellEditor, ATextThatIsNoNumberStaysOpenWithAMessage) {
    EditorDesk e;
    e.double_press_on("cell/x/4/0");
    e.desk.type("ağaç");
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.desk.take_announcement(), "Bu sayı okunamadı: \"ağaç\"");
    EXPECT_EQ(e.desk.out.anchors.count("typing"), 1u);
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
    e.desk.type("0.5");  // the refused text is selected
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("x", 4, 0), 0.5f);
}

TEST(CellEditor, TabTakesTheNumberAndMovesOn) {
    EditorDesk e;
    e.double_press_on("cell/x/4/7");
    e.desk.type("2");
    e.desk.key(ImGuiKey_Tab);
    EXPECT_EQ(e.value("x", 4, 7), 2.0f);
    e.desk.type("3");
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("x", 5, 0), 3.0f);
}

TEST(CellEditor, AClickElsewhereTakesTheNumber) {
    EditorDesk e;
    e.double_press_on("cell/x/4/0");
    e.desk.type("0.25");
    e.desk.click(800, 600);
    EXPECT_EQ(e.value("x", 4, 0), 0.25f);
    EXPECT_EQ(e.desk.out.anchors.count("typing"), 0u);
}

TEST(CellEditor, AClickOnAnotherCellTakesTheNumberAndSelectsThatCell) {
    EditorDesk e;
    e.double_press_on("cell/x/4/0");
    e.desk.type("0.25");
    e.press_on("cell/q/1/1");
    EXPECT_EQ(e.value("x", 4, 0), 0.25f);
    EXPECT_EQ(e.selected(), (CellName{"q", {0, 1, 1}}));
}

TEST(CellEditor, NaNAndInfinityCanBeTyped) {
    EditorDesk e;
    e.double_press_on("cell/x/4/0");
    e.desk.type("nan");
    e.desk.key(ImGuiKey_Enter);
    EXPECT_TRUE(std::isnan(e.value("x", 4, 0)));
    e.double_press_on("cell/x/4/0");
    e.desk.type("-inf");
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("x", 4, 0), -INFINITY);
}

TEST(CellEditor, ArrowsHomeAndEndMoveTheFocusInsideTheMatrix) {
    EditorDesk e;
    e.press_on("cell/x/0/0");
    e.desk.key(ImGuiKey_LeftArrow);  // the edge holds
    e.desk.key(ImGuiKey_DownArrow);
    e.desk.key(ImGuiKey_RightArrow);
    EXPECT_EQ(e.selected(), (CellName{"x", {0, 1, 1}}));
    e.desk.key(ImGuiKey_End);
    EXPECT_EQ(e.selected(), (CellName{"x", {0, 1, 7}}));
    e.desk.key(ImGuiKey_End, ImGuiMod_Ctrl);
    EXPECT_EQ(e.selected(), (CellName{"x", {0, 5, 7}}));
    e.desk.key(ImGuiKey_Home);
    EXPECT_EQ(e.selected(), (CellName{"x", {0, 5, 0}}));
}

TEST(CellEditor, TabLeavesTheMatrixForTheNext) {
    EditorDesk e;
    e.press_on("cell/x/0/0");
    e.desk.key(ImGuiKey_RightArrow);
    e.desk.key(ImGuiKey_Tab);
    e.desk.key(ImGuiKey_RightArrow);
    ASSERT_TRUE(e.selected().has_value());
    EXPECT_EQ(e.selected()->tensor, "q");
}

TEST(CellEditor, CopiesTheMatrixAndPastesItBack) {
    EditorDesk e;
    const Tensor<float> x = e.playground.tensor("x");
    e.press_on("cell/x/0/0");
    e.desk.key(ImGuiKey_C, ImGuiMod_Ctrl);
    EXPECT_EQ(Desk::clipboard().substr(0, 9), "1.5\t0\t0\t0");
    e.drag("cell/x/4/0", -30);
    e.press_on("cell/x/0/0");
    e.desk.key(ImGuiKey_V, ImGuiMod_Ctrl);
    EXPECT_EQ(e.playground.tensor("x"), x);
}

TEST(CellEditor, PastesFromTheFocusedCellOn) {
    EditorDesk e;
    Desk::clipboard() = "1,5\t-2\n0,25\t3\n";
    e.press_on("cell/x/3/6");
    e.desk.key(ImGuiKey_V, ImGuiMod_Ctrl);
    EXPECT_EQ(e.value("x", 3, 6), 1.5f);
    EXPECT_EQ(e.value("x", 4, 7), 3.0f);
    e.playground.does(R"({"type":"undo"})");
    EXPECT_EQ(e.edits(), 0u);
}

TEST(CellEditor, APasteThatDoesNotFitOrCannotBeReadChangesNothing) {
    EditorDesk e;
    const Tensor<float> x = e.playground.tensor("x");
    e.press_on("cell/x/3/7");
    Desk::clipboard() = "1\t2\n";
    e.desk.key(ImGuiKey_V, ImGuiMod_Ctrl);
    EXPECT_NE(e.desk.take_announcement(), "");
    Desk::clipboard() = "bir\tiki\n1\tüç\n";
    e.desk.key(ImGuiKey_V, ImGuiMod_Ctrl);
    EXPECT_EQ(e.desk.take_announcement(), "2. satır, 2. sütunda bu sayı okunamadı: \"üç\"");
    Desk::clipboard().clear();
    e.desk.key(ImGuiKey_V, ImGuiMod_Ctrl);
    EXPECT_NE(e.desk.take_announcement(), "");
    EXPECT_EQ(e.playground.tensor("x"), x);
    EXPECT_EQ(e.edits(), 0u);
}

TEST(CellEditor, DeleteGivesTheCellItsOwnValueBack) {
    EditorDesk e;
    e.drag("cell/x/4/0", -30);
    e.press_on("cell/x/4/0");
    e.desk.key(ImGuiKey_Delete);
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
    EXPECT_EQ(e.edits(), 0u);
}

TEST(CellEditor, AnActivationIsOverriddenLikeAWeight) {
    EditorDesk e;
    e.press_on("cell/q/4/0");
    ImGui::GetIO().AddInputCharactersUTF8("2");
    e.desk.frames(4);
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("q", 4, 0), 2.0f);
    EXPECT_TRUE(e.playground.session.is_overridden({"q", {0, 4, 0}}));
}

TEST(CellEditor, ALockedTensorIsOnlyLookedAt) {
    EditorDesk e;
    e.playground.does(R"({"type":"set_controls","locked":["x"]})");
    e.drag("cell/x/4/0", -30);
    e.double_press_on("cell/x/4/0");
    e.desk.type("2");
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.value("x", 4, 0), 1.3f);
    EXPECT_FALSE(e.desk.out.tooltip.empty());
}

TEST(CellEditor, TheBaselineIsNotEdited) {
    EditorDesk e;
    e.playground.does(R"({"type":"show","what":"baseline"})");
    e.drag("cell/x/4/0", -30);
    EXPECT_EQ(e.edits(), 0u);
    e.desk.key(ImGuiKey_Enter);
    EXPECT_EQ(e.desk.take_announcement(), "Başlangıç değişmez; düzenlemek için Değer’e geç");
}

TEST(CellEditor, AMaskCellIsToggledByAClickAndBySpace) {
    EditorDesk e("attention", "mask", true);
    e.playground.does(R"({"type":"set_mask","mask":"causal"})");
    e.desk.frames(2);
    ASSERT_EQ(e.value("mask", 0, 4), 0.0f);
    e.press_on("cell/mask/0/4");
    EXPECT_EQ(e.value("mask", 0, 4), 1.0f);
    e.desk.key(ImGuiKey_Space);
    EXPECT_EQ(e.value("mask", 0, 4), 0.0f);
}

TEST(CellEditor, ACoarsePointerOpensTheStationOfTinyCells) {
    EditorDesk e;
    e.desk.surroundings.coarse_pointer = true;
    e.press_on("cell/q/4/0");
    EXPECT_EQ(e.playground.session.view().opened, "q");
}

TEST(CellEditor, AFingerThatRestsOnACellSelectsIt) {
    EditorDesk e;
    e.desk.surroundings.coarse_pointer = true;
    e.zoom = 1.5f;
    e.small = "none";
    e.desk.frames(1);
    const Rectangle cell = e.desk.anchor("cell/x/2/1");
    e.desk.move(cell.centre_x(), cell.centre_y());
    e.desk.button(true);
    EXPECT_TRUE(e.desk.out.wants_frame);  // the long press is waited for
    e.desk.frames(40);
    EXPECT_EQ(e.selected(), (CellName{"x", {0, 2, 1}}));
    EXPECT_FALSE(e.desk.out.wants_frame);
    e.desk.button(false);
}

TEST(CellEditor, AFingerDragsSidewaysAndNotUpwards) {
    EditorDesk e;
    e.desk.surroundings.coarse_pointer = true;
    e.zoom = 1.5f;
    e.small = "none";
    e.desk.frames(1);
    const Rectangle cell = e.desk.anchor("cell/x/4/0");
    e.desk.move(cell.centre_x(), cell.centre_y());
    e.desk.button(true);
    e.desk.move(cell.centre_x() + 4, cell.centre_y() - 40);
    EXPECT_EQ(e.edits(), 0u);
    e.desk.button(false);
    e.drag("cell/x/4/0", -30);
    EXPECT_EQ(e.value("x", 4, 0), 0.55f);
}

TEST(CellEditor, HoveringASmallCellSaysItsNameAndValue) {
    EditorDesk e;
    const Rectangle cell = e.desk.anchor("cell/q/4/0");
    e.desk.move(cell.centre_x(), cell.centre_y());
    EXPECT_EQ(e.desk.out.tooltip, "Q[o, 0]  \u22120.192");
    EXPECT_EQ(e.editor.hovered(), (CellName{"q", {0, 4, 0}}));
    EXPECT_EQ(e.desk.out.hovered_tensor, "q");
}

TEST(CellEditor, TypingEndsWhereItsMatrixIsNoLongerDrawn) {
    EditorDesk e;
    e.press_on("cell/q/4/0");
    e.desk.key(ImGuiKey_Enter);
    ASSERT_EQ(e.desk.out.anchors.count("typing"), 1u);
    e.small = "none";
    e.desk.frames(2);
    EXPECT_EQ(e.desk.out.anchors.count("typing"), 0u);
}

TEST(CellPlaces, CellAtAndCellAreaAreOneAnothersInverse) {
    TensorReading tensor;
    tensor.shape = Shape(6, 8);
    const MatrixPlace place{&tensor, 0, {104, 100, 272, 132}, true, false};
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 8; ++column) {
            const Rectangle area = cell_area(place, {0, row, column});
            EXPECT_EQ(cell_at(place, area.centre_x(), area.centre_y()), (Cell{0, row, column}));
        }
    }
    EXPECT_EQ(cell_at(place, 0, 10000), (Cell{0, 5, 0}));
}

}  // namespace
}  // namespace dikkat
