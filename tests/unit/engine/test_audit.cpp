#include <algorithm>
#include <catch2/catch.hpp>

#include "clausius/core/archive.h"
#include "engine/audit.h"
#include "engine/bodies/rigid_states.h"
#include "engine/cells/cell_grid.h"
#include "engine/queues/calendar_queue.h"
#include "engine/queues/heap_queue.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/saved.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr std::int64_t kAllPairs = 1000000;

void load(auto& engine, const std::string& bytes) {
  LoadArchive archive(bytes);
  engine.load_from(archive);
}

/// The faults in words, one a line.
std::string faults_of(const auto& engine) {
  std::string text;
  for (const AuditFault& fault : engine.audit(kAllPairs)) {
    for (const auto id : fault.ids) text += std::to_string(id) + ' ';
    text += fault.what + '\n';
  }
  return text;
}

template <int Dim>
void check_healthy(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options) {
  const auto engine = make_engine(gas, start, options);
  CHECK(faults_of(*engine).empty());
  for (int part = 1; part <= 40; ++part) {
    engine->advance(engine->next_stop(0.31 * part), Engine<Dim>::kNoLimit, nullptr);
    CHECK(faults_of(*engine).empty());
    engine->advance(Engine<Dim>::kForever, 3, nullptr);  // stops at a collision
    CHECK(faults_of(*engine).empty());
  }
  CHECK(engine->counters().collisions >= 120);
  const std::string before = saved(*engine);
  (void)engine->audit(kAllPairs);
  CHECK((saved(*engine) == before));
}

/// Two kinds of spheres, moved for a while.
struct Patient {
  SmallGas<3> system{{{1, 1}, {0.5, 2}}, 60, Vec<3>(6, 6, 6), 4};
  std::unique_ptr<Engine<3>> engine;

  explicit Patient(const EngineOptions& options = {})
      : engine(make_engine(system.gas, system.start, options)) {
    engine->advance(5, Engine<3>::kNoLimit, nullptr);
    REQUIRE(faults_of(*engine).empty());
  }

  using Records = HugeVector<ParticleRecord<3>>;
  using Events = HugeVector<EventRecord<3>>;

  /// The faults found by an audit after `damage(records, events)`.
  template <class Damage>
  std::string after(const Damage& damage) {
    const std::string bytes = saved(*engine);
    LoadArchive archive(bytes);
    Records records;
    Events events;
    archive(records, events);
    damage(records, events);
    load(*engine, to_bytes(records, events) + bytes.substr(bytes.size() - archive.left()));
    std::string faults = faults_of(*engine);
    load(*engine, bytes);
    REQUIRE(faults_of(*engine).empty());
    return faults;
  }
};

/// Whether the event is a collision with a particle that has not been overtaken.
bool is_collision(const Patient::Records& records, const EventRecord<3>& event) {
  const Contact& contact = event.contacts.first;
  return event.kind == EventKind::collision && contact.partner < records.size() &&
         records[contact.partner].hits == contact.hits;
}

}  // namespace

TEST_CASE("A healthy gas passes every audit", "[engine]") {
  for (const Scheduler scheduler : {Scheduler::calendar, Scheduler::heap}) {
    const EngineOptions options{scheduler};
    with_all_boundaries(
        30, 3, [&](const auto& system) { check_healthy(system.gas, system.start, options); });
    with_narrow_boxes(5, [&](const auto& system) {
      if (system.start.size() > 1) check_healthy(system.gas, system.start, options);
    });
    SmallGas<3> levels({{2, 8}, {0.2, 1}}, 200, Vec<3>(11, 11, 11), 6);
    check_healthy(levels.gas, levels.start, options);
    levels.gas.restitution.fill(0.7);
    levels.gas.contact_duration = 1e-3;
    check_healthy(levels.gas, levels.start, options);
    SmallGas<3> dilute({{1, 1}, {0.8, 2}}, 300, Vec<3>(28, 29, 30), 6);
    check_healthy(dilute.gas, dilute.start, options);
    dilute.gas.restitution.fill(0.6);
    dilute.gas.contact_duration = 1e-3;
    dilute.gas.box.periodic = {true, false, true};
    dilute.place(300, 6);
    check_healthy(dilute.gas, dilute.start, options);
  }
  with_worldly_boundaries(30, 3,
                          [&](const auto& system) { check_healthy(system.gas, system.start, {}); });
  with_all_boundaries(
      30, 3, [&](const auto& system) { check_healthy(system.gas, system.start, steps_of(0.02)); });
}

