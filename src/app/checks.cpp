#include "app/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace dikkat {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Measurement {
    const Check& check;
    const TensorSource& tensors;
    CheckResult& result;

    std::string with_variant(const std::string& name) const {
        return check.variant.empty() || name.find('@') != name.npos ? name : name + "@" + check.variant;
    }

    std::vector<const Tensor<float>*> several() const {
        std::vector<const Tensor<float>*> all;
        std::size_t begin = 0;  // not a stream: it would bring every locale into the download
        while (begin < check.tensor.size()) {
            const std::size_t end = std::min(check.tensor.find(' ', begin), check.tensor.size());
            if (end > begin) all.push_back(tensors(with_variant(check.tensor.substr(begin, end - begin))).now);
            begin = end + 1;
        }
        return all;
    }

    const Tensor<float>* tensor() const { return tensors(with_variant(check.tensor)).now; }

    // What a tensor is compared with: another one, or what it was before.
    const Tensor<float>* reference() const {
        return check.other.empty() ? tensors(with_variant(check.tensor)).before : tensors(with_variant(check.other)).now;
    }

    void at_most(double measured, double bound) { conclude(measured, "<=", bound, measured <= bound); }
    void at_least(double measured, double bound) { conclude(measured, ">=", bound, measured >= bound); }
    void equals(double measured, double bound, bool holds) { conclude(measured, "=", bound, holds); }
    void conclude(double measured, const char* relation, double bound, bool holds) {
        result.measured = measured, result.relation = relation, result.bound = bound, result.holds = holds;
    }
    void add_row(int row, bool belongs) { (belongs ? result.rows : result.other_rows).push_back(row); }
};

bool is_matrix(const Tensor<float>* tensor) { return tensor && tensor->shape.heads() == 1; }

bool comparable(const Tensor<float>* a, const Tensor<float>* b) { return is_matrix(a) && b && a->shape == b->shape; }

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
    if (!comparable(a, b) || !contains(a->shape, {0, m.check.row, 0})) return m.at_most(kNaN, m.check.bound);
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

void unchanged_rows(Measurement& m) {
    const Tensor<float>*a = m.tensor(), *b = m.reference();
    if (!comparable(a, b)) return m.equals(kNaN, 0, false);
    const auto is_claimed = [&](int row) {
        return m.check.rows.empty() || std::find(m.check.rows.begin(), m.check.rows.end(), row) != m.check.rows.end();
    };
    double largest = 0;
    bool holds = true;
    for (int row = 0; row < a->shape.rows(); ++row) {
        const bool same = rows_same(*a, *b, row);
        m.add_row(row, !same);
        if (!is_claimed(row)) continue;
        holds = holds && same;
        if (!std::isnan(largest)) raise(largest, row_distance(*a, *b, row));
    }
    m.equals(largest, 0, holds);
}

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

struct CheckKind {
    std::string_view name;
    void (*measure)(Measurement&);
};

constexpr std::array<CheckKind, 10> kKinds{{
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

CheckResult measure(const Check& check, const TensorSource& tensors, Language language) {
    const CheckKind* kind = find_kind(check.kind);
    CHECK(kind, "a check of an unknown kind came past read_lesson");
    CheckResult result;
    result.id = check.id, result.kind = check.kind, result.text = check.text.in(language), result.variant = check.variant;
    Measurement measurement{check, tensors, result};
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
