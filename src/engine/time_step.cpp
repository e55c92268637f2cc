#include "engine/time_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "clausius/core/archive.h"
#include "clausius/core/errors.h"
#include "collision/obstacle.h"
#include "collision/resolve.h"
#include "engine/audit.h"
#include "engine/enduring_contact.h"
#include "engine/local_clock.h"
#include "engine/wall_hits.h"

namespace clausius {

namespace {

// In diameters: an overlap that is attributed to rounding (1e-16 of a box up to 10⁵ diameters
// wide). With a hundredth of it, particles that touch would be pushed endlessly; with a hundred
// times as much, overlaps would remain that the audit detects.
constexpr double kTouching = 1e-10;
// Steps after which the particles are put in the order of their cells: they fly a few diameters in
// between, so that neighbours in space stay neighbours in memory.
constexpr std::int64_t kStepsPerSort = 32;
// Numbers of contacts and pushes in one step after which they are taken to be endless: a constant,
// and one per particle.
constexpr std::size_t kMostInStep = 1000000;
constexpr std::size_t kMostInStepPerParticle = 100;
// Number of particles from which they exceed the second-level cache.
constexpr std::size_t kWorthLookingAhead = 12000;
// Distance at which data are prefetched in the order of use, or nearly.
constexpr std::size_t kParticlesAhead = 32;
constexpr std::size_t kPairsAhead = 16;

[[noreturn]] void throw_unresolved(double time_step, double time) {
  throw SimulationError(fmt::format(
      "a step of {:.3g} is below the resolution of the clock at time {:.17g}; use a larger "
      "run.time_step",
      time_step, time));
}

template <int Dim>
bool is_mixed(const Gas<Dim>& gas) {
  return !gas.is_additive() ||
         std::any_of(gas.species.begin(), gas.species.end(), [&](const SphereSpecies& species) {
           return species.is_polydisperse() || species.diameter != gas.species.front().diameter;
         });
}

}  // namespace

template <int Dim>
Flight<Dim, double> TimeStepper<Dim>::Body::flight() const {
  Flight<Dim, double> flight;
  for (int k = 0; k < Dim; ++k) {
    flight.r[k] = r[k];
    flight.v[k] = v[k];
  }
  flight.time = time;
  flight.radius = radius;
  return flight;
}

template <int Dim>
TimeStepper<Dim>::TimeStepper(const Gas<Dim>& gas, const State<Dim>& start, double time_step)
    : gas_(gas),
      plain_(gas.boundary.is_plain()),
      grid_(gas.box, largest_contact_distance(gas), is_mixed(gas), start.size()),
      kinds_(gas, start),
      obstacles_(gas_),
      half_excess_(0.5 * largest_excess(gas)),
      spins_(gas, start),
      start_(start.time),
      time_step_(time_step),
      time_(start.time) {
  for (int k = 0; k < Dim; ++k) {
    edge_[k] = gas_.box.size[k];
    inv_edge_[k] = gas_.box.periodic[k] ? 1 / gas_.box.size[k] : 0;
  }
  bodies_.reserve(start.size());
  tags_.reserve(start.size());
  for (Id id = 0; id < start.size(); ++id) {
    bodies_.push_back({start.position[id], start.velocity[id], 0,
                       0.5 * kinds_.diameter(kinds_.kind_of(id, start.species[id]))});
    tags_.push_back({-kNever, id, start.hits.empty() ? 0 : start.hits[id], start.species[id]});
  }
  begin_epoch();
}

template <int Dim>
StopReason TimeStepper<Dim>::advance(double until, std::int64_t collisions,
                                     Observer<Dim>* observer) {
  const std::int64_t before = counters_.collisions;
  while (counters_.collisions - before < collisions) {
    if (time_ >= until) return StopReason::reached_time;
    if (this->is_interrupted()) return StopReason::interrupted;
    if (at_rest_ && until == Engine<Dim>::kForever) return StopReason::no_more_events;
    if (const double end = end_of(step_ + 1); end <= until) {
      if (end == time_) throw_unresolved(time_step_, time_);
      ++step_;
      step_to(static_cast<double>(step_ - epoch_step_) * time_step_, observer);
      time_ = end;
      if (step_ % kStepsPerSort == 1) sort_bodies();
      if (step_ - epoch_step_ >= epoch_steps_) begin_epoch();
    } else {
      step_to((until - start_) - static_cast<double>(epoch_step_) * time_step_, observer);
      time_ = until;
    }
  }
  return StopReason::reached_collisions;
}

template <int Dim>
double TimeStepper<Dim>::next_stop(double time) const {
  if (time <= time_) return time_;
  if (time == Engine<Dim>::kForever) return time;
  constexpr double kMostSteps = 0x1p53;  // largest number of steps that a double counts exactly
  const double steps = (time - start_) / time_step_;
  if (!(steps < kMostSteps)) throw_unresolved(time_step_, time);
  auto step = std::max(step_ + 1, static_cast<std::int64_t>(steps));
  while (end_of(step) < time) ++step;
  return end_of(step);
}

template <int Dim>
void TimeStepper<Dim>::set_velocities(const State<Dim>& state) {
  spins_.set(state);
  for (Slot slot = 0; slot < bodies_.size(); ++slot) {
    place(slot, bodies_[slot].position_at(now_), now_);
    const Vec<Dim>& v = state.velocity[tags_[slot].id];
    bodies_[slot].v = v - now_ * gas_.boundary.gravity;
    at_rest_ = at_rest_ && v.isZero(0);
  }
}

template <int Dim>
State<Dim> TimeStepper<Dim>::state() const {
  State<Dim> state;
  state.time = time_;
  state.species.resize(bodies_.size());
  state.position.resize(bodies_.size());
  state.velocity.resize(bodies_.size());
  for (Slot slot = 0; slot < bodies_.size(); ++slot) {
    const Id id = tags_[slot].id;
    state.species[id] = tags_[slot].species;
    state.position[id] = gas_.box.wrap(position_of(bodies_[slot], now_));
    state.velocity[id] = velocity_of(bodies_[slot], now_);
  }
  kinds_.copy_to(state);
  spins_.copy_to(state);
  if (draws_at_hits(gas_)) {
    state.hits.resize(bodies_.size());
    for (const Tag& tag : tags_) state.hits[tag.id] = tag.changes;
  }
  return state;
}

template <int Dim>
EngineCounters TimeStepper<Dim>::counters() const {
  EngineCounters counters = counters_;
  counters.pair_tests = grid_.pair_tests();
  return counters;
}

template <int Dim>
std::size_t TimeStepper<Dim>::memory_bytes() const {
  return bytes_of(bodies_) + bytes_of(other_bodies_) + bytes_of(tags_) + bytes_of(other_tags_) +
         grid_.memory_bytes() + obstacles_.memory_bytes() + spins_.memory_bytes();
}

template <int Dim>
std::uint64_t TimeStepper<Dim>::record_hash() const {
  std::vector<const Body*> by_id(bodies_.size());
  for (Slot slot = 0; slot < bodies_.size(); ++slot) by_id[tags_[slot].id] = &bodies_[slot];
  RecordHash hash;
  for (const Body* body : by_id) {
    hash.add_all(body->r);
    hash.add_all(body->v);
    hash.add(body->time);
  }
  spins_.add_to(hash);
  return hash.value();
}

// Cells are filled again every step: they hold no data to be audited.
template <int Dim>
std::vector<AuditFault> TimeStepper<Dim>::audit(std::int64_t most_pairs) const {
  AuditFindings found;
  const double slack = audit_slack(gas_);
  std::vector<int> seen(bodies_.size());
  for (Slot slot = 0; slot < bodies_.size(); ++slot) {
    const Body& body = bodies_[slot];
    const Tag& tag = tags_[slot];
    ++seen.at(tag.id);
    if (body.radius != 0.5 * kinds_.diameter(kind_of(tag)))
      found.add(fmt::format("has the radius {}, which is not its own", body.radius), {tag.id});
    if (!(body.time <= now_))
      found.add(fmt::format("is ahead of the clock, at time {:.17g}", absolute(body.time)),
                {tag.id});
    const Vec<Dim> r = gas_.box.wrap(position_of(body, now_));
    for (int face = 0; face < 2 * Dim; ++face)
      if (const double gap = -depth_in_wall(face, r, body.radius, now_);
          !gas_.box.periodic[face / 2] && !(gap >= -slack))
        found.add(fmt::format("has a gap of {:.3g} to a wall across axis {}", gap, face / 2),
                  {tag.id});
    gas_.boundary.for_obstacles(
        gas_.box, time_, r, r, body.radius,
        [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
          const double depth = depth_in<Dim>(obstacle.shape, r - shift, body.radius);
          if (!obstacle.door && !(depth <= slack))
            found.add(fmt::format("reaches {:.3g} into obstacle {}", depth, index), {tag.id});
        });
  }
  for (Id id = 0; id < seen.size(); ++id)
    if (seen[id] != 1) found.add(fmt::format("is there {} times", seen[id]), {id});
  for_audited_pairs(bodies_.size(), most_pairs, step_, [&](Slot i, Slot j) {
    const Vec<Dim> r =
        gas_.box.minimum_image(bodies_[j].position_at(now_) - bodies_[i].position_at(now_));
    const double gap = r.norm() - contact_distance(i, j);
    if (!(gap >= -slack))
      found.add(fmt::format("overlap by {:.3g}", -gap), {tags_[i].id, tags_[j].id});
  });
  return found.take();
}

template <int Dim>
void TimeStepper<Dim>::save_to(SaveArchive& archive) const {
  archive(*this);
}

template <int Dim>
void TimeStepper<Dim>::load_from(LoadArchive& archive) {
  const std::size_t particles = bodies_.size();
  archive(*this);
  require(bodies_.size() == particles && tags_.size() == particles, "belongs to another gas");
  spins_.check(particles);
  std::vector<bool> seen(particles);
  for (const Tag& tag : tags_) {
    require(tag.id < particles && !seen[tag.id] && tag.species < gas_.species.size(),
            "holds an impossible particle");
    seen[tag.id] = true;
  }
  require(std::isfinite(time_) && std::isfinite(now_), "holds an impossible time");
  require(are_possible(counters_), "holds an impossible count");
  for (const Body& body : bodies_)
    require(can_be_at(gas_, body.r) && can_be_at(gas_, body.position_at(now_ + time_step_)),
            "holds an impossible flight");
}

// --- a step -------------------------------------------------------------------------------------

template <int Dim>
void TimeStepper<Dim>::step_to(double end, Observer<Dim>* observer) {
  end_ = end;
  fallen_ = fallen(end);
  found_.clear();
  const auto note = [this](const std::optional<Correction>& one) {
    if (one) found_.push_back(*one);
  };
  grid_.begin();
  for (Slot slot = 0; slot < bodies_.size(); ++slot) {
    prefetch(&bodies_[std::min(slot + kParticlesAhead, bodies_.size() - 1)]);
    const Vec<Dim> r = gas_.box.wrap(bodies_[slot].position_at(end_) + fallen_);
    grid_.file(slot, r);
    corrections_at_walls(slot, r, note);
  }
  grid_.sort([this](Slot slot) { return bodies_[slot].radius + half_excess_; });
  pairs_.clear();
  grid_.for_each_overlap([this](Slot i, Slot j) { pairs_.push_back({i, j}); });
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const auto& soon = pairs_[std::min(k + kPairsAhead, pairs_.size() - 1)];
    for (const Slot slot : soon) prefetch_particle(slot);
    note(correction_for_pair(pairs_[k][0], pairs_[k][1]));
  }
  std::sort(found_.begin(), found_.end());

