#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/sample.h"

namespace clausius {

/// Calls `visit` with each species and the velocities of a run of its consecutive ids, usually all.
template <int Dim, class Visit>
void for_species_runs(const State<Dim>& state, Visit visit) {
  for (std::size_t begin = 0, end = 0; begin < state.size(); begin = end) {
    const std::uint8_t* species_of = state.species.data();
    const std::size_t species = species_of[begin];
    // Extends the run as long as the species is unchanged.
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
template <int Dim>
SquaredSpeeds squared_speeds(const Gas<Dim>& gas, const State<Dim>& state);

/// Moments by species index, with compensated sums of energies.
/// @param speeds squared speeds of the state
template <int Dim>
std::vector<SpeciesMoments> moments_of_state(const Gas<Dim>& gas, const State<Dim>& state,
                                             const SquaredSpeeds& speeds);

}  // namespace clausius
