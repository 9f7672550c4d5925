// Measuring a lesson's checks. Where the tensors come from is the session's business.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/check.h"
#include "core/tensor.h"

namespace dikkat {

struct CheckedTensor {
    const Tensor<float>* now = nullptr;     // null: not built
    const Tensor<float>* before = nullptr;  // what changes are measured from: the baseline, or for "T@VARIANT" the document's own T
};
using TensorSource = std::function<CheckedTensor(const std::string& name)>;

bool is_check_kind(std::string_view kind);
CheckResult measure(const Check& check, const TensorSource& tensors, Language language);

}  // namespace dikkat
