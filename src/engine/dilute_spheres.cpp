#include "engine/calendar_queue.h"
#include "engine/event_loop.h"
#include "engine/overlapping_cells.h"

namespace clausius {

template class EventLoop<3, CollisionQueue, VectorSearch<3, OverlappingCells<3>>>;

}  // namespace clausius
