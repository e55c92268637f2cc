#include "study/run/motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "clausius/core/errors.h"

namespace clausius {

namespace {

// A gas in which no particles collide is given up after a time in which a random gas of this
// density and temperature would have had this many collisions in all: if only chance delays them,
// this happens with probability e^(−number).
constexpr double kCollisionsInVain = 1e4;
// Nor is it given up before each particle would have had this many: on a lattice, however many
// particles there are, none collides until the fastest has crossed the gap to its neighbour.
constexpr double kFlightsInVain = 100;
// Nor before a typical particle has crossed the box this often: parts of the gas may fly towards
// each other.
constexpr double kCrossingsInVain = 2;
// A gas at rest that something outside it sets in motion is given up after this many.
constexpr double kCrossingsAtRest = 1000;

// Number of samples, and part of them, that may be too many or too few.
constexpr double kFewSamples = 0.2, kPartOfSamples = 0.015;

// Parts in which an interval between samples of a cooling gas is gone through, in which a particle
// has this many collisions: the rate falls on the way.
std::int64_t parts_of_interval(double collisions) {
  constexpr double kWhole = 1, kPart = 0.5;
  return collisions > kWhole ? static_cast<std::int64_t>(std::ceil(collisions / kPart)) : 1;
}

// Whether all particles of a free gas have one velocity, so that their distances never change.
template <int Dim>
bool moves_as_one(const Gas<Dim>& gas, const State<Dim>& state) {
  if (!gas.box.all_periodic() || !gas.bodies.empty() || !gas.boundary.obstacles.empty() ||
      gas.boundary.is_sheared())
    return false;
  return std::all_of(state.velocity.begin(), state.velocity.end(),
                     [&](const Vec<Dim>& v) { return v == state.velocity.front(); });
}

}  // namespace

template <int Dim>
Motion<Dim>::Motion(Setup<Dim> setup, const std::vector<ListedMeasurement>& more,
                    std::string_view advice)
    : setup_(std::move(setup)),
      advice_(advice),
      recorder_(setup_.gas, setup_.start, setup_.measurements, more),
      everyone_(recorder_),
      images_(setup_.gas),
      engine_(make_engine(setup_.gas, setup_.start, setup_.engine)),
      rate_(particles(), enskog_rate(setup_.gas, setup_.start, 1),
            crossing_time(estimated_kt(setup_.gas, setup_.start)),
            estimated_kt(setup_.gas, setup_.start)),
      stretch_(crossing_time(estimated_kt(setup_.gas, setup_.start))) {}

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
      in_vain_ = {};
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
void Motion<Dim>::count_images() {
  images_.begin(engine_->state());
  show_to(images_);
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
  const double work = due->act(setup_.gas, state);
  recorder_.on_drive(work, state);
  if (!due->factor() || !engine_->multiply_velocities(*due->factor()))
    engine_->set_velocities(state);
  if (images_.is_on()) images_.look(state);
}

// Time in which a typical particle of a gas of this k_BT crosses the box, at the speed that the
// boundary gives it if it has none of its own; if nothing moves, the time to the next action of a
// drive.
template <int Dim>
double Motion<Dim>::crossing_time(double kt) const {
  double heaviest = 0;
  for (const auto& species : setup_.gas.species) heaviest = std::max(heaviest, species.mass);
  const Box<Dim>& box = setup_.gas.box;
  const double speed = kt > 0 ? std::sqrt(kt / heaviest) : setup_.gas.boundary.speed_it_gives(box);
  if (speed > 0) return box.size.maxCoeff() / speed;
  const double waits = next_action() - time();
  return waits > 0 && waits < kForever ? waits : 1;  // nothing may ever happen: any time will do
}

// Whether something outside the gas sets particles at rest in motion.
template <int Dim>
bool Motion<Dim>::is_set_in_motion() const {
  const Boundary<Dim>& boundary = setup_.gas.boundary;
  return boundary.has_gravity() || boundary.moves() ||
         std::any_of(setup_.drives.begin(), setup_.drives.end(),
                     [](const Drive<Dim>& drive) { return drive.moves_a_gas_at_rest(); });
}

template <int Dim>
void Motion<Dim>::give_up_without_collisions(double dt) {
  const State<Dim> state = engine_->state();
  const double kt = estimated_kt(setup_.gas, state);
  in_vain_.flights += rate_.by_theory(kt) * dt;
  in_vain_.crossings += dt / crossing_time(kt);
  std::string_view reason = "no two particles ever collide";
  if (particles() > 1 && kt > 0) {
    const bool is_late = 0.5 * particles() * in_vain_.flights >= kCollisionsInVain &&
                         in_vain_.flights >= kFlightsInVain &&
                         in_vain_.crossings >= kCrossingsInVain;
    if (!is_late && (is_set_in_motion() || !moves_as_one(setup_.gas, state))) return;
  } else if (particles() > 1) {
    reason = "all particles are at rest and never collide";
    if (is_set_in_motion() && in_vain_.crossings < kCrossingsAtRest) return;
  }
  throw SimulationError(fmt::format("at time {:.17g}: {}; {}", time(), reason, advice_));
}

template <int Dim>
bool Motion<Dim>::sample_until(std::int64_t last_collision, double per_particle,
                               bool equal_intervals, Pauses& pauses,
                               const std::function<void()>& take,
                               const std::function<bool()>& is_enough) {
  while (collisions() < last_collision && !is_enough()) {
    const std::int64_t parts = setup_.cools ? parts_of_interval(per_particle) : 1;
    const auto begin = [&](std::int64_t parts_left) {
      if (!equal_intervals || spacing_ == 0)
        spacing_ = rate_.time_of(per_particle / static_cast<double>(parts));
      begin_interval(parts_left);
    };
    if (!interval_) begin(parts - 1);
    if (!advance(interval_->end, last_collision, pauses)) return false;
    if (collisions() >= last_collision) break;  // the instant of a collision is not a fair sample
    if (interval_->parts_left > 0) {
      end_interval(kinetic_energy(setup_.gas, engine_->motion()));
      begin(interval_->parts_left - 1);
      continue;
    }
    take();
    end_interval(recorder_.run().history.kinetic_energy());
    if (pace_) pace_->pass(collisions());
    interval_.reset();
  }
  return true;
}

template <int Dim>
void Motion<Dim>::begin_interval(std::int64_t parts_left) {
  const double now = time(), factor = pace_ ? pace_->factor() : 1;
  interval_ = {now, collisions(), engine_->next_stop(now + factor * spacing_), parts_left};
  if (!(interval_->end > now))
    throw SimulationError(fmt::format(
        "at time {:.17g}: samples would follow each other after a time of {:.3g}, which is lost in "
        "rounding",
        now, spacing_));
}

template <int Dim>
void Motion<Dim>::end_interval(double energy) {
  rate_.learn(time() - interval_->begin, collisions() - interval_->collisions,
              2 * energy / (Dim * particles()));
}

template <int Dim>
void Motion<Dim>::begin_samples(double per_particle) {
  interval_.reset();
  spacing_ = 0;
  pace_.reset();
  if (per_particle > 0)
    pace_.emplace(0.5 * per_particle * particles(), kFewSamples, kPartOfSamples, collisions());
}

template <int Dim>
State<Dim> Motion<Dim>::look(bool with_positions) const {
  const bool whole = with_positions || recorder_.looks_at_positions() || is_by_steps();
  return whole ? engine_->state() : engine_->motion();
}

template class Motion<2>;
template class Motion<3>;

}  // namespace clausius
