#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "clausius/core/archive.h"
#include "collision/resolve.h"
#include "collision/rigid/friction.h"
#include "collision/rigid/impulse.h"
#include "engine/bodies/bodies.h"
#include "engine/bodies/body_agenda.h"
#include "engine/bodies/body_audit.h"
#include "engine/bodies/body_loops.h"
#include "engine/hits/enduring_contact.h"
#include "engine/hits/record.h"
#include "engine/hits/surface_hit.h"
#include "engine/queues/calendar_queue.h"
#include "engine/queues/heap_queue.h"
#include "engine/run_events.h"

namespace clausius {

/// Distance, in units of the largest edge of the box, by which a centre that a door reflects is
/// moved to its side: more than the rounding of positions, which could leave it on the other side.
inline constexpr double kAside = 1e-14;

/// The event loop of rigid bodies. A body's record changes only when it collides. What happens next
/// is the agenda's; here it happens.
template <int Dim, template <int> class Queue, template <int> class Neighbourhood>
class BodyLoop final : public Engine<Dim> {
 public:
  BodyLoop(const Gas<Dim>& gas, const State<Dim>& start, double cell_edge)
      : bodies_(gas, start),
        agenda_(bodies_, counters_, cell_edge),
        watchdog_(bodies_.gas, start.size()) {
    begin_epoch();
  }

  StopReason advance(double until, std::int64_t collisions, Observer<Dim>* observer) override {
    return run_events(
        *this, bodies_.clock, watchdog_, agenda_.queue(), NoLookAhead{}, until, collisions,
        counters_.collisions, [this](Id id) { return bodies_.events[id].contacts.first.partner; },
        [this, observer](Id id) { process(id, observer); }, [this] { rebase(); },
        [this] { return goes_on(); });
  }

  void set_velocities(const State<Dim>& state) override {
    std::vector<Id> changed;
    for (Id id = 0; id < bodies_.motions.size(); ++id) {
      const RigidState& before = bodies_.motions[id].start();
      const Vec<3> v = in_space<Dim>(state.velocity[id]);
      if (before.v + bodies_.falling() == v &&
          before.angular_momentum == state.angular_momentum[id])
        continue;
      RigidState body = bodies_.state_now(id);
      body.v = v - bodies_.falling();
      body.angular_momentum = state.angular_momentum[id];
      ++bodies_.hits[id];
      agenda_.set_motion(id, body);
      changed.push_back(id);
    }
    if (!changed.empty() && bodies_.clock.end_rest()) return rebase();
    for (const Id id : changed) agenda_.find_event(id, {});
    agenda_.queue_all();
  }

  [[nodiscard]] double time() const override { return bodies_.clock.time(); }

  [[nodiscard]] State<Dim> state() const override {
    State<Dim> state;
    state.time = time();
    state.species = bodies_.species;
    for (const FreeMotion& motion : bodies_.motions) {
      const RigidState body = motion.state_at(bodies_.now());
      state.position.push_back(
          bodies_.gas.box.wrap((body.r + bodies_.fallen()).template head<Dim>()));
      state.velocity.emplace_back((body.v + bodies_.falling()).template head<Dim>());
      state.orientation.push_back(body.orientation);
      state.angular_momentum.push_back(body.angular_momentum);
    }
    if (draws_at_hits(bodies_.gas)) state.hits = bodies_.hits;
    return state;
  }

  [[nodiscard]] EngineCounters counters() const override { return counters_; }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return bytes_of(bodies_.species) + bytes_of(bodies_.motions) + bytes_of(bodies_.flights) +
           bytes_of(bodies_.hits) + bytes_of(bodies_.events) + bodies_.obstacles.memory_bytes() +
           agenda_.memory_bytes();
  }

  [[nodiscard]] std::uint64_t record_hash() const override {
    RecordHash hash;
    for (const FreeMotion& motion : bodies_.motions) {
      const RigidState& state = motion.start();
      hash.add(state.time);
      hash.add_all(state.r);
      hash.add_all(state.v);
      hash.add_all(state.angular_momentum);
      hash.add_all(state.orientation.coeffs());
    }
    return hash.value();
  }