  std::size_t left = kMostInStep + kMostInStepPerParticle * bodies_.size();
  for (std::size_t next = 0; next < found_.size() || !found_later_.empty();) {
    const bool later =
        next == found_.size() || (!found_later_.empty() && found_later_.top() < found_[next]);
    const Correction correction = later ? found_later_.top() : found_[next];
    if (later)
      found_later_.pop();
    else
      look_ahead(next++);
    if (is_stale(correction)) continue;
    now_ = correction.time;
    if (left-- == 0)
      throw SimulationError(fmt::format(
          "endless overlaps in the step at time {:.17g}, that of particle {} among them; use a "
          "smaller run.time_step, or collisions.contact_duration in a sticky gas",
          absolute(now_), tags_[correction.first].id));
    carry_out(correction, observer);
  }
  now_ = end_;
  ++counters_.steps;
}

template <int Dim>
void TimeStepper<Dim>::carry_out(const Correction& correction, Observer<Dim>* observer) {
  if (is_wall(correction.second)) {
    const auto face = static_cast<int>(correction.second - kWallBase);
    correction.is_push ? push_inside(correction.first, face, observer)
                       : hit_wall(correction.first, face, observer);
  } else {
    correction.is_push ? push_apart(correction.first, correction.second, observer)
                       : collide(correction.first, correction.second, observer);
  }
}