TEST_CASE("A healthy gas of bodies passes every audit", "[engine]") {
  const Shape capsule = Capsule{0.5, 1};
  const Shape hook = Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}};
  for (const bool walls : {false, true}) {
    const BodyGas<3> system({capsule, hook}, 20, {5.5, 5.5, 5.5}, 3, {!walls, true, true});
    const BodyGas<2> flat({capsule, hook}, 12, {7, 8}, 4, {!walls, true});
    for (const bool listed : {false, true}) {
      EngineOptions options;
      options.neighbour_lists = listed;
      check_healthy(system.gas, system.start, options);
      check_healthy(flat.gas, flat.start, options);
      options.scheduler = Scheduler::heap;
      BodyGas<3> granular = system;
      granular.gas.restitution.fill(0.8);
      granular.gas.contact_path = 3e-3;
      check_healthy(granular.gas, granular.start, options);
    }
  }
}

TEST_CASE("An audit looks at all pairs, or at some particles beside all others", "[engine]") {
  using Pair = std::pair<Id, Id>;
  for (const std::size_t particles : {1, 2, 16, 17, 33, 100}) {
    const auto pairs_of = [&](std::int64_t most, std::int64_t turn) {
      std::vector<Pair> pairs;
      for_audited_pairs(particles, most, turn, [&](Id i, Id j) { pairs.emplace_back(i, j); });
      std::sort(pairs.begin(), pairs.end());
      return pairs;
    };
    std::vector<Pair> all;
    for (Id i = 0; i < particles; ++i)
      for (Id j = i + 1; j < particles; ++j) all.emplace_back(i, j);
    CHECK(pairs_of(kAllPairs, 5) == all);
    if (particles < 2) continue;
    for (const std::int64_t stride : {2, 3, 7}) {
      if (stride > std::ssize(all)) continue;
      const auto square = static_cast<std::int64_t>(particles * particles);
      for (const std::int64_t turn : {0, 5}) {
        std::vector<Pair> some;
        const std::int64_t used = std::min<std::int64_t>(stride, std::ssize(all));
        for (Id i = static_cast<Id>(turn % used); i < particles; i += static_cast<Id>(used))
          for (Id j = 0; j < particles; ++j)
            if (j != i) some.emplace_back(i, j);
        CHECK(pairs_of((square + stride - 1) / stride, turn) == some);
      }
    }
  }
}

