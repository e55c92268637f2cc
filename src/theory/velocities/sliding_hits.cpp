#include "theory/velocities/sliding_hits.h"

#include <cmath>

#include "core/elementary.h"

namespace clausius {

// In polar coordinates x = r cos φ, u/t = r sin φ a hit slides from tan φ = slope on, whatever r.
// The density of φ is 2 sin φ cos φ for spheres, cos φ for disks; ⟨r²⟩ is 4 and 3.
SlidingHits sliding_hits(int dimensions, double slope) {
  if (std::isinf(slope)) return {};
  const double length = portable::hypot(1.0, slope);
  const double sine = slope / length, cosine = 1 / length;
  if (dimensions == 2) {
    const double rest = cosine * cosine / (1 + sine);  // 1 − sine
    return {rest, sine, sine * sine * sine + slope * slope * (rest * rest * (2 + sine))};
  }
  const double lag = portable::atan2(1.0, slope);  // π/2 − φ
  return {cosine * cosine,
          sine * sine * sine * sine +
              0.5 * slope * (lag + sine * cosine * (cosine * cosine - sine * sine)),
          sine * sine};
}

}  // namespace clausius
