#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clausius/engine/state.h"

namespace clausius {

/// Equal-time sums over the particles of one species.
struct SpeciesMoments {
  std::int64_t count = 0;
  double speed = 0;         ///< Σ |v|
  double speed_sq = 0;      ///< Σ v²
  double speed_fourth = 0;  ///< Σ v⁴
  double speed_sixth = 0;   ///< Σ v⁶
  double speed_eighth = 0;  ///< Σ v⁸
  double energy = 0;        ///< Σ ½ m v²
  /// Σ ½ L·ω of the rotations that collisions can change, and of the others: the spin of a
  /// collinear body about its axis, that of a smooth ball about its centre. Of parcels, the energy
  /// of their reservoirs counts as the former.
  double rotational_energy = 0;
  double kept_energy = 0;

  /// What is shared out among the degrees of freedom.
  [[nodiscard]] double thermal_energy() const { return energy + rotational_energy; }

  /// ⟨v⁴⟩/⟨v²⟩². @pre not all at rest
  [[nodiscard]] double kurtosis() const {
    return speed_fourth * static_cast<double>(count) / (speed_sq * speed_sq);
  }
  /// ⟨v⁶⟩/⟨v²⟩³. @pre likewise
  [[nodiscard]] double sixth_ratio() const {
    const double mean_sq = speed_sq / static_cast<double>(count);
    return speed_sixth / (speed_sq * mean_sq * mean_sq);
  }
  /// One standard error of kurtosis() for independent particles.
  [[nodiscard]] double kurtosis_error() const;
};

/// Calls `visit` with each species and the velocities of those of it whose ids follow each other:
/// mostly all.
template <int Dim, class Visit>
void for_species_runs(const State<Dim>& state, Visit visit) {
  for (std::size_t begin = 0, end = 0; begin < state.size(); begin = end) {
    const std::uint8_t* species_of = state.species.data();
    const std::size_t species = species_of[begin];
    // Many at once, as long as each is like the one before.
    constexpr std::size_t kAtOnce = 64;
    for (end = begin + 1;
         end + kAtOnce <= state.size() &&
         std::equal(species_of + end, species_of + end + kAtOnce, species_of + end - 1);)
      end += kAtOnce;
    while (end < state.size() && species_of[end] == species) ++end;
    visit(species, std::span(state.velocity).subspan(begin, end - begin));
  }
}

/// v² of the particles of each species, in order of their ids.
using SquaredSpeeds = std::vector<std::vector<double>>;
template <int Dim>
SquaredSpeeds squared_speeds(const Gas<Dim>& gas, const State<Dim>& state);

/// By species index. Sums of energies are compensated.
/// @param speeds those of the state
template <int Dim>
std::vector<SpeciesMoments> moments_of_state(const Gas<Dim>& gas, const State<Dim>& state,
                                             const SquaredSpeeds& speeds);

}  // namespace clausius
