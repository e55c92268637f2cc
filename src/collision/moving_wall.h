#pragma once

#include "clausius/collision/surfaces.h"
#include "clausius/core/constants.h"
#include "clausius/core/random.h"
#include "clausius/core/vec.h"

namespace clausius {

/// The first time from 0 on at which c + b t + a t² falls through 0, or from which on it decreases
/// below; kNever if there is none. For c ≤ 0: now if it decreases; if it increases, the time at
/// which it returns to 0, or its maximum if it stays below 0.
double first_descent(double c, double b, double a);

/// A flight along the axis of a wall: at `time` at x, relative to the initial position of the wall,
/// with velocity v and acceleration g.
struct FlightAcross {
  double time;
  double x, v, g;
};

/// As delay_to_wall(), for a wall that moves at some time.
double delay_to_moving_wall(const WallPath& wall, int side, const FlightAcross& flight,
                            double radius, double horizon);

/// Delay after flight.time until a particle's surface touches the wall while approaching it (now if
/// it already does); kNever if not before `horizon`. Exact, by the quadratic formula, except for an
/// oscillating wall: there by steps shorter than a bound of the acceleration allows, to 1e-14 of
/// the radius or of the distance in the flight.
/// @param side +1 for a wall with the gas below it on the axis, −1 for one with the gas above
inline double delay_to_wall(const WallPath& wall, int side, const FlightAcross& flight,
                            double radius, double horizon) {
  if (wall.moves()) return delay_to_moving_wall(wall, side, flight, radius, horizon);
  const double gap = -side * flight.x - radius, rate = -side * flight.v;
  const double bend = -0.5 * side * flight.g;
  const bool leaves = gap > 0 && rate >= 0 && bend >= 0;
  if (leaves || !(horizon > 0)) return kNever;
  const double delay = first_descent(gap, rate, bend);
  return delay <= horizon ? delay : kNever;
}

/// Effect of a wall on a sphere that hits it.
template <int Dim>
struct WallBounce {
  Vec<Dim> velocity;         ///< velocity of the sphere afterwards
  double impulse = 0;        ///< momentum given to the wall along its normal
  double work = 0;           ///< work done on the sphere by the motion of the wall
  double heat = 0;           ///< heat given by the wall as a bath
  double energy_change = 0;  ///< −½ m (1 − e²) u_n² for a wall that is no bath
};

/// A smooth hit with coefficient of restitution `e` on a wall that moves at `u`: only the normal
/// component of the relative velocity is reversed.
/// @param normal unit vector into the wall @pre (velocity − u)·normal ≥ 0
template <int Dim>
WallBounce<Dim> smooth_bounce(const Vec<Dim>& velocity, const Vec<Dim>& u, const Vec<Dim>& normal,
                              double mass, double e) {
  const Vec<Dim> relative = velocity - u;
  const double approach = relative.dot(normal);
  WallBounce<Dim> bounce;
  bounce.impulse = (1 + e) * mass * approach;
  bounce.velocity = velocity - ((1 + e) * approach) * normal;
  bounce.work = -bounce.impulse * normal.dot(u);
  bounce.energy_change = -0.5 * mass * ((1 - e) * (1 + e)) * (approach * approach);
  return bounce;
}

/// Normal speed with which particles leave a wall in equilibrium at k_BT: of density ∝ u exp(−m
/// u²/2k_BT), Maxwell's law weighted with the flux.
/// @param kt_over_mass k_BT divided by the effective mass of the contact
double flux_speed(double kt_over_mass, RandomStream& random);

/// An elastic hit within an enduring contact, after which the sphere leaves the wall at a speed of
/// at least `least_rebound`: see parting_impulse(). @pre as smooth_bounce
template <int Dim>
WallBounce<Dim> enduring_bounce(const Vec<Dim>& velocity, const Vec<Dim>& u, const Vec<Dim>& normal,
                                double mass, double least_rebound) {
  const double approach = (velocity - u).dot(normal);
  if (approach >= least_rebound) return smooth_bounce<Dim>(velocity, u, normal, mass, 1);
  WallBounce<Dim> bounce;
  bounce.impulse = mass * (approach + least_rebound);
  bounce.velocity = velocity - (approach + least_rebound) * normal;
  bounce.work = -bounce.impulse * normal.dot(u);
  bounce.energy_change = 0.5 * mass * (least_rebound - approach) * (least_rebound + approach);
  return bounce;
}

/// What a thermal wall that moves at `u` does to a sphere that arrives and leaves at these
/// velocities relative to it.
template <int Dim>
WallBounce<Dim> bath_bounce(const Vec<Dim>& arriving, const Vec<Dim>& leaving, const Vec<Dim>& u,
                            const Vec<Dim>& normal, double mass) {
  const Vec<Dim> given = mass * (leaving - arriving);
  return {leaving + u, -given.dot(normal), given.dot(u), 0.5 * given.dot(leaving + arriving), 0};
}

/// A hit on a bath at k_BT (Maxwell's diffuse reflection): independent of its incoming velocity,
/// the sphere leaves like one from a gas in equilibrium with the wall, which moves at `u`.
template <int Dim>
WallBounce<Dim> diffuse_bounce(const Vec<Dim>& velocity, const Vec<Dim>& u, const Vec<Dim>& normal,
                               double mass, double kt, RandomStream& random);

}  // namespace clausius
