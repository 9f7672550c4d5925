// Shape and Tensor: up to three axes, row-major, float or double. Arithmetic lives in operations/.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/check.h"

namespace dikkat {

// Extents of rank 1, 2 or 3. A rank-1 tensor (a bias) is one row.
class Shape {
public:
    Shape() = default;
    explicit Shape(int columns) : rank_(1), extent_{1, 1, columns} {}
    Shape(int rows, int columns) : rank_(2), extent_{1, rows, columns} {}
    Shape(int heads, int rows, int columns) : rank_(3), extent_{heads, rows, columns} {}

    int rank() const { return rank_; }
    int heads() const { return extent_[0]; }  // 1 unless rank 3
    int rows() const { return extent_[1]; }   // 1 if rank 1
    int columns() const { return extent_[2]; }
    std::size_t size() const {
        return static_cast<std::size_t>(extent_[0]) * static_cast<std::size_t>(extent_[1]) * static_cast<std::size_t>(extent_[2]);
    }
    // Axis 0 is the outermost one that the rank has, as in PyTorch.
    int extent(int axis) const { return extent_[static_cast<std::size_t>(3 - rank_ + axis)]; }

    bool operator==(const Shape&) const = default;

private:
    int rank_ = 2;
    std::array<int, 3> extent_{1, 0, 0};
};

// Where a number stands. `head` is 0 unless rank 3, `row` is 0 if rank 1.
struct Cell {
    int head = 0;
    int row = 0;
    int column = 0;

    auto operator<=>(const Cell&) const = default;
};

inline bool contains(const Shape& shape, const Cell& cell) {
    return cell.head >= 0 && cell.head < shape.heads() && cell.row >= 0 && cell.row < shape.rows() && cell.column >= 0 &&
           cell.column < shape.columns();
}

inline std::size_t index_of(const Shape& shape, const Cell& cell) {
    return (static_cast<std::size_t>(cell.head) * static_cast<std::size_t>(shape.rows()) + static_cast<std::size_t>(cell.row)) *
               static_cast<std::size_t>(shape.columns()) +
           static_cast<std::size_t>(cell.column);
}

std::string to_string(const Shape& shape);  // "6x8"

template <class Scalar>
struct Tensor {
    Shape shape;
    std::vector<Scalar> data;  // row-major

    Tensor() = default;
    explicit Tensor(const Shape& s, Scalar fill = Scalar(0)) : shape(s), data(s.size(), fill) {}

    Scalar& at(const Cell& cell) { return data[index_of(shape, cell)]; }
    Scalar at(const Cell& cell) const { return data[index_of(shape, cell)]; }
    Scalar& operator()(int row, int column) { return at({0, row, column}); }
    Scalar operator()(int row, int column) const { return at({0, row, column}); }

    bool operator==(const Tensor&) const = default;
};

// The project's equality of numbers: by bits, with +0 = -0 and NaN = NaN.
template <class Scalar>
bool same_number(Scalar a, Scalar b);
extern template bool same_number(float, float);
extern template bool same_number(double, double);

}  // namespace dikkat
