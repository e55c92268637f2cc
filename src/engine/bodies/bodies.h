#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision/obstacle.h"
#include "collision/obstacle_surface.h"
#include "collision/rigid/first_contact.h"
#include "engine/bodies/neighbour_cells.h"
#include "engine/bodies/rigid_states.h"
#include "engine/cells/obstacle_cells.h"
#include "engine/falling_frame.h"
#include "engine/local_clock.h"
#include "engine/records.h"

namespace clausius {

/// The wall of a face, 2·axis + (0 at the origin, 1 at L), seen from a frame in free fall since
/// local time 0; `origin` is the absolute time of that instant.
template <int Dim>
Wall wall_of(int face, const Gas<Dim>& gas, double origin) {
  const int axis = axis_of(face), along = outward(face);
  Wall wall{along * Vec<3>::Unit(axis), is_high(face) ? gas.box.size[axis] : 0};
  wall.path = gas.boundary.faces[face].path;
  wall.along = along;
  wall.clock = origin - gas.boundary.start;
  wall.fall = -along * gas.boundary.gravity[axis];
  return wall;
}

/// The surfaces of all obstacles, for bodies to collide with; empty for doors, which particles
/// cross with their centres.
template <int Dim>
std::vector<ObstacleSurface> surfaces_of(const Gas<Dim>& gas) {
  std::vector<ObstacleSurface> all;
  all.reserve(gas.boundary.obstacles.size());
  for (const Obstacle<Dim>& obstacle : gas.boundary.obstacles)
    all.push_back(obstacle.door ? ObstacleSurface{} : surface_of<Dim>(obstacle.shape));
  return all;
}

/// The bodies of an event loop, at which all its parts look. Motions are kept in a frame in free
/// fall since the time origin: in it they are free under gravity too, and only cells, walls and
/// obstacles take gravity into account.
template <int Dim>
struct Bodies {
  Gas<Dim> gas;  ///< in the box in which sheared edges count as open
  FallingFrame<Dim> frame;
  std::vector<ObstacleSurface> surfaces;  ///< by obstacle
  ObstacleCells<Dim> obstacles;
  Images<Dim> images;
  std::vector<std::uint8_t> species;
  std::vector<FreeMotion> motions;
  HugeVector<ParticleRecord<Dim>>
      flights;                      ///< of the centres of mass, by which pairs are sorted out
  HugeVector<double> radii;         ///< of bounding spheres, by species; at least kLanes
  std::vector<std::uint32_t> hits;  ///< collisions so far of each body; may wrap
  HugeVector<EventRecord<Dim>> events;
  LocalClock clock;

  Bodies(const Gas<Dim>& of, const State<Dim>& start)
      : gas(enclosed(of)),
        frame{gas.boundary.gravity},
        surfaces(surfaces_of(gas)),
        obstacles(gas),
        images(gas.box),
        species(start.species),
        flights(start.size()),
        hits(start.hits),
        events(start.size()),
        clock(start.time) {
    hits.resize(start.size());
    motions.reserve(start.size());
    for (Id id = 0; id < start.size(); ++id) {
      RigidState state = rigid_state(start, id);
      state.time = 0;
      motions.emplace_back(gas.bodies[species[id]], state);
      flights[id].kind = species[id];
      follow_centre(id);
    }
    radii.assign(std::max<std::size_t>(gas.bodies.size(), kLanes), 0.0);
    for (std::size_t k = 0; k < gas.bodies.size(); ++k) radii[k] = gas.bodies[k].bounding_radius;
  }
  Bodies(const Bodies&) = delete;  // motions point into `gas`
  Bodies& operator=(const Bodies&) = delete;

  [[nodiscard]] double now() const { return clock.now(); }
  void set_motion(Id id, const FreeMotion& motion) {
    motions[id] = motion;
    follow_centre(id);
  }
  [[nodiscard]] const RigidBody& body(Id id) const { return gas.bodies[species[id]]; }

  [[nodiscard]] RigidState state_now(Id id) const { return motions[id].state_at(now()); }

  /// The body's free motion from this state on, in the box.
  [[nodiscard]] FreeMotion motion_from(Id id, RigidState state) const {
    state.r = in_space<Dim>(gas.box.wrap(state.r.head<Dim>()));
    return {body(id), state};
  }
  [[nodiscard]] Vec<Dim> position_at(Id id, double time) const {
    const RigidState& start = motions[id].start();
    return (start.r + (time - start.time) * start.v).template head<Dim>();
  }
  [[nodiscard]] double free_time(Id id) const { return clock.since(events[id].last_hit); }

  /// Displacement and velocity of the falling frame.
  [[nodiscard]] Vec<3> fallen() const { return in_space<Dim>(frame.displacement(now())); }

  [[nodiscard]] Vec<3> falling() const { return in_space<Dim>(frame.velocity(now())); }

  /// Largest speed of any point of the body.
  [[nodiscard]] double speed(Id id, const RigidState& state) const {
    return state.v.norm() + angular_velocity(body(id), state).norm() * body(id).bounding_radius;
  }

  /// Largest speed that rotation gives to any point of the axes of its members; rotation about a
  /// member's own axis or centre does not count, because it changes no contact.
  [[nodiscard]] double turning(Id id) const {
    const Pose pose = motions[id].pose_at(now());
    double fastest = 0;
    for (const Member& member : body(id).members)
      fastest =
          std::max(fastest, pose.omega.cross(pose.axes * member.centre).norm() +
                                pose.omega.cross(pose.axes.col(0)).norm() * member.half_shaft);
    return fastest;
  }

