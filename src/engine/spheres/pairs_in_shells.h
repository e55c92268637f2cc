#pragma once

#include <array>

#include "engine/cells/cell_plan.h"
#include "engine/cells/filing.h"
#include "engine/hits/ladders.h"

namespace clausius {

/// Calls visit(i, j, ladder, shell) for all pairs i < j that are within the range of their steps.
template <int Dim, class Visit>
void for_pairs_in_shells(const Gas<Dim>& gas, const State<Dim>& state, const Visit& visit) {
  if (!gas.has_steps()) return;
  const Ladders ladders(gas);
  const Filing<Dim> filing(gas.box, cell_edge(gas, state.size(), 0), state);
  for (Id i = 0; i < state.size(); ++i)
    filing.grid.for_each_image(
        filing.places[i].cell, [&](Id j, const std::array<int, Dim>& boxes, const auto& /*cell*/) {
          if (j <= i) return;
          const Ladder& ladder = ladders.of(state.species[i], state.species[j]);
          Vec<Dim> r = state.position[j] - state.position[i];
          for (int k = 0; k < Dim; ++k) r[k] += boxes[k] * gas.box.size[k];
          const Vec<Dim> v = state.velocity[j] - state.velocity[i];
          if (const std::size_t shell = ladder.template shell_of<Dim>(r, v); shell > 0)
            visit(i, j, ladder, shell);
        });
}

}  // namespace clausius
