#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "clausius/core/random.h"
#include "clausius/study/runner.h"
#include "named.h"
#include "physics/ensemble.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

StudyResult run_text(const std::string& box, const std::string& species,
                     const std::string& collisions, const std::string& run) {
  return run_study(
      parse_study(fmt::format("[box]\n{}\n[[species]]\nname = \"a\"\n{}\n[collisions]\n{}\n{}\n",
                              box, species, collisions, run),
                  "rough.toml", {}),
      {});
}

/// Within four standard errors and `slack` of the theory's value, the errors being less than
/// `sharpness` of it.
void check_beside_theory(const StudyResult& result, const std::string& name, double sharpness,
                         double slack = 0) {
  const Observable& one = named(result, name);
  INFO(name << ": " << one.value << " ± " << one.error.value_or(-1) << ", theory "
            << one.theory.value_or(-1));
  // What changes as the gas cools has an error beside the theory for this course only.
  const auto error = one.error ? one.error : one.error_beside_theory;
  REQUIRE(one.theory);
  REQUIRE(error);
  CHECK(std::abs(one.value - *one.theory) < 4 * *error + slack * std::abs(*one.theory));
  CHECK(*error < sharpness * std::abs(*one.theory));
}

}  // namespace

namespace {

/// Solution of Boltzmann's equation for rough spheres that cool, or that random kicks keep in a
/// steady state.
struct DrawnState {
  RatioOverBlocks sliding;      // fraction of the hits that slide
  RatioOverBlocks ratio;        // T_rot/T_tr
  RatioOverBlocks temperature;  // T_tr over what the kicks add to it per collision of a particle
  RatioOverBlocks a20, a02, a11;
};

/// Spheres of diameter and mass 1 without positions, pairs of which are drawn to collide with a
/// probability proportional to their approach. This uses no theory of the resulting state, and no
/// code of the engine. `kick`: variance of a velocity component added per collision of a particle;
/// 0: they cool, and are rescaled from time to time. `friction` limits the tangential impulse.
/// Disks in two dimensions, which spin about z.
DrawnState drawn_state(double e, double beta, double q, double kick = 0, double friction = HUGE_VAL,
                       int dimensions = 3) {
  const int particles = kick > 0 ? 4000 : 10000;
  RandomStream random(5, Stream::test);
  const double moment = 0.25 * q;
  std::vector<Vec<3>> v(particles), spin(particles);
  const bool solid = dimensions == 3;
  const double d = dimensions, rotations = solid ? 3 : 1;
  const auto draw = [&] {
    return Vec<3>(random.normal(), random.normal(), solid ? random.normal() : 0);
  };
  Vec<3> drift = Vec<3>::Zero();
  for (int i = 0; i < particles; ++i) {
    v[i] = draw();
    spin[i] = (solid ? draw() : Vec<3>(0, 0, random.normal())) / std::sqrt(moment);
    drift += v[i] / particles;
  }
  for (Vec<3>& one : v) one -= drift;
  DrawnState result;
  double sum = 0, temperature = 0, instants = 0, slid = 0, hit = 0, a20 = 0, a02 = 0, a11 = 0;
  const int steps = kick > 0 ? 140 : 240;
  for (int step = 0; step < steps; ++step) {
    for (int hits = 0; hits < particles / 4;) {
      const auto i = random.below(particles), j = random.below(particles);
      const Vec<3> n = draw().normalized(), u = v[j] - v[i];
      const double approach = -u.dot(n);
      constexpr double kFastest = 10;
      if (i == j || approach < kFastest * random.uniform()) continue;
      ++hits;
      const Vec<3> surface = u - 0.5 * (spin[i] + spin[j]).cross(n);
      const double normal = (1 + e) / 2 * approach;
      Vec<3> rub = (1 + beta) / 2 * q / (1 + q) * (surface - surface.dot(n) * n);
      if (rub.norm() > friction * normal) {
        rub *= friction * normal / rub.norm();
        ++slid;
      }
      ++hit;
      const Vec<3> impulse = normal * n - rub;
      v[i] -= impulse;
      v[j] += impulse;
      spin[i] -= 0.5 / moment * n.cross(impulse);
      spin[j] -= 0.5 / moment * n.cross(impulse);
      // In parts, so that none changes much.
      const int every = particles / 40;
      if (kick == 0 || hits % every > 0) continue;
      drift.setZero();
      for (Vec<3>& one : v) {
        one += std::sqrt(kick * 2 * every / particles) * draw();
        drift += one / particles;
      }
      for (Vec<3>& one : v) one -= drift;
    }
    double v_sq = 0, spin_sq = 0, v_fourth = 0, spin_fourth = 0, both = 0;
    for (int i = 0; i < particles; ++i) {
      const double x = v[i].squaredNorm(), y = spin[i].squaredNorm();
      v_sq += x;
      spin_sq += y;
      v_fourth += x * x;
      spin_fourth += y * y;
      both += x * y;
    }
    const double factor = std::sqrt(d * particles / v_sq);  // it would soon be too cold to collide
    if (kick == 0) {
      for (Vec<3>& one : v) one *= factor;
      for (Vec<3>& one : spin) one *= factor;
    }
    if (step < 40) {
      slid = hit = 0;
      continue;
    }
    sum += moment * spin_sq / rotations / (v_sq / d);
    temperature += kick > 0 ? v_sq / (d * particles * kick) : 0;
    a20 += d / (d + 2) * particles * v_fourth / (v_sq * v_sq) - 1;
    a02 += rotations / (rotations + 2) * particles * spin_fourth / (spin_sq * spin_sq) - 1;
    a11 += particles * both / (v_sq * spin_sq) - 1;
    instants += 1;
    if (step % 20 < 19) continue;
    result.a20.add(std::exchange(a20, 0.0), instants);
    result.a02.add(std::exchange(a02, 0.0), instants);
    result.a11.add(std::exchange(a11, 0.0), instants);
    result.sliding.add(std::exchange(slid, 0.0), std::exchange(hit, 0.0));
    result.ratio.add(std::exchange(sum, 0.0), instants);
    result.temperature.add(std::exchange(temperature, 0.0), std::exchange(instants, 0.0));
  }
  return result;
}

}  // namespace

