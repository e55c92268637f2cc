#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "clausius/engine/state.h"
#include "collision/cercignani_lampis.h"
#include "collision/moving_wall.h"
#include "collision/obstacle.h"
#include "collision/resolve.h"
#include "engine/cells/obstacle_cells.h"
#include "engine/hits/record.h"
#include "engine/hits/spins.h"
#include "engine/records.h"

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
          best.take_earlier({delay, id_of_surface(surface_of_obstacle<Dim>(index))});
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
  for (int face = 0; face < kFaces<Dim>; ++face) {
    const int k = axis_of(face);
    if (gas.box.periodic[k]) continue;
    const double delay =
        delay_to_wall(boundary.faces[face].path, outward(face),
                      {time - boundary.start, flight.r[k] - (is_high(face) ? gas.box.size[k] : 0),
                       flight.v[k], flight.g[k]},
                      boundary.is_open(face) ? 0 : radius, horizon);
    best.take_earlier({delay, id_of_surface(face)});
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
struct TouchingSphere {
  Id id;
  std::size_t species;
  double mass, radius;
  std::uint32_t hits;  ///< hits of the sphere so far, which select the random numbers of baths
  int surface;
  Vec<Dim> r, v;  ///< in the box
  double time;    ///< absolute
};

/// What becomes of it.
template <int Dim>
struct SurfaceHit {
  Vec<Dim> normal = Vec<Dim>::Zero();  ///< unit vector into the surface
  Vec<Dim> velocity;                   ///< in the box
  HitOutcome outcome;
  std::optional<SpinChange> spins;
  Vec<Dim> aside = Vec<Dim>::Zero();  ///< by which the sphere is moved, see step_aside()
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
void lift_off(double pressing, const TouchingSphere<Dim>& hit, const Vec<Dim>& wall_velocity,
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
Vec<Dim> step_aside(const Gas<Dim>& gas, const TouchingSphere<Dim>& sphere,
                    const Vec<Dim>& normal) {
  if (is_face<Dim>(sphere.surface) || sphere.v.dot(normal) > 0) return Vec<Dim>::Zero();
  return -1e-15 * gas.box.size.maxCoeff() * normal;
}

/// A surface as a sphere that touches it sees it.
template <int Dim>
struct SurfaceAt {
  const WallLaw<Dim>& law;
  Vec<Dim> normal = Vec<Dim>::Zero();
  Vec<Dim> moving = Vec<Dim>::Zero();   ///< velocity, without sliding
  Vec<Dim> falling = Vec<Dim>::Zero();  ///< acceleration of the sphere in its frame
};

template <int Dim>
SurfaceAt<Dim> surface_at(const Gas<Dim>& gas, const TouchingSphere<Dim>& sphere) {
  const Boundary<Dim>& boundary = gas.boundary;
  if (!is_face<Dim>(sphere.surface)) {
    const Obstacle<Dim>& obstacle = boundary.obstacles[obstacle_index<Dim>(sphere.surface)];
    SurfaceAt<Dim> at{obstacle};
    at.normal = way_to_obstacle(obstacle.shape, gas.box, sphere.r).normalized();
    at.falling = boundary.gravity;
    return at;
  }
  const FaceWall<Dim>& wall = boundary.faces[sphere.surface];
  const int axis = axis_of(sphere.surface);
  const double clock = sphere.time - boundary.start;
  SurfaceAt<Dim> at{wall};
  at.normal[axis] = outward(sphere.surface);
  at.moving[axis] = wall.path.velocity_at(clock);
  at.falling = boundary.gravity;
  at.falling[axis] -= wall.path.acceleration_at(clock);
  return at;
}

/// A reflection that is not diffuse; a rough sphere exchanges tangential momentum with the surface,
/// which moves and slides with the wall. @param is_enduring, hit as of hit_surface()
template <int Dim, class IsEnduring>
WallBounce<Dim> specular_bounce(const Gas<Dim>& gas, Spins<Dim>& spins,
                                const TouchingSphere<Dim>& sphere, const SurfaceAt<Dim>& at,
                                const IsEnduring& is_enduring, SurfaceHit<Dim>& hit) {
  double e = at.law.restitution.value_or(gas.wall_restitution[sphere.species]);
  const TangentialLaw law =
      spins.any() ? tangential_law(gas, at.law, sphere.species) : TangentialLaw{};
  // Rough particles may come to rest in a corner even if restitution is 1.
  const bool enduring = is_enduring(law.dissipates() ? 0 : e);
  if (enduring) e = 1;
  hit.outcome.restitution = e;
  WallBounce<Dim> bounce =
      enduring ? enduring_bounce<Dim>(sphere.v, at.moving, at.normal, sphere.mass,
                                      gas.least_rebound() + kLeastRebound * sphere.v.norm())
               : smooth_bounce<Dim>(sphere.v, at.moving, at.normal, sphere.mass, e);
  if (spins.any() && !enduring) {
    const Vec<Dim> surface = at.moving + at.law.sliding;
    const auto tangential =
        spins.collide_with_surface({sphere.id, sphere.species}, law, at.normal,
                                   bounce.velocity - surface, bounce.impulse, &hit.spins);
    bounce.velocity += tangential.first_velocity_change;
    bounce.work -= tangential.change.dot(surface);
    bounce.energy_change += tangential.energy_change;
  }
  return bounce;
}

/// A reflection by a bath, if this hit is one; a rough sphere gets a new angular velocity, too.
template <int Dim>
std::optional<WallBounce<Dim>> thermal_bounce(const Gas<Dim>& gas, Spins<Dim>& spins,
                                              const TouchingSphere<Dim>& sphere,
                                              const SurfaceAt<Dim>& at, SurfaceHit<Dim>& hit) {
  if (!at.law.may_be_diffuse()) return std::nullopt;
  RandomStream random = gas.boundary.random_of(sphere.id, sphere.hits);
  if (!at.law.is_diffuse(random)) return std::nullopt;
  if (at.law.partial)
    return partial_bounce<Dim>(sphere.v, at.moving + at.law.sliding, at.normal, sphere.mass,
                               at.law.kt, *at.law.partial, random);
  WallBounce<Dim> bounce = diffuse_bounce<Dim>(sphere.v, at.moving + at.law.sliding, at.normal,
                                               sphere.mass, at.law.kt, random);
  if (spins.any())
    bounce.heat += spins.leave_bath({sphere.id, sphere.species}, at.law.kt, random, hit.spins);
  return bounce;
}

/// Outcome of a hit on a wall or an obstacle.
/// @param is_enduring whether, for a coefficient of restitution (1: elastic), the hit belongs to an
/// enduring contact
template <int Dim, class IsEnduring>
SurfaceHit<Dim> hit_surface(const Gas<Dim>& gas, Spins<Dim>& spins,
                            const TouchingSphere<Dim>& sphere, const IsEnduring& is_enduring) {
  const SurfaceAt<Dim> at = surface_at(gas, sphere);
  SurfaceHit<Dim> hit;
  hit.normal = at.normal;
  std::optional<WallBounce<Dim>> diffuse = thermal_bounce(gas, spins, sphere, at, hit);
  WallBounce<Dim> bounce =
      diffuse ? *diffuse : specular_bounce(gas, spins, sphere, at, is_enduring, hit);
  lift_off(at.falling.dot(at.normal), sphere, at.moving, at.normal, kLeastRebound * sphere.v.norm(),
           bounce);
  hit.velocity = bounce.velocity;
  hit.outcome.impulse = bounce.impulse;
  hit.outcome.energy_change = bounce.energy_change;
  hit.outcome.work = bounce.work;
  hit.outcome.heat = bounce.heat;
  hit.aside = step_aside(gas, sphere, at.normal);
  return hit;
}

}  // namespace clausius
