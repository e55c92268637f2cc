#include "study/start/start_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "collision/inside_obstacle.h"
#include "collision/obstacle.h"
#include "collision/rigid/first_contact.h"
#include "core/elementary.h"
#include "core/numbers.h"
#include "engine/bodies/rigid_states.h"
#include "geometry/placed_body.h"
#include "geometry/point_grid.h"
#include "study/file/limits.h"
#include "study/start/drawn_motion.h"
#include "study/start/h5md.h"
#include "study/start/xyz.h"

namespace clausius {

namespace {

/// Overlaps below this many diameters (of the smaller particle) count as contact: positions written
/// with ten digits are accepted. With a hundred times as much, the energy of the run would show the
/// shift; with a hundredth, files of other programs would be refused.
constexpr double kTouching = 1e-9;

/// Largest time, in flights of the fastest particle over the length of the smallest: there the
/// spacing of doubles is 1e-4 flights.
constexpr double kTellsApart = 1e12;

/// Only this number of overlaps is searched for, because a file may hold all particles at one
/// place.
constexpr int kMostOverlaps = 100;

/// Receives a fault of the particle with this id.
using Report = std::function<void(std::uint32_t id, std::string message)>;

const char* axis_name(int k) {
  constexpr std::array kNames{"x", "y", "z"};
  return kNames[k];
}

/// A state as the checks see it.
template <int Dim>
struct WrittenStart {
  Gas<Dim> gas;
  State<Dim> state;
  std::vector<PlacedBody> bodies;   // by id; empty for a gas of spheres
  std::vector<double> least_width;  // width of the thinnest part, by species

  WrittenStart(const StudyConfig& config, const Snapshot& snapshot)
      : gas(make_gas<Dim>(config)), state(to_state<Dim>(snapshot, config)) {
    set_clock(snapshot, gas);
    set_ranges(state, gas);
    for (const SphereSpecies& species : gas.species)
      least_width.push_back(species.least_diameter());
    for (std::size_t s = 0; s < gas.bodies.size(); ++s)
      for (const Member& member : gas.bodies[s].members)
        least_width[s] = std::min(least_width[s], 2 * member.radius);
    bodies.reserve(gas.bodies.empty() ? 0 : state.size());
    for (std::size_t id = 0; id < bodies.capacity(); ++id)
      bodies.emplace_back(gas.bodies[state.species[id]], state.orientation[id]);
  }

  /// Whether a particle moves along an axis, or rotates so that its extent along it changes.
  [[nodiscard]] bool moves(std::uint32_t id, int axis) const {
    return state.velocity[id][axis] != 0 ||
           (!bodies.empty() && !state.angular_momentum[id].isZero(0));
  }

