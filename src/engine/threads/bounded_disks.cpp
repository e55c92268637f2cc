#include "engine/threads/make_threaded_loop.h"

namespace clausius {

extern template class EventLoop<2, CalendarQueue, VectorSearch<2>, HardLaw, BoundaryWalls>;

template <>
std::unique_ptr<Engine<2>> make_threaded_bounded_loop(const Gas<2>& gas, const State<2>& start,
                                                      const CellPlan& cells, std::size_t threads,
                                                      double window) {
  return make_threaded_loop<2, BoundaryWalls>(gas, start, cells, threads, window);
}

}  // namespace clausius
