#pragma once

#include <algorithm>
#include <cmath>

#include "clausius/engine/observer.h"

namespace clausius {

/// How long the two would overlap if they flew on through each other: 2σ v_n/v².
template <int Dim>
double overlap_duration(const CollisionRecord<Dim>& collision) {
  const Vec<Dim> v = collision.second_before - collision.first_before;
  return -2 * collision.separation * v.dot(collision.normal) / v.squaredNorm();
}

/// Steps that look for overlaps at their ends only, and the contacts between particles they miss.
struct WatchedSteps {
  double length = 0;
  double start = 0;  ///< an instant at which a step begins
  bool taken =
      false;  ///< the gas is moved by them; else it is moved exactly, and they are imagined

  /// What one contact tells of the number missed. Of steps imagined: 1 if its overlap would begin
  /// and end within one step. Of steps taken: a contact of overlap τ < dt is found with probability
  /// τ/dt, so for each one found dt/τ − 1 are missed on average.
  template <int Dim>
  [[nodiscard]] double missed(const CollisionRecord<Dim>& collision) const {
    const double duration = overlap_duration(collision);
    if (taken) return std::max(0.0, length / duration - 1);
    const auto step_at = [this](double time) { return std::floor((time - start) / length); };
    return step_at(collision.time) == step_at(collision.time + duration) ? 1 : 0;
  }
};

}  // namespace clausius
