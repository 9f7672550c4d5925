#include "app/lesson_check.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "app/build.h"
#include "app/checks.h"
#include "app/codec.h"
#include "app/edit.h"
#include "app/number.h"

namespace dikkat {

namespace {

constexpr int kMostDecimals = 9, kMostSweepDepth = 100;
constexpr std::size_t kMostOfAKind = 64, kMostEvaluated = 12;

constexpr std::array<std::string_view, 13> kPanelTypes{
    "perturb",    "row_change",  "difference_table", "count_bars", "margins", "batch_table", "by_hand",
    "depth_plot", "depth_table", "growth",           "diagram",    "ledger",  "claims"};

std::string layer_of(const Sweep& sweep, int layer) {
    std::string name = sweep.layer;
    constexpr std::string_view hole = "{layer}";
    if (const std::size_t at = name.find(hole); at != name.npos) name.replace(at, hole.size(), std::to_string(layer));
    return name;
}

std::string in_short(double value) { return shortest(static_cast<float>(value)); }

// Steps, variants and controls may not walk through the lesson themselves: a step that goes to itself would never end.
bool may_stand_inside(const Action& action) {
    return !(std::holds_alternative<OpenLesson>(action) || std::holds_alternative<GoToStep>(action) ||
             std::holds_alternative<Answer>(action) || std::holds_alternative<CheckExercise>(action) ||
             std::holds_alternative<LoadLesson>(action) || std::holds_alternative<LoadState>(action) ||
             std::holds_alternative<Reset>(action) || std::holds_alternative<Undo>(action) || std::holds_alternative<Redo>(action));
}

// Whether the lesson's commands can be carried out, each list from the document that it will meet.
class LessonCheck {
public:
    LessonCheck(const Lesson& lesson, JsonPlace& place) : lesson_(lesson), place_(place) {}

    void run() {
        place_.inside("document", [&] { expect(can_be_built(lesson_.document, graphs_)), expect(check_shapes(lesson_.document)); });
        if (!place_.ok()) return;
        check_counts();
        place_.inside("looks", [&] { check_looks(); });
        place_.inside("checks", [&] { check_checks(lesson_.checks); });
        place_.inside("sweeps", [&] { check_sweeps(); });
        place_.inside("variants", [&] {
            for (const auto& [name, variant] : lesson_.variants) {
                place_.inside(name, [&, &commands = variant.commands] { expect_commands(lesson_.document, "commands", commands); });
            }
        });
        place_.inside("steps", [&] { check_steps(); });
        place_.inside("screen", [&] { check_screen(); });
    }

private:
    template <class T>
    void expect(const Result<T>& result) {
        if (!result) place_.refuse(result.error());
    }

    Document expect_commands(Document document, std::string_view name, const std::vector<Command>& commands) {
        place_.inside(name, [&] {
            for (std::size_t i = 0; i < commands.size() && place_.ok(); ++i) {
                place_.inside(std::to_string(i), [&] {
                    if (!may_stand_inside(commands[i].action)) {
                        return place_.refuse("not_allowed_here", {{"command", type_name(commands[i].action)}});
                    }
                    Result<Document> done = edited(std::move(document), {&commands[i], 1}, graphs_);
                    expect(done);
                    if (done) document = std::move(done).value();
                });
            }
        });
        return document;
    }

    void check_looks() {
        for (const auto& [name, look] : lesson_.looks) {
            const bool fits = !look.decimals || (*look.decimals >= 0 && *look.decimals <= kMostDecimals);
            if (!fits)
                place_.inside(name, [&, decimals = *look.decimals] {
                    place_.refuse("json_bad_value", {{"value", std::to_string(decimals)}});
                });
        }
    }

    void check_checks(const std::vector<Check>& checks) {
        for (std::size_t i = 0; i < checks.size(); ++i) {
            const std::string& kind = checks[i].kind;
            place_.inside(std::to_string(i), [&] {
                if (!is_check_kind(kind)) return place_.refuse("unknown_check", {{"kind", kind}});
                const Check& check = checks[i];
                if (!has_what_it_needs(check)) return place_.refuse("check_incomplete", {{"kind", kind}});
                if (!check.part.empty()) expect_part(check.part);
                if (!check.other_part.empty()) expect_part(check.other_part);
                if (!check.sweep.empty()) check_swept(check);
            });
        }
    }

    void check_steps() {
        for (std::size_t i = 0; i < lesson_.steps.size() && place_.ok(); ++i) {
            const Step& step = lesson_.steps[i];
            place_.inside(std::to_string(i), [&] {
                const Document document = expect_commands(lesson_.document, "commands", step.commands);
                place_.inside("exercises", [&] { check_exercises(step.exercises, document); });
                if (!step.question) return;
                place_.inside("question", [&] {
                    expect_commands(document, "reveal", step.question->reveal);
                    const int options = static_cast<int>(step.question->options.size());
                    const int correct = step.question->correct.value_or(0);
                    if (correct < 0 || correct >= options) place_.refuse("json_bad_value", {{"value", std::to_string(correct)}});
                });
            });
        }
    }

