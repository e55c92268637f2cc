#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>

#include "clausius/core/constants.h"
#include "engine/hits/tangential_laws.h"
#include "engine/limits.h"
#include "engine/problems.h"

namespace clausius {

namespace {

template <int Dim>
bool adapts_in_part(const Boundary<Dim>& boundary) {
  const auto is_partial = [](const WallLaw<Dim>& law) { return law.partial.has_value(); };
  return std::any_of(boundary.faces.begin(), boundary.faces.end(), is_partial) ||
         std::any_of(boundary.obstacles.begin(), boundary.obstacles.end(), is_partial);
}

std::string element(std::string_view list, std::size_t index) {
  return fmt::format("gas.{}[{}]", list, index);
}

template <int Dim>
void check_species(const Gas<Dim>& gas, Problems& problems) {
  if (gas.species.empty() || gas.species.size() > kMostSpecies)
    problems.add("gas.species", fmt::format("a list of {}", gas.species.size()),
                 fmt::format("from 1 to {} species", kMostSpecies));
  for (std::size_t s = 0; s < gas.species.size(); ++s) {
    const SphereSpecies& one = gas.species[s];
    const std::string name = element("species", s);
    problems.check(name + ".diameter", one.diameter, kPositive);
    problems.check(name + ".mass", one.mass, kPositive);
    problems.check(name + ".moment", one.moment,
                   gas.has_rough_spheres() ? kPositive : kNotNegative);
    if (one.is_polydisperse()) {
      if (!(one.least > 0 && one.least <= one.greatest && is_tractable(one.greatest)))
        problems.add(name + ".least", "no range of diameters with its greatest",
                     "0 < least <= greatest, or both 0");
      if (!gas.bodies.empty() || gas.is_rough() || gas.has_reservoirs())
        problems.add(name + ".greatest", "diameters differ within the species",
                     "smooth spheres without reservoirs, or 0");
    }
    if (one.internal_degrees < 0 || one.internal_degrees > kMostDegrees)
      problems.add(name + ".internal_degrees",
                   fmt::format("{} is out of range", one.internal_degrees),
                   fmt::format("a whole number from 0 to {}", kMostDegrees));
  }
}

/// Whether the body can have been made by make_rigid_body() in this number of dimensions.
bool is_whole(const RigidBody& body, int dimensions) {
  const auto is_number = [](const auto& x) { return x.allFinite(); };
  if (body.members.empty() || !is_number(body.moments) || !is_number(body.inv_moments) ||
      !(body.bounding_radius > 0))
    return false;
  for (const Member& one : body.members)
    if (!is_number(one.centre) || !(one.half_shaft >= 0) || !(one.radius > 0) ||
        !(one.reach() + one.radius <= body.bounding_radius * kWider))
      return false;
  if (dimensions == 2 &&
      (body.rotational_degrees > 1 || (body.moments.array() != body.moments[2]).any() ||
       std::any_of(body.members.begin(), body.members.end(),
                   [](const Member& one) { return one.centre[2] != 0; })))
    return false;
  for (std::size_t g = 0; g < body.groups.size(); ++g)
    for (const std::size_t part : body.groups[g].parts)
      if (part >= body.members.size() + g) return false;
  return true;
}

template <int Dim>
void check_bodies(const Gas<Dim>& gas, Problems& problems) {
  if (gas.bodies.empty()) return;
  if (gas.bodies.size() != gas.species.size())
    return problems.add("gas.bodies", fmt::format("a list of {}", gas.bodies.size()),
                        "none in a gas of spheres, else one for each species");
  for (std::size_t s = 0; s < gas.bodies.size(); ++s) {
    const RigidBody& body = gas.bodies[s];
    const SphereSpecies& species = gas.species[s];
    if (!is_whole(body, Dim))
      problems.add(element("bodies", s), "incomplete",
                   fmt::format("a body made by make_rigid_body() in {} dimensions", Dim));
    if (body.mass != species.mass)
      problems.add(element("bodies", s) + ".mass", "not that of its species", "the same mass");
    if (!(species.diameter >= 2 * body.bounding_radius))
      problems.add(element("species", s) + ".diameter",
                   fmt::format("{} does not hold the body", short_text(species.diameter)),
                   fmt::format("2*bounding_radius = {}", short_text(2 * body.bounding_radius)));
  }
}

/// Checks a matrix with a number for each pair of species, symmetric.
void check_pairs(const std::string& member, const Eigen::MatrixXd& values, std::size_t species,
                 const Limits& limits, Problems& problems) {
  const auto n = static_cast<Eigen::Index>(species);
  if (values.rows() != n || values.cols() != n)
    return problems.add(member, fmt::format("a matrix of {} x {}", values.rows(), values.cols()),
                        fmt::format("{} x {}, one number for each pair of species", n, n));
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = i; j < n; ++j) {
      const std::string pair = fmt::format("{}({}, {})", member, i, j);
      problems.check(pair, values(i, j), limits);
      if (values(i, j) != values(j, i))
        problems.add(pair, fmt::format("not equal to ({}, {})", j, i), "a symmetric matrix");
    }
}

void check_each(const std::string& member, const std::vector<double>& values, std::size_t species,
                const Limits& limits, Problems& problems) {
  if (values.size() != species)
    return problems.add(member, fmt::format("a list of {}", values.size()),
                        fmt::format("a list of {}, one number for each species", species));
  for (std::size_t s = 0; s < species; ++s)
    problems.check(fmt::format("{}[{}]", member, s), values[s], limits);
}

template <int Dim>
void check_collisions(const Gas<Dim>& gas, Problems& problems) {
  const std::size_t species = gas.species.size();
  check_pairs("gas.restitution", gas.restitution, species, kFraction, problems);
  check_each("gas.wall_restitution", gas.wall_restitution, species, kFraction, problems);
  problems.check("gas.viscosity", gas.viscosity, kNotNegative);
  if (gas.viscosity > 0 && !gas.bodies.empty())
    problems.add("gas.viscosity", "applies to spheres and disks only", "0 with rigid bodies");
  problems.check("gas.added_speed", gas.added_speed, kNotNegative);
  if (gas.added_speed > 0 && !gas.bodies.empty())
    problems.add("gas.added_speed", "applies to spheres and disks only", "0 with rigid bodies");
  if (gas.added_speed > 0 && gas.viscosity > 0)
    problems.add("gas.added_speed", "a second law of restitution", "0 with viscosity");
  if (gas.is_rough()) check_pairs("gas.tangential", gas.tangential, species, kTangential, problems);
  if (gas.is_rough() || !gas.wall_tangential.empty())
    check_each("gas.wall_tangential", gas.wall_tangential, species, kTangential, problems);
  if (gas.friction.size() > 0)
    check_pairs("gas.friction", gas.friction, species, kFriction, problems);
  if (!gas.wall_friction.empty())
    check_each("gas.wall_friction", gas.wall_friction, species, kFriction, problems);
  const auto rubs = [](const WallLaw<Dim>& surface) {
    return surface.tangential || surface.friction;
  };
  if (!gas.is_rough() &&
      (gas.friction.size() > 0 || !gas.wall_friction.empty() || any_surface(gas, rubs)))
    problems.add("gas.friction", "friction of smooth spheres",
                 "none, also of surfaces, without gas.tangential");
  if (adapts_in_part(gas.boundary) && (gas.is_rough() || !gas.bodies.empty()))
    problems.add("gas.boundary", "partial accommodation is known for smooth spheres and disks only",
                 "no WallLaw::partial");
  problems.check("gas.internal_exchange", gas.internal_exchange, kFraction);
  problems.check("gas.contact_duration", gas.contact_duration, kNotNegative);
  problems.check("gas.contact_path", gas.contact_path, kNotNegative);
}

template <int Dim>
void check_contact_distances(const Gas<Dim>& gas, Problems& problems) {
  if (gas.is_additive()) return;
  const std::string member = "gas.contact_distances";
  check_pairs(member, gas.contact_distances, gas.species.size(), kPositive, problems);
  if (gas.contact_distances.rows() == std::ssize(gas.species) &&
      gas.contact_distances.cols() == std::ssize(gas.species))
    for (std::size_t s = 0; s < gas.species.size(); ++s)
      if (gas.contact_distance(s, s) != gas.species[s].diameter)
        problems.add(fmt::format("{}({}, {})", member, s, s), "not the diameter of the species",
                     short_text(gas.species[s].diameter));
  if (!gas.bodies.empty() || gas.is_rough() || gas.is_polydisperse())
    problems.add(member, "contact distances of smooth spheres of one diameter for each species",
                 "empty");
}

template <int Dim>
void check_steps(const Gas<Dim>& gas, Problems& problems) {
  if (!gas.has_steps()) return;
  const std::size_t species = gas.species.size();
  const Eigen::MatrixXd& contacts = gas.contact_distances;
  if (!gas.is_additive() && contacts.size() != static_cast<Eigen::Index>(species * species)) return;
  if (gas.pair_steps.size() != species * species)
    return problems.add("gas.pair_steps", fmt::format("a list of {}", gas.pair_steps.size()),
                        fmt::format("{0} x {0}, one list for each pair of species", species));
  for (std::size_t a = 0; a < species; ++a)
    for (std::size_t b = 0; b < species; ++b) {
      const std::string pair = element("pair_steps", a * species + b);
      const auto &steps = gas.steps_of(a, b), &mirrored = gas.steps_of(b, a);
      if (!std::equal(steps.begin(), steps.end(), mirrored.begin(), mirrored.end(),
                      [](const PotentialStep& one, const PotentialStep& other) {
                        return one.range == other.range && one.energy == other.energy;
                      }))
        problems.add(pair, fmt::format("not equal to [{}]", b * species + a), "a symmetric table");
      if (steps.size() > kMostPotentialSteps)
        problems.add(pair, fmt::format("a list of {}", steps.size()),
                     fmt::format("at most {} steps", kMostPotentialSteps));
      double inside = gas.contact_distance(a, b);
      for (const PotentialStep& step : steps) {
        problems.check(pair + ".energy", step.energy, kAnyNumber);
        if (!(step.range > inside * kWider && is_tractable(step.range)))
          problems.add(pair + ".range", fmt::format("{} is out of range", short_text(step.range)),
                       fmt::format("above {}, where the next ends inside", short_text(inside)));
        inside = step.range;
      }
    }
  const auto refuse = [&](bool is_wrong, const char* member, const char* allowed) {
    if (is_wrong)
      problems.add(member,
                   "a potential of steps requires elastic smooth spheres or disks in plain "
                   "boxes",
                   allowed);
  };
  refuse(!gas.bodies.empty(), "gas.bodies", "none with pair_steps");
  refuse(gas.is_rough(), "gas.tangential", "empty with pair_steps");
  refuse(gas.is_polydisperse(), "gas.species", "one diameter for each with pair_steps");
  refuse(gas.has_reservoirs(), "gas.species", "no internal_degrees with pair_steps");
  refuse((gas.restitution.array() != 1).any(), "gas.restitution", "1 with pair_steps");
  refuse(gas.viscosity != 0, "gas.viscosity", "0 with pair_steps");
  refuse(gas.added_speed != 0, "gas.added_speed", "0 with pair_steps");
  refuse(!gas.boundary.is_plain(), "gas.boundary", "plain walls or none with pair_steps");
}

template <int Dim>
void check_reservoirs(const Gas<Dim>& gas, Problems& problems) {
  if (!gas.has_reservoirs()) return;
  const auto refuse = [&](bool is_wrong, const char* member, const char* allowed) {
    if (is_wrong)
      problems.add(member, "reservoirs require elastic smooth spheres or disks in plain boxes",
                   allowed);
  };
  refuse(!gas.bodies.empty(), "gas.bodies", "none with internal_degrees");
  refuse(gas.is_rough(), "gas.tangential", "empty with internal_degrees");
  refuse((gas.restitution.array() != 1).any(), "gas.restitution", "1 with internal_degrees");
  refuse(gas.viscosity != 0, "gas.viscosity", "0 with internal_degrees");
  refuse(gas.added_speed != 0, "gas.added_speed", "0 with internal_degrees");
  refuse(gas.contact_duration != 0, "gas.contact_duration", "0 with internal_degrees");
  refuse(!gas.boundary.is_plain(), "gas.boundary", "plain walls or none with internal_degrees");
  for (const double e : gas.wall_restitution)
    if (e != 1) return refuse(true, "gas.wall_restitution", "1 with internal_degrees");
}

/// @param axis across which the surface lies; −1: any
template <int Dim>
void check_law(const std::string& member, const WallLaw<Dim>& law, int axis, Problems& problems) {
  if (law.restitution) problems.check(member + ".restitution", *law.restitution, kFraction);
  if (law.tangential) problems.check(member + ".tangential", *law.tangential, kTangential);
  if (law.friction) problems.check(member + ".friction", *law.friction, kFriction);
  problems.check(member + ".accommodation", law.accommodation, kFraction);
  problems.check(member + ".kt", law.kt, kNotNegative);
  if (law.may_be_diffuse() && law.kt == 0)
    problems.add(member + ".kt", "0 is out of range",
                 "a number above 0 where reflections are diffuse");
  if (law.partial) {
    problems.check(member + ".partial.normal", law.partial->normal, kFraction);
    problems.check(member + ".partial.tangential", law.partial->tangential, kFraction);
  }
  problems.check_all(member + ".sliding", law.sliding, kAnyNumber);
  if (axis >= 0 && law.sliding[axis] != 0)
    problems.add(fmt::format("{}.sliding[{}]", member, axis), "across the wall",
                 "0 there; walls move along `path`");
}

void check_path(const std::string& member, const WallPath& path, Problems& problems) {
  problems.check(member + ".velocity", path.velocity, kAnyNumber);
  problems.check(member + ".amplitude", path.amplitude, kAnyNumber);
  problems.check(member + ".angular_frequency", path.angular_frequency,
                 path.swings() ? kPositive : kNotNegative);
  problems.check(member + ".begin", path.begin, kAnyNumber);
  if (!(path.end > path.begin)) problems.add(member + ".end", "not after begin", "a later time");
}

template <int Dim>
void check_faces(const Gas<Dim>& gas, Problems& problems) {
  for (std::size_t face = 0; face < gas.boundary.faces.size(); ++face) {
    const FaceWall<Dim>& wall = gas.boundary.faces[face];
    const std::string member = element("boundary.faces", face);
    const auto axis = static_cast<int>(face / 2);
    check_law(member, wall, axis, problems);
    check_path(member + ".path", wall.path, problems);
    if (gas.box.periodic[static_cast<std::size_t>(axis)] &&
        (!wall.is_plain() || wall.kt != 0 || !wall.sliding.isZero(0)))
      problems.add(member, "a wall across a periodic axis", "a plain face, or an axis with walls");
  }
}

/// Largest radius of a particle.
template <int Dim>
double largest_radius(const Gas<Dim>& gas) {
  return 0.5 * largest_diameter(gas);
}

/// Reason why the shape is invalid; empty if it is valid.
template <int Dim>
std::string fault_of(const BallObstacle<Dim>& ball, const Gas<Dim>&) {
  return ball.radius > 0 ? "" : "the radius is not above 0";
}
template <int Dim>
std::string fault_of(const BlockObstacle<Dim>& block, const Gas<Dim>&) {
  return (block.low.array() <= block.high.array()).all() ? "" : "low is above high";
}
template <int Dim>
std::string fault_of(const PolygonObstacle<Dim>& polygon, const Gas<Dim>&) {
  if (Dim != 2) return "polygons are of two dimensions";
  const std::size_t n = polygon.vertices.size();
  const auto turn = [&](std::size_t i) {
    const Vec<Dim> a = polygon.vertices[(i + 1) % n] - polygon.vertices[i];
    const Vec<Dim> b = polygon.vertices[(i + 2) % n] - polygon.vertices[(i + 1) % n];
    return a[0] * b[1] - a[1] * b[0];
  };
  // Convex and simple: seen from the first vertex, the others follow each other counter-clockwise.
  bool is_convex = n >= 3;
  for (std::size_t i = 0; i < n && is_convex; ++i) is_convex = turn(i) > 0;
  for (std::size_t i = 1; i + 1 < n && is_convex; ++i) {
    const Vec<Dim> a = polygon.vertices[i] - polygon.vertices[0];
    const Vec<Dim> b = polygon.vertices[i + 1] - polygon.vertices[0];
    is_convex = a[0] * b[1] - a[1] * b[0] > 0;
  }
  return is_convex ? "" : "the vertices are not those of a convex polygon, counter-clockwise";
}
template <int Dim>
std::string fault_of(const PiercedPlate<Dim>& plate, const Gas<Dim>& gas) {
  if (Dim != 3) return "round holes are of three dimensions";
  if (plate.axis < 0 || plate.axis >= Dim) return "axis is not 0, 1 or 2";
  if (!(plate.low.array() <= plate.high.array()).all()) return "low is above high";
  if (!(plate.radius > largest_radius(gas)))
    return fmt::format("the hole is too small: its radius must exceed {}",
                       short_text(largest_radius(gas)));
  for (int k = 0; k < Dim; ++k)
    if (k != plate.axis && (!(plate.centre[k] - plate.radius >= plate.low[k]) ||
                            !(plate.centre[k] + plate.radius <= plate.high[k])))
      return "the hole is larger than its plate";
  return "";
}

template <int Dim>
void check_door(const std::string& member, const Obstacle<Dim>& obstacle, const Gas<Dim>& gas,
                Problems& problems) {
  const Door& door = *obstacle.door;
  problems.check(member + ".speed", door.speed, kNotNegative);
  if (door.axis < 0 || door.axis >= Dim)
    return problems.add(member + ".axis", fmt::format("{} is out of range", door.axis),
                        fmt::format("a whole number from 0 to {}", Dim - 1));
  const auto* block = std::get_if<BlockObstacle<Dim>>(&obstacle.shape);
  if (block == nullptr || block->low[door.axis] != block->high[door.axis])
    problems.add(member, "in an obstacle that is not flat there",
                 "a block without thickness along the axis of the door");
  if (gas.boundary.has_gravity())
    problems.add(member, "not possible where speeds change in flight", "none with gravity");
}

/// Whether an obstacle lies between the walls; on a periodic axis it may extend across the edge.
template <int Dim>
bool is_in_box(const ObstacleShape<Dim>& shape, const Box<Dim>& box) {
  const auto [low, high] = extent<Dim>(shape);
  for (int k = 0; k < Dim; ++k) {
    const double edge = box.size[k];
    if (box.periodic[static_cast<std::size_t>(k)]
            ? !(high[k] - low[k] <= edge && high[k] > 0 && low[k] < edge)
            : !(low[k] >= 0 && high[k] <= edge))
      return false;
  }
  return true;
}

template <int Dim>
void check_obstacles(const Gas<Dim>& gas, Problems& problems) {
  for (std::size_t i = 0; i < gas.boundary.obstacles.size(); ++i) {
    const Obstacle<Dim>& one = gas.boundary.obstacles[i];
    const std::string member = element("boundary.obstacles", i);
    check_law(member, one, -1, problems);
    if (std::isnan(one.until)) problems.add(member + ".until", "no number", "a time");
    if (one.door) check_door(member + ".door", one, gas, problems);
    std::string fault =
        std::visit([&](const auto& shape) { return fault_of<Dim>(shape, gas); }, one.shape);
    if (fault.empty() && !is_in_box<Dim>(one.shape, gas.box)) fault = "it reaches out of the box";
    if (!fault.empty()) problems.add(member + ".shape", fault, "a shape that lies in the box");
  }
}

template <int Dim>
void check_boundary(const Gas<Dim>& gas, Problems& problems) {
  const Boundary<Dim>& boundary = gas.boundary;
  check_faces(gas, problems);
  check_obstacles(gas, problems);
  problems.check_all("gas.boundary.gravity", boundary.gravity, kAnyNumber);
  for (int k = 0; k < Dim; ++k)
    if (gas.box.periodic[static_cast<std::size_t>(k)] && boundary.gravity[k] != 0)
      problems.add(fmt::format("gas.boundary.gravity[{}]", k), "along a periodic axis, without end",
                   "0 there, or walls");
  problems.check("gas.boundary.start", boundary.start, kAnyNumber);
  problems.check("gas.boundary.shear_rate", boundary.shear_rate, kAnyNumber);
  if (!boundary.is_sheared()) return;
  if (!gas.box.periodic[0] || !gas.box.periodic[1])
    problems.add("gas.boundary.shear_rate", "along x across y, with walls there",
                 "0, or a box that is periodic along x and y");
  if (!boundary.obstacles.empty() || boundary.has_gravity())
    problems.add("gas.boundary.shear_rate", "requires a gas without obstacles and gravity", "0");
}

template <int Dim>
void check_box(const Gas<Dim>& gas, Problems& problems) {
  problems.check_all("gas.box.size", gas.box.size, kPositive);
  for (int k = 0; k < Dim; ++k) {
    const bool periodic = gas.box.periodic[static_cast<std::size_t>(k)];
    // At most one of two images is within the range of a potential.
    const double least = !periodic
                             ? largest_diameter(gas)
                             : std::max(2 * largest_contact_distance(gas),
                                        gas.has_steps() ? kRangesInBox * largest_range(gas) : 0.0);
    // Between walls a long body may lie across; whether it fits is decided by testing overlaps.
    if (gas.box.size[k] >= least || (!periodic && !gas.bodies.empty())) continue;
    problems.add(fmt::format("gas.box.size[{}]", k),
                 fmt::format("{} is too short", short_text(gas.box.size[k])),
                 fmt::format("at least {} ({})", short_text(least),
                             !periodic         ? "the largest diameter between walls"
                             : gas.has_steps() ? "2.25 ranges of the potential on a periodic axis"
                                               : "two of the largest contact distances on a "
                                                 "periodic axis"));
  }
}

}  // namespace

template <int Dim>
std::vector<Problem> Gas<Dim>::problems() const {
  Problems all;
  check_box(*this, all);
  check_species(*this, all);
  check_bodies(*this, all);
  check_collisions(*this, all);
  check_contact_distances(*this, all);
  check_steps(*this, all);
  check_reservoirs(*this, all);
  check_boundary(*this, all);
  return all.take();
}

template std::vector<Problem> Gas<2>::problems() const;
template std::vector<Problem> Gas<3>::problems() const;

}  // namespace clausius
