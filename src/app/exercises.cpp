#include "app/exercises.h"

#include <algorithm>
#include <utility>

#include "app/edit.h"
#include "app/json.h"
#include "app/text.h"

namespace dikkat {

namespace {

// What was done to a tensor is as if it had not been.
void forget(Document& document, const std::string& tensor) {
    std::erase_if(document.overrides, [&](const auto& entry) { return entry.first.tensor == tensor; });
    document.perturbations.erase(tensor);
    document.column_order.erase(tensor);
    if (tensor == "mask") document.mask = MaskKind::none, document.custom_mask.clear();
}

std::string titles(const Lesson& lesson, const std::vector<std::string>& tensors, Language language) {
    std::string all;
    for (const std::string& name : tensors) {
        const auto look = lesson.looks.find(name);
        std::string title = look == lesson.looks.end() ? name : look->second.title.in(language);
        std::erase(title, '_');  // "W_q" has its subscript drawn, elsewhere
        all += (all.empty() ? "" : ", ") + (title.empty() ? name : title);
    }
    return all;
}

CheckResult only_edited(const Lesson& lesson, const Exercise& exercise, int elsewhere, Language language) {
    CheckResult result;
    result.id = result.kind = "only_edited";
    result.text = fill(text::exercise_only_edited.in(language), {{"tensors", titles(lesson, exercise.only_edited, language)}});
    result.measured = elsewhere, result.relation = "=", result.holds = elsewhere == 0;
    return result;
}

bool holds(const CheckResult& result) { return result.holds && !result.pending; }

}  // namespace

std::string kept_name(const Lesson& lesson, const std::string& id) { return id + lesson.mark; }

int changes_elsewhere(Document now, Document start, const std::vector<std::string>& allowed) {
    for (Document* document : {&now, &start}) {
        for (const std::string& tensor : allowed) forget(*document, tensor);
        std::erase_if(document->perturbations, [](const auto& entry) { return entry.second.strength == 0; });
    }
    int changes = 0;
    for (const auto& [cell, value] : now.overrides) {
        const auto other = start.overrides.find(cell);
        if (other == start.overrides.end() || !(other->second == value)) ++changes;
    }
    for (const auto& [cell, value] : start.overrides) {
        if (!now.overrides.contains(cell)) ++changes;
    }
    now.overrides.clear(), start.overrides.clear();
    return changes + (now == start ? 0 : 1);
}

std::vector<ExerciseReading> read_exercises(const Lesson& lesson, const Document& document, const View& view,
                                            const CheckSource& source, Graphs& graphs) {
    std::vector<ExerciseReading> all;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        for (const Exercise& exercise : lesson.steps[step].exercises) {
            ExerciseReading& reading = all.emplace_back();
            const std::string kept = kept_name(lesson, exercise.id);
            const auto attempts = view.attempts.find(kept);
            reading.id = exercise.id, reading.step = static_cast<int>(step), reading.open = reading.step == view.step;
            reading.attempts = attempts == view.attempts.end() ? 0 : attempts->second;
            reading.solved = view.solved.contains(kept);
            reading.hint = reading.attempts >= exercise.hint_after;
            if (!reading.open) continue;
            for (const Check& check : exercise.checks) reading.figures.push_back(measure(check, source, view.language));
            if (!exercise.only_edited.empty()) {
                const Result<Document> start = edited(lesson.document, lesson.steps[step].commands, graphs);
                const int elsewhere = start ? changes_elsewhere(document, start.value(), exercise.only_edited) : 1;
                reading.figures.push_back(only_edited(lesson, exercise, elsewhere, view.language));
            }
            reading.passed = std::all_of(reading.figures.begin(), reading.figures.end(), holds);
        }
    }
    return all;
}

std::vector<ExerciseReading> ExerciseNews::of(const std::string& lesson, std::vector<ExerciseReading> now) {
    std::erase_if(now, [](const ExerciseReading& each) { return !each.open; });
    if (lesson != lesson_) lesson_ = lesson, told_.clear();
    std::vector<ExerciseReading> news;
    for (const ExerciseReading& each : now) {
        const auto before = std::find_if(told_.begin(), told_.end(), [&](const ExerciseReading& one) { return one.id == each.id; });
        const bool is_news =
            before == told_.end() ? each.passed : before->passed != each.passed || before->attempts != each.attempts;
        if (is_news) news.push_back(each);
    }
    told_ = std::move(now);
    return news;
}

void write_finding(JsonWriter& json, const CheckResult& check) {
    json.field("text", check.text);
    json.field("variant", check.variant);
    json.field("measured", check.measured);
    json.field("measured_text", measured_text(check));
    json.field("relation", check.relation);
    json.field("bound", check.bound);
    json.field("bound_text", bound_text(check));
    json.field("holds", check.holds);
    json.field("pending", check.pending);
    json.field("rows", check.rows);
}

std::string exercise_json(const ExerciseReading& exercise) {
    JsonWriter json;
    json.begin_object();
    json.field("id", exercise.id);
    json.field("step", exercise.step + 1);
    json.field("open", exercise.open);
    json.field("passed", exercise.passed);
    json.field("solved", exercise.solved);
    json.field("attempts", exercise.attempts);
    json.field("hint", exercise.hint);
    json.key("figures");
    json.begin_array();
    for (const CheckResult& figure : exercise.figures) {
        json.begin_object();
        json.field("check", figure.id);
        write_finding(json, figure);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.text();
}

}  // namespace dikkat
