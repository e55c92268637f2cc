#include "engine/spheres/make_loop.h"

namespace clausius {

template class EventLoop<3, HeapQueue, ScalarSearch<3, false>>;
template class EventLoop<3, HeapQueue, ImageSearch<3, false>>;
template class EventLoop<3, CalendarQueue, VectorSearch<3>>;
template class EventLoop<3, CalendarQueue, ImageSearch<3, false>>;
template class EventLoop<3, CalendarQueue, ScalarSearch<3, true>, GrowingLaw>;
template class EventLoop<3, CalendarQueue, ImageSearch<3, true>, GrowingLaw>;

template <>
std::unique_ptr<Engine<3>> make_plain_loop(const Gas<3>& gas, const State<3>& start,
                                           const CellPlan& cells, const LoopChoice& choice) {
  return make_loop<3, PlainWalls>(gas, start, cells, choice);
}

template <>
std::unique_ptr<Engine<3>> make_growing_loop(const Gas<3>& gas, const State<3>& start,
                                             const CellPlan& cells, const Growth& growth,
                                             bool nearest_image_holds) {
  if (nearest_image_holds)
    return std::make_unique<EventLoop<3, CalendarQueue, ScalarSearch<3, true>, GrowingLaw>>(
        gas, start, cells, growth);
  return std::make_unique<EventLoop<3, CalendarQueue, ImageSearch<3, true>, GrowingLaw>>(
      gas, start, cells, growth);
}

}  // namespace clausius
