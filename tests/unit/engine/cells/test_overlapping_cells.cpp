#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "clausius/core/random.h"
#include "engine/cells/overlapping_cells.h"

using namespace clausius;

namespace {

constexpr double kDiameter = 1;

// Points that fly through each other, are sometimes kicked and reflected by walls. Two that are
// within a diameter must have been candidates since the flight of either last changed.
template <int Dim>
struct Swarm {
  Box<Dim> box;
  OverlappingCells<Dim> grid;
  RandomStream random;
  HugeVector<ParticleRecord<Dim>> records;
  HugeVector<EventRecord<Dim>> events;
  std::vector<std::set<Id>> met;
  typename OverlappingCells<Dim>::Candidates candidates;
  double now = 0;
  double span = 0, end = 0;  // crossings are made ahead of time, up to the end of such a span
  std::size_t meetings = 0, most = 0;

  Swarm(const Box<Dim>& in, double edge, Id count, std::uint64_t seed)
      : box(in),
        grid(in, {{}, edge, kDiameter}, count),
        random(seed, Stream::test),
        records(count),
        events(count),
        met(count) {
    for (Id id = 0; id < count; ++id) {
      Vec<Dim> r, v;
      for (int k = 0; k < Dim; ++k) {
        const double low = box.periodic[k] ? 0 : 0.5 * kDiameter;
        // Every third one in a crowd at the lower corner.
        const double high = id % 3 == 0 ? 3 : box.size[k] - low;
        r[k] = low + (high - low) * random.uniform();
        v[k] = id % 11 == 0 ? 0 : 2 * random.uniform() - 1;
      }
      records[id].begin_flight(r, v, 0);
    }
    grid.file_all(count, [&](Id id) { return filed(id); });
    for (Id id = 0; id < count; ++id) enter_all(id);
  }

  Filed<Dim> filed(Id id) { return {id, events[id], records[id], now}; }

  // Its crossings before the end of the span.
  void cross_ahead(Id id) {
    while (true) {
      const double crossing = grid.next_crossing(filed(id));
      if (!(crossing < end)) return;
      note(id, grid.enter_new({id, events[id], records[id], crossing}, candidates));
    }
  }
  void begin_span() {
    grid.forget_before(now);
    end = now + span;
    for (Id id = 0; id < records.size(); ++id) cross_ahead(id);
  }

  void note(Id id, std::size_t end) {
    const std::set<Id> others(candidates.begin(),
                              candidates.begin() + static_cast<std::ptrdiff_t>(end));
    CHECK(others.count(id) == 0);
    for (const Id other : others) {
      met[id].insert(other);
      met[other].insert(id);
    }
    ++meetings;
    most = std::max(most, end);
  }
  void enter_all(Id id) {
    for (auto& others : met) others.erase(id);
    met[id].clear();
    note(id, grid.enter_all(filed(id), candidates));
  }

  // Time at which a wall reflects the particle, and the axis of that wall.
  std::pair<double, int> wall(Id id) const {
    std::pair<double, int> first{kNever, 0};
    for (int k = 0; k < Dim; ++k) {
      const double v = records[id].v()[k];
      if (box.periodic[k] || v == 0) continue;
      const double to = v > 0 ? box.size[k] - 0.5 * kDiameter : 0.5 * kDiameter;
      const double time = std::max(now, records[id].time() + (to - records[id].r()[k]) / v);
      first = std::min(first, {time, k});
    }
    return first;
  }

  void step(double next_kick) {
    double time = next_kick;
    Id who = 0;
    int axis = -2;  // −2 kick, −1 crossing
    for (Id id = 0; id < records.size(); ++id) {
      const double crossing = grid.next_crossing(filed(id));
      if (crossing < time) {
        time = crossing;
        who = id;
        axis = -1;
      }
      if (const auto [hit, across] = wall(id); hit < time) {
        time = hit;
        who = id;
        axis = across;
      }
    }
    now = time;
    if (axis == -1) {
      note(who, grid.enter_new(filed(who), candidates));
      return;
    }
    if (axis == -2) who = static_cast<Id>(random() % records.size());
    Vec<Dim> v = records[who].v();
    if (axis >= 0)
      v[axis] = -v[axis];
    else
      for (int k = 0; k < Dim; ++k) v[k] = 2 * random.uniform() - 1;
    records[who].begin_flight(box.wrap(records[who].position_at(now)), v, now);
    enter_all(who);
    cross_ahead(who);
  }

