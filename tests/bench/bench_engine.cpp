#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "engine/queues/calendar_queue.h"
#include "engine/queues/heap_queue.h"
#include "engine/spheres/event_loop.h"

// Benchmarks of the parts of the event loop: search (prediction of a batch), cells, queue,
// crossing. Times measured in one session are comparable; times of two sessions are not.

// The idiom `for (auto _ : state)` never reads `_`.
// NOLINTBEGIN(clang-analyzer-deadcode.DeadStores)

namespace clausius {
namespace {

constexpr std::array<double, 2> kPackingFractions = {0.3, 0.01};

// Unit spheres near the places of a crystal, with Gaussian velocities.
State<3> spheres(double packing_fraction, int side, double& edge) {
  const int count = 4 * side * side * side;
  edge = std::cbrt(count * std::numbers::pi / 6 / packing_fraction);
  const double spacing = edge / side;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  const auto gaussian = [&] { return Vec<3>(normal(random), normal(random), normal(random)); };
  State<3> state;
  for (int c = 0; c < count / 4; ++c)
    for (const Vec<3>& in_cell : {Vec<3>(.25, .25, .25), Vec<3>(.75, .75, .25),
                                  Vec<3>(.75, .25, .75), Vec<3>(.25, .75, .75)}) {
      const std::array<int, 3> at = {c % side, c / side % side, c / side / side};
      const Vec<3> corner(at[0], at[1], at[2]);
      state.position.emplace_back((corner + in_cell) * spacing);
      state.velocity.push_back(gaussian());
      state.species.push_back(0);
    }
  return state;
}

Gas<3> one_species() {
  Gas<3> gas;
  gas.species = {{1, 1}};
  gas.restitution = Eigen::MatrixXd::Ones(1, 1);
  return gas;
}

// Data that a search needs, and the particles in an order that no cache predicts.
struct Fixture {
  double edge = 0;
  State<3> state;
  HugeVector<ParticleRecord<3>> records;
  HugeVector<EventRecord<3>> events;
  GridLevels<3> grid;
  Kinds<3> kinds;
  Shells shells;
  SearchContext<3> context;
  std::array<Id, 4096> order;
  std::size_t turn = 0;

