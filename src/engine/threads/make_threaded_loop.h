#pragma once

#include <memory>

#include "engine/queues/calendar_queue.h"
#include "engine/spheres/event_loops.h"
#include "engine/threads/threaded_loop.h"

namespace clausius {

/// For the sources that compile loops on several threads.
template <int Dim, template <int, class> class Walls>
std::unique_ptr<Engine<Dim>> make_threaded_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                                const CellPlan& cells, std::size_t threads,
                                                double window) {
  const RegionMap<Dim> map(gas.box, cells_of(gas.box, cells, start.size()).front(), threads);
  if (map.regions() < 2) return nullptr;
  return std::make_unique<ThreadedLoop<Dim, Walls>>(gas, start, cells, map, window);
}

}  // namespace clausius
