#include "engine/queues/calendar_queue.h"
#include "engine/spheres/event_loops.h"
#include "engine/threads/threaded_loop.h"

namespace clausius {

extern template class EventLoop<2, CalendarQueue, VectorSearch<2>>;

template <>
std::unique_ptr<Engine<2>> make_threaded_loop(const Gas<2>& gas, const State<2>& start,
                                              const CellPlan& cells, std::size_t threads,
                                              double window) {
  const RegionMap<2> map(gas.box, cells_of(gas.box, cells, start.size()).front(), threads);
  if (map.regions() < 2) return nullptr;
  return std::make_unique<ThreadedLoop<2, PlainWalls>>(gas, start, cells, map, window);
}

}  // namespace clausius
