#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "collision/resolve.h"
#include "collision/step.h"
#include "engine/engine.h"
#include "engine/hits/pair_hit.h"
#include "engine/hits/record.h"
#include "engine/hits/reservoirs.h"
#include "engine/hits/restitution.h"
#include "engine/hits/spins.h"
#include "engine/spheres/agenda.h"
#include "engine/spheres/boundary_walls.h"
#include "engine/spheres/law.h"
#include "engine/spheres/plain_walls.h"
#include "engine/spheres/spheres.h"
#include "geometry/wrap.h"

namespace clausius {

/// What happens to spheres and disks at their events, one event after the other.
///
/// A particle's record changes only when it collides; its position at any other instant is computed
/// on demand. What happens next is the Agenda's; here it happens.
///
/// Search::Grid: GridLevels, or OverlappingCells for dilute gases. Law: HardLaw, GrowingLaw.
/// Walls: PlainWalls, or BoundaryWalls, with which records are kept in a falling frame.
template <int Dim, template <int> class Queue, class Search, class Law = HardLaw,
          template <int, class> class Walls = PlainWalls>
class SphereHits {
 public:
  using Grid = typename Search::Grid;
  using Surroundings = Walls<Dim, Grid>;

  SphereHits(const Gas<Dim>& gas, const State<Dim>& start, const CellPlan& cells, Growth growth)
      : spheres_(gas, start, cells, growth),
        agenda_(spheres_),
        spins_(Law::kGrows ? Spins<Dim>() : Spins<Dim>(gas, start)),
        reservoirs_(Law::kGrows ? Reservoirs<Dim>() : Reservoirs<Dim>(gas, start)),
        restitution_varies_(clausius::restitution_varies(gas) || reservoirs_.any()) {}
  /// @pre the spheres are smooth and have no reservoirs
  explicit SphereHits(Spheres<Dim, Grid>& all)
      : spheres_(all),
        agenda_(spheres_),
        restitution_varies_(clausius::restitution_varies(all.gas)) {}

  /// The event of a particle, the next of all.
  /// @param observer is shown hits, if kObserved
  template <bool kObserved>
  void process(Id id, Observer<Dim>* observer) {
    EventRecord<Dim>& event = spheres_.events[id];
    spheres_.clock.set(event.time);
    if (event.kind == EventKind::crossing) {
      agenda_.cross(spheres_, id);
      return;
    }
    const Id partner = event.contacts.first.partner;
    if (is_surface(partner)) {
      meet_surface<kObserved>(id, surface_number(partner), observer);
    } else if (spheres_.is_stale(event.contacts.first)) {
      ++counters_.stale;
      agenda_.forget(spheres_, id);
    } else {
      const Id i = std::min(id, partner), j = std::max(id, partner);
      if constexpr (Law::kHasSteps)
        if (meet_step<kObserved>(i, j, observer)) return;
      collide<kObserved>(i, j, observer);
    }
  }

 protected:
  [[nodiscard]] double now() const { return spheres_.now(); }
  [[nodiscard]] const Surroundings& surroundings() const { return agenda_.surroundings(); }
  [[nodiscard]] const Box<Dim>& box() const { return spheres_.gas.box; }
  [[nodiscard]] Vec<Dim> position_of(const ParticleRecord<Dim>& record) const {
    return surroundings().position_of(record, now());
  }
  [[nodiscard]] Vec<Dim> velocity_of(const ParticleRecord<Dim>& record) const {
    return surroundings().velocity_of(record, now());
  }

  Spheres<Dim, Grid> spheres_;
  EngineCounters counters_;
  Agenda<Dim, Queue, Search, Law, Surroundings> agenda_;
  Spins<Dim> spins_;
  Reservoirs<Dim> reservoirs_;
  bool restitution_varies_;  // whether restitution depends on the hit

 private:
  // --- hits of two spheres ----------------------------------------------------------------------

