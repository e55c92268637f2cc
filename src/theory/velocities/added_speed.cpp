#include "theory/velocities/added_speed.h"

#include <cmath>
#include <stdexcept>

#include "clausius/core/constants.h"

namespace clausius {

namespace {

// Δ in units of √(2 k_BT/m) at which ⟨c²⟩ is steady: the root of a parabola above 0.
double steady_delta(double e, double a2) {
  const double bend = 1 - a2 / 16, slope = std::sqrt(2 * kPi) * e;
  const double lost = 2 * (1 - e * e) * (1 + 3 * a2 / 16);
  return 2 * lost / (slope + std::sqrt(slope * slope + 4 * bend * lost));
}

}  // namespace

// Gaussian integrals over the centre of mass and the relative velocity, evaluated by computer
// algebra. The normal relative speed y has the density y exp(−y²/2).
AddedSpeedMoments added_speed_moments(int dimensions, double restitution, double delta) {
  const double d = dimensions, e = restitution, e2 = e * e, e4 = e2 * e2;
  const double x = delta, x2 = x * x, root = std::sqrt(2 * kPi);
  return {{0.5 * x2 + 0.5 * root * x * e + e2 - 1,
           x2 * x2 / 8 + 0.25 * root * e * x2 * x + x2 * (2 * d + 6 * e2 + 1) / 4 +
               0.25 * root * e * x * (2 * d + 3 * e2 + 1) + d * (e2 - 1) + e4 + e2 / 2 - 1.5},
          {-x2 / 32 + 3 * (e2 - 1) / 16,
           -x2 * x2 / 128 + x2 * (3 * d / 32 + 9 * e2 / 32 + 27.0 / 64) +
               root * x * (d * (e - 1) / 4 + 3 * e2 * e / 8 + 7 * e / 8 + 0.25) +
               d * (15 * e2 / 16 - e - 31.0 / 16) + 15 * e4 / 16 + 87 * e2 / 32 + e - 85.0 / 32}};
}

AddedSpeedState added_speed_state(int dimensions, double restitution) {
  require_dimension(dimensions);
  if (!(restitution >= 0 && restitution < 1))
    throw std::invalid_argument("a coefficient of restitution lies in [0, 1) here");
  double a2 = 0, delta = 0;
  // a₂ changes Δ little, which changes a₂ less.
  for (int step = 0; step < 40; ++step) {
    delta = steady_delta(restitution, a2);
    const AddedSpeedMoments moments = added_speed_moments(dimensions, restitution, delta);
    a2 = -moments.maxwell[1] / moments.a2[1];
  }
  const double kt = 0.5 / (delta * delta);
  const char* source =
      "balance of the second and fourth moment, Brito, Risso & Soto (2013), "
      "Garzo, Brito & Soto (2018)";
  // The second order in a₂, above all by a₃, changes a₂ by 2 to 3 a₂² and k_BT by 1 to 1.7 a₂²:
  // collisions drawn one by one, for e from 0.3 to 0.95.
  return {{kt, source, 1.7 * a2 * a2 * kt},
          {a2, source, 3 * a2 * a2},
          0.5 * (1 + restitution) + delta / std::sqrt(2 * kPi) * (1 - a2 / 16)};
}

}  // namespace clausius
