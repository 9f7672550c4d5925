#include "app/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "app/number.h"

namespace dikkat {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Measurement {
    const Check& check;
    const CheckSource& source;
    CheckResult& result;

    std::string with_variant(const std::string& name) const {
        return check.variant.empty() || name.find('@') != name.npos ? name : name + "@" + check.variant;
    }

    std::vector<const Tensor<float>*> several() const {
        std::vector<const Tensor<float>*> all;
        std::size_t begin = 0;  // not a stream: it would bring every locale into the download
        while (begin < check.tensor.size()) {
            const std::size_t end = std::min(check.tensor.find(' ', begin), check.tensor.size());
            if (end > begin) all.push_back(source.tensor(with_variant(check.tensor.substr(begin, end - begin))).now);
            begin = end + 1;
        }
        return all;
    }

    const Tensor<float>* tensor() const { return source.tensor(with_variant(check.tensor)).now; }

    // What a tensor is compared with: another one, or what it was before.
    const Tensor<float>* reference() const {
        return check.other.empty() ? source.tensor(with_variant(check.tensor)).before
                                   : source.tensor(with_variant(check.other)).now;
    }

    void at_most(double measured, double bound) { conclude(measured, "<=", bound, measured <= bound); }
    void at_least(double measured, double bound) { conclude(measured, ">=", bound, measured >= bound); }
    void equals(double measured, double bound, bool holds) { conclude(measured, "=", bound, holds); }
    void conclude(double measured, const char* relation, double bound, bool holds) {
        result.measured = measured, result.relation = relation, result.bound = bound, result.holds = holds;
    }
    // Near the value that the check aims at.
    void near(double measured, double off) { equals(measured, check.value, std::fabs(measured - check.value) <= off); }
    bool is_claimed(int row) const {
        return check.rows.empty() || std::find(check.rows.begin(), check.rows.end(), row) != check.rows.end();
    }
    void add_row(int row, bool belongs) { (belongs ? result.rows : result.other_rows).push_back(row); }
};

bool is_matrix(const Tensor<float>* tensor) { return tensor && tensor->shape.heads() == 1; }

bool comparable(const Tensor<float>* a, const Tensor<float>* b) { return is_matrix(a) && b && a->shape == b->shape; }

// A row of one with the same row of the other, which may have fewer.
bool has_row(const Tensor<float>* tensor, int row) { return is_matrix(tensor) && contains(tensor->shape, {0, row, 0}); }
bool comparable_row(const Tensor<float>* a, const Tensor<float>* b, int row) {
    return has_row(a, row) && has_row(b, row) && a->shape.columns() == b->shape.columns();
}

// The size of a difference; NaN where one of the two is a NaN and the other is not.
double distance(float a, float b) { return same_number(a, b) ? 0.0 : std::fabs(static_cast<double>(a) - static_cast<double>(b)); }

// NaN wins: a maximum over NaNs must not look like a small number.
void raise(double& largest, double value) {
    if (std::isnan(value) || value > largest) largest = value;
}

double row_distance(const Tensor<float>& a, const Tensor<float>& b, int row) {
    double largest = 0;
    for (int column = 0; column < a.shape.columns() && !std::isnan(largest); ++column) {
        raise(largest, distance(a(row, column), b(row, column)));
    }
    return largest;
}

bool rows_same(const Tensor<float>& a, const Tensor<float>& b, int row) {
    for (int column = 0; column < a.shape.columns(); ++column) {
        if (!same_number(a(row, column), b(row, column))) return false;
    }
    return true;
}

double largest_magnitude(const Tensor<float>& tensor) {
    double largest = 0;
    for (const float value : tensor.data) {
        if (std::isfinite(value)) largest = std::max(largest, std::fabs(static_cast<double>(value)));
    }
    return largest;
}

void rows_sum_to_one(Measurement& m) {
    double largest = 0;
    for (const Tensor<float>* tensor : m.several()) {
        if (!is_matrix(tensor)) return m.at_most(kNaN, m.check.bound);
        for (int row = 0; row < tensor->shape.rows(); ++row) {
            float sum = 0;
            for (int column = 0; column < tensor->shape.columns(); ++column) sum += (*tensor)(row, column);
            const double off = std::fabs(static_cast<double>(sum) - 1.0);
            m.add_row(row, !(off <= m.check.bound));
            if (!std::isnan(largest)) raise(largest, off);
        }
    }
    m.at_most(largest, m.check.bound);
}

void equal(Measurement& m) {
    const Tensor<float>*a = m.tensor(), *b = m.reference();
    if (!comparable(a, b)) return m.at_most(kNaN, m.check.bound);
    double largest = 0;
    for (int row = 0; row < a->shape.rows(); ++row) {
        m.add_row(row, !rows_same(*a, *b, row));
        if (!std::isnan(largest)) raise(largest, row_distance(*a, *b, row));
    }
    m.at_most(largest, m.check.bound * std::max({1.0, largest_magnitude(*a), largest_magnitude(*b)}));
}

void row_equal(Measurement& m) {
    const Tensor<float>*a = m.tensor(), *b = m.reference();
    if (!comparable_row(a, b, m.check.row)) return m.at_most(kNaN, m.check.bound);
    m.add_row(m.check.row, !rows_same(*a, *b, m.check.row));
    m.at_most(row_distance(*a, *b, m.check.row), m.check.bound);
}

void zero_above_diagonal(Measurement& m) {
    double largest = 0;
    for (const Tensor<float>* tensor : m.several()) {
        if (!is_matrix(tensor)) return m.equals(kNaN, 0, false);
        for (int row = 0; row < tensor->shape.rows(); ++row) {
            double off = 0;
            for (int column = row + 1; column < tensor->shape.columns() && !std::isnan(off); ++column) {
                raise(off, std::fabs(static_cast<double>((*tensor)(row, column))));
            }
            m.add_row(row, !(off == 0));
            if (!std::isnan(largest)) raise(largest, off);
        }
    }
    m.equals(largest, 0, largest == 0);
}

// Whether the rows are the same numbers as before: those that are claimed, or all the others.
void rows_stay(Measurement& m, bool claimed) {
    const Tensor<float>*a = m.tensor(), *b = m.reference();
    if (!comparable(a, b)) return m.equals(kNaN, 0, false);
    double largest = 0;
    bool holds = true;
    for (int row = 0; row < a->shape.rows(); ++row) {
        const bool same = rows_same(*a, *b, row);
        m.add_row(row, !same);
        if (!(claimed ? m.is_claimed(row) : m.check.rows.empty() || !m.is_claimed(row))) continue;
        holds = holds && same;
        if (!std::isnan(largest)) raise(largest, row_distance(*a, *b, row));
    }
    m.equals(largest, 0, holds);
}

void unchanged_rows(Measurement& m) { rows_stay(m, true); }
void only_changed(Measurement& m) { rows_stay(m, false); }

void changed_rows(Measurement& m) {
    const Tensor<float>*a = m.tensor(), *b = m.reference();
    const double count = static_cast<double>(m.check.rows.size());
    if (!comparable(a, b)) return m.equals(kNaN, count, false);
    for (int row = 0; row < a->shape.rows(); ++row) m.add_row(row, !rows_same(*a, *b, row));
    std::vector<int> claimed = m.check.rows;
    std::sort(claimed.begin(), claimed.end());
    m.equals(static_cast<double>(m.result.rows.size()), count, m.result.rows == claimed);
}

void argmax(Measurement& m) {
    const Tensor<float>* tensor = m.tensor();
    if (!is_matrix(tensor) || !contains(tensor->shape, {0, m.check.row, m.check.column})) return m.at_least(kNaN, kNaN);
    double second = -std::numeric_limits<double>::infinity();
    int second_column = -1;
    for (int column = 0; column < tensor->shape.columns(); ++column) {
        const double value = static_cast<double>((*tensor)(m.check.row, column));
        if (column == m.check.column || std::isnan(second)) continue;
        if (std::isnan(value) || value > second) second = value, second_column = column;
    }
    if (second_column >= 0) m.result.rows.push_back(second_column);
    m.at_least(static_cast<double>((*tensor)(m.check.row, m.check.column)), second);
}

const float* cell_of(const Measurement& m) {
    const Tensor<float>* tensor = m.tensor();
    const Cell cell{0, m.check.row, m.check.column};
    return tensor && contains(tensor->shape, cell) ? &tensor->data[index_of(tensor->shape, cell)] : nullptr;
}

void at_least(Measurement& m) {
    const float* cell = cell_of(m);
    m.at_least(cell ? static_cast<double>(*cell) : kNaN, m.check.bound);
}

void at_most(Measurement& m) {
    const float* cell = cell_of(m);
    m.at_most(cell ? static_cast<double>(*cell) : kNaN, m.check.bound);
}

void cell_equals(Measurement& m) {
    const float* cell = cell_of(m);
    m.equals(cell ? static_cast<double>(*cell) : kNaN, m.check.bound,
             cell && same_number(*cell, static_cast<float>(m.check.bound)));
}

// ---- Means, deviations, norms

// How far a row's mean is off 0, or its deviation off 1; of a column where `step` goes down.
double off_standard(const float* first, int count, int step) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; ++i) sum += static_cast<double>(first[i * step]);
    const double mean = sum / count;
    for (int i = 0; i < count; ++i) {
        const double off = static_cast<double>(first[i * step]) - mean;
        squares += off * off;
    }
    double largest = 0;
    raise(largest, std::fabs(mean));
    if (!std::isnan(largest)) raise(largest, std::fabs(std::sqrt(squares / count) - 1));
    return largest;
}

