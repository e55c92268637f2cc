#pragma once

#include <algorithm>

#include "engine/hits/surface_hit.h"
#include "engine/spheres/spheres.h"

namespace clausius {

/// What surrounds the spheres of an event loop: periodic edges, and hard walls at rest. Flights are
/// straight. Here and in BoundaryWalls a contact with a surface follows from the record of the
/// sphere alone, never from when it is computed.
template <int Dim, class Grid>
class PlainWalls {
 public:
  using All = Spheres<Dim, Grid>;
  static constexpr bool kFalls = false;    ///< whether flights are kept in a falling frame
  static constexpr bool kSheared = false;  ///< whether there may be images that move

  explicit PlainWalls(const All& spheres) : any_(!spheres.gas.box.all_periodic()) {}

  /// Position and velocity in the box at a local time.
  [[nodiscard]] Vec<Dim> position_of(const ParticleRecord<Dim>& record, double time) const {
    return record.position_at(time);
  }
  [[nodiscard]] Vec<Dim> velocity_of(const ParticleRecord<Dim>& record, double /*time*/) const {
    return record.v();
  }
  /// Converts a velocity at a local time to that of a record, and back.
  [[nodiscard]] Vec<Dim> of_record(const Vec<Dim>& v, double /*time*/) const { return v; }
  [[nodiscard]] Vec<Dim> in_box(const Vec<Dim>& v, double /*time*/) const { return v; }

  /// Adds the contact with a wall that comes first. Nothing later matters: it is certain if nothing
  /// happens before.
  template <class Law>
  void add(const All& spheres, Id id, Contacts& contacts) const {
    if (!any_) return;
    const ParticleRecord<Dim>& record = spheres.records[id];
    Contact best;
    for (int k = 0; k < Dim; ++k) {
      if (spheres.gas.box.periodic[k]) continue;
      double radius = spheres.radius_of(record);
      double growth = 0;
      if constexpr (Law::kGrows) {
        const Growth& all = spheres.context.growth;
        growth = radius * all.rate;
        radius *= all.scale + all.rate * record.time();
      }
      const double v = record.word[Dim + k];
      if (v - growth < 0)
        best.take_earlier(
            {time_of(record.time(), record.word[k] - radius, growth - v), id_of_surface(2 * k)});
      if (v + growth > 0)
        best.take_earlier({time_of(record.time(),
                                   (spheres.context.edge[k] - radius) - record.word[k], growth + v),
                           id_of_surface(2 * k + 1)});
    }
    contacts.take(best);
  }
  void add_moving_images(const All& /*spheres*/, Id /*id*/, Contacts& /*contacts*/) const {}

  [[nodiscard]] static std::size_t memory_bytes() { return 0; }

  /// Time at which the sphere must be filed in another cell, which is stored in its event.
  [[nodiscard, gnu::always_inline]] double next_crossing(All& spheres, Id id) const {
    return spheres.grid.next_crossing(spheres.filed(id));
  }

  /// @param is_enduring as of hit_surface()
  template <class Law, class IsEnduring>
  SurfaceHit<Dim> hit(const All& spheres, Id id, int face, const Vec<Dim>& /*r*/, const Vec<Dim>& v,
                      Spins<Dim>& spins, const IsEnduring& is_enduring) const {
    const ParticleRecord<Dim>& record = spheres.records[id];
    const std::size_t species = spheres.species_of(record);
    const int axis = axis_of(face);
    const double before = v[axis], mass = spheres.kinds.mass(record.kind);
    double e = spheres.gas.wall_restitution[species];
    const bool enduring = is_enduring(e);
    if (enduring) e = 1;
    SurfaceHit<Dim> hit;
    hit.normal = outward_normal<Dim>(face);
    hit.velocity = v;
    if constexpr (Law::kGrows)
      hit.velocity[axis] =
          -2 * outward(face) * spheres.radius_of(record) * spheres.context.growth.rate - before;
    else
      hit.velocity[axis] = -e * before;
    hit.outcome = {e, (1 + e) * mass * std::abs(before),
                   -0.5 * mass * ((1 - e) * (1 + e)) * (before * before)};
    if (spins.any() && !enduring) [[unlikely]]
      rub(spheres.gas, spins, {id, species}, face, hit);
    return hit;
  }

 private:
  static double time_of(double time, double gap, double speed) {
    return time + std::max(gap / speed, 0.0);
  }
  [[gnu::noinline]] static void rub(const Gas<Dim>& gas, Spins<Dim>& spins,
                                    typename Spins<Dim>::Partner sphere, int face,
                                    SurfaceHit<Dim>& hit) {
    const auto tangential = spins.collide_with_surface(
        sphere, tangential_law(gas, gas.boundary.faces[face], sphere.species), hit.normal,
        hit.velocity, hit.outcome.impulse, &hit.spins);
    hit.velocity += tangential.first_velocity_change;
    hit.outcome.energy_change += tangential.energy_change;
  }

  bool any_;
};

}  // namespace clausius
