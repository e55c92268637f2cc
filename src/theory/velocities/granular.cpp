#include "theory/velocities/granular.h"

#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "core/elementary.h"

namespace clausius {

namespace {

void require_granular(int d, double restitution) {
  if (d != 2 && d != 3) throw std::invalid_argument("a gas has two or three dimensions");
  if (!(restitution >= 0 && restitution <= 1))
    throw std::invalid_argument("a coefficient of restitution lies in [0, 1]");
}

// a₃ of a state in which the fourth and sixth moment remain in a fixed ratio to powers of the
// second: each decays at (Maxwell's ratio)·(1 + second·a₂ + third·a₃) times the rate of the second.
// To first order both are linear equations.
struct MomentRatio {
  double maxwell, second, third;
};
double sonine_a3(int d, double e, const MomentRatio& fourth, const MomentRatio& sixth) {
  const CollisionalMoment lost = collisional_moment(d, e, 2);
  Eigen::Matrix2d matrix;
  Eigen::Vector2d rest;
  int row = 0;
  for (const auto& [moment, ratio] :
       {std::pair{collisional_moment(d, e, 4), fourth}, {collisional_moment(d, e, 6), sixth}}) {
    const double r = ratio.maxwell;
    matrix(row, 0) = moment.second - r * (ratio.second * lost.maxwell + lost.second);
    matrix(row, 1) = moment.third - r * (ratio.third * lost.maxwell + lost.third);
    rest[row++] = r * lost.maxwell - moment.maxwell;
  }
  return matrix.inverse().row(1).dot(rest);
}

// Uncertainty of a third coefficient to first order: terms of second order in a₂. (At e = 0 in two
// dimensions a₂ = 0.219 and a₃ = −0.158 ± 0.02 was found with this program for −0.229.)
double second_order(const TheoryValue& a2) { return 2 * a2.value * a2.value; }

}  // namespace

TheoryValue inelastic_compressibility_factor(const TheoryValue& elastic, double restitution) {
  return {1 + 0.5 * (1 + restitution) * (elastic.value - 1),
          elastic.source + "; collisional part times (1 + e)/2 (Garzo & Dufty 1999)",
          0.5 * (1 + restitution) * elastic.uncertainty};
}

TheoryValue cooling_kurtosis_a2(int d, double restitution) {
  require_granular(d, restitution);
  const double e = restitution;
  return {16 * (1 - e) * (1 - 2 * e * e) / (25 + 2 * e * e * (e - 1) + 24 * d + e * (8 * d - 57)),
          "Montanero & Santos (2000)"};
}

// Gaussian integrals over centre of mass and relative velocity, evaluated by computer algebra;
// those of the second and fourth moment are in van Noije & Ernst (1998) and the later papers.
CollisionalMoment collisional_moment(int d, double restitution, int power) {
  require_granular(d, restitution);
  const double e = restitution;
  const double e2 = e * e, e3 = e2 * e, e4 = e2 * e2, e5 = e4 * e, d2 = d * d;
  switch (power) {
    case 2:
      return {(1 - e2) / 2, 3 * (1 - e2) / 32, (1 - e2) / 128};
    case 4:
      return {(1 - e2) * (2 * e2 + 2 * d + 3) / 4,
              -(1 + e) * (30 * e3 - 30 * e2 + (30 * d + 117) * e - 62 * d - 85) / 64,
              (1 + e) * (10 * e3 - 10 * e2 + (10 * d + 87) * e - 42 * d - 55) / 256};
    case 6:
      return {3 * (1 - e2) * (8 * e4 + (8 * d + 20) * e2 + 4 * d2 + 20 * d + 19) / 32,
              -3 * (1 + e) *
                  (280 * e5 - 280 * e4 + (280 * d + 1500) * e3 - (536 * d + 1244) * e2 +
                   (172 * d2 + 1244 * d + 1609) * e - 300 * d2 - 1436 * d - 1289) /
                  512,
              3 * (1 + e) *
                  (280 * e5 - 280 * e4 + (280 * d + 3100) * e3 - (1048 * d + 2332) * e2 +
                   (236 * d2 + 2332 * d + 3497) * e - 620 * d2 - 2908 * d - 2537) /
                  2048};
    default:
      throw std::invalid_argument("collisional moments are known of the powers 2, 4 and 6");
  }
}

TheoryValue cooling_sonine_a3(int d, double restitution) {
  return {sonine_a3(d, restitution, {d + 2.0, 1, 0}, {0.75 * (d + 2) * (d + 4), 3, -1}),
          "fourth and sixth moment to first order (Brilliantov & Poschel 2006)",
          second_order(cooling_kurtosis_a2(d, restitution))};
}

// Kicks increase ⟨c^p⟩ by p(p + d − 2)/(2d) ⟨c^(p−2)⟩ times their increase of ⟨c²⟩.
TheoryValue driven_kurtosis_a2(int d, double restitution) {
  require_granular(d, restitution);
  const double e = restitution;
  return {
      16 * (1 - e) * (1 - 2 * e * e) / (73 + 56 * d - 24 * d * e - 105 * e + 30 * (1 - e) * e * e),
      "van Noije & Ernst (1998)"};
}

TheoryValue driven_sonine_a3(int d, double restitution) {
  return {sonine_a3(d, restitution, {d + 2.0, 0, 0}, {0.75 * (d + 2) * (d + 4), 1, 0}),
          "fourth and sixth moment to first order, kicks of white noise",
          second_order(driven_kurtosis_a2(d, restitution))};
}

double sonine_factor(int d, double a2, double a3, double c) {
  const double x = c * c;
  const double second = x * x / 2 - (d + 2) * x / 2 + d * (d + 2) / 8.0;
  const double third = -x * x * x / 6 + (d + 4) * x * x / 4 - (d + 2) * (d + 4) * x / 8 +
                       d * (d + 2) * (d + 4) / 48.0;
  return 1 + a2 * second + a3 * third;
}

double sonine_collision_factor(double a2, double x) {
  return (1 + 0.5 * a2 * (0.5 * x * x - 0.5 * x - 0.125)) / (1 - a2 / 16);
}

double sonine_collision_energy(double a2) { return 2 * (1 + a2 / 4); }

namespace {

// Higher orders of the coefficients of self-diffusion, relative to those of elastic particles, by a
// parabola in 1 − e through what random collisions of 50 000 particles give for e = 0 … 0.9, and
// its uncertainty.
struct HigherOrders {
  double slope, bend;
};
constexpr double kHigherOrders = 0.005;
TheoryValue with_higher_orders(double factor, double restitution, const HigherOrders& orders) {
  const double lost = 1 - restitution;
  const double value = factor * (1 + lost * (orders.slope + lost * orders.bend));
  return {value,
          "Brey et al. (2000), Brilliantov & Poschel (2000), higher orders by random collisions",
          value * kHigherOrders * std::min(1.0, 10 * lost)};
}

}  // namespace

TheoryValue cooling_diffusion_factor(int d, double restitution) {
  const double a2 = cooling_kurtosis_a2(d, restitution).value, e = restitution;
  constexpr HigherOrders kSpheres{-0.140, 0.108}, kDisks{-0.196, 0.159};
  return with_higher_orders(4 / ((1 + e) * (1 + e) * (1 + 3 * a2 / 16)), e,
                            d == 3 ? kSpheres : kDisks);
}

TheoryValue driven_diffusion_factor(int d, double restitution) {
  const double a2 = driven_kurtosis_a2(d, restitution).value, e = restitution;
  constexpr HigherOrders kSpheres{-0.130, 0.110}, kDisks{-0.180, 0.150};
  return with_higher_orders(2 / ((1 + e) * (1 + 3 * a2 / 16)), e, d == 3 ? kSpheres : kDisks);
}

TheoryValue cooling_tail_exponent(int d, double restitution) {
  const double a2 = cooling_kurtosis_a2(d, restitution).value;
  const double lost = (1 - restitution * restitution) * (1 + 3 * a2 / 16);
  return {
      std::numbers::sqrt2 * d * portable::tgamma(0.5 * d) / portable::tgamma(0.5 * (d + 1)) / lost,
      "Esipov & Poschel (1997), van Noije & Ernst (1998)"};
}

TheoryValue reduced_cooling_rate(int d, double restitution) {
  const double a2 = cooling_kurtosis_a2(d, restitution).value;
  return {(1 - restitution * restitution) / d * (1 + a2 / 4),
          "kinetic theory: (1 - e^2)/d (1 + a2/4), a2 from Montanero & Santos (2000)"};
}

double reduced_cooling_rate(int d, const std::function<double(double)>& restitution,
                            double kt_over_mass) {
  // Beyond x = 40 the rest is less than 1e-15. In y = √x, so that the root of the speed is smooth.
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
             [&](double y) {
               const double e = restitution(2 * y * std::sqrt(kt_over_mass));
               return 2 * y * y * y * portable::exp(-y * y) * (1 - e) * (1 + e);
             },
             0.0, std::sqrt(40.0), 10, 1e-10) /
         d;
}

TheoryValue cooling_rate(int d, double restitution, double collision_rate) {
  const double a2 = cooling_kurtosis_a2(d, restitution).value;
  return {(1 - restitution * restitution) / d * collision_rate * (1 + 3 * a2 / 16),
          "van Noije & Ernst (1998), a2 from Montanero & Santos (2000)"};
}

TheoryValue haff_time(int d, double restitution, double collision_rate) {
  const TheoryValue rate = cooling_rate(d, restitution, collision_rate);
  return {2 / rate.value, "Haff (1983), " + rate.source};
}

double haff_temperature(double time, double haff_time) {
  const double x = 1 + time / haff_time;
  return 1 / (x * x);
}

// Each collision takes (1−e²)/2 ⟨μ v_n²⟩ = (1−e²) k_BT D/(D+1) of the energy D k_BT/2.
double finite_cooling_factor(double motions, double dof) { return motions / (dof + 1); }

}  // namespace clausius