  [[nodiscard]] std::vector<AuditFault> audit(std::int64_t most_pairs) const override {
    return BodyAudit<Dim, Neighbourhood<Dim>>(bodies_, agenda_.neighbourhood())
        .faults(agenda_.queued(), most_pairs, counters_.collisions + counters_.wall_collisions);
  }

  void save_to(SaveArchive& archive) const override {
    archive(*this);
    for (const FreeMotion& motion : bodies_.motions) archive(motion.start());
  }

  // Motions follow from their starts, and the queue from the events.
  void load_from(LoadArchive& archive) override {
    archive(*this);
    const std::size_t bodies = bodies_.species.size();
    require(bodies_.hits.size() == bodies && bodies_.events.size() == bodies,
            "belongs to another gas");
    require(bodies_.clock.is_possible(), "holds an impossible time");
    require(are_possible(counters_), "holds an impossible count");
    for (Id id = 0; id < bodies; ++id) {
      RigidState start;
      archive(start);
      require(std::abs(start.orientation.norm() - 1) < 1e-6 && start.time <= bodies_.now() &&
                  can_be_at<Dim>(bodies_.gas, start.r.template head<Dim>()) &&
                  std::isfinite(start.r[2]) &&
                  can_be_at<Dim>(bodies_.gas,
                                 Vec<Dim>::Unit(0) * ((bodies_.clock.epoch() - start.time) *
                                                      bodies_.speed(id, start))),
              "holds an impossible flight");
      bodies_.set_motion(id, FreeMotion(bodies_.body(id), start));
      require(bodies_.events[id].is_possible(bodies, bodies_.surfaces.size()),
              "holds an impossible event");
    }
    agenda_.check_and_queue();
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(bodies_.hits, bodies_.events, agenda_, counters_, bodies_.clock, watchdog_);
  }

 private:
  // Contacts with obstacles and walls are searched up to the end of the epoch.
  [[nodiscard]] bool goes_on() const {
    const auto is_at_rest = [](const FreeMotion& motion) {
      return motion.start().v.isZero(0) && motion.start().angular_momentum.isZero(0);
    };
    return !bodies_.gas.boundary.is_plain() &&
           (bodies_.gas.boundary.speed_it_gives(bodies_.gas.box) > 0 ||
            !std::all_of(bodies_.motions.begin(), bodies_.motions.end(), is_at_rest));
  }

  void process(Id id, Observer<Dim>* observer) {
    bodies_.clock.set(bodies_.events[id].time);
    if (bodies_.events[id].kind == EventKind::crossing)
      agenda_.file(id);
    else
      look(id, observer);
  }

  // Processes the body's earliest candidate at its time.
  void look(Id id, Observer<Dim>* observer) {
    const ContactCandidate<Dim>& candidate = agenda_.earliest(id);
    const Id partner = candidate.partner;
    if (is_surface(partner) && bodies_.gas.boundary.is_open(surface_number(partner)))
      return cross_sheared_edge(id, surface_number(partner), observer);
    if (!is_surface(partner) && bodies_.hits[partner] != candidate.partner_hits) {
      ++counters_.stale;
      return agenda_.drop_earliest(id);
    }
    const ContactSearch found = agenda_.look_at(id, candidate);
    if (const auto* contact = std::get_if<RigidContact>(&found)) {
      if (is_surface(partner))
        hit_wall(id, surface_number(partner), *contact, observer);
      else
        collide(id, candidate, *contact, observer);
    } else if (const auto* later = std::get_if<Recheck>(&found)) {
      agenda_.postpone_earliest(id, later->time);
    } else {
      agenda_.drop_earliest(id);
    }
  }

  // --- collisions -------------------------------------------------------------------------------

  // Moves a body that leaves a sheared box to the opposite side.
  void cross_sheared_edge(Id id, int face, Observer<Dim>* observer) {
    RigidState state = bodies_.state_now(id);
    Vec<Dim> r = state.r.template head<Dim>(), v = state.v.template head<Dim>();
    bodies_.gas.boundary.come_in(bodies_.gas.box, time(), face, r, v);
    if (observer)
      observer->on_passage(time(),
                           0.5 * bodies_.body(id).mass *
                               (in_space<Dim>(v) - state.v).dot(in_space<Dim>(v) + state.v));
    state.r.template head<Dim>() = r;
    state.v.template head<Dim>() = v;
    ++bodies_.hits[id];
    agenda_.enter(id, state);
    agenda_.predict(id, {});
  }