/// Contacts in the order of their times are scattered over memory: prefetches those to come, first
/// the particles, then what is around them.
template <int Dim>
void TimeStepper<Dim>::look_ahead(std::size_t next) const {
  if (bodies_.size() < kWorthLookingAhead) return;
  const auto both = [&](std::size_t ahead, auto&& fetch) {
    if (next + ahead >= found_.size()) return;
    const Correction& correction = found_[next + ahead];
    fetch(correction.first);
    if (!is_wall(correction.second)) fetch(correction.second);
  };
  both(16, [this](Slot slot) {
    prefetch_particle(slot);
    grid_.prefetch_particle(slot);
  });
  both(10, [this](Slot slot) { grid_.prefetch_cells(slot); });
  both(5, [this](Slot slot) { grid_.prefetch_around(slot); });
}

template <int Dim>
void TimeStepper<Dim>::prefetch_particle(Slot slot) const {
  // Beginnings and ends, because they may straddle two cache lines.
  prefetch(&bodies_[slot]);
  prefetch(&bodies_[slot].radius);
  prefetch(&tags_[slot]);
  prefetch(&tags_[slot].species);
}

/// Relative position and velocity of the two, as nearest images at the end of the step.
template <int Dim>
RelativeMotion<Dim, double> TimeStepper<Dim>::relative_motion(const Body& i, const Body& j) const {
  RelativeMotion<Dim, double> motion(i.flight(), j.flight());
  motion.to_nearest_image(end_, edge_, inv_edge_);
  return motion;
}