  // Pairs within a diameter that were not candidates.
  int missed() const {
    int missed = 0;
    for (Id i = 0; i < records.size(); ++i)
      for (Id j = 0; j < i; ++j) {
        const Vec<Dim> r =
            box.minimum_image(records[j].position_at(now) - records[i].position_at(now));
        if (r.norm() <= kDiameter && met[i].count(j) == 0) ++missed;
      }
    return missed;
  }
};

template <int Dim>
void check_cells(const Box<Dim>& box, double edge, std::uint64_t seed, double span = 0) {
  constexpr Id kCount = 90;
  Swarm<Dim> swarm(box, edge, kCount, seed);
  swarm.span = span;
  int missed = 0, misfiled = 0, close = 0;
  for (int kick = 1; kick <= 500; ++kick) {
    const double until = 0.02 * kick;
    if (swarm.now >= swarm.end) swarm.begin_span();
    while (swarm.now < until) {
      swarm.step(until);
      missed += swarm.missed();
    }
    for (Id id = 0; id < kCount; ++id) {
      const Vec<Dim> r = swarm.records[id].position_at(swarm.now);
      misfiled += swarm.grid.is_filed(swarm.filed(id)) ? 0 : 1;
      misfiled += swarm.grid.outside(swarm.filed(id), r, swarm.now) < 1e-9 ? 0 : 1;
      close += static_cast<int>(swarm.met[id].size());
    }
    // Filed again, as after loading a state: nothing is lost.
    if (kick % 50 == 0 && span == 0) {
      swarm.grid.file_all(kCount, [&](Id id) { return swarm.filed(id); });
      CHECK(swarm.grid.filed() == kCount);
    }
  }
  CHECK(missed == 0);
  CHECK(misfiled == 0);
  CHECK(close > 1000);
  CHECK(swarm.meetings > 800);
  CHECK(swarm.most > 20);  // cells overflow
}

}  // namespace

TEST_CASE("Overlapping cells: particles in contact were candidates since either's flight changed",
          "[engine]") {
  check_cells<3>({{11.5, 12, 13}, {true, true, true}}, 2.2, 1);
  check_cells<3>({{11.5, 12, 8}, {true, true, false}}, 1.1, 2);
  check_cells<3>({{9, 8, 10}, {false, false, false}}, 4, 3);
  check_cells<2>({{20, 30}, {true, true}}, 3.1, 4);
  check_cells<2>({{11, 30}, {true, false}}, 1.7, 5);
}

TEST_CASE("Overlapping cells may be entered ahead of time", "[engine]") {
  check_cells<3>({{11.5, 12, 13}, {true, true, true}}, 2.2, 1, 0.2);
  check_cells<3>({{11.5, 12, 8}, {true, true, false}}, 1.1, 2, 1);
  check_cells<2>({{20, 30}, {true, true}}, 3.1, 4, 1.4);
}

