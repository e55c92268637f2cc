#include "engine/steps/time_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "clausius/core/archive.h"
#include "clausius/core/errors.h"
#include "collision/resolve.h"
#include "engine/hits/pair_hit.h"
#include "engine/hits/record.h"
#include "engine/hits/restitution.h"
#include "engine/hits/surface_hit.h"
#include "engine/local_clock.h"
#include "engine/steps/step_audit.h"

namespace clausius {

namespace {

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
TimeStepper<Dim>::TimeStepper(const Gas<Dim>& gas, const State<Dim>& start, double time_step)
    : spheres_(gas, start, time_step),
      search_(spheres_),
      grid_(spheres_.gas.box, largest_contact_distance(gas), is_mixed(gas), start.size()),
      across_(spheres_, largest_contact_distance(gas)),
      half_excess_(0.5 * largest_excess(gas)),
      spins_(gas, start),
      time_(start.time) {
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
    if (const double end = spheres_.end_of(step_ + 1); end <= until) {
      if (end == time_) throw_unresolved(spheres_.time_step, time_);
      ++step_;
      step_to(static_cast<double>(step_ - spheres_.epoch_step) * spheres_.time_step, observer);
      time_ = end;
      if (step_ % kStepsPerSort == 1) sort_bodies();
      if (step_ - spheres_.epoch_step >= epoch_steps_) begin_epoch();
    } else {
      step_to(
          (until - spheres_.start) - static_cast<double>(spheres_.epoch_step) * spheres_.time_step,
          observer);
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
  const double steps = (time - spheres_.start) / spheres_.time_step;
  if (!(steps < kMostSteps)) throw_unresolved(spheres_.time_step, time);
  auto step = std::max(step_ + 1, static_cast<std::int64_t>(steps));
  while (spheres_.end_of(step) < time) ++step;
  return spheres_.end_of(step);
}

template <int Dim>
void TimeStepper<Dim>::set_velocities(const State<Dim>& state) {
  spins_.set(state);
  for (Slot slot = 0; slot < spheres_.bodies.size(); ++slot) {
    place(slot, spheres_.bodies[slot].position_at(spheres_.now), spheres_.now);
    const Vec<Dim>& v = state.velocity[spheres_.tags[slot].id];
    spheres_.bodies[slot].v = v - spheres_.frame.velocity(spheres_.now);
    at_rest_ = at_rest_ && v.isZero(0);
  }
}

template <int Dim>
State<Dim> TimeStepper<Dim>::state() const {
  State<Dim> state;
  state.time = time_;
  state.species.resize(spheres_.bodies.size());
  state.position.resize(spheres_.bodies.size());
  state.velocity.resize(spheres_.bodies.size());
  for (Slot slot = 0; slot < spheres_.bodies.size(); ++slot) {
    const Id id = spheres_.tags[slot].id;
    state.species[id] = spheres_.tags[slot].species;
    state.position[id] =
        spheres_.gas.box.wrap(spheres_.position_of(spheres_.bodies[slot], spheres_.now));
    state.velocity[id] = spheres_.velocity_of(spheres_.bodies[slot], spheres_.now);
  }
  spheres_.kinds.copy_to(state);
  spins_.copy_to(state);
  if (draws_at_hits(spheres_.gas)) {
    state.hits.resize(spheres_.bodies.size());
    for (const Tag& tag : spheres_.tags) state.hits[tag.id] = tag.changes;
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
  return bytes_of(spheres_.bodies) + bytes_of(other_bodies_) + bytes_of(spheres_.tags) +
         bytes_of(other_tags_) + grid_.memory_bytes() + spheres_.obstacles.memory_bytes() +
         spins_.memory_bytes();
}

template <int Dim>
std::uint64_t TimeStepper<Dim>::record_hash() const {
  std::vector<const Body*> by_id(spheres_.bodies.size());
  for (Slot slot = 0; slot < spheres_.bodies.size(); ++slot)
    by_id[spheres_.tags[slot].id] = &spheres_.bodies[slot];
  RecordHash hash;
  for (const Body* body : by_id) {
    hash.add_all(body->r);
    hash.add_all(body->v);
    hash.add(body->time);
  }
  spins_.add_to(hash);
  return hash.value();
}

template <int Dim>
std::vector<AuditFault> TimeStepper<Dim>::audit(std::int64_t most_pairs) const {
  return audit_steps(spheres_, time_, most_pairs, step_);
}

template <int Dim>
void TimeStepper<Dim>::save_to(SaveArchive& archive) const {
  archive(*this);
}

template <int Dim>
void TimeStepper<Dim>::load_from(LoadArchive& archive) {
  const std::size_t particles = spheres_.bodies.size();
  archive(*this);
  require(spheres_.bodies.size() == particles && spheres_.tags.size() == particles,
          "belongs to another gas");
  spins_.check(particles);
  std::vector<bool> seen(particles);
  for (const Tag& tag : spheres_.tags) {
    require(tag.id < particles && !seen[tag.id] && tag.species < spheres_.gas.species.size(),
            "holds an impossible particle");
    seen[tag.id] = true;
  }
  require(std::isfinite(time_) && std::isfinite(spheres_.now), "holds an impossible time");
  require(are_possible(counters_), "holds an impossible count");
  for (const Body& body : spheres_.bodies)
    require(can_be_at(spheres_.gas, body.r) &&
                can_be_at(spheres_.gas, body.position_at(spheres_.now + spheres_.time_step)),
            "holds an impossible flight");
}

// --- a step -------------------------------------------------------------------------------------

template <int Dim>
void TimeStepper<Dim>::step_to(double end, Observer<Dim>* observer) {
  spheres_.end = end;
  fallen_ = spheres_.frame.displacement(end);
  found_.clear();
  const auto note = [this](const std::optional<Correction>& one) {
    if (one) found_.push_back(*one);
  };
  grid_.begin();
  for (Slot slot = 0; slot < spheres_.bodies.size(); ++slot) {
    prefetch(&spheres_.bodies[std::min(slot + kParticlesAhead, spheres_.bodies.size() - 1)]);
    const Vec<Dim> r =
        spheres_.gas.box.wrap(spheres_.bodies[slot].position_at(spheres_.end) + fallen_);
    grid_.file(slot, r);
    search_.at_surfaces(slot, r, note);
  }
  grid_.sort([this](Slot slot) { return spheres_.bodies[slot].radius + half_excess_; });
  pairs_.clear();
  const auto note_pair = [this](Slot i, Slot j) { pairs_.push_back({i, j}); };
  grid_.for_each_overlap(note_pair);
  if (spheres_.gas.boundary.is_sheared()) across_.for_each_overlap(note_pair);
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const auto& soon = pairs_[std::min(k + kPairsAhead, pairs_.size() - 1)];
    for (const Slot slot : soon) prefetch_particle(slot);
    note(search_.for_pair(pairs_[k][0], pairs_[k][1]));
  }
  std::sort(found_.begin(), found_.end());

  std::size_t left = kMostInStep + kMostInStepPerParticle * spheres_.bodies.size();
  for (std::size_t next = 0; next < found_.size() || !found_later_.empty();) {
    const bool later =
        next == found_.size() || (!found_later_.empty() && found_later_.top() < found_[next]);
    const Correction correction = later ? found_later_.top() : found_[next];
    if (later)
      found_later_.pop();
    else
      look_ahead(next++);
    if (search_.is_stale(correction)) continue;
    spheres_.now = correction.time;
    if (left-- == 0)
      throw SimulationError(fmt::format(
          "endless overlaps in the step at time {:.17g}, that of particle {} among them; use a "
          "smaller run.time_step, or collisions.contact_duration in a sticky gas",
          spheres_.absolute(spheres_.now), spheres_.tags[correction.first].id));
    carry_out(correction, observer);
  }
  spheres_.now = spheres_.end;
  ++counters_.steps;
}

template <int Dim>
void TimeStepper<Dim>::carry_out(const Correction& correction, Observer<Dim>* observer) {
  if (is_surface(correction.second)) {
    const int surface = surface_number(correction.second);
    if (spheres_.gas.boundary.is_open(surface))
      cross_sheared_edge(correction.first, surface, 0, observer);
    else
      correction.is_push ? push_inside(correction.first, surface, observer)
                         : hit_wall(correction.first, surface, observer);
  } else {
    correction.is_push ? push_apart(correction.first, correction.second, observer)
                       : collide(correction.first, correction.second, observer);
  }
}

/// Contacts in the order of their times are scattered over memory: prefetches those to come, first
/// the particles, then what is around them.
template <int Dim>
void TimeStepper<Dim>::look_ahead(std::size_t next) const {
  if (spheres_.bodies.size() < kWorthLookingAhead) return;
  const auto both = [&](std::size_t ahead, auto&& fetch) {
    if (next + ahead >= found_.size()) return;
    const Correction& correction = found_[next + ahead];
    fetch(correction.first);
    if (!is_surface(correction.second)) fetch(correction.second);
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
  prefetch(&spheres_.bodies[slot]);
  prefetch(&spheres_.bodies[slot].radius);
  prefetch(&spheres_.tags[slot]);
  prefetch(&spheres_.tags[slot].species);
}

// --- correction of an overlap --------------------------------------------------------------------

template <int Dim>
void TimeStepper<Dim>::collide(Slot i, Slot j, Observer<Dim>* observer) {
  if (spheres_.tags[i].id > spheres_.tags[j].id) std::swap(i, j);
  const RelativeMotion<Dim, double> motion =
      spheres_.relative_motion(spheres_.bodies[i], spheres_.bodies[j]);
  const Vec<Dim> r = separation_at(spheres_.now, motion);
  Vec<Dim> v;
  for (int k = 0; k < Dim; ++k) v[k] = motion.v[k];
  const double shear = v[0] - (spheres_.bodies[j].v[0] - spheres_.bodies[i].v[0]);
  for (const Slot slot : {i, j})
    place(slot, spheres_.bodies[slot].position_at(spheres_.now), spheres_.now);
  if (v.dot(r) < 0) resolve(i, j, r, v, shear, observer);  // approaching by more than rounding
  look_again({i, j});
}

/// Changes the velocities of two that touch and approach each other.
/// @param shear difference of the relative velocity along x, that of the images that touch, from
/// that in the box
template <int Dim>
void TimeStepper<Dim>::resolve(Slot i, Slot j, const Vec<Dim>& r, const Vec<Dim>& v, double shear,
                               Observer<Dim>* observer) {
  Body& first = spheres_.bodies[i];
  Body& second = spheres_.bodies[j];
  Tag& first_tag = spheres_.tags[i];
  Tag& second_tag = spheres_.tags[j];
  const Vec<Dim> v_first = first.v, v_second = second.v;
  const PairOfKinds& pair =
      spheres_.kinds.pair(spheres_.kind_of(first_tag), spheres_.kind_of(second_tag));
  double e = pair.restitution;
  if (restitution_varies(spheres_.gas)) e = restitution_at(spheres_.gas, e, -v.dot(r) / r.norm());
  const Vec<Dim> line = line_of_centres<Dim>(r, v, spheres_.kinds.count() > 1 || spins_.any());
  const double since = spheres_.now - std::max(first_tag.last_hit, second_tag.last_hit);
  const NormalHit<Dim> hit = normal_hit<Dim>(spheres_.gas, line, r, v, pair.reduced_mass, e, since,
                                             [&] { return v_first.norm() + v_second.norm(); });
  counters_.elastic_by_duration_rule += static_cast<std::int64_t>(hit.enduring);
  first.v -= pair.shares.first.times(hit.impulse.kick) * hit.impulse.along;
  second.v += pair.shares.second.times(hit.impulse.kick) * hit.impulse.along;
  CollisionRecord<Dim> collision;
  HitOutcome outcome{hit.restitution, pair.reduced_mass * hit.impulse.change().norm(),
                     hit.impulse.energy_change,
                     -shear * (pair.reduced_mass * hit.impulse.change()[0])};
  book_added_energy(spheres_.gas, pair.reduced_mass, outcome);
  if (spins_.any() && !hit.enduring) {
    const auto tangential =
        spins_.collide({first_tag.id, first_tag.species}, {second_tag.id, second_tag.species}, r, v,
                       outcome.impulse, &collision.spins);
    first.v += tangential.first_velocity_change;
    second.v += tangential.second_velocity_change;
    outcome.energy_change += tangential.energy_change;
    outcome.work -= shear * tangential.change[0];
  }
  ++counters_.collisions;
  if (observer != nullptr) {
    const Vec<Dim> falling = spheres_.frame.velocity(spheres_.now);
    const double separation = r.norm();
    const Vec<Dim> normal = r / separation;
    fill_pair<Dim>(
        spheres_.absolute(spheres_.now),
        {first_tag.id, first_tag.species, v_first + falling,
         spheres_.velocity_of(first, spheres_.now), free_time(first_tag)},
        {second_tag.id, second_tag.species, v_second + falling,
         spheres_.velocity_of(second, spheres_.now), free_time(second_tag)},
        spheres_.gas.box, normal, separation,
        spheres_.position_of(first, spheres_.now) +
            normal * spheres_.kinds.arm(spheres_.kind_of(first_tag), spheres_.kind_of(second_tag)),
        outcome, collision);
    observer->on_collision(collision);
  }
  first_tag.last_hit = second_tag.last_hit = spheres_.now;
}

template <int Dim>
void TimeStepper<Dim>::hit_wall(Slot i, int surface, Observer<Dim>* observer) {
  Body& body = spheres_.bodies[i];
  Tag& tag = spheres_.tags[i];
  const Vec<Dim> r = spheres_.gas.box.wrap(spheres_.position_of(body, spheres_.now)),
                 before = spheres_.velocity_of(body, spheres_.now);
  const SurfaceHit<Dim> hit = hit_surface<Dim>(
      spheres_.gas, spins_,
      {tag.id, tag.species, spheres_.kinds.mass(spheres_.kind_of(tag)), body.radius, tag.changes,
       surface, r, before, spheres_.absolute(spheres_.now)},
      [&](double e) { return is_enduring(e, tag.last_hit); });
  place(i, body.position_at(spheres_.now) + hit.aside, spheres_.now);
  body.v = hit.velocity - spheres_.frame.velocity(spheres_.now);
  ++counters_.wall_collisions;
  if (observer != nullptr) {
    CollisionRecord<Dim> collision;
    collision.spins = hit.spins;
    fill_surface<Dim>(spheres_.absolute(spheres_.now),
                      {tag.id, tag.species, before, hit.velocity, free_time(tag)}, surface,
                      spheres_.gas.box, hit.normal, body.radius, r + hit.normal * body.radius,
                      hit.outcome, collision);
    observer->on_collision(collision);
  }
  tag.last_hit = spheres_.now;
  look_again({i});
}

/// Moves a particle that leaves a sheared box to the opposite side.
/// @param beyond how far up along the gradient it is from the edge that it crosses
template <int Dim>
void TimeStepper<Dim>::cross_sheared_edge(Slot i, int face, double beyond,
                                          Observer<Dim>* observer) {
  Body& body = spheres_.bodies[i];
  Vec<Dim> r = body.position_at(spheres_.now), v = body.v;
  const double time = spheres_.absolute(spheres_.now);
  spheres_.gas.boundary.come_in(spheres_.gas.box, time, face, r, v);
  r[Boundary<Dim>::kGradient] += beyond;
  if (observer != nullptr)
    observer->on_passage(time, 0.5 * spheres_.kinds.mass(spheres_.kind_of(spheres_.tags[i])) *
                                   (v.squaredNorm() - body.v.squaredNorm()));
  place(i, r, spheres_.now);
  body.v = v;
  look_again({i});
}

template <int Dim>
void TimeStepper<Dim>::push_apart(Slot i, Slot j, Observer<Dim>* observer) {
  const Body& first = spheres_.bodies[i];
  const Body& second = spheres_.bodies[j];
  const Vec<Dim> r = separation_at(spheres_.end, spheres_.relative_motion(first, second));
  const double distance = r.norm();
  const Vec<Dim> normal = distance > 0 ? Vec<Dim>(r / distance) : Vec<Dim>(Vec<Dim>::Unit(0));
  const Vec<Dim> half = 0.5 * (spheres_.contact_distance(i, j) - distance) * normal;
  push(i, -half, observer);
  push(j, half, observer);
  ++counters_.pushed_apart;
  look_again({i, j});
}

template <int Dim>
void TimeStepper<Dim>::push_inside(Slot i, int surface, Observer<Dim>* observer) {
  const Body& body = spheres_.bodies[i];
  const Vec<Dim> r = spheres_.gas.box.wrap(spheres_.position_of(body, spheres_.end));
  if (is_face<Dim>(surface)) {
    const double depth = spheres_.depth_in_wall(surface, r, body.radius, spheres_.end);
    move(i, (is_high(surface) ? -depth : depth) * Vec<Dim>::Unit(axis_of(surface)), observer);
  } else {
    const auto& obstacle = spheres_.gas.boundary.obstacles[obstacle_index<Dim>(surface)];
    const Vec<Dim> way = way_to_obstacle(obstacle.shape, spheres_.gas.box, r);
    const double distance = way.norm();
    if (distance == 0)
      throw SimulationError(fmt::format(
          "particle {} was pushed into obstacle {} at time {:.17g}; use a smaller "
          "run.time_step",
          spheres_.tags[i].id, obstacle_index<Dim>(surface), spheres_.absolute(spheres_.end)));
    move(i, -(body.radius / distance - 1) * way, observer);
  }
  ++counters_.pushed_apart;
  look_again({i});
}

/// Moves a particle as far as no obstacle is in the way, and then along the obstacle: only so can
/// two particles wedged between obstacles be separated.
template <int Dim>
void TimeStepper<Dim>::push(Slot i, const Vec<Dim>& by, Observer<Dim>* observer) {
  const Body& body = spheres_.bodies[i];
  const Vec<Dim> from = spheres_.position_of(body, spheres_.end);
  // Away from the obstacle, so that rounding does not stop the motion along it.
  constexpr double kAside = 1e-9;
  Vec<Dim> moved = Vec<Dim>::Zero(), left = by;
  for (int stretch = 0; stretch < Dim && !spheres_.gas.boundary.obstacles.empty(); ++stretch) {
    const Contact first =
        obstacle_contact<Dim>(spheres_.gas, spheres_.obstacles,
                              {spheres_.gas.box.wrap(from + moved), left, Vec<Dim>::Zero()},
                              body.radius, spheres_.absolute(spheres_.end), 1);
    if (!(first.time < 1)) break;
    moved += first.time * left;
    const std::size_t obstacle = obstacle_index<Dim>(surface_number(first.partner));
    const Vec<Dim> normal = way_to_obstacle(spheres_.gas.boundary.obstacles[obstacle].shape,
                                            spheres_.gas.box, spheres_.gas.box.wrap(from + moved))
                                .normalized();
    left *= 1 - first.time;
    left -= (left.dot(normal) + kAside * left.norm()) * normal;
    if (stretch == Dim - 1) left.setZero();
  }
  move(i, moved + left, observer);
}

/// Moves a particle at the end of the step, which may take work against gravity, or bring it across
/// a sheared edge.
template <int Dim>
void TimeStepper<Dim>::move(Slot i, const Vec<Dim>& by, Observer<Dim>* observer) {
  constexpr int kGradient = Boundary<Dim>::kGradient;
  place(i, spheres_.bodies[i].position_at(spheres_.end) + by, spheres_.end);
  if (spheres_.gas.boundary.is_sheared()) {
    const double y = spheres_.bodies[i].r[kGradient], above = y - spheres_.edge[kGradient];
    if (y < 0) cross_sheared_edge(i, 2 * kGradient, y, observer);
    if (above > 0) cross_sheared_edge(i, 2 * kGradient + 1, above, observer);
  }
  if (observer != nullptr && spheres_.gas.boundary.has_gravity())
    observer->on_passage(spheres_.absolute(spheres_.end),
                         -spheres_.kinds.mass(spheres_.kind_of(spheres_.tags[i])) *
                             spheres_.gas.boundary.gravity.dot(by));
}

template <int Dim>
bool TimeStepper<Dim>::is_enduring(double e, double last_hit) {
  if (!clausius::is_enduring(e, spheres_.now - last_hit, spheres_.gas.contact_duration))
    return false;
  ++counters_.elastic_by_duration_rule;
  return true;
}

template <int Dim>
double TimeStepper<Dim>::free_time(const Tag& tag) const {
  return spheres_.now -
         std::max(tag.last_hit, -static_cast<double>(spheres_.epoch_step) * spheres_.time_step);
}

template <int Dim>
void TimeStepper<Dim>::place(Slot slot, const Vec<Dim>& r, double time) {
  spheres_.bodies[slot].r = spheres_.gas.box.wrap(r);
  spheres_.bodies[slot].time = time;
  ++spheres_.tags[slot].changes;
}

/// Files the particles that changed at their new end positions, and searches for overlaps there.
template <int Dim>
void TimeStepper<Dim>::look_again(std::initializer_list<Slot> changed) {
  const auto note = [this](const std::optional<Correction>& one) {
    if (one) found_later_.push(*one);
  };
  for (const Slot slot : changed) {
    const Vec<Dim> r =
        spheres_.gas.box.wrap(spheres_.bodies[slot].position_at(spheres_.end) + fallen_);
    grid_.move(slot, r, spheres_.bodies[slot].radius + half_excess_);
    search_.at_surfaces(slot, r, note);
  }
  for (const Slot slot : changed) {
    const auto note_pair = [&](Slot other) { note(search_.for_pair(slot, other)); };
    grid_.for_each_overlap_with(slot, note_pair);
    if (spheres_.gas.boundary.is_sheared()) across_.for_each_overlap_with(slot, note_pair);
  }
}

// --- between steps ------------------------------------------------------------------------------

template <int Dim>
void TimeStepper<Dim>::sort_bodies() {
  other_bodies_.clear();
  other_bodies_.reserve(spheres_.bodies.size());
  other_tags_.clear();
  other_tags_.reserve(spheres_.tags.size());
  for (const Slot slot : grid_.order()) {
    other_bodies_.push_back(spheres_.bodies[slot]);
    other_tags_.push_back(spheres_.tags[slot]);
  }
  std::swap(spheres_.bodies, other_bodies_);
  std::swap(spheres_.tags, other_tags_);
}

/// Moves the origin of local times to now.
template <int Dim>
void TimeStepper<Dim>::begin_epoch() {
  double fastest = 0;
  for (Body& body : spheres_.bodies) {
    body.r = spheres_.gas.box.wrap(spheres_.position_of(body, spheres_.now));
    body.v = spheres_.velocity_of(body, spheres_.now);
    body.time = 0;
    fastest = std::max(fastest, body.v.cwiseAbs().maxCoeff());
  }
  for (Tag& tag : spheres_.tags) tag.last_hit -= spheres_.now;
  fastest += spheres_.gas.boundary.speed_it_gives(spheres_.gas.box);
  at_rest_ = fastest == 0;
  spheres_.epoch_step = step_;
  spheres_.now = 0;
  const double steps = at_rest_
                           ? 1  // later they may get velocities
                           : LocalClock::kBoxLengthsPerEpoch * spheres_.gas.box.size.maxCoeff() /
                                 (fastest * spheres_.time_step);
  epoch_steps_ = static_cast<std::int64_t>(std::clamp(steps, 1.0, 1e9));
}

template class TimeStepper<2>;
template class TimeStepper<3>;

}  // namespace clausius