namespace {

template <int Dim>
Vec<Dim> separation_at(double time, const RelativeMotion<Dim, double>& motion) {
  Vec<Dim> r;
  for (int k = 0; k < Dim; ++k) r[k] = motion.r[k] + motion.v[k] * (time - motion.time);
  return r;
}

}  // namespace

template <int Dim>
auto TimeStepper<Dim>::correction_for_pair(Slot i, Slot j) const -> std::optional<Correction> {
  const RelativeMotion<Dim, double> motion = relative_motion(bodies_[i], bodies_[j]);
  const double sigma = contact_distance(i, j);
  const double depth = 1 - separation_at(end_, motion).norm() / sigma;
  if (depth <= 0) return std::nullopt;
  return correction(motion.contact_time(sigma), depth, i, j);
}

/// Calls take(correction) for every wall that the particle, at `r` at the end of the step,
/// overlaps.
template <int Dim>
template <class Take>
void TimeStepper<Dim>::corrections_at_walls(Slot i, const Vec<Dim>& r, Take&& take) const {
  if (!plain_) return corrections_at_boundary(i, r, take);
  const Body& body = bodies_[i];
  for (int k = 0; k < Dim; ++k) {
    if (gas_.box.periodic[k]) continue;
    const double farthest = edge_[k] - body.radius;
    const bool high = r[k] > farthest;
    if (!high && r[k] >= body.radius) continue;
    const double gap = high ? farthest - body.r[k] : body.r[k] - body.radius;
    const double speed = high ? body.v[k] : -body.v[k];
    const double contact = speed > 0 ? body.time + std::max(gap / speed, 0.0) : kNever;
    const double depth = high ? r[k] - farthest : body.radius - r[k];
    take(correction(contact, 0.5 * depth / body.radius, i,
                    kWallBase + static_cast<Id>(2 * k + high)));
  }
}

/// Takes the first contact with anything in the rest of the step and, if there is none, a push for
/// each remaining overlap.
template <int Dim>
template <class Take>
void TimeStepper<Dim>::corrections_at_boundary(Slot i, const Vec<Dim>& r, Take&& take) const {
  const Body& body = bodies_[i];
  const double from = std::max(body.time, now_);
  const Contact first = boundary_contact<Dim>(
      gas_, obstacles_,
      {gas_.box.wrap(position_of(body, from)), velocity_of(body, from), gas_.boundary.gravity},
      body.radius, absolute(from), end_ - from);
  if (first.time < kNever) return take(correction(from + first.time, 0, i, first.partner));
  for (int face = 0; face < 2 * Dim; ++face)
    if (const double depth = depth_in_wall(face, r, body.radius, end_);
        depth > 0 && !gas_.box.periodic[face / 2])
      take(correction(kNever, 0.5 * depth / body.radius, i, kWallBase + static_cast<Id>(face)));
  obstacles_.for_each_near(
      gas_, r, absolute(end_),
      [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
        const double depth = depth_in<Dim>(obstacle.shape, r - shift, body.radius);
        if (depth > 0 && !obstacle.door)
          take(correction(kNever, 0.5 * depth / body.radius, i,
                          kWallBase + static_cast<Id>(2 * Dim + index)));
      });
}

