#include "app/codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/apply.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

std::string refusal(const std::string& json) {
    const Result<Command> command = read_command(json);
    return command ? "accepted" : command.error().code;
}

std::string refused_path(const std::string& json) {
    const Result<Command> command = read_command(json);
    return command ? "accepted" : command.error().values.at("path");
}

// One of every command, with every field in use.
const std::vector<std::string> kCommands{
    R"({"type":"set_cell","tensor":"wq","head":1,"row":2,"col":6,"value":0.3,"gesture":9007199254740992})",
    R"({"type":"set_row","tensor":"x","row":1,"values":[1.5,"NaN","Infinity","-Infinity",-0.0]})",
    R"({"type":"set_tensor","tensor":"x","row":1,"col":2,"values":[[1,2],[3,4]]})",
    R"({"type":"reset_cells","tensor":"x","row":0,"col":0})",
    R"({"type":"reset_cells"})",
    R"({"type":"swap_columns","tensor":"x","a":0,"b":4,"count":4})",
    R"({"type":"perturb_row","tensor":"x","row":4,"strength":2.5,"direction":{"seed":7}})",
    R"({"type":"perturb_row","tensor":"x","row":4,"strength":2.5,"direction":{"draw":"moved"}})",
    R"({"type":"set_mask","mask":"causal"})",
    R"({"type":"set_mask_cell","row":1,"col":0,"visible":false})",
    R"({"type":"set_config","part":"separate","name":"scaled","value":false})",
    R"({"type":"set_config","name":"heads","value":4.0})",
    R"({"type":"set_seed","seed":2426})",
    R"({"type":"set_tokens","tokens":["Kedi","çıktı","😀","\"\\\n"]})",
    R"({"type":"set_tokens","tokens":["The","cat"],"target":true})",
    R"({"type":"set_loss","loss":{"projection":"stack.h.99","seed":7}})",
    R"({"type":"set_loss","loss":{"cell":"q","head":0,"row":1,"col":2}})",
    R"({"type":"set_loss","loss":{"cross_entropy":"logits"}})",
    R"({"type":"select_block","block":3})",
    R"({"type":"open_panel","panel":"depth"})",
    R"({"type":"pin_baseline"})",
    R"({"type":"clear_baseline"})",
    R"({"type":"show","what":"difference"})",
    R"({"type":"open_lesson","lesson":"attention"})",
    R"({"type":"go_to_step","step":3})",
    R"({"type":"check_exercise","exercise":"attend"})",
    R"({"type":"load_lesson","json":"{}"})",
    R"({"type":"answer","question":"pull","option":1})",
    R"({"type":"select","tensor":"head0.scores","row":4,"col":0})",
    R"({"type":"select_head","head":1})",
    R"({"type":"open_station","tensor":"head0.weights"})",
    R"({"type":"set_language","language":"en"})",
    R"({"type":"set_theme","theme":"auto"})",
    R"({"type":"set_text_size","size":1.5})",
    R"({"type":"set_controls","hidden":["mask"],"locked":["perturb"]})",
    R"({"type":"load_state","state":"{}"})",
    R"({"type":"reset"})",
    R"({"type":"undo"})",
    R"({"type":"redo"})",
};

TEST(Codec, EveryCommandComesBackAsItWasWritten) {
    std::set<std::size_t> kinds;
    for (const std::string& json : kCommands) {
        const Result<Command> command = read_command(json);
        ASSERT_TRUE(command.ok()) << json << " " << message(command.error(), Language::en);
        EXPECT_EQ(to_json(command.value()), json);
        kinds.insert(command.value().action.index());
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<Action>) << "a command is missing from this test";
}

TEST(Codec, NumbersAreTheFloatsThatPyTorchWouldHave) {
    const Result<Command> command =
        read_command(R"({"type":"set_row","tensor":"x","row":0,"values":[0.3,1e39,-0.0,"NaN","-Infinity"]})");
    ASSERT_TRUE(command.ok());
    const std::vector<Number>& values = std::get<SetRow>(command.value().action).values;
    EXPECT_EQ(values[0].value, 0.3f);
    EXPECT_EQ(values[1].value, std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::signbit(values[2].value));
    EXPECT_TRUE(std::isnan(values[3].value));
    EXPECT_EQ(values[4].value, -std::numeric_limits<float>::infinity());
}

