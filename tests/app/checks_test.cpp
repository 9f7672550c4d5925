#include "app/checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

namespace dikkat {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Bench : CheckSource {
    std::map<std::string, Tensor<float>> now, before;
    std::map<std::string, std::uint64_t> counts;
    std::map<std::string, SweepReading> sweeps;

    Tensor<float>& matrix(const std::string& name, int rows, int columns, std::vector<float> numbers) {
        Tensor<float>& tensor = now[name] = Tensor<float>(Shape(rows, columns));
        tensor.data = std::move(numbers);
        return tensor;
    }

    CheckResult measure(const Check& check) const { return dikkat::measure(check, *this, Language::en); }

    template <class T>
    static const T* found(const std::map<std::string, T>& all, const std::string& name) {
        const auto entry = all.find(name);
        return entry == all.end() ? nullptr : &entry->second;
    }

    CheckedTensor tensor(const std::string& name) const override { return {found(now, name), found(before, name)}; }
    std::optional<std::uint64_t> count(const std::string& part) const override {
        const std::uint64_t* count = found(counts, part);
        return count ? std::optional<std::uint64_t>(*count) : std::nullopt;
    }
    const SweepReading* sweep(const std::string& id) const override { return found(sweeps, id); }
};

Check check(const std::string& kind, const std::string& tensor, double bound = 0) {
    Check check;
    check.kind = kind, check.tensor = tensor, check.bound = bound, check.text = {"tr", "en"};
    return check;
}

TEST(Checks, RowsSumToOneOverSeveralTensors) {
    Bench bench;
    bench.matrix("a", 2, 2, {0.5f, 0.5f, 0.25f, 0.75f});
    bench.matrix("b", 2, 2, {1, 0, 0.5f, 0.75f});
    EXPECT_TRUE(bench.measure(check("rows_sum_to_one", "a", 1e-6)).holds);
    const CheckResult both = bench.measure(check("rows_sum_to_one", "a b", 1e-6));
    EXPECT_FALSE(both.holds);
    EXPECT_EQ(both.measured, 0.25);
    EXPECT_EQ(both.relation, "<=");
    EXPECT_EQ(both.rows, std::vector<int>{1});
    EXPECT_EQ(both.other_rows, std::vector<int>{0});
    EXPECT_EQ(both.text, "en");
}

TEST(Checks, ANaNOrAMissingTensorHoldsNothing) {
    Bench bench;
    bench.matrix("a", 1, 2, {kNaN, 0.5f});
    Check equal = check("equal", "a", 1e-6);
    equal.other = "missing";
    for (const Check& each : {check("rows_sum_to_one", "a", 1e-6), check("rows_sum_to_one", "missing", 1e-6), equal,
                              check("zero_above_diagonal", "missing"), check("argmax", "a"), check("at_least", "a", 0.1),
                              check("at_most", "missing", 9), check("unchanged_rows", "a"), check("row_equal", "a", 1)}) {
        const CheckResult result = bench.measure(each);
        EXPECT_FALSE(result.holds) << each.kind;
        EXPECT_TRUE(std::isnan(result.measured)) << each.kind;
    }
}

TEST(Checks, EqualScalesItsBoundWithTheLargestMagnitude) {
    Bench bench;
    bench.matrix("a", 2, 1, {1000, 2});
    bench.matrix("b", 2, 1, {1000.0005f, 2});
    Check equal = check("equal", "a", 1e-6);
    equal.other = "b";
    const CheckResult result = bench.measure(equal);
    EXPECT_TRUE(result.holds);
    EXPECT_NEAR(result.bound, 1e-3, 1e-8);
    EXPECT_EQ(result.rows, std::vector<int>{0});
    EXPECT_EQ(result.other_rows, std::vector<int>{1});
}

TEST(Checks, EqualTakesTheSameInfinityAndNaNAsTheSame) {
    Bench bench;
    bench.matrix("a", 1, 3, {kInfinity, kNaN, 0.0f});
    bench.matrix("b", 1, 3, {kInfinity, kNaN, -0.0f});
    Check equal = check("equal", "a", 1e-6);
    equal.other = "b";
    EXPECT_TRUE(bench.measure(equal).holds);
    EXPECT_EQ(bench.measure(equal).measured, 0.0);
    bench.now["b"](0, 1) = 3;
    EXPECT_FALSE(bench.measure(equal).holds);
    EXPECT_TRUE(std::isnan(bench.measure(equal).measured));
}

TEST(Checks, EqualNeedsTheSameShape) {
    Bench bench;
    bench.matrix("a", 1, 2, {1, 2});
    bench.matrix("b", 2, 1, {1, 2});
    Check equal = check("equal", "a", 1e-6);
    equal.other = "b";
    EXPECT_FALSE(bench.measure(equal).holds);
}

TEST(Checks, RowEqualLooksAtOneRow) {
    Bench bench;
    bench.matrix("a", 2, 1, {1, 2});
    bench.matrix("b", 2, 1, {9, 2});
    Check same = check("row_equal", "a");
    same.other = "b", same.row = 1;
    EXPECT_TRUE(bench.measure(same).holds);
    same.row = 0;
    EXPECT_FALSE(bench.measure(same).holds);
    EXPECT_EQ(bench.measure(same).measured, 8.0);
}

TEST(Checks, ARowMayStandInATensorOfFewerRows) {
    Bench bench;
    bench.matrix("many", 3, 2, {1, 2, 3, 4, 5, 6});
    bench.matrix("one", 1, 2, {1, 7});
    Check same = check("row_equal", "one", 5);
    same.other = "many";
    EXPECT_TRUE(bench.measure(same).holds);
    EXPECT_EQ(bench.measure(same).measured, 5.0);
    same.row = 1;
    EXPECT_FALSE(bench.measure(same).holds);
    Check least = check("at_least_change", "one");
    least.other = "many", least.rows = {0};
    EXPECT_EQ(bench.measure(least).measured, 5.0);
    least.rows = {};
    EXPECT_FALSE(bench.measure(least).holds) << "all rows are meant, and there are not as many";
}

TEST(Checks, ZeroAboveTheDiagonalMeansExactlyZero) {
    Bench bench;
    bench.matrix("a", 2, 2, {1, 0, 0.5f, 0.5f});
    EXPECT_TRUE(bench.measure(check("zero_above_diagonal", "a")).holds);
    bench.now["a"](0, 1) = 1e-45f;
    const CheckResult result = bench.measure(check("zero_above_diagonal", "a"));
    EXPECT_FALSE(result.holds);
    EXPECT_EQ(result.rows, std::vector<int>{0});
    EXPECT_EQ(result.relation, "=");
}

TEST(Checks, UnchangedAndChangedRowsAreMeasuredFromBefore) {
    Bench bench;
    bench.before["a"] = bench.matrix("a", 3, 1, {1, 2, 3});
    bench.now["a"](1, 0) = 5;
    Check unchanged = check("unchanged_rows", "a");
    EXPECT_FALSE(bench.measure(unchanged).holds);
    EXPECT_EQ(bench.measure(unchanged).measured, 3.0);
    EXPECT_EQ(bench.measure(unchanged).rows, std::vector<int>{1});
    unchanged.rows = {0, 2};
    EXPECT_TRUE(bench.measure(unchanged).holds);
    Check changed = check("changed_rows", "a");
    changed.rows = {1};
    EXPECT_TRUE(bench.measure(changed).holds);
    changed.rows = {1, 2};
    EXPECT_FALSE(bench.measure(changed).holds);
}

TEST(Checks, ArgmaxComparesWithTheSecondLargest) {
    Bench bench;
    bench.matrix("a", 1, 3, {0.5f, 0.2f, 0.3f});
    const CheckResult result = bench.measure(check("argmax", "a"));
    EXPECT_TRUE(result.holds);
    EXPECT_EQ(result.measured, 0.5);
    EXPECT_EQ(result.bound, static_cast<double>(0.3f));
    EXPECT_EQ(result.rows, std::vector<int>{2});
    Check other = check("argmax", "a");
    other.column = 2;
    EXPECT_FALSE(bench.measure(other).holds);
    EXPECT_EQ(bench.measure(other).rows, std::vector<int>{0});
}

TEST(Checks, CellsAreComparedWithTheBound) {
    Bench bench;
    bench.matrix("a", 1, 1, {0.3f});
    EXPECT_TRUE(bench.measure(check("at_least", "a", 0.25)).holds);
    EXPECT_FALSE(bench.measure(check("at_most", "a", 0.25)).holds);
    EXPECT_TRUE(bench.measure(check("cell_equals", "a", 0.3)).holds) << "0.3 as a float";
    EXPECT_FALSE(bench.measure(check("cell_equals", "a", 0.31)).holds);
}

TEST(Checks, RowsAndColumnsOfMeanZeroAndDeviationOne) {
    Bench bench;
    bench.matrix("a", 2, 4, {-1, 1, -1, 1, 1, -1, 1, -1});
    EXPECT_TRUE(bench.measure(check("row_mean_std", "a", 1e-9)).holds);
    EXPECT_TRUE(bench.measure(check("column_mean_std", "a", 1e-9)).holds);
    bench.now["a"](1, 0) = 5;  // row 1: 5, -1, 1, -1 has mean 1 and deviation sqrt(6)
    const CheckResult rows = bench.measure(check("row_mean_std", "a", 1e-3));
    EXPECT_FALSE(rows.holds);
    EXPECT_NEAR(rows.measured, std::sqrt(6.0) - 1, 1e-12);
    EXPECT_EQ(rows.rows, std::vector<int>{1});
    Check first = check("row_mean_std", "a", 1e-9);
    first.rows = {0};
    EXPECT_TRUE(bench.measure(first).holds);
    EXPECT_EQ(bench.measure(check("column_mean_std", "a", 1e-3)).rows, std::vector<int>{0});
}

TEST(Checks, ANormMayBeOffItsValueByTheBound) {
    Bench bench;
    bench.matrix("a", 1, 2, {3, 4});
    Check norm = check("tensor_norm", "a", 0.5);
    norm.value = 5.25;
    EXPECT_TRUE(bench.measure(norm).holds);
    EXPECT_EQ(bench.measure(norm).measured, 0.25);
    norm.value = 6;
    EXPECT_FALSE(bench.measure(norm).holds);
}

TEST(Checks, ChangesOfTheClaimedRowsHaveALeastAndAMost) {
    Bench bench;
    bench.before["a"] = bench.matrix("a", 3, 2, {1, 2, 3, 4, 5, 6});
    bench.now["a"].data = {9, 2, 3, 6, 5, 5};  // moved by 8, 2 and 1
    Check least = check("at_least_change", "a");
    least.rows = {1, 2};
    EXPECT_TRUE(bench.measure(least).holds);
    EXPECT_EQ(bench.measure(least).measured, 1.0);
    EXPECT_EQ(bench.measure(least).relation, ">");
    least.bound = 1.5;
    EXPECT_FALSE(bench.measure(least).holds);
    EXPECT_EQ(bench.measure(least).relation, ">=");
    Check most = check("at_most_change", "a", 2);
    most.rows = {1, 2};
    EXPECT_TRUE(bench.measure(most).holds);
    EXPECT_EQ(bench.measure(most).measured, 2.0);
    most.rows = {};
    EXPECT_FALSE(bench.measure(most).holds);
    EXPECT_EQ(bench.measure(most).measured, 8.0);
    bench.now["a"](1, 1) = 4;
    bench.now["a"](1, 0) = 3;
    least.bound = 0;
    EXPECT_FALSE(bench.measure(least).holds) << "row 1 did not move at all";
}

TEST(Checks, OnlyTheNamedRowsMayMove) {
    Bench bench;
    bench.before["a"] = bench.matrix("a", 3, 1, {1, 2, 3});
    bench.now["a"](0, 0) = 7;
    Check only = check("only_changed", "a");
    only.rows = {0, 1};
    EXPECT_TRUE(bench.measure(only).holds) << "row 1 may move and need not";
    EXPECT_EQ(bench.measure(only).rows, std::vector<int>{0});
    only.rows = {1};
    EXPECT_FALSE(bench.measure(only).holds);
    EXPECT_EQ(bench.measure(only).measured, 6.0);
}

TEST(Checks, CountsAreExactUpToTheLargestWholeNumberOfADouble) {
    Bench bench;
    bench.counts = {{"xl", (std::uint64_t{1} << 53) - 1}, {"half", 3}, {"whole", 4}};
    Check count = check("count_equals", "");
    count.part = "xl", count.value = 9007199254740991.0;
    EXPECT_TRUE(bench.measure(count).holds);
    count.value = 9007199254740990.0;
    EXPECT_FALSE(bench.measure(count).holds);
    EXPECT_EQ(bench.measure(count).measured, 9007199254740991.0);
    Check ratio = check("ratio", "");
    ratio.part = "half", ratio.other_part = "whole", ratio.value = 0.75;
    EXPECT_TRUE(bench.measure(ratio).holds);
    EXPECT_EQ(bench.measure(ratio).measured, 0.75);
    ratio.other_part = "none";
    EXPECT_FALSE(bench.measure(ratio).holds);
}

TEST(Checks, ACountIsToldToItsLastDigitAndWhatIsNotMeasuredYetNotAtAll) {
    Bench bench;
    bench.counts = {{"xl", 1557611200}};
    Check count = check("count_equals", "");
    count.part = "xl", count.value = 1557611201;
    const CheckResult result = bench.measure(count);
    EXPECT_EQ(measured_text(result), "1\u202f557\u202f611\u202f200");
    EXPECT_EQ(bound_text(result), "1\u202f557\u202f611\u202f201");
    count.part = "none";
    EXPECT_EQ(measured_text(bench.measure(count)), "NaN");
    CheckResult pending;
    pending.pending = true;
    EXPECT_EQ(measured_text(pending), "…");
}

TEST(Checks, TwoCellsHaveARatio) {
    Bench bench;
    bench.matrix("a", 1, 2, {3, 9});
    bench.matrix("b", 2, 1, {1, 2});
    Check ratio = check("ratio", "a", 0.01);
    ratio.column = 1, ratio.other = "b", ratio.other_row = 1, ratio.value = 4.5;
    EXPECT_TRUE(bench.measure(ratio).holds);
    ratio.value = 4;
    EXPECT_FALSE(bench.measure(ratio).holds);
}

TEST(Checks, ASweepIsReadAtADepthOrAtTwo) {
    Bench bench;
    SweepReading& sweep = bench.sweeps["depth"];
    sweep.depth = 3, sweep.done = true;
    sweep.series.resize(1);
    sweep.series[0].id = "post";
    sweep.series[0].in_float.input_gradient = {2, 4, 32};
    Check grown = check("sweep_at_least", "", 10);
    grown.sweep = "depth", grown.series = "post", grown.depth = 3, grown.other_depth = 1;
    EXPECT_TRUE(bench.measure(grown).holds);
    EXPECT_EQ(bench.measure(grown).measured, 16.0);
    grown.kind = "sweep_at_most";
    EXPECT_FALSE(bench.measure(grown).holds);
    grown.kind = "sweep_equals", grown.other_depth = 0, grown.value = 31, grown.bound = 2;
    EXPECT_TRUE(bench.measure(grown).holds);
    grown.series = "pre";
    EXPECT_FALSE(bench.measure(grown).holds);
    EXPECT_FALSE(bench.measure(grown).pending);
}

TEST(Checks, ASweepThatHasNotComeSoFarLeavesTheClaimPending) {
    Bench bench;
    SweepReading& sweep = bench.sweeps["depth"];
    sweep.depth = 3;
    sweep.series.resize(1);
    sweep.series[0].id = "post";
    sweep.series[0].in_float.input_gradient = {2};
    Check reached = check("sweep_at_least", "", 1);
    reached.sweep = "depth", reached.series = "post", reached.depth = 1;
    EXPECT_TRUE(bench.measure(reached).holds);
    reached.depth = 3;
    EXPECT_TRUE(bench.measure(reached).pending);
    EXPECT_FALSE(bench.measure(reached).holds);
}

TEST(Checks, AVariantIsMeantWhereTheTensorNamesNone) {
    Bench bench;
    bench.matrix("a@v", 1, 1, {2});
    bench.matrix("b@w", 1, 1, {2});
    Check equal = check("equal", "a", 0);
    equal.variant = "v", equal.other = "b@w";
    EXPECT_TRUE(bench.measure(equal).holds);
}

TEST(Checks, IsBuiltWhereEachTensorThatItNamesIs) {
    Bench bench;
    bench.matrix("a", 1, 2, {0.5f, 0.5f});
    EXPECT_TRUE(is_built(check("rows_sum_to_one", "a"), bench));
    EXPECT_FALSE(is_built(check("rows_sum_to_one", "a missing"), bench));
    Check equal = check("equal", "a");
    equal.other = "missing";
    EXPECT_FALSE(is_built(equal, bench));
}

}  // namespace
}  // namespace dikkat