void mean_std(Measurement& m, bool of_columns) {
    const Tensor<float>* tensor = m.tensor();
    if (!is_matrix(tensor)) return m.at_most(kNaN, m.check.bound);
    const int rows = tensor->shape.rows(), columns = tensor->shape.columns();
    double largest = 0;
    for (int i = 0; i < (of_columns ? columns : rows); ++i) {
        if (!m.is_claimed(i)) continue;
        const double off = of_columns ? off_standard(&tensor->data[static_cast<std::size_t>(i)], rows, columns)
                                      : off_standard(&tensor->data[static_cast<std::size_t>(i * columns)], columns, 1);
        m.add_row(i, !(off <= m.check.bound));
        if (!std::isnan(largest)) raise(largest, off);
    }
    m.at_most(largest, m.check.bound);
}

void row_mean_std(Measurement& m) { mean_std(m, false); }
void column_mean_std(Measurement& m) { mean_std(m, true); }

void tensor_norm(Measurement& m) {
    const Tensor<float>* tensor = m.tensor();
    double squares = tensor ? 0 : kNaN;
    for (std::size_t i = 0; tensor && i < tensor->data.size(); ++i) {
        squares += static_cast<double>(tensor->data[i]) * static_cast<double>(tensor->data[i]);
    }
    m.at_most(std::fabs(std::sqrt(squares) - m.check.value), m.check.bound);
}