    // What an exercise asks for is there when its step begins.
    void check_exercises(const std::vector<Exercise>& exercises, const Document& document) {
        const Result<SharedGraph> graph = graphs_.of(document);
        if (!graph || !place_.ok()) return;
        for (std::size_t i = 0; i < exercises.size(); ++i) {
            place_.inside(std::to_string(i), [&, &exercise = exercises[i]] {
                expect_at_most("checks", exercise.checks.size(), kMostEvaluated);
                if (exercise.checks.empty()) place_.inside("checks", [&] { place_.refuse("json_missing_field"); });
                place_.inside("hint_after", [&] { expect_in_range(exercise.hint_after, 0, kMostOfAKind); });
                place_.inside("checks", [&] {
                    check_checks(exercise.checks);
                    for (std::size_t j = 0; j < exercise.checks.size(); ++j) {
                        place_.inside(std::to_string(j), [&, &check = exercise.checks[j]] {
                            expect_tensors(*graph.value(), check.tensor), expect_tensors(*graph.value(), check.other);
                        });
                    }
                });
                place_.inside("only_edited", [&] {
                    for (const std::string& name : exercise.only_edited) {
                        if (name != "mask") expect_tensors(*graph.value(), name);
                    }
                });
            });
        }
    }

    // Names, separated by spaces; of a variant's tensor the variant is looked for.
    void expect_tensors(const Graph& graph, std::string_view names) {
        while (!names.empty()) {
            const std::string_view name = names.substr(0, names.find(' '));
            names.remove_prefix(std::min(name.size() + 1, names.size()));
            const std::size_t at = name.find('@');
            const bool known =
                at == name.npos ? graph.find(name) != kNoNode : lesson_.variants.contains(std::string(name.substr(at + 1)));
            if (!known && !name.empty()) place_.refuse("unknown_tensor", {{"tensor", std::string(name)}});
        }
    }

    // ---- How much of everything

    void expect_at_most(std::string_view name, std::size_t count, std::size_t limit) {
        if (count > limit) place_.inside(name, [&] { place_.refuse("json_too_many", {{"limit", std::to_string(limit)}}); });
    }

    void check_counts() {
        expect_at_most("checks", lesson_.checks.size(), kMostOfAKind);
        expect_at_most("variants", lesson_.variants.size(), kMostEvaluated);
        expect_at_most("sweeps", lesson_.sweeps.size(), kMostEvaluated);
        expect_at_most("steps", lesson_.steps.size(), kMostOfAKind);
        expect_at_most("screen/rows", lesson_.screen.rows.size(), kMostEvaluated);
        expect_at_most("screen/controls", lesson_.screen.controls.size(), kMostOfAKind);
        expect_at_most("screen/fields", lesson_.screen.fields.size(), kMostOfAKind);
    }

    // ---- What is named must be there

    const Part* expect_part(const std::string& name) {
        for (const Part& part : lesson_.document.parts) {
            if (part.name == name) return &part;
        }
        place_.refuse("unknown_part", {{"part", name}});
        return nullptr;
    }

    const Sweep* expect_sweep(const std::string& id) {
        const auto found = lesson_.sweeps.find(id);
        if (found == lesson_.sweeps.end()) place_.refuse("unknown_sweep", {{"sweep", id}});
        return found == lesson_.sweeps.end() ? nullptr : &found->second;
    }

    void expect_in_range(double value, double least, double most) {
        if (!(value >= least && value <= most)) place_.refuse("json_bad_value", {{"value", in_short(value)}});
    }

    void check_swept(const Check& check) {
        const Sweep* sweep = expect_sweep(check.sweep);
        if (!sweep) return;
        const auto is_meant = [&](const SweepSeries& series) { return series.id == check.series; };
        if (std::none_of(sweep->series.begin(), sweep->series.end(), is_meant)) {
            return place_.refuse("json_bad_value", {{"value", check.series}});
        }
        expect_in_range(check.depth, 1, sweep->depth), expect_in_range(check.other_depth, 0, sweep->depth);
    }

    // ---- Sweeps: every series can be built at its full depth, and has the layers

    void check_sweeps() {
        for (const auto& [id, sweep] : lesson_.sweeps) {
            place_.inside(id, [&, &each = sweep] { check_sweep(each); });
        }
    }

