// The closed list of operations. A new one is written in its own file and entered here, in float and in double; the tests walk this
// list.
#include <algorithm>
#include <array>

#include "core/operations/elementwise.h"
#include "core/operations/matmul.h"
#include "core/operations/rearrange.h"
#include "core/operations/softmax.h"

namespace dikkat {

std::span<const Operation* const> all_operations() {
    static constexpr std::array<const Operation*, 11> kAll{&kMatmul,     &kAdd,         &kScale,        &kMask,
                                                           &kSoftmax,    &kTranspose,   &kSlice,        &kSplitHeads,
                                                           &kSelectHead, &kConcatHeads, &kBlockDiagonal};
    return kAll;
}

template <>
const Kernels<double>& kernels(const Operation& operation) {
    static constexpr std::array<const InDouble*, 11> kAll{&kMatmulInDouble,      &kAddInDouble,          &kScaleInDouble,
                                                          &kMaskInDouble,        &kSoftmaxInDouble,      &kTransposeInDouble,
                                                          &kSliceInDouble,       &kSplitHeadsInDouble,   &kSelectHeadInDouble,
                                                          &kConcatHeadsInDouble, &kBlockDiagonalInDouble};
    const auto found = std::find_if(kAll.begin(), kAll.end(), [&](const InDouble* each) { return each->operation == &operation; });
    CHECK(found != kAll.end(), "an operation has no kernels in double");
    return (*found)->kernels;
}

Error shapes_do_not_fit(std::string_view operation, std::span<const Shape> shapes) {
    std::string text;
    for (const Shape& shape : shapes) text += (text.empty() ? "" : ", ") + to_string(shape);
    return {"shapes_do_not_fit", {{"operation", std::string(operation)}, {"shapes", text}}};
}

}  // namespace dikkat