/// Depth of overlap of a sphere with the wall of a face; ≤ 0 if there is none.
template <int Dim>
double TimeStepper<Dim>::depth_in_wall(int face, const Vec<Dim>& r, double radius,
                                       double time) const {
  const double gap = r[face / 2] - gas_.boundary.position(gas_.box, face, absolute(time));
  return radius - (face % 2 == 0 ? gap : -gap);
}

/// @param contact its time, or kNever; @param depth of the overlap, in diameters
template <int Dim>
auto TimeStepper<Dim>::correction(double contact, double depth, Slot first, Id second) const
    -> std::optional<Correction> {
  const bool is_push = contact == kNever;
  if (is_push && depth <= kTouching) return std::nullopt;
  const bool at_wall = is_wall(second);
  const Id a = tags_[first].id;
  const Id b = at_wall ? second : tags_[second].id;
  const std::uint64_t order =
      (std::uint64_t{is_push} << 63) | (std::uint64_t{std::min(a, b)} << 32) | std::max(a, b);
  // Rounding may put the contact slightly outside the step, or before one already carried out.
  return Correction{is_push ? end_ : std::clamp(contact, now_, end_),
                    order,
                    first,
                    second,
                    tags_[first].changes,
                    at_wall ? 0 : tags_[second].changes,
                    is_push};
}

template <int Dim>
bool TimeStepper<Dim>::is_stale(const Correction& correction) const {
  return tags_[correction.first].changes != correction.first_changes ||
         (!is_wall(correction.second) &&
          tags_[correction.second].changes != correction.second_changes);
}

// --- correction of an overlap --------------------------------------------------------------------

template <int Dim>
void TimeStepper<Dim>::collide(Slot i, Slot j, Observer<Dim>* observer) {
  if (tags_[i].id > tags_[j].id) std::swap(i, j);
  Body& first = bodies_[i];
  Body& second = bodies_[j];
  const Vec<Dim> r = separation_at(now_, relative_motion(first, second));
  const Vec<Dim> v_first = first.v, v_second = second.v;
  Tag& first_tag = tags_[i];
  Tag& second_tag = tags_[j];
  place(i, first.position_at(now_), now_);
  place(j, second.position_at(now_), now_);
  if (const Vec<Dim> v = v_second - v_first; v.dot(r) < 0) {  // approaching by more than rounding
    const PairOfKinds& pair = kinds_.pair(kind_of(first_tag), kind_of(second_tag));
    const double mu = pair.reduced_mass;
    double e = pair.restitution;
    if (gas_.viscosity > 0) e = viscoelastic_restitution(gas_.viscosity, -v.dot(r) / r.norm());
    const Vec<Dim> line = line_of_centres<Dim>(r, v, kinds_.count() > 1 || spins_.any());
    PairImpulse<Dim> impulse;
    std::optional<SpinChange> spins;
    const double last_hit = std::max(first_tag.last_hit, second_tag.last_hit);
    const bool enduring = is_enduring(e, last_hit);
    if (enduring || e < kHardlyRebounds) {
      if (enduring) e = 1;
      impulse = parting_impulse<Dim>(
          line, v, mu, e,
          (enduring ? least_rebound(gas_, -v.dot(r) / r.norm(), now_ - last_hit) : 0) +
              kLeastRebound * (v_first.norm() + v_second.norm()));
    } else {
      impulse = smooth_impulse<Dim>(line, v, mu, e);
    }
    first.v -= pair.shares.first.times(impulse.kick) * impulse.along;
    second.v += pair.shares.second.times(impulse.kick) * impulse.along;
    if (spins_.any() && !enduring) {
      const auto tangential = spins_.collide({first_tag.id, first_tag.species},
                                             {second_tag.id, second_tag.species}, r, v, &spins);
      first.v += tangential.first_velocity_change;
      second.v += tangential.second_velocity_change;
      impulse.energy_change += tangential.energy_change;
    }
    ++counters_.collisions;
    if (observer != nullptr) {
      CollisionRecord<Dim> collision;
      collision.spins = spins;
      collision.second = second_tag.id;
      collision.second_species = second_tag.species;
      collision.separation = r.norm();
      collision.normal = r / collision.separation;
      collision.contact_point =
          gas_.box.wrap(position_of(first, now_) +
                        collision.normal * kinds_.arm(kind_of(first_tag), kind_of(second_tag)));
      const Vec<Dim> falling = now_ * gas_.boundary.gravity;
      collision.time = absolute(now_);
      collision.first = first_tag.id;
      collision.first_species = first_tag.species;
      collision.first_before = v_first + falling;
      collision.first_after = velocity_of(first, now_);
      collision.first_free_time = free_time(first_tag);
      collision.second_before = v_second + falling;
      collision.second_after = velocity_of(second, now_);
      collision.restitution = e;
      collision.second_free_time = free_time(second_tag);
      collision.impulse = mu * impulse.change().norm();
      collision.predicted_energy_change = impulse.energy_change;
      observer->on_collision(collision);
    }
    first_tag.last_hit = second_tag.last_hit = now_;
  }
  look_again({i, j});
}

