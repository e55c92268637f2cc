#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "theory/transport/sheared_grains.h"

using namespace clausius;

namespace {

// A quantity and its standard error over drawn collisions.
class Drawn {
 public:
  void add(double value) {
    sum_ += value;
    squares_ += value * value;
    count_ += 1;
  }
  [[nodiscard]] double value() const { return sum_ / count_; }
  [[nodiscard]] double error() const {
    return std::sqrt((squares_ / count_ - value() * value()) / count_);
  }

 private:
  double sum_ = 0, squares_ = 0, count_ = 0;
};

/// Changes of ⟨V_iV_j⟩, the collisional stress and the collision rate from velocities drawn one by
/// one and hits by the law of collisions.
struct DrawnRates {
  Drawn xx, yy, zz, xy, stress_xx, stress_xy, rate;
};

DrawnRates drawn_rates(int d, double phi, double e, const ShearedTensor& k) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  const auto velocity = [&] {
    // By the Cholesky factors of the tensor.
    const double y = std::sqrt(k.yy) * normal(random);
    const double x = k.xy / k.yy * y + std::sqrt(k.xx - k.xy * k.xy / k.yy) * normal(random);
    return std::array<double, 3>{x, y, d == 3 ? std::sqrt(k.zz) * normal(random) : 0};
  };
  const double density = phi / (d == 3 ? kPi / 6 : kPi / 4);
  const double flux = density * contact_value(d, phi) * (d == 3 ? 4 * kPi : 2 * kPi);
  DrawnRates all;
  for (int draw = 0; draw < 400000; ++draw) {
    std::array<double, 3> n{normal(random), normal(random), d == 3 ? normal(random) : 0};
    const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (double& one : n) one /= length;
    const auto first = velocity(), second = velocity();
    // The second particle lies one diameter along n, where the flow is faster.
    double approach = -n[1] * n[0];
    for (std::size_t i = 0; i < 3; ++i) approach -= (second[i] - first[i]) * n[i];
    const double rate = flux * std::max(approach, 0.0), impulse = 0.5 * (1 + e) * approach;
    // The mean of both particles, which scatters less.
    const auto change = [&](std::size_t i, std::size_t j) {
      const auto of_one = [&](const std::array<double, 3>& v, double given) {
        return (v[i] + given * n[i]) * (v[j] + given * n[j]) - v[i] * v[j];
      };
      return 0.5 * rate * (of_one(first, -impulse) + of_one(second, impulse));
    };
    all.rate.add(rate);
    all.xx.add(change(0, 0));
    all.yy.add(change(1, 1));
    all.zz.add(change(2, 2));
    all.xy.add(change(0, 1));
    all.stress_xx.add(0.5 * rate * impulse * n[0] * n[0]);
    all.stress_xy.add(0.5 * rate * impulse * n[0] * n[1]);
  }
  return all;
}

void check(const Drawn& drawn, double theory) {
  CHECK(std::abs(drawn.value() - theory) < 4 * drawn.error());
}

}  // namespace

TEST_CASE("Sheared grains: the moments balance in collisions drawn one by one") {
  for (const int d : {2, 3})
    for (const double phi : {0.01, 0.25})
      for (const double e : {0.6, 0.9}) {
        INFO(d << " dimensions, packing fraction " << phi << ", e = " << e);
        const auto state = sheared_grains(d, phi, e);
        REQUIRE(state);
        const ShearedTensor& k = state->velocities;
        const DrawnRates drawn = drawn_rates(d, phi, e, k);
        // Steady: what collisions take, the shear gives.
        check(drawn.xx, 2 * k.xy);
        CHECK(drawn.xx.error() < 0.04 * k.yy);
        check(drawn.xy, k.yy);
        check(drawn.yy, 0);
        if (d == 3) check(drawn.zz, 0);
        check(drawn.rate, state->collision_rate);
        check(drawn.stress_xx, state->collisional.xx);
        check(drawn.stress_xy, state->collisional.xy);
      }
}

TEST_CASE("Hardly inelastic grains: Newton's viscosity, and its heat") {
  // Chapman and Enskog's viscosity in the first approximation, 5/(16 √π) √(m k_BT)/σ² (disks: 1/(2
  // √π) √(m k_BT)/σ), heats as collisions cool: γ²η = (d/2) n k_BT (1 − e²) ω/d.
  for (const int d : {2, 3}) {
    const double e = 0.9999, phi = 1e-5;
    const auto state = sheared_grains(d, phi, e);
    REQUIRE(state);
    const double kt = state->temperature(), density = phi / (d == 3 ? kPi / 6 : kPi / 4);
    const double viscosity = (d == 3 ? 5.0 / 16 : 0.5) / std::sqrt(kPi) * std::sqrt(kt);
    const double rate =
        (d == 3 ? 4 : 2) * std::sqrt(kPi) * density * std::sqrt(kt) * contact_value(d, phi);
    CHECK(state->collision_rate == Approx(rate).epsilon(1e-3));
    CHECK(-state->pressure().xy * density == Approx(viscosity).epsilon(2e-3));
    CHECK(viscosity == Approx(0.5 * density * kt * (1 - e * e) * rate).epsilon(2e-3));
  }
}

TEST_CASE("Sheared grains beside runs of this program, in the range and outside") {
  struct Case {
    double phi, e, kt, viscosity;
  };
  for (const Case& one : {Case{0.01, 0.7, 186.3, 1.821}, Case{0.01, 0.9, 628.9, 4.04},
                          Case{0.2, 0.8, 0.8652, 0.2895}, Case{0.3, 0.9, 1.1397, 0.7189}}) {
    INFO(one.phi << ", e = " << one.e);
    const auto state = sheared_grains(3, one.phi, one.e);
    REQUIRE(state);
    CHECK(state->temperature() == Approx(one.kt).epsilon(0.06));
    CHECK(-state->pressure().xy * one.phi / (kPi / 6) == Approx(one.viscosity).epsilon(0.05));
  }
  CHECK_FALSE(sheared_grains(3, 0.1, 1));
  CHECK_FALSE(sheared_grains(3, 0.1, 0.5));
  CHECK_FALSE(sheared_grains(3, 0.4, 0.9));
}
