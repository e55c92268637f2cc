#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/theory/equation_of_state.h"
#include "theory/fluid/rigid_fluid.h"

using namespace clausius;

namespace {

// Nezbeda's formula as he writes it.
double nezbeda(double alpha, double y) {
  return (1 + (3 * alpha - 2) * y + (alpha * alpha + alpha - 1) * y * y -
          alpha * (5 * alpha - 4) * y * y * y) /
         std::pow(1 - y, 3);
}

}  // namespace

TEST_CASE("Convex bodies: Nezbeda's equation of state, of spheres Carnahan and Starling's") {
  for (const double phi : {1e-9, 0.01, 0.1, 0.3, 0.4}) {
    CHECK(RigidFluid(4).excess(phi) == Approx(carnahan_starling(phi) - 1).epsilon(1e-6));
    for (const double alpha : {1.2, 1.8})
      CHECK(RigidFluid(1 + 3 * alpha).excess(phi) == Approx(nezbeda(alpha, phi) - 1).epsilon(1e-6));
  }
  CHECK(RigidFluid(4.6).contact_value(0) == 1);
  CHECK(RigidFluid(4.6).contact_value(1e-12) == Approx(1).epsilon(1e-10));
}

TEST_CASE("Capsules as long as thick: Nezbeda's equation beside runs of this program") {
  // Shaft 1, diameter 1: alpha = 1.2 exactly. 1200 bodies.
  const RigidFluid capsules(1 + 3 * 1.2);
  struct Case {
    double phi, z, error;
  };
  for (const Case& one : {Case{0.1, 1.6094, 0.0032}, Case{0.2, 2.6697, 0.0068},
                          Case{0.3, 4.560, 0.013}, Case{0.4, 8.1107, 0.0152}}) {
    const double z = 1 + capsules.excess(one.phi) * capsules.finite_factor(one.phi, 1200);
    CHECK(z == Approx(one.z).margin(3 * one.error));
    CHECK(std::abs(z / one.z - 1) < 3 * capsules.uncertainty(one.phi));
  }
}

TEST_CASE("The first two virial coefficients of clumps are what they are given as") {
  const RigidFluid clumps(5.4446, 17.04);
  const double phi = 1e-4;
  CHECK(clumps.excess(phi) == Approx(5.4446 * phi).epsilon(1e-3));
  CHECK((clumps.excess(phi) - 5.4446 * phi) / (phi * phi) == Approx(17.04).epsilon(1e-3));
}

TEST_CASE("Few rigid bodies: the first order of 1/N, from derivatives of the pressure") {
  for (const RigidFluid& fluid : {RigidFluid(4.6), RigidFluid(5.4446, 17.04)})
    for (const double phi : {0.05, 0.3}) {
      const auto pressure = [&](double at) { return at * (1 + fluid.excess(at)); };
      const double h = 1e-4;
      const double first = (pressure(phi + h) - pressure(phi - h)) / (2 * h);
      const double second = (pressure(phi + h) - 2 * pressure(phi) + pressure(phi - h)) / (h * h);
      CHECK((1 - fluid.finite_factor(phi, 50)) * fluid.excess(phi) ==
            Approx(phi / 100 * second / first).epsilon(1e-5));
    }
  // As of spheres.
  CHECK(1 + RigidFluid(4).excess(0.2) * RigidFluid(4).finite_factor(0.2, 100) ==
        Approx(finite_compressibility_factor(3, 0.2, 100).value).epsilon(2e-3));
}
