#include "engine/calendar_queue.h"
#include "engine/event_loop.h"
#include "engine/heap_queue.h"

namespace clausius {

template class EventLoop<2, HeapQueue, VectorSearch<2>, false, true>;
template class EventLoop<2, HeapQueue, ScalarSearch<2, false>, false, true>;
template class EventLoop<2, HeapQueue, ImageSearch<2, false>, false, true>;
template class EventLoop<2, CalendarQueue, VectorSearch<2>, false, true>;
template class EventLoop<2, CalendarQueue, ScalarSearch<2, false>, false, true>;
template class EventLoop<2, CalendarQueue, ImageSearch<2, false>, false, true>;

}  // namespace clausius
