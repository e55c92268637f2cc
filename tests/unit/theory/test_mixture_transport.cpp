#include <catch2/catch.hpp>
#include <cmath>

#include "measure/gas_theory/gas_theory.h"
#include "theory/transport/mixture_transport.h"
#include "theory/transport/transport.h"

using namespace clausius;

namespace {

/// One species in two parts.
Mixture alike(int d, double phi) { return {d, phi, {{300, 1.5, 2}, {700, 1.5, 2}}}; }

/// A trace of particles in a dilute gas.
Mixture trace(int d, double diameter, double mass) {
  return {d, 1e-6, {{1e-9, diameter, mass}, {1, 1, 1}}};
}

/// The first approximation to the viscosity of a dilute mixture of two kinds of spheres
/// (Hirschfelder, Curtiss & Bird, Molecular Theory of Gases and Liquids (1954), § 8.2; A* = 1).
double first_viscosity_of_spheres(const Mixture& mixture, double kt) {
  const auto& kinds = mixture.components;
  const auto of_pair = [&](std::size_t i, std::size_t j) {
    const double reduced = kinds[i].mass * kinds[j].mass / (kinds[i].mass + kinds[j].mass);
    const double sigma = 0.5 * (kinds[i].diameter + kinds[j].diameter);
    return 5.0 / 16 * std::sqrt(2 * reduced * kt / M_PI) / (sigma * sigma);
  };
  const auto element = [&](std::size_t i) {
    const std::size_t k = 1 - i;
    const double x = mixture.fraction(i), other = mixture.fraction(k);
    const double m = kinds[i].mass, mk = kinds[k].mass;
    return x * x / of_pair(i, i) +
           2 * x * other / of_pair(i, k) * m * mk / ((m + mk) * (m + mk)) * (5.0 / 3 + mk / m);
  };
  const double m0 = kinds[0].mass, m1 = kinds[1].mass;
  const double x0 = mixture.fraction(0), x1 = mixture.fraction(1);
  const double beside =
      -2 * x0 * x1 / of_pair(0, 1) * m0 * m1 / ((m0 + m1) * (m0 + m1)) * (5.0 / 3 - 1);
  const double determinant = element(0) * element(1) - beside * beside;
  return (x0 * x0 * element(1) - 2 * x0 * x1 * beside + x1 * x1 * element(0)) / determinant;
}

}  // namespace

TEST_CASE("A mixture of one species has the transport coefficients of the species") {
  for (const int d : {2, 3})
    for (const double phi : {1e-4, 0.2}) {
      const Mixture mixture = alike(d, phi);
      const SphereGas gas{mixture.number_density(), 1.5, 2, 0.7, d};
      CAPTURE(d, phi);
      for (const std::size_t species : {0, 1})
        CHECK(self_diffusion_coefficient(mixture, 0.7, species).value ==
              Approx(diffusion_coefficient(gas).value).epsilon(1e-9));
      CHECK(mutual_diffusion_coefficient(mixture, 0.7).value ==
            Approx(diffusion_coefficient(gas).value).epsilon(1e-9));
      CHECK(shear_viscosity(mixture, 0.7).value ==
            Approx(shear_viscosity(gas).value).epsilon(1e-9));
      CHECK(shear_viscosity(mixture, 0.7).uncertainty ==
            Approx(shear_viscosity(gas).uncertainty).epsilon(0.01).margin(1e-4));
    }
}

TEST_CASE("Light particles among heavy ones diffuse as in Lorentz' gas") {
  // Over the first approximation: each speed has a free path of its own, ⟨v ℓ⟩/d instead.
  const double expected[] = {0, 0, 3 * M_PI / 8, 32 / (9 * M_PI)};
  for (const int d : {2, 3}) {
    const Mixture mixture = trace(d, 0.5, 1e-8);
    const double first = tracer_diffusion_coefficient(mixture, 1, 0).value;
    const TheoryValue self = self_diffusion_coefficient(mixture, 1, 0);
    CAPTURE(d, self.value / first, self.uncertainty / first);
    CHECK(std::abs(self.value / first - expected[d]) < self.uncertainty / first);
    CHECK(self.uncertainty / first < 0.02);
    CHECK(mutual_diffusion_coefficient(mixture, 1).value == Approx(self.value).epsilon(1e-6));
  }
}

TEST_CASE("Heavy particles among light ones diffuse by the first approximation") {
  for (const int d : {2, 3}) {
    const Mixture mixture = trace(d, 4, 1e6);
    CHECK(self_diffusion_coefficient(mixture, 1, 0).value ==
          Approx(tracer_diffusion_coefficient(mixture, 1, 0).value).epsilon(1e-5));
    CHECK(shear_viscosity(mixture, 1).value ==
          Approx(shear_viscosity(SphereGas{mixture.number_density(), 1, 1, 1, d}).value)
              .epsilon(0.01));
  }
}