    void check_sweep(const Sweep& sweep) {
        place_.inside("depth", [&] { expect_in_range(sweep.depth, 1, kMostSweepDepth); });
        place_.inside("marked", [&] {
            for (const int depth : sweep.marked) expect_in_range(depth, 1, sweep.depth);
        });
        expect_at_most("series", sweep.series.size(), kMostEvaluated);
        for (std::size_t i = 0; i < sweep.series.size() && place_.ok(); ++i) {
            place_.inside("series/" + std::to_string(i), [&] { check_series(sweep, sweep.series[i]); });
        }
    }

    void check_series(const Sweep& sweep, const SweepSeries& series) {
        const std::size_t dot = sweep.depth_setting.find('.');
        SetConfig deepest;
        deepest.part = sweep.depth_setting.substr(0, dot), deepest.name = sweep.depth_setting.substr(dot + 1);
        deepest.value.number = sweep.depth;
        Command first;
        first.action = deepest;
        const Result<Document> deep = edited(subject_of(sweep, lesson_.document), {&first, 1}, graphs_);
        if (!deep) return place_.refuse(deep.error());
        const Document varied = expect_commands(deep.value(), "commands", series.commands);
        const Result<SharedGraph> graph = graphs_.of(varied);
        if (!graph) return place_.refuse(graph.error());
        for (const std::string& name : {sweep.input, layer_of(sweep, 0), layer_of(sweep, sweep.depth - 1)}) {
            if (graph.value()->find(name) == kNoNode) place_.refuse("unknown_tensor", {{"tensor", name}});
        }
    }

    // ---- The screen

    void check_screen() {
        check_controls(lesson_.screen.controls);
        check_fields(lesson_.screen.fields);
        for (std::size_t row = 0; row < lesson_.screen.rows.size() && place_.ok(); ++row) {
            const std::vector<Panel>& panels = lesson_.screen.rows[row].panels;
            expect_at_most("rows/" + std::to_string(row), panels.size(), kMostEvaluated);
            for (std::size_t i = 0; i < panels.size() && place_.ok(); ++i) {
                place_.inside("rows/" + std::to_string(row) + "/panels/" + std::to_string(i), [&] { check_panel(panels[i]); });
            }
        }
    }

    void check_panel(const Panel& panel) {
        if (std::find(kPanelTypes.begin(), kPanelTypes.end(), panel.type) == kPanelTypes.end()) {
            place_.inside("type", [&] { place_.refuse("json_bad_value", {{"value", panel.type}}); });
        }
        if (!panel.part.empty()) place_.inside("part", [&] { expect_part(panel.part); });
        for (const std::string& part : panel.parts) place_.inside("parts", [&] { expect_part(part); });
        if (!panel.sweep.empty()) place_.inside("sweep", [&] { expect_sweep(panel.sweep); });
        check_controls(panel.controls);
        check_fields(panel.fields);
    }

    void check_fields(const std::vector<Field>& fields) {
        for (std::size_t i = 0; i < fields.size() && place_.ok(); ++i) {
            place_.inside("fields/" + std::to_string(i), [&] {
                const Field& field = fields[i];
                check_setting(field, field.setting);
                for (const std::string& setting : field.also) check_setting(field, setting);
            });
        }
    }

    // "config/d", "config/stack.std", "seed", "seed/stack", "tokens", "target".
    void check_setting(const Field& field, std::string_view setting) {
        const std::size_t slash = setting.find('/');
        const std::string_view what = setting.substr(0, slash);
        std::string rest(slash == setting.npos ? std::string_view() : setting.substr(slash + 1));
        if (what == "config" && !rest.empty()) {
            const std::size_t dot = rest.find('.');
            const Part* part = expect_part(dot == rest.npos ? "" : rest.substr(0, dot));
            if (!part) return;
            const auto value = part->config.find(rest.substr(dot == rest.npos ? 0 : dot + 1));
            if (value == part->config.end()) return place_.refuse("unknown_setting", {{"model", part->model}, {"name", rest}});
            if (value->second.type == ConfigValue::Type::number) expect_in_range(value->second.number, field.least, field.most);
        } else if (what == "seed") {
            expect_part(rest);
        } else if ((what != "tokens" && what != "target") || !rest.empty()) {
            place_.refuse("json_bad_value", {{"value", std::string(setting)}});
        }
    }

    void check_controls(const std::vector<Control>& controls) {
        for (std::size_t i = 0; i < controls.size() && place_.ok(); ++i) {
            place_.inside("controls/" + std::to_string(i), [&] {
                expect_at_most("options", controls[i].options.size(), kMostOfAKind);
                for (const Control::Option& option : controls[i].options) {
                    expect_commands(lesson_.document, "commands", option.commands);
                }
            });
        }
    }

    const Lesson& lesson_;
    Graphs graphs_;
    JsonPlace& place_;
};

}  // namespace

void check_lesson(const Lesson& lesson, JsonPlace& place) { LessonCheck(lesson, place).run(); }

}  // namespace dikkat