  /// Extent of a particle from its centre to a side.
  [[nodiscard]] double extent(std::uint32_t id, int axis, double side) const {
    if (bodies.empty()) return 0.5 * diameter_of(gas, state, id);
    return bodies[id].extent(side * Vec<3>::Unit(axis));
  }
};

/// Reports particles outside the box or beyond a wall.
template <int Dim>
void check_positions(const WrittenStart<Dim>& crowd, const Report& report) {
  const auto& [gas, state, bodies, least_width] = crowd;
  for (std::uint32_t id = 0; id < state.size(); ++id) {
    for (int k = 0; k < Dim; ++k) {
      const double x = state.position[id][k];
      const double edge = gas.box.size[k];
      if (gas.box.periodic[k]) {
        if (x < 0 || x >= edge)
          report(id, fmt::format("particle {} is outside the box: {} = {}; 0 ≤ {} < {}", id,
                                 axis_name(k), x, axis_name(k), edge));
      } else {
        const double slack = kTouching * least_width[state.species[id]];
        const double low =
            gas.boundary.position(gas.box, 2 * k, state.time) + crowd.extent(id, k, -1);
        const double high =
            gas.boundary.position(gas.box, 2 * k + 1, state.time) - crowd.extent(id, k, 1);
        if (x < low - slack || x > high + slack)
          report(id, fmt::format("particle {} overlaps a wall by {}: {} = {}; {} ≤ {} ≤ {}", id,
                                 std::max(low - x, x - high), axis_name(k), x, low, axis_name(k),
                                 high));
        else if (high - low < kLeastRoom * least_width[state.species[id]] && crowd.moves(id, k))
          report(id, fmt::format("particle {} has no room to move between the walls along {}; at "
                                 "rest along {}, or a longer edge",
                                 id, axis_name(k), axis_name(k)));
      }
    }
  }
}

/// Reports particles that overlap obstacles.
template <int Dim>
void check_obstacles(const WrittenStart<Dim>& crowd, const Report& report) {
  const auto& gas = crowd.gas;
  for (std::uint32_t id = 0; id < crowd.state.size(); ++id) {
    const Vec<Dim>& r = crowd.state.position[id];
    const std::uint8_t species = crowd.state.species[id];
    const double radius = 0.5 * diameter_of(gas, crowd.state, id);
    const auto depth_of = [&](const ObstacleShape<Dim>& shape, const Vec<Dim>& shift) {
      if (gas.bodies.empty()) return depth_in<Dim>(shape, r - shift, radius);
      const ObstacleSurface surface = surface_of<Dim>(shape);
      return std::max(depth_of_members_inside<Dim>(shape, crowd.bodies[id], r - shift),
                      -gap_between(FreeMotion(gas.bodies[species], rigid_state(crowd.state, id)),
                                   FixedObstacle{surface, in_space<Dim>(shift)}, crowd.state.time));
    };
    gas.boundary.for_obstacles(
        gas.box, crowd.state.time, r, r, radius,
        [&](const Obstacle<Dim>& obstacle, std::size_t /*index*/, const Vec<Dim>& shift) {
          const double depth = depth_of(obstacle.shape, shift);
          if (depth > kTouching * crowd.least_width[species])
            report(id, fmt::format("particle {} overlaps an obstacle by {:.6g}", id, depth));
        });
  }
}

/// @pre all particles inside the box
template <int Dim>
void check_overlaps(const WrittenStart<Dim>& crowd, const Report& report) {
  const auto& gas = crowd.gas;
  const auto& state = crowd.state;
  const auto& bodies = crowd.bodies;
  const auto& least_width = crowd.least_width;
  std::vector<std::size_t> members(gas.species.size());
  for (const std::uint8_t s : state.species) ++members[s];
  // Across the edges of a sheared box the images of a particle are looked at one by one.
  const Box<Dim> enclosed = gas.boundary.enclosed(gas.box);
  const double shift = gas.boundary.shear_shift(gas.box, state.time);
  constexpr int kAlong = Boundary<Dim>::kGradient;
  std::vector<PointGrid<Dim>> grids;
  for (std::size_t s = 0; s < gas.species.size(); ++s)
    grids.emplace_back(enclosed, gas.reach(s), members[s]);
  for (std::uint32_t id = 0; id < state.size(); ++id)
    grids[state.species[id]].insert(id, state.position[id]);

  int found = 0;
  const auto note = [&](std::uint32_t a, std::uint32_t b, double depth, const std::string& why) {
    report(std::max(a, b), fmt::format("particles {} and {} overlap by {:.6g}{}", std::min(a, b),
                                       std::max(a, b), depth, why));
    return ++found == kMostOverlaps;
  };
  for (std::uint32_t id = 0; id < state.size() && found < kMostOverlaps; ++id) {
    const std::uint8_t own = state.species[id];
    const double largest = gas.species[own].greatest_diameter();
    for (std::size_t s = 0; s < grids.size(); ++s) {
      // Particles of the species with smaller ones are searched among those of the other, whose
      // cells are wide enough for both; of two equal ones the lower id is searched.
      const double other = gas.species[s].greatest_diameter();
      if (other < largest) continue;
      const double farthest = gas.is_additive() ? 0.5 * (diameter_of(gas, state, id) + other)
                                                : gas.contact_distance(own, s);
      const double slack = kTouching * std::min({least_width[own], least_width[s], farthest});
      const auto look = [&](std::uint32_t partner, const Vec<Dim>& dr) {
        if (partner == id || (other == largest && partner < id)) return false;
        const double distance = dr.norm();
        const double contact = contact_distance(gas, state, id, partner);
        if (contact - distance <= slack) return false;
        if (bodies.empty())
          return note(
              id, partner, contact - distance,
              fmt::format(": their centres are {:.6g} apart; at least {}", distance, contact));
        const double gap = bodies[id].gap(bodies[partner], in_space<Dim>(dr));
        return gap < -slack && note(id, partner, -gap, "; bodies may touch");
      };
      const Vec<Dim>& r = state.position[id];
      grids[s].near(r, look);
      for (const int side : {-1, 1}) {
        if (!gas.boundary.is_sheared()) break;
        const double to_edge = side < 0 ? gas.box.size[kAlong] - r[kAlong] : r[kAlong];
        if (to_edge > farthest) continue;
        Vec<Dim> image = r;
        image[0] += side * shift;
        image[kAlong] += side * gas.box.size[kAlong];
        image[0] = enclosed.wrap(image)[0];
        grids[s].near(image, look);
      }
    }
  }
}

/// Checks the state, unless a fault was reported.
template <int Dim>
bool is_sound(const StudyConfig& config, const Snapshot& snapshot, const Report& report) {
  const WrittenStart<Dim> crowd(config, snapshot);
  bool good = true;
  const Report noting = [&](std::uint32_t id, std::string message) {
    good = false;
    report(id, std::move(message));
  };
  check_positions(crowd, noting);
  check_obstacles(crowd, noting);
  if (good) check_overlaps(crowd, noting);
  return good;
}

/// The snapshot in the box of the study, unless a fault was reported.
std::optional<Snapshot> checked(const StudyConfig& config, Snapshot snapshot,
                                const Report& report) {
  snapshot.size = config.size;
  snapshot.periodic = config.periodic;
  snapshot.half_extents = half_extents(config);
  for (Vec<3>& r : snapshot.position)
    for (int k = 0; k < config.dimensions; ++k)
      if (config.periodic[k] && r[k] == config.size[k]) r[k] = 0;
  const bool good = config.dimensions == 2 ? is_sound<2>(config, snapshot, report)
                                           : is_sound<3>(config, snapshot, report);
  if (!good) return std::nullopt;
  return snapshot;
}

std::string yes_no(const std::vector<bool>& periodic) {
  std::string text;
  for (const bool axis : periodic) text += axis ? "T " : "F ";
  return text.substr(0, text.size() - 1);
}

/// The frame's box must be that of the study.
void check_box(const StudyConfig& config, const XyzFrame& frame, LineFaults& faults) {
  const int dim = config.dimensions;
  std::vector<double> edges;
  edges.reserve(3);
  bool slanted = false;
  const bool may_tilt = config.shear_rate != 0;
  for (int row = 0; frame.lattice && row < dim; ++row)
    for (int column = 0; column < 3; ++column) {
      const double entry = (*frame.lattice)[3 * row + column];
      if (row == column)
        edges.push_back(entry);
      else
        slanted = slanted || (entry != 0 && !(may_tilt && row == 1 && column == 0));
    }
  // A box written with ten digits is accepted; the study's own box is used.
  constexpr double kRounding = 1e-9;
  bool same = true;
  for (int k = 0; frame.lattice && k < dim; ++k)
    same = same && std::abs(edges[k] - config.size[k]) <= kRounding * config.size[k];
  if (slanted)
    faults.add(frame.header_line, "Lattice is not an upright box; edges along x, y and z");
  else if (!same)
    faults.add(frame.header_line, fmt::format("Lattice has edges {}; {}, the box of the study",
                                              fmt::join(edges, " "), fmt::join(config.size, " ")));
  if (!frame.periodic) return;
  const std::vector<bool> periodic(frame.periodic->begin(), frame.periodic->begin() + dim);
  if (periodic != config.periodic)
    faults.add(frame.header_line, fmt::format("pbc is {}; {}, the boundaries of the study",
                                              yes_no(periodic), yes_no(config.periodic)));
}

/// Speeds must be within the range of computation, and the time must be resolved finely enough.
void check_speeds(const StudyConfig& config, const XyzFrame& frame, LineFaults& faults) {
  double fastest = 0;
  for (std::size_t i = 0; i < frame.velocity.size(); ++i) {
    double most = frame.velocity[i].cwiseAbs().maxCoeff();
    if (!frame.angular_velocity.empty())
      most = std::max(most, frame.angular_velocity[i].cwiseAbs().maxCoeff());
    if (most > kLargestMagnitude)
      faults.add(frame.line[i], fmt::format("a velocity or angular velocity is {}; at most {}",
                                            most, kLargestMagnitude));
    fastest = std::max(fastest, frame.velocity[i].norm());
  }
  double shortest = kLargestMagnitude;
  for (const StudySpecies& species : config.species)
    shortest = std::min(
        shortest, species.is_sphere() ? species.diameter : 2 * species.properties.bounding_radius);
  const double latest = fastest > 0 ? kTellsApart * shortest / fastest : kLargestMagnitude;
  if (std::abs(frame.time.value_or(0)) > latest)
    faults.add(
        frame.header_line,
        fmt::format(
            "Time is {}; from {:.4g} to {:.4g}, which can be resolved at the speeds of this gas",
            *frame.time, -latest, latest));
}

/// What the frame says of walls must be so in the study.
void check_surroundings(const StudyConfig& config, const XyzFrame& frame, LineFaults& faults) {
  if (!frame.surroundings || frame.surroundings->walls.empty()) return;
  const Surroundings& around = *frame.surroundings;
  const double clock = frame.time.value_or(0) - around.start;
  constexpr double kRounding = 1e-9;
  const std::size_t faces = 2 * config.size.size();
  if (around.walls.size() != faces)
    return faults.add(frame.header_line, fmt::format("Walls has {} numbers; {}, one for each face",
                                                     around.walls.size(), faces));
  for (std::size_t face = 0; face < faces; ++face) {
    const double edge = config.size[face / 2];
    double stands = face % 2 == 0 ? 0 : edge;
    for (const WallConfig& wall : config.walls)
      if (wall.face == face) stands += wall.path().displacement(clock);
    if (std::abs(around.walls[face] - stands) > kRounding * edge)
      faults.add(frame.header_line,
                 fmt::format("the wall {} is at {}; at {}, where it is in the study at the time "
                             "{} since Start, or initial.continues = false",
                             face_name(face), short_text(around.walls[face]), short_text(stands),
                             short_text(clock)));
  }
}

/// Radii and masses of a file must be those of the species.
void check_sizes(const StudyConfig& config, const XyzFrame& frame, LineFaults& faults) {
  constexpr double kRounding = 1e-9;
  const auto check = [&](const char* what, const std::vector<double>& numbers, const auto& of) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto species =
          std::find_if(config.species.begin(), config.species.end(),
                       [&](const StudySpecies& one) { return one.name == frame.species[i]; });
      if (species == config.species.end()) continue;  // said of it already
      const double expected = of(*species, i);
      if (std::abs(numbers[i] - expected) > kRounding * expected)
        faults.add(frame.line[i],
                   fmt::format("particle {} has the {} {}; {}, that of species '{}'", frame.id[i],
                               what, numbers[i], expected, species->name));
    }
  };
  if (config.is_polydisperse() && frame.radius.empty())
    faults.add(frame.header_line,
               "Properties lacks a column that polydisperse species need; radius:R:1");
  if (config.spheres_only())
    check("radius", frame.radius, [&](const StudySpecies& one, std::size_t i) {
      return one.is_polydisperse() ? frame.radius[i] : 0.5 * one.diameter;
    });
  check("mass", frame.mass, [&](const StudySpecies& one, std::size_t i) {
    if (!one.is_polydisperse() || frame.radius.empty()) return one.mass;
    return one.mass * portable::pow(2 * frame.radius[i] / one.diameter, config.dimensions);
  });
  for (std::size_t i = 0; i < frame.radius.size(); ++i)
    if (!(frame.radius[i] > 0))
      faults.add(frame.line[i], fmt::format("the radius is {}; above 0", frame.radius[i]));
  for (std::size_t i = 0; i < frame.hits.size(); ++i)
    if (frame.hits[i] < 0 || frame.hits[i] > 0xffffffff)
      faults.add(frame.line[i], fmt::format("hits is {}; from 0 to {}", frame.hits[i], 0xffffffff));
}

