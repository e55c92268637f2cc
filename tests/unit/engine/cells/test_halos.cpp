#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <vector>

#include "engine/cells/grid_levels.h"
#include "sanitized.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

// Small ones among a few wide ones of two sizes, filed in cells at random.
template <int Dim>
struct Filed {
  Box<Dim> box;
  CellPlan plan;
  std::vector<EventRecord<Dim>> events;
  std::mt19937_64 random;

  Filed(const Box<Dim>& of, std::size_t particles, unsigned seed) : box(of), random(seed) {
    plan.least_edges = {1.1};
    plan.widest_other = 1.1;
    plan.wide = {{2, 2.6}, {5, 1.7}, {6, 2.6}};
    events.resize(particles);
    for (Id id = 0; id < particles; ++id) {
      Vec<Dim> r;
      for (int k = 0; k < Dim; ++k)
        r[k] = std::uniform_real_distribution<double>(0, box.size[k])(random);
      events[id].level = is_wide(id) ? 1 : 0;
      GridLevels<Dim>(box, plan, particles).locate(r, events[id]);
    }
  }
  [[nodiscard]] bool is_wide(Id id) const { return id == 2 || id == 5 || id == 6; }
  [[nodiscard]] GridLevels<Dim> grid() const {
    GridLevels<Dim> filed(box, plan, events.size());
    for (Id id = 0; id < events.size(); ++id) filed.insert(id, events[id]);
    return filed;
  }
};

std::multiset<Id> as_set(const std::vector<Id>& candidates, std::size_t end, Id self) {
  std::multiset<Id> set(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(end));
  set.erase(self);
  return set;
}

// Smallest distance of two that stay in these cells.
template <int Dim>
double least_distance(const GridLevels<Dim>& grid, const Box<Dim>& box, const EventRecord<Dim>& a,
                      const EventRecord<Dim>& b) {
  double squared = 0;
  for (int k = 0; k < Dim; ++k) {
    const auto count = static_cast<int>(grid[0].count()[k]);
    int apart = std::abs(static_cast<int>(a.cell[k]) - static_cast<int>(b.cell[k]));
    if (box.periodic[k]) apart = std::min(apart, count - apart);
    const double gap = std::max(apart - 1, 0) * grid[0].edge()[k];
    squared += gap * gap;
  }
  return std::sqrt(squared);
}

template <int Dim>
void check_candidates(const Box<Dim>& box, unsigned seed) {
  constexpr Id kParticles = 60;
  Filed<Dim> filed(box, kParticles, seed);
  GridLevels<Dim> grid = filed.grid();
  std::vector<Id> candidates;
  const auto reach_of = [&](Id id) {
    for (const WideParticle& wide : filed.plan.wide)
      if (wide.id == id) return wide.reach;
    return 1.1;
  };
  for (int step = 0; step < 300; ++step) {
    // One of them, often a wide one, goes to the next cell.
    const Id id = step % 3 == 0 ? Id{6} : static_cast<Id>(filed.random() % kParticles);
    EventRecord<Dim>& event = filed.events[id];
    event.crossing_axis = static_cast<std::uint8_t>(filed.random() % Dim);
    event.crossing_step = filed.random() % 2 == 0 ? 1 : -1;
    if (grid[0].shifted(event.crossing_axis, event.cell[event.crossing_axis], event.crossing_step) <
        0)
      continue;
    const std::multiset<Id> before = as_set(candidates, grid.gather_all(id, event, candidates), id);
    grid.cross(id, event);
    const std::multiset<Id> added =
        as_set(candidates, grid.gather_layer(id, event, candidates), id);
    const GridLevels<Dim> anew = filed.grid();
    for (Id one = 0; one < kParticles; ++one) {
      INFO("step " << step << ", candidates of " << one);
      const auto found =
          as_set(candidates, grid.gather_all(one, filed.events[one], candidates), one);
      const auto again =
          as_set(candidates, anew.gather_all(one, filed.events[one], candidates), one);
      REQUIRE(found == again);
      for (Id other = 0; other < kParticles; ++other) {
        if (other == one) continue;
        REQUIRE(found.count(other) <= 1);
        const bool both_wide = filed.is_wide(one) && filed.is_wide(other);
        const double reach = std::max(reach_of(one), reach_of(other));
        const bool can_touch =
            both_wide || least_distance(grid, box, filed.events[one], filed.events[other]) < reach;
        if (can_touch) REQUIRE(found.count(other) == 1);
        if (one == id && can_touch) REQUIRE(before.count(other) + added.count(other) >= 1);
        // The one that comes anew is not missed by the others either: they are in its own list.
        REQUIRE(found.count(other) ==
                as_set(candidates, grid.gather_all(other, filed.events[other], candidates), other)
                    .count(one));
      }
    }
  }
  CHECK(grid.filed() == kParticles);
}

}  // namespace

