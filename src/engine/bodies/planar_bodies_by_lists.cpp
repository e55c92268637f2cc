#include "engine/bodies/body_loop.h"
#include "engine/bodies/neighbour_lists.h"

namespace clausius {

template std::unique_ptr<Engine<2>> make_body_loop<2, NeighbourLists>(const Gas<2>&,
                                                                      const State<2>&, double,
                                                                      Scheduler);

}  // namespace clausius
