#include "theory/transport/sheared_grains.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"
#include "core/elementary.h"
#include "core/linear_algebra.h"

namespace clausius {

namespace {

// A direction of the line of centres, and what it has of the area of the half sphere (half circle).
struct Direction {
  double x, y, z, weight;
};

// The integrands are smooth, and periodic in the angle about z, of which rectangles are good to all
// digits.
std::vector<Direction> directions(int d) {
  std::vector<Direction> all;
  constexpr int kAround = 24;
  if (d == 2) {
    for (int k = 0; k < 2 * kAround; ++k) {
      const auto [sine, cosine] = portable::sincos(kPi * (k + 0.5) / (2 * kAround));
      all.push_back({cosine, sine, 0, kPi / (2 * kAround)});
    }
    return all;
  }
  // Gauss and Legendre's rule of eight points for z in [0, 1].
  constexpr std::array<double, 4> kNodes{0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                         0.9602898564975363};
  constexpr std::array<double, 4> kWeights{0.3626837833783620, 0.3137066458778873,
                                           0.2223810344533745, 0.1012285362903763};
  for (std::size_t i = 0; i < 2 * kNodes.size(); ++i) {
    const double node = i % 2 == 0 ? kNodes[i / 2] : -kNodes[i / 2];
    const double z = 0.5 * (1 + node), across = std::sqrt(1 - z * z);
    for (int k = 0; k < kAround; ++k) {
      const auto [sine, cosine] = portable::sincos(2 * kPi * (k + 0.5) / kAround);
      all.push_back({across * cosine, across * sine, z, 0.5 * kWeights[i / 2] * 2 * kPi / kAround});
    }
  }
  return all;
}

// ⟨a^k; a > 0⟩ for k = 1, 2, 3 of a normal variable of this mean and deviation.
std::array<double, 3> half_moments(double mean, double deviation) {
  const double x = mean / deviation;
  const double above = 0.5 * portable::erfc(-x / std::numbers::sqrt2);
  const double at_zero = deviation * portable::exp(-0.5 * x * x) / std::sqrt(2 * kPi);
  const double first = mean * above + at_zero;
  const double second = mean * first + deviation * deviation * above;
  return {first, second, mean * second + 2 * deviation * deviation * first};
}

// What collisions do, per time and particle.
struct Collided {
  ShearedTensor velocities, stress;
  double rate = 0;
};

void add(ShearedTensor& sum, double weight, const Direction& n, double hx, double hy, double hz) {
  sum.xx += weight * 2 * hx * n.x;
  sum.yy += weight * 2 * hy * n.y;
  sum.zz += weight * 2 * hz * n.z;
  sum.xy += weight * (hx * n.y + hy * n.x);
}

// A particle at the origin and one at the distance 1 along n, which flows faster by n_y along x,
// approach each other with the speed a > 0, a normal variable of mean −n_xn_y and variance 2 n·K·n.
// Velocities change by V → V − ½(1 + e) a n, where V is on average ½ K·n/(n·K·n) (a + n_xn_y).
Collided collided(int d, double phi, double e, const ShearedTensor& k) {
  // n χ σ^(d−1) of collisions from either side.
  const double density = phi / (d == 3 ? kPi / 6 : kPi / 4);
  const double flux = 2 * density * contact_value(d, phi);
  const double half = 0.5 * (1 + e);
  Collided sum;
  for (const Direction& n : directions(d)) {
    const double hx = k.xx * n.x + k.xy * n.y, hy = k.xy * n.x + k.yy * n.y, hz = k.zz * n.z;
    const double normal = hx * n.x + hy * n.y + hz * n.z, flow = n.x * n.y;
    const auto [first, second, third] = half_moments(-flow, std::sqrt(2 * normal));
    const double weight = flux * n.weight;
    add(sum.velocities, -0.5 * half * weight * (third + flow * second) / normal, n, hx, hy, hz);
    add(sum.velocities, 0.5 * half * half * weight * third, n, n.x, n.y, n.z);
    add(sum.stress, 0.25 * half * weight * second, n, n.x, n.y, n.z);
    sum.rate += weight * first;
  }
  return sum;
}

// The change by collisions with that by the shear added.
ShearedTensor sheared(ShearedTensor change, const ShearedTensor& velocities) {
  change.xx -= 2 * velocities.xy;
  change.xy -= velocities.yy;
  return change;
}

using Elements = std::array<double, 4>;

}  // namespace

double ShearedGrains::temperature() const {
  return (velocities.xx + velocities.yy + velocities.zz) / dimensions;
}

ShearedTensor ShearedGrains::pressure() const {
  return {velocities.xx + collisional.xx, velocities.yy + collisional.yy,
          velocities.zz + collisional.zz, velocities.xy + collisional.xy};
}

ShearedTensor sheared_change(int dimensions, double packing_fraction, double restitution,
                             const ShearedTensor& velocities) {
  return sheared(collided(dimensions, packing_fraction, restitution, velocities).velocities,
                 velocities);
}

std::optional<ShearedGrains> sheared_grains(int dimensions, double packing_fraction,
                                            double restitution) {
  require_dimension(dimensions);
  if (restitution < kLeastShearedRestitution || restitution >= 1 || packing_fraction <= 0 ||
      packing_fraction > kDensestSheared)
    return std::nullopt;
  const auto tensor = [&](const Elements& at) -> ShearedTensor {
    return {at[0], at[1], dimensions == 3 ? at[2] : 0, at[3]};
  };
  const int unknowns = dimensions == 3 ? 4 : 3;
  const std::array<std::size_t, 4> kept = dimensions == 3 ? std::array<std::size_t, 4>{0, 1, 2, 3}
                                                          : std::array<std::size_t, 4>{0, 1, 3};
  // Per collision, almost linear in the elements.
  const auto change = [&](const Elements& at) -> Elements {
    const Collided all = collided(dimensions, packing_fraction, restitution, tensor(at));
    const ShearedTensor by = sheared(all.velocities, tensor(at));
    return {by.xx / all.rate, by.yy / all.rate, by.zz / all.rate, by.xy / all.rate};
  };
  // From an almost isotropic gas that neither heats nor cools: the shear heats by γ²η, and
  // collisions at the rate ω take (1 − e²)/d of the temperature; η ≈ n m T/ω.
  const double rate =
      collided(dimensions, packing_fraction, restitution, {1, 1, dimensions == 3 ? 1.0 : 0, 0})
          .rate;
  const double lost = 1 - restitution * restitution;
  const double start = 2 / (rate * rate * lost);
  Elements at{start, start, start, -start * std::sqrt(0.5 * lost)};
  // Some collisions bring the tensor near its shape; Newton's method does the rest.
  constexpr int kRelax = 60;
  for (int step = 0; step < kRelax; ++step) {
    const Elements by = change(at);
    for (std::size_t k = 0; k < at.size(); ++k) at[k] += 0.3 * by[k];
  }
  for (int step = 0; step < 200; ++step) {
    const Elements now = change(at);
    Eigen::MatrixXd slopes(unknowns, unknowns);
    Eigen::VectorXd wrong(unknowns);
    for (int k = 0; k < unknowns; ++k) {
      const std::size_t own = kept[static_cast<std::size_t>(k)];
      Elements beside = at;
      const double h = 1e-6 * at[1];
      beside[own] += h;
      const Elements there = change(beside);
      for (int i = 0; i < unknowns; ++i)
        slopes(i, k) =
            (there[kept[static_cast<std::size_t>(i)]] - now[kept[static_cast<std::size_t>(i)]]) / h;
      wrong[k] = now[own];
    }
    const Eigen::VectorXd by = inverse(slopes) * wrong;
    // Diagonal elements stay positive, and the shear element smaller than their mean.
    double part = 1;
    for (int k = 0; k < unknowns; ++k)
      part = std::min(part, 0.3 * std::min(at[0], at[1]) / std::max(std::abs(by[k]), 1e-300));
    for (int k = 0; k < unknowns; ++k) at[kept[static_cast<std::size_t>(k)]] -= part * by[k];
    if (part == 1 && by.norm() < 1e-10 * at[1]) {
      const Collided all = collided(dimensions, packing_fraction, restitution, tensor(at));
      return ShearedGrains{tensor(at), all.stress, all.rate, dimensions};
    }
  }
  return std::nullopt;
}

}  // namespace clausius
