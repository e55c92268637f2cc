#pragma once

#include <string_view>
#include <tuple>

#include "collision/resolve.h"
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
      labelled("friction of the wall", "μ_w",
               Field{"friction", &S::friction, range::not_negative,
                     "Coefficient of friction of particles and this surface, for all species; "
                     "default: collisions.wall_friction.",
                     "0.2"}),
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
      labelled("accommodation across the wall", "α_n",
               Field{"normal_accommodation", &S::normal_accommodation, range::fraction,
                     "Law of Cercignani and Lampis (1971) instead of accommodation: how far the "
                     "energy of the motion across a thermal surface adapts to it in a hit. 1 if "
                     "only tangential_accommodation is given.",
                     "0.5", with("temperature")}),
      labelled("accommodation along the wall", "σ_t",
               Field{"tangential_accommodation", &S::tangential_accommodation, range::fraction,
                     "The same for the momentum along the surface. 1 if only "
                     "normal_accommodation is given.",
                     "0.5", with("temperature")}),
  };
}

/// What a tangential restitution and a coefficient of friction mean together. Friction alone makes
/// the surfaces stick without rebound, friction of 0 makes them smooth.
inline TangentialLaw tangential_law_of(double restitution, const std::optional<double>& friction) {
  if (!friction) return {restitution};
  if (*friction == 0) return {};
  return {restitution > -1 ? restitution : 0, *friction};
}
inline TangentialLaw tangential_law_of(const PairConfig& pair, const StudyConfig& study) {
  return tangential_law_of(
      pair.tangential_restitution.value_or(study.general_tangential_restitution),
      pair.friction ? pair.friction : study.general_friction);
}
inline TangentialLaw tangential_law_of(const SurfaceConfig& surface, const StudyConfig& study) {
  return tangential_law_of(study.wall_tangential_restitution,
                           surface.friction ? surface.friction : study.wall_friction);
}

/// Whether all reflections are diffuse, so that no coefficient of restitution applies.
inline bool is_diffuse(const SurfaceConfig& surface) {
  return surface.temperature && surface.accommodation == 1;
}
/// Whether the law of Cercignani and Lampis holds.
inline bool adapts_in_part(const SurfaceConfig& surface) {
  return surface.normal_accommodation || surface.tangential_accommodation;
}
inline constexpr std::string_view kNoRestitution =
    "has no effect where all reflections are diffuse; allowed: only with accommodation < 1 or "
    "without "
    "temperature";

inline void check_surface(const SurfaceConfig& surface, const TableReader& table) {
  if (table.has("restitution") && is_diffuse(surface))
    table.fault("restitution", std::string(kNoRestitution));
  if (table.has("friction") && is_diffuse(surface))
    table.fault("friction", std::string(kNoRestitution));
  if (table.has("accommodation") && adapts_in_part(surface))
    table.fault("accommodation",
                "given beside normal_accommodation or tangential_accommodation; allowed: either");
}

}  // namespace clausius
