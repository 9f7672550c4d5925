#include "core/decimal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/check.h"

namespace dikkat {
namespace {

// 0.DIGITS x 10^point, without zeros at either end of the digits; no digits for 0.
struct Decimal {
    std::string digits;
    int point = 0;

    void trim() {
        const std::size_t first = digits.find_first_not_of('0');
        if (first == digits.npos) {
            digits.clear(), point = 0;
            return;
        }
        digits.erase(0, first);
        point -= static_cast<int>(first);
        digits.erase(digits.find_last_not_of('0') + 1);
    }

    bool operator<(const Decimal& other) const {
        if (digits.empty() || other.digits.empty()) return digits.empty() && !other.digits.empty();
        return point != other.point ? point < other.point : digits < other.digits;
    }
};

// A whole number in limbs of nine decimal digits, the lowest first.
class Limbs {
public:
    explicit Limbs(std::uint64_t value) {
        for (; value > 0; value /= kBase) limbs_.push_back(static_cast<std::uint32_t>(value % kBase));
    }

    void multiply(std::uint32_t factor) {
        std::uint64_t carry = 0;
        for (std::uint32_t& limb : limbs_) {
            carry += static_cast<std::uint64_t>(limb) * factor;
            limb = static_cast<std::uint32_t>(carry % kBase);
            carry /= kBase;
        }
        for (; carry > 0; carry /= kBase) limbs_.push_back(static_cast<std::uint32_t>(carry % kBase));
    }

    // base^power, with `step` of the base's powers (`step_power` of them) that still fit into a factor.
    void multiply(std::uint32_t base, int power, std::uint32_t step, int step_power) {
        for (; power >= step_power; power -= step_power) multiply(step);
        for (; power > 0; --power) multiply(base);
    }

