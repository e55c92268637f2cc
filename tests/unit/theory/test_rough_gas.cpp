#include <Eigen/Geometry>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/random.h"
#include "clausius/core/vec.h"
#include "theory/velocities/rough_gas.h"

using namespace clausius;

namespace {

using Moments = RoughGas::Moments;

struct DrawnChange {
  Moments value{}, error{};
};

/// Change of the moments per collision of a particle, from hits drawn one by one: of velocities and
/// spins with Maxwell's laws, weighted by Sonine's polynomials and by their approach.
DrawnChange drawn_change(int d, double e, double beta, double q, const Moments& at) {
  RandomStream random(8, Stream::test);
  const double r = d == 3 ? 3 : 1, moment = 0.25 * q;  // diameter and mass are 1
  const double tr = at[0], rot = at[1];
  const double a20 = at[2] / (tr * tr), a02 = at[3] / (rot * rot), a11 = at[4] / (tr * rot);
  const auto three = [&](double variance) {
    const Vec<3> one(random.normal(), random.normal(), random.normal());
    return Vec<3>(std::sqrt(variance) * one);
  };
  const auto second = [](double x, double n) {
    return x * x / 8 - (n + 2) * x / 4 + n * (n + 2) / 8;
  };
  // One particle: its weight is 1 plus the sum.
  const auto beyond = [&](const Vec<3>& v, const Vec<3>& w) {
    const double x = v.squaredNorm() / tr, y = moment * w.squaredNorm() / rot;
    return a20 * second(x, d) + a02 * second(y, r) + a11 * (x - d) * (y - r) / 4;
  };
  const auto moments = [&](const Vec<3>& v, const Vec<3>& w) -> Moments {
    const double x = v.squaredNorm(), y = moment * w.squaredNorm();
    return {x / d, y / r, x * x / (d * (d + 2)), y * y / (r * (r + 2)), x * y / (d * r)};
  };
  constexpr int kDraws = 1500000;
  double hits = 0;
  Moments sum{}, squares{};
  for (int draw = 0; draw < kDraws; ++draw) {
    std::array<Vec<3>, 2> v{three(tr), three(tr)}, w{three(rot / moment), three(rot / moment)};
    Vec<3> n = three(1);
    if (d == 2) {
      n.z() = v[0].z() = v[1].z() = 0;
      for (Vec<3>& one : w) one.x() = one.y() = 0;
    }
    n.normalize();
    const Vec<3> u = v[1] - v[0];
    const double approach = -u.dot(n);
    if (approach <= 0) continue;
    const double weight = approach * (1 + beyond(v[0], w[0]) + beyond(v[1], w[1]));
    hits += weight;
    const Vec<3> surface = u - 0.5 * (w[0] + w[1]).cross(n);
    const Vec<3> impulse =
        (1 + e) / 2 * approach * n - (1 + beta) / 2 * q / (1 + q) * (surface - surface.dot(n) * n);
    Moments change{};
    for (int i = 0; i < 2; ++i) {
      const Moments before = moments(v[i], w[i]);
      const Vec<3> turned = w[i] - 0.5 / moment * n.cross(impulse);
      const Moments after = moments(v[i] + (i == 0 ? -1 : 1) * impulse, turned);
      for (std::size_t k = 0; k < change.size(); ++k) change[k] += 0.5 * (after[k] - before[k]);
    }
    // The products of temperatures that belong to Maxwell's law are no part of the moments.
    change[2] -= 2 * tr * change[0];
    change[3] -= 2 * rot * change[1];
    change[4] -= tr * change[1] + rot * change[0];
    for (std::size_t k = 0; k < change.size(); ++k) {
      sum[k] += weight * change[k];
      squares[k] += weight * change[k] * weight * change[k];
    }
  }
  DrawnChange result;
  for (std::size_t k = 0; k < sum.size(); ++k) {
    result.value[k] = sum[k] / hits;
    result.error[k] = std::sqrt(squares[k]) / hits;
  }
  return result;
}

}  // namespace

TEST_CASE("Moments of rough gases beyond Maxwell's law change as in collisions drawn one by one") {
  struct Case {
    int dimensions;
    double e, beta, q;
    Moments at;
  };
  const Moments hot_spins{1, 1.7, 0.06, 0.5, 0.2}, cold_spins{1.5, 0.4, -0.1, 0.03, -0.08};
  for (const Case& one : {Case{3, 0.9, 0.5, 0.4, cold_spins}, Case{3, 0.6, -0.4, 0.3, hot_spins},
                          Case{2, 0.8, 0.3, 0.5, cold_spins}, Case{2, 0.95, -0.2, 1, hot_spins}}) {
    const DrawnChange drawn = drawn_change(one.dimensions, one.e, one.beta, one.q, one.at);
    const Moments theory = RoughGas(one.dimensions, one.e, one.beta, one.q).change(one.at);
    for (std::size_t k = 0; k < theory.size(); ++k) {
      INFO(one.dimensions << "D, e = " << one.e << ", moment " << k << ": theory " << theory[k]
                          << ", drawn " << drawn.value[k] << " ± " << drawn.error[k]);
      CHECK(std::abs(theory[k] - drawn.value[k]) < 4 * drawn.error[k]);
      CHECK(drawn.error[k] < 0.015);
    }
  }
}

TEST_CASE("The cooling state of a rough gas keeps the ratios of its moments") {
  for (const int d : {2, 3}) {
    const RoughGas gas(d, 0.9, 0.5, 0.4);
    const auto state = gas.cooling();
    REQUIRE(state);
    const double ratio = state->temperature_ratio;
    const Moments at{1, ratio, state->a20, ratio * ratio * state->a02, ratio * state->a11};
    const Moments change = gas.change(at);
    for (std::size_t k = 0; k < at.size(); ++k)
      CHECK(change[k] == Approx(-(k < 2 ? 1 : 2) * state->reduced_rate * at[k]).epsilon(1e-8));
    // The collision rate depends on a₂₀ alone, as that of smooth particles.
    CHECK(state->rate_factor == Approx(1 - state->a20 / 16).epsilon(1e-9));
    CHECK(std::abs(state->a20) > 1e-3);
  }
}

TEST_CASE("Perfectly rough elastic particles have Maxwell's law and share their energy") {
  for (const int d : {2, 3}) {
    const auto law = RoughGas(d, 1, 1, 0.4).cooling();
    REQUIRE(law);
    CHECK(law->temperature_ratio == Approx(1).epsilon(1e-9));
    for (const double one : {law->a20, law->a02, law->a11, law->reduced_rate})
      CHECK(std::abs(one) < 1e-9);
  }
  // In the limit of smooth spheres spins keep what they have, and there is no beginning of a
  // series.
  CHECK_FALSE(RoughGas(3, 0.7, 0, 0.4).cooling());
  CHECK_FALSE(RoughGas(3, 0.9, -0.99, 0.4).cooling());
}
