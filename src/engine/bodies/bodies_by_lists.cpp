#include "engine/bodies/body_loop.h"
#include "engine/bodies/neighbour_lists.h"

namespace clausius {

template std::unique_ptr<Engine<3>> make_body_loop<3, NeighbourLists>(const Gas<3>&,
                                                                      const State<3>&, double,
                                                                      Scheduler);

}  // namespace clausius