TEST_CASE("An audit finds damaged particles, events and cells, and whose they are", "[engine]") {
  using Records = Patient::Records;
  using Events = Patient::Events;
  for (const Scheduler scheduler : {Scheduler::calendar, Scheduler::heap}) {
    Patient patient({scheduler});
    // The pair that is to collide next.
    Id first = 0, second = 0;
    (void)patient.after([&](const Records& records, const Events& events) {
      double next = kNever;
      for (Id id = 0; id < events.size(); ++id)
        if (is_collision(records, events[id]) && events[id].time < next) {
          next = events[id].time;
          first = id;
          second = events[id].contacts.first.partner;
        }
    });
    const std::string pair =
        std::to_string(std::min(first, second)) + ' ' + std::to_string(std::max(first, second));

    // Absent from both: found by testing all pairs.
    const std::string missed = patient.after([&](Records&, Events& events) {
      for (const Id id : {first, second}) {
        events[id].time = kNever;
        events[id].contacts = {};
      }
    });
    CHECK_THAT(missed, Catch::Contains(pair + " touch at time") &&
                           Catch::Contains(std::to_string(first) + " is "));
    // Reversed: they will be elsewhere then.
    const std::string turned =
        patient.after([&](Records& records, Events&) { records[first].v() *= -1.0; });
    CHECK_THAT(turned, Catch::Contains("are to collide at time"));
    CHECK_THAT(turned, Catch::Contains(std::to_string(first) + ' ' + std::to_string(second)));
    CHECK_THAT(patient.after([&](Records&, Events& events) { events[first].time *= 0.999; }),
               Catch::Contains(std::to_string(first) + ' ' + std::to_string(second) +
                               " are to collide at time"));
    CHECK_THAT(patient.after([](Records&, Events& events) { events[7].time = 0.01; }),
               Catch::StartsWith("7 its event at time") && Catch::Contains("is overdue"));
    CHECK_THAT(patient.after([](Records&, Events& events) {
      events[7].cell[1] = (events[7].cell[1] + 2) % 4;
    }),
               Catch::StartsWith("7 is ") && Catch::Contains("outside its cell"));
    CHECK_THAT(patient.after([&](Records& records, Events&) { records[first].r()[0] += 1e-6; }),
               Catch::Contains(std::to_string(first) + ' ' + std::to_string(second) +
                               " are to collide at time"));
  }
}

TEST_CASE("An audit finds each collision that would be missed, across the edges too", "[engine]") {
  // With four cells along each axis most events are collisions.
  Patient patient({.cell_edge = 1.3});
  Patient::Records at;
  Patient::Events to_come;
  (void)patient.after([&](const auto& records, const auto& events) {
    at = records;
    to_come = events;
  });
  const double now = patient.engine->time();
  int found = 0, across = 0;
  for (Id id = 0; id < to_come.size(); ++id) {
    if (!is_collision(at, to_come[id])) continue;
    const Contact contact = to_come[id].contacts.first;
    const Vec<3> apart = at[contact.partner].position_at(now) - at[id].position_at(now);
    ++found;
    if ((apart.array().abs() > 3).any()) ++across;
    // Both have another event just after that.
    const std::string missed = patient.after([&](auto&, auto& events) {
      for (const Id one : {id, contact.partner}) {
        events[one].kind = EventKind::crossing;
        events[one].time = contact.time + 1e-3;
        events[one].contacts = {};
      }
    });
    const Id first = std::min(id, contact.partner), second = std::max(id, contact.partner);
    CHECK_THAT(missed, Catch::Contains(std::to_string(first) + ' ' + std::to_string(second) +
                                       " touch at time"));
  }
  CHECK(found > 10);
  CHECK(across > 2);
}

TEST_CASE("An audit of bodies finds one whose motion is another", "[engine]") {
  const Shape capsule = Capsule{0.5, 2};
  const BodyGas<3> system({capsule}, 20, {7, 7, 7}, 3);
  for (const bool listed : {false, true}) {
    EngineOptions options;
    options.neighbour_lists = listed;
    const auto engine = make_engine(system.gas, system.start, options);
    engine->advance(5, Engine<3>::kNoLimit, nullptr);
    const std::string bytes = saved(*engine);
    // The motions are at the end, that of particle 19 last.
    const std::string_view last =
        std::string_view(bytes).substr(bytes.size() - to_bytes(RigidState{}).size());
    RigidState state;
    from_bytes(last, state);
    const auto after = [&](const RigidState& damaged) {
      load(*engine, bytes.substr(0, bytes.size() - last.size()) + to_bytes(damaged));
      return faults_of(*engine);
    };
    CHECK(after(state).empty());
    RigidState faster = state;
    faster.v *= 30;
    CHECK_THAT(after(faster), Catch::StartsWith("19 is ") && Catch::Contains("outside where"));
    // Turned into a neighbour: candidates hold lower bounds, so the two touch before either's
    // event.
    RigidState elsewhere = state;
    const State<3> now = engine->state();
    elsewhere.r = now.position[0] + Vec<3>(0.05, 0, 0);
    elsewhere.time = now.time;
    CHECK_THAT(after(elsewhere), Catch::Contains("19"));
  }
}

