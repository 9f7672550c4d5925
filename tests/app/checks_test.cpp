#include "app/checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

namespace dikkat {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Bench {
    std::map<std::string, Tensor<float>> now, before;

    Tensor<float>& matrix(const std::string& name, int rows, int columns, std::vector<float> numbers) {
        Tensor<float>& tensor = now[name] = Tensor<float>(Shape(rows, columns));
        tensor.data = std::move(numbers);
        return tensor;
    }

    CheckResult measure(const Check& check) const {
        const TensorSource source = [this](const std::string& name) -> CheckedTensor {
            const auto found = [&](const std::map<std::string, Tensor<float>>& all) {
                const auto entry = all.find(name);
                return entry == all.end() ? nullptr : &entry->second;
            };
            return {found(now), found(before)};
        };
        return dikkat::measure(check, source, Language::en);
    }
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

TEST(Checks, AVariantIsMeantWhereTheTensorNamesNone) {
    Bench bench;
    bench.matrix("a@v", 1, 1, {2});
    bench.matrix("b@w", 1, 1, {2});
    Check equal = check("equal", "a", 0);
    equal.variant = "v", equal.other = "b@w";
    EXPECT_TRUE(bench.measure(equal).holds);
}

}  // namespace
}  // namespace dikkat