TEST_CASE("Cooling spheres with friction: theory, and Boltzmann's equation") {
  struct Case {
    double e, beta, friction, theory, sliding;
  };
  // Maxwell's law of the theory neglects correlations of velocities and spins. With less friction
  // the ratio depends on a few hot spins, which slide.
  constexpr double kMaxwell = 0.06;
  for (const Case& one :
       {Case{0.97, 0.44, 0.5, 0.6144, 0.3067}, Case{0.95, 0, 0.3, 0.4122, 0.3263}}) {
    const StudyResult result =
        run_text("packing_fraction = 0.01", "count = 4000",
                 fmt::format("restitution = {}\ntangential_restitution = {}\nfriction = {}", one.e,
                             one.beta, one.friction),
                 "[run]\nequilibrate = 60\nmeasure = 25\nsamples = 100\nreplicas = 8");
    const DrawnState drawn = drawn_state(one.e, one.beta, 0.4, 0, one.friction);
    const auto compare = [&](const std::string& name, const RatioOverBlocks& expected,
                             double theory) {
      const Observable& seen = named(result, name);
      REQUIRE(seen.error);
      INFO("e = " << one.e << ", friction = " << one.friction << ", " << name << ": " << seen.value
                  << " ± " << *seen.error << "; drawn: " << expected.value() << " ± "
                  << expected.error());
      CHECK(*seen.theory == Approx(theory).epsilon(1e-3));
      CHECK(std::abs(seen.value - expected.value()) <
            4 * std::hypot(*seen.error, expected.error()));
      CHECK(std::hypot(*seen.error, expected.error()) < 0.04 * expected.value());
      check_beside_theory(result, name, 0.03, kMaxwell);
    };
    compare("rotational_temperature_ratio", drawn.ratio, one.theory);
    compare("sliding_fraction", drawn.sliding, one.sliding);
    check_beside_theory(result, "cooling_rate_reduced", 0.005, 0.02);
  }
}

