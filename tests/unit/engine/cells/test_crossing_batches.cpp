#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/core/random.h"
#include "engine/queues/calendar_queue.h"
#include "engine/queues/crossing_batches.h"

using namespace clausius;

namespace {

constexpr std::size_t kParticles = 700;

// Particles that cross, and sometimes have another event instead or none at all.
struct Crossers {
  HugeVector<EventRecord<3>> events{kParticles};
  RandomStream random{5, Stream::test};

  void draw(Id id, double after) {
    EventRecord<3>& event = events[id];
    const double u = random.uniform();
    event.kind = u < 0.8 ? EventKind::crossing : EventKind::collision;
    // Every ninth a slow one, far behind all lists.
    event.time = after + (id % 9 == 0 ? 300 : 1) * -std::log1p(-random.uniform());
    if (u > 0.95) event.time = kNever;
  }
  // All at time 0, those that would be due drawn again.
  void begin(CrossingBatches<3>& batches) {
    for (Id id = 0; id < kParticles; ++id) draw(id, 0);
    batches.choose_span(0, 1, 0.1, 1);
    batches.clear();
    for (Id id = 0; id < kParticles; ++id) {
      if (crosses(id) && batches.is_due(events[id].time)) draw(id, batches.end());
      if (crosses(id)) batches.add(id);
    }
  }
  [[nodiscard]] std::vector<Id> due_before(double time) const {
    std::vector<Id> ids;
    for (Id id = 0; id < kParticles; ++id)
      if (events[id].kind == EventKind::crossing && events[id].time < time) ids.push_back(id);
    return ids;
  }
  [[nodiscard]] bool crosses(Id id) const {
    return events[id].kind == EventKind::crossing && events[id].time < kNever;
  }
};

// Without those that come a second time.
std::vector<Id> in_order(const std::vector<Id>& ids) {
  std::vector<Id> first;
  for (const Id id : ids)
    if (std::find(first.begin(), first.end(), id) == first.end()) first.push_back(id);
  return first;
}

std::vector<Id> once_each(std::vector<Id> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

TEST_CASE("Batches of crossings: each comes when its span is entered, saved and loaded, too") {
  Crossers gas;
  CrossingBatches<3> batches(gas.events);
  gas.begin(batches);
  CrossingBatches<3> loaded(gas.events);
  const auto redraw = [&](Id id) {
    // Nothing is due that is added.
    gas.draw(id, batches.end());
    if (!gas.crosses(id)) return;
    batches.add(id);
    loaded.add(id);
  };
  int different = 0, crossed = 0, lost = 0;
  for (int span = 0; span < 4000; ++span) {
    // One that is loaded goes on in the same order.
    if (span % 500 == 0) {
      from_bytes(to_bytes(batches), loaded);
      CHECK((to_bytes(loaded) == to_bytes(batches)));
    }
    const double end = batches.end();
    CHECK(end > batches.begin());
    const std::vector<Id> due = batches.enter_next();
    CHECK(batches.begin() == end);
    const std::vector<Id> expected = gas.due_before(batches.end());
    if (once_each(due) != expected) ++different;
    std::vector<Id> due_loaded = loaded.enter_next();
    if (in_order(due_loaded) != in_order(due)) ++different;
    for (const Id id : expected) redraw(id);
    crossed += static_cast<int>(expected.size());
    // As if they had been hit.
    for (int k = 0; k < 5; ++k) redraw(static_cast<Id>(gas.random() % kParticles));
    if (span % 50 != 0) continue;
    const std::vector<bool> queued = batches.queued();
    for (Id id = 0; id < kParticles; ++id)
      if (gas.crosses(id) && !queued[id]) ++lost;
  }
  CHECK(different == 0);
  CHECK(lost == 0);
  CHECK(crossed > 20000);

  // A faster particle.
  const double limit = batches.limit(), begin = batches.begin(), end = batches.end();
  const double now = begin + 0.3 * (end - begin);
  batches.shorten_span(now, limit);
  CHECK(batches.limit() == limit);
  batches.shorten_span(now, 10 * limit);
  CHECK(batches.limit() >= 10 * limit);
  CHECK(batches.begin() <= now);
  CHECK(batches.end() > now);
  CHECK(batches.begin() >= begin);
  CHECK(batches.end() <= end);
}

TEST_CASE("Batches of crossings that can't be are not loaded") {
  Crossers gas;
  CrossingBatches<3> batches(gas.events);
  gas.begin(batches);
  const std::string bytes = to_bytes(batches);
  CrossingBatches<3> other(gas.events);
  from_bytes(bytes, other);
  const auto refuses = [&](const auto& harm) {
    const HugeVector<EventRecord<3>> before = gas.events;
    harm();
    CHECK_THROWS_AS(from_bytes(bytes, other), ArchiveError);
    gas.events = before;
  };
  refuses([&] { gas.events.erase(gas.events.begin() + kParticles / 2, gas.events.end()); });
  refuses([&] {
    for (auto& event : gas.events) event.kind = EventKind::collision;
  });
  refuses([&] {
    for (auto& event : gas.events) event.time = 0;
  });
}

TEST_CASE("The queue of collisions does not give crossings") {
  Crossers gas;
  for (Id id = 0; id < kParticles; ++id) gas.draw(id, 0);
  CollisionQueue<3> queue(gas.events);
  queue.reset(0);
  int crossings = 0, disordered = 0;
  double now = 0;
  for (int k = 0; k < 20000; ++k) {
    double earliest = kNever;
    for (const auto& event : gas.events)
      if (event.kind == EventKind::collision) earliest = std::min(earliest, event.time);
    const auto next = queue.next(kNever, NoLookAhead{});
    if (!next) break;
    if (gas.events[*next].kind == EventKind::crossing) ++crossings;
    if (gas.events[*next].time != earliest) ++disordered;
    now = gas.events[*next].time;
    // The collision of another particle is overtaken by a crossing; some time a collision comes
    // after it.
    for (const Id id : {*next, static_cast<Id>(gas.random() % kParticles)}) {
      gas.draw(id, now);
      if (id == *next) gas.events[id].kind = EventKind::collision;
      if (gas.events[id].kind == EventKind::collision) queue.schedule(id);
    }
  }
  CHECK(now > 20);
  CHECK(crossings == 0);
  CHECK(disordered == 0);
  CHECK(!queue.empty());
  for (auto& event : gas.events) event.time = kNever;
  CHECK(queue.empty());
}

TEST_CASE("Batches of crossings: without crossings, spans are as long as is allowed") {
  Crossers gas;
  for (Id id = 0; id < kParticles; ++id) gas.draw(id, 0);
  for (auto& event : gas.events) event.kind = EventKind::collision;
  CrossingBatches<3> batches(gas.events);
  batches.choose_span(0, kNever, 1e-9, 0x1p40);
  CHECK(batches.end() == 0x1p40);
  // No particle flies further than allowed.
  batches.choose_span(0, 1, 0x1p-20, 0x1p40);
  CHECK(batches.end() == 0x1p20);
}
