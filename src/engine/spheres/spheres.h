#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "collision/resolve.h"
#include "engine/local_clock.h"
#include "engine/spheres/search.h"

namespace clausius {

/// Spheres: their records, their events, the cells in which they are filed.
template <int Dim, class Grid>
struct SphereStore {
  HugeVector<ParticleRecord<Dim>> records;
  HugeVector<EventRecord<Dim>> events;
  Grid grid;

  SphereStore(const Box<Dim>& box, const CellPlan& cells, std::size_t particles)
      : records(particles), events(particles), grid(box, cells, particles) {}
};

/// The spheres of an event loop, as all its parts see them.
template <int Dim, class Grid>
struct Spheres {
  Gas<Dim> gas;  ///< in the box in which sheared edges count as open
  std::shared_ptr<SphereStore<Dim, Grid>> store;
  HugeVector<ParticleRecord<Dim>>& records;  ///< in the store, as are the next two
  HugeVector<EventRecord<Dim>>& events;
  Grid& grid;
  Kinds<Dim> kinds;
  Shells shells;
  SearchContext<Dim, Grid> context;
  LocalClock clock;

  Spheres(const Gas<Dim>& of, const State<Dim>& start, const CellPlan& cells, const Growth& growth)
      : gas(enclosed(of)),
        store(std::make_shared<SphereStore<Dim, Grid>>(gas.box, cells, start.size())),
        records(store->records),
        events(store->events),
        grid(store->grid),
        kinds(of, start),
        shells(gas, start),
        context{records, grid, {}, {}, kinds, shells, {}, growth},
        clock(start.time) {
    for (int k = 0; k < Dim; ++k) {
      context.edge[k] = gas.box.size[k];
      context.inv_edge[k] = gas.box.periodic[k] ? 1 / gas.box.size[k] : 0;
    }
    for (Id id = 0; id < records.size(); ++id) {
      ParticleRecord<Dim>& record = records[id];
      record.r() = start.position[id];
      record.v() = start.velocity[id];
      record.kind = static_cast<std::uint32_t>(kinds.kind_of(id, start.species[id]));
      if (!start.hits.empty()) record.hits = start.hits[id];
      events[id].level = cells.level_of(kinds.diameter(record.kind));
      grid.locate(start.position[id], events[id]);
    }
    context.radii.assign(std::max<std::size_t>(kinds.count(), kLanes), 0.0);
    bool one_size = kinds.are_additive();
    for (std::size_t kind = 0; kind < kinds.count(); ++kind) {
      context.radii[kind] = 0.5 * kinds.diameter(kind);
      one_size = one_size && kinds.diameter(kind) == kinds.diameter(0);
    }
    if (one_size) context.diameter = kinds.diameter(0);
  }
  /// Another view of all these spheres, for a loop with a clock of its own.
  explicit Spheres(Spheres& all)
      : gas(all.gas),
        store(all.store),
        records(store->records),
        events(store->events),
        grid(store->grid),
        kinds(all.kinds),
        shells(all.shells),
        context{records,
                grid,
                all.context.edge,
                all.context.inv_edge,
                kinds,
                shells,
                all.context.radii,
                all.context.growth,
                all.context.diameter},
        clock(all.clock) {}
  Spheres(const Spheres&) = delete;  // `context` refers to the rest
  Spheres& operator=(const Spheres&) = delete;

  [[nodiscard]] double now() const { return clock.now(); }
  [[nodiscard]] double radius_of(const ParticleRecord<Dim>& record) const {
    return context.radii[record.kind];
  }
  [[nodiscard]] std::size_t species_of(const ParticleRecord<Dim>& record) const {
    return kinds.species(record.kind);
  }
  [[nodiscard]] bool is_stale(const Contact& contact) const {
    return records[contact.partner].hits != contact.hits;
  }
  [[nodiscard]] Filed<Dim> filed(Id id) { return context.filed(id, events[id], now()); }
  [[gnu::noinline]] void file_all() {
    grid.file_all(records.size(), [this](Id id) { return filed(id); });
  }

  [[nodiscard]] RelativeMotion<Dim, double> relative_motion(Id i, Id j) const {
    return RelativeMotion<Dim, double>(records[i].flight(context.radii.data()),
                                       records[j].flight(context.radii.data()));
  }
  [[nodiscard]] RelativeMotion<Dim, double> nearest_motion(Id i, Id j) const {
    RelativeMotion<Dim, double> motion = relative_motion(i, j);
    motion.to_nearest_image(now(), context.edge, context.inv_edge);
    return motion;
  }
  /// Where the two act on each other next.
  [[nodiscard]] NextStep next_of_pair(Id i, Id j, const RelativeMotion<Dim, double>& motion) const {
    if (shells.any()) return next_step(motion, ladder(i, j), shells.of(i, j));
    const double sigma = context.contact_distance(i, j);
    return {motion.contact_time(sigma), sigma, false};
  }
  [[nodiscard]] const Ladder& ladder(Id i, Id j) const {
    return shells.ladder(records[i].kind, records[j].kind);
  }
  /// The motion to an image of the second.
  template <class Boxes>
  [[nodiscard]] RelativeMotion<Dim, double> to_image(RelativeMotion<Dim, double> motion,
                                                     const Boxes& boxes) const {
    for (int k = 0; k < Dim; ++k)
      motion.r[k] = multiply_add(context.edge[k], static_cast<double>(boxes[k]), motion.r[k]);
    return motion;
  }
  [[nodiscard]] Vec<Dim> nearest_image(Vec<Dim> r) const {
    for (int k = 0; k < Dim; ++k)
      r[k] -= context.edge[k] * nearest_integer(r[k], context.inv_edge[k]);
    return r;
  }
  /// Separation at contact. In a box of exactly two diameters two images touch at once: the
  /// approaching one is meant.
  [[nodiscard]] Vec<Dim> contact_separation(Vec<Dim> r, const Vec<Dim>& v) const {
    r = nearest_image(r);
    if (approach_of<Dim>(r, v) >= 0)
      for (int k = 0; k < Dim; ++k)
        if (gas.box.periodic[k] && std::abs(r[k]) > 0.499999 * context.edge[k] && v[k] * r[k] > 0)
          r[k] -= std::copysign(context.edge[k], r[k]);
    return r;
  }
};

}  // namespace clausius
