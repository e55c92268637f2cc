#pragma once

#include <algorithm>
#include <cmath>

#include "clausius/engine/observer.h"

namespace clausius {

/// Duration of the overlap of the two if they flew on through each other: 2σ v_n/v².
template <int Dim>
double overlap_duration(const CollisionRecord<Dim>& collision) {
  const Vec<Dim> v = collision.second_before - collision.first_before;
  return -2 * collision.separation * v.dot(collision.normal) / v.squaredNorm();
}

/// Steps that detect overlaps at their ends only, and the contacts between particles that they
/// miss.
struct WatchedSteps {
  double length = 0;
  double start = 0;  ///< beginning of a step
  /// Whether the gas is moved by these steps; otherwise they are imagined in an exact run.
  bool taken = false;

  /// Contribution of one contact to the number missed. For imagined steps: 1 if its overlap would
  /// begin and end within one step. For actual steps: a contact of overlap τ < dt is found with
  /// probability τ/dt, so that for each one found dt/τ − 1 are missed on average.
  template <int Dim>
  [[nodiscard]] double missed(const CollisionRecord<Dim>& collision) const {
    const double duration = overlap_duration(collision);
    if (taken) return std::max(0.0, length / duration - 1);
    const auto step_at = [this](double time) { return std::floor((time - start) / length); };
    return step_at(collision.time) == step_at(collision.time + duration) ? 1 : 0;
  }
};

}  // namespace clausius
