#pragma once

#include <string>

namespace clausius {

/// A unit with a prefix, in which people read a number easily.
struct ReadableUnit {
  double factor = 1;  ///< numbers in the unit without prefix times this are numbers in it
  std::string name;
};

/// The unit of SI with the prefix (z, a, f, p, n, µ, m, k, M, G or T) that puts `value` between 1
/// and 1000: 3.4e-10 of "m" is 340 "pm", 7.1e9 of "1/s" is 7.1 "1/ns", 2.6e-5 of "m^2/s" 26
/// "mm^2/s". Those of densities and of momenta, and others than those of SI, stay as they are.
ReadableUnit readable_unit(double value, const std::string& unit);

/// "340 pm": `value` to six digits in its readable unit; without a unit where that is "1" or
/// "reduced".
std::string text_with_unit(double value, const std::string& unit);

}  // namespace clausius
