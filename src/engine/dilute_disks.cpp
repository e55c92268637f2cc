#include "engine/calendar_queue.h"
#include "engine/event_loop.h"
#include "engine/overlapping_cells.h"

namespace clausius {

template class EventLoop<2, CollisionQueue, VectorSearch<2, OverlappingCells<2>>>;

}  // namespace clausius
