#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "engine/drive.h"
#include "engine/engine.h"
#include "measure/collisions/changing_flights.h"
#include "measure/measured_run.h"
#include "measure/transport/displacements.h"
#include "named.h"
#include "physics/ensemble.h"
#include "statistics/multi_tau.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// A slow, independent account of a gas: at each event it looks at the velocities of all particles.
template <int Dim>
class SlowAccount final : public Observer<Dim> {
 public:
  using Each = std::function<void(const CollisionRecord<Dim>&)>;

  SlowAccount(const Gas<Dim>& gas, const State<Dim>& start, double degrees_of_freedom, Each each)
      : gas_(gas),
        state_(start),
        degrees_of_freedom_(degrees_of_freedom),
        each_(std::move(each)),
        first_root_(root()),
        time_(start.size()),
        path_(start.size()) {}

  void on_collision(const CollisionRecord<Dim>& collision) override {
    fly(collision.time);
    each_(collision);
    state_.velocity[collision.first] = collision.first_after;
    state_.velocity[collision.second] = collision.second_after;
    for (const std::uint32_t id : {collision.first, collision.second}) time_[id] = path_[id] = 0;
  }
  void turn(const State<Dim>& state) {
    fly(state.time);
    state_.velocity = state.velocity;
  }
  /// ∫√(T/T₀) dt and the path of a particle since its last collision.
  [[nodiscard]] double time(std::uint32_t id) const { return time_[id]; }
  [[nodiscard]] double path(std::uint32_t id) const { return path_[id]; }
  /// Instants at multiples of `step` of the integral since the start, and √(T₀/T) there.
  std::vector<std::pair<double, double>> ticks;
  double step = 1e9;

 private:
  [[nodiscard]] double root() const {
    return std::sqrt(2 * kinetic_energy(gas_, state_) / degrees_of_freedom_);
  }
  void fly(double time) {
    const double dt = time - state_.time, slow = root() / first_root_;
    for (; step * static_cast<double>(ticks.size()) <= whole_ + dt * slow;)
      ticks.emplace_back(state_.time + (step * static_cast<double>(ticks.size()) - whole_) / slow,
                         1 / slow);
    whole_ += dt * slow;
    for (std::size_t id = 0; id < time_.size(); ++id) {
      time_[id] += dt * slow;
      path_[id] += dt * state_.velocity[id].norm();
    }
    state_.time = time;
  }

  Gas<Dim> gas_;
  State<Dim> state_;
  double degrees_of_freedom_;
  Each each_;
  double first_root_;
  std::vector<double> time_, path_;
  double whole_ = 0;
};

/// The records of a run whose measured part begins with the start.
template <int Dim>
void begin_measured(MeasuredRun<Dim>& run, const Ensemble<Dim>& ensemble) {
  const auto speeds = squared_speeds(ensemble.gas, ensemble.start);
  const auto moments = moments_of_state(ensemble.gas, ensemble.start, speeds);
  run.books.begin(run.books.instant(ensemble.start.time, moments));
}

