#include "app/apply.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

using testing::Playground;

TEST(SetCell, ChangesThatCellAndNothingElse) {
    Playground playground("multi-head");
    const Tensor<float> before = playground.tensor("x");
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":0,"value":0.55})");
    Tensor<float> expected = before;
    expected(4, 0) = 0.55f;
    EXPECT_EQ(playground.tensor("x"), expected);
}

TEST(SetCell, OverridesActivationsToo) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"head0.weights","row":0,"col":0,"value":1})");
    EXPECT_EQ(playground.tensor("head0.weights")(0, 0), 1.0f);
    EXPECT_EQ(playground.moved_rows("concat"), std::vector<int>{0});
}

TEST(SetCell, RefusesWhatIsNotThere) {
    Playground playground("multi-head");
    EXPECT_EQ(playground.refuses(R"({"type":"set_cell","tensor":"wz","row":0,"col":0,"value":1})"), "unknown_tensor");
    EXPECT_EQ(playground.refuses(R"({"type":"set_cell","tensor":"x","row":6,"col":0,"value":1})"), "cell_outside");
    EXPECT_EQ(playground.refuses(R"({"type":"set_cell","tensor":"x","row":-1,"col":0,"value":1})"), "cell_outside");
    EXPECT_EQ(playground.refuses(R"({"type":"set_cell","tensor":"x","head":1,"row":0,"col":0,"value":1})"), "cell_outside");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    EXPECT_EQ(playground.refuses(R"({"type":"set_cell","tensor":"mask","row":0,"col":0,"value":0})"), "not_editable");
}

TEST(SetRow, NeedsAWholeRow) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_row","tensor":"x","row":1,"values":[1,2,3,4,5,6,7,8]})");
    EXPECT_EQ(playground.row("x", 1), (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(playground.refuses(R"({"type":"set_row","tensor":"x","row":1,"values":[1,2,3]})"), "wrong_count");
    EXPECT_EQ(playground.refuses(R"({"type":"set_row","tensor":"wz","row":1,"values":[1,2,3]})"), "unknown_tensor");
}

TEST(SetTensor, PastesFromACellOnAndStaysInside) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_tensor","tensor":"x","row":4,"col":6,"values":[[1,2],[3,4]]})");
    EXPECT_EQ(playground.tensor("x")(4, 6), 1.0f);
    EXPECT_EQ(playground.tensor("x")(5, 7), 4.0f);
    EXPECT_EQ(playground.refuses(R"({"type":"set_tensor","tensor":"x","row":5,"col":6,"values":[[1,2],[3,4]]})"), "cell_outside");
    EXPECT_EQ(playground.refuses(R"({"type":"set_tensor","tensor":"x","values":[[1,2],[3]]})"), "rows_differ");
}

TEST(ResetCells, TakesBackOneCellOneTensorOrEverything) {
    Playground playground("multi-head");
    const auto set = [&](const char* tensor, int row, int column) {
        playground.does(R"({"type":"set_cell","tensor":")" + std::string(tensor) + R"(","row":)" + std::to_string(row) +
                        R"(,"col":)" + std::to_string(column) + R"(,"value":9})");
    };
    set("x", 0, 0), set("x", 0, 1), set("x", 1, 1), set("wq", 0, 6);
    playground.does(R"({"type":"reset_cells","tensor":"x","row":0,"col":0})");
    EXPECT_EQ(playground.session.edits().size(), 3u);
    playground.does(R"({"type":"reset_cells","tensor":"x"})");
    ASSERT_EQ(playground.session.edits().size(), 1u);
    EXPECT_EQ(playground.session.edits()[0].cell.tensor, "wq");
    playground.does(R"({"type":"reset_cells"})");
    EXPECT_TRUE(playground.session.edits().empty());
    EXPECT_EQ(playground.refuses(R"({"type":"reset_cells","tensor":"wz"})"), "unknown_tensor");
}

