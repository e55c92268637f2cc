#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "theory/fluid/structure.h"

using namespace clausius;

namespace {

// 1 + 4πρ ∫ r² (g − 1) sin(kr)/(kr) dr from 0, g given outside contact at steps.
template <class Function>
double transformed(double phi, const Function& g, double reach, double k) {
  constexpr double kStep = 1.0 / 800;
  const auto weight = [k](double r) { return r * (k > 0 ? std::sin(k * r) / k : r); };
  double sum = 0;
  for (double r = kStep / 2; r < reach; r += kStep)
    sum += kStep * weight(r) * ((r < 1 ? 0 : g(r)) - 1);
  return 1 + 24 * phi * sum;
}

}  // namespace

TEST_CASE("Percus and Yevick's structure: closed forms") {
  for (const double phi : {0.01, 0.1, 0.3, 0.45}) {
    CHECK(percus_yevick_structure_factor(phi, 0) ==
          Approx(std::pow(1 - phi, 4) / std::pow(1 + 2 * phi, 2)).epsilon(1e-12));
    // Thiele's direct correlation function −λ₁ − 6φλ₂r − (φ/2)λ₁r³, transformed by quadrature.
    const double l1 = std::pow(1 + 2 * phi, 2) / std::pow(1 - phi, 4);
    const double l2 = -std::pow(1 + phi / 2, 2) / std::pow(1 - phi, 4);
    for (const double k : {0.3, 3.0, 7.0, 14.0}) {
      double sum = 0;
      constexpr int kPoints = 20000;
      for (int i = 0; i < kPoints; ++i) {
        const double r = (i + 0.5) / kPoints;
        const double c = -l1 - 6 * phi * l2 * r - 0.5 * phi * l1 * r * r * r;
        sum += r * std::sin(k * r) / k * c / kPoints;
      }
      CHECK(percus_yevick_structure_factor(phi, k) ==
            Approx(1 / (1 - 24 * phi * sum)).epsilon(1e-7));
    }
  }
}

TEST_CASE("Percus and Yevick's g(r) is the transform of their S(k)") {
  for (const double phi : {0.05, 0.2, 0.4}) {
    const auto g = percus_yevick_pair_distribution(phi, 400, 20);
    CHECK(g[0] == Approx((1 + phi / 2) / std::pow(1 - phi, 2)));
    const auto at = [&](double r) {
      const double place = (r - 1) * 400;
      const auto i = static_cast<std::size_t>(place);
      return std::lerp(g[i], g[i + 1], place - static_cast<double>(i));
    };
    for (const double k : {0.0, 1.0, 4.0, 7.0, 12.0})
      CHECK(transformed(phi, at, 19.9, k) ==
            Approx(percus_yevick_structure_factor(phi, k)).margin(3e-4));
  }
}

TEST_CASE("Verlet and Weis' structure has the contact value and compressibility of the fluid") {
  for (const double phi : {0.02, 0.1, 0.2, 0.3, 0.4, 0.49}) {
    const SphereStructure fluid(phi, 20);
    CHECK(fluid.pair_distribution(1) == Approx(contact_value(3, phi)).epsilon(1e-9));
    CHECK(fluid.pair_distribution(0.999) == 0);
    CHECK(fluid.structure_factor(0) == Approx(reduced_compressibility(3, phi)).epsilon(1e-9));
    CHECK(fluid.structure_factor(1e-3) == Approx(fluid.structure_factor(0)).epsilon(1e-4));
    for (const double k : {1.0, 4.0, 7.0, 12.0})
      CHECK(transformed(
                phi, [&](double r) { return fluid.pair_distribution(r); }, 19.9, k) ==
            Approx(fluid.structure_factor(k)).margin(6e-4));
  }
  // Reduced compressibility is a derivative of the pressure.
  for (const int d : {2, 3})
    for (const double phi : {0.1, 0.4}) {
      const auto p = [&](double x) { return x * compressibility_factor(d, x).value; };
      CHECK(reduced_compressibility(d, phi) ==
            Approx(2e-4 / (p(phi + 1e-4) - p(phi - 1e-4))).epsilon(1e-6));
    }
}

