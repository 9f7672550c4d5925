// Result<T>: a value, or an Error that says what was wrong as a code with values. The words for a code live in app/text.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/check.h"

namespace dikkat {

struct ErrorValue {
    std::string_view name;
    std::string value;
};

struct Error {
    std::string code;                           // e.g. "heads_do_not_divide"; app/text has a sentence for every code
    std::map<std::string, std::string> values;  // what the sentence's {holes} are filled with

    Error(std::string_view code = {}, std::initializer_list<ErrorValue> values = {});
    // Errors pass through every Result: these are compiled once, not wherever one is made or handed on.
    Error(const Error&);
    Error(Error&&) noexcept;
    Error& operator=(const Error&);
    Error& operator=(Error&&) noexcept;
    ~Error();

    bool operator==(const Error&) const = default;
};

struct Done {  // the value of a Result that has nothing to tell
    bool operator==(const Done&) const = default;
};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return value_.has_value(); }
    explicit operator bool() const { return ok(); }

    const T& value() const& {
        CHECK(ok(), "a Result was read that holds an error");
        return *value_;
    }
    T& value() & {
        CHECK(ok(), "a Result was read that holds an error");
        return *value_;
    }
    T&& value() && {
        CHECK(ok(), "a Result was read that holds an error");
        return *std::move(value_);
    }
    const Error& error() const {
        CHECK(!ok(), "the error was read of a Result that holds a value");
        return error_;
    }

private:
    std::optional<T> value_;
    Error error_;  // where there is no value
};

}  // namespace dikkat