TEST_CASE("Rotation and translation of cooling rough spheres: theory, and Boltzmann's equation") {
  struct Case {
    int dimensions;
    double e, beta, theory;
  };
  // What the next polynomials leave uncertain of the ratio.
  constexpr double kPolynomials = 0.01;
  for (const Case& one : {Case{3, 0.9, 0, 0.5526}, Case{3, 0.9, 0.5, 0.8555},
                          Case{3, 0.7, 0.5, 1.2039}, Case{2, 0.9, 0.5, 0.7725}}) {
    const StudyResult result =
        run_text(one.dimensions == 3 ? "packing_fraction = 0.01"
                                     : "packing_fraction = 0.002\ndimensions = 2",
                 "count = 4000\nangular_velocities = \"rest\"",
                 fmt::format("restitution = {}\ntangential_restitution = {}", one.e, one.beta),
                 "[run]\nequilibrate = 30\nmeasure = 25\nsamples = 100\nreplicas = 8");
    const Observable& ratio = named(result, "rotational_temperature_ratio");
    REQUIRE(ratio.error);
    INFO("e = " << one.e << ", beta = " << one.beta << ": " << ratio.value << " ± "
                << *ratio.error);
    CHECK(*ratio.theory == Approx(one.theory).epsilon(5e-4));  // 1/N, and the digits of the table
    const DrawnState state =
        drawn_state(one.e, one.beta, one.dimensions == 3 ? 0.4 : 0.5, 0, HUGE_VAL, one.dimensions);
    const RatioOverBlocks& drawn = state.ratio;
    INFO("drawn collisions: " << drawn.value() << " ± " << drawn.error());
    CHECK(std::abs(ratio.value - drawn.value()) < 4 * std::hypot(*ratio.error, drawn.error()));
    // The scatter of eight replicas gives their error within 27 %.
    CHECK(std::hypot(*ratio.error, drawn.error()) < 0.02 * drawn.value());
    for (const auto& [name, cumulant] :
         {std::pair{"cumulant_a20", &state.a20}, std::pair{"cumulant_a02", &state.a02},
          std::pair{"cumulant_a11", &state.a11}}) {
      const Observable& seen = named(result, name);
      REQUIRE(seen.error);
      REQUIRE(seen.theory);
      INFO(name << ": " << seen.value << " ± " << *seen.error << ", theory " << *seen.theory
                << " ± " << seen.theory_uncertainty << ", drawn " << cumulant->value() << " ± "
                << cumulant->error());
      CHECK(std::abs(seen.value - cumulant->value()) <
            4 * std::hypot(*seen.error, cumulant->error()));
      CHECK(std::abs(seen.value - *seen.theory) <
            4 * std::hypot(*seen.error, seen.theory_uncertainty));
      CHECK(std::hypot(*seen.error, cumulant->error()) < 0.02);
      CHECK(seen.theory_uncertainty < 0.04);
    }
    check_beside_theory(result, "rotational_temperature_ratio", 0.02, kPolynomials);
    check_beside_theory(result, "cooling_rate_reduced", 0.005, 0.005);
    check_beside_theory(result, "cooling_rate", 0.01, 0.01);
    check_beside_theory(result, "collision_rate", 0.01, 0.01);
    CHECK(result.energy_balance_error < 1e-13);
    CHECK(result.energy_final < 0.05 * result.energy_initial);
    CHECK(result.species[0].rotational_temperature.value() /
              result.species[0].translational_temperature ==
          Approx(one.theory).epsilon(0.15));
  }
}

