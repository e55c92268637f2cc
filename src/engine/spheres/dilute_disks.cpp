#include "engine/cells/overlapping_cells.h"
#include "engine/queues/calendar_queue.h"
#include "engine/spheres/event_loop.h"
#include "engine/spheres/event_loops.h"

namespace clausius {

template class EventLoop<2, CollisionQueue, VectorSearch<2, OverlappingCells<2>>>;

template <>
std::unique_ptr<Engine<2>> make_dilute_loop(const Gas<2>& gas, const State<2>& start,
                                            const CellPlan& cells) {
  return std::make_unique<EventLoop<2, CollisionQueue, VectorSearch<2, OverlappingCells<2>>>>(
      gas, start, cells);
}

}  // namespace clausius
