// The state in links and files: short, whole, and read tolerantly.
#include "app/state_codec.h"

#include <gtest/gtest.h>

#include <random>

#include "app/apply.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

using testing::Playground;

std::string text_of(const Playground& playground, const std::string& path) {
    const Result<std::string> answer = playground.session.query(path);
    EXPECT_TRUE(answer.ok()) << path;
    return answer ? testing::parsed(answer.value())["text"].GetString() : "";
}

struct Read {
    std::string state;  // empty: refused
    std::string refusal;
    std::vector<std::string> dropped;  // "path code"
};

Read readable(const Playground& playground, const std::string& text) {
    const Result<std::string> answer = playground.session.query("readable/" + text);
    if (!answer) return {"", answer.error().code, {}};
    const rapidjson::Document json = testing::parsed(answer.value());
    Read read{json["state"].GetString(), "", {}};
    for (const JsonValue& entry : json["dropped"].GetArray()) {
        EXPECT_GT(entry["message"].GetStringLength(), 0U);
        read.dropped.push_back(std::string(entry["path"].GetString()) + " " + entry["code"].GetString());
    }
    return read;
}

void load(Playground& playground, const std::string& state) {
    const Command command{LoadState{{state}}, 0};
    const Result<Done> done = playground.session.dispatch(command);
    EXPECT_TRUE(done.ok()) << state << "\n" << (done ? "" : message(done.error(), Language::en));
}

// Carries the link's content over into another playground.
Read follow(Playground& reader, const std::string& text) {
    const Read read = readable(reader, text);
    if (!read.state.empty()) load(reader, read.state);
    return read;
}

// What a learner may do in any lesson; what does not fit is refused.
class Learner {
public:
    explicit Learner(unsigned seed) : random_(seed) {}

    int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    void acts_in(Session& session) {
        const std::string tensor = some_tensor(session), row = std::to_string(below(6)), column = std::to_string(below(8));
        const std::string number = std::vector<std::string>{"0.5", "-0.0", "\"NaN\"", "-3.25e-7", "\"-Infinity\"", "12"}[below(6)];
        const std::string at = R"("tensor":")" + tensor + R"(","row":)" + row;
        switch (below(16)) {
            case 0:
            case 1:
            case 2:
                return send(session, R"({"type":"set_cell",)" + at + R"(,"col":)" + column + R"(,"value":)" + number + "}");
            case 3:
                return send(session, R"({"type":"set_mask","mask":")" + std::string(below(2) ? "causal" : "none") + R"("})");
            case 4:
                return send(session, R"({"type":"set_mask_cell","row":)" + row + R"(,"col":0,"visible":false})");
            case 5:
                return send(session, R"({"type":"set_seed","part":")" + std::string(below(2) ? "" : "stack") + R"(","seed":)" +
                                         std::to_string(random_()) + "}");
            case 6:
                return send(session, R"({"type":"set_tokens","tokens":["Kedi","o","masa)" + row + R"("]})");
            case 7:
                return send(session, R"({"type":"swap_columns","tensor":")" + tensor + R"(","a":0,"b":2,"count":2})");
            case 8:
                return send(session, R"({"type":"perturb_row",)" + at + R"(,"strength":0.75,"direction":{"seed":)" + column + "}}");
            case 9:
                return send(session, R"({"type":"go_to_step","step":)" + std::to_string(1 + below(6)) + "}");
            case 10:
                return send(session, R"({"type":"pin_baseline"})");
            case 11:
                return send(session, R"({"type":"set_config","name":")" + std::string(below(2) ? "scaled" : "output_projection") +
                                         R"(","value":)" + (below(2) ? "true" : "false") + "}");
            case 12:
                return send(session, R"({"type":"select",)" + at + R"(,"col":)" + column + "}");
            case 13:
                return send(session, R"({"type":"show","what":"difference"})");
            case 14:
                return send(session, R"({"type":"open_station","tensor":")" + tensor + R"("})");
            default:
                return send(session, R"({"type":"set_controls","hidden":["mask"],"locked":["seed","tokens"]})");
        }
    }

    std::string some_tensor(const Session& session) {
        std::vector<std::string> names;
        for (const Node& node : session.graph().nodes()) {
            if (!node.name.empty()) names.push_back(node.name);
        }
        return names[static_cast<std::size_t>(below(static_cast<int>(names.size())))];
    }

private:
    static void send(Session& session, const std::string& command) { static_cast<void>(session.dispatch_json(command)); }

    std::minstd_rand random_;
};

