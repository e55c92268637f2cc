#pragma once

#include <limits>
#include <numbers>

namespace clausius {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// The time of an event that never comes.
inline constexpr double kNever = kInfinity;
/// Stands for an unknown number in tables.
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace clausius
