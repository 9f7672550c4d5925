#include "core/tensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dikkat {
namespace {

TEST(Shape, CountsItsAxesFromTheOutermostAsPyTorchDoes) {
    const Shape shape(2, 6, 4);
    EXPECT_EQ(shape.rank(), 3);
    EXPECT_EQ(shape.extent(0), 2);
    EXPECT_EQ(shape.extent(1), 6);
    EXPECT_EQ(shape.extent(2), 4);
    EXPECT_EQ(Shape(6, 8).extent(0), 6);
    EXPECT_EQ(Shape(8).extent(0), 8);
    EXPECT_EQ(Shape(8).rows(), 1);
}

TEST(Shape, IsPrintedWithItsExtents) {
    EXPECT_EQ(to_string(Shape(6, 8)), "6x8");
    EXPECT_EQ(to_string(Shape(2, 6, 4)), "2x6x4");
    EXPECT_EQ(to_string(Shape(8)), "8");
}

TEST(Shape, ContainsItsCellsAndNoOthers) {
    EXPECT_TRUE(contains(Shape(2, 3), {0, 1, 2}));
    EXPECT_FALSE(contains(Shape(2, 3), {0, 2, 0}));
    EXPECT_FALSE(contains(Shape(2, 3), {0, 0, 3}));
    EXPECT_FALSE(contains(Shape(2, 3), {1, 0, 0}));
    EXPECT_FALSE(contains(Shape(2, 3), {0, -1, 0}));
}

TEST(Tensor, LiesRowByRow) {
    Tensor<float> tensor(Shape(2, 2, 3));
    tensor.at({1, 0, 2}) = 7;
    EXPECT_EQ(tensor.data[8], 7);
}

TEST(SameNumber, TakesBothZerosAndAllNaNsForOne) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(same_number(0.0f, -0.0f));
    EXPECT_TRUE(same_number(nan, -nan));
    EXPECT_FALSE(same_number(nan, 0.0f));
    EXPECT_FALSE(same_number(1.0f, std::nextafterf(1.0f, 2.0f)));
    EXPECT_TRUE(same_number(std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()));
}

}  // namespace
}  // namespace dikkat