TEST(Codec, EveryWayToWriteANumberIsReadAsItIs) {
    const auto number = [](const std::string& text) {
        const Result<rapidjson::Document> json = parse_json(text);
        return json && json.value().IsNumber() ? json.value().GetDouble() : std::numeric_limits<double>::quiet_NaN();
    };
    EXPECT_EQ(number("0e99"), 0.0);
    EXPECT_EQ(number("1e-400"), 0.0);
    EXPECT_EQ(number("0.1"), 0.1);
    EXPECT_EQ(number("-12345678901234567890"), -12345678901234567890.0);
    EXPECT_EQ(number("9007199254740991"), 9007199254740991.0);
    EXPECT_EQ(number("2.2250738585072011e-308"), 2.2250738585072011e-308);
    EXPECT_TRUE(std::signbit(number("-0")));
    EXPECT_TRUE(parse_json("-2147483648").value().IsInt());
    EXPECT_FALSE(parse_json("2147483648").value().IsInt());
    for (const char* text : {"01", "1.", ".5", "+1", "1e", "0x1", "1e999", "-", "--1", "Infinity"})
        EXPECT_FALSE(parse_json(text).ok()) << text;
}

TEST(Codec, EveryLessonsDocumentComesBackAsItWasWritten) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        const State state = opened(lesson);
        testing::Playground playground(lesson.id);
        playground.does(R"({"type":"load_state","state":)" + state_to_json(state) + "}");
        EXPECT_EQ(playground.session.document(), lesson.document);
        EXPECT_EQ(playground.session.state_json(), state_to_json(state));
    }
}

TEST(Codec, ADocumentThatUsesEverythingComesBackAsItWasWritten) {
    testing::Playground playground("multi-head");
    for (const char* command :
         {R"({"type":"set_cell","tensor":"wq","row":0,"col":6,"value":"NaN"})",
          R"({"type":"set_cell","tensor":"head0.weights","row":0,"col":1,"value":-1.5})",
          R"({"type":"swap_columns","tensor":"x","a":0,"b":4,"count":4})", R"({"type":"pin_baseline"})",
          R"({"type":"perturb_row","tensor":"x","row":1,"strength":0.5,"direction":{"seed":3}})",
          R"({"type":"set_mask_cell","row":1,"col":0,"visible":false})",
          R"({"type":"set_config","name":"output_projection","value":true})",
          R"({"type":"set_tokens","tokens":["Kedi","balık","o","Kedi"]})", R"({"type":"select","tensor":"concat","row":2,"col":1})",
          R"({"type":"show","what":"difference"})", R"({"type":"open_station","tensor":"wq"})",
          R"({"type":"answer","question":"pull","option":0})", R"({"type":"set_controls","hidden":["mask"],"locked":["perturb"]})",
          R"({"type":"set_language","language":"en"})", R"({"type":"set_theme","theme":"dark"})",
          R"({"type":"set_text_size","size":1.5})"}) {
        playground.does(command);
    }
    const std::string state = playground.session.state_json();
    const std::string tensor = playground.text("tensor/concat"), difference = playground.text("tensor/wq/0/6");
    testing::Playground other("attention");
    other.does(R"({"type":"load_state","state":)" + state + "}");
    EXPECT_EQ(other.session.state_json(), state);
    EXPECT_EQ(other.session.document(), playground.session.document());
    EXPECT_EQ(other.session.view(), playground.session.view());
    EXPECT_EQ(other.text("tensor/concat"), tensor);
    EXPECT_EQ(other.text("tensor/wq/0/6"), difference);
    EXPECT_FALSE(other.session.baseline_is_lesson());
}

TEST(Codec, ASentenceWithATargetAndALossComeBackAsTheyWereWritten) {
    testing::Playground playground("sandbox");
    for (const char* command : {R"({"type":"set_config","name":"kind","value":"encoder_decoder"})",
                                R"({"type":"set_tokens","target":true,"tokens":["the","bird"]})",
                                R"({"type":"set_tokens","tokens":["Kedi","balık","o"]})",
                                R"({"type":"set_loss","loss":{"projection":"logits","seed":7}})",
                                R"({"type":"show","what":"gradient"})", R"({"type":"select_block","block":1})"}) {
        playground.does(command);
    }
    const std::string state = playground.session.state_json(), gradient = playground.text("gradient/token_embedding");
    testing::Playground other("attention");
    other.does(R"({"type":"load_state","state":)" + state + "}");
    EXPECT_EQ(other.session.state_json(), state);
    EXPECT_EQ(other.session.document(), playground.session.document());
    EXPECT_EQ(other.text("gradient/token_embedding"), gradient);
}

