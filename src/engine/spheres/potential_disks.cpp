#include "engine/queues/calendar_queue.h"
#include "engine/queues/heap_queue.h"
#include "engine/spheres/event_loop.h"
#include "engine/spheres/event_loops.h"
#include "engine/spheres/shell_search.h"

namespace clausius {

template class EventLoop<2, HeapQueue, ShellSearch<2>, PotentialLaw>;
template class EventLoop<2, CalendarQueue, ShellSearch<2>, PotentialLaw>;

template <>
std::unique_ptr<Engine<2>> make_potential_loop(const Gas<2>& gas, const State<2>& start,
                                               const CellPlan& cells, Scheduler scheduler) {
  if (scheduler == Scheduler::heap)
    return std::make_unique<EventLoop<2, HeapQueue, ShellSearch<2>, PotentialLaw>>(gas, start,
                                                                                   cells);
  return std::make_unique<EventLoop<2, CalendarQueue, ShellSearch<2>, PotentialLaw>>(gas, start,
                                                                                     cells);
}

}  // namespace clausius
