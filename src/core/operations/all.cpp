// The closed list of operations. A new one is written in its own file and entered here; the tests walk this list.
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

Error shapes_do_not_fit(std::string_view operation, std::span<const Shape> shapes) {
    std::string text;
    for (const Shape& shape : shapes) text += (text.empty() ? "" : ", ") + to_string(shape);
    return {"shapes_do_not_fit", {{"operation", std::string(operation)}, {"shapes", text}}};
}

}  // namespace dikkat
