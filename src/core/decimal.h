// Numbers as decimal text and back, exactly: the same digits as printf's and strtod's, which bring a C library's long double
// arithmetic along (25 KB of a download). Plain ASCII; how a number looks on the screen is app/number.h's.
#pragma once

#include <string>
#include <string_view>

namespace dikkat {

// As printf("%.*f") and printf("%.*e") write a finite number: correctly rounded, ties to the even digit.
std::string fixed_decimal(double value, int decimals);
std::string scientific_decimal(double value, int decimals);
// As printf("%.*g"): up to so many significant digits, none that say nothing.
std::string general_decimal(double value, int digits);

// Digits with a point and an exponent where wanted ("-1.5e-07"), to the nearest double; reads nothing else.
double read_decimal(std::string_view text);

}  // namespace dikkat