  void collide(Id id, const ContactCandidate<Dim>& candidate, const RigidContact& contact,
               Observer<Dim>* observer) {
    const auto [i, j] = agenda_.in_order(id, candidate.partner);
    const Vec<3> shift = bodies_.way_to_image(j, candidate.image, bodies_.now());
    const Vec<3> faster = bodies_.speed_of_image(candidate.image);
    RigidState first = bodies_.state_now(i), second = bodies_.state_now(j);
    double e = bodies_.gas.restitution(bodies_.species[i], bodies_.species[j]);
    double least_rebound = kLeastRebound * (bodies_.speed(i, first) + bodies_.speed(j, second));
    TangentialLaw tangential = rough_law(i, j);
    const double last_hit = std::max(bodies_.events[i].last_hit, bodies_.events[j].last_hit);
    if (const auto enduring = enduring_contact(e, last_hit, [&, i = i, j = j] {
          return Approach{
              (second.v + faster - first.v).norm() + bodies_.turning(i) + bodies_.turning(j),
              bodies_.bending(i) + bodies_.bending(j), -contact.points[0].rate};
        })) {
      e = 1;
      tangential = {};
      least_rebound += *enduring;
    }
    HitBody hit_first = body_of_hit(i, first), hit_second = body_of_hit(j, second);
    second.v += faster;
    RigidImpulse impulse = clausius::collide(bodies_.body(i), first, bodies_.body(j), second,
                                             contact, e, least_rebound);
    rub(bodies_.body(i), first, bodies_.body(j), second, contact, tangential, impulse);
    second.v -= faster;
    ++counters_.collisions;
    if (observer) {
      hit_first.after = first;
      hit_second.after = second;
      const double work = -bodies_.body(j).mass * faster.dot(second.v - hit_second.before.v);
      observer->on_collision(record_of<Dim>({time(), hit_first, &hit_second, -1, contact, impulse,
                                             second.r + shift - first.r, e, work},
                                            bodies_.frame, bodies_.now(), bodies_.gas.box));
    }
    for (const Id one : {i, j}) {
      bodies_.events[one].last_hit = bodies_.now();
      ++bodies_.hits[one];
    }
    agenda_.set_motion(i, first);
    agenda_.set_motion(j, second);
    agenda_.predict(i, {});
    // These are listed by i.
    agenda_.predict(j, {.except = i});
  }

