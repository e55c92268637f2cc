#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/random.h"
#include "clausius/theory/enskog.h"
#include "statistics/moments.h"
#include "theory/velocities/relaxation.h"
#include "theory/velocities/relaxation_spectrum.h"

using namespace clausius;

namespace {

using Velocity = std::array<double, 3>;

double dot(const Velocity& a, const Velocity& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Normal numbers in the first d components.
Velocity normal_vector(RandomStream& random, int d) {
  return {random.normal(), random.normal(), d == 3 ? random.normal() : 0};
}

Velocity unit_vector(RandomStream& random, int d) {
  Velocity n = normal_vector(random, d);
  const double length = std::sqrt(dot(n, n));
  for (double& x : n) x /= length;
  return n;
}

struct Collision {
  double weight;  // ∝ the rate of this collision, |v_n|
  Velocity first, second;
};

// Two velocities collide with a line of centres in a random direction.
Collision collide(RandomStream& random, int d, const Velocity& v1, double m1, const Velocity& v2,
                  double m2, double restitution) {
  const Velocity n = unit_vector(random, d);
  Collision result{0, v1, v2};
  double normal_speed = 0;
  for (std::size_t k = 0; k < 3; ++k) normal_speed += (v1[k] - v2[k]) * n[k];
  const double impulse = (1 + restitution) * m1 * m2 / (m1 + m2) * normal_speed;
  for (std::size_t k = 0; k < 3; ++k) {
    result.first[k] -= impulse / m1 * n[k];
    result.second[k] += impulse / m2 * n[k];
  }
  result.weight = std::abs(normal_speed);
  return result;
}

double fourth(const Velocity& v) { return dot(v, v) * dot(v, v); }

}  // namespace

TEST_CASE("Kurtosis of equal speeds rises with the slope of the Boltzmann equation") {
  const int d = GENERATE(2, 3);
  RandomStream random(static_cast<std::uint64_t>(d), Stream::test);
  // Each collision has two partners: the mean of both changes is that per collision suffered.
  RunningMoments weight, change;
  for (int trial = 0; trial < 200000; ++trial) {
    const Velocity v1 = unit_vector(random, d), v2 = unit_vector(random, d);
    const Collision after = collide(random, d, v1, 1, v2, 1, 1);
    weight.add(after.weight);
    change.add(after.weight * (fourth(after.first) + fourth(after.second) - 2) / 2);
  }
  CHECK(initial_kurtosis_slope(d).value ==
        Approx(change.mean() / weight.mean()).margin(4 * change.standard_error() / weight.mean()));
  CHECK(initial_kurtosis_slope(3).value == Approx(8.0 / 35));
  CHECK(initial_kurtosis_slope(2).value == Approx(64.0 / 225));
}

TEST_CASE("The first Sonine mode decays as the linear Boltzmann equation says") {
  const int d = GENERATE(2, 3);
  RandomStream random(static_cast<std::uint64_t>(d), Stream::test, 1);
  // f = Maxwell·(1 + a₂S): to first order in a₂ each partner's S weighs the collision. S has
  // ⟨S v⁴⟩ = d(d+2), so the change of ⟨v⁴⟩ per collision suffered is −rate·a₂·d(d+2).
  const auto sonine = [d](const Velocity& v) {
    const double x = dot(v, v) / 2;
    return x * x / 2 - (d + 2) / 2.0 * x + d * (d + 2) / 8.0;
  };
  RunningMoments weight, change, norm;
  for (int trial = 0; trial < 1000000; ++trial) {
    const Velocity v1 = normal_vector(random, d), v2 = normal_vector(random, d);
    const Collision after = collide(random, d, v1, 1, v2, 1, 1);
    const double gain = fourth(after.first) + fourth(after.second) - fourth(v1) - fourth(v2);
    weight.add(after.weight);
    change.add(after.weight * (sonine(v1) + sonine(v2)) * gain / 2);
    norm.add(sonine(v1) * fourth(v1));
  }
  CHECK(norm.mean() == Approx(d * (d + 2)).margin(4 * norm.standard_error()));
  const double scale = -1 / (weight.mean() * d * (d + 2));
  CHECK(sonine_relaxation_rate(d).value ==
        Approx(change.mean() * scale).margin(-4 * change.standard_error() * scale));
  CHECK(sonine_relaxation_rate(3).value == Approx(8.0 / 15));
}

TEST_CASE("The relaxation matrix of Sonine polynomials is that of drawn collisions") {
  const int d = GENERATE(2, 3), order = 3;
  const Eigen::MatrixXd matrix = sonine_relaxation_matrix(d, order);
  CHECK((matrix - matrix.transpose()).norm() < 1e-12);
  CHECK(matrix(0, 0) == Approx(sonine_relaxation_rate(d).value).epsilon(1e-12));
  // Normed Sonine polynomials, written out.
  const auto polynomials = [d](const Velocity& v) {
    const double x = dot(v, v) / 2, a = d / 2.0 - 1;
    const double second = x * x / 2 - (a + 2) * x + (a + 1) * (a + 2) / 2;
    const double third = -x * x * x / 6 + (a + 3) * x * x / 2 - (a + 2) * (a + 3) * x / 2 +
                         (a + 1) * (a + 2) * (a + 3) / 6;
    const double fourth = std::pow(x, 4) / 24 - (a + 4) * std::pow(x, 3) / 6 +
                          (a + 3) * (a + 4) * x * x / 4 - (a + 2) * (a + 3) * (a + 4) * x / 6 +
                          (a + 1) * (a + 2) * (a + 3) * (a + 4) / 24;
    const double norm = (a + 1) * (a + 2) / 2;
    return Eigen::Vector3d(second / std::sqrt(norm), third / std::sqrt(norm * (a + 3) / 3),
                           fourth / std::sqrt(norm * (a + 3) * (a + 4) / 12));
  };
  RandomStream random(static_cast<std::uint64_t>(d), Stream::test, 3);
  RunningMoments weight;
  std::array<std::array<RunningMoments, 3>, 3> loss;
  for (int trial = 0; trial < 1000000; ++trial) {
    const Velocity v1 = normal_vector(random, d), v2 = normal_vector(random, d);
    const Collision after = collide(random, d, v1, 1, v2, 1, 1);
    const Eigen::Vector3d before = polynomials(v1) + polynomials(v2);
    const Eigen::Vector3d change = before - polynomials(after.first) - polynomials(after.second);
    weight.add(after.weight);
    for (std::size_t p = 0; p < 3; ++p)
      for (std::size_t q = 0; q < 3; ++q)
        loss[p][q].add(after.weight * before[static_cast<Eigen::Index>(p)] *
                       change[static_cast<Eigen::Index>(q)] / 2);
  }
  for (std::size_t p = 0; p < 3; ++p)
    for (std::size_t q = 0; p + q < 3; ++q) {  // higher powers need more trials
      INFO(d << " dimensions, " << p + 2 << ' ' << q + 2);
      CHECK(matrix(static_cast<Eigen::Index>(p), static_cast<Eigen::Index>(q)) ==
            Approx(loss[p][q].mean() / weight.mean())
                .margin(4 * loss[p][q].standard_error() / weight.mean()));
    }
}

TEST_CASE("The slowest rate of relaxation converges with the number of Sonine polynomials") {
  for (const int d : {2, 3}) {
    // More polynomials only make it slower (Rayleigh and Ritz), less and less so.
    double before = sonine_relaxation_rate(d).value;
    for (const int order : {2, 4, 8, 16}) {
      const double slowest = relaxation_spectrum(d, order)[0];
      CHECK(slowest < before);
      before = slowest;
    }
    CHECK(relaxation_spectrum(d, 24)[0] == Approx(before).epsilon(1e-4));
    // Below the least rate of collisions the spectrum is discrete: a few rates.
    CHECK(before < relative_rate_of_speed(d, 0));
  }
  CHECK(relaxation_spectrum(3, 16)[0] == Approx(0.4746).margin(1e-4));

  const Eigen::Vector3d collisions(0, 1e-4, 2);
  const Eigen::MatrixXd memory = sonine_autocorrelation(3, 16, collisions);
  CHECK(memory(0, 0) == Approx(1));
  CHECK((1 - memory(0, 1)) / 1e-4 == Approx(8.0 / 15).epsilon(1e-3));
  CHECK(memory(0, 2) > std::exp(-2 * 8.0 / 15));  // Jensen
}

TEST_CASE("Sonine factors of the transport coefficients") {
  // Chapman & Cowling, § 10.21.
  const SonineFactors spheres = sonine_factors(3, 10);
  CHECK(spheres.diffusion == Approx(1.018954).epsilon(0).margin(1e-6));
  CHECK(spheres.viscosity == Approx(1.016034).epsilon(0).margin(1e-6));
  CHECK(spheres.conductivity == Approx(1.025218).epsilon(0).margin(1e-6));
  for (const int d : {2, 3}) {
    const SonineFactors first = sonine_factors(d, 1), seven = sonine_factors(d, 7),
                        ten = sonine_factors(d, 10);
    for (const auto coefficient :
         {&SonineFactors::diffusion, &SonineFactors::viscosity, &SonineFactors::conductivity}) {
      CHECK(first.*coefficient == Approx(1));
      CHECK(seven.*coefficient == Approx(ten.*coefficient).epsilon(1e-5));
      CHECK(ten.*coefficient > 1.01);
      CHECK(ten.*coefficient < 1.04);
    }
  }
}

TEST_CASE(
    "The velocity of a marked particle decorrelates as self-diffusion says, and as its first "
    "collision does") {
  for (const int d : {2, 3}) {
    std::vector<double> collisions;
    constexpr double kStep = 0.01;
    for (int k = 0; k <= 3000; ++k) collisions.push_back(kStep * k);
    const SoninePath path = relax_from(d, maxwell_start(d, 8), collisions);
    CHECK(path.coefficients.norm() < 1e-9);
    CHECK(path.velocity_memory[0] == Approx(1));
    CHECK(path.energy_memory[0] == Approx(1));
    // First Sonine approximation of both, 2/d.
    for (const Eigen::VectorXd* memory : {&path.velocity_memory, &path.energy_memory})
      CHECK((1 - (*memory)[1]) / kStep == Approx(2.0 / d).epsilon(0.01));
    // D m/k_BT is the integral, in the first approximation d/2.
    double integral = 0;
    for (Eigen::Index k = 1; k < path.velocity_memory.size(); ++k)
      integral += 0.5 * kStep * (path.velocity_memory[k - 1] + path.velocity_memory[k]);
    CHECK(integral * 2 / d == Approx(sonine_factors(d, 10).diffusion).epsilon(2e-5));
  }
}

TEST_CASE("Coefficients of the full Boltzmann equation: first collisions and last") {
  for (const int d : {2, 3}) {
    const std::vector<double> collisions{0, 1e-3, 1, 20, 21};
    const SoninePath path = relax_from(d, sonine_start(d, 8, std::vector<double>{2.5}), collisions);
    CHECK(path.coefficients(0, 0) == Approx(d / (d + 2.0) - 1));
    CHECK((path.coefficients(0, 1) - path.coefficients(0, 0)) / 1e-3 ==
          Approx(initial_kurtosis_slope(d).value * d / (d + 2)).epsilon(2e-3));
    // Three fifths of Maxwell's velocities in three dimensions: ⟨g³⟩/⟨g⟩ of equal speeds.
    if (d == 3) CHECK((1 - path.velocity_memory[1]) / 1e-3 == Approx(0.6).epsilon(4e-3));
    const double last = std::log(path.coefficients(0, 3) / path.coefficients(0, 4));
    CHECK(last == Approx(relaxation_spectrum(d, 8)[0]).epsilon(2e-3));
    const SoninePath finer = relax_from(d, sonine_start(d, 10, std::vector<double>{1}), collisions);
    CHECK(finer.coefficients(0, 2) == Approx(path.coefficients(0, 2)).margin(5e-4));
    CHECK(finer.coefficients(1, 2) == Approx(path.coefficients(1, 2)).margin(5e-4));
  }
  CHECK_THROWS_AS(sonine_start(3, 4, std::vector<double>{0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(relax_from(3, maxwell_start(3, 4), std::vector<double>{1, 0.5}),
                  std::invalid_argument);
}

TEST_CASE("Two speeds become Maxwell's and are forgotten as by drawn collisions") {
  const int d = GENERATE(2, 3);
  constexpr std::size_t kParticles = 60000;
  RandomStream random(static_cast<std::uint64_t>(d), Stream::test, 4);
  std::vector<Velocity> start, now;
  std::vector<double> speed_sq;
  for (std::size_t i = 0; i < kParticles; ++i) {
    Velocity v = unit_vector(random, d);
    for (double& x : v) x *= i % 4 == 0 ? 2 : 0.5;
    speed_sq.push_back(dot(v, v));
    start.push_back(v);
  }
  now = start;
  const std::vector<double> instants{0, 0.5, 1.5};
  const SoninePath path = relax_from(d, sonine_start(d, 10, speed_sq), instants);
  double collisions = 0;
  for (Eigen::Index k = 0; k < 3; ++k) {
    while (collisions < instants[static_cast<std::size_t>(k)]) {
      const auto i = static_cast<std::size_t>(random.below(kParticles)),
                 j = static_cast<std::size_t>(random.below(kParticles));
      if (i == j) continue;
      const Collision after = collide(random, d, now[i], 1, now[j], 1, 1);
      constexpr double kFastest = 8;
      if (after.weight < kFastest * random.uniform()) continue;
      now[i] = after.first;
      now[j] = after.second;
      collisions += 2.0 / kParticles;
    }
    double second = 0, fourth_moment = 0, sixth = 0, velocity = 0, energy = 0, spread = 0;
    const double mean_sq = 0.25 * (4 + 3 * 0.25);
    for (std::size_t i = 0; i < kParticles; ++i) {
      const double sq = dot(now[i], now[i]) / mean_sq;
      second += sq / kParticles;
      fourth_moment += sq * sq / kParticles;
      sixth += sq * sq * sq / kParticles;
      velocity += dot(start[i], now[i]) / mean_sq / kParticles;
      energy += (speed_sq[i] / mean_sq - 1) * (sq - 1);
      spread += std::pow(speed_sq[i] / mean_sq - 1, 2);
    }
    CHECK(second == Approx(1));
    const double a2 = fourth_moment * d / (d + 2) - 1;
    const double a3 = 1 + 3 * a2 - sixth * d * d / ((d + 2) * (d + 4));
    INFO(d << " dimensions, " << instants[static_cast<std::size_t>(k)] << " collisions");
    // Four standard errors of what fluctuates with so many particles, and the order's rest.
    const double width = 4 / std::sqrt(static_cast<double>(kParticles));
    CHECK(path.coefficients(0, k) == Approx(a2).margin(width + 1e-9));
    CHECK(path.coefficients(1, k) == Approx(a3).margin(2 * width + 1e-9));
    CHECK(path.velocity_memory[k] == Approx(velocity).margin(0.7 * width + 1e-9));
    CHECK(path.energy_memory[k] == Approx(energy / spread).margin(width + 1e-9));
  }
}

TEST_CASE("Energy transferred in a collision of two gases") {
  const int d = GENERATE(2, 3);
  const double restitution = GENERATE(1.0, 0.6);
  const double m1 = 1, m2 = 5, kt1 = 3, kt2 = 0.5;
  RandomStream random(static_cast<std::uint64_t>(d), Stream::test, 2);
  RunningMoments weight, change;
  for (int trial = 0; trial < 200000; ++trial) {
    Velocity v1 = normal_vector(random, d), v2 = normal_vector(random, d);
    for (double& v : v1) v *= std::sqrt(kt1 / m1);
    for (double& v : v2) v *= std::sqrt(kt2 / m2);
    const Collision after = collide(random, d, v1, m1, v2, m2, restitution);
    weight.add(after.weight);
    change.add(after.weight * m1 / 2 * (dot(after.first, after.first) - dot(v1, v1)));
  }
  CHECK(mean_energy_change(m1, m2, kt1, kt2, restitution) ==
        Approx(change.mean() / weight.mean()).margin(4 * change.standard_error() / weight.mean()));
  CHECK(mean_energy_change(m1, m2, kt1, kt2, 1) == Approx(-4 * m1 * m2 / 36 * (kt1 - kt2)));
}

TEST_CASE("Two elastic gases come to one temperature and keep their energy") {
  const int d = GENERATE(2, 3);
  const Mixture mixture{d, 0.05, {{800, 1, 1}, {200, 2, 10}}};
  const Eigen::VectorXd start = Eigen::Vector2d(2, 0.5);
  const Eigen::MatrixXd elastic = Eigen::MatrixXd::Ones(2, 2);
  const std::vector<double> times{0, 0.5, 1, 1000};
  const Eigen::MatrixXd kt = relax_temperatures(mixture, start, elastic, times);
  const double mean = 0.8 * 2 + 0.2 * 0.5;
  CHECK(kt(0, 0) == 2);
  for (Eigen::Index k = 0; k < 4; ++k) CHECK(0.8 * kt(0, k) + 0.2 * kt(1, k) == Approx(mean));
  CHECK(kt(0, 3) == Approx(mean).epsilon(1e-6));
  CHECK(kt(1, 3) == Approx(mean).epsilon(1e-6));
  // Halving the step shows the rate: (T(1) − T(0.5))/0.5 lies between the rates at both ends.
  const double slope = (kt(0, 2) - kt(0, 1)) / 0.5;
  CHECK(slope > temperature_rates(mixture, kt.col(1), elastic)[0]);
  CHECK(slope < temperature_rates(mixture, kt.col(2), elastic)[0]);
  CHECK_THROWS_AS(relax_temperatures(mixture, start, elastic, std::vector<double>{1, 0.5}),
                  std::invalid_argument);
}

TEST_CASE("Relaxation is the same in all units") {
  const Eigen::MatrixXd restitution = Eigen::MatrixXd::Constant(2, 2, 0.8);
  const Mixture reduced{3, 0.2, {{800, 1, 1}, {200, 2, 10}}};
  const Mixture argon{3, 0.2, {{800, 3.4e-10, 6.6e-26}, {200, 6.8e-10, 6.6e-25}}};
  const double kt = 4.1e-21, time = 3.4e-10 * std::sqrt(6.6e-26 / kt);
  const Eigen::VectorXd start = Eigen::Vector2d(2, 0.5);
  const auto one =
      relax_temperatures(reduced, start, restitution, std::vector<double>{0.00001, 0.002, 5});
  const auto other = relax_temperatures(
      argon, kt * start, restitution, std::vector<double>{0.00001 * time, 0.002 * time, 5 * time});
  for (Eigen::Index i = 0; i < 2; ++i)
    for (Eigen::Index k = 0; k < 3; ++k) CHECK(other(i, k) / kt == Approx(one(i, k)).epsilon(1e-8));
}

TEST_CASE("A cooling gas follows Haff's law") {
  const int d = GENERATE(2, 3);
  const double e = 0.9;
  const Mixture gas{d, 0.05, {{1000, 1, 1}}};
  const double tau = 2 * d / ((1 - e * e) * collision_rate(gas, 1).value);  // with a₂ = 0
  const auto kt =
      relax_temperatures(gas, Eigen::VectorXd::Ones(1), Eigen::MatrixXd::Constant(1, 1, e),
                         std::vector<double>{tau, 9 * tau});
  CHECK(kt(0, 0) == Approx(0.25).epsilon(1e-7));
  CHECK(kt(0, 1) == Approx(0.01).epsilon(1e-7));
}

TEST_CASE("One inelastic gas cools by (1 − e²)/d per collision") {
  const int d = GENERATE(2, 3);
  const Mixture gas{d, 0.05, {{1000, 1, 1}}};
  const double e = 0.9;
  const Eigen::VectorXd kt = Eigen::VectorXd::Constant(1, 1.7);
  const Eigen::VectorXd rate = temperature_rates(gas, kt, Eigen::MatrixXd::Constant(1, 1, e));
  CHECK(rate[0] == Approx(-1.7 * (1 - e * e) / d * collision_rate(gas, 1.7).value));
}
