// A desk whose frames are the screen's, over the project's own lessons.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/json.h"
#include "tests/ui/desk.h"
#include "ui/drawing.h"
#include "ui/screen.h"

namespace dikkat::testing {

class ScreenDesk {
public:
    explicit ScreenDesk(const std::string& lesson)
        : session(testing::all_lessons()), desk(session, [this](Frame& frame) {
              heatmaps_.begin_frame(1);
              ribbons_.begin_frame();
              // The canvas is a window of its own, and the pointer's.
              ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
              if (screen_)
                  frame.out =
                      screen_->draw(session, frame.surroundings, frame.pen.fonts(), heatmaps_, ribbons_, frame.pen.drawing());
          }) {
        screen_ = std::make_unique<ScreenView>();
        send(OpenLesson{lesson});
    }

    void send(Action action) {
        const Result<Done> done = session.dispatch({std::move(action), 0});
        ASSERT_TRUE(done.ok()) << (done.ok() ? "" : done.error().code);
        desk.frames(2);
    }
    void resize(float width, float height, Form form) {
        desk.surroundings.width = width;
        desk.surroundings.height = height;
        desk.surroundings.form = form;
        ImGui::GetIO().DisplaySize = {width, height};
        desk.frames(2);
    }
    void click(const std::string& anchor) {
        const Rectangle area = desk.anchor(anchor);
        desk.click(area.centre_x(), area.centre_y());
    }
    // Frames until nothing moves, at most a second.
    int frames_until_rest() {
        for (int i = 0; i < 60; ++i) {
            desk.frames(1);
            if (!desk.out.wants_frame) return i;
        }
        return 60;
    }

    // The record of the next frame.
    rapidjson::Document recorded_now() {
        desk.drawing = std::make_unique<Drawing>();
        desk.frames(1);
        const Surroundings& around = desk.surroundings;
        Result<rapidjson::Document> read = parse_json(desk.drawing->json(around.width, around.height, IM_COL32_WHITE));
        desk.drawing.reset();
        EXPECT_TRUE(read.ok());
        return std::move(read).value();
    }
    rapidjson::Document recorded() {
        frames_until_rest();
        return recorded_now();
    }

    Session session;

private:
    HeatmapPass heatmaps_;
    RibbonPass ribbons_;
    std::unique_ptr<ScreenView> screen_;

public:
    Desk desk;
};

inline std::vector<std::string> texts_of(const rapidjson::Document& drawing) {
    std::vector<std::string> texts;
    for (const JsonValue& item : drawing["items"].GetArray()) {
        if (std::string_view(item["kind"].GetString()) == "text") texts.emplace_back(item["text"].GetString());
    }
    return texts;
}

}  // namespace dikkat::testing