  void hit_wall(Id id, int surface, const RigidContact& contact, Observer<Dim>* observer) {
    EventRecord<Dim>& event = bodies_.events[id];
    const bool at_face = is_face<Dim>(surface);
    const WallLaw<Dim>& law = bodies_.gas.boundary.law_of(surface);
    RigidState state = bodies_.state_now(id);
    // In the frame of the wall, which is at rest during the hit.
    Vec<3> of_wall = Vec<3>::Zero();
    double shaking = 0;  // largest acceleration of the wall
    if (at_face) {
      const WallPath& path = bodies_.gas.boundary.faces[surface].path;
      of_wall[axis_of(surface)] = path.velocity_at(bodies_.wall_at(surface).clock + bodies_.now());
      shaking = path.greatest_acceleration();
    }
    const ContactPoint& point = contact.points[0];
    const Vec<3> moving = of_wall - bodies_.falling();
    HitBody hit = body_of_hit(id, state);
    const Vec<3> before = state.v;
    state.v -= moving;
    double e = 1, heat = 0;
    Vec<3> of_surface = of_wall;
    RigidImpulse impulse;
    if (const std::optional<double> given = heated(id, law, contact, state)) {
      heat = *given;
      // Reported as the change of momentum along the normal.
      impulse.impulse[0] = bodies_.body(id).mass * point.normal.dot(before - moving - state.v);
      of_surface += in_space<Dim>(law.sliding);
    } else {
      e = law.restitution.value_or(bodies_.gas.wall_restitution[bodies_.species[id]]);
      double least_rebound = kLeastRebound * bodies_.speed(id, state);
      TangentialLaw tangential = rough_law(id, law);
      // Rough bodies may come to rest in a corner even if restitution is 1.
      const double loss = tangential.dissipates() ? 0 : e;
      if (const auto enduring = enduring_contact(loss, event.last_hit, [&] {
            return Approach{state.v.norm() + bodies_.turning(id), bodies_.bending(id) + shaking,
                            -point.rate};
          })) {
        e = 1;
        tangential = {};
        least_rebound += *enduring;
      } else if (e == 1) {
        least_rebound = std::max(least_rebound, lift_off_speed(id, point));
      }
      impulse = clausius::collide(bodies_.body(id), state, contact, e, least_rebound);
      if (tangential.is_rough()) {
        const Vec<3> sliding = in_space<Dim>(law.sliding);
        state.v -= sliding;
        rub(bodies_.body(id), state, contact, tangential, impulse);
        state.v += sliding;
        of_surface += sliding;
      }
    }
    const double work = bodies_.body(id).mass * (state.v + moving - before).dot(of_surface);
    state.v += moving;
    ++counters_.wall_collisions;
    if (observer) {
      hit.after = state;
      const Vec<3> to_wall = (point.normal.dot(point.first_arm) +
                              bodies_.body(id).members[point.first_member].radius) *
                             point.normal;
      observer->on_collision(
          record_of<Dim>({time(), hit, nullptr, surface, contact, impulse, to_wall, e, work, heat},
                         bodies_.frame, bodies_.now(), bodies_.gas.box));
    }
    event.last_hit = bodies_.now();
    ++bodies_.hits[id];
    if (!at_face && bodies_.obstacle(surface).door)
      state.r -= kAside * bodies_.gas.box.size.maxCoeff() * point.normal;
    agenda_.set_motion(id, state);
    agenda_.predict(id, {});
  }

  // Speed at which a body that gravity presses against a wall hops, as spheres do, if its speed is
  // at the scale of rounding; without it the body would hit the wall again at once, endlessly.
  // Otherwise 0.
  [[nodiscard]] double lift_off_speed(Id id, const ContactPoint& point) const {
    constexpr double kStill = 1e-6;  // of the speed gained in falling by its size
    const double pressing = in_space<Dim>(bodies_.gas.boundary.gravity).dot(point.normal);
    if (pressing <= 0) return 0;
    const double falling = std::sqrt(2 * bodies_.body(id).bounding_radius * pressing);
    return -point.rate < kStill * falling ? kHop * falling : 0;
  }

  // Velocities that a thermal wall gives to a body (in the frame of the wall), if this hit is
  // diffuse.
  std::optional<double> heated(Id id, const WallLaw<Dim>& law, const RigidContact& contact,
                               RigidState& state) const {
    if (!law.may_be_diffuse()) return std::nullopt;
    RandomStream random = bodies_.gas.boundary.random_of(id, bodies_.hits[id]);
    if (!law.is_diffuse(random)) return std::nullopt;
    const Vec<3> sliding = in_space<Dim>(law.sliding);
    const double before =
        clausius::kinetic_energy(bodies_.body(id), state) -
        bodies_.body(id).mass * (state.v.dot(sliding) - 0.5 * sliding.squaredNorm());
    leave_bath(bodies_.body(id), state, contact, law.kt, Dim,
               rotational_degrees(bodies_.gas, bodies_.species[id]), random);
    const double heat = clausius::kinetic_energy(bodies_.body(id), state) - before;
    state.v += sliding;
    return heat;
  }

  // Smooth unless the gas is rough.
  [[nodiscard]] TangentialLaw rough_law(Id i, Id j) const {
    if (!bodies_.gas.is_rough()) return {};
    return tangential_law(bodies_.gas, bodies_.species[i], bodies_.species[j]);
  }
  [[nodiscard]] TangentialLaw rough_law(Id id, const WallLaw<Dim>& surface) const {
    if (!bodies_.gas.is_rough()) return {};
    return tangential_law(bodies_.gas, surface, bodies_.species[id]);
  }

