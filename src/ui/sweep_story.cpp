#include "ui/sweep_story.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "ui/plot.h"

namespace dikkat {
namespace {

template <class Scalar>
const std::vector<Scalar>& values_of(const DepthRun<Scalar>& run, Plotted what) {
    return what == Plotted::input_gradient     ? run.input_gradient
           : what == Plotted::activation_norms ? run.activation_norms
                                               : run.gradient_norms;
}

// How far apart two factors are, of the larger one; 0 for what has no quotient.
double apart(double a, double b) {
    const double larger = std::max(std::fabs(a), std::fabs(b));
    return larger > 0 && std::isfinite(larger) ? std::fabs(a - b) / larger : 0;
}

}  // namespace

const Text& plotted_title(Plotted what) {
    return what == Plotted::input_gradient     ? text::plot_input_gradient
           : what == Plotted::activation_norms ? text::plot_activation_norms
                                               : text::plot_gradient_norms;
}

std::vector<SweepLine> sweep_lines(const Sweep& sweep, const SweepReading& reading, Plotted what, Language language) {
    std::vector<SweepLine> lines;
    for (std::size_t i = 0; i < sweep.series.size(); ++i) {
        const SweepSeries& series = sweep.series[i];
        if (series.norms_only && what != Plotted::activation_norms) continue;
        SweepLine line{series.label.in(language), series.role, series.formula, what == Plotted::input_gradient ? 1 : 0, {}, {}, i};
        for (const SeriesReading& read : reading.series) {
            if (read.id != series.id) continue;
            const std::vector<float>& single = values_of(read.in_float, what);
            line.single.assign(single.begin(), single.end());
            line.doubled = values_of(read.in_double, what);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string sweep_figure(double value) { return scientific(value, 3); }

std::string end_figure(double value) { return std::fabs(value) < 1e-3 ? scientific(value, 3) : figure(value); }

std::string power_words(int exponent) {
    if (exponent == 0) return "1";
    // 10^-324 is no double of its own: the words are put together.
    const int size = std::abs(exponent);
    return std::string(exponent < 0 ? "1e−" : "1e+") + (size < 10 ? "0" : "") + std::to_string(size);
}

std::string factor_words(double factor) {
    if (!std::isfinite(factor) || factor == 0) return fixed(factor, 0, Minus::sign, true);
    if (factor >= 1e7) return scientific(factor, 3);
    if (factor >= 1000) return grouped(static_cast<std::uint64_t>(std::llround(factor)));
    if (factor >= 100) return fixed(factor, 0);
    if (factor >= 1) return fixed(factor, 1);
    return factor < 1e-3 ? scientific(factor, 3) : figure(factor);
}

std::string depth_words(Plotted what, int depth, Language language) {
    if (what != Plotted::input_gradient && depth == 0) return std::string(text::plot_input.in(language));
    const Text& words = what == Plotted::input_gradient ? text::plot_depth : text::plot_layer;
    return fill(words.in(language), {{"d", std::to_string(depth)}});
}

std::optional<ToldCrossing> tell_crossing(const SweepLine& line, double threshold, Language language) {
    const std::optional<Crossing> found = crossing(line.single, threshold);
    if (!found) return std::nullopt;
    ToldCrossing told{line.first + found->index, line.single[static_cast<std::size_t>(found->index)], found->over, {}};
    const Text& words = found->over ? text::plot_over : text::plot_under;
    told.words = fill(words.in(language), {{"x", scientific(threshold, 1)}, {"d", std::to_string(told.depth)}});
    return told;
}

std::string depth_in_words(const std::vector<SweepLine>& lines, Plotted what, int depth, Language language) {
    std::string words = depth_words(what, depth, language);
    for (const SweepLine& line : lines) {
        const std::optional<double> single = line.single_at(depth), doubled = line.doubled_at(depth);
        if (!single || !doubled) continue;
        words += "; " + line.label + ": float32 " + end_figure(*single) + ", float64 " + end_figure(*doubled);
    }
    return words;
}

std::optional<double> factor_of(const std::vector<double>& values, int depths) {
    if (depths < 1 || static_cast<int>(values.size()) < depths) return std::nullopt;
    return values[static_cast<std::size_t>(depths - 1)] / values.front();
}

std::string precision_in_words(const std::vector<SweepLine>& lines, int depths, Language language) {
    std::string words;
    double farthest = -1;
    for (const SweepLine& line : lines) {
        const std::optional<double> single = factor_of(line.single, depths), doubled = factor_of(line.doubled, depths);
        if (!single || !doubled || apart(*single, *doubled) <= farthest) continue;
        farthest = apart(*single, *doubled);
        const std::string in_double = factor_words(*doubled);
        const Text& sentence = in_double == factor_words(*single) ? text::growth_same : text::growth_precision;
        words = fill(sentence.in(language), {{"n", in_double}});
    }
    return words;
}

bool in_force(const Document& document, const SweepSeries& series) {
    return std::all_of(series.commands.begin(), series.commands.end(), [&](const Command& command) {
        const SetConfig* set = std::get_if<SetConfig>(&command.action);
        if (set == nullptr) return true;
        for (const Part& part : document.parts) {
            if (part.name != set->part) continue;
            const auto found = part.config.find(set->name);
            return found != part.config.end() && found->second == set->value;
        }
        return false;
    });
}

}  // namespace dikkat