TEST(SwapColumns, ExchangesValuesSetByHandIncluded) {
    Playground playground("multi-head");
    const Tensor<float> before = playground.tensor("x");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":1,"value":9})");
    playground.does(R"({"type":"swap_columns","tensor":"x","a":0,"b":4,"count":4})");
    const Tensor<float> swapped = playground.tensor("x");
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 4; ++column) {
            const float original = row == 0 && column == 1 ? 9.0f : before(row, column);
            EXPECT_EQ(swapped(row, column + 4), original);
            EXPECT_EQ(swapped(row, column), before(row, column + 4));
        }
    }
    playground.does(R"({"type":"swap_columns","tensor":"x","a":4,"b":0,"count":4})");
    playground.does(R"({"type":"reset_cells"})");
    EXPECT_EQ(playground.session.document(), playground.session.lesson().document);
    EXPECT_EQ(playground.refuses(R"({"type":"swap_columns","tensor":"x","a":0,"b":2,"count":4})"), "columns_overlap");
    EXPECT_EQ(playground.refuses(R"({"type":"swap_columns","tensor":"x","a":0,"b":6,"count":4})"), "cell_outside");
    EXPECT_EQ(playground.refuses(R"({"type":"swap_columns","tensor":"q","a":0,"b":4,"count":4})"), "not_a_leaf");
}

TEST(PerturbRow, ReplacesTheRowByStrengthTimesTheSeedsDraw) {
    Playground playground("multi-head");
    playground.does(R"({"type":"perturb_row","tensor":"x","row":4,"strength":2,"direction":{"seed":7}})");
    std::vector<float> expected = Generator(7).normal(8);
    for (float& value : expected) value *= 2;
    EXPECT_EQ(playground.row("x", 4), expected);
    EXPECT_EQ(playground.moved_rows("x"), std::vector<int>{4});
    playground.does(R"({"type":"perturb_row","tensor":"x","row":4,"strength":0,"direction":{"seed":7}})");
    EXPECT_TRUE(playground.moved_rows("x").empty());
}

TEST(PerturbRow, InAttentionReplacesTheTokensRowOfQueryKeyAndValue) {
    Playground playground("attention");
    playground.does(R"({"type":"perturb_row","tensor":"k","row":2,"strength":3,"direction":{"seed":1}})");
    for (const char* name : {"q", "k", "v"}) EXPECT_EQ(playground.moved_rows(name), std::vector<int>{2}) << name;
}

TEST(PerturbRow, RefusesWhatItCannotDo) {
    Playground playground("multi-head");
    EXPECT_EQ(playground.refuses(R"({"type":"perturb_row","tensor":"x","row":6,"strength":1,"direction":{"seed":7}})"),
              "cell_outside");
    EXPECT_EQ(playground.refuses(R"({"type":"perturb_row","tensor":"wz","row":0,"strength":1,"direction":{"seed":7}})"),
              "unknown_tensor");
    EXPECT_EQ(playground.refuses(R"({"type":"perturb_row","tensor":"x","row":0,"strength":1,"direction":{"draw":"none"}})"),
              "unknown_draw");
}

TEST(SetMask, AddsAndRemovesTheMaskedScores) {
    Playground playground("attention");
    EXPECT_FALSE(playground.session.read("masked_scores"));
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    EXPECT_TRUE(playground.session.read("masked_scores"));
    EXPECT_EQ(playground.tensor("weights")(0, 4), 0.0f);
    playground.does(R"({"type":"set_mask","mask":"none"})");
    EXPECT_EQ(playground.session.document(), playground.session.lesson().document);
}

TEST(SetMaskCell, StartsFromTheMaskThatIsOn) {
    Playground playground("attention");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    playground.does(R"({"type":"set_mask_cell","row":0,"col":4,"visible":true})");
    EXPECT_EQ(playground.session.document().mask, MaskKind::custom);
    EXPECT_EQ(playground.row("mask", 0), (std::vector<float>{1, 0, 0, 0, 1}));
    playground.does(R"({"type":"set_mask","mask":"none"})");
    playground.does(R"({"type":"set_mask","mask":"custom"})");
    EXPECT_EQ(playground.row("mask", 0), (std::vector<float>{1, 0, 0, 0, 1})) << "what was clicked is kept";
    EXPECT_EQ(playground.refuses(R"({"type":"set_mask_cell","row":5,"col":0,"visible":true})"), "cell_outside");
}

