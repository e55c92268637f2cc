#include "engine/queues/calendar_queue.h"
#include "engine/queues/heap_queue.h"
#include "engine/spheres/event_loop.h"
#include "engine/spheres/event_loops.h"
#include "engine/spheres/shell_search.h"

namespace clausius {

template class EventLoop<3, HeapQueue, ShellSearch<3>, PotentialLaw>;
template class EventLoop<3, CalendarQueue, ShellSearch<3>, PotentialLaw>;

template <>
std::unique_ptr<Engine<3>> make_potential_loop(const Gas<3>& gas, const State<3>& start,
                                               const CellPlan& cells, Scheduler scheduler) {
  if (scheduler == Scheduler::heap)
    return std::make_unique<EventLoop<3, HeapQueue, ShellSearch<3>, PotentialLaw>>(gas, start,
                                                                                   cells);
  return std::make_unique<EventLoop<3, CalendarQueue, ShellSearch<3>, PotentialLaw>>(gas, start,
                                                                                     cells);
}

}  // namespace clausius
