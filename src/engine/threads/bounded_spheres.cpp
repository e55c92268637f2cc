#include "engine/threads/make_threaded_loop.h"

namespace clausius {

extern template class EventLoop<3, CalendarQueue, VectorSearch<3>, HardLaw, BoundaryWalls>;

template <>
std::unique_ptr<Engine<3>> make_threaded_bounded_loop(const Gas<3>& gas, const State<3>& start,
                                                      const CellPlan& cells, std::size_t threads,
                                                      double window) {
  return make_threaded_loop<3, BoundaryWalls>(gas, start, cells, threads, window);
}

}  // namespace clausius
