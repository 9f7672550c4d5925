// The depth table: the settings of a sweep, its figures at the marked depths, and the formula of each series. It shows what the
// sweep's plot shows.
#include <algorithm>
#include <cmath>

#include "app/text.h"
#include "ui/elided_text.h"
#include "ui/panel.h"
#include "ui/panel_controls.h"
#include "ui/plot_choice.h"
#include "ui/sweep_story.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr float kSize = 12.5f, kColumnGap = 16, kLeastColumnGap = 9;
constexpr float kUnderControls = 10, kCaptionLine = 24, kHeadLine = 17, kLeastLine = 16, kBestLine = 22, kFormulaLine = 18,
                kRuleRoom = 8;
constexpr float kMuch = 50;  // so high are formulas that give way where there is little room: the lesson's text has them too

// Column heads on one line where they fit beside each other, else wrapped.
struct Heads {
    std::vector<std::vector<std::string>> words;
    std::vector<float> widths;  // of the columns
    std::size_t lines = 1;
};

float number_width(const Picture& picture) { return picture.frame.pen.width(Face::mono, kSize, "5.05e−01"); }
float depth_width(const Picture& picture) {
    return picture.frame.pen.width(Face::regular, kSize, text::depth_heading.in(picture.frame.language()));
}

// As wide as the longest word of its head.
float least_column(const Picture& picture, const SweepLine& line) {
    float width = number_width(picture);
    for (const std::string& word : wrap(picture.frame.pen, Face::bold, kSize, line.label, 1)) {
        width = std::max(width, picture.frame.pen.width(Face::bold, kSize, word) + 1);
    }
    return width + kLeastColumnGap;
}

Heads heads_of(const Picture& picture, const std::vector<SweepLine>& lines, float width) {
    const Pen& pen = picture.frame.pen;
    const float number = number_width(picture);
    float room = width - depth_width(picture);
    Heads heads;
    float sum = 0;
    for (const SweepLine& line : lines) {
        heads.words.push_back({line.label});
        heads.widths.push_back(std::max(number, pen.width(Face::bold, kSize, line.label)) + kColumnGap);
        sum += heads.widths.back();
    }
    if (sum <= room) return heads;
    for (std::size_t i = 0; i < lines.size(); ++i) room -= heads.widths[i] = least_column(picture, lines[i]);
    const float more = room / static_cast<float>(std::max<std::size_t>(1, lines.size()));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        heads.widths[i] += more;
        heads.words[i] = wrap(pen, Face::bold, kSize, lines[i].label, heads.widths[i] - kLeastColumnGap);
        heads.lines = std::max(heads.lines, heads.words[i].size());
    }
    return heads;
}

// The formula in force where a switch chooses between them, else every series'.
std::vector<const SweepLine*> formulas_of(const Picture& picture, const Panel& panel, const Sweep& sweep,
                                          const std::vector<SweepLine>& lines) {
    std::vector<const SweepLine*> formulas;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].formula.empty()) continue;
        if (!panel.controls.empty() && !in_force(picture.frame.session.document(), sweep.series[lines[i].series])) continue;
        formulas.push_back(&lines[i]);
    }
    return formulas;
}

const Sweep* find_sweep(const Picture& picture, const Panel& panel) {
    const std::map<std::string, Sweep>& sweeps = picture.frame.session.lesson().sweeps;
    const auto found = sweeps.find(panel.sweep);
    return found == sweeps.end() ? nullptr : &found->second;
}

void draw_heads(const Picture& picture, const std::vector<SweepLine>& lines, const Heads& heads, const Rectangle& area) {
    Pen& pen = picture.frame.pen;
    const float last = area.y + kHeadLine * static_cast<float>(heads.lines - 1) + 12;
    pen.text(Face::regular, kSize, area.x, last, picture.frame.colours().ink2, text::depth_heading.in(picture.frame.language()));
    float right = area.right();
    for (std::size_t i = lines.size(); i-- > 0;) {
        float baseline = last - kHeadLine * static_cast<float>(heads.words[i].size() - 1);
        for (const std::string& words : heads.words[i]) {
            pen.text_right(Face::bold, kSize, right, baseline, picture.frame.colours().role(lines[i].role), words);
            baseline += kHeadLine;
        }
        right -= heads.widths[i];
    }
}