TEST(StateCodec, WhateverALearnerDidComesThroughALinkAndAFileToTheByte) {
    const Catalogue catalogue = testing::all_lessons();
    for (unsigned seed = 0; seed < 240; ++seed) {
        Learner learner(seed);
        Playground sender(catalogue.lessons[seed % catalogue.lessons.size()].id), reader("attention"), opener("gpt");
        for (int i = learner.below(12); i >= 0; --i) learner.acts_in(sender.session);
        const std::string state = sender.session.state_json();
        EXPECT_EQ(follow(reader, text_of(sender, "state/link")).dropped, std::vector<std::string>{});
        EXPECT_EQ(reader.session.state_json(), state);
        EXPECT_EQ(follow(opener, text_of(sender, "state/file")).dropped, std::vector<std::string>{});
        EXPECT_EQ(opener.session.state_json(), state);
        // A state as the query tells it is readable too.
        EXPECT_EQ(readable(sender, state).state, state);
    }
}

TEST(StateCodec, ALinkToALessonAsOpenedSaysItsNameAlone) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        const Playground playground(lesson.id);
        const rapidjson::Document link = testing::parsed(text_of(playground, "state/link"));
        EXPECT_EQ(link["document"].MemberCount(), 0U);
        EXPECT_EQ(link["view"].MemberCount(), 1U);
        EXPECT_EQ(link["view"]["lesson"].GetString(), lesson.id);
    }
}

TEST(StateCodec, LanguageThemeAndSizeOfTextAreTheReadersUnlessTheyWereSent) {
    Playground sender("multi-head"), reader("multi-head");
    for (const char* command : {R"({"type":"set_language","language":"tr"})", R"({"type":"set_theme","theme":"dark"})",
                                R"({"type":"set_text_size","size":1.5})"})
        sender.does(command);
    reader.does(R"({"type":"set_language","language":"en"})");
    follow(reader, text_of(sender, "state/link"));
    EXPECT_EQ(reader.session.view().language, Language::en);
    EXPECT_EQ(reader.session.view().theme, Theme::automatic);
    EXPECT_EQ(reader.session.view().text_size, 1.0f);
    follow(reader, text_of(sender, "state/link_as_seen"));
    EXPECT_EQ(reader.session.view(), sender.session.view());
}

TEST(StateCodec, AFileStaysWhatItIsWhereTheLessonHasWhatItDoesNotHave) {
    Playground sender("gpt"), reader("gpt");
    ASSERT_NE(sender.session.document().mask, MaskKind::none) << "the lesson must have a mask for this test";
    sender.does(R"({"type":"set_mask","mask":"none"})");
    follow(reader, text_of(sender, "state/file"));
    EXPECT_EQ(reader.session.document().mask, MaskKind::none);
    follow(reader, text_of(sender, "state/link"));
    EXPECT_EQ(reader.session.document().mask, MaskKind::none);
}

struct Damage {
    const char *document, *view;
    std::vector<std::string> dropped;
};

TEST(StateCodec, WhatCannotBeTakenIsNamedAndTheRestIsThere) {
    const Damage damages[] = {
        {R"("mask":"no")", "", {"document/mask json_bad_value"}},
        {R"("seed":-1)", "", {"document/seed json_wrong_type"}},
        {R"("overrides":[5,{"tensor":"wk","row":0,"col":0,"value":2}])", "", {"document/overrides/0 json_wrong_type"}},
        {R"("tokens":[])", "", {"document/tokens no_tokens"}},
        {R"("parts":[{"model":"of tomorrow"}])", "", {"document/parts unknown_model"}},
        {R"("parts":7,"tokens":"a")", "", {"document/tokens json_wrong_type", "document/parts json_wrong_type"}},
        {R"("column_order":{"wq":[0,0]})", "", {"document/column_order bad_column_order"}},
        {R"("column_order":{"wq":[0,0]},"tokens":[""])",
         "",
         {"document/column_order bad_column_order", "document/tokens empty_token"}},
        {R"("perturbations":{"x":{"row":0,"strength":1,"direction":{"draw":"none such"}}})",
         "",
         {"document/perturbations unknown_draw"}},
        {R"("sound":{"loud":true})", "", {"document/sound json_unknown_field"}},
        {R"("loss":{"sum":"x","of":1})", "", {"document/loss/of json_unknown_field"}},
        {"", R"("step":40)", {"view/step unknown_step"}},
        {"", R"("step":-1)", {"view/step unknown_step"}},
        {"", R"("text_size":9)", {"view/text_size text_size_outside"}},
        {"", R"("language":"de","answers":{"pull":"x"})", {"view/language json_bad_value", "view/answers/pull json_wrong_type"}},
        {"", R"("hidden":[1,"mask"])", {"view/hidden/0 json_wrong_type"}},
        {"", R"("selection":{"row":99999999999})", {"view/selection json_wrong_type"}},
    };
    for (const Damage& damage : damages) {
        Playground reader("attention"), whole("multi-head");
        const std::string base = testing::parsed(text_of(whole, "state/link"))["base"].GetString();
        const auto with = [](const char* more, const char* own) { return std::string(own) + (*more ? "," : "") + more; };
        const std::string text = R"({"format":1,"base":")" + base + R"(","view":{)" +
                                 with(damage.view, R"("lesson":"multi-head","show":"difference")") + R"(},"document":{)" +
                                 with(damage.document, R"("perturbed_together":["x"])") + "}}";
        const Read read = follow(reader, text);
        EXPECT_EQ(read.dropped, damage.dropped) << text;
        EXPECT_EQ(reader.session.view().lesson, "multi-head") << text;
        EXPECT_EQ(reader.session.view().show, Show::difference) << text;
        EXPECT_EQ(reader.session.document().perturbed_together, std::vector<std::string>{"x"}) << text;
        const bool has_overrides = std::string_view(damage.document).find("wk") != std::string_view::npos;
        EXPECT_EQ(reader.session.document().overrides.size(), has_overrides ? 1U : 0U) << text;
    }
}