template <int Dim>
void TimeStepper<Dim>::hit_wall(Slot i, int face, Observer<Dim>* observer) {
  Body& body = bodies_[i];
  Tag& tag = tags_[i];
  CollisionRecord<Dim> collision = hit_boundary<Dim>(
      gas_, spins_,
      {tag.id, tag.species, kinds_.mass(kind_of(tag)), body.radius, tag.changes, face,
       gas_.box.wrap(position_of(body, now_)), velocity_of(body, now_), absolute(now_)},
      [&](double e) { return is_enduring(e, tag.last_hit); });
  place(i, body.position_at(now_) + step_aside<Dim>(gas_, collision), now_);
  body.v = collision.first_after - now_ * gas_.boundary.gravity;
  ++counters_.wall_collisions;
  if (observer != nullptr) {
    collision.first_free_time = free_time(tag);
    observer->on_collision(collision);
  }
  tag.last_hit = now_;
  look_again({i});
}

template <int Dim>
void TimeStepper<Dim>::push_apart(Slot i, Slot j, Observer<Dim>* observer) {
  const Body& first = bodies_[i];
  const Body& second = bodies_[j];
  const Vec<Dim> r = separation_at(end_, relative_motion(first, second));
  const double distance = r.norm();
  const Vec<Dim> normal = distance > 0 ? Vec<Dim>(r / distance) : Vec<Dim>(Vec<Dim>::Unit(0));
  const Vec<Dim> half = 0.5 * (contact_distance(i, j) - distance) * normal;
  push(i, -half, observer);
  push(j, half, observer);
  ++counters_.pushed_apart;
  look_again({i, j});
}

template <int Dim>
void TimeStepper<Dim>::push_inside(Slot i, int face, Observer<Dim>* observer) {
  const Body& body = bodies_[i];
  const Vec<Dim> r = gas_.box.wrap(position_of(body, end_));
  if (face < 2 * Dim) {
    const double depth = depth_in_wall(face, r, body.radius, end_);
    move(i, (face % 2 == 0 ? depth : -depth) * Vec<Dim>::Unit(face / 2), observer);
  } else {
    const auto& obstacle = gas_.boundary.obstacles[static_cast<std::size_t>(face - 2 * Dim)];
    const Vec<Dim> way = way_to_obstacle(obstacle.shape, gas_.box, r);
    const double distance = way.norm();
    if (distance == 0)
      throw SimulationError(
          fmt::format("particle {} was pushed into obstacle {} at time {:.17g}; use a smaller "
                      "run.time_step",
                      tags_[i].id, face - 2 * Dim, absolute(end_)));
    move(i, -(body.radius / distance - 1) * way, observer);
  }
  ++counters_.pushed_apart;
  look_again({i});
}

