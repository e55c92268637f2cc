#pragma once

#include <memory>

#include "engine/queues/calendar_queue.h"
#include "engine/queues/heap_queue.h"
#include "engine/spheres/event_loop.h"
#include "engine/spheres/event_loops.h"

namespace clausius {

/// For the sources that compile event loops: makes the loop that `choice` selects.
template <int Dim, template <int, class> class Walls>
std::unique_ptr<Engine<Dim>> make_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                       const CellPlan& cells, const LoopChoice& choice) {
  const auto make = [&]<template <int> class Queue, class Search>() {
    return std::make_unique<EventLoop<Dim, Queue, Search, HardLaw, Walls>>(gas, start, cells);
  };
  const bool fast = choice.scheduler == Scheduler::calendar;
  if (!choice.nearest_image_holds) {
    if (fast) return make.template operator()<CalendarQueue, ImageSearch<Dim, false>>();
    return make.template operator()<HeapQueue, ImageSearch<Dim, false>>();
  }
  if (fast) return make.template operator()<CalendarQueue, VectorSearch<Dim>>();
  return make.template operator()<HeapQueue, ScalarSearch<Dim, false>>();
}

}  // namespace clausius
