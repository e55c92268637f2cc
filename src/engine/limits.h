#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "clausius/core/constants.h"

namespace clausius {

inline constexpr std::int64_t kMostParticles = 0x7fffffff;  ///< two ids and a kind make 64 bits
inline constexpr std::size_t kMostSpecies = 255;            ///< the index of a species is one byte
inline constexpr std::size_t kMostPotentialSteps = 100;     ///< of the potential of a pair
/// Least length of a periodic axis in ranges of the potential.
inline constexpr double kRangesInBox = 2.25;
inline constexpr int kMostDegrees = 1000;  ///< degrees of freedom of a parcel's reservoir

/// Range of values allowed for a number of a gas, in a study file or in code.
struct Limits {
  std::string_view words;
  double low = -kInfinity, high = kInfinity;
  bool above_low = false;    ///< `low` itself is not allowed
  bool or_infinite = false;  ///< infinity is allowed, too

  [[nodiscard]] constexpr bool accept(double x) const {
    return (above_low ? x > low : x >= low) && x <= high;
  }
};
inline constexpr Limits kAnyNumber{"a number"};
inline constexpr Limits kPositive{"a number above 0", 0, kInfinity, true};
inline constexpr Limits kNotNegative{"a number from 0 up", 0};
inline constexpr Limits kFraction{"a number from 0 to 1", 0, 1};
inline constexpr Limits kTangential{"a number from -1 (smooth) to 1", -1, 1};
inline constexpr Limits kFriction{"a number above 0, infinite without limit", 0, kInfinity, true,
                                  true};

}  // namespace clausius