TEST(StateCodec, ALinkFromALessonThatHasChangedSinceSaysSo) {
    Playground reader("attention");
    const Read read =
        readable(reader, R"({"format":1,"base":"00000000","view":{"lesson":"multi-head"},"document":{"mask":"causal"}})");
    EXPECT_EQ(read.dropped, std::vector<std::string>{"base lesson_changed"});
    load(reader, read.state);
    EXPECT_EQ(reader.session.document().mask, MaskKind::causal);
}

TEST(StateCodec, ALinkFromALaterFormatGivesWhatIsKnown) {
    Playground reader("attention");
    const Read read = readable(reader, R"({"format":2,"view":{"lesson":"attention","step":1,"camera":3}})");
    EXPECT_EQ(read.dropped[0], "format format_too_new");
    load(reader, read.state);
    EXPECT_EQ(reader.session.view().step, 1);
}

TEST(StateCodec, NothingIsTakenWhereThereIsNoLesson) {
    const Playground reader("attention");
    EXPECT_EQ(readable(reader, "").refusal, "json_syntax");
    EXPECT_EQ(readable(reader, "[]").refusal, "json_wrong_type");
    EXPECT_EQ(readable(reader, "{}").refusal, "json_missing_field");
    EXPECT_EQ(readable(reader, R"({"view":{"lesson":"none such"}})").refusal, "unknown_lesson");
    EXPECT_EQ(readable(reader, R"({"view":{"lesson":["gpt"]}})").refusal, "json_missing_field");
}

TEST(StateCodec, AThousandDamagedStatesAreReadOrRefusedAndNeverLoadAsSomethingElse) {
    const Catalogue catalogue = testing::all_lessons();
    int read_at_all = 0;
    for (unsigned seed = 0; seed < 1000; ++seed) {
        Learner learner(seed);
        Playground playground(catalogue.lessons[seed % catalogue.lessons.size()].id);
        for (int i = 0; i < 4; ++i) learner.acts_in(playground.session);
        std::string text = text_of(playground, seed % 2 ? "state/link" : "state/file");
        for (int i = learner.below(4); i >= 0; --i) {
            const std::size_t at = static_cast<std::size_t>(learner.below(static_cast<int>(text.size())));
            switch (learner.below(4)) {
                case 0:
                    text[at] = static_cast<char>(text[at] ^ (1 << learner.below(7)));
                    break;
                case 1:
                    text.erase(at, 1 + static_cast<std::size_t>(learner.below(6)));
                    break;
                case 2:
                    text.insert(at, std::vector<std::string>{"1", "\"", "{}", "[", "null,", "-"}[learner.below(6)]);
                    break;
                default:
                    text.insert(at, text.substr(at / 2, 20));
            }
        }
        const std::string before = playground.session.state_json();
        const Read read = readable(playground, text);
        EXPECT_EQ(playground.session.state_json(), before);
        if (read.state.empty()) continue;
        ++read_at_all;
        load(playground, read.state);
        const std::string loaded = playground.session.state_json();
        EXPECT_EQ(readable(playground, loaded).state, loaded) << text;
    }
    EXPECT_GT(read_at_all, 100);
}

TEST(StateCodec, AListOfNothingButFaultsIsDroppedWhole) {
    const Playground reader("attention");
    std::string cells;
    for (int i = 0; i < 5000; ++i) cells += i ? ",5" : "5";
    const Read read = readable(reader, R"({"view":{"lesson":"multi-head"},"document":{"overrides":[)" + cells + "]}}");
    EXPECT_FALSE(read.state.empty()) << read.refusal;
    EXPECT_LT(read.dropped.size(), 30U);
}

TEST(StateCodec, ATableOfASpreadsheetIsReadAsAQuery) {
    const Playground reader("attention");
    EXPECT_EQ(reader.session.query("table/1;2,5\n\"NaN\";-3").value(), R"({"values":[[1,2.5],["NaN",-3]]})");
    const Result<std::string> refused = reader.session.query("table/1,2\n3,x");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, "not_a_number_at");
}

}  // namespace
}  // namespace dikkat