TEST(SetMask, ARowWithoutKeysIsNaNWithANoteAndTheOthersLive) {
    Playground playground("attention");
    const Tensor<float> before = playground.tensor("weights");
    for (int column = 0; column < 5; ++column) {
        playground.does(R"({"type":"set_mask_cell","row":1,"col":)" + std::to_string(column) + R"(,"visible":false})");
    }
    const Tensor<float> weights = playground.tensor("weights");
    for (int column = 0; column < 5; ++column) {
        EXPECT_TRUE(std::isnan(weights(1, column)));
        EXPECT_EQ(weights(2, column), before(2, column));
    }
    const auto notes = playground.session.read("weights")->notes;
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0], (Note{"all_keys_masked", 1}));
}

TEST(SetConfig, ChangesTheModelOrSaysWhyNot) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_config","name":"heads","value":4})");
    EXPECT_TRUE(playground.session.read("head3.weights"));
    EXPECT_EQ(playground.tensor("head0.output").shape, Shape(6, 2));
    EXPECT_EQ(playground.refuses(R"({"type":"set_config","name":"heads","value":3})"), "heads_do_not_divide");
    EXPECT_EQ(playground.refuses(R"({"type":"set_config","name":"heads","value":17})"), "too_many_heads");
    EXPECT_EQ(playground.refuses(R"({"type":"set_config","name":"colour","value":3})"), "unknown_setting");
    EXPECT_EQ(playground.refuses(R"({"type":"set_config","part":"nobody","name":"heads","value":2})"), "unknown_part");
}

TEST(SetSeed, DrawsTheRecipeAnewFromItsFirstSeed) {
    Playground playground("attention");
    playground.does(R"({"type":"set_seed","seed":34})");
    EXPECT_EQ(playground.tensor("q").data, Generator(34).normal(40));
    EXPECT_EQ(playground.refuses(R"({"type":"set_seed","part":"x","seed":34})"), "unknown_part");
    Playground multi_head("multi-head");
    EXPECT_EQ(multi_head.refuses(R"({"type":"set_seed","part":"separate","seed":34})"), "no_seed");
}

TEST(SetTokens, AKnownWordKeepsItsRowAndANewOneHasTheSeedsRow) {
    Playground playground("multi-head");
    const std::vector<float> cat = playground.row("x", 0), it = playground.row("x", 4);
    playground.does(R"({"type":"set_tokens","tokens":["o","balık","Kedi","kuş","balık"]})");
    Generator generator(playground.session.document().seed);
    const std::vector<float> fish = generator.normal(8), bird = generator.normal(8);
    EXPECT_EQ(playground.row("x", 0), it);
    EXPECT_EQ(playground.row("x", 1), fish);
    EXPECT_EQ(playground.row("x", 2), cat);
    EXPECT_EQ(playground.row("x", 3), bird);
    EXPECT_EQ(playground.row("x", 4), fish);
    EXPECT_EQ(playground.tensor("head0.weights").shape, Shape(5, 5));
    playground.does(R"({"type":"set_tokens","tokens":["kuş"]})");
    EXPECT_EQ(playground.row("x", 0), bird) << "a word brought in before keeps its row";
}

TEST(SetTokens, WhatWasSetByHandMovesWithItsWord) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":0,"value":9})");
    playground.does(R"({"type":"set_cell","tensor":"x","row":1,"col":0,"value":8})");
    playground.does(R"({"type":"set_cell","tensor":"wq","row":4,"col":0,"value":7})");
    playground.does(R"({"type":"set_cell","tensor":"head0.scores","row":4,"col":0,"value":6})");
    playground.does(R"({"type":"perturb_row","tensor":"x","row":4,"strength":0,"direction":{"seed":7}})");
    playground.does(R"({"type":"set_mask_cell","row":4,"col":0,"visible":false})");
    playground.does(R"({"type":"select","row":5})");
    playground.does(R"({"type":"set_tokens","tokens":["o","Kedi"]})");
    EXPECT_EQ(playground.tensor("x")(0, 0), 9.0f);
    EXPECT_EQ(playground.tensor("wq")(4, 0), 7.0f);
    EXPECT_EQ(playground.tensor("head0.scores")(0, 1), 6.0f);
    EXPECT_EQ(playground.row("mask", 0), (std::vector<float>{1, 0}));
    EXPECT_EQ(playground.session.document().perturbations.at("x").row, 0);
    EXPECT_EQ(playground.session.document().overrides.size(), 3u) << "masaya is gone, and what was set in its row";
    EXPECT_EQ(playground.session.view().selection.row, 1);
}

