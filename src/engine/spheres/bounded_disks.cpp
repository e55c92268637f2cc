#include "engine/spheres/make_loop.h"

namespace clausius {

template class EventLoop<2, HeapQueue, ScalarSearch<2, false>, HardLaw, BoundaryWalls>;
template class EventLoop<2, HeapQueue, ImageSearch<2, false>, HardLaw, BoundaryWalls>;
template class EventLoop<2, CalendarQueue, VectorSearch<2>, HardLaw, BoundaryWalls>;
template class EventLoop<2, CalendarQueue, ImageSearch<2, false>, HardLaw, BoundaryWalls>;

template <>
std::unique_ptr<Engine<2>> make_bounded_loop(const Gas<2>& gas, const State<2>& start,
                                             const CellPlan& cells, const LoopChoice& choice) {
  return make_loop<2, BoundaryWalls>(gas, start, cells, choice);
}

}  // namespace clausius
