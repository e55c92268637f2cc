#include "theory/velocities/rough_gas.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numbers>

#include "clausius/theory/value.h"
#include "core/linear_algebra.h"

namespace clausius {

namespace {

// What a collision of particles 1 and 2 depends on, with the line of centres along z: independent
// normal variables of variance 1, namely the components of velocities and spins, but along z the
// sum and the difference of the velocities over √2; and the scale of the spins, a number. Only
// approaching particles collide, with a probability proportional to the difference along z.
enum CollisionVariable : std::uint8_t {
  kV1x,
  kV2x,
  kV1y,
  kV2y,
  kSum,
  kApart,
  kW1x,
  kW2x,
  kW1y,
  kW2y,
  kW1z,
  kW2z,
  kSpin
};

// Polynomials in these variables.
class CollisionPolynomial {
 public:
  using Powers = std::array<std::uint8_t, kSpin + 1>;

  CollisionPolynomial(double constant) { terms_[Powers{}] = constant; }
  CollisionPolynomial(CollisionVariable one) {
    Powers powers{};
    powers[one] = 1;
    terms_[powers] = 1;
  }
  [[nodiscard]] const std::map<Powers, double>& terms() const { return terms_; }

  CollisionPolynomial& operator+=(const CollisionPolynomial& other) {
    for (const auto& [powers, factor] : other.terms_) terms_[powers] += factor;
    return *this;
  }
  friend CollisionPolynomial operator+(CollisionPolynomial a, const CollisionPolynomial& b) {
    return a += b;
  }
  friend CollisionPolynomial operator-(CollisionPolynomial a, const CollisionPolynomial& b) {
    return a += -1.0 * b;
  }
  friend CollisionPolynomial operator*(const CollisionPolynomial& a, const CollisionPolynomial& b) {
    CollisionPolynomial product(0);
    for (const auto& [first, factor] : a.terms_)
      for (const auto& [second, other] : b.terms_) {
        Powers powers{};
        for (std::size_t k = 0; k < powers.size(); ++k)
          powers[k] = static_cast<std::uint8_t>(first[k] + second[k]);
        product.terms_[powers] += factor * other;
      }
    return product;
  }

