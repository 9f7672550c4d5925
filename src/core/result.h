// Result<T>: a value, or an Error that says what was wrong as a code with values. The words for a code live in app/text.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <variant>

#include "core/check.h"

namespace dikkat {

struct Error {
    std::string code;                           // e.g. "heads_do_not_divide"; app/text has a sentence for every code
    std::map<std::string, std::string> values;  // what the sentence's {holes} are filled with

    bool operator==(const Error&) const = default;
};

struct Done {  // the value of a Result that has nothing to tell
    bool operator==(const Done&) const = default;
};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::move(value)) {}
    Result(Error error) : content_(std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T& value() const& {
        CHECK(ok(), "a Result was read that holds an error");
        return *std::get_if<0>(&content_);
    }
    T& value() & {
        CHECK(ok(), "a Result was read that holds an error");
        return *std::get_if<0>(&content_);
    }
    T&& value() && {
        CHECK(ok(), "a Result was read that holds an error");
        return std::move(*std::get_if<0>(&content_));
    }
    const Error& error() const {
        CHECK(!ok(), "the error was read of a Result that holds a value");
        return *std::get_if<1>(&content_);
    }

private:
    std::variant<T, Error> content_;
};

}  // namespace dikkat
