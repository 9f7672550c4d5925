#include "app/figure_query.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/number.h"

namespace dikkat {

namespace {

Error unknown_tensor(std::string_view name) { return {"unknown_tensor", {{"tensor", std::string(name)}}}; }

// A whole number of at least 1 from a path; 0 where there is none.
int read_count(std::string_view text) {
    int count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    return error == std::errc() && end == text.data() + text.size() && count > 0 ? count : 0;
}

// Three digits where it is small too, as the lessons print gradients.
std::string in_three_digits(double value) { return value != 0 && std::fabs(value) < 1e-3 ? scientific(value, 3) : figure(value); }

std::string as_factor(double value) {
    const bool whole = value >= 1000 && value < 1e15;
    return whole ? grouped(static_cast<std::uint64_t>(std::llround(value))) : in_three_digits(value);
}

Result<std::string> of_sweep(const Session& session, std::string_view path, PathParts parts) {
    const bool in_double = parts.back() == "float64";
    if (in_double) parts.pop_back();
    if (parts.size() < 4 || parts.size() > 5) return unknown_query(path);
    const SweepReading* sweep = session.sweep(parts[1]);
    if (!sweep) return unknown_query(path);
    if (sweep->error) return *sweep->error;
    const auto series =
        std::find_if(sweep->series.begin(), sweep->series.end(), [&](const SeriesReading& each) { return each.id == parts[2]; });
    const std::size_t come = series == sweep->series.end()
                                 ? 0
                                 : std::min(series->in_float.input_gradient.size(), series->in_double.input_gradient.size());
    bool there = true;
    const auto at = [&](std::string_view text) {
        const std::size_t depth = static_cast<std::size_t>(read_count(text));
        if (depth < 1 || depth > come) return there = false, 0.0;
        return in_double ? series->in_double.input_gradient[depth - 1]
                         : static_cast<double>(series->in_float.input_gradient[depth - 1]);
    };
    double figure = at(parts[3]);
    if (parts.size() == 5) figure /= at(parts[4]);
    if (!there) return sweep->done ? unknown_query(path) : Error{"not_computed_yet", {}};
    return figure_json(figure, parts.size() == 4 ? in_three_digits(figure) : as_factor(figure));
}

Result<std::string> of_parameters(const Session& session, std::string_view part) {
    for (const PartParameters& parameters : session.parameters()) {
        if (parameters.part == part) return figure_json(static_cast<double>(parameters.count), grouped(parameters.count));
    }
    return Error{"unknown_part", {{"part", std::string(part)}}};
}

Result<std::string> of_whole_tensor(const Session& session, std::string_view name, bool norm) {
    const std::optional<TensorReading> tensor = session.read(name);
    if (!tensor) return unknown_tensor(name);
    double sum = 0;
    for (const float number : tensor->value) {
        const double value = static_cast<double>(number);
        sum += norm ? value * value : value;
    }
    return norm ? figure_json(std::sqrt(sum), fixed(std::sqrt(sum), 4)) : figure_json(sum, figure(sum));
}

Result<std::string> of_two_rows(const Session& session, std::string_view path, const PathParts& parts) {
    const std::optional<TensorReading> one = session.read(parts[1]), other = session.read(parts[2]);
    if (!one || !other) return unknown_tensor(parts[one ? 2 : 1]);
    const int row = parts[3] == "0" ? 0 : read_count(parts[3]);
    const bool named = row > 0 || parts[3] == "0";
    if (!named || one->shape.columns() != other->shape.columns() || row >= std::min(one->shape.rows(), other->shape.rows())) {
        return unknown_query(path);
    }
    double largest = 0;
    for (int column = 0; column < one->shape.columns() && !std::isnan(largest); ++column) {
        const std::size_t at = index_of(one->shape, {0, row, column});
        const float a = one->value[at], b = other->value[index_of(other->shape, {0, row, column})];
        const double change = same_number(a, b) ? 0 : std::fabs(static_cast<double>(a) - static_cast<double>(b));
        if (!(change <= largest)) largest = change;
    }
    return figure_json(largest, fixed(largest, one->decimals, Minus::sign, true));
}

}  // namespace

bool is_figure(const PathParts& parts) {
    const std::size_t count = parts.size();
    return (parts[0] == "sweep" && count >= 4) || (parts[0] == "parameters" && count == 2) ||
           ((parts[0] == "norm" || parts[0] == "sum") && count == 2) || (parts[0] == "change" && count == 4);
}

Result<std::string> answer_figure(const Session& session, std::string_view path, const PathParts& parts) {
    if (parts[0] == "sweep") return of_sweep(session, path, parts);
    if (parts[0] == "parameters") return of_parameters(session, parts[1]);
    if (parts[0] == "change") return of_two_rows(session, path, parts);
    return of_whole_tensor(session, parts[1], parts[0] == "norm");
}

}  // namespace dikkat