TEST_CASE("Pairs in a fluid to first order in density: volumes shared by what both exclude") {
  // One species: 8φ(1 − 3r/4 + r³/16).
  const std::vector<double> one{1}, thin{6 / kPi};
  for (const double r : {1.0, 1.3, 1.9})
    CHECK(pair_expansion(3, one, thin, 0, 0, r).first ==
          Approx(8 * (1 - 0.75 * r + r * r * r / 16)).epsilon(1e-12));
  CHECK(pair_expansion(3, one, thin, 0, 0, 2.1).first == 0);
  // By counting points of a fine grid, in both dimensions, unlike sizes.
  for (const int d : {2, 3}) {
    const std::vector<double> two{1, 0.4}, density{0.7, 0.3};
    for (const double r : {0.7, 0.9, 1.2}) {  // from the small one to the large one
      double sum = 0;
      constexpr int kCells = 300;
      constexpr double kEdge = 2.4;
      for (int ix = 0; ix < kCells; ++ix)
        for (int iy = 0; iy < kCells; ++iy) {
          const double x = kEdge * ((ix + 0.5) / kCells - 0.5) + r / 2;
          const double y = kEdge * ((iy + 0.5) / kCells - 0.5);
          for (std::size_t third : {0, 1}) {
            const double r1 = std::pow((1 + two[third]) / 2, 2) - x * x;
            const double r2 = std::pow((0.4 + two[third]) / 2, 2) - (x - r) * (x - r);
            // In three dimensions rings about the axis.
            if (y * y < std::min(r1, r2))
              sum +=
                  density[third] * std::pow(kEdge / kCells, 2) * (d == 2 ? 1 : kPi * std::abs(y));
          }
        }
      CHECK(pair_expansion(d, two, density, 0, 1, r).first ==
            Approx(sum).epsilon(0.01).margin(2e-3));
    }
  }
}

TEST_CASE("Pairs in a fluid to second order in density") {
  const std::vector<double> one{1};
  for (const int d : {2, 3}) {
    // At contact of one species: χ = B₂φ-series of (Z − 1)/(2^(d−1) φ), from B₃ and B₄.
    const double half = d == 3 ? 4 : 2;
    const std::vector<double> unit{d == 3 ? 6 / kPi : 4 / kPi};  // packing fraction 1
    const PairExpansion contact = pair_expansion(d, one, unit, 0, 0, 1);
    const auto virial = virial_coefficients(d);
    const double first = half * virial[1], second = half * half * virial[2];
    CHECK(contact.first == Approx(first).epsilon(1e-6));
    CHECK(contact.second == Approx(second - first * first / 2).epsilon(2e-4));
    // A species by two names; the two in either order.
    const std::vector<double> same{1, 1}, parts{0.3 * unit[0], 0.7 * unit[0]};
    for (const double r : {1.0, 1.4, 2.3})
      CHECK(pair_expansion(d, same, parts, 0, 1, r).second ==
            Approx(pair_expansion(d, one, unit, 0, 0, r).second).epsilon(1e-9));
    const std::vector<double> two{1, 0.3}, density{0.1, 0.9};
    for (const double r : {0.65, 0.8, 1.1})
      CHECK(pair_expansion(d, two, density, 0, 1, r).second ==
            Approx(pair_expansion(d, two, density, 1, 0, r).second).margin(3e-6));
    CHECK(pair_expansion(d, one, unit, 0, 0, 3.1).second == 0);
  }
  // Away from contact, of one species, beside the fluid theory.
  const SphereStructure fluid(0.05);
  const std::vector<double> density{6 * 0.05 / kPi};
  for (double r = 1; r < 3; r += 0.05) {
    const PairExpansion at = pair_expansion(3, one, density, 0, 0, r);
    CHECK(std::exp(at.first + at.second) == Approx(fluid.pair_distribution(r)).margin(1e-3));
    CHECK(at.uncertainty() < 3e-3);
  }
}

TEST_CASE("The density before a wall") {
  for (const int d : {2, 3}) {
    CHECK(dilute_wall_profile(d, 1.3, 0) == Approx(1.3));
    CHECK(dilute_wall_profile(d, 1.3, 1) == Approx(1));
    CHECK(dilute_wall_profile(d, 1.3, 1.5) == 1);
  }
  // The cap of a ball: π/3 (1 − x)² (2 + x) of 2π/3.
  CHECK(dilute_wall_profile(3, 2, 0.5) == Approx(1 + 0.25 * 2.5 / 2));
  CHECK(dilute_wall_profile(2, 2, 0.5) == Approx(1 + (kPi / 3 - std::sqrt(3) / 4) / (kPi / 2)));
}
