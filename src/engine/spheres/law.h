#pragma once

#include <algorithm>

#include "collision/resolve.h"
#include "engine/spheres/search.h"

namespace clausius {

/// What happens when two spheres touch, beyond the smooth or rough collision of hard ones.
struct HardLaw {
  static constexpr bool kGrows = false;
  static constexpr bool kHasSteps = false;
};

/// Spheres with a potential of steps around their hard cores.
struct PotentialLaw {
  static constexpr bool kGrows = false;
  static constexpr bool kHasSteps = true;
};

/// Spheres that grow, to prepare dense states (Lubachevsky & Stillinger, J. Stat. Phys. 60 (1990)
/// 561): every hit is elastic in the frame of the surfaces, which move.
struct GrowingLaw {
  static constexpr bool kGrows = true;
  static constexpr bool kHasSteps = false;

  /// @param r separation of two that touch, @param sigma their contact distance at full size
  template <int Dim>
  static void give_way(const Growth& growth, double sigma, const Vec<Dim>& r, const Vec<Dim>& v,
                       PairImpulse<Dim>& impulse) {
    const double distance = r.norm();
    impulse.along = r / distance;
    impulse.kick = std::max(0.0, 2 * (sigma * growth.rate - v.dot(r) / distance));
  }
};

}  // namespace clausius
