#pragma once

#include <memory>

#include "engine/queues/calendar_queue.h"
#include "engine/queues/heap_queue.h"
#include "engine/spheres/event_loop.h"
#include "engine/spheres/event_loops.h"

namespace clausius {

/// For the sources that compile event loops: makes the loop with this queue that `choice` selects.
template <int Dim, template <int> class Queue, template <int, class> class Walls>
std::unique_ptr<Engine<Dim>> make_loop_with(const Gas<Dim>& gas, const State<Dim>& start,
                                            const CellPlan& cells, const LoopChoice& choice) {
  if (!choice.nearest_image_holds)
    return std::make_unique<EventLoop<Dim, Queue, ImageSearch<Dim, false>, HardLaw, Walls>>(
        gas, start, cells);
  if (choice.vectorised)
    return std::make_unique<EventLoop<Dim, Queue, VectorSearch<Dim>, HardLaw, Walls>>(gas, start,
                                                                                      cells);
  return std::make_unique<EventLoop<Dim, Queue, ScalarSearch<Dim, false>, HardLaw, Walls>>(
      gas, start, cells);
}

template <int Dim, template <int, class> class Walls>
std::unique_ptr<Engine<Dim>> make_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                       const CellPlan& cells, const LoopChoice& choice) {
  if (choice.scheduler == Scheduler::heap)
    return make_loop_with<Dim, HeapQueue, Walls>(gas, start, cells, choice);
  return make_loop_with<Dim, CalendarQueue, Walls>(gas, start, cells, choice);
}

}  // namespace clausius
