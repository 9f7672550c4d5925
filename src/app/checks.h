// Measuring a lesson's checks. Where the tensors come from is the session's business.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/check.h"
#include "app/sweep.h"
#include "core/tensor.h"

namespace dikkat {

struct CheckedTensor {
    const Tensor<float>* now = nullptr;     // null: not built
    const Tensor<float>* before = nullptr;  // what changes are measured from: the baseline, or for "T@VARIANT" the document's own T
};

class CheckSource {
public:
    virtual ~CheckSource() = default;
    virtual CheckedTensor tensor(const std::string& name) const = 0;                // "weights@causal"
    virtual std::optional<std::uint64_t> count(const std::string& part) const = 0;  // of its parameters
    virtual const SweepReading* sweep(const std::string& id) const = 0;             // null: there is none
};

bool is_check_kind(std::string_view kind);
// The check names what its kind looks at: a tensor, a part or a sweep.
bool has_what_it_needs(const Check& check);
// A finding's figures as they are read: counts to their last digit, "…" for what is still being computed.
std::string measured_text(const CheckResult& result);
std::string bound_text(const CheckResult& result);
// Whether every tensor of the check is built.
bool is_built(const Check& check, const CheckSource& source);
CheckResult measure(const Check& check, const CheckSource& source, Language language);

}  // namespace dikkat
