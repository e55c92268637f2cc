#pragma once

#include <cmath>
#include <string>

namespace clausius {

/// Magnitudes of the numbers of an input other than 0: sixth powers of speeds and energies of many
/// particles are still numbers. SI units of molecules and of planets lie well inside.
inline constexpr double kLeastMagnitude = 1e-50, kLargestMagnitude = 1e50;
inline bool is_tractable(double x) {
  return x == 0 || (std::abs(x) >= kLeastMagnitude && std::abs(x) <= kLargestMagnitude);
}

/// By how much the length of a quaternion given as an orientation may differ from 1: one written
/// with ten digits is accepted, a row of a matrix or an angle taken for one is not.
inline constexpr double kUnitQuaternion = 1e-9;

/// The shortest decimal text that reads back as exactly `value`, always recognisable as a floating
/// point number ("1.0", "0.05", "1e+300"); "nan", "inf" and "-inf" for what is no number.
std::string exact_text(double value);

/// `value` with `digits` significant digits, for people to read ("1.2346", "3.1e-07").
std::string short_text(double value, int digits = 6);

/// "0.7699(3)": `value` to the first digit of its standard error, and that digit; short_text()
/// where the error is zero or no number, "1.2e+09 ± 3e+05" where the digits would be too many.
std::string text_with_error(double value, double error);

}  // namespace clausius
