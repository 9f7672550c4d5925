// dikkat-bench LESSONS_FOLDER: what one edit costs in each lesson, from the command to the claims measured again. Times are told as
// multiples of a loop timed in the same run, since a machine's speed changes from one minute to the next: only the ratios compare.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/session.h"
#include "app/text.h"

namespace {

using namespace dikkat;
using Clock = std::chrono::steady_clock;

constexpr int kRounds = 9;
constexpr int kEditsInRound = 40;
constexpr int kLoopLength = 1024, kLoopRepeats = 1024;  // a million multiply-adds

template <class Work>
double seconds(Work&& work) {
    const Clock::time_point start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::array<double, kRounds> times) {
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
}

// The measure: y += a * x over floats in the nearest cache, as the evaluation's own products do.
double time_loop() {
    static std::array<float, kLoopLength> x, y;
    x.fill(0.5f);
    y.fill(0);
    const double time = seconds([] {
        for (int repeat = 0; repeat < kLoopRepeats; ++repeat) {
            const float a = static_cast<float>(repeat) * 1e-6f;
            for (std::size_t i = 0; i < x.size(); ++i) y[i] += a * x[i];
        }
    });
    if (y[0] < 0) std::printf("never printed; the loop's result must be used\n");
    return time;
}

Catalogue read_lessons(const char* folder) {
    Catalogue catalogue;
    for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream file(entry.path() / "lesson.json", std::ios::binary);
        if (!file) continue;
        Result<Lesson> lesson = read_lesson(std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
        if (lesson.ok()) {
            catalogue.lessons.push_back(std::move(lesson).value());
        } else {
            std::fprintf(stderr, "%s: %s\n", entry.path().c_str(), message(lesson.error(), Language::en).c_str());
        }
    }
    sort_by_number(catalogue);
    return catalogue;
}

// The first tensor of the graph that may be edited: everything behind it moves.
std::string first_editable(const Session& session) {
    for (const Node& node : session.graph().nodes()) {
        const std::optional<TensorReading> tensor = session.read(node.name);
        if (tensor && tensor->editable && !tensor->value.empty()) return node.name;
    }
    return {};
}

void edit_once(Session& session, const std::string& tensor, int turn) {
    const Command command{SetCell{tensor, 0, 0, 0, static_cast<float>(turn % 7) * 0.1f}, 1};
    if (!session.dispatch(command).ok()) std::printf("%s: the edit was refused\n", tensor.c_str());
    if (session.checks().empty()) std::printf("%s: the lesson has no claims\n", tensor.c_str());
}

void measure(const Catalogue& catalogue, const Lesson& lesson) {
    Session session{catalogue};
    if (!session.dispatch(Command{OpenLesson{lesson.id}, 0}).ok()) return;
    const std::string tensor = first_editable(session);
    std::array<double, kRounds> edits{}, ratios{};
    for (std::size_t round = 0; round < kRounds; ++round) {
        const double loop = time_loop();
        edits[round] = seconds([&] {
                           for (int turn = 0; turn < kEditsInRound; ++turn) edit_once(session, tensor, turn);
                       }) /
                       kEditsInRound;
        ratios[round] = edits[round] / loop;
    }
    std::printf("%-16s %9.3f ms %9.2f loops   (edits %s)\n", lesson.id.c_str(), median(edits) * 1e3, median(ratios),
                tensor.c_str());
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: dikkat-bench LESSONS_FOLDER\n");
        return 2;
    }
    const Catalogue catalogue = read_lessons(arguments[1]);
    std::printf("one edit, evaluated and its claims measured; a loop is a million multiply-adds\n");
    for (const Lesson& lesson : catalogue.lessons) measure(catalogue, lesson);
    return catalogue.lessons.empty() ? 1 : 0;
}
