#include "app/number.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/decimal.h"

namespace dikkat {

namespace {

constexpr std::string_view kMinusSign = "\u2212";
constexpr std::string_view kInfinitySign = "\u221E";
constexpr std::size_t kLongestNumber = 400;

std::string with_minus(const std::string& ascii, Minus minus) {
    if (minus == Minus::ascii) return ascii;
    std::string text;
    for (const char c : ascii) {
        if (c == '-') {
            text += kMinusSign;
        } else {
            text += c;
        }
    }
    return text;
}

std::string not_finite(double value, Minus minus) {
    if (std::isnan(value)) return "NaN";
    const std::string size(minus == Minus::ascii ? "Infinity" : kInfinitySign);
    return value < 0 ? with_minus("-", minus) + size : size;
}

bool shows_a_digit_but_zero(const std::string& text) { return text.find_first_of("123456789") != text.npos; }

std::string zero(int decimals, bool plain) { return plain ? "0" : fixed_decimal(0.0, decimals); }

bool take(std::string_view& text, std::string_view start) {
    if (text.substr(0, start.size()) != start) return false;
    text.remove_prefix(start.size());
    return true;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view no_break_space = "\u00A0";
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    for (bool again = true; again;) {
        again = take(text, no_break_space);
        if (!text.empty() && is_space(text.front())) text.remove_prefix(1), again = true;
        if (!text.empty() && is_space(text.back())) text.remove_suffix(1), again = true;
        if (text.size() >= no_break_space.size() && text.substr(text.size() - no_break_space.size()) == no_break_space) {
            text.remove_suffix(no_break_space.size()), again = true;
        }
    }
    return text;
}

int take_digits(std::string_view& text) {
    int count = 0;
    for (; !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())); ++count) text.remove_prefix(1);
    return count;
}

// digits, at most one point or comma, an exponent; no sign
bool is_decimal(std::string_view text) {
    int digits = take_digits(text);
    if (take(text, ".") || take(text, ",")) digits += take_digits(text);
    if (digits == 0) return false;
    if (take(text, "e") || take(text, "E")) {
        if (!take(text, "+") && !take(text, "-")) take(text, kMinusSign);  // as it is printed here
        if (take_digits(text) == 0) return false;
    }
    return text.empty();
}

bool is_word(std::string_view text, std::string_view lower_case) {
    if (text.size() != lower_case.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (std::tolower(static_cast<unsigned char>(text[i])) != lower_case[i]) return false;
    }
    return true;
}

}  // namespace

std::string fixed(double value, int decimals, Minus minus, bool plain) {
    if (!std::isfinite(value)) return not_finite(value, minus);
    if (value == 0) return zero(decimals, plain);
    const std::string text = fixed_decimal(value, decimals);
    return shows_a_digit_but_zero(text) ? with_minus(text, minus) : scientific(value, 1, minus);
}

std::string as_typed(float value, int decimals) {
    for (int more = 0; more <= 2 && std::isfinite(value); ++more) {
        if (to_float(read_decimal(fixed_decimal(static_cast<double>(value), decimals + more))) != value) continue;
        return fixed(static_cast<double>(value), decimals + more, Minus::sign, true);
    }
    return fixed(static_cast<double>(value), decimals, Minus::sign, true);
}

std::string with_sign(double value, int decimals, Minus minus) {
    if (std::isnan(value)) return not_finite(value, minus);
    const std::string text = fixed(value, decimals, minus, true);
    return value > 0 ? "+" + text : text;
}

std::string scientific(double value, int digits, Minus minus) {
    if (!std::isfinite(value)) return not_finite(value, minus);
    if (value == 0) return "0";
    return with_minus(scientific_decimal(value, digits - 1), minus);
}

std::string figure(double value, Minus minus) {
    if (!std::isfinite(value)) return not_finite(value, minus);
    if (value == 0) return "0";
    const double size = std::fabs(value);
    if (size < 1e-3) return scientific(value, 2, minus);
    const std::string rounded = scientific_decimal(size, 2);
    const int exponent = std::atoi(rounded.c_str() + rounded.find('e') + 1);
    if (exponent >= 5) return scientific(value, 3, minus);
    return with_minus(fixed_decimal(value, exponent < 2 ? 2 - exponent : 0), minus);
}

std::string grouped(std::uint64_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, "\u202f");
    return digits;
}

std::string shortest(float value) {
    if (!std::isfinite(value)) return not_finite(value, Minus::ascii);
    if (value == 0) return std::signbit(value) ? "-0.0" : "0";  // a JSON reader would take "-0" for the integer
    for (int digits = 6; digits < 9; ++digits) {
        const std::string text = general_decimal(static_cast<double>(value), digits);
        if (to_float(read_decimal(text)) == value) return text;
    }
    return general_decimal(static_cast<double>(value), 9);
}

float to_float(double value) {
    // The first double that rounds to infinity is half a step above the largest float.
    constexpr double beyond = 0x1.ffffffp127;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (value >= beyond) return infinity;
    if (value <= -beyond) return -infinity;
    return static_cast<float>(value);
}

std::optional<double> parse_double(std::string_view text) {
    text = trimmed(text);
    if (text.size() > kLongestNumber) return std::nullopt;
    const bool negative = take(text, "-") || take(text, kMinusSign);
    if (!negative) take(text, "+");
    if (is_word(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
    if (text == kInfinitySign || is_word(text, "inf") || is_word(text, "infinity")) {
        return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    }
    if (!is_decimal(text)) return std::nullopt;
    std::string decimal(text);
    if (const std::size_t comma = decimal.find(','); comma != decimal.npos) decimal[comma] = '.';
    if (const std::size_t sign = decimal.find(kMinusSign); sign != decimal.npos) decimal.replace(sign, kMinusSign.size(), "-");
    const double size = read_decimal(decimal);
    return negative ? -size : size;
}

std::optional<float> parse_number(std::string_view text) {
    const std::optional<double> number = parse_double(text);
    return number ? std::optional<float>(to_float(*number)) : std::nullopt;
}

}  // namespace dikkat
