#pragma once

#include "engine/falling_frame.h"
#include "engine/hits/surface_hit.h"
#include "engine/spheres/sheared_images.h"
#include "engine/spheres/spheres.h"

namespace clausius {

/// What surrounds the spheres of an event loop where it is more than PlainWalls: gravity, walls
/// that move or are thermal, obstacles, shear. Records are kept in a frame in free fall.
template <int Dim, class Grid>
class BoundaryWalls {
 public:
  using All = Spheres<Dim, Grid>;
  static constexpr bool kFalls = true;
  static constexpr bool kSheared = true;

  explicit BoundaryWalls(const All& spheres)
      : obstacles_(spheres.gas), frame_{spheres.gas.boundary.gravity} {}

  [[nodiscard]] const FallingFrame<Dim>& frame() const { return frame_; }
  [[nodiscard]] const ShearedImages<Dim>& moving_images() const { return images_; }

  [[nodiscard]] Vec<Dim> position_of(const ParticleRecord<Dim>& record, double time) const {
    return record.position_at(time) + frame_.displacement(time);
  }
  [[nodiscard]] Vec<Dim> velocity_of(const ParticleRecord<Dim>& record, double time) const {
    return record.v() + frame_.velocity(time);
  }
  [[nodiscard]] Vec<Dim> of_record(const Vec<Dim>& v, double time) const {
    return v - frame_.velocity(time);
  }
  [[nodiscard]] Vec<Dim> in_box(const Vec<Dim>& v, double time) const {
    return v + frame_.velocity(time);
  }

  template <class Law>
  void add(const All& spheres, Id id, Contacts& contacts) {
    // After a second contact that is known it does not matter.
    contacts.take(surface_contact(spheres, spheres.records[id], contacts.second.time));
    add_moving_images(spheres, id, contacts);
  }
  void add_moving_images(const All& spheres, Id id, Contacts& contacts) {
    images_.add(spheres, id, contacts);
  }

  [[nodiscard]] std::size_t memory_bytes() const { return obstacles_.memory_bytes(); }

  /// As of PlainWalls, of a sphere whose path may be curved.
  [[nodiscard]] double next_crossing(All& spheres, Id id) const {
    if (!spheres.gas.boundary.has_gravity()) return spheres.grid.next_crossing(spheres.filed(id));
    EventRecord<Dim>& event = spheres.events[id];
    const double now = spheres.now();
    const Vec<Dim> r = position_of(spheres.records[id], now);
    const Vec<Dim> v = velocity_of(spheres.records[id], now);
    const CellGrid<Dim>& grid = spheres.grid[event.level];
    double least = kNever;
    for (int k = 0; k < Dim; ++k) {
      const double half_g = 0.5 * frame_.gravity[k];
      const double edge = grid.edge()[k];
      double x = r[k] - event.cell[k] * edge;
      x -= spheres.context.edge[k] * nearest_integer(x - 0.5 * edge, spheres.context.inv_edge[k]);
      for (const int step : {-1, 1}) {
        if (grid.shifted(k, event.cell[k], step) < 0) continue;
        const double delay =
            step < 0 ? first_descent(x, v[k], half_g) : first_descent(edge - x, -v[k], -half_g);
        if (delay >= least) continue;
        least = delay;
        event.crossing_axis = static_cast<std::uint8_t>(k);
        event.crossing_step = static_cast<std::int8_t>(step);
      }
    }
    return now + least;
  }

  /// @param r, v position and velocity in the box
  template <class Law, class IsEnduring>
  SurfaceHit<Dim> hit(const All& spheres, Id id, int surface, const Vec<Dim>& r, const Vec<Dim>& v,
                      Spins<Dim>& spins, const IsEnduring& is_enduring) const {
    const ParticleRecord<Dim>& record = spheres.records[id];
    return hit_surface<Dim>(
        spheres.gas, spins,
        {id, spheres.species_of(record), spheres.kinds.mass(record.kind), spheres.radius_of(record),
         record.hits, surface, r, v, spheres.clock.time()},
        is_enduring);
  }

 private:
  [[nodiscard]] Contact surface_contact(const All& spheres, const ParticleRecord<Dim>& record,
                                        double until) const {
    // Beyond the epoch everything is predicted again.
    Contact best = boundary_contact<Dim>(
        spheres.gas, obstacles_,
        {position_of(record, record.time()), velocity_of(record, record.time()), frame_.gravity},
        spheres.radius_of(record), spheres.clock.absolute(record.time()),
        spheres.clock.epoch() - record.time(), until - record.time());
    best.time += record.time();
    return best;
  }

  ObstacleCells<Dim> obstacles_;
  ShearedImages<Dim> images_;
  FallingFrame<Dim> frame_;
};

}  // namespace clausius
