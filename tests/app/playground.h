// A session over the project's own lessons, as a test talks to it: commands and queries in JSON.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app/codec.h"
#include "app/session.h"
#include "app/text.h"

namespace dikkat::testing {

inline std::string file_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::string lesson_text(const std::string& id) {
    return file_text(std::filesystem::path(DIKKAT_LESSONS) / id / "lesson.json");
}

inline Catalogue read_lessons() {
    Catalogue catalogue;
    for (const auto& folder : std::filesystem::directory_iterator(DIKKAT_LESSONS)) {
        const std::string json = file_text(folder.path() / "lesson.json");
        if (json.empty()) continue;
        Result<Lesson> lesson = read_lesson(json);
        CHECK(lesson.ok(), folder.path().c_str());
        catalogue.lessons.push_back(std::move(lesson).value());
    }
    sort_by_number(catalogue);
    return catalogue;
}

// Read once: reading checks them, and a thousand playgrounds need not wait for that.
inline const Catalogue& all_lessons() {
    static const Catalogue catalogue = read_lessons();
    return catalogue;
}

inline rapidjson::Document parsed(const std::string& json) {
    Result<rapidjson::Document> document = parse_json(json);
    CHECK(document.ok(), json.c_str());
    return std::move(document).value();
}

struct Playground {
    Session session{all_lessons()};

    explicit Playground(const std::string& lesson) { does(R"({"type":"open_lesson","lesson":")" + lesson + R"("})"); }

    void does(const std::string& command) { EXPECT_EQ(session.dispatch_json(command), R"({"ok":true})") << command; }

    // The code of the refusal, after making sure that it left everything as it was.
    std::string refuses(const std::string& command) {
        const std::string before = session.state_json();
        const std::uint64_t revision = session.revision();
        const rapidjson::Document answer = parsed(session.dispatch_json(command));
        EXPECT_EQ(session.state_json(), before) << command;
        EXPECT_EQ(session.revision(), revision) << command;
        return answer["ok"].GetBool() ? "accepted" : answer["error"]["code"].GetString();
    }

    std::string text(const std::string& path) const {
        const Result<std::string> answer = session.query(path);
        return answer ? answer.value() : "refused: " + answer.error().code;
    }

    rapidjson::Document ask(const std::string& path) const { return parsed(text(path)); }

    Tensor<float> tensor(const std::string& name) const {
        const std::optional<TensorReading> reading = session.read(name);
        EXPECT_TRUE(reading.has_value()) << name;
        Tensor<float> tensor;
        if (reading) tensor.shape = reading->shape, tensor.data.assign(reading->value.begin(), reading->value.end());
        return tensor;
    }

    std::vector<float> row(const std::string& name, int row) const {
        const Tensor<float> all = tensor(name);
        const auto begin = all.data.begin() + row * all.shape.columns();
        return {begin, begin + all.shape.columns()};
    }

    std::vector<int> moved_rows(const std::string& name) const {
        std::vector<int> rows;
        const std::optional<TensorReading> reading = session.read(name);
        for (std::size_t row = 0; reading && row < reading->moved_rows.size(); ++row) {
            if (reading->moved_rows[row]) rows.push_back(static_cast<int>(row));
        }
        return rows;
    }

    CheckResult check(const std::string& id) const {
        for (const CheckResult& result : session.checks()) {
            if (result.id == id) return result;
        }
        ADD_FAILURE() << "no check " << id;
        return {};
    }
};

}  // namespace dikkat::testing
