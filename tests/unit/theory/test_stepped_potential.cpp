#include <catch2/catch.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "theory/fluid/stepped_potential.h"
#include "unit/theory/integrate.h"

using namespace clausius;

namespace {

double energy_at(const SteppedPair& pair, double r) {
  for (const PotentialStep& one : pair.steps)
    if (r < one.range) return one.energy;
  return 0;
}

/// Spheres of diameter 1 with a square well, at a density.
SteppedFluid square_well(double density, double range = 1.5) {
  const Mixture mixture{3, density * 3.14159265358979 / 6, {{1e6, 1, 1}}};
  return {mixture, {{1, {{range, -1}}}}};
}

}  // namespace

TEST_CASE("The second virial coefficient of steps is the integral over Mayer's function") {
  const SteppedPair ladder{1.2, {{1.5, 0.7}, {1.9, -1.3}, {2.2, 0.2}}};
  for (const int d : {2, 3})
    for (const double kt : {0.6, 2.0}) {
      double integral = 0, energy = 0;
      constexpr int kParts = 20000;
      for (int k = 0; k < kParts; ++k) {
        const double r = 2.5 * (k + 0.5) / kParts, u = energy_at(ladder, r);
        const double shell = (d == 3 ? 2 * M_PI * r * r : M_PI * r) * 2.5 / kParts;
        const bool overlaps = r < 1.2;
        integral += shell * (overlaps ? 1 : 1 - std::exp(-u / kt));
        energy += overlaps ? 0 : shell * u * std::exp(-u / kt);
      }
      CHECK(second_virial_coefficient(d, ladder, kt) == Approx(integral).epsilon(1e-3));
      CHECK(energy_coefficient(d, ladder, kt) == Approx(energy).epsilon(1e-3));
    }
  // Square well of range 1.5: B/(2 pi/3) = 1 - (1.5^3 - 1)(exp(1/kT) - 1).
  CHECK(second_virial_coefficient(3, {1, {{1.5, -1}}}, 1) ==
        Approx(2 * M_PI / 3 * (1 - 2.375 * (std::exp(1.0) - 1))));
}

TEST_CASE("The pressure of steps is exact to second order in density") {
  for (const double kt : {1.0, 2.0, 5.0}) {
    const double density = 1e-4;
    const Prediction z = square_well(density).compressibility_factor(kt);
    const Prediction u = square_well(density).potential_energy(kt);
    const SteppedPair pair{1, {{1.5, -1}}};
    CHECK((z->value - 1) / density ==
          Approx(second_virial_coefficient(3, pair, kt)).epsilon(2e-3).margin(2e-3));
    CHECK(u->value / density == Approx(energy_coefficient(3, pair, kt)).epsilon(1e-3));
  }
  const Mixture disks{2, 1e-5, {{1e6, 1, 1}, {1e6, 0.5, 1}}};
  const std::vector<SteppedPair> pairs{
      {1, {{1.5, -1}}}, {0.75, {{1.3, 1}}}, {0.75, {{1.3, 1}}}, {0.5, {}}};
  const double b =
      (second_virial_coefficient(2, pairs[0], 1) + 2 * second_virial_coefficient(2, pairs[1], 1) +
       second_virial_coefficient(2, pairs[3], 1)) /
      4;
  const Prediction z = SteppedFluid(disks, pairs).compressibility_factor(1);
  CHECK((z->value - 1) / disks.number_density() == Approx(b).epsilon(1e-3));
}

TEST_CASE("The pressure of steps follows from the energy, and the other way round") {
  // d(Z/density)/d(1/kT) at constant density is d(u)/d(density).
  for (const double density : {0.2, 0.5}) {
    const double kt = 1.7, h = 1e-3, beta = 1 / kt;
    const double of_z = (square_well(density).compressibility_factor(1 / (beta + h))->value -
                         square_well(density).compressibility_factor(1 / (beta - h))->value) /
                        (2 * h);
    const double d = 0.01 * density;
    const double of_u = density *
                        (square_well(density + d).potential_energy(kt)->value -
                         square_well(density - d).potential_energy(kt)->value) /
                        (2 * d);
    CHECK(of_z == Approx(of_u).epsilon(1e-3).margin(1e-3));
  }
}

TEST_CASE("Square wells of range 1.5: theory is within its uncertainty of simulations") {
  // At k_BT = 2 and a density of 0.4: Z = 1.033, u = -2.939 per particle.
  const Prediction z = square_well(0.4).compressibility_factor(2);
  const Prediction u = square_well(0.4).potential_energy(2);
  CHECK(std::abs(z->value - 1.033) < 2 * z->uncertainty);
  CHECK(std::abs(u->value + 2.939) < 2 * u->uncertainty);
  CHECK(u->uncertainty < 0.2);
}

TEST_CASE("Dense disks and mixtures with steps have no theory, which says so") {
  const Mixture disks{2, 0.5, {{1e6, 1, 1}}};
  const Prediction z = SteppedFluid(disks, {{1, {{1.5, -1}}}}).compressibility_factor(1);
  CHECK(!z);
  CHECK_THAT(z.outside(), Catch::Contains("so dilute that third particles"));
  CHECK(!square_well(1.0).potential_energy(1));
}
