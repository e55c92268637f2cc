#pragma once

#include <array>
#include <cmath>

#include "collision/predict.h"
#include "engine/cells/obstacle_cells.h"
#include "engine/falling_frame.h"
#include "engine/hits/kinds.h"
#include "engine/records.h"
#include "engine/steps/step_grid.h"

namespace clausius {

/// The particles of the time-step mode, at which all its parts look, in slots in the order of the
/// cells of an earlier step. Positions and velocities are kept in a frame in free fall since local
/// time 0, as in the event loop.
template <int Dim>
struct SteppedSpheres {
  using Slot = typename StepGrid<Dim>::Slot;

  /// Data that every step reads of a particle: in three dimensions one cache line.
  struct alignas(Dim == 3 ? 64 : 16) Body {
    Vec<Dim> r, v;
    double time;  // local, of r
    double radius;

    [[nodiscard]] Vec<Dim> position_at(double t) const { return r + v * (t - time); }
    [[nodiscard]] Flight<Dim, double> flight() const {
      Flight<Dim, double> flight;
      for (int k = 0; k < Dim; ++k) {
        flight.r[k] = r[k];
        flight.v[k] = v[k];
      }
      flight.time = time;
      flight.radius = radius;
      return flight;
    }
    template <class Archive>
    void serialize(Archive& archive) {
      archive(r, v, time, radius);
    }
  };
  /// The rest of a particle's data.
  struct Tag {
    double last_hit;  // local
    Id id;
    std::uint32_t changes;  // changes of the record so far; may wrap
    std::uint8_t species;

    template <class Archive>
    void serialize(Archive& archive) {
      archive(last_hit, id, changes, species);
    }
  };

  Gas<Dim> gas;  ///< in the box in which sheared edges count as open
  FallingFrame<Dim> frame;
  bool plain;  ///< the boundary of the gas
  HugeVector<Body> bodies;
  HugeVector<Tag> tags;
  Kinds<Dim> kinds;
  ObstacleCells<Dim> obstacles;
  std::array<double, Dim> edge, inv_edge;  ///< edges of the box; inv_edge 0 between walls
  double start;                            ///< start of the run, absolute
  double time_step;
  std::int64_t epoch_step = 0;  ///< step at whose end local times are 0
  double now = 0;               ///< local
  double end = 0;               ///< end of the current step, local

  SteppedSpheres(const Gas<Dim>& of, const State<Dim>& state, double length)
      : gas(enclosed(of)),
        frame{gas.boundary.gravity},
        plain(gas.boundary.is_plain()),
        kinds(gas, state),
        obstacles(gas),
        start(state.time),
        time_step(length) {
    for (int k = 0; k < Dim; ++k) {
      edge[k] = gas.box.size[k];
      inv_edge[k] = gas.box.periodic[k] ? 1 / gas.box.size[k] : 0;
    }
    bodies.reserve(state.size());
    tags.reserve(state.size());
    for (Id id = 0; id < state.size(); ++id) {
      bodies.push_back({state.position[id], state.velocity[id], 0,
                        0.5 * kinds.diameter(kinds.kind_of(id, state.species[id]))});
      tags.push_back({-kNever, id, state.hits.empty() ? 0 : state.hits[id], state.species[id]});
    }
  }
  SteppedSpheres(const SteppedSpheres&) = delete;  // `frame` refers to `gas`
  SteppedSpheres& operator=(const SteppedSpheres&) = delete;

  [[nodiscard]] double end_of(std::int64_t step) const {
    return start + static_cast<double>(step) * time_step;
  }
  [[nodiscard]] double absolute(double local) const { return end_of(epoch_step) + local; }

  [[nodiscard]] Vec<Dim> position_of(const Body& body, double time) const {
    return body.position_at(time) + frame.displacement(time);
  }
  [[nodiscard]] Vec<Dim> velocity_of(const Body& body, double time) const {
    return body.v + frame.velocity(time);
  }
  [[nodiscard]] std::size_t kind_of(const Tag& tag) const {
    return kinds.kind_of(tag.id, tag.species);
  }
  /// Distance of the centres at contact.
  [[nodiscard]] double contact_distance(Slot i, Slot j) const {
    if (kinds.are_additive()) [[likely]]
      return bodies[i].radius + bodies[j].radius;
    return kinds.contact_distance(tags[i].species, tags[j].species);
  }

  /// Relative position and velocity of the two, as nearest images at the end of the step; the image
  /// of a particle across a sheared edge has another velocity.
  [[nodiscard]] RelativeMotion<Dim, double> relative_motion(const Body& i, const Body& j) const {
    constexpr int kGradient = Boundary<Dim>::kGradient;
    RelativeMotion<Dim, double> motion(i.flight(), j.flight());
    if (gas.boundary.is_sheared()) {
      const double y = motion.r[kGradient] + motion.v[kGradient] * (end - motion.time);
      const double boxes = -std::nearbyint(y / edge[kGradient]);
      gas.boundary.to_image(gas.box, absolute(motion.time), boxes, motion.r, motion.v);
    }
    motion.to_nearest_image(end, edge, inv_edge);
    return motion;
  }
  /// Whether there is a wall at a face.
  [[nodiscard]] bool has_wall(int face) const {
    return !gas.box.periodic[axis_of(face)] && !gas.boundary.is_open(face);
  }
  /// Depth of overlap of a sphere with the wall of a face; ≤ 0 if there is none.
  [[nodiscard]] double depth_in_wall(int face, const Vec<Dim>& r, double radius,
                                     double time) const {
    const double gap = r[axis_of(face)] - gas.boundary.position(gas.box, face, absolute(time));
    return radius - (is_high(face) ? -gap : gap);
  }
};

}  // namespace clausius