/// Moves a particle as far as no obstacle is in the way, and then along the obstacle: only so can
/// two particles wedged between obstacles be separated.
template <int Dim>
void TimeStepper<Dim>::push(Slot i, const Vec<Dim>& by, Observer<Dim>* observer) {
  const Body& body = bodies_[i];
  const Vec<Dim> from = position_of(body, end_);
  // Away from the obstacle, so that rounding does not stop the motion along it.
  constexpr double kAside = 1e-9;
  Vec<Dim> moved = Vec<Dim>::Zero(), left = by;
  for (int stretch = 0; stretch < Dim && !gas_.boundary.obstacles.empty(); ++stretch) {
    const Contact first = obstacle_contact<Dim>(
        gas_, obstacles_, {gas_.box.wrap(from + moved), left, Vec<Dim>::Zero()}, body.radius,
        absolute(end_), 1);
    if (!(first.time < 1)) break;
    moved += first.time * left;
    const auto obstacle = static_cast<std::size_t>(first.partner - kWallBase) - 2 * Dim;
    const Vec<Dim> normal = way_to_obstacle(gas_.boundary.obstacles[obstacle].shape, gas_.box,
                                            gas_.box.wrap(from + moved))
                                .normalized();
    left *= 1 - first.time;
    left -= (left.dot(normal) + kAside * left.norm()) * normal;
    if (stretch == Dim - 1) left.setZero();
  }
  move(i, moved + left, observer);
}

/// Moves a particle at the end of the step, which may take work against gravity.
template <int Dim>
void TimeStepper<Dim>::move(Slot i, const Vec<Dim>& by, Observer<Dim>* observer) {
  place(i, bodies_[i].position_at(end_) + by, end_);
  if (observer != nullptr && gas_.boundary.has_gravity())
    observer->on_passage(absolute(end_),
                         -kinds_.mass(kind_of(tags_[i])) * gas_.boundary.gravity.dot(by));
}

template <int Dim>
bool TimeStepper<Dim>::is_enduring(double e, double last_hit) {
  if (!clausius::is_enduring(e, now_ - last_hit, gas_.contact_duration)) return false;
  ++counters_.elastic_by_duration_rule;
  return true;
}

template <int Dim>
double TimeStepper<Dim>::free_time(const Tag& tag) const {
  return now_ - std::max(tag.last_hit, -static_cast<double>(epoch_step_) * time_step_);
}

template <int Dim>
void TimeStepper<Dim>::place(Slot slot, const Vec<Dim>& r, double time) {
  bodies_[slot].r = gas_.box.wrap(r);
  bodies_[slot].time = time;
  ++tags_[slot].changes;
}

/// Files the particles that changed at their new end positions, and searches for overlaps there.
template <int Dim>
void TimeStepper<Dim>::look_again(std::initializer_list<Slot> changed) {
  const auto note = [this](const std::optional<Correction>& one) {
    if (one) found_later_.push(*one);
  };
  for (const Slot slot : changed) {
    const Vec<Dim> r = gas_.box.wrap(bodies_[slot].position_at(end_) + fallen_);
    grid_.move(slot, r, bodies_[slot].radius + half_excess_);
    corrections_at_walls(slot, r, note);
  }
  for (const Slot slot : changed)
    grid_.for_each_overlap_with(slot, [&](Slot other) { note(correction_for_pair(slot, other)); });
}

// --- between steps ------------------------------------------------------------------------------

template <int Dim>
void TimeStepper<Dim>::sort_bodies() {
  other_bodies_.clear();
  other_bodies_.reserve(bodies_.size());
  other_tags_.clear();
  other_tags_.reserve(tags_.size());
  for (const Slot slot : grid_.order()) {
    other_bodies_.push_back(bodies_[slot]);
    other_tags_.push_back(tags_[slot]);
  }
  std::swap(bodies_, other_bodies_);
  std::swap(tags_, other_tags_);
}

/// Moves the origin of local times to now.
template <int Dim>
void TimeStepper<Dim>::begin_epoch() {
  double fastest = 0;
  for (Body& body : bodies_) {
    body.r = gas_.box.wrap(position_of(body, now_));
    body.v = velocity_of(body, now_);
    body.time = 0;
    fastest = std::max(fastest, body.v.cwiseAbs().maxCoeff());
  }
  for (Tag& tag : tags_) tag.last_hit -= now_;
  fastest += gas_.boundary.speed_it_gives(gas_.box);
  at_rest_ = fastest == 0;
  epoch_step_ = step_;
  now_ = 0;
  const double steps = at_rest_ ? 1  // later they may get velocities
                                : LocalClock::kBoxLengthsPerEpoch * gas_.box.size.maxCoeff() /
                                      (fastest * time_step_);
  epoch_steps_ = static_cast<std::int64_t>(std::clamp(steps, 1.0, 1e9));
}

template class TimeStepper<2>;
template class TimeStepper<3>;

}  // namespace clausius