TEST_CASE(
    "More polynomials raise the viscosity of a mixture of spheres by a few per cent at most") {
  for (const double mass : {0.1, 1.0, 30.0})
    for (const double diameter : {0.3, 1.0, 2.0})
      for (const double count : {0.2, 1.0, 5.0}) {
        const Mixture mixture{3, 1e-7, {{1, 1, 1}, {count, diameter, mass}}};
        const double first = first_viscosity_of_spheres(mixture, 1.3);
        const double all = shear_viscosity(mixture, 1.3).value;
        CAPTURE(mass, diameter, count, all / first);
        CHECK(all > first);
        CHECK(all < 1.05 * first);
      }
}

TEST_CASE("More polynomials raise mutual diffusion by what Lorentz' gas has at most") {
  const Mixture unlike{3, 1e-9, {{1, 1, 1}, {1, 0.5, 0.125}}};
  const double first = 3 / (8 * unlike.number_density() * 0.5625) * std::sqrt(2 * 9 / (2 * M_PI));
  const double all = mutual_diffusion_coefficient(unlike, 2).value;
  CHECK(all > 1.02 * first);
  CHECK(all < 1.1 * first);
}

TEST_CASE("Transport in mixtures scales with size, mass and temperature") {
  for (const int d : {2, 3}) {
    const Mixture mixture{d, 0.1, {{1, 1, 1}, {2, 0.5, 4}}};
    const Mixture scaled{d, 0.1, {{1, 2, 3}, {2, 1, 12}}};
    const double slower = 2 * std::sqrt(5.0 / 3);
    CHECK(self_diffusion_coefficient(scaled, 5, 1).value ==
          Approx(self_diffusion_coefficient(mixture, 1, 1).value * slower));
    CHECK(mutual_diffusion_coefficient(scaled, 5).value ==
          Approx(mutual_diffusion_coefficient(mixture, 1).value * slower));
    CHECK(shear_viscosity(scaled, 5).value ==
          Approx(shear_viscosity(mixture, 1).value * std::sqrt(15.0) / std::pow(2, d - 1)));
  }
}

TEST_CASE("Whatever species are called, and however they are parted, a mixture has one viscosity") {
  const Mixture mixture{3, 0.2, {{1, 1, 1}, {2, 0.5, 4}}};
  const Mixture turned{3, 0.2, {{2, 0.5, 4}, {1, 1, 1}}};
  const Mixture parted{3, 0.2, {{1, 1, 1}, {0.5, 0.5, 4}, {1.5, 0.5, 4}}};
  const double viscosity = shear_viscosity(mixture, 1).value;
  CHECK(shear_viscosity(turned, 1).value == Approx(viscosity));
  CHECK(shear_viscosity(parted, 1).value == Approx(viscosity));
  CHECK(self_diffusion_coefficient(parted, 1, 2).value ==
        Approx(self_diffusion_coefficient(mixture, 1, 1).value));
  CHECK(mutual_diffusion_coefficient(turned, 1).value ==
        Approx(mutual_diffusion_coefficient(mixture, 1).value));
}

TEST_CASE("Mixtures of very many species have no theory of transport, which would take minutes") {
  const auto theory = [](int kinds) {
    Gas<3> gas;
    gas.box.size.setConstant(100);
    for (int k = 0; k < kinds; ++k) gas.species.push_back({1 + 0.01 * k, 1});
    gas.restitution = Eigen::MatrixXd::Ones(kinds, kinds);
    return GasTheory(gas, std::vector<double>(static_cast<std::size_t>(kinds), 8), true, {});
  };
  CHECK(theory(3).diffusion_coefficients(1).at(2));
  CHECK(theory(3).shear_viscosity(1));
  const GasTheory many = theory(60);
  CHECK(many.diffusion_coefficients(1).at(2).outside() == "mixtures of up to 20 species");
  CHECK(many.shear_viscosity(1).outside() == "mixtures of up to 20 species");
}

TEST_CASE("A mixture of one species conducts as the species, without thermal diffusion") {
  for (const int d : {2, 3})
    for (const double phi : {1e-6, 0.05, 0.3}) {
      const Mixture mixture = alike(d, phi);
      const SphereGas gas{mixture.number_density(), 1.5, 2, 0.7, d};
      CAPTURE(d, phi);
      CHECK(thermal_conductivity(mixture, 0.7).value ==
            Approx(thermal_conductivity(gas).value).epsilon(1e-6));
      CHECK(thermal_conductivity(mixture, 0.7).uncertainty ==
            Approx(thermal_conductivity(gas).uncertainty).epsilon(0.02).margin(1e-4));
      CHECK(thermal_diffusion_factor(mixture, 0.7).value == Approx(0).margin(1e-9));
    }
}

