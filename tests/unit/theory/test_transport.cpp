#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/random.h"
#include "statistics/moments.h"
#include "theory/transport/mixture_transport.h"
#include "theory/transport/transport.h"

using namespace clausius;

TEST_CASE("Transport coefficients of dilute spheres") {
  const SphereGas gas{1e-9, 1, 1, 1};
  CHECK(gas.density * diffusion_coefficient(gas).value == Approx(0.215581).margin(5.1e-7));
  CHECK(shear_viscosity(gas).value == Approx(0.17914).margin(5.1e-6));
  CHECK(thermal_conductivity(gas).value == Approx(0.67783).margin(5.1e-6));
  CHECK(bulk_viscosity(gas).value == Approx(0).margin(1e-12));
}

TEST_CASE("Transport coefficients after Enskog") {
  const SphereGas thin{0.1, 1, 1, 1}, dense{0.5, 1, 1, 1};
  CHECK(diffusion_coefficient(thin).value == Approx(1.8835).epsilon(0).margin(5.1e-5));
  CHECK(shear_viscosity(thin).value == Approx(0.19337).epsilon(0).margin(5.1e-6));
  CHECK(bulk_viscosity(thin).value == Approx(0.00902).epsilon(0).margin(5.1e-6));
  CHECK(thermal_conductivity(thin).value == Approx(0.78835).epsilon(0).margin(5.1e-6));
  CHECK(diffusion_coefficient(dense).value == Approx(0.1990).epsilon(0).margin(5.1e-5));
  CHECK(shear_viscosity(dense).value == Approx(0.5569).epsilon(0).margin(5.1e-5));
  CHECK(bulk_viscosity(dense).value == Approx(0.4268).epsilon(0).margin(5.1e-5));
  CHECK(thermal_conductivity(dense).value == Approx(2.385).epsilon(0).margin(5.1e-4));
}

TEST_CASE("The friction of a tracer") {
  // A species among its like: self-diffusion without its Sonine factor.
  const SphereGas gas{0.3, 1, 2, 1.5};
  const double phi = 0.3 * M_PI / 6;
  const Mixture alike{3, phi, {{1, 1, 2}, {999, 1, 2}}};
  CHECK(tracer_diffusion_coefficient(alike, 1.5, 0).value ==
        Approx(diffusion_coefficient(gas).value / sonine_factors(3, 10).diffusion));
  const SphereGas disks{0.3, 1, 2, 1.5, 2};
  const Mixture flat{2, 0.3 * M_PI / 4, {{1, 1, 2}, {999, 1, 2}}};
  CHECK(tracer_diffusion_coefficient(flat, 1.5, 0).value ==
        Approx(diffusion_coefficient(disks).value / sonine_factors(2, 10).diffusion));
  // A trace of heavy particles: mutual diffusion.
  const Mixture heavy{3, 0.02, {{1e-9, 4, 50}, {1, 1, 1}}};
  CHECK(tracer_diffusion_coefficient(heavy, 1, 0).value ==
        Approx(mutual_diffusion_coefficient(heavy, 1).value).epsilon(1e-3));
}

TEST_CASE("Transport coefficients scale with size, mass and temperature") {
  const SphereGas gas{0.3, 1, 1, 1}, scaled{0.3 / 8, 2, 3, 5};
  CHECK(diffusion_coefficient(scaled).value ==
        Approx(diffusion_coefficient(gas).value * 2 * std::sqrt(5.0 / 3)));
  CHECK(shear_viscosity(scaled).value == Approx(shear_viscosity(gas).value * std::sqrt(15.0) / 4));
  CHECK(thermal_conductivity(scaled).value ==
        Approx(thermal_conductivity(gas).value * std::sqrt(5.0 / 3) / 4));
}

TEST_CASE("Transport coefficients of disks") {
  // Density dependence as Gass (J. Chem. Phys. 54 (1971) 1898) gives it in the first Sonine
  // approximation: η = η0 (1/χ + 2φ + (1 + 8/π) φ²χ), λ = λ0 (1/χ + 3φ + (9/4 + 4/π) φ²χ),
  // ζ = (16/π) φ²χ η0; the terms without π are those of flight, which have the factors.
  const double pi = M_PI, phi = 0.3, density = 4 * phi / pi, chi = contact_value(2, phi);
  const SphereGas gas{density, 1, 1, 1, 2};
  const double viscosity = 0.5 / std::sqrt(pi), conductivity = 2 / std::sqrt(pi);
  const SonineFactors factors = sonine_factors(2, 10);
  CHECK(density * diffusion_coefficient(gas).value ==
        Approx(factors.diffusion * 0.5 / std::sqrt(pi) / chi));
  CHECK(shear_viscosity(gas).value ==
        Approx(viscosity * (factors.viscosity * (1 / chi + 2 * phi + phi * phi * chi) +
                            8 / pi * phi * phi * chi)));
  CHECK(thermal_conductivity(gas).value ==
        Approx(conductivity * (factors.conductivity * (1 / chi + 3 * phi + 2.25 * phi * phi * chi) +
                               4 / pi * phi * phi * chi)));
  CHECK(bulk_viscosity(gas).value == Approx(16 / pi * phi * phi * chi * viscosity));
  const SphereGas scaled{density / 4, 2, 3, 5, 2};
  CHECK(shear_viscosity(scaled).value == Approx(shear_viscosity(gas).value * std::sqrt(15.0) / 2));
}

