#include "study/motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "clausius/core/errors.h"

namespace clausius {

namespace {

// Number of collisions that a random gas of this density and temperature would have had by the time
// at which a gas without any is given up. If only chance delays them, this happens with probability
// e^(−number).
constexpr double kGivenUpAfter = 1e4;

}  // namespace

template <int Dim>
Motion<Dim>::Motion(Setup<Dim> setup, const std::vector<ListedMeasurement>& more,
                    std::string_view advice)
    : setup_(std::move(setup)),
      advice_(advice),
      recorder_(setup_.gas, setup_.start, setup_.measurements, more),
      everyone_(recorder_),
      engine_(make_engine(setup_.gas, setup_.start, setup_.engine)),
      rate_(particles(), enskog_rate(setup_.gas, setup_.start, 1), crossing_time(),
            estimated_kt(setup_.gas, setup_.start)),
      stretch_(crossing_time()) {}

template <int Dim>
bool Motion<Dim>::advance(double until, std::int64_t last_collision, Pauses& pauses) {
  using Clock = std::chrono::steady_clock;
  while (time() < until && collisions() < last_collision) {
    const bool stops = pauses.must_stop();
    pauses.before_stretch(stops);
    if (stops) return false;
    const double before = time();
    const std::int64_t collisions_before = collisions();
    const auto wall_start = Clock::now();
    const double pause = engine_->next_stop(std::min(before + stretch_.time(), pauses.next_time()));
    advance_driven(std::min(until, pause),
                   std::min({last_collision, collisions_before + stretch_.collisions(),
                             pauses.next_collision()}),
                   pauses);
    const double seconds = std::chrono::duration<double>(Clock::now() - wall_start).count();
    const std::int64_t done = collisions() - collisions_before;
    if (last_collision != kNoLimit && done == 0)
      give_up_without_collisions(time() - before);
    else
      expected_in_vain_ = 0;
    stretch_.adapt(seconds, done, time() - before);
    pauses.after_stretch();
  }
  return true;
}

// As Engine::advance, including the actions of drives.
template <int Dim>
void Motion<Dim>::advance_driven(double until, std::int64_t last_collision, const Pauses& pauses) {
  Observer<Dim>* const observer =
      everyone_.others.empty() ? static_cast<Observer<Dim>*>(&recorder_) : &everyone_;
  while (true) {
    const double action = engine_->next_stop(next_action());
    const double target = std::min(until, action);
    const StopReason reason = engine_->advance(target, last_collision - collisions(), observer);
    if (reason != StopReason::reached_time || target != action) return;
    act();
    if (pauses.must_stop()) return;
  }
}

template <int Dim>
double Motion<Dim>::next_action() const {
  double next = kForever;
  for (const Drive<Dim>& drive : setup_.drives) next = std::min(next, drive.next());
  return next;
}

// Lets the drive act whose time has come.
template <int Dim>
void Motion<Dim>::act() {
  const auto due =
      std::min_element(setup_.drives.begin(), setup_.drives.end(),
                       [](const auto& a, const auto& b) { return a.next() < b.next(); });
  State<Dim> state = engine_->state();
  recorder_.add_work(due->act(setup_.gas, state));
  engine_->set_velocities(state);
}

// Time in which a typical particle crosses the box.
template <int Dim>
double Motion<Dim>::crossing_time() const {
  const double kt = estimated_kt(setup_.gas, setup_.start);
  double heaviest = 0;
  for (const auto& species : setup_.gas.species) heaviest = std::max(heaviest, species.mass);
  return kt > 0 ? setup_.gas.box.size.maxCoeff() * std::sqrt(heaviest / kt) : 1;
}

template <int Dim>
void Motion<Dim>::give_up_without_collisions(double dt) {
  const double kt = estimated_kt(setup_.gas, engine_->state());
  expected_in_vain_ += 0.5 * particles() * rate_.by_theory(kt) * dt;
  if (kt > 0 && particles() > 1 && expected_in_vain_ < kGivenUpAfter) return;
  throw SimulationError(fmt::format(
      "at time {:.17g}: {}; {}", time(),
      kt > 0 ? "no two particles ever collide" : "all particles are at rest and never collide",
      advice_));
}

template <int Dim>
bool Motion<Dim>::sample_until(std::int64_t last_collision, double per_particle,
                               bool equal_intervals, Pauses& pauses,
                               const std::function<void()>& take,
                               const std::function<bool()>& is_enough) {
  while (collisions() < last_collision && !is_enough()) {
    if (!interval_) {
      if (!equal_intervals || spacing_ == 0) spacing_ = rate_.time_of(per_particle);
      const double now = time();
      interval_ = {now, collisions(), engine_->next_stop(now + spacing_)};
      if (!(interval_->end > now))
        throw SimulationError(fmt::format(
            "at time {:.17g}: samples would follow each other after a time of {:.3g}, which is "
            "lost in rounding",
            now, spacing_));
    }
    if (!advance(interval_->end, last_collision, pauses)) return false;
    if (collisions() >= last_collision) break;  // the instant of a collision is not a fair sample
    take();
    rate_.learn(time() - interval_->begin, collisions() - interval_->collisions,
                2 * recorder_.run().history.kinetic_energy() / (Dim * particles()));
    interval_.reset();
  }
  return true;
}

template <int Dim>
void Motion<Dim>::forget_interval() {
  interval_.reset();
  spacing_ = 0;
}

template <int Dim>
State<Dim> Motion<Dim>::look(bool with_positions) const {
  const bool whole = with_positions || recorder_.looks_at_positions() || is_by_steps();
  return whole ? engine_->state() : engine_->motion();
}

template class Motion<2>;
template class Motion<3>;

}  // namespace clausius