TEST_CASE("Wide particles and those in their halos find each other, wherever they go",
          "[engine][cells]") {
  for (const bool walls : {false, true}) {
    check_candidates<2>({Vec<2>(12, 14), {true, !walls}}, 1);
    check_candidates<3>({Vec<3>(11, 12, 13), {!walls, true, true}}, 2);
  }
}

TEST_CASE("Few large among many small spheres: the trajectory of wide particles is that of levels",
          "[engine][cells]") {
  const auto check = [](const auto& system, auto dim, std::size_t wide, std::size_t levels) {
    constexpr int Dim = decltype(dim)::value;
    const CellPlan plan = plan_cells(system.gas, system.start, 0);
    REQUIRE(plan.wide.size() == wide);
    REQUIRE(plan.least_edges.size() == levels);
    REQUIRE(plan_cells(system.gas, system.start, 1).wide.empty());
    std::vector<std::uint64_t> hashes;
    for (const auto& options :
         {EngineOptions{}, EngineOptions{Scheduler::heap}, EngineOptions{Scheduler::calendar, 1}}) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      for (int part = 0; part < 5; ++part) {
        engine->advance(1e9, fewer_if_sanitized(2000), nullptr);
        REQUIRE(engine->audit(100000).empty());
      }
      hashes.push_back(engine->record_hash());
      CHECK(deepest_overlap(system.gas, engine->state()).depth < 1e-12);
    }
    CHECK(hashes[0] == hashes[1]);
    CHECK(hashes[0] == hashes[2]);
  };
  using Three = std::integral_constant<int, 3>;
  using Two = std::integral_constant<int, 2>;
  const auto few_first = [](std::size_t few, std::size_t many) {
    std::vector<std::uint8_t> kinds(few, 1);
    kinds.resize(few + many, 0);
    return kinds;
  };
  SmallGas<3> one({{1, 1}, {5, 50}}, 1, Vec<3>(13, 14, 15), 1);
  one.place(few_first(1, 400), 1);
  check(one, Three{}, 1, 1);
  SmallGas<3> three({{1, 1}, {10, 3}}, 1, Vec<3>(28, 29, 44), 2);
  three.gas.restitution << 0.9, 0.95, 0.95, 1;
  three.gas.box.periodic[2] = false;
  three.place(few_first(3, 3000), 2);
  check(three, Three{}, 3, 1);
  SmallGas<2> disks({{1, 1}, {20, 4}}, 1, Vec<2>(60, 66), 3);
  disks.place(few_first(2, 1000), 3);
  check(disks, Two{}, 2, 1);
  // So few that all are candidates of all.
  SmallGas<3> few({{1, 1}, {0.7, 2}}, 12, Vec<3>(2.9, 3.1, 3.3), 4);
  check(few, Three{}, 12, 1);
  SmallGas<2> few_disks({{1, 1}}, 6, Vec<2>(3.1, 4), 5);
  check(few_disks, Two{}, 6, 1);
}