// Gradients of all sizes stand as powers of ten, so that they compare; norms are of one size.
void draw_figures(const Picture& picture, const std::vector<SweepLine>& lines, const Heads& heads, int depth, const Rectangle& line,
                  bool gradients) {
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    const float baseline = pen.baseline_in(line, Face::mono, kSize);
    pen.text(Face::mono, kSize, line.x, baseline, colours.ink, std::to_string(depth));
    float right = line.right();
    for (std::size_t i = lines.size(); i-- > 0;) {
        const std::optional<double> value = lines[i].single_at(depth);
        const std::string words = !value ? "…" : gradients ? sweep_figure(*value) : end_figure(*value);
        pen.text_right(Face::mono, kSize, right, baseline, value ? colours.ink : colours.ink3, words);
        right -= heads.widths[i];
    }
}

void draw_formulas(const Picture& picture, const std::vector<const SweepLine*>& formulas, const Rectangle& area, float baseline) {
    Pen& pen = picture.frame.pen;
    for (const SweepLine* line : formulas) {
        float size = kSize;
        while (size > 10 && pen.formula_width(size, line->formula) > area.width) size -= 0.5f;
        pen.formula(size, area.x, baseline, picture.frame.colours().role(line->role), line->formula, false);
        baseline += kFormulaLine;
    }
}

float formulas_height(const std::vector<const SweepLine*>& formulas) {
    return formulas.empty() ? 0 : kRuleRoom + kFormulaLine * static_cast<float>(formulas.size());
}

// A phone shows no plot beside it.
bool has_caption(const Picture& picture) { return picture.frame.surroundings.form == Form::phone; }

PanelSize measure_of(const Picture& picture, const Panel& panel, const Sweep& sweep, Plotted what, float width) {
    const std::vector<SweepLine> lines = sweep_lines(sweep, {}, what, picture.frame.language());
    const Heads heads = heads_of(picture, lines, width);
    const float around = set_panel_controls(picture, panel, {0, 0, width, 0}, false) + kUnderControls +
                         kHeadLine * static_cast<float>(heads.lines) + (has_caption(picture) ? kCaptionLine : 0);
    const float formulas = formulas_height(formulas_of(picture, panel, sweep, lines));
    const float rows = static_cast<float>(sweep.marked.size());
    float columns = 0;
    for (const SweepLine& line : lines) columns += least_column(picture, line);
    return {std::max(220.0f, depth_width(picture) + columns), around + rows * kLeastLine + (formulas > kMuch ? 0 : formulas),
            around + rows * kBestLine + formulas};
}

// Nothing moves where the plot shows something else.
PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const Sweep* sweep = find_sweep(picture, panel);
    if (sweep == nullptr) return {};
    const PanelSize size = measure_of(picture, panel, *sweep, Plotted::input_gradient, width);
    const PanelSize norms = measure_of(picture, panel, *sweep, Plotted::activation_norms, width);
    return {std::max(size.least_width, norms.least_width), std::max(size.least_height, norms.least_height),
            std::max(size.best_height, norms.best_height)};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const Sweep* sweep = find_sweep(picture, panel);
    if (sweep == nullptr) return;
    const SweepReading* reading = picture.frame.session.sweep(panel.sweep);
    const Plotted what = plotted(picture, panel.sweep);
    const std::vector<SweepLine> lines =
        sweep_lines(*sweep, reading != nullptr ? *reading : SweepReading{}, what, picture.frame.language());
    const Heads heads = heads_of(picture, lines, area.width);
    const std::vector<const SweepLine*> formulas = formulas_of(picture, panel, *sweep, lines);
    float y = area.y - 6 + set_panel_controls(picture, panel, {area.x, area.y - 6, area.width, 0}, true) + kUnderControls;
    if (has_caption(picture)) {
        picture.frame.pen.text(Face::bold, kSize, area.x, y + 12, picture.frame.colours().ink,
                               plotted_title(what).in(picture.frame.language()));
        y += kCaptionLine;
    }
    draw_heads(picture, lines, heads, {area.x, y, area.width, 0});
    y += kHeadLine * static_cast<float>(heads.lines);
    const float rows = static_cast<float>(std::max<std::size_t>(1, sweep->marked.size())), under = formulas_height(formulas);
    const bool fit = y + rows * kLeastLine + under <= area.bottom() + 1;
    const float high = std::clamp((area.bottom() - y - (fit ? under : 0)) / rows, kLeastLine, kBestLine);
    for (const int depth : sweep->marked) {
        draw_figures(picture, lines, heads, depth, {area.x, y, area.width, high}, what != Plotted::activation_norms);
        y += high;
    }
    if (formulas.empty() || !fit) return;
    picture.frame.pen.horizontal(area.x, area.right(), y + 3.5f, picture.frame.colours().rule);
    draw_formulas(picture, formulas, area, y + kRuleRoom + 13);
}

}  // namespace

const PanelView kDepthTablePanel{"depth_table", measure, draw};

}  // namespace dikkat