 private:
  std::map<Powers, double> terms_;
};

CollisionPolynomial squared(const CollisionPolynomial& one) { return one * one; }

// ⟨x^p⟩, and ⟨x^(p + 1)⟩ of x > 0 only, of a normal variable of variance 1.
struct NormalMoments {
  static constexpr std::size_t kHighest = 8;
  std::array<double, kHighest + 1> whole{}, approaching{};
  NormalMoments() {
    // ⟨|x|^p⟩ = (p − 1) ⟨|x|^(p − 2)⟩
    std::array<double, kHighest + 2> magnitude{1, std::sqrt(2 / std::numbers::pi)};
    for (std::size_t p = 2; p < magnitude.size(); ++p)
      magnitude[p] = static_cast<double>(p - 1) * magnitude[p - 2];
    for (std::size_t p = 0; p <= kHighest; ++p) {
      whole[p] = p % 2 == 0 ? magnitude[p] : 0;
      approaching[p] = 0.5 * magnitude[p + 1];
    }
  }
};

// Mean of a product over Maxwell's law, with the rate of collisions, by powers of the square of the
// scale of the spins.
std::array<double, 3> rates_of(const CollisionPolynomial& a, const CollisionPolynomial& b) {
  static const NormalMoments moments;
  std::array<double, 3> sum{};
  for (const auto& [first, factor] : a.terms())
    for (const auto& [second, other] : b.terms()) {
      double product = factor * other;
      for (std::size_t k = 0; k < kSpin && product != 0; ++k) {
        const auto power = static_cast<std::size_t>(first[k]) + second[k];
        product *= k == kApart ? moments.approaching[power] : moments.whole[power];
      }
      if (product != 0)
        sum[(static_cast<std::size_t>(first[kSpin]) + second[kSpin]) / 2] += product;
    }
  return sum;
}

// Changes of v², ω², v⁴, ω⁴ and v²ω² of particle 1 in a collision, and the weights of colliding
// pairs beyond Maxwell's law that go with 1, a₂₀, a₀₂ and a₁₁.
struct RoughCollision {
  std::array<CollisionPolynomial, 5> changes;
  std::array<CollisionPolynomial, 4> weights;
};

// Particle 1 loses the momentum J: (1 + e)/2 of the velocity of approach along z, and along the
// surface (1 + β)/2 · q/(1 + q) of the relative velocity of the surfaces; its spin changes by −z ×
// J/q. Mass and radius are 1.
RoughCollision rough_collision(int dimensions, double e, double beta, double q) {
  using P = CollisionPolynomial;
  const bool solid = dimensions == 3;
  const double half = 1 / std::numbers::sqrt2, along = 0.5 * (1 + beta) * q / (1 + q);
  const P sum(kSum), apart(kApart), spin(kSpin), v1x(kV1x), v2x(kV2x), w1y(kW1y), w2y(kW2y);
  const P v1z = half * (sum + apart), v2z = half * (sum - apart);
  const P jz = half * (1 + e) * apart;
  const P jx = along * (v1x - v2x + spin * (w1y + w2y));
  P v1 = squared(v1x) + squared(v1z), v2 = squared(v2x) + squared(v2z);
  P w1 = squared(w1y), w2 = squared(w2y);  // over the square of the scale
  P v = squared(jx) - 2 * jx * v1x + squared(jz) - 2 * jz * v1z;
  P w = 1 / (q * q) * squared(jx) - 2 / q * jx * spin * w1y;
  if (solid) {
    const P v1y(kV1y), v2y(kV2y), w1x(kW1x), w2x(kW2x), w1z(kW1z), w2z(kW2z);
    const P jy = along * (v1y - v2y - spin * (w1x + w2x));
    v1 += squared(v1y);
    v2 += squared(v2y);
    w1 += squared(w1x) + squared(w1z);
    w2 += squared(w2x) + squared(w2z);
    v += squared(jy) - 2 * jy * v1y;
    w += 1 / (q * q) * squared(jy) + 2 / q * jy * spin * w1x;
  }
  const double d = dimensions, r = solid ? 3 : 1;
  const auto second = [](const P& x, double n) {
    return 0.125 * squared(x) - 0.25 * (n + 2) * x + n * (n + 2) / 8;
  };
  const P spinning = squared(spin) * w1;
  return {{v, w, v * (2 * v1 + v), w * (2 * spinning + w), v * spinning + w * v1 + v * w},
          {1, second(v1, d) + second(v2, d), second(w1, r) + second(w2, r),
           0.25 * ((v1 - d) * (w1 - r) + (v2 - d) * (w2 - r))}};
}

}  // namespace

RoughGas::RoughGas(int dimensions, double restitution, double tangential, double inertia)
    : translations_(dimensions), rotations_(dimensions == 3 ? 3 : 1), inertia_(inertia) {
  require_dimension(dimensions);
  const RoughCollision hit = rough_collision(dimensions, restitution, tangential, inertia);
  for (std::size_t j = 0; j < hit.weights.size(); ++j) {
    rate_[j] = rates_of(1, hit.weights[j])[0];
    for (std::size_t i = 0; i < hit.changes.size(); ++i) {
      const std::array<double, 3> by_power = rates_of(hit.changes[i], hit.weights[j]);
      for (std::size_t p = 0; p < by_power.size(); ++p) change_[i][p][j] = by_power[p];
    }
  }
}

auto RoughGas::weights(const Moments& at) const -> Linear {
  // The coefficients of the spins go with powers of T_rot, which may be 0.
  const double tr = at[0], rot = at[1];
  return {1, at[2] / (tr * tr), rot > 0 ? at[3] / (rot * rot) : 0,
          rot > 0 ? at[4] / (tr * rot) : 0};
}

auto RoughGas::change(const Moments& at) const -> Moments {
  const double d = translations_, r = rotations_, tr = at[0], rot = at[1];
  const Linear weight = weights(at);
  const auto sum = [&](const Linear& one) {
    double total = 0;
    for (std::size_t j = 0; j < one.size(); ++j) total += one[j] * weight[j];
    return total;
  };
  const double rate = sum(rate_);
  const double scale = rot / (inertia_ * tr);  // the variance of the spins
  const auto of_moment = [&](std::size_t i) {
    const auto& [zeroth, first, second] = change_[i];
    return (sum(zeroth) + scale * (sum(first) + scale * sum(second))) / rate;
  };
  // ⟨v²⟩ = d T, ⟨ω²⟩ = r T_rot/q, ⟨v⁴⟩ = d(d + 2)(T² + T² a₂₀), and so on for the others.
  const double v = tr * of_moment(0) / d, w = tr * of_moment(1) * inertia_ / r;
  const double v4 = tr * tr * of_moment(2) / (d * (d + 2));
  const double w4 = tr * tr * of_moment(3) * inertia_ * inertia_ / (r * (r + 2));
  const double vw = tr * tr * of_moment(4) * inertia_ / (d * r);
  return {v, w, v4 - 2 * tr * v, w4 - 2 * rot * w, vw - tr * w - rot * v};
}

auto RoughGas::cooling() const -> std::optional<Cooling> {
  constexpr int kMost = 50;
  constexpr double kStep = 1e-6, kSolved = 1e-10, kLargest = 0.5;
  Moments at{1, 1, 0, 0, 0};
  // What vanishes where the moments keep their ratios to powers of T_tr = 1.
  const auto drift = [&](const Moments& now) {
    const Moments by = change(now);
    Eigen::VectorXd result(4);
    for (std::size_t k = 1; k < now.size(); ++k)
      result[static_cast<Eigen::Index>(k - 1)] = by[k] - (k == 1 ? 1 : 2) * by[0] * now[k];
    return result;
  };
  for (int step = 0; step < kMost; ++step) {
    const Eigen::VectorXd now = drift(at);
    Eigen::MatrixXd slopes(4, 4);
    for (std::size_t k = 1; k < at.size(); ++k) {
      Moments beside = at;
      beside[k] += kStep * at[1];
      slopes.col(static_cast<Eigen::Index>(k - 1)) = (drift(beside) - now) / (kStep * at[1]);
    }
    const Eigen::VectorXd by = inverse(slopes) * now;
    if (!by.allFinite()) return std::nullopt;
    const double part = by[0] > 0.5 * at[1] ? 0.5 * at[1] / by[0] : 1;  // T_rot stays above 0
    for (std::size_t k = 1; k < at.size(); ++k)
      at[k] -= part * by[static_cast<Eigen::Index>(k - 1)];
    if (by.norm() > kSolved * at[1]) continue;
    const auto [one, a20, a02, a11] = weights(at);
    if (std::max({std::abs(a20), std::abs(a02), std::abs(a11)}) > kLargest) return std::nullopt;
    const double rate = (rate_[0] + rate_[1] * a20 + rate_[2] * a02 + rate_[3] * a11) / rate_[0];
    return Cooling{at[1], a20, a02, a11, -change(at)[0], rate};
  }
  return std::nullopt;
}

}  // namespace clausius