// ---- Changes by row

// The extreme of the claimed rows' own largest changes; NaN where one of them is, or nothing is claimed.
double extreme_change(Measurement& m, bool smallest) {
    const Tensor<float>*a = m.tensor(), *b = m.reference();
    std::vector<int> rows = m.check.rows;
    for (int row = 0; m.check.rows.empty() && comparable(a, b) && row < a->shape.rows(); ++row) rows.push_back(row);
    double extreme = kNaN;
    bool first = true;
    for (const int row : rows) {
        if (!comparable_row(a, b, row)) return kNaN;
        m.add_row(row, !rows_same(*a, *b, row));
        const double change = row_distance(*a, *b, row);
        const bool further = smallest ? change < extreme : change > extreme;
        if (first || std::isnan(change) || further) extreme = change;
        first = false;
        if (std::isnan(extreme)) return kNaN;
    }
    return extreme;
}

void at_least_change(Measurement& m) {
    const double measured = extreme_change(m, true);
    if (m.check.bound > 0) return m.at_least(measured, m.check.bound);
    m.conclude(measured, ">", 0, measured > 0);
}

void at_most_change(Measurement& m) { m.at_most(extreme_change(m, false), m.check.bound); }

// ---- Counts of parameters, ratios

double count_of(const Measurement& m, const std::string& part) {
    const std::optional<std::uint64_t> count = m.source.count(part);
    return count ? static_cast<double>(*count) : kNaN;
}

void count_equals(Measurement& m) {
    const double count = count_of(m, m.check.part);
    m.equals(count, m.check.value, count == m.check.value);
}

double number_at(const Measurement& m, const std::string& name, int row, int column) {
    const Tensor<float>* tensor = m.source.tensor(m.with_variant(name)).now;
    const Cell cell{0, row, column};
    return tensor && contains(tensor->shape, cell) ? static_cast<double>(tensor->at(cell)) : kNaN;
}

void ratio(Measurement& m) {
    const Check& check = m.check;
    const bool of_counts = check.tensor.empty();
    const double above = of_counts ? count_of(m, check.part) : number_at(m, check.tensor, check.row, check.column);
    const double below = of_counts ? count_of(m, check.other_part) : number_at(m, check.other, check.other_row, check.other_column);
    m.near(above / below, check.bound);
}

// ---- Sweeps

double swept(Measurement& m) {
    const SweepReading* reading = m.source.sweep(m.check.sweep);
    if (!reading || reading->error) return kNaN;
    const auto series = std::find_if(reading->series.begin(), reading->series.end(),
                                     [&](const SeriesReading& each) { return each.id == m.check.series; });
    const std::size_t come = series == reading->series.end() ? 0 : series->in_float.input_gradient.size();
    const auto at = [&](int depth) {
        const bool there = depth >= 1 && static_cast<std::size_t>(depth) <= come;
        if (!there && !reading->done) m.result.pending = true;
        return there ? static_cast<double>(series->in_float.input_gradient[static_cast<std::size_t>(depth - 1)]) : kNaN;
    };
    const double value = at(m.check.depth);
    return m.check.other_depth == 0 ? value : value / at(m.check.other_depth);
}

