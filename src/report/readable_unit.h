#pragma once

#include <string>

namespace clausius {

/// A unit with a prefix in which a number is easy to read.
struct ReadableUnit {
  double factor = 1;  ///< factor from numbers in the unit without prefix to numbers in this unit
  std::string name;
};

/// The SI unit with the prefix (z, a, f, p, n, µ, m, k, M, G or T) that puts `value` between 1 and
/// 1000: 3.4e-10 of "m" is 340 "pm", 7.1e9 of "1/s" is 7.1 "1/ns", 2.6e-5 of "m^2/s" 26 "mm^2/s".
/// Units of densities and of momenta, and non-SI units, are unchanged.
ReadableUnit readable_unit(double value, const std::string& unit);

/// "340 pm": `value` to six digits in its readable unit; without a unit if that is "1" or
/// "reduced".
std::string text_with_unit(double value, const std::string& unit);

}  // namespace clausius