std::string names_of(const StudyConfig& config) {
  std::vector<std::string> names;
  names.reserve(config.species.size());
  for (const StudySpecies& species : config.species)
    names.push_back(fmt::format("'{}'", species.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Every particle must be of a species of the study, with the right numbers; ids run from 0. In two
/// dimensions positions and velocities have no z component.
void check_particles(const StudyConfig& config, const XyzFrame& frame, LineFaults& faults) {
  std::map<std::string, std::int64_t, std::less<>> members;
  for (const StudySpecies& species : config.species) members.emplace(species.name, 0);
  const bool drawn = frame.velocity.empty();
  const bool has_spins = !frame.angular_velocity.empty();
  const bool has_bodies = !frame.orientation.empty() && (has_spins || drawn);
  if (!config.spheres_only() && !has_bodies)
    faults.add(frame.header_line,
               drawn ? "Properties lacks a column that rigid bodies need; orientation:R:4"
                     : "Properties lacks columns that rigid bodies need; orientation:R:4 and "
                       "angular_velocity:R:3");
  if (config.has_rough_spheres() && !has_spins && !drawn)
    faults.add(frame.header_line,
               "Properties lacks columns that rough spheres need; angular_velocity:R:3");
  const bool reservoirs = config.has_reservoirs();
  if (reservoirs && frame.internal_energy.empty() && !drawn)
    faults.add(frame.header_line,
               "Properties lacks a column that parcels need; internal_energy:R:1");
  std::map<std::string, bool, std::less<>> has_reservoir;
  for (const StudySpecies& species : config.species)
    has_reservoir.emplace(species.name, species.internal_degrees > 0);
  std::vector<std::int64_t> line_of_id(frame.id.size(), 0);
  for (std::size_t i = 0; i < frame.id.size(); ++i) {
    const std::int64_t line = frame.line[i];
    const auto species = members.find(frame.species[i]);
    if (species == members.end())
      faults.add(line, fmt::format("species is '{}'; one of those of the study: {}",
                                   frame.species[i], names_of(config)));
    else
      ++species->second;
    const std::int64_t id = frame.id[i];
    if (id < 0 || id >= static_cast<std::int64_t>(line_of_id.size()))
      faults.add(line, fmt::format("id is {}; 0 to {}, each once", id, line_of_id.size() - 1));
    else if (line_of_id[id] != 0)
      faults.add(line, fmt::format("id {} is already in line {}; each once", id, line_of_id[id]));
    else
      line_of_id[id] = line;
    if (config.dimensions == 2 &&
        (frame.position[i][2] != 0 || (!drawn && frame.velocity[i][2] != 0)))
      faults.add(line, "a position or velocity along z; 0 in two dimensions");
    if (config.has_rough_spheres() && has_spins && config.dimensions == 2 &&
        !frame.angular_velocity[i].head<2>().isZero(0))
      faults.add(line, "a disk turning out of the plane; about z in two dimensions");
    if (reservoirs && !frame.internal_energy.empty() && species != members.end()) {
      const double energy = frame.internal_energy[i];
      if (energy < 0 || (energy > 0 && !has_reservoir.find(frame.species[i])->second))
        faults.add(line, fmt::format("the internal energy is {}; from 0 up, 0 without "
                                     "internal_degrees",
                                     energy));
    }
    if (config.spheres_only() || !has_bodies) continue;
    if (const double length = frame.orientation[i].norm(); std::abs(length - 1) > kUnitQuaternion)
      faults.add(line, fmt::format("the orientation's length is {}; 1", length));
    if (config.dimensions == 2 && (!frame.orientation[i].vec().head<2>().isZero(0) ||
                                   (has_spins && !frame.angular_velocity[i].head<2>().isZero(0))))
      faults.add(line, "a body turned or turning out of the plane; about z in two dimensions");
  }
  for (const StudySpecies& species : config.species) {
    const std::int64_t found = members.at(species.name);
    // A study that leaves the number to its start file has 0.
    if (species.count != 0 && found != species.count)
      faults.add(frame.header_line,
                 fmt::format("{} particles of species '{}'; {}, its count in the study", found,
                             species.name, species.count));
  }
}

/// Puts particles beyond a periodic edge back into the box. Those beyond the sheared edge of a
/// sheared box stay where they are: their velocities would depend on how often they crossed it.
/// @return how many there were
template <int Dim>
std::size_t put_into_box(const StudyConfig& config, State<Dim>& state) {
  const Gas<Dim> gas = make_gas<Dim>(config);
  const Box<Dim> box = gas.boundary.enclosed(gas.box);
  std::size_t moved = 0;
  for (Vec<Dim>& r : state.position) {
    const Vec<Dim> inside = box.wrap(r);
    // A position of exactly L is one of 0.
    bool was_outside = false;
    for (int k = 0; k < Dim; ++k)
      was_outside = was_outside || (inside[k] != r[k] && r[k] != box.size[k]);
    moved += was_outside ? 1 : 0;
    r = inside;
  }
  return moved;
}

/// Completes what was read: particles are put into the box, and motion that the file does not have
/// is drawn.
template <int Dim>
void complete(const StudyConfig& config, const std::string& name, const XyzFrame& frame,
              Snapshot& written) {
  State<Dim> state = to_state<Dim>(written, config);
  if (const std::size_t moved = put_into_box(config, state)) {
    for (std::size_t i = 0; i < state.size(); ++i)
      written.position[i] = in_space<Dim>(state.position[i]);
    written.warnings.push_back(fmt::format(
        "{} has {} of its {} particles outside of the box: they were put back by whole edges", name,
        moved, state.size()));
  }
  if (!frame.velocity.empty()) return;
  draw_motion(config, make_gas<Dim>(config), state);
  Snapshot drawn = to_snapshot(state, config);
  written.velocity = std::move(drawn.velocity);
  written.angular_velocity = std::move(drawn.angular_velocity);
  written.internal_energy = std::move(drawn.internal_energy);
  written.warnings.push_back(
      fmt::format("{} has no velocities: all motion was drawn, at the temperatures of the species "
                  "and with the seed {}{}",
                  name, config.seed, frame.has_ids ? "" : "; ids are the order of its rows"));
}

}  // namespace

XyzFrame look_at_start_file(const StudyConfig& study, LineFaults& faults, FramePart part) {
  if (!std::filesystem::is_regular_file(study.start_file)) return {};
  return read_last_frame(study.start_file, faults, part);
}

XyzFrame read_last_frame(const std::filesystem::path& file, LineFaults& faults, FramePart part) {
  if (is_h5md(file)) return read_last_h5md_frame(file, faults);
  std::ifstream in(file, std::ios::binary);
  return read_last_xyz_frame(in, faults, part);
}

Snapshot read_start_file(const StudyConfig& config) {
  const auto refuse = [&config](const std::vector<std::string>& messages) {
    std::vector<Problem> problems;
    problems.reserve(messages.size());
    for (const std::string& message : messages)
      problems.push_back(config.problem_at("initial.file", message));
    throw InputError(std::move(problems));
  };
  if (!std::filesystem::is_regular_file(config.start_file))
    refuse({fmt::format("{} is not a file; a file of extended XYZ or H5MD",
                        config.start_file.string())});
  if (!std::ifstream(config.start_file, std::ios::binary))
    refuse({fmt::format("{} can't be read", config.start_file.string())});

  const std::string name = config.start_file.filename().string();
  LineFaults faults;
  XyzFrame frame = read_last_frame(config.start_file, faults);
  if (!faults.empty()) refuse(faults.texts(name));
  if (frame.id.empty()) faults.add(frame.header_line, "0 particles; at least one");
  check_box(config, frame, faults);
  if (!config.continues) {
    frame.surroundings.reset();
    frame.hits.clear();
  }
  check_surroundings(config, frame, faults);
  check_particles(config, frame, faults);
  check_sizes(config, frame, faults);
  check_speeds(config, frame, faults);
  if (!faults.empty()) refuse(faults.texts(name));

  const std::size_t n = frame.id.size();
  Snapshot written;
  written.time = frame.time.value_or(0);
  written.dimensions = config.dimensions;
  written.surroundings = frame.surroundings;
  if (const double tilt = frame.lattice ? (*frame.lattice)[3] : 0; config.continues && tilt != 0) {
    if (!written.surroundings) written.surroundings = Surroundings{.start = written.time};
    if (!written.surroundings->shear_offset) written.surroundings->shear_offset = tilt;
  }
  if (!frame.unknown_columns.empty())
    written.warnings.push_back(fmt::format("{} has columns that are not used: {}", name,
                                           fmt::join(frame.unknown_columns, ", ")));
  if (!frame.hits.empty()) written.hits.resize(n);
  written.species.resize(n);
  written.position.resize(n);
  written.velocity.resize(n, Vec<3>::Zero());
  const bool bodies = !config.spheres_only();
  const bool spins = bodies || config.is_rough();
  if (bodies) written.orientation.resize(n);
  if (spins) written.angular_velocity.resize(n, Vec<3>::Zero());
  if (config.has_reservoirs()) written.internal_energy.resize(n);
  if (config.is_polydisperse()) written.diameter.resize(n);
  const bool has_motion = !frame.velocity.empty();
  std::vector<std::int64_t> line(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto id = static_cast<std::size_t>(frame.id[i]);
    written.species[id] = frame.species[i];
    written.position[id] = frame.position[i];
    if (has_motion) written.velocity[id] = frame.velocity[i];
    if (bodies) written.orientation[id] = frame.orientation[i];
    if (spins && has_motion) written.angular_velocity[id] = frame.angular_velocity[i];
    if (config.has_reservoirs() && has_motion)
      written.internal_energy[id] = frame.internal_energy[i];
    if (config.is_polydisperse()) written.diameter[id] = 2 * frame.radius[i];
    if (!frame.hits.empty()) written.hits[id] = static_cast<std::uint32_t>(frame.hits[i]);
    line[id] = frame.line[i];
  }
  if (config.dimensions == 2)
    complete<2>(config, name, frame, written);
  else
    complete<3>(config, name, frame, written);
  std::optional<Snapshot> result = checked(
      config, written,
      [&](std::uint32_t id, std::string message) { faults.add(line[id], std::move(message)); });
  if (!result) refuse(faults.texts(name));
  return *std::move(result);
}

Snapshot read_listed_state(const StudyConfig& config) {
  Snapshot listed;
  listed.dimensions = config.dimensions;
  const auto embed = [](const std::vector<double>& numbers) {
    Vec<3> result = Vec<3>::Zero();
    std::copy(numbers.begin(), numbers.end(), result.begin());
    return result;
  };
  for (const ListedParticle& particle : config.listed) {
    listed.species.push_back(particle.species);
    listed.position.push_back(embed(particle.position));
    listed.velocity.push_back(embed(particle.velocity));
    if (!config.spheres_only()) listed.orientation.emplace_back(particle.orientation.data());
    if (!config.spheres_only() || config.is_rough())
      listed.angular_velocity.push_back(embed(particle.angular_velocity));
  }
  std::vector<Problem> problems;
  std::optional<Snapshot> result =
      checked(config, listed, [&](std::uint32_t id, std::string message) {
        problems.push_back(config.problem_at(fmt::format("initial.particle[{}].position", id),
                                             std::move(message)));
      });
  if (!result) throw InputError(std::move(problems));
  return *std::move(result);
}

}  // namespace clausius
