#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "clausius/core/constants.h"
#include "theory/velocities/added_speed.h"

using namespace clausius;

namespace {

double square(const std::array<double, 3>& c) { return c[0] * c[0] + c[1] * c[1] + c[2] * c[2]; }

/// Velocities that collide at random, by Bird's method: pairs are drawn with normals at random and
/// accepted in proportion to their normal relative speed.
class DrawnGas {
 public:
  DrawnGas(int d, double e, double delta, std::size_t count) : d_(d), e_(e), delta_(delta) {
    for (std::size_t i = 0; i < count; ++i)
      c_.push_back({normal_(random_), normal_(random_), d == 3 ? normal_(random_) : 0});
  }

  /// @param hits of a particle
  void collide(double hits) {
    const double until = 0.5 * hits * static_cast<double>(c_.size());
    for (double done = 0; done < until;) {
      auto &a = c_[random_() % c_.size()], &b = c_[random_() % c_.size()];
      if (&a == &b) continue;
      std::array<double, 3> n{normal_(random_), normal_(random_), d_ == 3 ? normal_(random_) : 0};
      const double length = std::sqrt(square(n));
      double approach = 0;
      for (std::size_t k = 0; k < 3; ++k) approach += (a[k] - b[k]) * (n[k] /= length);
      if (approach < uniform_(random_) * kFastest * std::sqrt(kt_)) continue;
      const double given = 0.5 * ((1 + e_) * approach + delta_);
      for (std::size_t k = 0; k < 3; ++k) {
        a[k] -= given * n[k];
        b[k] += given * n[k];
      }
      ++done;
      if (static_cast<std::size_t>(done) % 1000 == 0) kt_ = kt();
    }
    kt_ = kt();
  }

  [[nodiscard]] double kt() const {
    double sum = 0;
    for (const auto& c : c_) sum += square(c);
    return sum / (d_ * static_cast<double>(c_.size()));
  }
  [[nodiscard]] double a2() const {
    double fourth = 0;
    for (const auto& c : c_) fourth += square(c) * square(c);
    return fourth / static_cast<double>(c_.size()) / (d_ * (d_ + 2) * kt() * kt()) - 1;
  }

 private:
  static constexpr double kFastest = 12;  // in thermal speeds; few pairs are faster

  int d_;
  double e_, delta_, kt_ = 1;
  std::mt19937_64 random_{7};
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
  std::vector<std::array<double, 3>> c_;
};

double sonine(int d, double c_sq) {
  return 0.5 * c_sq * c_sq - 0.5 * (d + 2) * c_sq + 0.125 * d * (d + 2);
}

}  // namespace

TEST_CASE("Hits that add a speed: the moments are those of collisions drawn one by one") {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const int d : {2, 3})
    for (const double e : {0.0, 0.6, 0.9})
      for (const double delta : {0.0, 0.3, 1.2}) {
        INFO(d << " dimensions, e = " << e << ", delta = " << delta);
        const AddedSpeedMoments theory = added_speed_moments(d, e, delta);
        // Sums and sums of squares of four quantities.
        std::array<double, 4> sum{}, sum_sq{};
        double weights = 0, weights_sq = 0;
        constexpr int kDraws = 600000;
        for (int draw = 0; draw < kDraws; ++draw) {
          std::array<double, 3> a{}, b{};
          for (int k = 0; k < d; ++k) {
            a[static_cast<std::size_t>(k)] = std::sqrt(0.5) * normal(random);
            b[static_cast<std::size_t>(k)] = std::sqrt(0.5) * normal(random);
          }
          // The line of centres is along x.
          const double approach = std::abs(a[0] - b[0]), weight = approach;
          const double given = 0.5 * ((1 + e) * approach + delta) * (a[0] > b[0] ? 1 : -1);
          std::array<double, 3> after = a, other = b;
          after[0] -= given;
          other[0] += given;
          const double second = square(after) + square(other) - square(a) - square(b);
          const double fourth = std::pow(square(after), 2) + std::pow(square(other), 2) -
                                std::pow(square(a), 2) - std::pow(square(b), 2);
          const double of_a2 = sonine(d, square(a)) + sonine(d, square(b));
          const std::array<double, 4> all{second, fourth, of_a2 * second, of_a2 * fourth};
          weights += weight;
          weights_sq += weight * weight;
          for (std::size_t k = 0; k < 4; ++k) {
            sum[k] += weight * all[k];
            sum_sq[k] += std::pow(weight * all[k], 2);
          }
        }
        const std::array<double, 4> expected{theory.maxwell[0], theory.maxwell[1], theory.a2[0],
                                             theory.a2[1]};
        for (std::size_t k = 0; k < 4; ++k) {
          const double error = std::sqrt(sum_sq[k] + expected[k] * expected[k] * weights_sq);
          CHECK(std::abs(sum[k] - expected[k] * weights) < 4 * error);
        }
      }
}

TEST_CASE("Hits that add a speed: the steady state is that of particles that collide at random") {
  for (const int d : {2, 3})
    for (const double e : {0.5, 0.8, 0.95}) {
      INFO(d << " dimensions, e = " << e);
      const AddedSpeedState state = added_speed_state(d, e);
      DrawnGas gas(d, e, 1 / std::sqrt(state.kt.value), 20000);
      gas.collide(4 / (1 - e * e));
      double kt = 0, a2 = 0;
      constexpr int kSamples = 60;
      for (int sample = 0; sample < kSamples; ++sample) {
        gas.collide(1);
        kt += gas.kt() / kSamples;
        a2 += gas.a2() / kSamples;
      }
      // 20000 independent velocities hold the temperature to 0.4 %, and a₂ to about 0.01/√20.
      CHECK(kt == Approx(1).margin(0.008 + state.kt.uncertainty / state.kt.value));
      CHECK(a2 == Approx(state.a2.value).margin(0.006 + state.a2.uncertainty));
    }
}

TEST_CASE("Hits that add a speed: limits of the steady temperature") {
  // Brito, Risso & Soto (2013), without a₂: Δ² + 2 e Δ √(π k_BT/m) = 4 (1 − e²) k_BT/m.
  for (const double e : {0.9, 0.99, 0.999}) {
    const double kt = added_speed_state(2, e).kt.value;
    CHECK(1 + 2 * e * std::sqrt(kPi * kt) == Approx(4 * (1 - e * e) * kt).epsilon(0.2 * (1 - e)));
  }
  CHECK_THROWS(added_speed_state(2, 1));
  CHECK_THROWS(added_speed_state(4, 0.5));
}
