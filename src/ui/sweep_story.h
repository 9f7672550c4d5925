// Sweep story: a sweep's reading as lines, figures and sentences. No drawing; the panels of a sweep draw it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session.h"
#include "app/text.h"

namespace dikkat {

// What a plot of a sweep shows.
enum class Plotted { input_gradient, activation_norms, gradient_norms };
inline constexpr int kPlottedCount = 3;
const Text& plotted_title(Plotted what);

struct SweepLine {  // one series
    std::string label, role, formula;
    int first = 1;                        // the depth of the first value; layer 0 is the input
    std::vector<double> single, doubled;  // in float32 and in float64; as far as they are worked out
    std::size_t series = 0;               // its place in the lesson

    int last() const { return first + static_cast<int>(single.size()) - 1; }
    std::optional<double> single_at(int depth) const { return at(single, depth); }
    std::optional<double> doubled_at(int depth) const { return at(doubled, depth); }

private:
    std::optional<double> at(const std::vector<double>& values, int depth) const {
        const int index = depth - first;
        if (index < 0 || index >= static_cast<int>(values.size())) return std::nullopt;
        return values[static_cast<std::size_t>(index)];
    }
};

// A line for each series of the lesson that has something to say of it, in its order; one that is not begun yet has no values.
std::vector<SweepLine> sweep_lines(const Sweep& sweep, const SweepReading& reading, Plotted what, Language language);

std::string sweep_figure(double value);                               // in a table: "5.05e−01"
std::string end_figure(double value);                                 // at a line's end: "448", "1.23e−06"
std::string power_words(int exponent);                                // "1e+03", "1", "1e−06"
std::string factor_words(double factor);                              // "45 813", "4.6", "0.28"
std::string depth_words(Plotted what, int depth, Language language);  // "depth 37", "layer 37", "input"
// "under 1e−03 from depth 26"; nothing where the line does not cross.
struct ToldCrossing {
    int depth = 0;
    double value = 0;
    bool over = false;
    std::string words;
};
std::optional<ToldCrossing> tell_crossing(const SweepLine& line, double threshold, Language language);
// "depth 37; without: float32 4.21e−05, float64 4.19e−05; ..."
std::string depth_in_words(const std::vector<SweepLine>& lines, Plotted what, int depth, Language language);

// By what factor the last depth's value is the first one's; nothing before it is worked out.
std::optional<double> factor_of(const std::vector<double>& values, int depths);
// Of the line whose factors in float32 and float64 differ most; empty before any is worked out.
std::string precision_in_words(const std::vector<SweepLine>& lines, int depths, Language language);

// Whether the document is just as this series' commands make it.
bool in_force(const Document& document, const SweepSeries& series);

}  // namespace dikkat