  template <bool kObserved>
  void collide(Id i, Id j, Observer<Dim>* observer) {
    if constexpr (kObserved) {
      CollisionRecord<Dim> collision;
      resolve(i, j, &collision);
      if (collision.impulse > 0) show(collision, *observer);
    } else {
      resolve(i, j, nullptr);
    }
    spheres_.events[i].last_hit = spheres_.events[j].last_hit = spheres_.clock.elapsed();
    agenda_.predict_both(spheres_, i, j);
  }

  // Rare cases are out of line; vectors are passed by value, so that `resolve` can keep its own in
  // registers.
  [[gnu::noinline]] double restitution_of(Id i, Id j, double reduced_mass, Vec<Dim> r,  // NOLINT
                                          Vec<Dim> v) {                                 // NOLINT
    const double speed = -v.dot(r) / r.norm();
    const Gas<Dim>& gas = spheres_.gas;
    const ParticleRecord<Dim>& first = spheres_.records[i];
    const ParticleRecord<Dim>& second = spheres_.records[j];
    if (restitution_varies(gas))
      return restitution_at(gas, spheres_.kinds.pair(first.kind, second.kind).restitution, speed);
    const double before = 0.5 * reduced_mass * (speed * speed);
    const double after = reservoirs_.exchange({i, spheres_.species_of(first)},
                                              {j, spheres_.species_of(second)}, first.hits, before);
    return after == before ? 1 : std::sqrt(after / before);
  }
  template <class Shown>
  [[gnu::noinline]] void collide_spins(Id i, Id j, Vec<Dim> r, Vec<Dim> v, double shear,  // NOLINT
                                       double normal_impulse, Shown shown) {
    constexpr bool kObserved = !std::is_null_pointer_v<Shown>;
    ParticleRecord<Dim>& first = spheres_.records[i];
    ParticleRecord<Dim>& second = spheres_.records[j];
    std::optional<SpinChange> spins;
    const auto tangential =
        spins_.collide({i, spheres_.species_of(first)}, {j, spheres_.species_of(second)}, r, v,
                       normal_impulse, kObserved ? &spins : nullptr);
    first.v() += tangential.first_velocity_change;
    second.v() += tangential.second_velocity_change;
    if constexpr (kObserved)
      add_roughness<Dim>(*spins, tangential.energy_change, -(shear * tangential.change[0]),
                         velocity_of(first), velocity_of(second), *shown);
  }

  // Moves both to now and changes their velocities, all in registers in between.
  // @param shown the CollisionRecord to be filled in, or nullptr
  template <class Shown>
  [[gnu::flatten]] void resolve(Id i, Id j, Shown shown) {
    ParticleRecord<Dim>& first = spheres_.records[i];
    ParticleRecord<Dim>& second = spheres_.records[j];
    const Vec<Dim> r_i = box().wrap(first.position_at(now()));
    const Vec<Dim> r_j = box().wrap(second.position_at(now()));
    Vec<Dim> v_i = first.v();
    Vec<Dim> v_j = second.v();
    Vec<Dim> v = v_j - v_i;
    Vec<Dim> r = r_j - r_i;
    double shear = 0;  // difference of the velocity along x from that in the box
    if constexpr (Surroundings::kSheared) shear = ShearedImages<Dim>::to_image(spheres_, r, v);
    r = spheres_.contact_separation(r, v);
    bool is_rough = false;
    double normal_impulse = 0;  // of a rough hit
    if (approach_of<Dim>(r, v) < 0 || Law::kGrows) {
      const PairOfKinds& pair = spheres_.kinds.pair(first.kind, second.kind);
      double e = pair.restitution;
      if (restitution_varies_) [[unlikely]]
        e = restitution_of(i, j, pair.reduced_mass, r, v);
      const Vec<Dim> line = line_of_centres<Dim>(r, v, spheres_.kinds.count() > 1 || spins_.any());
      const double last_hit = std::max(spheres_.events[i].last_hit, spheres_.events[j].last_hit);
      NormalHit<Dim> hit = normal_hit<Dim>(spheres_.gas, line, r, v, pair.reduced_mass, e,
                                           spheres_.clock.elapsed() - last_hit,
                                           [&] { return v_i.norm() + v_j.norm(); });
      counters_.elastic_by_duration_rule += static_cast<std::int64_t>(hit.enduring);
      if constexpr (Law::kGrows)
        Law::template give_way<Dim>(spheres_.context.growth,
                                    spheres_.context.contact_distance(i, j), r, v, hit.impulse);
      v_i -= pair.shares.first.times(hit.impulse.kick) * hit.impulse.along;
      v_j += pair.shares.second.times(hit.impulse.kick) * hit.impulse.along;
      is_rough = spins_.any() && !hit.enduring;
      if (is_rough) [[unlikely]]
        normal_impulse = pair.reduced_mass * hit.impulse.change().norm();
      ++counters_.collisions;
      if constexpr (!std::is_null_pointer_v<Shown>)
        fill(i, j, r, v_i, v_j, pair, hit, shear, *shown);
    }
    first.begin_flight(r_i, v_i, now());
    second.begin_flight(r_j, v_j, now());
    if (is_rough) [[unlikely]]
      collide_spins(i, j, r, v, shear, normal_impulse, shown);
  }

