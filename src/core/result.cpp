#include "core/result.h"

namespace dikkat {

Error::Error(std::string_view error_code, std::initializer_list<ErrorValue> error_values) : code(error_code) {
    for (const ErrorValue& entry : error_values) values.emplace(entry.name, entry.value);
}

Error::Error(const Error&) = default;
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(const Error&) = default;
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

}  // namespace dikkat
