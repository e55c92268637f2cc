#pragma once

#include <cmath>

#include "clausius/core/random.h"
#include "unit/engine/naive/particles.h"

namespace clausius::testing {

/// A blow at the end of `arm` from the centre of a sphere.
template <int Dim>
void strike(NaiveParticle<Dim>& one, const Vec<3>& arm, const Vec<3>& momentum) {
  one.v += momentum.head<Dim>() / one.mass;
  if (one.moment > 0) one.spin += arm.cross(momentum) / one.moment;
}

/// Change of the velocity of the surface of a sphere by a tangential blow, divided by it.
template <int Dim>
double mobility(const NaiveParticle<Dim>& one) {
  return 1 / one.mass + one.radius * one.radius / one.moment;
}

/// A tangential blow that turns the velocity across `n` of two surfaces about each other, `u`, into
/// −β times as much.
inline Vec<3> rub(const Vec<3>& u, const Vec<3>& n, double beta, double mobility) {
  return -(1 + beta) / mobility * (u - u.dot(n) * n);
}

/// Coulomb's law: a tangential blow is at most `friction` times the normal one.
inline Vec<3> held_by_friction(const Vec<3>& blow, double friction, double normal_blow) {
  const double most = friction * normal_blow;
  return blow.norm() > most ? Vec<3>(blow * (most / blow.norm())) : blow;
}

/// Exchange of energy between the reservoirs of two parcels and their motion along the line of
/// centres: the energy is divided by Dirichlet's law, with the exponents 1, f/2 and g/2 for f and g
/// degrees of freedom.
/// @param random draws a uniform number for the share of the motion, and one of each reservoir
/// @param speed at which the two approach each other
/// @return that at which they separate
template <int Dim>
double exchange(NaiveParticle<Dim>& first, NaiveParticle<Dim>& second, int f, int g, double speed,
                RandomStream& random) {
  const double mu = first.mass * second.mass / (first.mass + second.mass);
  const double whole = 0.5 * mu * speed * speed + first.internal_energy + second.internal_energy;
  // The share of the reservoirs is below x with the probability x^((f + g)/2).
  const double inside = whole * std::pow(1 - random.uniform(), 2.0 / (f + g));
  const double a = f > 0 ? random.gamma(0.5 * f) : 0, b = g > 0 ? random.gamma(0.5 * g) : 0;
  first.internal_energy = inside * a / (a + b);
  second.internal_energy = inside * b / (a + b);
  return std::sqrt(2 * (whole - inside) / mu);
}

/// Maxwell's diffuse reflection: the sphere leaves as one of a gas in equilibrium at `kt` with a
/// surface that moves at `surface`.
/// @param random draws a normal number for each component of the velocity, a uniform one for the
/// speed away from the wall, whose density is that of a flux, ∝ u exp(−m u²/2kT), and normal ones
/// for the spin
template <int Dim>
void leave_bath(NaiveParticle<Dim>& one, const Vec<Dim>& n, const Vec<Dim>& surface, double kt,
                RandomStream& random) {
  const double thermal = std::sqrt(kt / one.mass);
  Vec<Dim> w;
  for (int k = 0; k < Dim; ++k) w[k] = thermal * random.normal();
  const double away = thermal * std::sqrt(-2 * std::log(1 - random.uniform()));
  one.v = w - w.dot(n) * n - away * n + surface;
  if (one.moment > 0)
    for (int k = Dim == 3 ? 0 : 2; k < 3; ++k)
      one.spin[k] = std::sqrt(kt / one.moment) * random.normal();
}

/// Cercignani and Lampis' reflection: of the velocity along the surface the part 1 − σ is kept, and
/// what is added has the variance that equilibrium needs; of the energy across it the part 1 − α.
/// @param random draws a normal number for each component of the velocity, and two for the speed
/// away from the wall
template <int Dim>
void adapt(NaiveParticle<Dim>& one, const Vec<Dim>& n, const Vec<Dim>& surface, double kt,
           const CercignaniLampis& law, RandomStream& random) {
  const double variance = kt / one.mass, kept = 1 - law.tangential;
  const Vec<Dim> v = one.v - surface;
  Vec<Dim> w;
  for (int k = 0; k < Dim; ++k)
    w[k] = kept * v[k] + std::sqrt((1 - kept * kept) * variance) * random.normal();
  const double thermal = std::sqrt(law.normal * variance);
  const double x = std::sqrt(1 - law.normal) * v.dot(n) + thermal * random.normal();
  const double y = thermal * random.normal();
  one.v = w - w.dot(n) * n - std::hypot(x, y) * n + surface;
}

}  // namespace clausius::testing
