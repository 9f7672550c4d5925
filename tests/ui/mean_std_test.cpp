// Mean and standard deviation of rows and columns, as the margins of a matrix show them.
#include "ui/mean_std.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

TEST(MeanStd, IsThePopulationsOwn) {
    // The lesson's four numbers: mean 4.5, deviations -3.5 0.5 -1.5 4.5, squares 35, a quarter of it 8.75.
    const MeanStd found = mean_std(std::vector<float>{1, 5, 3, 9});
    EXPECT_DOUBLE_EQ(found.mean, 4.5);
    EXPECT_DOUBLE_EQ(found.std, std::sqrt(8.75));
}

TEST(MeanStd, OfRowsAndOfColumns) {
    const std::vector<float> matrix{1, 3, 5, 2, 2, 2};  // 2 x 3
    const std::vector<MeanStd> rows = row_mean_stds(matrix, 3), columns = column_mean_stds(matrix, 3);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_DOUBLE_EQ(rows[0].mean, 3);
    EXPECT_DOUBLE_EQ(rows[0].std, std::sqrt(8.0 / 3));
    EXPECT_DOUBLE_EQ(rows[1].std, 0);
    ASSERT_EQ(columns.size(), 3u);
    EXPECT_DOUBLE_EQ(columns[0].mean, 1.5);
    EXPECT_DOUBLE_EQ(columns[2].std, 1.5);
}

TEST(MeanStd, IsNaNWhereANumberIs) {
    const std::vector<MeanStd> rows = row_mean_stds(std::vector<float>{1, std::nanf(""), 1, 2}, 2);
    EXPECT_TRUE(std::isnan(rows[0].mean) && std::isnan(rows[0].std));
    EXPECT_DOUBLE_EQ(rows[1].mean, 1.5);
}

TEST(MeanStd, OfNothingIsNoRow) {
    EXPECT_TRUE(row_mean_stds({}, 3).empty());
    EXPECT_TRUE(column_mean_stds({}, 3).empty());
}

}  // namespace
}  // namespace dikkat
