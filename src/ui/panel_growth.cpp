// Growth: from the first depth of a sweep to its last, by what factor each series grows, and what float32 makes of it.
#include <algorithm>

#include "app/text.h"
#include "ui/panel_drawing.h"
#include "ui/sweep_story.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr float kSize = 13, kFactor = 15.5f, kSentence = 12;
constexpr float kLine = 26, kSentenceLine = 17, kUnderTitle = 6;

struct Setting {  // of a line: its figures' size, and the gaps after the label, before and from the arrow on
    float figures, after_label, arrow, after_arrow;
};
constexpr Setting kUsual{13, 24, 8, 20}, kTight{12, 8, 5, 16};

// What is asked stands beside the title; the lesson's note stands under the table.
Panel header_of(const Panel& panel) {
    Panel header;
    header.title = panel.title;
    header.note = {std::string(text::growth_note.in(Language::tr)), std::string(text::growth_note.in(Language::en))};
    return header;
}

// The lesson's note, and what float64 says, under the table.
std::vector<std::string> sentences(const Picture& picture, const Panel& panel, const std::vector<SweepLine>& lines, int depths,
                                   float width) {
    const Pen& pen = picture.frame.pen;
    const Language language = picture.frame.language();
    std::vector<std::string> all = wrap(pen, Face::regular, kSentence, precision_in_words(lines, depths, language), width);
    for (std::string& line : wrap(pen, Face::regular, kSentence, panel.note.in(language), width)) all.push_back(std::move(line));
    return all;
}

std::string last_figure(const SweepLine& line, int depths) { return end_figure(line.single[static_cast<std::size_t>(depths - 1)]); }

float width_of(const Pen& pen, const SweepLine& line, int depths, const Setting& setting, Language language) {
    const std::optional<double> factor = factor_of(line.single, depths);
    float width = pen.width(Face::bold, kSize, line.label) + setting.after_label;
    if (!factor) return width;
    for (const std::string& figure : {end_figure(line.single.front()), last_figure(line, depths)})
        width += pen.width(Face::mono, setting.figures, figure);
    width += setting.arrow + setting.after_arrow + 8 + pen.width(Face::mono_bold, kFactor, factor_words(*factor));
    return width + 6 + pen.width(Face::regular, kSize, text::growth_times.in(language));
}

void draw_line(const Picture& picture, const SweepLine& line, int depths, float label, const Setting& setting,
               const Rectangle& area) {
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    const float baseline = pen.baseline_in(area, Face::bold, kSize);
    pen.text(Face::bold, kSize, area.x, baseline, colours.role(line.role), line.label);
    const std::optional<double> factor = factor_of(line.single, depths);
    float x = area.x + label + setting.after_label;
    if (!factor) {
        pen.text(Face::mono, setting.figures, x, baseline, colours.ink3, "…");
        return;
    }
    x += pen.text(Face::mono, setting.figures, x, baseline, colours.ink, end_figure(line.single.front())) + setting.arrow;
    pen.sign(Sign::arrow_right, {x + 6, baseline - 4.5f}, 9, colours.ink3, 1);
    pen.text(Face::mono, setting.figures, x + setting.after_arrow, baseline, colours.ink, last_figure(line, depths));
    const float unit =
        pen.text_right(Face::regular, kSize, area.right(), baseline, colours.ink2, text::growth_times.in(picture.frame.language()));
    pen.text_right(Face::mono_bold, kFactor, area.right() - unit - 6, baseline, colours.ink, factor_words(*factor));
}

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const std::map<std::string, Sweep>& sweeps = picture.frame.session.lesson().sweeps;
    const auto sweep = sweeps.find(panel.sweep);
    if (sweep == sweeps.end()) return {};
    // While the sentence on float64 is not known yet, its room is kept.
    const std::string told = fill(text::growth_precision.in(picture.frame.language()), {{"n", "45 904"}});
    std::size_t sentences = wrap(picture.frame.pen, Face::regular, kSentence, told, width).size();
    sentences += wrap(picture.frame.pen, Face::regular, kSentence, panel.note.in(picture.frame.language()), width).size();
    const float head = panel_title_height(picture, header_of(panel), width);
    const float least = head + kUnderTitle + kLine * static_cast<float>(sweep->second.series.size()) + 6 +
                        kSentenceLine * static_cast<float>(sentences);
    return {300, least, least};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const Session& session = picture.frame.session;
    const auto sweep = session.lesson().sweeps.find(panel.sweep);
    const SweepReading* reading = session.sweep(panel.sweep);
    if (sweep == session.lesson().sweeps.end() || reading == nullptr) return;
    Pen& pen = picture.frame.pen;
    const Language language = picture.frame.language();
    const float head = draw_panel_title(picture, header_of(panel), area);
    const std::vector<SweepLine> lines = sweep_lines(sweep->second, *reading, Plotted::input_gradient, language);
    float label = 0, widest = 0;
    for (const SweepLine& line : lines) {
        label = std::max(label, pen.width(Face::bold, kSize, line.label));
        widest = std::max(widest, width_of(pen, line, reading->depth, kUsual, language));
    }
    const Setting& setting = widest > area.width ? kTight : kUsual;
    float y = area.y + head + kUnderTitle;
    for (const SweepLine& line : lines) {
        draw_line(picture, line, reading->depth, label, setting, {area.x, y, area.width, kLine});
        y += kLine;
    }
    pen.horizontal(area.x, area.right(), y + 3.5f, picture.frame.colours().hair);
    y += 6;
    for (const std::string& words : sentences(picture, panel, lines, reading->depth, area.width)) {
        pen.text(Face::regular, kSentence, area.x, y + 14, picture.frame.colours().ink2, words);
        y += kSentenceLine;
    }
}

}  // namespace

const PanelView kGrowthPanel{"growth", measure, draw};

}  // namespace dikkat
