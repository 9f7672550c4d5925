// Drawing: the record of what the canvas draws, over the project's own lessons.
#include "ui/drawing.h"

#include "app/json.h"
#include "tests/ui/screen_desk.h"

namespace dikkat {
namespace {

using testing::ScreenDesk;
using testing::texts_of;

const JsonValue* cells_of(const rapidjson::Document& drawing, std::string_view tensor) {
    for (const JsonValue& item : drawing["items"].GetArray()) {
        if (item.HasMember("tensor") && item["tensor"]["name"].GetString() == tensor) return &item;
    }
    return nullptr;
}

TEST(Drawing, EveryTextHasItsRectangleAndItsClip) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        ScreenDesk screen(lesson.id);
        const rapidjson::Document drawing = screen.recorded();
        EXPECT_GT(texts_of(drawing).size(), 20u) << lesson.id;
        for (const JsonValue& item : drawing["items"].GetArray()) {
            if (std::string_view(item["kind"].GetString()) != "text") continue;
            const auto place = item["rect"].GetArray();
            EXPECT_GT(place[2].GetDouble(), 0) << item["text"].GetString();
            EXPECT_GT(place[3].GetDouble(), item["size"].GetDouble() / 2) << item["text"].GetString();
            EXPECT_EQ(item["clip"].Size(), 4u);
        }
    }
}

TEST(Drawing, DigitsAreFinalInTheFirstFrameWhileColoursAreOnTheirWay) {
    const std::pair<const char*, const char*> leaves[] = {{"attention", "q"}, {"multi-head", "x"}, {"layer-norm", "x"}};
    for (const auto& [lesson, leaf] : leaves) {
        ScreenDesk screen(lesson);
        screen.recorded();
        ASSERT_TRUE(screen.session.dispatch({SetCell{leaf, 0, 1, 0, -2.0f}, 0}).ok()) << lesson;
        const rapidjson::Document first = screen.recorded_now(), last = screen.recorded();
        EXPECT_EQ(texts_of(first), texts_of(last)) << lesson;
        const JsonValue *early = cells_of(first, leaf), *late = cells_of(last, leaf);
        ASSERT_TRUE(early != nullptr && late != nullptr) << lesson;
        EXPECT_NE((*early)["colours"], (*late)["colours"]) << lesson << ": nothing glides";
    }
}

TEST(Drawing, ATextIsAsWideAsThePenMeasuresIt) {
    Session session(testing::all_lessons());
    testing::Desk desk(session, [](Frame& frame) { frame.pen.text(Face::bold, 20, 30, 60, frame.colours().ink, "one \"two\""); });
    desk.drawing = std::make_unique<Drawing>();
    desk.frames(1);
    const Result<rapidjson::Document> drawing = parse_json(desk.drawing->json(952, 752, IM_COL32_WHITE));
    ASSERT_TRUE(drawing.ok());
    ASSERT_EQ(drawing.value()["items"].Size(), 1u);
    const JsonValue& text = drawing.value()["items"][0];
    EXPECT_STREQ(text["text"].GetString(), "one \"two\"");
    EXPECT_TRUE(text["bold"].GetBool());
    EXPECT_DOUBLE_EQ(text["rect"][0].GetDouble(), 30);
    EXPECT_DOUBLE_EQ(text["rect"][2].GetDouble(), 9 * 12);  // the desk's letters are 0.6 em wide
    EXPECT_DOUBLE_EQ(text["y"].GetDouble(), 60);
}

TEST(Drawing, HoldsTheVeryNumbersOfTheTensors) {
    ScreenDesk screen("multi-head");
    const rapidjson::Document drawing = screen.recorded();
    const JsonValue* cells = cells_of(drawing, "head0.weights");
    ASSERT_NE(cells, nullptr);
    const TensorReading reading = *screen.session.read("head0.weights");
    ASSERT_EQ((*cells)["values"].Size(), reading.value.size());
    ASSERT_EQ((*cells)["colours"].Size(), reading.value.size());
    for (rapidjson::SizeType i = 0; i < reading.value.size(); ++i)
        EXPECT_EQ(static_cast<float>((*cells)["values"][i].GetDouble()), reading.value[i]);
}

TEST(Drawing, WhatLiesOverCellsComesAfterThem) {
    ScreenDesk screen("multi-head");
    const rapidjson::Document drawing = screen.recorded();
    rapidjson::SizeType cells = 0, number = 0;
    for (rapidjson::SizeType i = 0; i < drawing["items"].Size(); ++i) {
        const JsonValue& item = drawing["items"][i];
        if (item.HasMember("tensor") && std::string_view(item["tensor"]["name"].GetString()) == "x") cells = i;
        if (cells > 0 && number == 0 && std::string_view(item["kind"].GetString()) == "text") number = i;
    }
    EXPECT_GT(cells, 0u);
    EXPECT_GT(number, cells);
}

TEST(Drawing, AnOpenMenuLiesOverTheScreen) {
    ScreenDesk screen("multi-head");
    screen.click("control/mask");
    const rapidjson::Document drawing = screen.recorded();
    const Rectangle option = screen.desk.anchor("control/mask/0");
    // Its lines are the last that is drawn, though the screen goes on after the toolbar that opened it.
    Rectangle last;
    for (const JsonValue& item : drawing["items"].GetArray()) {
        if (std::string_view(item["kind"].GetString()) != "text") continue;
        const auto place = item["rect"].GetArray();
        last = {place[0].GetFloat(), place[1].GetFloat(), place[2].GetFloat(), place[3].GetFloat()};
    }
    EXPECT_GT(last.x, option.x);
    EXPECT_LT(last.right(), option.right());
    EXPECT_LT(last.y, option.y + 6 * option.height);
}

}  // namespace
}  // namespace dikkat
