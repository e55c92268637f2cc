#include "engine/calendar_queue.h"
#include "engine/event_loop.h"
#include "engine/heap_queue.h"

namespace clausius {

template class EventLoop<3, HeapQueue, VectorSearch<3>, false, true>;
template class EventLoop<3, HeapQueue, ScalarSearch<3, false>, false, true>;
template class EventLoop<3, HeapQueue, ImageSearch<3, false>, false, true>;
template class EventLoop<3, CalendarQueue, VectorSearch<3>, false, true>;
template class EventLoop<3, CalendarQueue, ScalarSearch<3, false>, false, true>;
template class EventLoop<3, CalendarQueue, ImageSearch<3, false>, false, true>;

}  // namespace clausius