  // Fills the record of a hit of two spheres whose records are still those before it.
  // @param v_i, v_j as they will be
  [[gnu::always_inline]] void fill(Id i, Id j, const Vec<Dim>& r, const Vec<Dim>& v_i,
                                   const Vec<Dim>& v_j, const PairOfKinds& pair,
                                   const NormalHit<Dim>& hit, double shear,
                                   CollisionRecord<Dim>& record) const {
    const ParticleRecord<Dim>& first = spheres_.records[i];
    const ParticleRecord<Dim>& second = spheres_.records[j];
    const double separation = r.norm();
    const Vec<Dim> normal = r / separation;
    HitOutcome outcome;
    outcome.restitution = hit.restitution;
    // The momentum transferred, without a square root.
    outcome.impulse = pair.reduced_mass * std::abs(hit.impulse.change().dot(normal));
    outcome.energy_change = hit.impulse.energy_change;
    outcome.work = -shear * (pair.reduced_mass * hit.impulse.change()[0]);
    book_added_energy(spheres_.gas, pair.reduced_mass, outcome);
    fill_pair<Dim>(spheres_.clock.time(),
                   {i, spheres_.species_of(first), velocity_of(first),
                    surroundings().in_box(v_i, now()), free_time(i)},
                   {j, spheres_.species_of(second), velocity_of(second),
                    surroundings().in_box(v_j, now()), free_time(j)},
                   box(), normal, separation,
                   position_of(first) + normal * spheres_.kinds.arm(first.kind, second.kind),
                   outcome, record);
    if (reservoirs_.any()) exchange_with_reservoirs(record);
  }

  // --- steps of the potential of two spheres ----------------------------------------------------

  // @return false if the two come into contact
  template <bool kObserved>
  bool meet_step(Id i, Id j, Observer<Dim>* observer) {
    const NextStep next = spheres_.next_of_pair(i, j, spheres_.nearest_motion(i, j));
    const std::size_t shell = spheres_.shells.of(i, j);
    if (!next.outwards && shell == spheres_.ladder(i, j).last()) return false;
    ParticleRecord<Dim>& first = spheres_.records[i];
    ParticleRecord<Dim>& second = spheres_.records[j];
    const Vec<Dim> r_i = box().wrap(first.position_at(now()));
    const Vec<Dim> r_j = box().wrap(second.position_at(now()));
    const Vec<Dim> r = spheres_.nearest_image(r_j - r_i), v = second.v() - first.v();
    Vec<Dim> v_i = first.v(), v_j = second.v();
    // Two that only graze a step from the outside fly on.
    if (next.outwards || approach_of<Dim>(r, v) < 0) {
      const PairOfKinds& pair = spheres_.kinds.pair(first.kind, second.kind);
      const std::size_t beyond = next.outwards ? shell - 1 : shell + 1;
      const auto& energy = spheres_.ladder(i, j).energy;
      const StepImpulse<Dim> step =
          step_impulse<Dim>(line_of_centres<Dim>(r, v), v, pair.reduced_mass,
                            energy[beyond] - energy[shell], next.outwards, v_i.norm() + v_j.norm());
      v_i -= pair.shares.first.times(step.impulse.kick) * step.impulse.along;
      v_j += pair.shares.second.times(step.impulse.kick) * step.impulse.along;
      if (step.passes) spheres_.shells.move(i, j, beyond);
      ++(step.passes ? counters_.passed_steps : counters_.reflected_by_steps);
      if constexpr (kObserved) {
        CollisionRecord<Dim> record;
        fill(i, j, r, v_i, v_j, pair, {step.impulse, 1, false}, 0, record);
        record.impulse = pair.reduced_mass * step.impulse.change().dot(record.normal);
        observer->on_step(record);
      }
    }
    first.begin_flight(r_i, v_i, now());
    second.begin_flight(r_j, v_j, now());
    agenda_.predict_both(spheres_, i, j);
    return true;
  }

