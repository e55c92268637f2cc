#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/study/config.h"
#include "clausius/study/runner.h"
#include "named.h"
#include "study/file/catalogue.h"

using namespace clausius;
using testing::column;

namespace {

/// A capsule of mass 1 in a plane, above the wall y = 0.
struct Rocking {
  double time = 0;
  double y, angle;      // of its centre and its axis
  double velocity = 0;  // of y
  double spin = 0;
};

struct Hit {
  double speed, impulse;
  Rocking after;
};

/// The slow, independent reference: tests the positions of both ends of the axis in steps of 1e-4,
/// then bisects.
std::vector<Hit> hits_of(Rocking state, double half, double radius, double inertia,
                         double restitution, double until) {
  std::vector<Hit> hits;
  constexpr double kStep = 1e-4;
  const auto gap = [&](double side, double dt) {
    return state.y + state.velocity * dt + side * half * std::sin(state.angle + state.spin * dt) -
           radius;
  };
  for (double dt = kStep; state.time + dt < until; dt += kStep) {
    for (const double side : {-1.0, 1.0}) {
      if (gap(side, dt) >= 0) continue;
      double before = dt - kStep;
      if (gap(side, before) <= 0) before += 1e-3 * kStep;  // it has just hit
      double after = dt;
      for (int halving = 0; halving < 60; ++halving) {
        const double middle = 0.5 * (before + after);
        (gap(side, middle) < 0 ? after : before) = middle;
      }
      state.time += after;
      state.y += state.velocity * after;
      state.angle += state.spin * after;
      const double arm = side * half * std::cos(state.angle);
      const double speed = -(state.velocity + state.spin * arm);
      const double impulse = (1 + restitution) * speed / (1 + arm * arm / inertia);
      state.velocity += impulse;
      state.spin += impulse * arm / inertia;
      hits.push_back({speed, impulse, state});
      dt = 0;
      break;
    }
  }
  return hits;
}

}  // namespace

TEST_CASE("A capsule rocks on a wall as a twin in steps says", "[physics]") {
  const auto studies = built_in_studies();
  const auto study = std::find_if(studies.begin(), studies.end(),
                                  [](const auto& one) { return one.name == "rocking_capsule"; });
  REQUIRE(study != studies.end());
  const StudyResult result = run_study(parse_study(study->text, "rocking_capsule.toml", {}), {});
  CHECK(result.passed());
  const auto table = std::find_if(result.tables.begin(), result.tables.end(),
                                  [](const Table& one) { return one.name == "collisions"; });
  REQUIRE(table != result.tables.end());
  const auto times = column(*table, "time");
  const auto speeds = column(*table, "normal_speed");
  const auto impulses = column(*table, "impulse");
  const auto velocities = column(*table, "first_after_y");
  const auto spins = column(*table, "first_spin_after_z");
  const auto changes = column(*table, "energy_change");

  const std::vector<Hit> hits =
      hits_of({.y = 2.06, .angle = std::asin(0.28), .velocity = -1}, 2, 0.5, 529.0 / 280, 0.5, 4.8);
  REQUIRE(hits.size() == 3);
  REQUIRE(times.size() == hits.size());
  for (std::size_t k = 0; k < hits.size(); ++k) {
    CHECK(times[k] == Approx(hits[k].after.time).epsilon(1e-11));
    CHECK(speeds[k] == Approx(hits[k].speed).epsilon(1e-11));
    CHECK(impulses[k] == Approx(hits[k].impulse).epsilon(1e-11));
    CHECK(velocities[k] == Approx(hits[k].after.velocity).epsilon(1e-11));
    CHECK(spins[k] == Approx(hits[k].after.spin).epsilon(1e-11));
    // (1 − e) J u/2 = ½ (1 − e²) u²/k
    CHECK(changes[k] == Approx(-0.25 * hits[k].impulse * hits[k].speed).epsilon(1e-11));
  }
}
