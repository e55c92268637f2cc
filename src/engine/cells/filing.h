#pragma once

#include <vector>

#include "engine/cells/cell_grid.h"
#include "engine/records.h"

namespace clausius {

/// The particles of a state filed in the cells of a box.
template <int Dim>
struct Filing {
  CellGrid<Dim> grid;
  std::vector<EventRecord<Dim>> places;

  Filing(const Box<Dim>& box, double edge, const State<Dim>& state)
      : grid(box, edge, state.size()), places(state.size()) {
    for (Id id = 0; id < state.size(); ++id) {
      grid.locate(state.position[id], places[id].cell);
      grid.insert(id, places[id].cell);
    }
  }
};

}  // namespace clausius
