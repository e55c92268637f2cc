#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "clausius/engine/state.h"
#include "collision/moving_wall.h"
#include "collision/obstacle.h"
#include "collision/resolve.h"
#include "engine/cells/obstacle_cells.h"
#include "engine/search.h"
#include "engine/spins.h"

namespace clausius {

/// Time at which a sphere on a flight first hits an obstacle after the beginning of the flight (an
/// absolute time); never if not before `horizon`. Nothing after `until` need be found; the times do
/// not depend on it.
template <int Dim>
Contact obstacle_contact(const Gas<Dim>& gas, const ObstacleCells<Dim>& obstacles,
                         const Parabola<Dim>& flight, double radius, double time, double horizon,
                         double until = kNever) {
  Contact best;
  const Boundary<Dim>& boundary = gas.boundary;
  const double end = std::min(until, horizon);
  obstacles.for_each_along(
      gas, flight, time, [&] { return std::min(best.time, end); },
      [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
        if (obstacle.door && obstacle.door->lets_pass(flight.v)) return;
        const double delay = delay_to_obstacle<Dim>(
            obstacle.shape, {flight.r - shift, flight.v, flight.g}, radius, horizon);
        if (time - boundary.start + delay < obstacle.until)
          best.take_earlier({delay, kWallBase + static_cast<Id>(2 * Dim + index)});
      });
  return best;
}

/// Next contact of a flight with the walls of the box; obstacles as obstacle_contact().
template <int Dim>
Contact boundary_contact(const Gas<Dim>& gas, const ObstacleCells<Dim>& obstacles,
                         const Parabola<Dim>& flight, double radius, double time, double horizon,
                         double until = kNever) {
  Contact best;
  const Boundary<Dim>& boundary = gas.boundary;
  for (int face = 0; face < 2 * Dim; ++face) {
    const int k = face / 2;
    if (gas.box.periodic[k]) continue;
    const double delay =
        delay_to_wall(boundary.faces[face].path, face % 2 == 0 ? -1 : 1,
                      {time - boundary.start, flight.r[k] - (face % 2 == 0 ? 0 : gas.box.size[k]),
                       flight.v[k], flight.g[k]},
                      boundary.is_open(face) ? 0 : radius, horizon);
    best.take_earlier({delay, kWallBase + static_cast<Id>(face)});
  }
  if (boundary.obstacles.empty()) return best;
  best.take_earlier(
      obstacle_contact(gas, obstacles, flight, radius, time, std::min(best.time, horizon), until));
  return best;
}

/// Vector from a sphere at r, in the box, to the nearest point of an obstacle and its images; zero
/// if r is inside.
template <int Dim>
Vec<Dim> way_to_obstacle(const ObstacleShape<Dim>& shape, const Box<Dim>& box, const Vec<Dim>& r) {
  Vec<Dim> way = nearest_point(shape, r) - r;
  Boundary<Dim>::for_images(
      shape, box, r, r, 0.5 * box.size.maxCoeff(), [&](const Vec<Dim>& shift) {
        const Vec<Dim> other = nearest_point<Dim>(shape, r - shift) + shift - r;
        if (other.squaredNorm() < way.squaredNorm()) way = other;
      });
  return way;
}

/// A sphere in contact with a wall or an obstacle.
template <int Dim>
struct WallHit {
  Id id;
  std::size_t species;
  double mass, radius;
  std::uint32_t hits;  ///< hits of the sphere so far, which select the random numbers of baths
  int face;            ///< 2·axis + side, or 2·Dim + the number of the obstacle
  Vec<Dim> r, v;       ///< in the box
  double time;         ///< absolute
};

/// Fraction of the speed gained in falling by about a diameter with which a particle at rest on a
/// wall hops.
inline constexpr double kHop = 5e-4;

/// Makes a sphere that leaves a wall without speed, while gravity or the acceleration of the wall
/// presses it against the wall, hop by 10⁻⁷ of its diameter: otherwise it would hit the wall again
/// at once, endlessly. The energy that this adds is recorded.
/// @param pressing acceleration of the sphere into the wall
/// @param least_speed speeds below it count as zero
template <int Dim>
void lift_off(double pressing, const WallHit<Dim>& hit, const Vec<Dim>& wall_velocity,
              const Vec<Dim>& normal, double least_speed, WallBounce<Dim>& bounce) {
  const double parting = (wall_velocity - bounce.velocity).dot(normal);
  if (pressing <= 0 || parting > least_speed) return;
  const double speed = kHop * std::sqrt(2 * hit.radius * pressing);
  const double impulse = hit.mass * (speed - parting);
  bounce.velocity -= (speed - parting) * normal;
  bounce.impulse += impulse;
  bounce.work -= impulse * normal.dot(wall_velocity);
  bounce.energy_change += 0.5 * impulse * (speed + parting);
}

/// Distance by which a sphere that hits an obstacle while it is already leaving its nearest point
/// is moved away from it: more than the rounding of its position, which would make it hit the
/// obstacle again at once, endlessly. This occurs where a sphere that glides along a face reaches
/// an edge.
template <int Dim>
Vec<Dim> step_aside(const Gas<Dim>& gas, const CollisionRecord<Dim>& collision) {
  if (collision.face < 2 * Dim || collision.first_before.dot(collision.normal) > 0)
    return Vec<Dim>::Zero();
  return -1e-15 * gas.box.size.maxCoeff() * collision.normal;
}

/// Outcome of the hit, with the complete record except the free time. At a bath a rough sphere gets
/// a new angular velocity too; elsewhere it exchanges tangential momentum with the surface, which
/// moves and slides with the wall.
/// @param is_enduring whether, for a coefficient of restitution (1: elastic), the hit belongs to an
/// enduring contact
template <int Dim, class IsEnduring>
CollisionRecord<Dim> hit_boundary(const Gas<Dim>& gas, Spins<Dim>& spins, const WallHit<Dim>& hit,
                                  const IsEnduring& is_enduring) {
  const Boundary<Dim>& boundary = gas.boundary;
  const bool at_face = hit.face < 2 * Dim;
  const WallLaw<Dim>& law = at_face
                                ? static_cast<const WallLaw<Dim>&>(boundary.faces[hit.face])
                                : boundary.obstacles[static_cast<std::size_t>(hit.face - 2 * Dim)];
  CollisionRecord<Dim> collision;
  Vec<Dim> moving = Vec<Dim>::Zero(), falling = boundary.gravity;  // in the frame of the wall
  if (at_face) {
    const WallPath& path = boundary.faces[hit.face].path;
    const double clock = hit.time - boundary.start;
    collision.normal[hit.face / 2] = hit.face % 2 == 0 ? -1 : 1;
    moving[hit.face / 2] = path.velocity_at(clock);
    falling[hit.face / 2] -= path.acceleration_at(clock);
  } else {
    collision.normal =
        way_to_obstacle(boundary.obstacles[static_cast<std::size_t>(hit.face - 2 * Dim)].shape,
                        gas.box, hit.r)
            .normalized();
  }
  const Vec<Dim> surface = moving + law.sliding;
  WallBounce<Dim> bounce = [&]() -> WallBounce<Dim> {
    if (law.may_be_diffuse()) {
      RandomStream random = boundary.random_of(hit.id, hit.hits);
      if (law.is_diffuse(random)) {
        WallBounce<Dim> diffuse =
            diffuse_bounce<Dim>(hit.v, surface, collision.normal, hit.mass, law.kt, random);
        if (spins.any())
          diffuse.heat += spins.leave_bath({hit.id, hit.species}, law.kt, random, collision.spins);
        return diffuse;
      }
    }
    double e = law.restitution.value_or(gas.wall_restitution[hit.species]);
    // Rough particles may come to rest in a corner even if restitution is 1.
    const bool enduring = is_enduring(spins.loses_at_walls(hit.species) ? 0 : e);
    if (enduring) e = 1;
    collision.restitution = e;
    WallBounce<Dim> smooth =
        enduring ? enduring_bounce<Dim>(hit.v, moving, collision.normal, hit.mass,
                                        gas.least_rebound() + kLeastRebound * hit.v.norm())
                 : smooth_bounce<Dim>(hit.v, moving, collision.normal, hit.mass, e);
    if (spins.any() && !enduring) {
      const auto tangential = spins.collide({hit.id, hit.species}, collision.normal,
                                            smooth.velocity - surface, &collision.spins);
      smooth.velocity += tangential.first_velocity_change;
      smooth.work -= tangential.change.dot(surface);
      smooth.energy_change += tangential.energy_change;
    }
    return smooth;
  }();
  lift_off(falling.dot(collision.normal), hit, moving, collision.normal,
           kLeastRebound * hit.v.norm(), bounce);
  collision.time = hit.time;
  collision.first = hit.id;
  collision.second = CollisionRecord<Dim>::kWall;
  collision.face = hit.face;
  collision.first_species = static_cast<std::uint8_t>(hit.species);
  collision.separation = hit.radius;
  collision.contact_point = gas.box.wrap(hit.r + collision.normal * hit.radius);
  collision.first_before = hit.v;
  collision.first_after = bounce.velocity;
  collision.impulse = bounce.impulse;
  collision.work = bounce.work;
  collision.heat = bounce.heat;
  collision.predicted_energy_change = bounce.energy_change;
  return collision;
}

}  // namespace clausius