TEST_CASE("Isotopes: the first approximation to thermal diffusion is Chapman & Cowling's") {
  // 105/118 (m₁ − m₂)/(m₁ + m₂) for spheres of one diameter and nearly one mass. More polynomials
  // change it by a few per cent.
  const Mixture isotopes{3, 1e-9, {{1, 1, 1.001}, {3, 1, 0.999}}};
  const double over_first = thermal_diffusion_factor(isotopes, 1.2).value / (105.0 / 118 * 0.001);
  CHECK(over_first > 1);
  CHECK(over_first < 1.1);
}

TEST_CASE("Thermal diffusion in a Lorentz gas is the exact one") {
  // A flux of light particles is −∇(n ⟨v⟩) λ/d with the free path λ, which is as long as the heavy
  // particles are few, n₂ ∝ 1/T at one pressure: none flows where n₁ √T is uniform, or x₁ ∝ √T.
  for (const int d : {2, 3}) {
    const Mixture mixture{d, 1e-9, {{1e-6, 0.5, 1e-10}, {1, 1, 1}}};
    const TheoryValue factor = thermal_diffusion_factor(mixture, 1.7);
    CAPTURE(d, factor.value, factor.uncertainty);
    CHECK(std::abs(factor.value + 0.5) < factor.uncertainty + 1e-4);
    CHECK(factor.uncertainty < 0.03);
  }
}

TEST_CASE("Conduction and thermal diffusion do not depend on names, parts and units") {
  for (const int d : {2, 3}) {
    const Mixture mixture{d, 0.2, {{1, 1, 1}, {2, 0.5, 4}}};
    const Mixture turned{d, 0.2, {{2, 0.5, 4}, {1, 1, 1}}};
    const Mixture parted{d, 0.2, {{1, 1, 1}, {0.5, 0.5, 4}, {1.5, 0.5, 4}}};
    const Mixture scaled{d, 0.2, {{1, 2, 3}, {2, 1, 12}}};
    const double conductivity = thermal_conductivity(mixture, 1).value;
    CHECK(thermal_conductivity(turned, 1).value == Approx(conductivity));
    CHECK(thermal_conductivity(parted, 1).value == Approx(conductivity));
    CHECK(thermal_conductivity(scaled, 5).value ==
          Approx(conductivity * std::sqrt(5.0 / 3) / std::pow(2, d - 1)));
    const double factor = thermal_diffusion_factor(mixture, 1).value;
    CHECK(thermal_diffusion_factor(turned, 1).value == Approx(-factor));
    CHECK(thermal_diffusion_factor(scaled, 5).value == Approx(factor));
  }
}

TEST_CASE("Partial enthalpies add up to the enthalpy, and are exact to first order in density") {
  for (const int d : {2, 3}) {
    const Mixture mixture{d, 0.3, {{1, 1, 1}, {2, 0.5, 4}}};
    const std::vector<double> h = partial_enthalpies(mixture, 1.3);
    CHECK((h[0] + 2 * h[1]) / 3 ==
          Approx(1.3 * (0.5 * d + compressibility_factor(mixture).value)).epsilon(1e-9));
    CHECK(h[0] > h[1]);
    // v_i − v_k = 2 Σ_j x_j (B_ij − B_kj).
    Mixture thin = mixture;
    thin.packing_fraction = 1e-5;
    const auto virial = [&](double first, double second) {
      Mixture parts = thin;
      parts.components[0].count = first;
      parts.components[1].count = second;
      return second_virial_coefficient(parts);
    };
    const double unlike = 9.0 / 4 * (virial(1, 2) - virial(1, 0) / 9 - 4 * virial(0, 1) / 9);
    const double expected = 2.0 / 3 * (virial(1, 0) + unlike - 2 * virial(0, 1));
    const std::vector<double> few = partial_enthalpies(thin, 1);
    CHECK((few[0] - few[1]) / thin.number_density() == Approx(expected).epsilon(1e-3));
  }
}

TEST_CASE("Conductivity of a Lorentz gas is the exact one") {
  // Light particles, too small to meet each other, among heavy ones at rest: particles of speed v
  // diffuse as v λ/3, λ = 1/(n π σ²/4). Without a flux of particles they conduct 2/3 n k_B λ ⟨v⟩.
  const double light = 1e-3, kt = 1.7, mass = 0.3;
  const Mixture mixture{3, 1e-9, {{light, 1e-6, mass}, {1 - light, 1, 1e14}}};
  const double density = mixture.number_density();
  const double path = 1 / ((1 - light) * density * M_PI / 4);
  const double speed = std::sqrt(8 * kt / (M_PI * mass));
  const TheoryValue conductivity = thermal_conductivity(mixture, kt);
  CHECK(conductivity.value == Approx(2.0 / 3 * light * density * path * speed).epsilon(0.01));
  CHECK(conductivity.uncertainty < 0.05 * conductivity.value);
}
