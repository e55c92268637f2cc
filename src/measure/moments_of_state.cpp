#include "clausius/measure/moments_of_state.h"

#include <algorithm>
#include <cmath>

#include "clausius/core/sum.h"

namespace clausius {

double SpeciesMoments::kurtosis_error() const {
  // Linear in the deviations: δK/K = ⟨y⟩ + 1 with y = v⁴/⟨v⁴⟩ − 2v²/⟨v²⟩.
  const auto n = static_cast<double>(count);
  const double v2 = speed_sq / n, v4 = speed_fourth / n, v6 = speed_sixth / n,
               v8 = speed_eighth / n;
  const double variance = v8 / (v4 * v4) + 4 * v4 / (v2 * v2) - 4 * v6 / (v4 * v2) - 1;
  return kurtosis() * std::sqrt(std::max(0.0, variance) / n);
}

template <int Dim>
std::vector<SpeciesMoments> moments_of_state(const Gas<Dim>& gas, const State<Dim>& state) {
  struct Sums {
    std::int64_t count = 0;
    CompensatedSum speed_sq, rotational_energy, kept_energy;
    double speed = 0, fourth = 0, sixth = 0,
           eighth = 0;  // for averages only: rounding does not matter
  };
  std::vector<Sums> sums(gas.species.size());
  if (sums.empty()) return {};
  std::vector<int> rotations;
  for (std::size_t s = 0; s < sums.size(); ++s) rotations.push_back(rotational_degrees(gas, s));
  const bool rotates = !gas.bodies.empty() || gas.is_rough();
  // Mostly one species comes after the other, and so its sums stay in registers.
  Sums sum;
  std::size_t summed = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (const std::size_t s = state.species[i]; s != summed) {
      sums[summed] = sum;
      sum = sums[s];
      summed = s;
    }
    const double speed_sq = state.velocity[i].squaredNorm();
    const double fourth = speed_sq * speed_sq;
    ++sum.count;
    sum.speed += std::sqrt(speed_sq);
    sum.speed_sq += speed_sq;
    sum.fourth += fourth;
    sum.sixth += fourth * speed_sq;
    sum.eighth += fourth * fourth;
    if (!state.internal_energy.empty()) sum.rotational_energy += state.internal_energy[i];
    if (!rotates) continue;
    const auto [l, principal] = rotation_of(gas, state, i);
    const Vec<3> energies = 0.5 * l.cwiseProduct(l).cwiseQuotient(principal);
    // Collisions change the last ones: of two dimensions z, of collinear bodies y and z.
    const int turning = rotations[state.species[i]];
    sum.kept_energy += energies.head(3 - turning).sum();
    sum.rotational_energy += energies.tail(turning).sum();
  }
  sums[summed] = sum;
  std::vector<SpeciesMoments> moments;
  for (std::size_t s = 0; s < sums.size(); ++s) {
    const Sums& all = sums[s];
    const double speed_sq = all.speed_sq.value();
    moments.push_back({all.count, all.speed, speed_sq, all.fourth, all.sixth, all.eighth,
                       0.5 * gas.species[s].mass * speed_sq, all.rotational_energy.value(),
                       all.kept_energy.value()});
  }
  return moments;
}

template std::vector<SpeciesMoments> moments_of_state(const Gas<2>&, const State<2>&);
template std::vector<SpeciesMoments> moments_of_state(const Gas<3>&, const State<3>&);

}  // namespace clausius
