// The closed list of operations. A new one is written in its own file and entered here; the tests walk this list.
#include <algorithm>
#include <array>

#include "core/decimal.h"
#include "core/operations/activation.h"
#include "core/operations/elementwise.h"
#include "core/operations/lookup.h"
#include "core/operations/matmul.h"
#include "core/operations/norm.h"
#include "core/operations/rearrange.h"
#include "core/operations/reduce.h"
#include "core/operations/softmax.h"

namespace dikkat {
namespace {

struct Entry {
    const Operation* operation;
    const Kernels<double>* in_double;
    bool of_stack = false;
};

constexpr bool kOfStack = true;

constexpr std::array kEntries{
    Entry{&kMatmul, &kMatmulInDouble, kOfStack},
    Entry{&kAdd, &kAddInDouble, kOfStack},
    Entry{&kMultiply, &kMultiplyInDouble},
    Entry{&kScale, &kScaleInDouble},
    Entry{&kMask, &kMaskInDouble},
    Entry{&kSoftmax, &kSoftmaxInDouble},
    Entry{&kTranspose, &kMovingInDouble},
    Entry{&kSlice, &kMovingInDouble},
    Entry{&kSplitHeads, &kMovingInDouble},
    Entry{&kSelectHead, &kMovingInDouble},
    Entry{&kConcatHeads, &kMovingInDouble},
    Entry{&kConcatRows, &kMovingInDouble},
    Entry{&kBlockDiagonal, &kMovingInDouble},
    Entry{&kRowMean, &kRowMeanInDouble, kOfStack},
    Entry{&kRowDeviation, &kRowDeviationInDouble, kOfStack},
    Entry{&kColumnMean, &kColumnMeanInDouble},
    Entry{&kColumnDeviation, &kColumnDeviationInDouble},
    Entry{&kNormaliseRows, &kNormaliseRowsInDouble, kOfStack},
    Entry{&kNormaliseColumns, &kNormaliseColumnsInDouble},
    Entry{&kCentreRows, &kCentreRowsInDouble},
    Entry{&kDivideRows, &kDivideRowsInDouble},
    Entry{&kRelu, &kReluInDouble},
    Entry{&kGelu, &kGeluInDouble},
    Entry{&kGeluTanh, &kGeluTanhInDouble},
    Entry{&kSilu, &kSiluInDouble},
    Entry{&kTanh, &kTanhInDouble, kOfStack},
    Entry{&kSigmoid, &kSigmoidInDouble},
    Entry{&kEmbedding, &kEmbeddingInDouble},
    Entry{&kCrossEntropy, &kCrossEntropyInDouble},
    Entry{&kSum, &kSumInDouble},
    Entry{&kNorm, &kNormInDouble},
};

// By the compiler, from the list above: a program that does not ask for doubles keeps no trace of them.
constexpr auto in_float() {
    std::array<const Operation*, kEntries.size()> operations{};
    for (std::size_t i = 0; i < operations.size(); ++i) operations[i] = kEntries[i].operation;
    return operations;
}

constexpr auto of_stack() {
    std::array<Entry, std::count_if(kEntries.begin(), kEntries.end(), [](const Entry& each) { return each.of_stack; })> entries{};
    std::copy_if(kEntries.begin(), kEntries.end(), entries.begin(), [](const Entry& each) { return each.of_stack; });
    return entries;
}

const Kernels<double>* find(std::span<const Entry> entries, const Operation& operation) {
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& each) { return each.operation == &operation; });
    return found == entries.end() ? nullptr : found->in_double;
}

}  // namespace

std::span<const Operation* const> all_operations() {
    static constexpr auto kAll = in_float();
    return kAll;
}

template <>
const Kernels<float>* kernels(const Operation& operation) {
    return &operation.in_float;
}

template <>
const Kernels<double>* kernels(const Operation& operation) {
    return find(kEntries, operation);
}

const Kernels<double>* kernels_of_stack(const Operation& operation) {
    static constexpr auto kStack = of_stack();
    return find(kStack, operation);
}

Error shapes_do_not_fit(std::string_view operation, std::span<const Shape> shapes) {
    std::string text;
    for (const Shape& shape : shapes) text += (text.empty() ? "" : ", ") + to_string(shape);
    return {"shapes_do_not_fit", {{"operation", std::string(operation)}, {"shapes", text}}};
}

std::string in_python(double number) {
    constexpr int kAlwaysRead = 15, kAlwaysExact = 17;  // digits of a double
    std::string text;
    for (int digits = kAlwaysRead; digits <= kAlwaysExact; ++digits) {
        text = general_decimal(number, digits);
        if (read_decimal(text) == number) break;
    }
    return text;
}

}  // namespace dikkat
