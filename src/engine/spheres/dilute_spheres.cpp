#include "engine/cells/overlapping_cells.h"
#include "engine/queues/calendar_queue.h"
#include "engine/spheres/event_loop.h"
#include "engine/spheres/event_loops.h"

namespace clausius {

template class EventLoop<3, CollisionQueue, VectorSearch<3, OverlappingCells<3>>>;

template <>
std::unique_ptr<Engine<3>> make_dilute_loop(const Gas<3>& gas, const State<3>& start,
                                            const CellPlan& cells) {
  return std::make_unique<EventLoop<3, CollisionQueue, VectorSearch<3, OverlappingCells<3>>>>(
      gas, start, cells);
}

}  // namespace clausius