void sweep_at_least(Measurement& m) { m.at_least(swept(m), m.check.bound); }
void sweep_at_most(Measurement& m) { m.at_most(swept(m), m.check.bound); }
void sweep_equals(Measurement& m) { m.near(swept(m), m.check.bound); }

enum class Needs { tensor, part, sweep, tensor_or_part };

struct CheckKind {
    std::string_view name;
    void (*measure)(Measurement&);
    Needs needs = Needs::tensor;
};

constexpr std::array<CheckKind, 21> kKinds{{
    {"rows_sum_to_one", rows_sum_to_one},
    {"equal", equal},
    {"row_equal", row_equal},
    {"zero_above_diagonal", zero_above_diagonal},
    {"unchanged_rows", unchanged_rows},
    {"changed_rows", changed_rows},
    {"argmax", argmax},
    {"at_least", at_least},
    {"at_most", at_most},
    {"cell_equals", cell_equals},
    {"row_mean_std", row_mean_std},
    {"column_mean_std", column_mean_std},
    {"tensor_norm", tensor_norm},
    {"only_changed", only_changed},
    {"at_least_change", at_least_change},
    {"at_most_change", at_most_change},
    {"count_equals", count_equals, Needs::part},
    {"ratio", ratio, Needs::tensor_or_part},
    {"sweep_at_least", sweep_at_least, Needs::sweep},
    {"sweep_at_most", sweep_at_most, Needs::sweep},
    {"sweep_equals", sweep_equals, Needs::sweep},
}};

const CheckKind* find_kind(std::string_view name) {
    const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const CheckKind& kind) { return kind.name == name; });
    return found == kKinds.end() ? nullptr : &*found;
}

void sort_and_single(std::vector<int>& rows) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

}  // namespace

bool is_check_kind(std::string_view kind) { return find_kind(kind) != nullptr; }

bool has_what_it_needs(const Check& check) {
    const CheckKind* kind = find_kind(check.kind);
    if (!kind) return false;
    switch (kind->needs) {
        case Needs::tensor:
            return !check.tensor.empty();
        case Needs::part:
            return true;  // the main part has no name
        case Needs::sweep:
            return !check.sweep.empty() && !check.series.empty() && check.depth >= 1 && check.other_depth >= 0;
        case Needs::tensor_or_part:
            return check.tensor.empty() == check.other.empty();
    }
    return false;
}

namespace {

bool is_count(const CheckResult& result) { return result.kind == "count_equals" || result.kind == "only_edited"; }

// Of five digits as the lesson's own sentences write them: 10 000.
std::string figure_text(double value) {
    return value >= 9999.5 && value < 99999.5 ? grouped(static_cast<std::uint64_t>(value + 0.5)) : figure(value);
}

std::string count_text(double count) { return std::isfinite(count) ? grouped(static_cast<std::uint64_t>(count)) : figure(count); }

}  // namespace

std::string measured_text(const CheckResult& result) {
    if (result.pending) return "…";
    return is_count(result) ? count_text(result.measured) : figure_text(result.measured);
}

// Small bounds as powers ("1e−06"), others as figures.
std::string bound_text(const CheckResult& result) {
    if (is_count(result)) return count_text(result.bound);
    return std::fabs(result.bound) < 1e-3 ? scientific(result.bound, 1) : figure_text(result.bound);
}

bool is_built(const Check& check, const CheckSource& source) {
    CheckResult nothing;
    const Measurement measurement{check, source, nothing};
    const std::vector<const Tensor<float>*> all = measurement.several();
    const bool lacks_other = !check.other.empty() && !measurement.reference();
    return !lacks_other && std::find(all.begin(), all.end(), nullptr) == all.end();
}

CheckResult measure(const Check& check, const CheckSource& source, Language language) {
    const CheckKind* kind = find_kind(check.kind);
    CHECK(kind, "a check of an unknown kind came past read_lesson");
    CheckResult result;
    result.id = check.id, result.kind = check.kind, result.text = check.text.in(language), result.variant = check.variant;
    Measurement measurement{check, source, result};
    kind->measure(measurement);
    sort_and_single(result.rows);  // several tensors may break a claim in one row
    sort_and_single(result.other_rows);
    std::vector<int> only_others;
    std::set_difference(result.other_rows.begin(), result.other_rows.end(), result.rows.begin(), result.rows.end(),
                        std::back_inserter(only_others));
    result.other_rows = std::move(only_others);
    return result;
}

}  // namespace dikkat
