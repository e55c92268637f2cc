#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "clausius/core/vec.h"
#include "collision/shares.h"
#include "core/elementary.h"

namespace clausius {

/// Outcome of a collision of two spheres.
template <int Dim>
struct PairImpulse {
  Vec<Dim> along;            ///< direction from the first to the second, of any length
  double kick = 0;           ///< Δv_ij in units of it; each sphere takes its share, see MassShares
  double energy_change = 0;  ///< −½ μ (1 − e²) v_n², exactly

  /// Δv_ij; times μ it is the momentum given to the second.
  [[nodiscard]] Vec<Dim> change() const { return kick * along; }
};

/// Vector along `r_ij` by which a collision is resolved. Its length cancels, but the energy is only
/// conserved if the rounding of its square has no preferred sign. The square of a fixed length
/// would be nearly the same number in every collision, and so would its rounding error: |r_ij|² of
/// unit spheres, very nearly 1, takes 1e-19 of the energy of a hundred spheres per collision. The
/// length therefore varies, from 1.05 to 1.35 of |r_ij|, by the direction of the relative velocity.
template <int Dim>
Vec<Dim> line_of_centres(const Vec<Dim>& r_ij, const Vec<Dim>& v_ij) {
  constexpr double kLeast = 1.05, kRange = 0.3, kTiny = std::numeric_limits<double>::min();
  const double b = v_ij.dot(r_ij);
  return (kLeast + kRange * (b * b / (v_ij.squaredNorm() * r_ij.squaredNorm() + kTiny))) * r_ij;
}
/// Vector along `r_ij` for the smooth collision of two spheres. In a gas of smooth spheres of one
/// species it has a fixed length, whose square, 1.5625, is far from any power of two, where the
/// spacing of doubles changes: there the energy of ten spheres falls by up to 2e-20 of itself per
/// collision.
template <int Dim>
Vec<Dim> line_of_centres(const Vec<Dim>& r_ij, const Vec<Dim>& v_ij, bool varies) {
  constexpr double kLength = 1.25;
  if (varies) return line_of_centres<Dim>(r_ij, v_ij);
  return (kLength / r_ij.norm()) * r_ij;
}

/// Smooth collision of two spheres with coefficient of restitution `e`: only the component of the
/// relative velocity along the line of centres is reversed, Δv_ij = −(1 + e) (v_ij·n) n. The normal
/// enters as s s/|s|², so that a rounding error of its length does not change the energy.
/// @param s along r_ij = r_j − r_i at contact, see line_of_centres()
/// @param v_ij v_j − v_i before, @param mu reduced mass
/// @pre v_ij·s < 0
template <int Dim>
PairImpulse<Dim> smooth_impulse(const Vec<Dim>& s, const Vec<Dim>& v_ij, double mu, double e) {
  const double b = v_ij.dot(s);
  const double b_over_s_sq = b / s.squaredNorm();
  return {s, -(1 + e) * b_over_s_sq, -0.5 * mu * ((1 - e) * (1 + e)) * (b * b_over_s_sq)};
}

/// What the tangential part of a collision of rough surfaces does.
struct TangentialLaw {
  double restitution = -1;  ///< β of a hit that sticks, from −1 (smooth) to 1
  /// μ: a tangential impulse larger than this times the normal one slides; infinite: none does.
  double friction = std::numeric_limits<double>::infinity();