TEST(SetTokens, HasLimits) {
    Playground playground("multi-head");
    EXPECT_EQ(playground.refuses(R"({"type":"set_tokens","tokens":[]})"), "no_tokens");
    EXPECT_EQ(playground.refuses(R"({"type":"set_tokens","tokens":[""]})"), "empty_token");
    std::string many = R"({"type":"set_tokens","tokens":["a")";
    for (int i = 0; i < 256; ++i) many += ",\"a\"";
    EXPECT_EQ(playground.refuses(many + "]}"), "too_many_tokens");
}

// ---- History

TEST(Undo, TakesBackOneCommandAndRedoBringsItAgain) {
    Playground playground("multi-head");
    EXPECT_FALSE(playground.session.can_undo());
    const Document opened = playground.session.document();
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1})");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    const Document edited = playground.session.document();
    playground.does(R"({"type":"undo"})");
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.session.document(), opened);
    EXPECT_FALSE(playground.session.can_undo());
    playground.does(R"({"type":"redo"})");
    playground.does(R"({"type":"redo"})");
    EXPECT_EQ(playground.session.document(), edited);
    EXPECT_FALSE(playground.session.can_redo());
    playground.does(R"({"type":"redo"})");
    EXPECT_EQ(playground.session.document(), edited) << "nothing to redo is no error";
}

TEST(Undo, OneDragIsOneUndo) {
    Playground playground("multi-head");
    const Document opened = playground.session.document();
    for (int i = 0; i < 50; ++i) {
        playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":)" + std::to_string(i) + R"(,"gesture":7})");
    }
    for (int i = 0; i < 50; ++i) {
        playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":)" + std::to_string(-i) + R"(,"gesture":8})");
    }
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.tensor("x")(0, 0), 49.0f);
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.session.document(), opened);
}

TEST(Undo, AGestureThatWasUndoneBeginsAnew) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":5,"gesture":7})");
    playground.does(R"({"type":"undo"})");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":6,"gesture":7})");
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.tensor("x")(0, 0), 1.5f);
}

TEST(Undo, LooksAreNotUndone) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":"NaN"})");
    for (const char* look :
         {R"({"type":"show","what":"difference"})", R"({"type":"select","row":1})", R"({"type":"set_language","language":"en"})",
          R"({"type":"open_station","tensor":"wq"})", R"({"type":"select_head","head":1})"}) {
        playground.does(look);
    }
    playground.does(R"({"type":"undo"})");
    EXPECT_FALSE(playground.session.can_undo()) << "only the edit was remembered, though a NaN does not equal itself";
    EXPECT_EQ(playground.session.view().show, Show::difference);
    EXPECT_EQ(playground.session.view().language, Language::en);
}

TEST(Undo, BringsBackTheBaseline) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1})");
    playground.does(R"({"type":"pin_baseline"})");
    EXPECT_TRUE(playground.moved_rows("x").empty());
    playground.does(R"({"type":"undo"})");
    EXPECT_TRUE(playground.session.baseline_is_lesson());
    EXPECT_EQ(playground.moved_rows("x"), std::vector<int>{0});
}

TEST(Reset, IsTheLessonAsOpenedAndCanBeUndone) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1})");
    playground.does(R"({"type":"pin_baseline"})");
    playground.does(R"({"type":"reset"})");
    EXPECT_EQ(playground.session.document(), playground.session.lesson().document);
    EXPECT_TRUE(playground.session.baseline_is_lesson());
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.tensor("x")(0, 0), 1.0f);
    EXPECT_FALSE(playground.session.baseline_is_lesson());
}

TEST(SetTextSize, IsOneToTwoAndNoEdit) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_text_size","size":1.25})");
    EXPECT_EQ(playground.session.view().text_size, 1.25f);
    EXPECT_FALSE(playground.session.can_undo());
    for (const char* size : {"0.99", "2.01", "-1", "\"NaN\""}) {
        EXPECT_EQ(playground.refuses(std::string(R"({"type":"set_text_size","size":)") + size + "}"), "text_size_outside");
    }
    EXPECT_EQ(playground.session.view().text_size, 1.25f);
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1})");
    playground.does(R"({"type":"set_text_size","size":2})");
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.session.view().text_size, 2.0f);
}

// ---- Lessons and steps