// By drawing: velocities of N particles with no momentum and a given energy.
TEST_CASE("The sums that transport coefficients correlate are smaller in few particles") {
  const int d = GENERATE(2, 3);
  const int n = GENERATE(3, 8);
  RandomStream random(static_cast<std::uint64_t>(10 * d + n), Stream::test);
  RunningMoments diffusion, viscosity, conductivity;
  for (int draw = 0; draw < 200000; ++draw) {
    Eigen::MatrixXd v(d, n);
    for (Eigen::Index i = 0; i < v.size(); ++i) v(i) = random.normal();
    v.colwise() -= v.rowwise().mean().eval();
    v *= std::sqrt(d * (n - 1) / v.squaredNorm());
    const Eigen::RowVectorXd half_sq = 0.5 * v.colwise().squaredNorm();
    diffusion.add(v.row(0).squaredNorm() / n);
    viscosity.add(std::pow(v.row(0).dot(v.row(1)), 2) / n);
    conductivity.add(std::pow(v.row(0).dot(half_sq), 2) / n * 2 / (d + 2));
  }
  const SonineFactors factors = finite_transport_factors(d, n);
  CHECK(std::abs(diffusion.mean() - factors.diffusion) < 4 * diffusion.standard_error());
  CHECK(std::abs(viscosity.mean() - factors.viscosity) < 4 * viscosity.standard_error());
  CHECK(std::abs(conductivity.mean() - factors.conductivity) < 4 * conductivity.standard_error());
}

TEST_CASE("Periodic images slow diffusion") {
  CHECK(finite_diffusion_loss(1, 0.5, 10) == Approx(2.837297 / (6 * M_PI * 5)));
}

TEST_CASE("Diffusion of dense spheres lies above and then below Enskog's") {
  // Simulations, extrapolated to infinitely many particles.
  const auto factor = [](double density) {
    const SphereGas gas{density, 1, 1, 1};
    return correlated_diffusion_coefficient(gas).value / diffusion_coefficient(gas).value;
  };
  CHECK(factor(1e-6) == Approx(1).epsilon(1e-6));
  CHECK(factor(0.2828) == Approx(1.18).margin(0.02));
  CHECK(factor(0.4714) == Approx(1.32).margin(0.02));
  CHECK(factor(0.8839) == Approx(0.86).margin(0.02));
  const SphereGas dense{0.4714, 1, 1, 1}, disks{0.3, 1, 1, 1, 2};
  CHECK(correlated_diffusion_coefficient(dense).uncertainty <
        diffusion_coefficient(dense).uncertainty);
  CHECK(correlated_diffusion_coefficient(disks).value == diffusion_coefficient(disks).value);
}

TEST_CASE("Correlated collisions double the viscosity of spheres at freezing") {
  const auto ratio = [](TheoryValue (*correlated)(const SphereGas&),
                        TheoryValue (*enskog)(const SphereGas&), double packing_fraction) {
    const SphereGas gas{6 * packing_fraction / M_PI, 1, 1, 1};
    const TheoryValue value = correlated(gas);
    CHECK(value.uncertainty > 0);
    return value.value / enskog(gas).value;
  };
  // As simulated, see correlated_shear_viscosity(); Alder, Gass & Wainwright (1970): viscosity
  // twice Enskog's near freezing, conductivity within a few per cent of it.
  for (const double phi : {1e-6, 0.1, 0.25}) {
    CHECK(ratio(correlated_shear_viscosity, shear_viscosity, phi) == Approx(1).epsilon(0.01));
    CHECK(ratio(correlated_bulk_viscosity, bulk_viscosity, phi) == Approx(1).epsilon(0.01));
    CHECK(ratio(correlated_thermal_conductivity, thermal_conductivity, phi) ==
          Approx(1).epsilon(0.01));
  }
  CHECK(ratio(correlated_shear_viscosity, shear_viscosity, 0.4) == Approx(1.12).epsilon(0.02));
  CHECK(ratio(correlated_shear_viscosity, shear_viscosity, 0.49) == Approx(1.90).epsilon(0.03));
  CHECK(ratio(correlated_bulk_viscosity, bulk_viscosity, 0.49) == Approx(2.03).epsilon(0.05));
  CHECK(ratio(correlated_thermal_conductivity, thermal_conductivity, 0.49) ==
        Approx(1.05).epsilon(0.02));
  const SphereGas disks{0.3, 1, 1, 1, 2};
  CHECK(correlated_shear_viscosity(disks).value == shear_viscosity(disks).value);
}
