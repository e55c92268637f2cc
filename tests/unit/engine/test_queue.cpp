#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/random.h"
#include "engine/queues/calendar_queue.h"
#include "engine/queues/heap_queue.h"

using namespace clausius;

namespace {

/// Counts how often the calendar opens a page of bins.
struct PageCount : NoLookAhead {
  std::int64_t pages = 0;
  [[nodiscard]] static bool wanted() { return true; }
  void fetch_rest() { ++pages; }
};

/// Records the particles whose events are announced, and how far ahead.
struct Shown : NoLookAhead {
  std::vector<bool> to_far, to_middle, to_near;
  explicit Shown(std::size_t particles)
      : to_far(particles), to_middle(particles), to_near(particles) {}
  [[nodiscard]] static bool wanted() { return true; }
  void far(Id id) { to_far[id] = true; }
  void middle(Id id) { to_middle[id] = to_far[id]; }
  void near(Id id) { to_near[id] = to_middle[id]; }
};

/// Factor by which the event rate changes, after a number of events.
double haste(std::int64_t events, std::int64_t particles) {
  constexpr double kHaste[] = {1, 300, 1e-3, 1, 1e6};
  return kHaste[std::min<std::int64_t>(events / (20 * particles), 4)];
}

}  // namespace

TEST_CASE("The calendar gives the events of the heap however their rate changes", "[engine]") {
  for (const std::size_t particles : {2, 40, 3000}) {
    CAPTURE(particles);
    HugeVector<EventRecord<3>> events(particles);
    RandomStream random(particles, Stream::velocities);
    const auto delay = [&](double haste) { return -std::log1p(-random.uniform()) / haste; };
    for (Id id = 0; id < particles; ++id) {
      events[id].time = delay(1);
      events[id].contacts = {};
    }
    CalendarQueue<3> calendar(events);
    HeapQueue<3> heap(events);
    calendar.reset(0);
    heap.reset(0);
    const auto count = static_cast<std::int64_t>(particles);
    PageCount opened;
    std::int64_t different = 0, pages_before = 0;
    for (std::int64_t k = 0; k < 100 * count; ++k) {
      const auto next = calendar.next(kNever, opened);
      REQUIRE(next);
      if (next != heap.next(kNever, NoLookAhead{})) ++different;
      events[*next].time += delay(haste(k, count));
      calendar.schedule(*next);
      heap.schedule(*next);
      // Sometimes the event of another particle, as if it had been hit.
      if (k % 3 == 0) {
        const auto other = static_cast<Id>(random() % particles);
        events[other].time = std::max(events[*next].time, events[other].time);
        calendar.schedule(other);
        heap.schedule(other);
      }
      if (particles == 3000 && k % (20 * count) == 10 * count) pages_before = opened.pages;
      if (particles == 3000 && k % (20 * count) == 20 * count - 1) {
        const double in_page =
            10.0 * static_cast<double>(count) / static_cast<double>(opened.pages - pages_before);
        CAPTURE(k, in_page);
        CHECK(in_page > 2);
        CHECK(in_page < 8);
      }
    }
    CHECK(different == 0);
  }
}

TEST_CASE("The calendar shows every event before it comes, far off, nearer, near", "[engine]") {
  constexpr std::size_t kParticles = 30000;
  HugeVector<EventRecord<3>> events(kParticles);
  RandomStream random(5, Stream::velocities);
  for (auto& event : events) {
    event.time = random.uniform();
    event.contacts = {};
  }
  CalendarQueue<3> calendar(events);
  calendar.reset(0);
  Shown shown(kParticles);
  std::size_t come = 0, unseen = 0;
  while (const auto next = calendar.next(kNever, shown)) {
    events[*next].time = kNever;
    // The first ones come too soon.
    if (++come > 200 && !shown.to_near[*next]) ++unseen;
  }
  CHECK(come == kParticles);
  CHECK(unseen == 0);
}

TEST_CASE("The calendar gives the events of the heap through all its wheels", "[engine]") {
  constexpr std::size_t kParticles = 20000;
  // Few of the entries are overtaken, or most.
  for (const int others : {0, 2}) {
    CAPTURE(others);
    HugeVector<EventRecord<3>> events(kParticles);
    RandomStream random(7, Stream::velocities);
    // Some events are far off: behind the ring, behind the wheels.
    const auto delay = [&] {
      constexpr double kScale[] = {1, 1, 1, 1, 1, 5, 30, 300};
      return -std::log1p(-random.uniform()) * kScale[random() % 8];
    };
    for (auto& event : events) {
      event.time = delay();
      event.contacts = {};
    }
    CalendarQueue<3> calendar(events);
    HeapQueue<3> heap(events);
    calendar.reset(0);
    heap.reset(0);
    const auto reschedule = [&](Id id, double now) {
      events[id].time = now + delay();
      calendar.schedule(id);
      heap.schedule(id);
    };
    std::size_t different = 0, not_queued = 0;
    for (std::size_t k = 0; k < 40 * kParticles; ++k) {
      const auto next = calendar.next(kNever, NoLookAhead{});
      REQUIRE(next);
      if (next != heap.next(kNever, NoLookAhead{})) ++different;
      const double now = events[*next].time;
      reschedule(*next, now);
      for (int other = 0; other < others; ++other)
        reschedule(static_cast<Id>(random() % kParticles), now);
      if (k % (4 * kParticles) == 0)
        for (const bool queued : calendar.queued()) not_queued += queued ? 0 : 1;
    }
    CHECK(different == 0);
    CHECK(not_queued == 0);
  }
}

TEST_CASE("The calendar gives the events of the heap where times run out of digits", "[engine]") {
  constexpr std::size_t kParticles = 3000;
  HugeVector<EventRecord<3>> events(kParticles);
  RandomStream random(11, Stream::velocities);
  const auto delay = [&] { return static_cast<double>(random() % 3) * 0x1p-52; };
  for (auto& event : events) {
    event.time = 1 + delay();
    event.contacts = {};
  }
  CalendarQueue<3> calendar(events);
  HeapQueue<3> heap(events);
  calendar.reset(1);
  heap.reset(1);
  int different = 0;
  for (std::size_t k = 0; k < 20 * kParticles; ++k) {
    const auto next = calendar.next(2, NoLookAhead{});
    REQUIRE(next);
    if (next != heap.next(2, NoLookAhead{})) ++different;
    events[*next].time += 0x1p-52 + delay();
    calendar.schedule(*next);
    heap.schedule(*next);
  }
  CHECK(different == 0);
}
