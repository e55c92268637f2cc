#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "clausius/theory/structure.h"

using namespace clausius;

namespace {

constexpr double kPi = std::numbers::pi;

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

TEST_CASE("The pair distribution of dilute gases") {
  // One species: 1 + 8φ(1 − 3r/4 + r³/16) to first order.
  const Mixture thin{3, 1e-6, {{1, 1, 1}}};
  for (const double r : {1.0, 1.3, 1.9})
    CHECK((dilute_pair_distribution(thin, 0, 0, r) - 1) / 8e-6 ==
          Approx(1 - 0.75 * r + r * r * r / 16).epsilon(1e-4));
  CHECK(dilute_pair_distribution(thin, 0, 0, 2.1) == 1);
  // Beside the fluid theory at the limit that is stated.
  const SphereStructure fluid(0.02);
  const Mixture gas{3, 0.02, {{1, 1, 1}}};
  for (double r = 1; r < 3; r += 0.05)
    CHECK(dilute_pair_distribution(gas, 0, 0, r) ==
          Approx(fluid.pair_distribution(r)).margin(1.5e-3));
  // Shared volumes by counting points of a fine grid, in both dimensions, unlike sizes.
  for (const int d : {2, 3}) {
    const Mixture two{d, 1e-3, {{1, 1, 1}, {1, 0.4, 1}}};
    const auto shared = [&](double at) {  // of the small one with the large one
      double sum = 0;
      constexpr int kCells = 300;
      constexpr double kEdge = 2.4;
      for (int ix = 0; ix < kCells; ++ix)
        for (int iy = 0; iy < kCells; ++iy) {
          const double x = kEdge * ((ix + 0.5) / kCells - 0.5) + at / 2;
          const double y = kEdge * ((iy + 0.5) / kCells - 0.5);
          for (const double third : {1.0, 0.4}) {
            const double r1 = std::pow((1 + third) / 2, 2) - x * x;
            const double r2 = std::pow((0.4 + third) / 2, 2) - (x - at) * (x - at);
            const double y_sq = std::min(r1, r2);
            // In three dimensions rings about the axis.
            if (y * y < y_sq) sum += d == 2 ? 1 : kPi * std::abs(y);
          }
        }
      return sum;
    };
    const double contact = contact_values(two)(0, 1) - 1;
    for (const double r : {0.9, 1.2})
      CHECK((dilute_pair_distribution(two, 0, 1, r) - 1) / contact ==
            Approx(shared(r) / shared(0.7)).epsilon(0.01).margin(1e-3));
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
