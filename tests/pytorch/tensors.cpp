// dikkat-pytorch LESSONS EDITS OUT: for every lesson as opened, each of its variants and steps, and the edits of a JSON file, the
// PyTorch script of the document (OUT/NAME.py) and what the core makes of it in double (OUT/NAME.json). compare.py runs the
// scripts.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/build.h"
#include "app/codec.h"
#include "app/loss.h"
#include "app/pytorch.h"
#include "app/session.h"
#include "app/text.h"
#include "tests/pytorch/numbers.h"
#include "tests/pytorch/operations.h"

namespace {

using namespace dikkat;
using dikkat::testing::to_text;

std::string file_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void give_up(const std::string& what, const Error& error) {
    std::fprintf(stderr, "%s: %s\n", what.c_str(), message(error, Language::en).c_str());
    std::exit(2);
}

Catalogue read_lessons(const std::filesystem::path& folder) {
    Catalogue catalogue;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::filesystem::path path = entry.path() / "lesson.json";
        if (!std::filesystem::exists(path)) continue;
        Result<Lesson> lesson = read_lesson(file_text(path));
        if (!lesson) give_up(path.string(), lesson.error());
        catalogue.lessons.push_back(std::move(lesson).value());
    }
    sort_by_number(catalogue);
    return catalogue;
}

struct Case {
    std::string name, lesson;
    std::vector<Command> commands;
};

std::vector<Case> cases_of_lessons(const Catalogue& catalogue) {
    std::vector<Case> cases;
    for (const Lesson& lesson : catalogue.lessons) {
        cases.push_back({lesson.id + " as opened", lesson.id, {}});
        for (const auto& [name, variant] : lesson.variants) {
            cases.push_back({lesson.id + " variant " + name, lesson.id, variant.commands});
        }
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            if (lesson.steps[step].commands.empty()) continue;
            const GoToStep go{static_cast<int>(step) + 1};
            cases.push_back({lesson.id + " step " + std::to_string(step + 1), lesson.id, {{go, 0}}});
        }
    }
    return cases;
}

// [{"name": ..., "lesson": ..., "commands": [...]}]
std::vector<Case> cases_of_file(const std::string& path) {
    const std::string text = file_text(path);
    Result<rapidjson::Document> json = parse_json(text);
    if (!json) give_up(path, json.error());
    std::vector<Case> cases;
    for (const JsonValue& each : json.value().GetArray()) {
        Case entry{each["name"].GetString(), each["lesson"].GetString(), {}};
        for (const JsonValue& command : each["commands"].GetArray()) {
            JsonWriter writer;
            writer.copy(command);
            Result<Command> read = read_command(writer.text());
            if (!read) give_up(entry.name + ": " + writer.text(), read.error());
            entry.commands.push_back(std::move(read).value());
        }
        cases.push_back(std::move(entry));
    }
    return cases;
}

std::string tensors_text(const Built& built) {
    const Evaluation<double> evaluation = evaluate<double>(built.graph(), built.leaves, built.overrides);
    std::string text;
    for (NodeId id = 0; id < built.graph().size(); ++id) {
        const std::string& name = built.graph()[id].name;
        if (!name.empty()) text += (text.empty() ? "" : ",\n") + to_json(name) + ": " + to_text(evaluation[id]);
    }
    return text;
}

void add_figure(std::string& text, std::string_view name, double value, double bound) {
    text += (text.empty() ? "" : ",\n") + to_json(std::string(name)) + ": [" + to_text(value) + ", " + to_text(bound) + "]";
}

double norm_of(const Tensor<float>& tensor) {
    double squares = 0;
    for (const float number : tensor.data) squares += static_cast<double>(number) * static_cast<double>(number);
    return std::sqrt(squares);
}

// Each with how near another float32 run comes to it: in a stack a hundred layers deep, the last digits are rounding.
std::string figures_text(const Session& session) {
    std::string figures;
    const std::vector<CheckResult> results = session.checks();
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Check& check = session.lesson().checks[i];
        const int depth = std::max(check.depth, check.other_depth);
        add_figure(figures, results[i].text, results[i].measured, depth <= 20 ? 1e-5 : depth <= 50 ? 1e-3 : 2e-2);
    }
    const Result<float> loss = session.loss();
    if (!loss) return figures;
    const Graph& graph = session.graph();
    const auto built = [&](const char* name) { return graph.find(name) != kNoNode; };
    const double bound = built("stack.h.50") ? 2e-2 : built("stack.h.20") ? 1e-3 : 1e-4;
    const Language language = session.view().language;
    add_figure(figures, text::pytorch_loss.in(language), loss.value(), bound);
    const NodeId of = loss_tensor(session.document(), graph);
    for (NodeId leaf = 0; leaf < of; ++leaf) {
        if (!graph[leaf].is_leaf() || graph[leaf].kind != Kind::input || !graph.depends_on(of, leaf)) continue;
        add_figure(figures, fill(text::pytorch_gradient.in(language), {{"tensor", graph[leaf].name}}),
                   norm_of(session.gradient(graph[leaf].name).value()), bound);
    }
    return figures;
}

void write_case(const Catalogue& catalogue, const Case& entry, const std::filesystem::path& folder) {
    Session session(catalogue);
    Result<Done> done = session.dispatch({OpenLesson{entry.lesson}, 0});
    for (const Command& command : entry.commands) {
        if (done) done = session.dispatch(command);
    }
    if (!done) give_up(entry.name, done.error());

    const Result<PyTorchScript> script =
        pytorch_script({session.lesson(), session.document(), session.baseline(), session.view().language});
    if (!script) give_up(entry.name, script.error());
    std::ofstream(folder / (entry.name + ".py"), std::ios::binary) << script.value().code;

    std::ofstream(folder / (entry.name + ".json"), std::ios::binary)
        << "{\"tensors\": {" << tensors_text(build(session.document()).value()) << "},\n\"figures\": {" << figures_text(session)
        << "},\n\"names\": " << to_json(script.value().names) << "}\n";
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fputs("usage: dikkat-pytorch LESSONS EDITS OUT\n", stderr);
        return 2;
    }
    const Catalogue catalogue = read_lessons(arguments[1]);
    std::vector<Case> cases = cases_of_lessons(catalogue);
    for (Case& entry : cases_of_file(arguments[2])) cases.push_back(std::move(entry));
    std::filesystem::create_directories(arguments[3]);
    for (const Case& entry : cases) write_case(catalogue, entry, arguments[3]);
    dikkat::testing::write_operations(arguments[3]);
    return 0;
}
