#include "engine/spheres/make_loop.h"

namespace clausius {

template class EventLoop<3, HeapQueue, ScalarSearch<3, false>, HardLaw, BoundaryWalls>;
template class EventLoop<3, HeapQueue, ImageSearch<3, false>, HardLaw, BoundaryWalls>;
template class EventLoop<3, CalendarQueue, VectorSearch<3>, HardLaw, BoundaryWalls>;
template class EventLoop<3, CalendarQueue, ImageSearch<3, false>, HardLaw, BoundaryWalls>;

template <>
std::unique_ptr<Engine<3>> make_bounded_loop(const Gas<3>& gas, const State<3>& start,
                                             const CellPlan& cells, const LoopChoice& choice) {
  return make_loop<3, BoundaryWalls>(gas, start, cells, choice);
}

}  // namespace clausius