TEST_CASE("Perfectly rough elastic spheres and disks share their energy equally") {
  for (const int dimensions : {2, 3}) {
    const StudyResult result = run_text(
        fmt::format("packing_fraction = 0.1\ndimensions = {}", dimensions),
        "count = 500\nangular_velocities = \"rest\"\ninertia = 0.3", "tangential_restitution = 1.0",
        "[run]\nequilibrate = 30\nmeasure = 700\nsamples = 1400");
    INFO(dimensions << " dimensions");
    check_beside_theory(result, "rotational_temperature_ratio", 0.01);
    check_beside_theory(result, "collision_rate", 0.005);
    check_beside_theory(result, "compressibility_factor", 0.005);
    check_beside_theory(result, "kurtosis_a2", 10);
    CHECK(named(result, "speed_chi2_p").value > 1e-3);
    CHECK(named(result, "angular_velocity_chi2_p").value > 1e-3);
    CHECK(result.energy_final == Approx(result.energy_initial).epsilon(1e-12));
    CHECK(result.momentum_drift.value() < 1e-12);
    const int rotations = dimensions == 3 ? 3 : 1;
    // Initially there was no spin: the energy is shared with it.
    CHECK(named(result, "temperature").value ==
          Approx(dimensions * 499.0 / (dimensions * 499.0 + rotations * 500)).epsilon(1e-9));
  }
}

TEST_CASE(
    "Kicks keep rough grains at the temperatures of the balance, and of Boltzmann's equation") {
  constexpr double kStrength = 0.05, kRestitution = 0.7, kBeta = 0.5;
  const StudyResult result =
      run_text("packing_fraction = 0.02", "count = 3000",
               fmt::format("restitution = {}\ntangential_restitution = {}", kRestitution, kBeta),
               fmt::format("[run]\nequilibrate = 30\nmeasure = 100\nsamples = 300\n[[drive]]\n"
                           "kind = \"random-kicks\"\nstrength = {}",
                           kStrength));
  const DrawnState drawn = drawn_state(kRestitution, kBeta, 0.4, 0.3);
  const Observable& ratio = named(result, "rotational_temperature_ratio");
  const Observable& rate = named(result, "collision_rate");
  const Observable& temperature = named(result, "temperature");
  const double scaled = result.species[0].translational_temperature * rate.value / kStrength;
  // Error of the rate of all motions, T_tr ω going with T^1.5.
  const double scaled_error = 1.5 * *temperature.error / temperature.value * scaled;
  INFO("ratio " << ratio.value << " ± " << *ratio.error << ", drawn " << drawn.ratio.value()
                << " ± " << drawn.ratio.error() << "; temperature " << scaled << " ± "
                << scaled_error << ", drawn " << drawn.temperature.value() << " ± "
                << drawn.temperature.error());
  const double ratio_error = std::hypot(*ratio.error, drawn.ratio.error());
  CHECK(std::abs(ratio.value - drawn.ratio.value()) < 4 * ratio_error);
  CHECK(ratio_error < 0.01 * ratio.value);
  const double error = std::hypot(scaled_error, drawn.temperature.error());
  CHECK(std::abs(scaled - drawn.temperature.value()) < 4 * error);
  CHECK(error < 0.02 * scaled);
  check_beside_theory(result, "temperature", 0.01, 0.01);
  check_beside_theory(result, "rotational_temperature_ratio", 0.01, 0.02);
  check_beside_theory(result, "drive_power", 0.015);
  check_beside_theory(result, "collision_rate", 0.01, 0.01);
  CHECK(result.energy_balance_error < 1e-12);
}

TEST_CASE("Two species of rough grains cool with four temperatures") {
  const StudyResult result = run_text(
      "packing_fraction = 0.02",
      "count = 2500\n[[species]]\nname = \"b\"\ncount = 2500\ndiameter = 1.3\nmass = 4.0\n"
      "inertia = 0.2",
      "restitution = 0.9\ntangential_restitution = 0.2\n[[collisions.pair]]\nspecies = [\"a\", "
      "\"b\"]\nrestitution = 0.95\ntangential_restitution = 0.6",
      "[run]\nequilibrate = 20\nmeasure = 40\nsamples = 100\nreplicas = 2");
  check_beside_theory(result, "temperature_ratio", 0.02, 0.04);
  check_beside_theory(result, "rotational_temperature_ratio", 0.02, 0.04);
  check_beside_theory(result, "cooling_rate_reduced", 0.01, 0.02);
  CHECK(named(result, "temperature_ratio").value > 1.1);
}