  explicit Fixture(double packing_fraction)
      : state(spheres(packing_fraction, 10, edge)),
        records(state.size()),
        events(state.size()),
        grid(Box<3>{Vec<3>::Constant(edge)},
             CellPlan{{std::max(1 + 1e-9, std::cbrt(0.5 * edge * edge * edge / 4000))}},
             state.size()),
        kinds(one_species(), state),
        shells(one_species(), state),
        context{records,
                grid,
                {edge, edge, edge},
                {1 / edge, 1 / edge, 1 / edge},
                kinds,
                shells,
                HugeVector<double>(kLanes, 0.5),
                {}} {
    std::mt19937_64 random(2);
    std::uniform_int_distribution<Id> any(0, static_cast<Id>(state.size() - 1));
    for (Id& id : order) id = any(random);
    for (Id id = 0; id < state.size(); ++id) {
      records[id].begin_flight(state.position[id], state.velocity[id], 0);
      grid.locate(state.position[id], events[id]);
      grid.insert(id, events[id]);
      events[id].crossing_axis = static_cast<std::uint8_t>(id % 3);
      events[id].crossing_step = id % 2 == 0 ? 1 : -1;
    }
  }
  Id next() { return order[turn++ % order.size()]; }
};

template <class Search>
void search_all(benchmark::State& state) {
  Fixture gas(kPackingFractions[static_cast<std::size_t>(state.range(0))]);
  Search search;
  for (auto _ : state) {
    const Id i = gas.next();
    search.all(gas.context, i, gas.events[i], 0.01);
    benchmark::DoNotOptimize(gas.events[i]);
  }
  state.counters["pairs"] =
      benchmark::Counter(static_cast<double>(search.pair_tests()), benchmark::Counter::kIsRate);
}
BENCHMARK_TEMPLATE(search_all, VectorSearch<3>)->DenseRange(0, 1);
BENCHMARK_TEMPLATE(search_all, ScalarSearch<3, false>)->DenseRange(0, 1);

void cross_and_search(benchmark::State& state) {
  Fixture gas(kPackingFractions[static_cast<std::size_t>(state.range(0))]);
  VectorSearch<3> search;
  for (auto _ : state) {
    const Id i = gas.next();
    search.layer(gas.context, i, gas.events[i], 0.01);
    benchmark::DoNotOptimize(gas.events[i]);
  }
}
BENCHMARK(cross_and_search)->DenseRange(0, 1);

void move_to_next_cell(benchmark::State& state) {
  Fixture gas(0.3);
  for (auto _ : state) {
    const Id i = gas.next();
    gas.grid.cross(i, gas.events[i]);
  }
}
BENCHMARK(move_to_next_cell);

// The hold model: take the next event, and schedule a new one for its particle after an exponential
// delay.
template <template <int> class Queue>
void queue_hold(benchmark::State& state) {
  HugeVector<EventRecord<3>> events(static_cast<std::size_t>(state.range(0)));
  std::mt19937_64 random(3);
  std::exponential_distribution<double> wait;
  std::array<double, 4096> waits;
  for (double& w : waits) w = wait(random);
  std::size_t turn = 0;
  for (auto& event : events) event.time = waits[turn++ % waits.size()] + 1e-6 * wait(random);
  Queue<3> queue(events);
  queue.reset(0);
  for (auto _ : state) {
    const Id id = queue.next(kNever, NoLookAhead{}).value();
    events[id].time += waits[turn++ % waits.size()];
    queue.schedule(id);
  }
}
BENCHMARK_TEMPLATE(queue_hold, CalendarQueue)->Arg(4000)->Arg(32000)->Arg(500000);
BENCHMARK_TEMPLATE(queue_hold, HeapQueue)->Arg(4000)->Arg(32000)->Arg(500000);

// The whole loop, 1000 collisions at a time, with the crossings and stale contacts among them.
void thousand_collisions(benchmark::State& state) {
  double edge = 0;
  const State<3> start =
      spheres(kPackingFractions[static_cast<std::size_t>(state.range(0))], 10, edge);
  Gas<3> gas;
  gas.box.size = Vec<3>::Constant(edge);
  gas.species = {{1, 1}};
  gas.restitution = Eigen::MatrixXd::Ones(1, 1);
  gas.wall_restitution = {1};
  const auto engine = make_engine<3>(gas, start, {});
  engine->advance(Engine<3>::kForever, 40000, nullptr);
  const auto events = [&] {
    const EngineCounters counters = engine->counters();
    return static_cast<double>(counters.collisions + counters.cell_crossings + counters.stale);
  };
  const double before = events();
  for (auto _ : state) engine->advance(Engine<3>::kForever, 1000, nullptr);
  state.counters["events"] = benchmark::Counter(events() - before, benchmark::Counter::kIsRate);
}
BENCHMARK(thousand_collisions)->DenseRange(0, 1);

// Steps of a gas of disks of diameter 2 between walls, 40 square units each: a quarter of a
// diameter at the root mean square speed. items_per_second counts particles.
void steps(benchmark::State& state) {
  const auto side = static_cast<int>(state.range(0));
  const double spacing = std::sqrt(40.0);
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  State<2> start;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      start.position.emplace_back(spacing * (column + 0.5), spacing * (row + 0.5));
      start.velocity.emplace_back(normal(random), normal(random));
      start.species.push_back(0);
    }
  Gas<2> gas;
  gas.box.size = Vec<2>::Constant(spacing * side);
  gas.box.periodic.fill(false);
  gas.species = {{2, 1}};
  gas.restitution = Eigen::MatrixXd::Ones(1, 1);
  gas.wall_restitution = {1};
  EngineOptions options;
  options.mode = Mode::time_step;
  options.time_step = 0.25 * 2 / std::numbers::sqrt2;
  const auto engine = make_engine<2>(gas, start, options);
  const auto go_on = [&](int steps) {
    const double end = engine->next_stop(engine->time() + (steps - 0.5) * options.time_step);
    engine->advance(end, Engine<2>::kNoLimit, nullptr);
  };
  go_on(100);
  for (auto _ : state) go_on(1);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * side * side);
  state.counters["contacts"] =
      benchmark::Counter(static_cast<double>(engine->counters().collisions) /
                             static_cast<double>(engine->counters().steps),
                         benchmark::Counter::kDefaults);
}
BENCHMARK(steps)->Arg(32)->Arg(256)->Arg(1024);

}  // namespace
}  // namespace clausius

// NOLINTEND(clang-analyzer-deadcode.DeadStores)

BENCHMARK_MAIN();