TEST(Codec, ADrawsStdIsANumberOrASettingsName) {
    const auto lesson = [](const std::string& std) {
        return R"({"id":"t","number":1,"title":"T","document":{"tokens":["a"],"parts":[{"model":"stack",
            "config":{"d":2,"depth":1,"std":0.5},"draws":[{"normal":"layers.0.w")" +
               std + R"(}]}]},"screen":{},"steps":[]})";
    };
    const auto written = [&](const std::string& std) { return to_json(read_lesson(lesson(std)).value().document); };
    EXPECT_NE(written(R"(,"std":0.25)").find(R"({"normal":"layers.0.w","std":0.25})"), std::string::npos);
    EXPECT_NE(written(R"(,"std_setting":"std")").find(R"({"normal":"layers.0.w","std_setting":"std"})"), std::string::npos);
    EXPECT_EQ(read_lesson(lesson(R"(,"std":0.25,"std_setting":"std")")).error().code, "json_bad_value");
}

TEST(Codec, AStateMayComeAsAnObjectOrAsText) {
    testing::Playground playground("attention");
    const std::string state = playground.session.state_json();
    JsonWriter json;
    json.string(state);
    playground.does(R"({"type":"load_state","state":)" + json.text() + "}");
    EXPECT_EQ(playground.session.state_json(), state);
}

TEST(Codec, SaysWhereAndWhatIsWrong) {
    EXPECT_EQ(refusal("{"), "json_syntax");
    EXPECT_EQ(refusal(""), "json_syntax");
    EXPECT_EQ(refusal("[]"), "json_wrong_type");
    EXPECT_EQ(refusal("{}"), "json_missing_field");
    EXPECT_EQ(refusal(R"({"type":"set_cel"})"), "unknown_command");
    EXPECT_EQ(refusal(R"({"type":5})"), "json_wrong_type");
    EXPECT_EQ(refusal(R"({"type":"undo","extra":1})"), "json_unknown_field");
    EXPECT_EQ(refused_path(R"({"type":"undo","extra":1})"), "extra");
    EXPECT_EQ(refusal(R"({"type":"undo","type":"redo"})"), "json_duplicate_field");
    EXPECT_EQ(refusal(R"({"type":"set_cell","tensor":"x","row":0,"col":0})"), "json_missing_field");
    EXPECT_EQ(refused_path(R"({"type":"set_cell","tensor":"x","row":0,"col":0})"), "value");
    EXPECT_EQ(refusal(R"({"type":"set_cell","tensor":"x","row":0.5,"col":0,"value":1})"), "json_wrong_type");
    EXPECT_EQ(refusal(R"({"type":"set_cell","tensor":"x","row":3000000000,"col":0,"value":1})"), "json_wrong_type");
    EXPECT_EQ(refusal(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":"many"})"), "json_bad_value");
    EXPECT_EQ(refused_path(R"({"type":"set_tensor","tensor":"x","values":[[1],[true]]})"), "values/1/0");
    EXPECT_EQ(refusal(R"({"type":"set_mask","mask":"diagonal"})"), "json_bad_value");
    EXPECT_EQ(refusal(R"({"type":"set_seed","seed":9007199254740993})"), "json_wrong_type");
    EXPECT_EQ(refusal(R"({"type":"set_seed","seed":-1})"), "json_wrong_type");
    EXPECT_EQ(refusal(R"({"type":"perturb_row","tensor":"x","row":0,"strength":"NaN","direction":{"seed":1}})"), "json_wrong_type");
    EXPECT_EQ(refusal(R"({"type":"perturb_row","tensor":"x","row":0,"strength":1,"direction":{"seed":1,"draw":"a"}})"),
              "json_bad_value");
}

TEST(Codec, HasLimitsForHostileInput) {
    EXPECT_EQ(refusal(std::string(100000, '[')), "json_too_deep");
    EXPECT_EQ(refusal(R"({"type":"load_state","state":)" + std::string(100, '[') + std::string(100, ']') + "}"), "json_too_deep");
    EXPECT_EQ(refusal(std::string(kLongestJson + 1, ' ')), "json_too_long");
    EXPECT_EQ(refusal("{\"type\":\"open_lesson\",\"lesson\":\"\xFF\xFE\"}"), "json_syntax");
    EXPECT_EQ(refusal(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":1e999})"), "json_syntax");
    EXPECT_EQ(refusal(R"({"type":"set_cell","tensor":"x","row":0,"col":0,"value":NaN})"), "json_syntax");
    EXPECT_EQ(refusal(std::string("{\"type\":\"undo\"}\0garbage", 23)), "json_syntax");
    std::string wide = "{\"type\":\"undo\"";
    for (int i = 0; i < 2000; ++i) wide += ",\"f" + std::to_string(i) + "\":0";
    EXPECT_EQ(refusal(wide + "}"), "json_too_many");
    EXPECT_EQ(refusal("[\"[[[[[[[[[[[[[[[[[[[[[[[[\"]"), "json_wrong_type") << "brackets in a string are no depth";
}

TEST(Commands, AreListedWithTheirFields) {
    const rapidjson::Document commands = testing::parsed(describe_commands());
    ASSERT_EQ(commands.Size(), std::variant_size_v<Action>);
    EXPECT_STREQ(commands[0]["type"].GetString(), "set_cell");
    EXPECT_STREQ(commands[0]["fields"][1]["name"].GetString(), "head");
    EXPECT_TRUE(commands[0]["fields"][1]["optional"].GetBool());
    EXPECT_FALSE(commands[0]["fields"][4]["optional"].GetBool());
}

}  // namespace
}  // namespace dikkat