    std::string digits() const {
        std::string text;
        for (std::uint32_t limb : limbs_) {
            for (int i = 0; i < 9; ++i, limb /= 10) text += static_cast<char>('0' + limb % 10);
        }
        std::reverse(text.begin(), text.end());
        return text;
    }

private:
    static constexpr std::uint32_t kBase = 1'000'000'000;
    std::vector<std::uint32_t> limbs_;
};

// mantissa x 2^exponent, every digit of it. Below the point: m / 2^k = m x 5^k / 10^k.
Decimal exact(std::uint64_t mantissa, int exponent) {
    Limbs limbs(mantissa);
    limbs.multiply(2, exponent, 1u << 30, 30);
    limbs.multiply(5, -exponent, 1'220'703'125, 13);
    Decimal decimal;
    decimal.digits = limbs.digits();
    decimal.point = static_cast<int>(decimal.digits.size()) + std::min(exponent, 0);
    decimal.trim();
    return decimal;
}

struct Binary {  // mantissa x 2^exponent
    std::uint64_t mantissa = 0;
    int exponent = 0;
};

Binary binary_of(double size) {
    if (size == 0) return {0, -1074};
    int exponent = 0;
    const double fraction = std::frexp(size, &exponent);
    // Subnormal numbers have fewer bits: their last one stands for 2^-1074.
    const int bits = std::clamp(exponent + 1074, 0, 53);
    return {static_cast<std::uint64_t>(std::ldexp(fraction, bits)), exponent - bits};
}

Decimal exact(double size) {
    const Binary binary = binary_of(size);
    return exact(binary.mantissa, binary.exponent);
}

// To so many digits, ties to even; 0 or fewer leave one digit or none.
void round(Decimal& decimal, int count) {
    if (count >= static_cast<int>(decimal.digits.size())) return;
    if (count < 0) {
        decimal = {};
        return;
    }
    const std::size_t kept = static_cast<std::size_t>(count);
    const char next = decimal.digits[kept];
    const bool odd = kept > 0 && (decimal.digits[kept - 1] - '0') % 2 == 1;
    const bool up = next > '5' || (next == '5' && (decimal.digits.size() > kept + 1 || odd));
    decimal.digits.resize(kept);
    if (up) {
        std::size_t at = kept;
        while (at > 0 && decimal.digits[at - 1] == '9') decimal.digits[--at] = '0';
        if (at > 0) {
            ++decimal.digits[at - 1];
        } else {
            decimal.digits.insert(0, 1, '1');
            ++decimal.point;
        }
    }
    decimal.trim();
}

// Digits from `first` on (place 0 is the first after the point), zeros where there are none.
std::string digits_at(const Decimal& decimal, int first, int count) {
    std::string text;
    for (int place = first; place < first + count; ++place) {
        const int index = place + decimal.point;
        const bool there = index >= 0 && index < static_cast<int>(decimal.digits.size());
        text += there ? decimal.digits[static_cast<std::size_t>(index)] : '0';
    }
    return text;
}

std::string with_point(std::string before, const std::string& after) {
    if (!after.empty()) before += "." + after;
    return before;
}

std::string exponent_text(int exponent) {
    std::string digits = std::to_string(std::abs(exponent));
    if (digits.size() < 2) digits.insert(0, 1, '0');
    return (exponent < 0 ? "e-" : "e+") + digits;
}

std::string sign_of(double value) { return std::signbit(value) ? "-" : ""; }

std::string fixed_of(const Decimal& decimal, int decimals) {
    const int before = std::max(decimal.point, 1);
    return with_point(digits_at(decimal, -before, before), digits_at(decimal, 0, decimals));
}

std::string scientific_of(const Decimal& decimal, int decimals) {
    const int exponent = decimal.digits.empty() ? 0 : decimal.point - 1;
    return with_point(digits_at(decimal, -decimal.point, 1), digits_at(decimal, 1 - decimal.point, decimals)) +
           exponent_text(exponent);
}

}  // namespace

std::string fixed_decimal(double value, int decimals) {
    CHECK(std::isfinite(value), "only finite numbers are decimals");
    Decimal decimal = exact(std::fabs(value));
    round(decimal, decimal.point + decimals);
    return sign_of(value) + fixed_of(decimal, decimals);
}

std::string scientific_decimal(double value, int decimals) {
    CHECK(std::isfinite(value), "only finite numbers are decimals");
    Decimal decimal = exact(std::fabs(value));
    round(decimal, decimals + 1);
    return sign_of(value) + scientific_of(decimal, decimals);
}

std::string general_decimal(double value, int digits) {
    CHECK(std::isfinite(value), "only finite numbers are decimals");
    Decimal decimal = exact(std::fabs(value));
    round(decimal, digits);
    const int size = static_cast<int>(decimal.digits.size());
    const bool small_or_large = decimal.point - 1 < -4 || decimal.point - 1 >= digits;
    const bool scientific = size > 0 && small_or_large;
    return sign_of(value) + (scientific ? scientific_of(decimal, size - 1) : fixed_of(decimal, std::max(0, size - decimal.point)));
}

namespace {

struct Parsed {
    Decimal decimal;
    bool negative = false;
};

Parsed parse(std::string_view text) {
    Parsed parsed;
    std::size_t at = 0;
    const auto digit = [&] { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    const auto sign = [&] {
        const bool minus = at < text.size() && text[at] == '-';
        if (minus || (at < text.size() && text[at] == '+')) ++at;
        return minus;
    };
    parsed.negative = sign();
    for (; digit(); ++at) parsed.decimal.digits += text[at];
    parsed.decimal.point = static_cast<int>(parsed.decimal.digits.size());
    if (at < text.size() && text[at] == '.') {
        for (++at; digit(); ++at) parsed.decimal.digits += text[at];
    }
    int exponent = 0;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool minus = sign();
        constexpr int beyond = 100'000;  // of any double, and of any text's own digits
        for (; digit(); ++at) exponent = std::min(beyond, exponent * 10 + (text[at] - '0'));
        if (minus) exponent = -exponent;
    }
    parsed.decimal.point += exponent;
    parsed.decimal.trim();
    return parsed;
}

// Whether the text is above (or on, where the upper neighbour is even) the middle between two neighbouring doubles.
bool rounds_up(const Decimal& decimal, double below) {
    const Binary binary = binary_of(below);
    const Decimal middle = exact(2 * binary.mantissa + 1, binary.exponent - 1);
    if (middle < decimal) return true;
    return !(decimal < middle) && binary.mantissa % 2 == 1;
}

double nearest(const Decimal& decimal) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (decimal.digits.empty() || decimal.point < -330) return 0;
    if (decimal.point > 310) return infinity;
    // Up to 15 digits and 10^22 both are doubles themselves: one operation rounds once.
    constexpr int exact_digits = 15, exact_power = 22;
    const int count = std::min(static_cast<int>(decimal.digits.size()), exact_digits);
    double digits = 0;
    for (int i = 0; i < count; ++i) digits = digits * 10 + (decimal.digits[static_cast<std::size_t>(i)] - '0');
    int power = decimal.point - count;
    const bool once = count == static_cast<int>(decimal.digits.size()) && std::abs(power) <= exact_power;
    double value = digits;
    for (; power > 0; power -= std::min(power, exact_power)) {
        double factor = 1;
        for (int i = 0; i < std::min(power, exact_power); ++i) factor *= 10;
        value *= factor;
    }
    for (; power < 0; power += std::min(-power, exact_power)) {
        double factor = 1;
        for (int i = 0; i < std::min(-power, exact_power); ++i) factor *= 10;
        value /= factor;
    }
    if (once) return value;
    // A few steps of the last place away at most.
    constexpr double largest = std::numeric_limits<double>::max();
    value = std::min(value, largest);
    while (value > 0 && !rounds_up(decimal, std::nextafter(value, 0.0))) value = std::nextafter(value, 0.0);
    while (value < infinity && rounds_up(decimal, value)) value = std::nextafter(value, infinity);
    return value;
}

}  // namespace

double read_decimal(std::string_view text) {
    const Parsed parsed = parse(text);
    const double size = nearest(parsed.decimal);
    return parsed.negative ? -size : size;
}

}  // namespace dikkat
