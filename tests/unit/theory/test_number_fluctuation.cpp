#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>

#include "clausius/theory/equation_of_state.h"
#include "theory/fluid/number_fluctuation.h"

using namespace clausius;

TEST_CASE("Numbers in a part of a dilute gas: pairs cannot overlap") {
  constexpr double kPhi = 1e-6, kFar = 20;
  // h = −1 within a diameter; the means of |x| and |xy| over the unit ball are 3/8 and 2/5π.
  const double disks = 4 * kPhi / std::numbers::pi, spheres = 6 * kPhi / std::numbers::pi;
  CHECK(NumberFluctuation(2, kPhi).face(kFar) == Approx(4.0 / 3 * disks).epsilon(1e-4));
  CHECK(NumberFluctuation(2, kPhi).edge() == Approx(-0.5 * disks).epsilon(1e-3));
  CHECK(NumberFluctuation(3, kPhi).face(kFar) ==
        Approx(std::numbers::pi / 2 * spheres).epsilon(1e-4));
  CHECK(NumberFluctuation(3, kPhi).edge() == Approx(-8.0 / 15 * spheres).epsilon(1e-3));
  // Faces that coincide cut no pair; those of a block have no effect if they fill the box.
  CHECK(NumberFluctuation(3, 0.3).face(0) == Approx(0).margin(1e-12));
  CHECK(NumberFluctuation(3, 0.3).variance(100, {5, 5, 5}, {5, 5, 5}).value ==
        Approx(0).margin(1e-12));
  CHECK(NumberFluctuation().variance(100, {1, 2, 3}, {4, 4, 6}).value ==
        Approx(100 * (1.0 / 16) * (15.0 / 16)));
}

TEST_CASE("The structure of disks has the compressibility of the equation of state") {
  for (const double phi : {1e-6, 0.05, 0.3, 0.6})
    CHECK(DiskStructure(phi).structure_factor(0) ==
          Approx(reduced_compressibility(2, phi)).epsilon(1e-6));
  CHECK(DiskStructure(0.3).structure_factor(60) == Approx(1).epsilon(0.01));
}

TEST_CASE("Numbers in slabs and blocks of dense fluids are those of simulations") {
  // Periodic cubes and squares, 4·10⁷/N collisions a particle, 40000 samples.
  struct Case {
    int d;
    double phi, particles, width;
    std::string shape;
    double variance, error;
  };
  const Case cases[] = {
      {2, 0.3, 400, 3, "slab", 10.9516, 0.0913},  {2, 0.3, 400, 3, "block", 1.5247, 0.0113},
      {2, 0.5, 400, 5, "slab", 7.9340, 0.0892},   {2, 0.5, 400, 5, "block", 2.7042, 0.0249},
      {2, 0.1, 300, 6, "slab", 22.2084, 0.1632},  {2, 0.1, 300, 6, "block", 3.7080, 0.0258},
      {3, 0.05, 400, 4, "slab", 53.1349, 0.4043}, {3, 0.05, 400, 4, "block", 10.3605, 0.0741},
      {3, 0.3, 600, 3, "slab", 21.4410, 0.2556},  {3, 0.3, 600, 3, "block", 7.0673, 0.0751},
      {3, 0.45, 800, 4, "slab", 16.7616, 0.3338}, {3, 0.45, 800, 4, "block", 9.4250, 0.1672}};
  double chi2 = 0;
  for (const Case& one : cases) {
    const double edge =
        std::pow(one.particles * std::numbers::pi / (2 * one.d * one.phi), 1.0 / one.d);
    const std::vector<double> box(static_cast<std::size_t>(one.d), edge);
    std::vector<double> widths = box;
    widths[0] = one.width;
    if (one.shape == "block") {
      widths[0] = 1.2 * one.width;
      widths[1] = one.width;
      if (one.d == 3) widths[2] = edge / 2;
    }
    const TheoryValue theory =
        NumberFluctuation(one.d, one.phi).variance(one.particles, widths, box);
    INFO(one.d << " dimensions, phi " << one.phi << ' ' << one.shape << ": " << theory.value
               << " ± " << theory.uncertainty << ", measured " << one.variance);
    CHECK(theory.uncertainty < 0.05 * theory.value);
    const double z = (one.variance - theory.value) / std::hypot(theory.uncertainty, one.error);
    CHECK(std::abs(z) < 3);
    chi2 += z * z;
  }
  CHECK(chi2 < 30);
}
