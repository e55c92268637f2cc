#include "engine/bodies/make_body_engine.h"

#include <algorithm>

#include "engine/bodies/body_loops.h"
#include "engine/bodies/neighbour_lists.h"

namespace clausius {

template <int Dim>
std::unique_ptr<Engine<Dim>> make_body_engine(const Gas<Dim>& gas, const State<Dim>& start,
                                              double cell_edge, const EngineOptions& options) {
  // Measured: with fewer bodies in the surrounding cells, cells are faster; with ten times as many,
  // lists are faster by a factor of four.
  constexpr double kMany = 120;
  double volume = 1;
  for (int k = 0; k < Dim; ++k) volume *= std::min(3 * cell_edge, gas.box.size[k]);
  const double around = static_cast<double>(start.size()) * volume / gas.box.volume();
  // Lists are kept in the space frame, motions under gravity in the falling frame.
  const bool listed =
      !gas.boundary.has_gravity() && options.neighbour_lists.value_or(around > kMany);
  if (!listed) return make_body_loop<Dim, NeighbourCells>(gas, start, cell_edge, options.scheduler);
  return make_body_loop<Dim, NeighbourLists>(gas, start, options.cell_edge > 0 ? cell_edge : 0,
                                             options.scheduler);
}

template std::unique_ptr<Engine<2>> make_body_engine(const Gas<2>&, const State<2>&, double,
                                                     const EngineOptions&);
template std::unique_ptr<Engine<3>> make_body_engine(const Gas<3>&, const State<3>&, double,
                                                     const EngineOptions&);

}  // namespace clausius