  // --- hits on surfaces -------------------------------------------------------------------------

  template <bool kObserved>
  [[gnu::noinline]] void meet_surface(Id id, int surface, Observer<Dim>* observer) {
    if constexpr (Surroundings::kSheared)
      if (spheres_.gas.boundary.is_open(surface))
        return cross_sheared_edge<kObserved>(id, surface, observer);
    ParticleRecord<Dim>& record = spheres_.records[id];
    EventRecord<Dim>& event = spheres_.events[id];
    const Vec<Dim> r = box().wrap(position_of(record)), before = velocity_of(record);
    const SurfaceHit<Dim> hit =
        surroundings().template hit<Law>(spheres_, id, surface, r, before, spins_,
                                         [&](double e) { return is_enduring(e, event.last_hit); });
    ++counters_.wall_collisions;
    record.begin_flight(box().wrap(record.position_at(now()) + hit.aside),
                        surroundings().of_record(hit.velocity, now()), now());
    if constexpr (kObserved) {
      CollisionRecord<Dim> collision;
      collision.spins = hit.spins;
      const double radius = spheres_.radius_of(record);
      fill_surface<Dim>(
          spheres_.clock.time(),
          {id, spheres_.species_of(record), before, velocity_of(record), free_time(id)}, surface,
          box(), hit.normal, radius, r + hit.normal * radius, hit.outcome, collision);
      show(collision, *observer);
    }
    event.last_hit = spheres_.clock.elapsed();
    agenda_.predict(spheres_, id);
  }

  // Moves a particle that leaves a sheared box to the opposite side.
  template <bool kObserved>
  void cross_sheared_edge(Id id, int face, Observer<Dim>* observer) {
    ParticleRecord<Dim>& record = spheres_.records[id];
    EventRecord<Dim>& event = spheres_.events[id];
    Vec<Dim> r = record.position_at(now()), v = record.v();
    spheres_.gas.boundary.come_in(box(), spheres_.clock.time(), face, r, v);
    if constexpr (kObserved)
      observer->on_passage(spheres_.clock.time(), 0.5 * spheres_.kinds.mass(record.kind) *
                                                      (v.squaredNorm() - record.v().squaredNorm()));
    record.begin_flight(r, v, now());
    spheres_.grid.remove(id, event);
    spheres_.grid.locate(r, event);
    spheres_.grid.insert(id, event);
    agenda_.predict(spheres_, id);
  }

  // Shows a collision whose record is filled with local velocities.
  void show(CollisionRecord<Dim>& collision, Observer<Dim>& observer) const {
    if (const double speed = spheres_.clock.speed(); speed != 1) [[unlikely]]
      multiply_velocities_of(collision, speed);
    observer.on_collision(collision);
  }

  [[nodiscard]] double free_time(Id id) const {
    return spheres_.clock.since(spheres_.events[id].last_hit);
  }

  bool is_enduring(double e, double last_hit) {
    if (!clausius::is_enduring(e, spheres_.clock.elapsed() - last_hit,
                               spheres_.gas.contact_duration))
      return false;
    ++counters_.elastic_by_duration_rule;
    return true;
  }
};

}  // namespace clausius
