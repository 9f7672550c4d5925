// Picture: the bounds of difference maps and what is said of a tensor.
#include "ui/picture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dikkat {
namespace {

TensorReading changed_by(std::span<const float> difference) {
    TensorReading tensor;
    tensor.name = "q";
    tensor.bound = 3;
    tensor.difference = difference;
    return tensor;
}

TEST(DifferenceBound, IsTheSmallestRoundStepThatNoChangeExceeds) {
    EXPECT_DOUBLE_EQ(difference_bound(std::vector<float>{0.1f, -0.3f}), 0.5);
    EXPECT_DOUBLE_EQ(difference_bound(std::vector<float>{1.5f}), 2);
    EXPECT_DOUBLE_EQ(difference_bound(std::vector<float>{-5}), 5);
    EXPECT_NEAR(difference_bound(std::vector<float>{3e-5f}), 5e-5, 1e-12);
}

TEST(DifferenceBound, IsZeroWhereNothingChangedAndLooksPastNaN) {
    EXPECT_EQ(difference_bound(std::vector<float>{0, 0}), 0);
    EXPECT_DOUBLE_EQ(difference_bound(std::vector<float>{NAN, INFINITY, 0.5f}), 0.5);
}

TEST(DifferenceBounds, HoldWhileAGestureLasts) {
    DifferenceBounds bounds;
    const std::vector<float> before{0.3f}, after{0.9f};
    bounds.begin_frame(false);
    EXPECT_DOUBLE_EQ(bounds.of(changed_by(before)), 0.5);
    bounds.begin_frame(true);
    EXPECT_DOUBLE_EQ(bounds.of(changed_by(after)), 0.5);
    bounds.begin_frame(false);
    EXPECT_DOUBLE_EQ(bounds.of(changed_by(after)), 1);
}

TEST(DifferenceBounds, MeasureTheFirstChangesOfADragAgainstTheValues) {
    DifferenceBounds bounds;
    const std::vector<float> none{0}, first{0.01f}, more{2};
    bounds.begin_frame(false);
    EXPECT_EQ(bounds.of(changed_by(none)), 0);
    bounds.begin_frame(true);
    EXPECT_EQ(bounds.of(changed_by(none)), 0);
    bounds.begin_frame(true);
    EXPECT_EQ(bounds.of(changed_by(first)), 3);
    bounds.begin_frame(true);
    EXPECT_EQ(bounds.of(changed_by(more)), 3);
}

TEST(BoundWords, AreAsShortAsTheyCanBe) {
    EXPECT_EQ(bound_words(2), "±2");
    EXPECT_EQ(bound_words(0.5), "±.5");
    EXPECT_EQ(bound_words(0.05), "±.05");
    EXPECT_EQ(bound_words(1.5), "±1.5");
    EXPECT_EQ(bound_words(15), "±15");
    EXPECT_EQ(bound_words(0), "0");
    EXPECT_EQ(bound_words(5e-4), "±5e−04");
}

TEST(ShapeWords, NameEveryAxis) {
    EXPECT_EQ(shape_words(Shape(6, 8)), "6×8");
    EXPECT_EQ(shape_words(Shape(2, 6, 4)), "2×6×4");
    EXPECT_EQ(shape_words(Shape(8)), "8");
}

TEST(Picture, FollowsTheSelectedRowInQueriesAndNotInKeysAndValues) {
    TensorReading tensor;
    tensor.shape = Shape(6, 8);
    tensor.axes = {Axis::token, Axis::feature};
    for (const Kind kind : {Kind::input, Kind::query, Kind::output}) {
        tensor.kind = kind;
        EXPECT_TRUE(rows_are_queries(tensor));
    }
    for (const Kind kind : {Kind::key, Kind::value}) {
        tensor.kind = kind;
        EXPECT_FALSE(rows_are_queries(tensor));
        EXPECT_TRUE(rows_are_tokens(tensor));
    }
    tensor.axes = {Axis::feature, Axis::feature};
    tensor.kind = Kind::parameter;
    EXPECT_FALSE(rows_are_tokens(tensor));
}

}  // namespace
}  // namespace dikkat
