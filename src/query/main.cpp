// dikkat-query: the playground without a window. Opens a lesson, carries out commands in order, prints one JSON document for each
// path and line. What is refused is named on stderr, and the exit code is 2.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/codec.h"
#include "app/query.h"
#include "app/session.h"
#include "app/text.h"

namespace {

using namespace dikkat;

constexpr int kRefused = 2;
constexpr const char* kUsage =
    "usage: dikkat-query --lessons DIR --lesson ID [--do COMMAND_JSON]... PATH...\n"
    "       dikkat-query commands | texts | version\n";

struct Wishes {
    std::string lessons_folder, lesson;
    std::vector<std::string> commands, paths;
    bool understood = true;
};

Wishes read_arguments(int count, char** arguments) {
    Wishes wishes;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        const bool has_value = i + 1 < count;
        if (argument == "--lessons" && has_value) {
            wishes.lessons_folder = arguments[++i];
        } else if (argument == "--lesson" && has_value) {
            wishes.lesson = arguments[++i];
        } else if (argument == "--do" && has_value) {
            wishes.commands.push_back(arguments[++i]);
        } else if (argument.starts_with("--")) {
            wishes.understood = false;
        } else {
            wishes.paths.push_back(std::string(argument));
        }
    }
    wishes.understood = wishes.understood && !wishes.paths.empty();
    return wishes;
}

int refuse(std::string_view what, const Error& error) {
    std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(what.size()), what.data(), message(error, Language::en).c_str());
    return kRefused;
}

int refuse(const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
    return kRefused;
}

void print(const std::string& json) { std::printf("%s\n", json.c_str()); }

bool needs_no_lesson(const std::string& path) { return path == "commands" || path == "texts" || path == "version"; }

int answer_without_lesson(const Wishes& wishes) {
    for (const std::string& path : wishes.paths) {
        if (!needs_no_lesson(path)) return refuse(path + ": needs --lessons DIR and --lesson ID");
    }
    for (const std::string& path : wishes.paths) {
        print(path == "commands" ? describe_commands() : path == "texts" ? texts_json() : version_json());
    }
    return 0;
}

int open_and_answer(const Wishes& wishes, Catalogue catalogue) {
    Session session(std::move(catalogue));
    const Command open{OpenLesson{wishes.lesson}, 0};
    if (const Result<Done> done = session.dispatch(open); !done) return refuse(wishes.lesson, done.error());
    for (const std::string& json : wishes.commands) {
        const Result<Command> command = read_command(json);
        if (!command) return refuse(json, command.error());
        if (const Result<Done> done = session.dispatch(command.value()); !done) return refuse(json, done.error());
    }
    for (const std::string& path : wishes.paths) {
        const Result<std::string> answer = session.query(path);
        if (!answer) return refuse(path, answer.error());
        print(answer.value());
    }
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const Wishes wishes = read_arguments(count, arguments);
    if (!wishes.understood) return refuse(kUsage);
    if (wishes.lesson.empty()) return answer_without_lesson(wishes);

    Catalogue catalogue;
    std::error_code failed;
    for (const auto& folder : std::filesystem::directory_iterator(wishes.lessons_folder, failed)) {
        const std::filesystem::path path = folder.path() / "lesson.json";
        std::ifstream file(path, std::ios::binary);
        if (!file) continue;
        const std::string json{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        Result<Lesson> lesson = read_lesson(json);
        if (!lesson) return refuse(path.string(), lesson.error());
        catalogue.lessons.push_back(std::move(lesson).value());
    }
    if (catalogue.lessons.empty()) return refuse(wishes.lessons_folder + ": there is no lesson here");
    sort_by_number(catalogue);
    return open_and_answer(wishes, std::move(catalogue));
}
