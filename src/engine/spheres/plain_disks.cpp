#include "engine/spheres/make_loop.h"

namespace clausius {

template class EventLoop<2, HeapQueue, ScalarSearch<2, false>>;
template class EventLoop<2, HeapQueue, ImageSearch<2, false>>;
template class EventLoop<2, CalendarQueue, VectorSearch<2>>;
template class EventLoop<2, CalendarQueue, ImageSearch<2, false>>;
template class EventLoop<2, CalendarQueue, ScalarSearch<2, true>, GrowingLaw>;
template class EventLoop<2, CalendarQueue, ImageSearch<2, true>, GrowingLaw>;

template <>
std::unique_ptr<Engine<2>> make_plain_loop(const Gas<2>& gas, const State<2>& start,
                                           const CellPlan& cells, const LoopChoice& choice) {
  return make_loop<2, PlainWalls>(gas, start, cells, choice);
}

template <>
std::unique_ptr<Engine<2>> make_growing_loop(const Gas<2>& gas, const State<2>& start,
                                             const CellPlan& cells, const Growth& growth,
                                             bool nearest_image_holds) {
  if (nearest_image_holds)
    return std::make_unique<EventLoop<2, CalendarQueue, ScalarSearch<2, true>, GrowingLaw>>(
        gas, start, cells, growth);
  return std::make_unique<EventLoop<2, CalendarQueue, ImageSearch<2, true>, GrowingLaw>>(
      gas, start, cells, growth);
}

}  // namespace clausius
