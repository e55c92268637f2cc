#include "clausius/study/snapshot.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "engine/bodies/rigid_states.h"
#include "geometry/placed_body.h"
#include "study/file/sections/surface.h"

namespace clausius {

namespace {

template <int Dim>
Vec<Dim> vec(const std::vector<double>& numbers) {
  return Eigen::Map<const Vec<Dim>>(numbers.data());
}

template <int Dim>
WallLaw<Dim> wall_law(const SurfaceConfig& surface, const StudyConfig& study) {
  WallLaw<Dim> law;
  law.restitution = surface.restitution;
  if (surface.friction && study.is_rough()) {
    const TangentialLaw tangential = tangential_law_of(surface, study);
    law.tangential = tangential.restitution;
    law.friction = tangential.friction;
  }
  if (surface.temperature) {
    law.kt = study.boltzmann * *surface.temperature;
    law.accommodation = surface.accommodation;
    if (adapts_in_part(surface))
      law.partial = CercignaniLampis{surface.normal_accommodation.value_or(1),
                                     surface.tangential_accommodation.value_or(1)};
  }
  return law;
}

/// The blocks of a plate: around its hole, and the one that closes the hole until it opens.
template <int Dim>
void add_plate(const ObstacleConfig& plate, const Box<Dim>& box, Obstacle<Dim> block,
               std::vector<Obstacle<Dim>>& to) {
  const int across = static_cast<int>(plate.axis);
  Vec<Dim> low = Vec<Dim>::Zero(), high = box.size;
  low[across] = plate.position - 0.5 * plate.thickness;
  high[across] = plate.position + 0.5 * plate.thickness;
  const auto add = [&](const Vec<Dim>& from, const Vec<Dim>& until) {
    block.shape = BlockObstacle<Dim>{from, until};
    to.push_back(block);
  };
  if (!plate.has_hole()) return add(low, high);
  if (plate.hole_radius > 0) {
    PiercedPlate<Dim> pierced{across, low, high, Vec<Dim>::Zero(), plate.hole_radius};
    for (int k = 0, hole = 0; k < Dim; ++k)
      if (k != across) pierced.centre[k] = plate.hole_centre[static_cast<std::size_t>(hole++)];
    block.shape = pierced;
    to.push_back(block);
  }
  // The parts beyond the hole along one axis, then those beside it along the next.
  for (int k = 0, hole = 0; k < Dim && plate.has_angular_hole(); ++k) {
    if (k == across) continue;
    const double begin = plate.hole_low()[static_cast<std::size_t>(hole)];
    const double end = plate.hole_high()[static_cast<std::size_t>(hole)];
    ++hole;
    Vec<Dim> before = high, after = low;
    before[k] = begin;
    after[k] = end;
    if (begin > 0) add(low, before);
    if (end < box.size[k]) add(after, high);
    low[k] = begin;
    high[k] = end;
  }
  if (plate.has_door()) {
    block.door = plate.door();
    add(low, high);
    block.door.reset();
  }
  if (plate.opens > 0) {
    block.until = std::min(block.until, plate.opens);
    add(low, high);
  }
}

template <int Dim>
void add_obstacle(const ObstacleConfig& one, const StudyConfig& study, Gas<Dim>& gas) {
  Obstacle<Dim> obstacle;
  static_cast<WallLaw<Dim>&>(obstacle) = wall_law<Dim>(one, study);
  obstacle.until = one.until.value_or(kNever);
  auto& obstacles = gas.boundary.obstacles;
  switch (one.kind) {
    case ObstacleKind::plate:
      return add_plate(one, gas.box, std::move(obstacle), obstacles);
    case ObstacleKind::ball:
      obstacle.shape = BallObstacle<Dim>{vec<Dim>(one.centre), one.radius};
      break;
    case ObstacleKind::block:
      obstacle.shape = BlockObstacle<Dim>{vec<Dim>(one.low), vec<Dim>(one.high)};
      break;
    case ObstacleKind::polygon: {
      PolygonObstacle<Dim> polygon;
      for (const auto& vertex : one.vertices) polygon.vertices.push_back(vec<Dim>(vertex));
      obstacle.shape = std::move(polygon);
      break;
    }
  }
  obstacles.push_back(std::move(obstacle));
}

}  // namespace

template <int Dim>
Gas<Dim> make_gas(const StudyConfig& config) {
  assert(config.dimensions == Dim);
  Gas<Dim> gas;
  for (int k = 0; k < Dim; ++k) {
    gas.box.size[k] = config.size[k];
    gas.box.periodic[k] = config.periodic[k];
  }
  const bool spheres_only = config.spheres_only();
  for (const StudySpecies& species : config.species) {
    const double diameter =
        species.is_sphere() ? species.diameter : 2 * species.properties.bounding_radius;
    gas.species.push_back({diameter, species.mass,
                           0.25 * species.inertia * species.mass * diameter * diameter,
                           static_cast<int>(species.internal_degrees)});
    if (species.is_polydisperse())
      gas.species.back().least = gas.species.back().greatest = diameter;
    if (!spheres_only)
      gas.bodies.push_back(make_rigid_body(species.shape, species.properties, Dim));
  }
  gas.restitution = config.restitution;
  gas.contact_distances = config.contact_distances;
  gas.pair_steps = config.pair_steps;
  gas.viscosity = config.viscosity;
  gas.added_speed = config.delta;
  for (std::size_t s = 0; s < config.species.size(); ++s)
    gas.wall_restitution.push_back(config.wall_restitution_of(s));
  gas.tangential = config.tangential_restitution;
  gas.friction = config.friction;
  const TangentialLaw at_walls = tangential_law_of(SurfaceConfig{}, config);
  gas.wall_tangential.assign(config.species.size(), at_walls.restitution);
  if (config.is_rough()) gas.wall_friction.assign(config.species.size(), at_walls.friction);
  gas.internal_exchange = config.internal_exchange;
  gas.exchange_seed = config.seed;
  gas.contact_duration = config.contact_duration.value_or(0);
  if (config.has_gravity())
    for (int k = 0; k < Dim; ++k)
      gas.boundary.gravity[k] = config.gravity[static_cast<std::size_t>(k)];
  gas.boundary.shear_rate = config.shear_rate;
  for (const WallConfig& wall : config.walls) {
    FaceWall<Dim>& face = gas.boundary.faces[wall.face];
    static_cast<WallLaw<Dim>&>(face) = wall_law<Dim>(wall, config);
    face.path = wall.path();
    for (std::size_t k = 0; k < Dim; ++k)
      if (k != wall.face / 2) face.sliding[static_cast<int>(k)] = wall.velocity[k];
  }
  for (const ObstacleConfig& one : config.obstacles) {
    const std::size_t begin = gas.boundary.obstacles.size();
    add_obstacle(one, config, gas);
    for (std::size_t i = begin; i < gas.boundary.obstacles.size(); ++i)
      gas.boundary.obstacles[i].number = static_cast<std::size_t>(&one - config.obstacles.data());
  }
  gas.boundary.seed = config.seed;
  return gas;
}

template <int Dim>
State<Dim> to_state(const Snapshot& snapshot, const StudyConfig& config) {
  assert(snapshot.dimensions == Dim && config.dimensions == Dim);
  std::map<std::string, std::uint8_t, std::less<>> index;
  for (std::size_t s = 0; s < config.species.size(); ++s)
    index.emplace(config.species[s].name, static_cast<std::uint8_t>(s));
  State<Dim> state;
  state.time = snapshot.time;
  for (const std::string& name : snapshot.species) state.species.push_back(index.at(name));
  for (const Vec<3>& r : snapshot.position) state.position.emplace_back(r.head<Dim>());
  for (const Vec<3>& v : snapshot.velocity) state.velocity.emplace_back(v.head<Dim>());
  if (config.has_rough_spheres()) state.angular_velocity = snapshot.angular_velocity;
  if (config.has_reservoirs()) state.internal_energy = snapshot.internal_energy;
  state.hits = snapshot.hits;
  state.diameter = snapshot.diameter;
  const std::vector<RigidBody> bodies = make_gas<Dim>(config).bodies;
  for (std::size_t i = 0; !bodies.empty() && i < state.size(); ++i) {
    const RigidBody& body = bodies[state.species[i]];
    const Eigen::Quaterniond q = (snapshot.orientation[i] * body.to_written).normalized();
    const Vec<3> omega = q.conjugate() * snapshot.angular_velocity[i];
    state.orientation.push_back(q);
    state.angular_momentum.emplace_back(q * body.moments.cwiseProduct(omega));
  }
  return state;
}

template <int Dim>
void set_ranges(const State<Dim>& state, Gas<Dim>& gas) {
  if (state.diameter.empty()) return;
  std::vector<bool> met(gas.species.size());
  for (std::size_t id = 0; id < state.size(); ++id) {
    SphereSpecies& one = gas.species[state.species[id]];
    if (!one.is_polydisperse()) continue;
    const double diameter = state.diameter[id];
    one.least = met[state.species[id]] ? std::min(one.least, diameter) : diameter;
    one.greatest = met[state.species[id]] ? std::max(one.greatest, diameter) : diameter;
    met[state.species[id]] = true;
  }
}

template <int Dim>
void set_clock(const Snapshot& from, Gas<Dim>& gas) {
  Boundary<Dim>& boundary = gas.boundary;
  boundary.start = from.surroundings ? from.surroundings->start : from.time;
  if (!boundary.is_sheared()) return;
  // The offset counts where the box was sheared at another rate before, or not at all.
  constexpr double kSame = 1e-9;
  const double edge = gas.box.size[0];
  const double offset = from.surroundings ? from.surroundings->shear_offset.value_or(0) : 0;
  const double apart = (boundary.shear_shift(gas.box, from.time) - offset) / edge;
  if (std::abs(apart - std::nearbyint(apart)) > kSame)
    boundary.start = from.time - offset / boundary.shear_speed(gas.box);
}

std::map<std::string, Vec<3>, std::less<>> half_extents(const StudyConfig& config) {
  std::map<std::string, Vec<3>, std::less<>> result;
  for (const StudySpecies& species : config.species) {
    if (config.spheres_only()) {
      result[species.name] = Vec<3>::Constant(0.5 * species.diameter);
      continue;
    }
    const RigidBody body = make_rigid_body(species.shape, species.properties, config.dimensions);
    const PlacedBody written(body, body.to_written);
    Vec<3>& extents = result[species.name];
    for (int k = 0; k < 3; ++k)
      extents[k] = std::max(written.extent(Vec<3>::Unit(k)), written.extent(-Vec<3>::Unit(k)));
  }
  return result;
}

template <int Dim>
Snapshot to_snapshot(const State<Dim>& state, const StudyConfig& config) {
  assert(config.dimensions == Dim);
  Snapshot snapshot;
  snapshot.time = state.time;
  snapshot.dimensions = Dim;
  snapshot.size = config.size;
  snapshot.periodic = config.periodic;
  snapshot.half_extents = half_extents(config);
  snapshot.species.reserve(state.size());
  snapshot.position.reserve(state.size());
  snapshot.velocity.reserve(state.size());
  for (const std::uint8_t s : state.species) snapshot.species.push_back(config.species[s].name);
  for (const Vec<Dim>& r : state.position) snapshot.position.push_back(in_space<Dim>(r));
  for (const Vec<Dim>& v : state.velocity) snapshot.velocity.push_back(in_space<Dim>(v));
  snapshot.angular_velocity = state.angular_velocity;
  snapshot.internal_energy = state.internal_energy;
  snapshot.hits = state.hits;
  snapshot.diameter = state.diameter;
  const std::vector<RigidBody> bodies = make_gas<Dim>(config).bodies;
  for (std::size_t i = 0; !bodies.empty() && i < state.size(); ++i) {
    const RigidBody& body = bodies[state.species[i]];
    snapshot.orientation.push_back(state.orientation[i] * body.to_written.conjugate());
    snapshot.angular_velocity.push_back(angular_velocity(body, rigid_state(state, i)));
  }
  return snapshot;
}

template void set_ranges<2>(const State<2>&, Gas<2>&);
template void set_ranges<3>(const State<3>&, Gas<3>&);
template void set_clock<2>(const Snapshot&, Gas<2>&);
template void set_clock<3>(const Snapshot&, Gas<3>&);
template Gas<2> make_gas<2>(const StudyConfig&);
template Gas<3> make_gas<3>(const StudyConfig&);
template State<2> to_state<2>(const Snapshot&, const StudyConfig&);
template State<3> to_state<3>(const Snapshot&, const StudyConfig&);
template Snapshot to_snapshot<2>(const State<2>&, const StudyConfig&);
template Snapshot to_snapshot<3>(const State<3>&, const StudyConfig&);

}  // namespace clausius
