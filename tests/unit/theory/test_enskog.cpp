#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "clausius/core/random.h"
#include "statistics/moments.h"
#include "theory/estimates.h"
#include "theory/velocities/maxwell.h"
#include "unit/theory/integrate.h"

using namespace clausius;

TEST_CASE("Collision rate of hard spheres") {
  const std::array<double, 6> phi{0.01, 0.05, 0.1, 0.2, 0.3, 0.4};
  const std::array<double, 6> rate{0.138854, 0.770069, 1.765845, 4.771023, 10.10119, 20.1262};
  for (std::size_t i = 0; i < phi.size(); ++i) {
    const Mixture gas{3, phi[i], {{1000, 1, 1}}};
    const double rounding = i < 4 ? 5.1e-7 : i == 4 ? 5.1e-6 : 5.1e-5;
    CHECK(collision_rate(gas, 1).value == Approx(rate[i]).epsilon(0).margin(rounding));
    const double density = gas.number_density(), chi = contact_value(3, phi[i]);
    CHECK(mean_free_path(gas).value == Approx(1 / (std::sqrt(2) * M_PI * density * chi)));
    CHECK(mean_free_time(gas, 1).value == Approx(1 / collision_rate(gas, 1).value));
  }
}

TEST_CASE("Collision rate of hard disks") {
  const Mixture gas{2, 0.1, {{1000, 1, 1}}};
  CHECK(collision_rate(gas, 1).value == Approx(0.532919).epsilon(0).margin(5.1e-7));
  const double density = gas.number_density(), chi = contact_value(2, 0.1);
  CHECK(mean_free_path(gas).value == Approx(1 / (2 * std::sqrt(2) * density * chi)));
}

TEST_CASE("Collision rates scale with temperature, mass and size") {
  const int d = GENERATE(2, 3);
  const double reference = collision_rate(Mixture{d, 0.2, {{10, 1, 1}}}, 1).value;
  // At the same packing fraction ω ∝ √(k_BT/m)/σ.
  CHECK(collision_rate(Mixture{d, 0.2, {{10, 3, 5}}}, 2).value ==
        Approx(reference * std::sqrt(2.0 / 5) / 3));
}

TEST_CASE("Collision rates of a mixture") {
  const Mixture mixture{3, 0.1, {{500, 1, 1}, {500, 0.5, 0.125}}};
  const Eigen::MatrixXd rates = collision_rates(mixture, 1);
  CHECK(rates(0, 0) == Approx(1.59519).epsilon(0).margin(5.1e-6));
  CHECK(rates(0, 1) == Approx(1.79818).epsilon(0).margin(5.1e-6));
  CHECK(rates(1, 0) == Approx(1.79818).epsilon(0).margin(5.1e-6));
  CHECK(rates(1, 1) == Approx(1.03500).epsilon(0).margin(5.1e-6));
  CHECK(collision_rate(mixture, 1, 1).value == Approx(rates(1, 0) + rates(1, 1)));
  CHECK(collision_rate(mixture, 1).value == Approx(rates.array().sum() / 2));
  const double path = MaxwellLaw(3, 0.125, 1).mean_speed() / (rates(1, 0) + rates(1, 1));
  CHECK(mean_free_path(mixture, 1).value == Approx(path));
}