TEST(OpenLesson, BeginsAsOpenedAndKeepsLanguageAndTheme) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_language","language":"en"})");
    playground.does(R"({"type":"set_theme","theme":"dark"})");
    playground.does(R"({"type":"set_text_size","size":2})");
    playground.does(R"({"type":"go_to_step","step":3})");
    playground.does(R"({"type":"open_lesson","lesson":"attention"})");
    EXPECT_EQ(playground.session.lesson().id, "attention");
    EXPECT_EQ(playground.session.view().step, 0);
    EXPECT_EQ(playground.session.view().language, Language::en);
    EXPECT_EQ(playground.session.view().theme, Theme::dark);
    EXPECT_EQ(playground.session.view().text_size, 2.0f);
    EXPECT_EQ(playground.session.document(), playground.session.lesson().document);
    EXPECT_EQ(playground.refuses(R"({"type":"open_lesson","lesson":"poetry"})"), "unknown_lesson");
}

TEST(OpenLesson, CanBeUndoneWhereThereIsSomethingToLose) {
    Playground playground("multi-head");
    playground.does(R"({"type":"open_lesson","lesson":"attention"})");
    EXPECT_FALSE(playground.session.can_undo());
    playground.does(R"({"type":"set_cell","tensor":"q","row":0,"col":0,"value":1})");
    playground.does(R"({"type":"open_lesson","lesson":"multi-head"})");
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.session.lesson().id, "attention");
    EXPECT_EQ(playground.tensor("q")(0, 0), 1.0f);
}

TEST(GoToStep, IsTheLessonAsOpenedPlusTheStepsCommandsInOneUndo) {
    Playground playground("multi-head");
    playground.does(R"({"type":"go_to_step","step":6})");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1})");
    playground.does(R"({"type":"go_to_step","step":5})");
    EXPECT_EQ(playground.tensor("x")(0, 0), 1.5f);
    EXPECT_EQ(playground.tensor("wq")(0, 6), 0.3f);
    EXPECT_EQ(playground.session.view().show, Show::difference);
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.session.view().step, 5);
    EXPECT_EQ(playground.tensor("x")(0, 0), 1.0f);
    EXPECT_EQ(playground.tensor("wq")(0, 6), 0.0f);
    playground.does(R"({"type":"redo"})");
    EXPECT_EQ(playground.session.view().step, 4);
    EXPECT_EQ(playground.tensor("wq")(0, 6), 0.3f);
}

TEST(GoToStep, AStepWithoutCommandsLeavesTheLearnersEdits) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1})");
    const Document edited = playground.session.document();
    playground.does(R"({"type":"go_to_step","step":6})");
    EXPECT_EQ(playground.session.document(), edited);
    EXPECT_EQ(playground.session.view().step, 5);
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.session.view().step, 5) << "undo takes the edit back, not the reading";
}

TEST(GoToStep, RefusesAStepThatIsNotThere) {
    Playground playground("multi-head");
    EXPECT_EQ(playground.refuses(R"({"type":"go_to_step","step":0})"), "unknown_step");
    EXPECT_EQ(playground.refuses(R"({"type":"go_to_step","step":7})"), "unknown_step");
}

TEST(Answer, IsKeptAndTheScreenAnswers) {
    Playground playground("multi-head");
    playground.does(R"({"type":"go_to_step","step":3})");
    playground.does(R"({"type":"answer","question":"pull","option":2})");
    EXPECT_EQ(playground.session.view().answers.at("pull"), 2);
    EXPECT_EQ(playground.tensor("x")(4, 0), 0.0f);
    EXPECT_EQ(playground.session.view().show, Show::difference);
    EXPECT_EQ(playground.refuses(R"({"type":"answer","question":"pull","option":3})"), "unknown_option");
    EXPECT_EQ(playground.refuses(R"({"type":"answer","question":"why","option":0})"), "unknown_question");
}

TEST(Answer, CountsOnASentenceThatItsCommandsDoNotFit) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_tokens","tokens":["Kedi"]})");
    const Document before = playground.session.document();
    playground.does(R"({"type":"answer","question":"pull","option":1})");
    EXPECT_EQ(playground.session.view().answers.at("pull"), 1);
    EXPECT_EQ(playground.session.document(), before);
}

