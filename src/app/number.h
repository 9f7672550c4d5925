// Numbers as people read and type them: a point as decimal sign, U+2212 as minus on screen, never a zero that is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dikkat {

enum class Minus { sign, ascii };  // U+2212 on screen, '-' in copies

// Fixed decimals. Exact zero is "0.0" with its decimals in cells (plain = false) or "0" (plain = true). A non-zero number that
// would print as zero falls back to "5e−04". NaN, ∞, −∞ as such.
std::string fixed(double value, int decimals, Minus minus = Minus::sign, bool plain = false);
// A number that a person chose: `decimals`, and up to two more where they make it exact ("0.55" in a matrix of one decimal).
std::string as_typed(float value, int decimals);
std::string with_sign(double value, int decimals, Minus minus = Minus::sign);  // "+0.073", "0" for an exact zero
std::string scientific(double value, int digits, Minus minus = Minus::sign);   // "1.2e−07"; "0" for an exact zero
// A measured figure: 3 significant digits, scientific below 1e-3: "0.517", "0.0415", "1.2e−07", "0".
std::string figure(double value, Minus minus = Minus::sign);
std::string grouped(std::uint64_t count);  // "2 099 712": U+202F between thousands
std::string shortest(float value);         // round-trips; "NaN", "Infinity", "-Infinity" for those

float to_float(double value);  // as PyTorch does: what lies beyond float32 is infinite

// What a person typed or pasted: point or comma, U+2212 or '-', surrounding space, NaN, inf, ∞. Nothing if it is no number.
std::optional<float> parse_number(std::string_view text);
std::optional<double> parse_double(std::string_view text);  // the same, for settings that are no float

}  // namespace dikkat
