#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "clausius/theory/enskog.h"
#include "theory/fluid/missed_contacts.h"

using namespace clausius;

namespace {

/// Fractions of contacts and of virial that steps miss, by integration over impact parameters
/// b = σ sin θ and relative speeds of collisions (v^d times a Gaussian of variance 2 k_BT/m = 2).
std::pair<double, double> by_integration(int d, double dt) {
  const double half = std::numbers::pi / 2;
  double contacts = 0, missed = 0, virial = 0, missed_virial = 0;
  constexpr int kAngles = 4000, kSpeeds = 400;
  for (int i = 0; i < kAngles; ++i) {
    const double theta = half * (i + 0.5) / kAngles;
    const double weight = std::cos(theta) * (d == 3 ? std::sin(theta) : 1);
    for (int k = 0; k < kSpeeds; ++k) {
      const double v = 12.0 * (k + 0.5) / kSpeeds;
      const double rate = weight * std::pow(v, d) * std::exp(-v * v / 4);
      const double chance = std::max(0.0, 1 - 2 * std::cos(theta) / v / dt);
      contacts += rate;
      missed += rate * chance;
      virial += rate * v * std::cos(theta);
      missed_virial += rate * v * std::cos(theta) * chance;
    }
  }
  return {missed / contacts, missed_virial / virial};
}

}  // namespace

TEST_CASE("missed contacts: the leading order is that of the integral over all contacts") {
  for (const int d : {2, 3}) {
    const Mixture one{d, 0.01, {{1000, 1, 1}}};
    const double dt = 0.04;
    const auto [missed, virial] = by_integration(d, dt);
    CHECK(missed_fraction(one, 1, dt).value == Approx(missed).epsilon(0.01));
    CHECK(missed_virial_fraction(one, 1, dt).value == Approx(virial).epsilon(0.03));
    CHECK(missed_fraction(one, 1, dt).value == Approx((d == 3 ? 2.0 / 3 : 0.25) * dt * dt));
  }
}

TEST_CASE("missed contacts scale with temperature, mass and diameter, and mix by collision rates") {
  for (const int d : {2, 3}) {
    const Mixture other{d, 0.1, {{100, 2, 8}}};
    CHECK(missed_fraction(other, 32, 0.1).value ==
          Approx(missed_fraction({d, 0.1, {{100, 1, 1}}}, 1, 0.1).value));
    const Mixture two{d, 0.05, {{500, 1, 1}, {700, 0.5, 0.125}}};
    const Eigen::MatrixXd rates = collision_rates(two, 1.5);
    const double c = d == 3 ? 1.0 / 3 : 1.0 / 8, kt_dt_sq = 1.5 * 0.01;
    const double f11 = c * 2 * kt_dt_sq, f12 = c * 9 * kt_dt_sq / (0.75 * 0.75);
    const double f22 = c * 16 * kt_dt_sq / 0.25;
    const double n1 = 500, n2 = 700;
    const double expected = (n1 * (rates(0, 0) * f11 + rates(0, 1) * f12) +
                             n2 * (rates(1, 0) * f12 + rates(1, 1) * f22)) /
                            (n1 * (rates(0, 0) + rates(0, 1)) + n2 * (rates(1, 0) + rates(1, 1)));
    CHECK(missed_fraction(two, 1.5, 0.1).value == Approx(expected));
    CHECK(step_that_misses(two, 1.5, f22) == Approx(0.1));
  }
}

TEST_CASE("the fastest of many") {
  // Rayleigh in two dimensions: exp(−v²/2) = 1/N.
  CHECK(fastest_speed(2, 1, 1, 1000) == Approx(std::sqrt(2 * std::log(1000))));
  CHECK(fastest_speed(2, 4, 9, 1000) == Approx(1.5 * std::sqrt(2 * std::log(1000))));
  CHECK(fastest_speed(3, 1, 0, 1000) == 0);
}
