#pragma once

#include <cmath>

#include "clausius/engine/observer.h"
#include "clausius/engine/state.h"
#include "collision/rigid/body_state.h"
#include "engine/falling_frame.h"
#include "engine/surface_id.h"

namespace clausius {

/// \file The records of collisions are filled here alone; each loop says what it knows.

/// A particle of a hit; velocities are in the box.
template <int Dim>
struct HitParticle {
  Id id = 0;
  std::size_t species = 0;
  Vec<Dim> before = Vec<Dim>::Zero(), after = Vec<Dim>::Zero();
  double free_time = 0;  ///< since its last hit
};

/// What a hit does.
struct HitOutcome {
  double restitution = 1;
  double impulse = 0;  ///< momentum given to the second, or to the surface, along the normal
  double energy_change = 0;
  double work = 0, heat = 0;  ///< done on and given to the first by a surface
  double added = 0;           ///< energy by the speed that the law of hits adds
};

template <int Dim>
[[gnu::always_inline]] inline void fill_first(const HitParticle<Dim>& first, double time,
                                              const HitOutcome& outcome,
                                              CollisionRecord<Dim>& record) {
  record.time = time;
  record.first = first.id;
  record.first_species = static_cast<std::uint8_t>(first.species);
  record.first_before = first.before;
  record.first_after = first.after;
  record.first_free_time = first.free_time;
  record.restitution = outcome.restitution;
  record.impulse = outcome.impulse;
  record.predicted_energy_change = outcome.energy_change;
  record.work = outcome.work;
  record.heat = outcome.heat;
  record.added = outcome.added;
}

/// A hit of two particles. @param contact_point need not be in the box
template <int Dim>
[[gnu::always_inline]] inline void fill_pair(double time, const HitParticle<Dim>& first,
                                             const HitParticle<Dim>& second, const Box<Dim>& box,
                                             const Vec<Dim>& normal, double separation,
                                             const Vec<Dim>& contact_point,
                                             const HitOutcome& outcome,
                                             CollisionRecord<Dim>& record) {
  fill_first(first, time, outcome, record);
  record.second = second.id;
  record.second_species = static_cast<std::uint8_t>(second.species);
  record.second_before = second.before;
  record.second_after = second.after;
  record.second_free_time = second.free_time;
  record.normal = normal;
  record.separation = separation;
  record.contact_point = box.wrap(contact_point);
}

/// A hit of a particle on a surface. @param contact_point need not be in the box
template <int Dim>
void fill_surface(double time, const HitParticle<Dim>& first, int surface, const Box<Dim>& box,
                  const Vec<Dim>& normal, double separation, const Vec<Dim>& contact_point,
                  const HitOutcome& outcome, CollisionRecord<Dim>& record) {
  fill_first(first, time, outcome, record);
  record.second = CollisionRecord<Dim>::kWall;
  record.face = surface;
  record.normal = normal;
  record.separation = separation;
  record.contact_point = box.wrap(contact_point);
}

/// The energy of the motion goes to and comes from the reservoirs of the two, not to nothing.
template <int Dim>
void exchange_with_reservoirs(CollisionRecord<Dim>& record) {
  record.internal_change = -record.predicted_energy_change;
  record.predicted_energy_change = 0;
}

/// Adds what the roughness of two spheres changed.
template <int Dim>
void add_roughness(const SpinChange& spins, double energy_change, double work,
                   const Vec<Dim>& first_after, const Vec<Dim>& second_after,
                   CollisionRecord<Dim>& record) {
  record.spins = spins;
  record.predicted_energy_change += energy_change;
  record.work += work;
  record.first_after = first_after;
  record.second_after = second_after;
}

/// Makes the velocities of a hit of spheres `factor` times as fast.
template <int Dim>
void multiply_velocities_of(CollisionRecord<Dim>& record, double factor) {
  for (Vec<Dim>* v :
       {&record.first_before, &record.first_after, &record.second_before, &record.second_after})
    *v *= factor;
  record.impulse *= factor;
  for (double* energy : {&record.predicted_energy_change, &record.work, &record.heat})
    *energy *= factor * factor;
  if (!record.spins) return;
  for (Vec<3>* spin : {&record.spins->first_before, &record.spins->first_after,
                       &record.spins->second_before, &record.spins->second_after})
    *spin *= factor;
  record.spins->energy_change *= factor * factor;
  record.spins->tangential_loss *= factor * factor;
}

/// A body of a hit, in the frame in which it moves freely.
struct HitBody {
  Id id = 0;
  std::size_t species = 0;
  const RigidBody& body;
  RigidState before, after;
  double free_time = 0;
};

/// A hit of two bodies, or of one on a surface.
struct BodyHit {
  double time = 0;  ///< absolute
  const HitBody& first;
  const HitBody* second = nullptr;  ///< none at a surface
  int surface = -1;
  const RigidContact& contact;
  const RigidImpulse& impulse;
  Vec<3> apart;  ///< from the first centre to the second, or to the surface
  double restitution = 1;
  double work = 0, heat = 0;
};

inline void fill_spins(const HitBody& first, const HitBody* second, SpinChange& spins) {
  spins.first_before = angular_velocity(first.body, first.before);
  spins.energy_change = -0.5 * first.before.angular_momentum.dot(spins.first_before);
  if (second) {
    spins.second_before = angular_velocity(second->body, second->before);
    spins.energy_change -= 0.5 * second->before.angular_momentum.dot(spins.second_before);
  }
  spins.first_after = angular_velocity(first.body, first.after);
  spins.energy_change += 0.5 * first.after.angular_momentum.dot(spins.first_after);
  if (second) {
    spins.second_after = angular_velocity(second->body, second->after);
    spins.energy_change += 0.5 * second->after.angular_momentum.dot(spins.second_after);
  }
}

/// @param now local time, that of the frame
template <int Dim>
CollisionRecord<Dim> record_of(const BodyHit& hit, const FallingFrame<Dim>& frame, double now,
                               const Box<Dim>& box) {
  CollisionRecord<Dim> record;
  fill_spins(hit.first, hit.second, record.spins.emplace());
  record.rigid = RigidCollision{hit.contact, hit.impulse};
  record.spins->tangential_loss = hit.impulse.tangential_loss;
  record.spins->slides = hit.impulse.slides;
  const auto& points = hit.contact.points;
  Vec<3> momentum = Vec<3>::Zero();
  for (std::size_t k = 0; k < points.size(); ++k)
    momentum += hit.impulse.impulse[k] * points[k].normal;
  const bool pulls = points.size() == 1 && hit.impulse.impulse[0] < 0;
  const double impulse = pulls ? -momentum.norm() : momentum.norm();
  const Vec<3> normal = momentum / impulse;
  const Vec<3> falling = in_space<Dim>(frame.velocity(now));
  const auto particle = [&](const HitBody& one) -> HitParticle<Dim> {
    return {one.id, one.species, (one.before.v + falling).template head<Dim>(),
            (one.after.v + falling).template head<Dim>(), one.free_time};
  };
  const Vec<3> touched = hit.first.after.r + in_space<Dim>(frame.displacement(now)) +
                         points[0].first_arm +
                         hit.first.body.members[points[0].first_member].radius * points[0].normal;
  const HitOutcome outcome{hit.restitution, impulse, hit.impulse.energy_change, hit.work, hit.heat};
  const Vec<Dim> along = normal.head<Dim>(), point = touched.head<Dim>();
  const double separation = normal.dot(hit.apart);
  if (hit.second)
    fill_pair<Dim>(hit.time, particle(hit.first), particle(*hit.second), box, along, separation,
                   point, outcome, record);
  else
    fill_surface<Dim>(hit.time, particle(hit.first), hit.surface, box, along, separation, point,
                      outcome, record);
  return record;
}

}  // namespace clausius
