#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/random.h"
#include "statistics/goodness_of_fit.h"
#include "statistics/moments.h"
#include "theory/velocities/maxwell.h"
#include "unit/theory/integrate.h"

using namespace clausius;

namespace {

// What must hold of any isotropic law with ⟨v²⟩ = `square`: norms, cdfs as integrals, moments.
template <typename Law>
void check_law(const Law& law, int d, double square, double top) {
  CHECK(integrate([&](double v) { return law.component_pdf(v); }, -top, top) == Approx(1));
  CHECK(integrate([&](double v) { return v * v * law.component_pdf(v); }, -top, top) ==
        Approx(square / d));
  CHECK(integrate([&](double v) { return law.speed_pdf(v); }, 0, top) == Approx(1));
  CHECK(integrate([&](double v) { return v * law.speed_pdf(v); }, 0, top) ==
        Approx(law.mean_speed()));
  CHECK(integrate([&](double v) { return v * v * law.speed_pdf(v); }, 0, top) == Approx(square));
  for (double v : {0.2, 0.5, 0.9}) {
    const double at = v * std::sqrt(square);
    CHECK(integrate([&](double u) { return law.component_pdf(u); }, -top, at) ==
          Approx(law.component_cdf(at)));
    CHECK(law.component_cdf(-at) == Approx(1 - law.component_cdf(at)));
    CHECK(integrate([&](double u) { return law.speed_pdf(u); }, 0, at) ==
          Approx(law.speed_cdf(at)));
  }
  // f(v) = speed density over the surface of the sphere.
  const auto log_density = [&](double v) {
    const double surface = d == 3 ? 4 * M_PI * v * v : 2 * M_PI * v;
    return law.speed_pdf(v) > 0 ? law.speed_pdf(v) * std::log(law.speed_pdf(v) / surface) : 0;
  };
  CHECK(integrate(log_density, 0, top) == Approx(law.h()).epsilon(1e-6));
  CHECK(law.speed_pdf(-0.1) == 0);
  CHECK(law.speed_cdf(-0.1) == 0);
}

}  // namespace

TEST_CASE("Maxwell's law: norms, moments and cumulative functions") {
  const int d = GENERATE(2, 3);
  const double mass = 2.5, kt = 0.7;
  check_law(MaxwellLaw(d, mass, kt), d, d * kt / mass, 15 * std::sqrt(kt / mass));
}

TEST_CASE("The law of a finite gas: norms, moments and cumulative functions") {
  const int d = GENERATE(2, 3);
  const double dof = GENERATE(6.0, 27.0, 147.0);
  const double v_max = 3.5;
  check_law(FiniteVelocityLaw(d, dof, v_max), d, d * v_max * v_max / dof, v_max);
}

TEST_CASE("Equilibrium H of one species") {
  CHECK(MaxwellLaw(3, 1, 1).h() == Approx(-4.25682).margin(5e-6));
}

TEST_CASE("A large finite gas obeys Maxwell's law") {
  const int d = GENERATE(2, 3);
  const double particles = 1e6, kt = 1.3, mass = 0.8;
  const double dof = d * (particles - 1);
  const double energy = dof * kt / 2;
  const FiniteVelocityLaw finite(d, dof, max_speed_periodic(energy, mass, mass * particles));
  const MaxwellLaw maxwell(d, mass, kt);
  for (double v : {0.1, 1.0, 2.5}) {
    CHECK(finite.component_pdf(v) == Approx(maxwell.component_pdf(v)).epsilon(2e-5));
    CHECK(finite.component_cdf(-v) == Approx(maxwell.component_cdf(-v)).epsilon(2e-5));
    CHECK(finite.speed_pdf(v) == Approx(maxwell.speed_pdf(v)).epsilon(2e-5));
    CHECK(finite.speed_cdf(v) == Approx(maxwell.speed_cdf(v)).epsilon(2e-5));
  }
  CHECK(finite.mean_speed() == Approx(maxwell.mean_speed()).epsilon(1e-5));
  CHECK(finite.h() == Approx(maxwell.h()).epsilon(1e-5));
}