  [[nodiscard]] bool is_rough() const { return restitution > -1; }
  [[nodiscard]] bool may_slide() const {
    return friction < std::numeric_limits<double>::infinity();
  }
  /// Whether hits change the energy.
  [[nodiscard]] bool dissipates() const { return is_rough() && (may_slide() || restitution != 1); }
};

/// Outcome of the tangential part of a collision of two rough spheres, in addition to the impulse
/// along the line of centres.
template <int Dim>
struct TangentialImpulse {
  Vec<Dim> change;  ///< momentum given to the second body; the first gets the opposite
  Vec<Dim> first_velocity_change, second_velocity_change;
  Vec<3> first_spin_change;  ///< change of the angular velocities
  Vec<3> second_spin_change;
  double energy_change = 0;  ///< −½ (1 − β²) u_t²/k, exactly
  bool slides = false;       ///< whether friction limits the impulse
};

/// Rough collision with the coefficient of tangential restitution β, from −1 (smooth) to 1: the
/// relative velocity u of the surfaces at the point of contact,
///   u = v_ij − (R_i ω_i + R_j ω_j) × n,
/// has its tangential part reversed to −β u_t (Pidduck, Proc. R. Soc. A 101 (1922) 101; Luding,
/// Huthmann, McNamara & Zippelius, Phys. Rev. E 58 (1998) 3416). The impulse is −(1 + β) u_t/k with
///   k = 1/m_i + 1/m_j + R_i²/I_i + R_j²/I_j,
/// for two equal spheres −(1 + β) μ q/(1 + q) u_t with q = 4I/(mσ²). It leaves the normal relative
/// velocity unchanged, as the normal impulse leaves u_t: the two may be applied in any order.
///
/// Friction limits the impulse to μ times the normal one (Walton, in Particulate Two-Phase Flow
/// (1993) 884; Foerster, Louge, Chang & Allia, Phys. Fluids 6 (1994) 1108): a hit that needs more
/// to stick slides with β = −1 + μ J_n k/u_t, which is less than that of sticking. Both dissipate.
///
/// The normal enters as s/|s|, see line_of_centres(), so that energy, momentum and angular momentum
/// are conserved up to unbiased rounding.
/// @param r_ij from the first centre to the second, of any length
/// @param v_ij v_j − v_i
/// @param shares of the two spheres, or of one and a wall, whose inertia gives the result
/// @param first_spin, second_spin angular velocities; in two dimensions along z
/// @param normal_impulse J_n > 0, along the line of centres; only friction needs it
template <int Dim>
TangentialImpulse<Dim> tangential_impulse(const Vec<Dim>& r_ij, const Vec<Dim>& v_ij,
                                          const RoughShares& shares, const Vec<3>& first_spin,
                                          const Vec<3>& second_spin, const TangentialLaw& law,
                                          double normal_impulse) {
  const Vec<3> s = in_space<Dim>(line_of_centres<Dim>(r_ij, v_ij));
  const double s_sq = s.squaredNorm(), length = std::sqrt(s_sq);
  // Vectors are divided, not constants, whose rounding would be the same in every collision.
  const Vec<3> turning = shares.first_radius * first_spin + shares.second_radius * second_spin;
  const Vec<3> u = in_space<Dim>(v_ij) - turning.cross(s) / length;
  const Vec<3> u_t = u - (u.dot(s) / s_sq) * s;
  double beta = law.restitution;
  bool slides = false;
  if (law.may_slide()) {
    const double reversal = shares.mass * u_t.norm(), limit = law.friction * normal_impulse;
    slides = limit < (1 + beta) * reversal;
    if (slides) beta = limit / reversal - 1;
  }
  const Vec<3> change = -(1 + beta) * u_t;
  const Vec<3> turn = change.cross(s), push = length * change;
  const double inverse = 1 / length;
  const auto part = [&](const SplitNumber& share, const Vec<3>& of) {
    return share.times_ratio(of, length, inverse);
  };
  return {(shares.mass * change).template head<Dim>(),
          -part(shares.first, push).template head<Dim>(),
          part(shares.second, push).template head<Dim>(),
          part(shares.first_spin, turn),
          part(shares.second_spin, turn),
          -0.5 * ((1 - beta) * (1 + beta)) * shares.mass * u_t.squaredNorm(),
          slides};
}

/// Coefficient of restitution of viscoelastic spheres: 1 − 1.153 x + 0.798 x² + 0.267 x^(5/2) − …,
/// x = A v^(1/5) with v the normal relative speed and A the constant of the material (Ramírez,
/// Pöschel, Brilliantov & Schwager, Phys. Rev. E 60 (1999) 4465; Schwager & Pöschel, Phys. Rev. E
/// 78 (2008) 051304), as the Padé approximant in √x of Müller & Pöschel, Phys. Rev. E 84 (2011)
/// 021302, which holds at any speed, within 0.01.
inline double viscoelastic_restitution(double a, double speed) {
  // Computed in this way because pow would take three times as long.
  const double root = std::sqrt(a * portable::exp(0.2 * portable::log(speed)));
  return (1 + 0.501086 * root) /
         (1 + root * (0.501086 + root * (1.15345 + root * (0.577977 + root * 0.532178))));
}

/// Least rebound of two particles with almost no rebound, in units of their speeds. With a
/// hundredth of it the rebound is lost in rounding and resting clusters stall; with a hundred times
/// as much it would heat them by 1e-24 of their energy.
inline constexpr double kLeastRebound = 1e-14;
/// Restitution below which the rebound may be less than that; at a larger one this happens only if
/// the approach is 1e-8 of the speeds.
inline constexpr double kHardlyRebounds = 1e-6;

/// The contact-duration rule (Luding & McNamara 1998): whether a collision `since_last_hit` after
/// the last hit of either partner belongs to an enduring contact, given its restitution `e`. Then
/// it is elastic, and for rough spheres smooth.
/// For rigid bodies both may also be lengths: a time multiplied by the speed of the hit.
inline bool is_enduring(double e, double since_last_hit, double contact_duration) {
  return e != 1 && since_last_hit < contact_duration;
}

/// Smooth collision after which the two separate at a speed of at least `least_rebound`. Two that
/// separate at speed 0 would approach each other again by rounding, half of the time, and collide
/// at the same instant; in a cluster at rest every approach is mere rounding, and reversing it
/// would only produce new rounding, endlessly. The energy that this adds is at most ½ μ
/// least_rebound².
/// @pre as smooth_impulse
template <int Dim>
PairImpulse<Dim> parting_impulse(const Vec<Dim>& s, const Vec<Dim>& v_ij, double mu, double e,
                                 double least_rebound) {
  const double distance = s.norm();
  const double approach = -v_ij.dot(s) / distance;
  if (e * approach >= least_rebound) return smooth_impulse<Dim>(s, v_ij, mu, e);
  return {s, (approach + least_rebound) / distance,
          0.5 * mu * (least_rebound - approach) * (least_rebound + approach)};
}

}  // namespace clausius
