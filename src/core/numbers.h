#pragma once

#include <cmath>
#include <string>

namespace clausius {

/// Range of magnitudes of input numbers other than 0: sixth powers of speeds and energies of many
/// particles are still finite. SI units of molecules and of planets lie well inside.
inline constexpr double kLeastMagnitude = 1e-50, kLargestMagnitude = 1e50;
inline bool is_tractable(double x) {
  return x == 0 || (std::abs(x) >= kLeastMagnitude && std::abs(x) <= kLargestMagnitude);
}

/// Allowed deviation of the length of an orientation quaternion from 1: one written with ten digits
/// is accepted, but not a row of a matrix or an angle.
inline constexpr double kUnitQuaternion = 1e-9;

/// The shortest decimal text that reads back as exactly `value`, always recognisable as a floating
/// point number ("1.0", "0.05", "1e+300"); "nan", "inf" and "-inf" for non-finite values.
std::string exact_text(double value);
/// Writes exact_text() to `at`, at most 40 bytes. @return its end
char* put_exact(char* at, double value);

/// `value` with `digits` significant digits, for reading ("1.2346", "3.1e-07").
std::string short_text(double value, int digits = 6);

/// "0.7699(3)": `value` to the first digit of its standard error, and that digit; short_text() if
/// the error is zero or not a number; "13900 ± 700" and "1.2300e+09 ± 3e+05" if the error is large.
std::string text_with_error(double value, double error);

/// "0.76990 ± 0.00030", "13890 ± 710", "1.23000e+09 ± 3.0e+05": both to the second digit of the
/// error. @pre error > 0, finite
std::string text_plus_minus(double value, double error);

}  // namespace clausius
