#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "clausius/collision/surfaces.h"

namespace clausius::testing {

/// The first time from 0 on, not beyond `horizon`, at which gap(t) closes; infinity if it does not.
/// A gap that is closed at the beginning counts if it goes on closing. No formula, but steps in
/// which the gap cannot close at `speed`, and bisection.
template <class Gap>
double first_touch(const Gap& gap, double speed, double horizon) {
  constexpr double kLeast = 1e-6;
  double t = 0, now = gap(t);
  while (t < horizon) {
    double next = std::min(horizon, t + std::max(kLeast, now / speed));
    const double then = gap(next);
    if (then <= 0 && then < now) {
      if (now <= 0) return t;
      while (true) {
        const double middle = 0.5 * (t + next);
        if (middle <= t || middle >= next) return next;
        (gap(middle) > 0 ? t : next) = middle;
      }
    }
    t = next;
    now = then;
  }
  return std::numeric_limits<double>::infinity();
}

// Walls, by their motion: at rest until `begin` and from `end` on.

inline double displacement_of(const WallPath& path, double time) {
  const double moving = std::max(0.0, std::min(time, path.end) - path.begin);
  return path.velocity * moving + path.amplitude * std::sin(path.angular_frequency * moving);
}
inline double velocity_of(const WallPath& path, double time) {
  if (time < path.begin || time >= path.end) return 0;
  const double phase = path.angular_frequency * (time - path.begin);
  return path.velocity + path.amplitude * path.angular_frequency * std::cos(phase);
}
inline double fastest_of(const WallPath& path) {
  return std::abs(path.velocity) + std::abs(path.amplitude * path.angular_frequency);
}

}  // namespace clausius::testing