  [[nodiscard]] HitBody body_of_hit(Id id, const RigidState& before) const {
    return {id, bodies_.species[id], bodies_.body(id), before, {}, bodies_.free_time(id)};
  }

  // Relative speed of two bodies, rotation included, and a bound of the acceleration that may press
  // them together, other than gravity: that of their rotation and of a wall.
  struct Approach {
    double speed, acceleration;
    double normal_speed;  // at the hit
  };
  // If a hit belongs to an enduring contact: the least speed at which the two separate, so that
  // they meet again after about the time that the rule looks back. @param approach() of the two,
  // which is expensive
  template <class FindApproach>
  std::optional<double> enduring_contact(double e, double last_hit, const FindApproach& approach) {
    if (e == 1) return std::nullopt;
    const double since = bodies_.now() - last_hit;
    const auto [speed, bent, normal_speed] = approach();
    if (!is_enduring(e, since, bodies_.gas.contact_duration) &&
        !is_enduring(e, since * speed, bodies_.gas.contact_path))
      return std::nullopt;
    const double acceleration = bent + bodies_.gas.boundary.gravity.norm();
    double least_rebound = 0;
    if (acceleration > 0) {
      const double hop = std::min(std::sqrt(bodies_.gas.contact_path / acceleration),
                                  bodies_.gas.contact_path / speed);
      least_rebound = 0.5 * acceleration * std::max(bodies_.gas.contact_duration, hop);
    }
    if (bodies_.gas.boundary.has_gravity()) {
      // In a bed each body has several contacts, some of which carry many times its weight. With a
      // tenth of this time such a bed has two to three times as many collisions.
      constexpr double kSoon = 0.3;  // in contact durations
      const double rebound = rebound_of_crowded(least_rebound, normal_speed, since,
                                                kSoon * bodies_.gas.contact_duration);
      // One end may land hard while the other one hops: that is no enduring contact, otherwise the
      // body would rock endlessly.
      constexpr double kHard = 4;
      if (rebound == least_rebound && normal_speed > kHard * least_rebound) return std::nullopt;
      least_rebound = rebound;
    }
    ++counters_.elastic_by_duration_rule;
    return least_rebound;
  }

  // --- the clock --------------------------------------------------------------------------------

  void rebase() {
    const double epoch = bodies_.clock.epoch();
    for (Id id = 0; id < bodies_.motions.size(); ++id) {
      RigidState state = bodies_.state_now(id);
      state.time = 0;
      state.r += bodies_.fallen();
      state.v += bodies_.falling();
      bodies_.set_motion(id, bodies_.motion_from(id, state));
      bodies_.events[id].last_hit -= epoch;
    }
    bodies_.clock.move_origin();
    begin_epoch();
  }

  void begin_epoch() {
    double fastest = 0;
    for (const FreeMotion& motion : bodies_.motions)
      fastest = std::max(fastest, motion.start().v.cwiseAbs().maxCoeff());
    fastest += bodies_.gas.boundary.speed_it_gives(bodies_.gas.box);
    if (fastest == 0)  // they may still turn
      for (Id id = 0; id < bodies_.motions.size(); ++id)
        fastest = std::max(fastest, bodies_.speed(id, bodies_.motions[id].start()));
    bodies_.clock.begin_epoch(bodies_.gas.box.size.maxCoeff(), fastest);
    agenda_.begin_epoch();
  }

  Bodies<Dim> bodies_;
  EngineCounters counters_;
  BodyAgenda<Dim, Queue, Neighbourhood> agenda_;
  Watchdog watchdog_;
};

template <int Dim, template <int> class Neighbourhood>
std::unique_ptr<Engine<Dim>> make_body_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                            double cell_edge, Scheduler scheduler) {
  if (scheduler == Scheduler::heap)
    return std::make_unique<BodyLoop<Dim, HeapQueue, Neighbourhood>>(gas, start, cell_edge);
  return std::make_unique<BodyLoop<Dim, CalendarQueue, Neighbourhood>>(gas, start, cell_edge);
}

}  // namespace clausius
