#pragma once

#include <string>

namespace clausius {

/// A number from theory and where it comes from, to be shown beside a measurement.
struct TheoryValue {
  double value = 0;
  std::string source;  ///< formula and paper, for people
};

}  // namespace clausius
