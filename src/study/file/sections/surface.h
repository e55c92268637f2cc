#pragma once

#include <string_view>
#include <tuple>

#include "study/file/section.h"

namespace clausius {

/// Reflection law of a wall or an obstacle.
constexpr auto surface_fields() {
  using S = SurfaceConfig;
  return std::tuple{
      Field{"restitution", &S::restitution, range::fraction,
            "Coefficient of normal restitution of this surface, for all species; default: "
            "collisions.wall_restitution.",
            "0.9"},
      labelled(
          "temperature of the wall", "T",
          Field{"temperature", &S::temperature, range::of(Quantity::temperature, range::positive),
                "Makes the surface thermal: particles leave it like those of a gas at rest at this "
                "temperature.",
                "1.0"}),
      labelled("accommodation", "α",
               Field{"accommodation", &S::accommodation, range::fraction,
                     "Fraction of the hits of a thermal surface that are diffuse; the others are "
                     "specular.",
                     "1.0", with("temperature")}),
  };
}

/// Whether all reflections are diffuse, so that no coefficient of restitution applies.
inline bool is_diffuse(const SurfaceConfig& surface) {
  return surface.temperature && surface.accommodation == 1;
}
inline constexpr std::string_view kNoRestitution =
    "has no effect where all reflections are diffuse; allowed: only with accommodation < 1 or "
    "without "
    "temperature";

}  // namespace clausius
