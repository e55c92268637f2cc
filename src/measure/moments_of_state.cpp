#include "measure/moments_of_state.h"

#include <algorithm>
#include <cmath>

#include "core/sum.h"

namespace clausius {

namespace {

template <int Dim>
void add_rotations(const Gas<Dim>& gas, const State<Dim>& state,
                   std::vector<SpeciesMoments>& moments) {
  const bool rotates = !gas.bodies.empty() || gas.is_rough();
  if (!rotates && state.internal_energy.empty()) return;
  std::vector<CompensatedSum> rotational(moments.size()), kept(moments.size());
  std::vector<int> rotations;
  for (std::size_t s = 0; s < moments.size(); ++s) rotations.push_back(rotational_degrees(gas, s));
  for (std::size_t i = 0; i < state.size(); ++i) {
    const std::uint8_t s = state.species[i];
    if (!state.internal_energy.empty()) rotational[s] += state.internal_energy[i];
    if (!rotates) continue;
    const auto [l, principal] = rotation_of(gas, state, i);
    const Vec<3> energies = 0.5 * l.cwiseProduct(l).cwiseQuotient(principal);
    // Collisions change the last components: in two dimensions z, for collinear bodies y and z.
    kept[s] += energies.head(3 - rotations[s]).sum();
    rotational[s] += energies.tail(rotations[s]).sum();
  }
  for (std::size_t s = 0; s < moments.size(); ++s) {
    moments[s].rotational_energy = rotational[s].value();
    moments[s].kept_energy = kept[s].value();
  }
}

}  // namespace

double SpeciesMoments::kurtosis_error() const {
  // Linear in the deviations: δK/K = ⟨y⟩ + 1 with y = v⁴/⟨v⁴⟩ − 2v²/⟨v²⟩.
  const auto n = static_cast<double>(count);
  const double v2 = speed_sq / n, v4 = speed_fourth / n, v6 = speed_sixth / n,
               v8 = speed_eighth / n;
  const double variance = v8 / (v4 * v4) + 4 * v4 / (v2 * v2) - 4 * v6 / (v4 * v2) - 1;
  return kurtosis() * std::sqrt(std::max(0.0, variance) / n);
}

template <int Dim>
SquaredSpeeds squared_speeds(const Gas<Dim>& gas, const State<Dim>& state) {
  SquaredSpeeds speeds(gas.species.size());
  for_species_runs(state, [&](std::size_t s, std::span<const Vec<Dim>> velocities) {
    speeds[s].resize(speeds[s].size() + velocities.size());
    double* next = speeds[s].data() + speeds[s].size() - velocities.size();
    for (const Vec<Dim>& v : velocities) *next++ = v.squaredNorm();
  });
  return speeds;
}

template <int Dim>
std::vector<SpeciesMoments> moments_of_state(const Gas<Dim>& gas, const State<Dim>& state,
                                             const SquaredSpeeds& speeds) {
  std::vector<SpeciesMoments> moments;
  for (std::size_t s = 0; s < gas.species.size(); ++s) {
    CompensatedSumOf<Eight> square(Eight::Zero());
    // Used for averages only, where rounding does not matter.
    Eight speed = Eight::Zero(), fourth = Eight::Zero(), sixth = Eight::Zero(),
          eighth = Eight::Zero();
    by_eights(speeds[s], [&](const Eight& v2) {
      const Eight v4 = v2 * v2;
      speed += v2.sqrt();
      square += v2;
      fourth += v4;
      sixth += v4 * v2;
      eighth += v4 * v4;
    });
    const double speed_sq = sum_of(square);
    moments.push_back({std::ssize(speeds[s]), sum_of(speed), speed_sq, sum_of(fourth),
                       sum_of(sixth), sum_of(eighth), 0.5 * gas.species[s].mass * speed_sq});
  }
  add_rotations(gas, state, moments);
  return moments;
}

template SquaredSpeeds squared_speeds(const Gas<2>&, const State<2>&);
template SquaredSpeeds squared_speeds(const Gas<3>&, const State<3>&);
template std::vector<SpeciesMoments> moments_of_state(const Gas<2>&, const State<2>&,
                                                      const SquaredSpeeds&);
template std::vector<SpeciesMoments> moments_of_state(const Gas<3>&, const State<3>&,
                                                      const SquaredSpeeds&);

}  // namespace clausius
