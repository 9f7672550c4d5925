// Lesson files that something went wrong with: each is taken or refused with a message that says what and where, and a refusal
// leaves everything as it was.
#include <gtest/gtest.h>

#include <random>

#include "tests/app/playground.h"

namespace dikkat {
namespace {

constexpr int kFiles = 1000;

class Damage {
public:
    explicit Damage(unsigned seed) : random_(seed) {}

    std::string done_to(std::string json) {
        for (int i = below(3); i >= 0; --i) damage(json);
        return json;
    }

    int below(std::size_t count) { return static_cast<int>(random_() % std::max<std::size_t>(count, 1)); }

private:
    void damage(std::string& json) {
        const std::size_t at = static_cast<std::size_t>(below(json.size())), length = static_cast<std::size_t>(1 + below(40));
        switch (below(7)) {
            case 0:
                json[at] = static_cast<char>(below(256));
                break;
            case 1:
                json.erase(at, length);
                break;
            case 2:
                json.insert(at, json.substr(static_cast<std::size_t>(below(json.size())), length));
                break;
            case 3:
                json.resize(at);  // cut off
                break;
            case 4:  // another number
                replace_after(json, at, "0123456789", {"-1", "1e9", "0.5", "7", "99999999999", "null", "\"NaN\"", "[]"});
                break;
            case 5:  // another word
                replace_after(json, at, "abcdefghijklmnopqrstuvwxyz_",
                              {"q", "commands", "", "set_cell", "__proto__", "blocks.0", "ş"});
                break;
            default:  // another structure
                replace_after(json, at, "{}[],:", {"{", "}", "[", "]", ",", ":", "{}", "[[]]"});
        }
    }

    // The next run of such signs.
    void replace_after(std::string& json, std::size_t at, const char* signs, std::vector<std::string> others) {
        const std::size_t begin = json.find_first_of(signs, at);
        if (begin == json.npos) return;
        const std::size_t end = std::min(json.find_first_not_of(signs, begin), json.size());
        json.replace(begin, signs[0] == '{' ? 1 : end - begin, others[static_cast<std::size_t>(below(others.size()))]);
    }

    std::mt19937 random_;
};

// The site's own lessons under names that are free.
std::vector<std::string> lessons() {
    std::vector<std::string> all;
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        std::string json = testing::lesson_text(lesson.id);
        json.replace(json.find(lesson.id), lesson.id.size(), "mine-" + lesson.id);
        all.push_back(std::move(json));
    }
    return all;
}

TEST(DamagedLesson, IsTakenOrRefusedInWordsWithEverythingAsItWas) {
    const std::vector<std::string> all = lessons();
    testing::Playground play("multi-head");
    int refused = 0;
    for (unsigned seed = 0; seed < kFiles; ++seed) {
        Damage damage(seed);
        const std::string json = damage.done_to(all[static_cast<std::size_t>(damage.below(all.size()))]);
        LoadLesson load;
        load.json.text = json;
        const std::string before = play.session.state_json();
        const std::size_t count = play.session.catalogue().lessons.size();
        const Result<Done> done = play.session.dispatch({load, 0});
        if (done) {
            static_cast<void>(play.session.checks());
            static_cast<void>(play.session.exercises());
            continue;
        }
        ++refused;
        EXPECT_EQ(play.session.state_json(), before) << seed;
        EXPECT_EQ(play.session.catalogue().lessons.size(), count) << seed;
        for (const Language language : {Language::tr, Language::en}) {
            const std::string said = message(done.error(), language);
            EXPECT_NE(said, done.error().code) << seed << ": no sentence";
        }
    }
    EXPECT_GT(refused, kFiles / 2) << "the damage is too small to prove anything";
}

}  // namespace
}  // namespace dikkat
