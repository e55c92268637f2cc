#pragma once

#include <stdexcept>
#include <string>

namespace clausius {

/// A number from theory and where it comes from, to be shown beside a measurement.
struct TheoryValue {
  double value = 0;
  std::string source;  ///< formula and paper, for people
};

/// @throws std::invalid_argument unless d, the number of dimensions, is 2 or 3.
inline void require_dimension(int d) {
  if (d != 2 && d != 3) throw std::invalid_argument("a gas has two or three dimensions");
}

}  // namespace clausius
