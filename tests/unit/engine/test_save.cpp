#include <catch2/catch.hpp>
#include <random>

#include "clausius/core/archive.h"
#include "clausius/core/errors.h"
#include "sanitized.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/saved.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

// An engine saved repeatedly, and each time continued by a new one, gives the same as an
// uninterrupted one.
template <int Dim>
void check_saving(Gas<Dim> gas, const State<Dim>& start, const EngineOptions& options,
                  double restitution, double duration = 60) {
  gas.restitution.fill(restitution);
  gas.contact_duration = restitution < 1 || !gas.boundary.is_plain() ? 1e-3 : 0;
  const auto through = make_engine(gas, start, options);
  auto stopped = make_engine(gas, start, options);
  Recorder<Dim> seen_through, seen_stopped;
  for (const double part : {0.01, 0.37, 0.5, 0.9, 1.0}) {
    const double until = through->next_stop(duration * part);
    through->advance(until, Engine<Dim>::kNoLimit, &seen_through);
    stopped->advance(until, Engine<Dim>::kNoLimit, &seen_stopped);
    const std::string bytes = saved(*stopped);
    stopped = make_engine(gas, start, options);
    LoadArchive archive(bytes);
    stopped->load_from(archive);
    CHECK(archive.left() == 0);
    CHECK((saved(*stopped) == bytes));
    CHECK(stopped->time() == through->time());
    CHECK(stopped->record_hash() == through->record_hash());
  }
  CHECK(static_cast<double>(through->counters().collisions) > 0.8 * duration);
  CHECK((to_bytes(seen_stopped.seen) == to_bytes(seen_through.seen)));
  CHECK((to_bytes(stopped->counters()) == to_bytes(through->counters())));
}

const std::vector<EngineOptions> kSchedulers{{Scheduler::calendar}, {Scheduler::heap}};

}  // namespace

TEMPLATE_TEST_CASE_SIG("an engine of spheres that is saved goes on bit for bit", "[engine]",
                       ((int Dim), Dim), 2, 3) {
  for (const bool walls : {false, true})
    for (const double e : {1.0, 0.8})
      for (const double edge : {8.0, 4.1}) {  // so few cells that images are searched
        SmallGas<Dim> system({{1, 1}, {0.3, 0.5}}, Dim == 3 ? 40 : 12, Vec<Dim>::Constant(edge), 5);
        system.gas.box.periodic.fill(!walls);
        system.place(Dim == 3 ? 40 : 12, 5);
        for (const EngineOptions& options : kSchedulers)
          check_saving<Dim>(system.gas, system.start, options, e);
        check_saving<Dim>(system.gas, system.start, steps_of(0.02), e);
        // So dilute that cells overlap.
        system.gas.box.size.setConstant(Dim == 3 ? 30 : 70);
        system.place(300, 6);
        check_saving<Dim>(system.gas, system.start, {}, e, 20);
      }
}

TEST_CASE("an engine with gravity and walls of all kinds that is saved goes on bit for bit",
          "[engine]") {
  with_worldly_boundaries(20, 4, [](auto system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    for (const double e : {1.0, 0.8}) check_saving<Dim>(system.gas, system.start, {}, e);
    roughen(system, 4);
    // Not until they have come to rest.
    check_saving<Dim>(system.gas, system.start, {}, 0.9, 8);
    check_saving<Dim>(system.gas, system.start, steps_of(0.02), 0.9, 8);
  });
}

TEST_CASE("an engine of a sheared box that is saved goes on bit for bit", "[engine]") {
  with_shear(20, 4, [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    for (const double e : {1.0, 0.8}) check_saving<Dim>(system.gas, system.start, {}, e);
  });
}

TEST_CASE("an engine of rigid bodies that is saved goes on bit for bit", "[engine]") {
  const Shape capsule = Capsule{0.5, 1};
  const Shape hook = Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}};
  for (const bool walls : {false, true})
    for (const double e : {1.0, 0.8})
      for (EngineOptions options : kSchedulers)
        for (const bool listed : {false, true}) {
          options.neighbour_lists = listed;
          const BodyGas<3> system({capsule, hook}, 20, {5.5, 5.5, 5.5}, 3, {!walls, true, true});
          check_saving<3>(system.gas, system.start, options, e);
          BodyGas<2> flat({capsule, hook}, 12, {7, 8}, 4, {!walls, true});
          check_saving<2>(flat.gas, flat.start, options, e);
          if (walls) continue;
          BodyGas<3> sheared = system;
          sheared.gas.boundary.shear_rate = 0.3;
          check_saving<3>(sheared.gas, sheared.start, options, e);
          flat.gas.boundary.shear_rate = -0.2;
          check_saving<2>(flat.gas, flat.start, options, e);
        }
}

namespace {

// An engine that loads saved bytes with a few changes either continues or refuses them.
template <int Dim>
void check_altered(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options) {
  const auto engine = make_engine(gas, start, options);
  engine->advance(5, Engine<Dim>::kNoLimit, nullptr);
  const std::string bytes = saved(*engine);
  std::mt19937_64 random(1);
  int refused = 0;
  for (int k = 0; k < (kAddressSanitizer ? 400 : 1000); ++k) {
    std::string altered = bytes;
    for (int change = 0; change <= k % 3; ++change) {
      const std::size_t place = random() % bytes.size();
      altered[place] = static_cast<char>(random());
    }
    const auto other = make_engine(gas, start, options);
    try {
      LoadArchive archive(altered);
      other->load_from(archive);
      other->advance(other->next_stop(other->time() + 0.2), 50, nullptr);
    } catch (const ArchiveError&) {
      ++refused;
    } catch (const SimulationError&) {
      ++refused;
    }
  }
  CHECK(refused > 10);
}

}  // namespace

TEST_CASE("an engine goes on from an altered state or refuses it", "[engine]") {
  SmallGas<3> spheres({{1, 1}}, 10, Vec<3>(6, 6, 6), 3);
  spheres.gas.box.periodic.fill(false);
  spheres.place(10, 5);
  check_altered<3>(spheres.gas, spheres.start, {});
  check_altered<3>(spheres.gas, spheres.start, steps_of(0.02));
  // So dilute that cells overlap.
  spheres.gas.box.size.setConstant(30);
  spheres.place(100, 6);
  check_altered<3>(spheres.gas, spheres.start, {});
  const BodyGas<3> bodies({Capsule{0.5, 1}}, 10, {5.5, 5.5, 5.5}, 3, {false, true, true});
  EngineOptions options;
  for (const bool listed : {false, true}) {
    options.neighbour_lists = listed;
    check_altered<3>(bodies.gas, bodies.start, options);
  }
}