namespace {

// Several at once, beside the same one after the other.
template <int Dim>
void check_at_once(const Box<Dim>& box, double edge, std::uint64_t seed) {
  constexpr Id kCount = 300;
  Swarm<Dim> single(box, edge, kCount, seed);
  Swarm<Dim> several(box, edge, kCount, seed);
  std::vector<std::uint8_t> owners;
  int different = 0, met = 0;
  for (int round = 0; round < 100; ++round) {
    Id ids[kLanes];
    Flight<Dim, Lanes> flights;
    HugeVector<double> radii(kLanes, 0.5);
    std::set<Id> chosen;
    for (int lane = 0; lane < kLanes; ++lane) {
      do {
        ids[lane] = static_cast<Id>(single.random() % kCount);
      } while (single.events[ids[lane]].crossing_step == 0 || !chosen.insert(ids[lane]).second);
      const auto flight = several.records[ids[lane]].flight(radii.data());
      for (int k = 0; k < Dim; ++k) {
        flights.r[k][lane] = flight.r[k];
        flights.v[k][lane] = flight.v[k];
      }
      flights.time[lane] = flight.time;
    }
    const std::size_t end =
        several.grid.enter_new(ids, flights, several.events, several.candidates, owners);
    std::size_t next = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
      const Id id = ids[lane];
      EventRecord<Dim>& event = single.events[id];
      const std::size_t count =
          single.grid.enter_new({id, event, single.records[id], event.time}, single.candidates);
      for (std::size_t k = 0; k < count; ++k, ++next) {
        REQUIRE(next < end);
        different += several.candidates[next] != single.candidates[k] ? 1 : 0;
        different += owners[next] != lane ? 1 : 0;
      }
      const EventRecord<Dim>& other = several.events[id];
      different += other.time != event.time ? 1 : 0;
      different += other.crossing_axis != event.crossing_axis ? 1 : 0;
      different += other.crossing_step != event.crossing_step ? 1 : 0;
      for (int k = 0; k < Dim; ++k) different += other.cell[k] != event.cell[k] ? 1 : 0;
    }
    CHECK(next == end);
    met += static_cast<int>(end);
    // They start again elsewhere, as do others.
    for (int k = 0; k < 2 * kLanes; ++k) chosen.insert(static_cast<Id>(single.random() % kCount));
    for (const Id id : chosen) {
      Vec<Dim> r, v;
      for (int k = 0; k < Dim; ++k) {
        r[k] = box.size[k] * single.random.uniform();
        v[k] = 2 * single.random.uniform() - 1;
      }
      for (Swarm<Dim>* const swarm : {&single, &several}) {
        swarm->now = 0.02 * round;
        swarm->grid.forget_before(swarm->now);
        swarm->records[id].begin_flight(r, v, swarm->now);
        swarm->enter_all(id);
      }
    }
  }
  CHECK(different == 0);
  CHECK(met > 1000);
}

}  // namespace

TEST_CASE("Overlapping cells: several crossings at once are those of one after the other",
          "[engine]") {
  check_at_once<3>({{11.5, 12, 13}, {true, true, true}}, 2.2, 1);
  check_at_once<3>({{11.5, 12, 8}, {true, false, false}}, 1.3, 2);
  check_at_once<3>({{9, 8, 10}, {false, false, false}}, 4, 3);
  check_at_once<2>({{20, 30}, {true, true}}, 3.1, 4);
  check_at_once<2>({{11, 30}, {true, false}}, 1.7, 5);
}

TEST_CASE("Overlapping cells detect particles outside the cells in which they are filed",
          "[engine]") {
  const Box<3> box{{20, 20, 20}};
  OverlappingCells<3> grid(box, {{}, 4, kDiameter}, 1);
  ParticleRecord<3> record;
  record.begin_flight(Vec<3>(9, 10, 11), Vec<3>(1, 0.1, 0), 0);
  EventRecord<3> event;
  const Filed<3> filed{0, event, record, 0};
  OverlappingCells<3>::Candidates nobody;
  CHECK(grid.enter_all(filed, nobody) == 0);
  CHECK(event.time == Approx(2.5).epsilon(1e-6));  // at 11.5 the cell from 12 on begins to reach
  CHECK(grid.next_crossing(filed) == event.time);
  CHECK(grid.filed() == 1);
  CHECK(grid.is_filed(filed));
  CHECK(grid.outside(filed, record.position_at(2), 2) == 0);
  CHECK(grid.outside(filed, Vec<3>(11.7, 10, 11), 2.7) == Approx(0.2));
  CHECK(grid.outside(filed, record.position_at(2), 4) > 1);  // its time is over
  EventRecord<3> elsewhere = event;
  elsewhere.cell[1] += 1;
  CHECK(!grid.is_filed({0, elsewhere, record, 0}));
  CHECK(grid.holds(0, elsewhere));
  elsewhere.cell[1] = 10;
  CHECK(!grid.holds(0, elsewhere));
}