// As many i hit j as j hit i, whatever the composition.
TEST_CASE("Unlike collisions balance") {
  const int d = GENERATE(2, 3);
  const Mixture mixture{d, 0.3, {{700, 1, 1}, {200, 1.7, 9}, {100, 0.4, 0.2}}};
  const Eigen::MatrixXd rates = collision_rates(mixture, 1.4);
  for (Eigen::Index i = 0; i < 3; ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      CHECK(mixture.fraction(static_cast<std::size_t>(i)) * rates(i, j) ==
            Approx(mixture.fraction(static_cast<std::size_t>(j)) * rates(j, i)));
}

// A pair of particles on the energy sphere of D dimensions, without the formula: √μ v_ij is √(2E)
// times d components of a random unit vector.
TEST_CASE("The mean relative speed at constant energy") {
  const int d = 3;
  const std::size_t dof = GENERATE(3U, 6U, 30U);
  RandomStream random(4, Stream::test);
  RunningMoments speed;
  for (int trial = 0; trial < 20000; ++trial) {
    double part = 0, whole = 0;
    for (std::size_t k = 0; k < dof; ++k) {
      const double x = random.normal();
      whole += x * x;
      if (k < d) part += x * x;
    }
    speed.add(std::sqrt(part / whole));
  }
  const double reduced = std::sqrt(static_cast<double>(dof));  // √(2E/k_BT)
  const double thermal = std::sqrt(8 / M_PI);
  CHECK(finite_speed_factor(static_cast<double>(dof)) ==
        Approx(reduced * speed.mean() / thermal)
            .margin(4 * reduced * speed.standard_error() / thermal + 1e-12));
}

TEST_CASE("Finite-size factors for many particles") {
  CHECK(finite_speed_factor(1000) == Approx(1 + 1 / 4000.0).epsilon(1e-6));
  const Mixture gas{3, 0.2, {{1e6, 1, 1}}};
  CHECK(finite_collision_rate(gas, 1).value == Approx(collision_rate(gas, 1).value).epsilon(1e-5));
  const Mixture few{3, 0.2, {{50, 1, 1}}};
  const double contact = (finite_compressibility_factor(3, 0.2, 50).value - 1) /
                         (compressibility_factor(3, 0.2).value - 1);
  CHECK(finite_collision_rate(few, 1).value ==
        Approx(collision_rate(few, 1).value * contact * finite_speed_factor(147)));
}

TEST_CASE("Each particle of a finite mixture has one partner less of its own species") {
  const int d = GENERATE(2, 3);
  const Mixture mixture{d, 0.05, {{5, 1, 1}, {3, 1, 20}}};
  const Eigen::MatrixXd many = collision_rates(mixture, 1),
                        few = finite_collision_rates(mixture, 1);
  // All pairs of particles of one diameter have one contact value.
  const double contact = few(0, 1) / many(0, 1);
  CHECK(few(1, 0) == Approx(many(1, 0) * contact));
  CHECK(few(0, 0) == Approx(many(0, 0) * contact * 4 / 5));
  CHECK(few(1, 1) == Approx(many(1, 1) * contact * 2 / 3));
  CHECK(finite_collision_rate(mixture, 1, 1).value == Approx(few.row(1).sum()));
  CHECK(finite_collision_rate(mixture, 1).value ==
        Approx((5 * few.row(0).sum() + 3 * few.row(1).sum()) / 8));
}

TEST_CASE("Free times and paths are not exponential") {
  CHECK(free_time_ratio(3).value == Approx(2.07613).epsilon(0).margin(5.1e-6));
  CHECK(free_time_ratio(2).value == Approx(2.10844).epsilon(0).margin(5.1e-6));
  CHECK(free_path_ratio(3).value == Approx(2.10122).epsilon(0).margin(5.1e-6));
  CHECK(free_path_ratio(2).value == Approx(2.15982).epsilon(0).margin(5.1e-6));
}

TEST_CASE("The speed-dependent rate averages to one") {
  const int d = GENERATE(2, 3);
  const MaxwellLaw law(d, 1, 1);
  CHECK(integrate([&](double v) { return law.speed_pdf(v) * relative_rate_of_speed(d, v); }, 0,
                  12) == Approx(1).epsilon(1e-9));
  CHECK(relative_rate_of_speed(d, 0.99e-4) ==
        Approx(relative_rate_of_speed(d, 1.01e-4)).epsilon(1e-8));
  // A fast particle sees the others at rest: rate ∝ v/(√2 ⟨v⟩).
  CHECK(relative_rate_of_speed(d, 30) ==
        Approx(30 / (std::sqrt(2) * law.mean_speed())).epsilon(2e-3));
}

TEST_CASE("Energy of collisions and hits of walls") {
  CHECK(mean_collision_energy(1.5, 1e9).value == Approx(3));
  CHECK(mean_collision_energy(1, 9).value == Approx(1.8));
  // An ideal gas: ρ ⟨v⟩/4 in 3D.
  const double density = 0.02, mass = 2, kt = 3;
  CHECK(wall_hit_rate(density * kt, mass, kt).value ==
        Approx(density * MaxwellLaw(3, mass, kt).mean_speed() / 4));
}

TEST_CASE("Free times and paths have the moments of their distributions") {
  for (const int d : {2, 3}) {
    // ⟨t⟩ = ∫ S dt, ⟨t²⟩ = 2 ∫ t S dt, by Simpson's rule.
    const auto moments = [](auto survival) {
      const int steps = 4000;
      const double end = 60, dt = end / steps;
      double first = 0, second = 0;
      for (int k = 0; k <= steps; ++k) {
        const double weight = (k == 0 || k == steps ? 1 : (k % 2 == 1 ? 4 : 2)) * dt / 3;
        const double t = k * dt;
        first += weight * survival(t);
        second += 2 * weight * t * survival(t);
      }
      return std::pair(first, second);
    };
    const auto [time, time_sq] = moments([&](double t) { return free_time_survival(d, t); });
    CHECK(time == Approx(1).epsilon(1e-5));
    CHECK(time_sq == Approx(free_time_ratio(d).value).epsilon(1e-5));
    const auto [path, path_sq] = moments([&](double x) { return free_path_survival(d, x); });
    CHECK(path == Approx(1).epsilon(1e-5));
    CHECK(path_sq == Approx(free_path_ratio(d).value).epsilon(1e-5));
    CHECK(free_time_survival(d, 0) == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("rates are estimated at any density") {
  for (const int d : {2, 3}) {
    const double freezing = freezing_packing_fraction(d);
    Mixture mixture{d, freezing, {{1, 1, 1}, {2, 0.8, 1}}};
    const double at_freezing = estimated_collision_rate(mixture, 2);
    CHECK(at_freezing == collision_rate(mixture, 2).value);
    CHECK(estimated_collision_rate(mixture, 2, 1) == collision_rate(mixture, 2, 1).value);
    for (const double fraction : {0.5, 0.64, 0.74, 0.9}) {
      mixture.packing_fraction = fraction;
      if (fraction > freezing)
        CHECK(estimated_collision_rate(mixture, 2) ==
              Approx(at_freezing * fraction / freezing).epsilon(1e-14));
    }
  }
}