TEST_CASE("Kurtosis of a finite gas") {
  CHECK(component_kurtosis(3 * 9) == Approx(2.793).margin(5e-4));
  CHECK(component_kurtosis(3 * 49) == Approx(2.960).margin(5e-4));
  CHECK(speed_kurtosis(3, 1e12) == Approx(5.0 / 3));
  CHECK(speed_kurtosis(2, 1e12) == Approx(2));
  for (int d : {2, 3}) {
    const double dof = 11, v_max = 2;
    const FiniteVelocityLaw law(d, dof, v_max);
    const auto moment = [&](int n) {
      return integrate([&](double v) { return std::pow(v, n) * law.speed_pdf(v); }, 0, v_max);
    };
    const double kurtosis = moment(4) / (moment(2) * moment(2));
    CHECK(speed_kurtosis(d, dof) == Approx(kurtosis));
    CHECK(equilibrium_kurtosis_a2(dof).value == Approx(kurtosis / ((d + 2.0) / d) - 1));
  }
}

// Points uniform on the energy sphere of zero total momentum, made without any of the formulas.
TEST_CASE("Particles drawn from the energy sphere obey the finite laws") {
  const std::array<double, 4> masses{1, 1, 2, 6};
  const double total_mass = 10, energy = 3;
  const int d = GENERATE(2, 3);
  const double dof = d * 3;
  RandomStream random(static_cast<std::uint64_t>(d), Stream::test);
  std::array<std::vector<double>, 4> components, speeds;
  std::array<RunningMoments, 4> energies;
  const int trials = 4000;
  for (int trial = 0; trial < trials; ++trial) {
    std::array<std::array<double, 3>, 4> velocity{};
    std::array<double, 3> drift{};
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < static_cast<std::size_t>(d); ++k) {
        velocity[i][k] = random.normal() / std::sqrt(masses[i]);
        drift[k] += masses[i] * velocity[i][k] / total_mass;
      }
    double kinetic = 0;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        velocity[i][k] -= drift[k];
        kinetic += masses[i] * velocity[i][k] * velocity[i][k] / 2;
      }
    for (std::size_t i = 0; i < 4; ++i) {
      double square = 0;
      for (double& v : velocity[i]) {
        v *= std::sqrt(energy / kinetic);
        square += v * v;
      }
      components[i].push_back(velocity[i][0]);
      speeds[i].push_back(std::sqrt(square));
      energies[i].add(masses[i] * square / 2);
    }
  }
  for (std::size_t i : {0, 2, 3}) {
    const FiniteVelocityLaw law(d, dof, max_speed_periodic(energy, masses[i], total_mass));
    const auto component_test = kolmogorov_smirnov_test(
        components[i], [&](double v) { return law.component_cdf(v); }, trials);
    const auto speed_test = kolmogorov_smirnov_test(
        speeds[i], [&](double v) { return law.speed_cdf(v); }, trials);
    CHECK(component_test->p_value > 1e-3);
    CHECK(speed_test->p_value > 1e-3);
    const double expected = mean_energy_periodic(d, 2 * energy / dof, masses[i], total_mass).value;
    CHECK(energies[i].mean() == Approx(expected).margin(4 * energies[i].standard_error()));
  }
}

TEST_CASE("The greatest speed of one particle") {
  CHECK(max_speed(8, 4) == Approx(2));
  const double particles = 5, mass = 2, energy = 3;
  CHECK(max_speed_periodic(energy, mass, mass * particles) ==
        Approx(std::sqrt(2 * energy * (particles - 1) / (mass * particles))));
}

TEST_CASE("Equilibrium H of a mixture is the mean over its particles") {
  const std::array<double, 2> masses{1, 4}, counts{30, 10};
  const double expected = 0.75 * MaxwellLaw(3, 1, 2).h() + 0.25 * MaxwellLaw(3, 4, 2).h();
  CHECK(equilibrium_h(3, 2, masses, counts).value == Approx(expected));
  CHECK_THROWS_AS(equilibrium_h(3, 2, masses, std::vector<double>{1}), std::invalid_argument);
}

TEST_CASE("Laws of impossible gases are refused") {
  CHECK_THROWS_AS(MaxwellLaw(4, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(MaxwellLaw(3, 0, 1), std::invalid_argument);
  CHECK_THROWS_AS(MaxwellLaw(3, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(FiniteVelocityLaw(3, 3, 1), std::invalid_argument);
  CHECK_THROWS_AS(FiniteVelocityLaw(2, 4, 0), std::invalid_argument);
}