TEST(Select, FollowsTheTokenOfTheRow) {
    Playground playground("multi-head");
    playground.does(R"({"type":"select","tensor":"head1.scores","row":2,"col":1})");
    EXPECT_EQ(playground.session.view().selection, (Selection{2, CellName{"head1.scores", {0, 2, 1}}}));
    playground.does(R"({"type":"select","tensor":"wq","row":7,"col":1})");
    EXPECT_EQ(playground.session.view().selection, (Selection{2, CellName{"wq", {0, 7, 1}}})) << "the rows of wq are no tokens";
    playground.does(R"({"type":"select","row":5})");
    EXPECT_EQ(playground.session.view().selection.row, 5);
    EXPECT_EQ(playground.refuses(R"({"type":"select","row":6})"), "no_token_row");
    EXPECT_EQ(playground.refuses(R"({"type":"select","tensor":"wz","row":0})"), "unknown_tensor");
    EXPECT_EQ(playground.refuses(R"({"type":"select","tensor":"x","row":0,"col":8})"), "cell_outside");
}

TEST(Select, ReachesTheLaterTokensOfALongerTarget) {
    Playground playground("sandbox");
    EXPECT_EQ(playground.refuses(R"({"type":"select","row":6})"), "no_token_row") << "a GPT has no second sentence";
    playground.does(R"({"type":"set_config","name":"kind","value":"encoder_decoder"})");
    playground.does(R"({"type":"set_tokens","target":true,"tokens":["a","b","c","d","e","f","g","h"]})");
    playground.does(R"({"type":"select","row":7})");
    EXPECT_EQ(playground.session.view().selection.row, 7);
    playground.does(R"({"type":"select","tensor":"target.x","row":6,"col":0})");
    EXPECT_EQ(playground.session.view().selection.row, 6);
    EXPECT_EQ(playground.refuses(R"({"type":"select","row":8})"), "no_token_row");
    playground.does(R"({"type":"set_tokens","target":true,"tokens":["a","b"]})");
    EXPECT_EQ(playground.session.view().selection.row, 5) << "the source's last token";
}

TEST(SetControls, LocksBindThePersonAndNotCommands) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_controls","hidden":["perturb"],"locked":["mask"]})");
    EXPECT_TRUE(playground.session.is_locked("mask"));
    EXPECT_TRUE(playground.session.is_hidden("perturb"));
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    EXPECT_EQ(playground.session.document().mask, MaskKind::causal);
}

TEST(LoadState, RefusesWhatItCannotTakeBack) {
    Playground playground("multi-head");
    const std::string state = playground.session.state_json();
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string changed = state;
        const std::size_t at = changed.find(from);
        CHECK(at != changed.npos, from.c_str());
        changed.replace(at, from.size(), to);
        return playground.refuses(R"({"type":"load_state","state":)" + changed + "}");
    };
    EXPECT_EQ(with("\"format\":1", "\"format\":2"), "format_too_new");
    EXPECT_EQ(with("\"lesson\":\"multi-head\"", "\"lesson\":\"poetry\""), "unknown_lesson");
    EXPECT_EQ(with("\"step\":0", "\"step\":6"), "unknown_step");
    EXPECT_EQ(with("\"step\":0", "\"step\":-1"), "unknown_step");
    EXPECT_EQ(with("\"heads\":2", "\"heads\":3"), "heads_do_not_divide");
    EXPECT_EQ(with("\"tokens\":[", "\"tokens\":[7,"), "json_wrong_type");
    EXPECT_EQ(with("{\"format\"", "{\"colour\":1,\"format\""), "json_unknown_field");
    EXPECT_EQ(with("wq[0:4, 0:4]", "wq[0:4]"), "json_bad_value");
    EXPECT_EQ(with("wq[0:4, 0:4]", "wq[0:4, 0:9]"), "cell_outside");
    EXPECT_EQ(playground.refuses(R"({"type":"load_state","state":"}{"})"), "json_syntax");
}

TEST(LoadState, CanBeUndone) {
    Playground playground("multi-head");
    const std::string state = playground.session.state_json();
    playground.does(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1})");
    playground.does(R"({"type":"load_state","state":)" + state + "}");
    EXPECT_EQ(playground.tensor("x")(0, 0), 1.5f);
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.tensor("x")(0, 0), 1.0f);
}

}  // namespace
}  // namespace dikkat