MeasurementOptions options_of_flights() {
  MeasurementOptions options;
  options.species_names = {"a"};
  return options;
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("Flights of a gas that cools are those of a slow account of all energies",
                       "", ((int Dim), Dim), 2, 3) {
  const Ensemble<Dim> ensemble({0.1, {kind(40)}, 3, false, 0.7});
  MeasuredRun<Dim> run(ensemble.gas, ensemble.start, options_of_flights());
  begin_measured(run, ensemble);
  ChangingFlights<Dim> flights(run.measured, ensemble.start, true);
  std::size_t seen = 0;
  SlowAccount<Dim>* slow = nullptr;
  SlowAccount<Dim> account(ensemble.gas, ensemble.start, ensemble.freedom(), [&](const auto& hit) {
    const auto [first, second] = flights.end(hit);
    CHECK(first.time == Approx(slow->time(hit.first)).epsilon(1e-9).margin(1e-12));
    CHECK(second.time == Approx(slow->time(hit.second)).epsilon(1e-9).margin(1e-12));
    CHECK(second.path == Approx(slow->path(hit.second)).epsilon(1e-9).margin(1e-12));
    ++seen;
  });
  slow = &account;
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  engine->advance(Engine<Dim>::kForever, 400, &account);
  CHECK(seen == 400);
  CHECK(flights.kt() == Approx(ensemble.kt(engine->state())).epsilon(1e-10));
  CHECK(flights.kt() < 0.4);
}

TEST_CASE("Paths of a gas that is kicked in flight are those of a slow account of all flights") {
  const Ensemble<3> ensemble({0.1, {kind(40)}, 3, false, 0.8});
  MeasuredRun<3> run(ensemble.gas, ensemble.start, options_of_flights());
  begin_measured(run, ensemble);
  ChangingFlights<3> flights(run.measured, ensemble.start, false);
  std::size_t seen = 0;
  SlowAccount<3>* slow = nullptr;
  SlowAccount<3> account(ensemble.gas, ensemble.start, ensemble.freedom(), [&](const auto& hit) {
    const auto [first, second] = flights.end(hit);
    CHECK(first.time == hit.first_free_time);
    CHECK(first.path == Approx(slow->path(hit.first)).epsilon(1e-9).margin(1e-12));
    CHECK(second.path == Approx(slow->path(hit.second)).epsilon(1e-9).margin(1e-12));
    ++seen;
  });
  slow = &account;
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  Drive<3> kicks(RandomKicks{2, 0.05}, 5, 0, 0);
  while (seen < 400) {
    engine->advance(kicks.next(), Engine<3>::kNoLimit, &account);
    State<3> state = engine->state();
    kicks.act(ensemble.gas, state);
    engine->set_velocities(state);
    account.turn(state);
    flights.turn(state, ensemble.kt(state));
    CHECK(flights.kt() == Approx(ensemble.kt(state)));
  }
  CHECK(kicks.actions() > 20);
}

TEST_CASE("Displacements of a gas that cools, at equal steps of its own time") {
  const Ensemble<3> ensemble({0.1, {kind(30)}, 3, false, 0.7});
  MeasuredRun<3> run(ensemble.gas, ensemble.start, options_of_flights());
  begin_measured(run, ensemble);
  const double step = 0.1;
  Displacements<3> diffusion;
  diffusion.begin(ensemble.start, {step}, {1});
  ThermalClock<3> clock;
  clock.begin(run.measured);
  diffusion.follow(clock);
  SlowAccount<3> account(ensemble.gas, ensemble.start, ensemble.freedom(),
                         [&](const auto& hit) { diffusion.add(hit); });
  account.step = step;
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  engine->advance(Engine<3>::kForever, 400, &account);
  diffusion.end_interval(engine->time(), ensemble.kt(engine->state()));

  // A second time, stopped at each tick and, for the images, in between.
  const auto again = make_engine(ensemble.gas, ensemble.start);
  std::vector<Vec<3>> path(ensemble.start.size(), Vec<3>::Zero());
  std::vector<std::vector<Vec<3>>> paths, velocities;
  State<3> before = ensemble.start;
  for (const auto& [time, scale] : account.ticks) {
    constexpr int kParts = 40;
    const double from = before.time;
    for (int part = 1; part <= kParts; ++part) {
      again->advance(from + (time - from) * part / kParts, Engine<3>::kNoLimit, nullptr);
      const State<3> now = again->state();
      for (std::size_t i = 0; i < path.size(); ++i)
        path[i] += ensemble.gas.box.minimum_image(now.position[i] - before.position[i]);
      before = now;
    }
    paths.push_back(path);
    velocities.push_back(before.velocity);
    for (Vec<3>& v : velocities.back()) v *= scale;
  }
  REQUIRE(paths.size() > 50);
  const Table table = diffusion.table({"a"}, unit_names(false, 3), {{}}, {});
  for (const std::size_t index : {0, 3, 7}) {
    const auto lag = static_cast<std::size_t>(MultiTau<int>::lag(index));
    double square = 0, product = 0, pairs = 0;
    for (std::size_t k = Displacements<3>::kPairSpacing; k < paths.size();
         k += Displacements<3>::kPairSpacing)
      for (std::size_t i = 0; i < path.size(); ++i) {
        square += (paths[k][i] - paths[k - lag][i]).squaredNorm();
        product += velocities[k][i].dot(velocities[k - lag][i]);
        ++pairs;
      }
    CHECK(column(table, "square_displacement")[index] == Approx(square / pairs).epsilon(1e-6));
    CHECK(column(table, "autocorrelation")[index] == Approx(product / pairs).epsilon(1e-6));
  }
}