  [[nodiscard]] double bending(Id id) const {
    return motions[id].bend() * body(id).bounding_radius;
  }

  // --- walls and obstacles ----------------------------------------------------------------------

  [[nodiscard]] Wall wall_at(int face) const { return wall_of(face, gas, clock.absolute(0)); }

  [[nodiscard]] const Obstacle<Dim>& obstacle(int face) const {
    return gas.boundary.obstacles[obstacle_index<Dim>(face)];
  }

  [[nodiscard]] FixedObstacle fixed_obstacle(int face, const Vec<3>& shift) const {
    return {surfaces[obstacle_index<Dim>(face)], shift, -in_space<Dim>(gas.boundary.gravity)};
  }

  /// Whether an obstacle still exists.
  [[nodiscard]] bool stands(int face, double time) const {
    return clock.absolute(time) - gas.boundary.start < obstacle(face).until;
  }

  /// Calls first_contact() for the two.
  [[nodiscard]] ContactSearch search_obstacle(Id id, int face, const Image<Dim>& image, double from,
                                              double horizon) const {
    const Vec<3> shift = images.shift(image);
    if (obstacle(face).door) return search_door(id, face, shift, from);
    return first_contact(motions[id], fixed_obstacle(face, shift), from, horizon);
  }

  /// A door lets a body pass, or reflects it when its centre reaches the plane of the plate, as if
  /// they touched there, so that no torque acts. The side of the body is always well defined,
  /// whatever else it hits half-way through, because only the centre counts.
  [[nodiscard]] ContactSearch search_door(Id id, int face, const Vec<3>& shift, double from) const {
    const Door& door = *obstacle(face).door;
    const RigidState& start = motions[id].start();
    const double v = start.v[door.axis];
    if (door.lets_pass(start.v)) return NoContact{};
    const double plane =
        std::get<BlockObstacle<Dim>>(obstacle(face).shape).low[door.axis] + shift[door.axis];
    const double way = plane - start.r[door.axis];
    if (!(way * v > 0)) return NoContact{};
    const double time = start.time + way / v;
    if (time > from) return Recheck{time};
    ContactPoint point;
    point.normal[door.axis] = v > 0 ? 1 : -1;
    point.first_arm = -body(id).members[0].radius * point.normal;  // the surface at the centre
    point.rate = -std::abs(v);
    RigidContact contact;
    contact.time = time;
    contact.points.push_back(point);
    return contact;
  }

  /// The flight of the centre from a local time on, in the box.
  [[nodiscard]] Parabola<Dim> flight_from(Id id, double time) const {
    const Vec<Dim>& g = gas.boundary.gravity;
    return {position_at(id, time) + 0.5 * time * time * g,
            motions[id].start().v.template head<Dim>() + time * g, g};
  }
  [[nodiscard]] Image<Dim> image_at(const Vec<Dim>& shift) const {
    Image<Dim> image;
    for (int k = 0; k < Dim; ++k)
      image[k] = static_cast<int>(std::lround(shift[k] / gas.box.size[k]));
    return image;
  }

  // --- images that move -------------------------------------------------------------------------

  static constexpr int kGradient = Boundary<Dim>::kGradient;

  /// Whether an image is one that moves, beyond an edge of a sheared box. Its position along x is
  /// counted from where the image one box up is when the motion of its original begins.
  [[nodiscard]] bool is_sheared(const Image<Dim>& image) const {
    return gas.boundary.is_sheared() && image[kGradient] != 0;
  }

  [[nodiscard]] double shift_at(double time) const {
    return gas.boundary.shear_shift(gas.box, clock.absolute(time));
  }

  /// Difference in boxes between that count and one from where the image one box up is now.
  [[nodiscard]] int boxes_passed(Id id, const Image<Dim>& image) const {
    const double since = motions[id].start().time;
    const double way =
        shift_at(now()) - shift_at(since) - gas.boundary.shear_speed(gas.box) * (now() - since);
    return static_cast<int>(std::lround(image[kGradient] * way / gas.box.size[0]));
  }

  /// Vector from a body to an image of it at a time.
  [[nodiscard]] Vec<3> way_to_image(Id id, const Image<Dim>& image, double time) const {
    Vec<3> way = images.shift(image);
    if (!is_sheared(image)) return way;
    const double since = motions[id].start().time;
    way[0] +=
        image[kGradient] * (shift_at(since) + gas.boundary.shear_speed(gas.box) * (time - since));
    return way;
  }

  /// Velocity of an image relative to its original.
  [[nodiscard]] Vec<3> speed_of_image(const Image<Dim>& image) const {
    if (!is_sheared(image)) return Vec<3>::Zero();
    return image[kGradient] * gas.boundary.shear_speed(gas.box) * Vec<3>::Unit(0);
  }

  /// Motion of an image.
  [[nodiscard, gnu::noinline]] FreeMotion image_of(Id id, const Image<Dim>& image) const {
    const FreeMotion& motion = motions[id];
    return motion.displaced(way_to_image(id, image, motion.start().time), speed_of_image(image));
  }

 private:
  void follow_centre(Id id) {
    const RigidState& start = motions[id].start();
    flights[id].r() = start.r.template head<Dim>();
    flights[id].v() = start.v.template head<Dim>();
    flights[id].word[ParticleRecord<Dim>::kTime] = start.time;
  }
};

}  // namespace clausius