TEST_CASE("An audit of time steps finds overlaps and particles that are not themselves",
          "[engine]") {
  Patient patient(steps_of(0.01));
  const std::string bytes = saved(*patient.engine);
  // After the number of bodies: r, v, time, radius of each.
  const auto after = [&](std::size_t body, std::size_t number, double value) {
    std::string damaged = bytes;
    std::memcpy(&damaged[sizeof(std::uint64_t) + (8 * body + number) * sizeof(double)], &value,
                sizeof(double));
    load(*patient.engine, damaged);
    return faults_of(*patient.engine);
  };
  double x[3];
  std::memcpy(x, &bytes[sizeof(std::uint64_t) + 8 * sizeof(double)], sizeof(x));
  (void)after(0, 0, x[0]);
  CHECK_THAT(after(5, 7, 0.1), Catch::Contains("has the radius 0.1"));
  CHECK_THAT(after(5, 6, 1e6), Catch::Contains("is ahead of the clock"));
  // Onto another one.
  std::string moved = bytes;
  const std::size_t body = 8 * sizeof(double);
  std::copy_n(bytes.begin() + sizeof(std::uint64_t), body,
              moved.begin() + static_cast<std::ptrdiff_t>(sizeof(std::uint64_t) + 2 * body));
  load(*patient.engine, moved);
  CHECK_THAT(faults_of(*patient.engine), Catch::Contains(" overlap by "));
}

TEMPLATE_TEST_CASE_SIG("A queue knows whose event it holds", "[engine]",
                       ((bool kCalendar), kCalendar), true, false) {
  HugeVector<EventRecord<3>> events(500);
  for (Id id = 0; id < events.size(); ++id) {
    events[id].time = 0.01 * (1 + id * 37 % 500) * (id % 50 == 0 ? 1000 : 1);
    events[id].contacts.first.partner = id;
  }
  using Queue = std::conditional_t<kCalendar, CalendarQueue<3>, HeapQueue<3>>;
  Queue queue(events);
  queue.reset(0);
  const auto missing = [&] {
    std::vector<Id> ids;
    const std::vector<bool> queued = queue.queued();
    for (Id id = 0; id < events.size(); ++id)
      if (!queued[id]) ids.push_back(id);
    return ids;
  };
  for (int k = 0; k < 5000; ++k) {
    const auto next = queue.next(kNever, NoLookAhead{});
    REQUIRE(next);
    events[*next].time += 0.5 + 0.001 * (*next % 7);
    queue.schedule(*next);
    if (k % 100 == 0) CHECK(missing().empty());
  }
  events[17].time *= 1.5;  // without an update of the queue
  CHECK((missing() == std::vector<Id>{17}));
  queue.schedule(17);
  CHECK(missing().empty());
}

TEST_CASE("A grid knows which particles are filed in it", "[engine]") {
  CellGrid<3> grid(Box<3>{Vec<3>(6, 6, 6)}, 1, 100);
  CellGrid<3>::Coordinates cell{};
  for (Id id = 0; id < 100; ++id) {
    grid.locate(Vec<3>(id % 6, id % 2, 0), cell);
    grid.insert(id, cell);
  }
  CHECK(grid.filed() == 100);
  CHECK(grid.count_of(99, cell) == 1);
  CHECK(grid.count_of(98, cell) == 0);
  grid.insert(99, cell);
  CHECK(grid.count_of(99, cell) == 2);
  CHECK(grid.filed() == 101);
}
