// dikkat-bench LESSONS_FOLDER: what one edit costs in each lesson, from the command to the claims measured again; what a whole
// sweep over depths costs; how fast a GPT block is.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/session.h"
#include "app/text.h"
#include "tests/bench/measure.h"

namespace {

using namespace dikkat;
using bench::kRounds;
using bench::median;
using bench::seconds;

constexpr std::size_t kEdits = 201;
constexpr int kLoopLength = 1024, kLoopRepeats = 1024;  // a million multiply-adds

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

// Not put into main(), where an engine's optimising compiler would never get at it.
double (*volatile timed_loop)() = time_loop;

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
    if (session.checks().empty()) std::printf("%s: no claim was measured\n", tensor.c_str());
}

void measure_edits(const Catalogue& catalogue, const Lesson& lesson) {
    Session session{catalogue};
    session.in_slices(true);  // as on the page: a sweep is not waited for
    if (!session.dispatch(Command{OpenLesson{lesson.id}, 0}).ok()) return;
    const std::string tensor = first_editable(session);
    std::array<double, kEdits> edits{}, loops{};
    for (std::size_t turn = 0; turn < kEdits; ++turn) {
        loops[turn] = timed_loop();
        edits[turn] = seconds([&] { edit_once(session, tensor, static_cast<int>(turn)); });
    }
    std::printf("%-16s %9.3f ms %9.2f loops   (edits %s)\n", lesson.id.c_str(), median(edits) * 1e3, median(edits) / median(loops),
                tensor.c_str());
}

// Every depth of every series, in float and in double, after an edit of its input.
void measure_sweep(const Catalogue& catalogue, const Lesson& lesson, const std::string& id, const Sweep& sweep) {
    Session session{catalogue};
    if (!session.dispatch(Command{OpenLesson{lesson.id}, 0}).ok()) return;
    session.in_slices(true);
    bench::BestSteps steps;
    std::array<double, kRounds> loops{};
    for (std::size_t round = 0; round < kRounds; ++round) {
        loops[round] = timed_loop();
        edit_once(session, sweep.input, static_cast<int>(round));
        bool left = session.sweep(id) != nullptr;  // asked for, it begins
        for (std::size_t step = 0; left; ++step) steps.time(step, [&] { left = session.advance([] { return false; }); });
    }
    const SweepReading* reading = session.sweep(id);
    const bool done = reading != nullptr && reading->done && !reading->error;
    std::string series;
    for (const SweepSeries& each : sweep.series) series += (series.empty() ? "" : ", ") + each.id;
    std::printf("%-16s %9.3f ms %9.2f loops   (%s: depths 1..%d of %s)%s\n", lesson.id.c_str(), steps.total() * 1e3,
                steps.total() / median(loops), id.c_str(), sweep.depth, series.c_str(), done ? "" : " NOT DONE");
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: dikkat-bench LESSONS_FOLDER\n");
        return 2;
    }
    const Catalogue catalogue = read_lessons(arguments[1]);
    std::printf("one edit, evaluated and its claims measured; a loop is a million multiply-adds\n");
    for (const Lesson& lesson : catalogue.lessons) measure_edits(catalogue, lesson);
    std::printf("a whole sweep over depths after an edit\n");
    for (const Lesson& lesson : catalogue.lessons) {
        for (const auto& [id, sweep] : lesson.sweeps) measure_sweep(catalogue, lesson, id, sweep);
    }
    bench::measure_blocks();
    return catalogue.lessons.empty() ? 1 : 0;
}
