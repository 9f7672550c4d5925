#include <gtest/gtest.h>

#include "app/exercises.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

// "Make token 0 attend to token 1 with at least 0.8, changing only q."
constexpr const char* kExercise =
    R"({"id":"attend","hint_after":2,"only_edited":["q"],"checks":[{"id":"enough","kind":"at_least","text":{"tr":"Yeterli","en":"Enough"},
    "tensor":"weights","row":0,"column":1,"bound":0.8}]})";

std::string lesson(const std::string& exercise = kExercise, const std::string& id = "own") {
    return R"({"id":")" + id +
           R"(","title":"Own","document":{"tokens":["a","b"],"parts":[{"model":"attention","config":{"d":2,"scaled":true},
        "draws":[{"values":"q","numbers":[[1,0],[0,1]]},{"values":"k","numbers":[[1,0],[0,1]]},{"values":"v","numbers":[[1,0],[0,1]]}]}]},
        "looks":{"q":{"label":"Q","title":"Q"}},"screen":{"columns":[]},
        "steps":[{"id":"read"},{"id":"do","exercises":[)" +
           exercise + R"(]},{"id":"on"}]})";
}

std::string load(const std::string& json) { return R"({"type":"load_lesson","json":)" + json + "}"; }

struct Exercising : testing::Playground {
    explicit Exercising(const std::string& json = lesson()) : Playground("multi-head") {
        does(load(json));
        does(R"({"type":"go_to_step","step":2})");
    }
    void set(const char* tensor, int row, int col, double value) {
        does(R"({"type":"set_cell","tensor":")" + std::string(tensor) + R"(","row":)" + std::to_string(row) + R"(,"col":)" +
             std::to_string(col) + R"(,"value":)" + std::to_string(value) + "}");
    }
    void solve() { does(R"({"type":"set_row","tensor":"q","row":0,"values":[-6,6]})"); }
    void check() { does(R"({"type":"check_exercise","exercise":"attend"})"); }
    ExerciseReading now() const { return session.exercises().at(0); }
};

TEST(Exercise, PassesWhileEverythingThatIsAskedForHolds) {
    Exercising play;
    EXPECT_FALSE(play.now().passed);
    play.solve();
    EXPECT_TRUE(play.now().passed);
    EXPECT_EQ(play.now().figures.size(), 2u);
    play.does(R"({"type":"undo"})");
    EXPECT_FALSE(play.now().passed) << "it is measured anew after every edit";
}

TEST(Exercise, WhatWasChangedElsewhereIsCounted) {
    Exercising play;
    play.solve();
    play.set("k", 0, 0, 2), play.set("k", 1, 0, 2);
    const CheckResult elsewhere = play.now().figures[1];
    EXPECT_FALSE(play.now().passed);
    EXPECT_EQ(elsewhere.id, "only_edited");
    EXPECT_EQ(elsewhere.measured, 2);
    EXPECT_EQ(measured_text(elsewhere), "2");
    play.does(R"({"type":"reset_cells","tensor":"k"})");
    EXPECT_TRUE(play.now().passed);
    play.does(R"({"type":"set_mask","mask":"causal"})");
    EXPECT_EQ(play.now().figures[1].measured, 1) << "a setting counts as well";
}

TEST(Exercise, EveryCheckIsAnAttemptAndAfterEnoughOfThemComesTheHint) {
    Exercising play;
    play.check();
    EXPECT_EQ(play.now().attempts, 1);
    EXPECT_FALSE(play.now().hint);
    play.check();
    EXPECT_TRUE(play.now().hint);
    EXPECT_FALSE(play.now().solved);
    play.solve();
    EXPECT_FALSE(play.now().solved) << "it passes; it was not checked yet";
    play.check();
    EXPECT_TRUE(play.now().solved);
    EXPECT_EQ(play.now().attempts, 3);
    play.does(R"({"type":"undo"})");
    EXPECT_EQ(play.text("edits"), "[]") << "a check is nothing to undo";
}

TEST(Exercise, IsMeasuredInItsOwnStepAlone) {
    Exercising play;
    play.solve();
    play.check();
    play.does(R"({"type":"go_to_step","step":3})");
    EXPECT_FALSE(play.now().open);
    EXPECT_TRUE(play.now().figures.empty());
    EXPECT_TRUE(play.now().solved) << "that it was solved stays known";
    EXPECT_EQ(play.refuses(R"({"type":"check_exercise","exercise":"attend"})"), "unknown_exercise");
    play.does(R"({"type":"go_to_step","step":2})");
    EXPECT_FALSE(play.now().passed) << "its step begins with the lesson as opened";
}

TEST(Exercise, AttemptsAreKeptInAStateAndForgottenByStartingOver) {
    Exercising play;
    play.check();
    const std::string state = play.text("state");
    play.does(R"({"type":"reset"})");
    EXPECT_EQ(play.now().attempts, 0);
    play.does(R"({"type":"load_state","state":)" + state + "}");
    EXPECT_EQ(play.now().attempts, 1);
}

TEST(Exercise, NewsAreEveryChangeOfPassedAndEveryCheck) {
    Exercising play;
    ExerciseNews news;
    const auto told = [&] { return news.of("own", play.session.exercises()); };
    EXPECT_TRUE(told().empty());
    play.set("q", 0, 0, 0.9);
    EXPECT_TRUE(told().empty()) << "an edit that changes nothing of it is no news";
    play.solve();
    ASSERT_EQ(told().size(), 1u);
    EXPECT_TRUE(told().empty()) << "once";
    play.check();
    ASSERT_EQ(told().size(), 1u);
    play.does(R"({"type":"undo"})");
    const std::vector<ExerciseReading> lost = told();
    ASSERT_EQ(lost.size(), 1u);
    EXPECT_FALSE(lost[0].passed);
    play.does(R"({"type":"go_to_step","step":1})");
    EXPECT_TRUE(told().empty()) << "to leave is not to fail";
}

TEST(Exercise, TheQuerySaysWhatIsAskedMeasuredAndFound) {
    Exercising play;
    play.check();
    const rapidjson::Document answer = play.ask("exercises");
    const auto& exercise = answer[0];
    EXPECT_EQ(exercise["step"].GetInt(), 2);
    EXPECT_EQ(exercise["attempts"].GetInt(), 1);
    const auto& figure = exercise["figures"][0];
    EXPECT_STREQ(figure["check"].GetString(), "enough");
    EXPECT_STREQ(figure["relation"].GetString(), ">=");
    EXPECT_FALSE(figure["holds"].GetBool());
}

TEST(Exercise, WhatItAsksForMustBeThere) {
    const auto refusal = [](const std::string& from, const std::string& to) {
        std::string exercise = kExercise;
        exercise.replace(exercise.find(from), from.size(), to);
        const Result<Lesson> read = read_lesson(lesson(exercise));
        return read ? "accepted" : message(read.error(), Language::en);
    };
    EXPECT_EQ(refusal("[\"q\"]", "[\"mask\"]"), "accepted");
    EXPECT_TRUE(refusal("[\"q\"]", "[\"wq\"]").starts_with("steps/1/exercises/0/only_edited: ")) << refusal("[\"q\"]", "[\"wq\"]");
    EXPECT_TRUE(refusal("\"weights\"", "\"weight\"").starts_with("steps/1/exercises/0/checks/0: "));
    EXPECT_TRUE(refusal("at_least", "at_lest").starts_with("steps/1/exercises/0/checks/0: "));
    EXPECT_TRUE(refusal("\"hint_after\":2", "\"hint_after\":-1").starts_with("steps/1/exercises/0/hint_after: "));
}

// ---- Lessons from outside

TEST(LoadLesson, OpensTheLessonAndKeepsTheOthers) {
    Exercising play;
    EXPECT_EQ(play.session.lesson().id, "own");
    EXPECT_EQ(play.session.lesson().number, 100) << "beside the course";
    play.does(R"({"type":"open_lesson","lesson":"multi-head"})");
    play.does(R"({"type":"open_lesson","lesson":"own"})");
}

TEST(LoadLesson, ComesAsAnObjectOrAsAString) {
    testing::Playground play("multi-head");
    JsonWriter text;
    text.string(lesson());
    play.does(load(text.text()));
    EXPECT_EQ(play.session.lesson().id, "own");
}

TEST(LoadLesson, OneThatWasBroughtBeforeMayBeBroughtAnew) {
    Exercising play;
    play.solve();
    std::string shorter = lesson();
    shorter.replace(shorter.find(R"(,{"id":"on"})"), 12, "");
    play.does(load(shorter));
    EXPECT_EQ(play.session.lesson().steps.size(), 2u);
    EXPECT_EQ(play.session.view().step, 0);
    EXPECT_FALSE(play.session.can_undo()) << "nothing of the old one is left";
    EXPECT_EQ(play.text("edits"), "[]");
}

TEST(LoadLesson, AnotherLessonOfThatNameHasAttemptsOfItsOwn) {
    Exercising play;
    play.solve(), play.check();
    const std::string kept = play.text("state");
    std::string other = lesson();
    other.replace(other.find("Own"), 3, "Not");
    play.does(load(other)), play.does(R"({"type":"go_to_step","step":2})");
    EXPECT_EQ(play.now().attempts, 0);
    EXPECT_FALSE(play.now().solved);
    play.does(R"({"type":"load_state","state":)" + kept + "}");
    EXPECT_EQ(play.now().attempts, 0) << "nor does what was kept of the first one count for it";
    play.check();
    play.does(load(lesson())), play.does(R"({"type":"go_to_step","step":2})");
    EXPECT_EQ(play.now().attempts, 1);
    EXPECT_TRUE(play.now().solved) << "the first one's are not forgotten";
}

TEST(LoadLesson, TheSitesOwnLessonsKeepTheirNames) {
    testing::Playground play("multi-head");
    EXPECT_EQ(play.refuses(load(lesson(kExercise, "multi-head"))), "lesson_id_taken");
}

TEST(LoadLesson, WhatIsWrongIsSaidWithItsPath) {
    testing::Playground play("multi-head");
    std::string wrong = lesson();
    wrong.replace(wrong.find("\"tokens\""), 8, "\"token\"");
    EXPECT_EQ(play.refuses(load(wrong)), "json_missing_field");
    const rapidjson::Document answer = testing::parsed(play.session.dispatch_json(load(wrong)));
    EXPECT_STREQ(answer["error"]["path"].GetString(), "document/tokens");
}

}  // namespace
}  // namespace dikkat
