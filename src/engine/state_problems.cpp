#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/numbers.h"
#include "engine/engine.h"
#include "engine/limits.h"
#include "engine/problems.h"

namespace clausius {

namespace {

constexpr std::size_t kShown = 10;  // number of faulty particles of one kind that are listed

/// Refuses particles one by one and lists the first few of each kind.
class ByParticle {
 public:
  ByParticle(std::string_view list, Problems& problems) : list_(list), problems_(problems) {}

  void add(std::size_t id, std::string_view wrong, std::string_view allowed) {
    if (count_++ < kShown) problems_.add(fmt::format("start.{}[{}]", list_, id), wrong, allowed);
  }
  ~ByParticle() {
    if (count_ > kShown)
      problems_.add(fmt::format("start.{}", list_),
                    fmt::format("{} more are at fault", count_ - kShown), "as above");
  }
  ByParticle(const ByParticle&) = delete;
  ByParticle& operator=(const ByParticle&) = delete;

 private:
  std::string_view list_;
  Problems& problems_;
  std::size_t count_ = 0;
};

/// Checks a list with a value for each particle, which may be empty.
template <class List>
bool has_size(std::string_view name, const List& list, std::size_t size, std::string_view reason,
              Problems& problems) {
  if (list.size() != size)
    problems.add(fmt::format("start.{}", name), fmt::format("a list of {}", list.size()),
                 size == 0 ? fmt::format("an empty list {}", reason)
                           : fmt::format("a list of {}, one for each particle", size));
  return list.size() == size;
}

template <class List>
void check_vectors(std::string_view name, const List& vectors, Problems& problems) {
  ByParticle faults(name, problems);
  for (std::size_t id = 0; id < vectors.size(); ++id)
    if (!std::all_of(vectors[id].begin(), vectors[id].end(), is_tractable))
      faults.add(id, "no vector of numbers",
                 "finite numbers, 0 or from 1e-50 to 1e50 in magnitude");
}

/// In two dimensions bodies rotate about z only.
template <int Dim>
void check_turning(std::string_view name, const std::vector<Vec<3>>& vectors, Problems& problems) {
  check_vectors(name, vectors, problems);
  if (Dim == 3) return;
  ByParticle faults(name, problems);
  for (std::size_t id = 0; id < vectors.size(); ++id)
    if (vectors[id][0] != 0 || vectors[id][1] != 0)
      faults.add(id, "out of the plane", "(0, 0, z) in two dimensions");
}

template <int Dim>
void check_positions(const Gas<Dim>& gas, const State<Dim>& start, Problems& problems) {
  ByParticle faults("position", problems);
  for (std::size_t id = 0; id < start.position.size(); ++id)
    for (int k = 0; k < Dim; ++k) {
      const double x = start.position[id][k];
      const bool periodic = gas.box.periodic[static_cast<std::size_t>(k)];
      const double low = periodic ? 0 : gas.boundary.position(gas.box, 2 * k, start.time);
      const double high =
          periodic ? gas.box.size[k] : gas.boundary.position(gas.box, 2 * k + 1, start.time);
      if (x >= low && (periodic ? x < high : x <= high)) continue;
      faults.add(id, fmt::format("{} is outside the box along {}", short_text(x), "xyz"[k]),
                 fmt::format("from {} to {} {}", short_text(low),
                             periodic ? "below" : "the wall at", short_text(high)));
    }
}

template <int Dim>
void check_orientations(const State<Dim>& start, Problems& problems) {
  ByParticle faults("orientation", problems);
  for (std::size_t id = 0; id < start.orientation.size(); ++id) {
    const Eigen::Quaterniond& q = start.orientation[id];
    if (!(std::abs(q.norm() - 1) <= kUnitQuaternion))
      faults.add(id, fmt::format("of length {}", short_text(q.norm())), "a unit quaternion");
    else if (Dim == 2 && (q.x() != 0 || q.y() != 0))
      faults.add(id, "out of the plane", "a rotation about z in two dimensions");
  }
}

template <int Dim>
void check_energies(const Gas<Dim>& gas, const State<Dim>& start, Problems& problems) {
  ByParticle faults("internal_energy", problems);
  for (std::size_t id = 0; id < start.internal_energy.size(); ++id) {
    const double energy = start.internal_energy[id];
    if (!(energy >= 0) || !is_tractable(energy) ||
        (energy != 0 && gas.species[start.species[id]].internal_degrees == 0))
      faults.add(id, fmt::format("{} is out of range", short_text(energy)),
                 "a number from 0 up, 0 without a reservoir");
  }
}

template <int Dim>
void check_diameters(const Gas<Dim>& gas, const State<Dim>& start, Problems& problems) {
  ByParticle faults("diameter", problems);
  for (std::size_t id = 0; id < start.diameter.size(); ++id) {
    const SphereSpecies& species = gas.species[start.species[id]];
    const double diameter = start.diameter[id];
    if (!(diameter >= species.least_diameter() && diameter <= species.greatest_diameter()))
      faults.add(id, fmt::format("{} is out of range", short_text(diameter)),
                 fmt::format("from {} to {}, the range of its species",
                             short_text(species.least_diameter()),
                             short_text(species.greatest_diameter())));
  }
}

}  // namespace

template <int Dim>
void check_start(const Gas<Dim>& gas, const State<Dim>& start, Problems& problems) {
  const std::size_t size = start.species.size();
  if (size == 0 || std::ssize(start.species) > kMostParticles)
    return problems.add("start.species", fmt::format("a list of {}", size),
                        fmt::format("from 1 to {} particles", kMostParticles));
  problems.check("start.time", start.time, kAnyNumber);
  bool are_known = true;
  {
    ByParticle faults("species", problems);
    for (std::size_t id = 0; id < size; ++id)
      if (start.species[id] >= gas.species.size()) {
        faults.add(id, fmt::format("{} is not a species", start.species[id]),
                   "an index into gas.species");
        are_known = false;
      }
  }
  // The position of moving walls depends on the time.
  if (has_size("position", start.position, size, "", problems) && std::isfinite(start.time))
    check_positions(gas, start, problems);
  if (has_size("velocity", start.velocity, size, "", problems))
    check_vectors("velocity", start.velocity, problems);
  const std::size_t bodies = gas.bodies.empty() ? 0 : size;
  constexpr std::string_view kOfSpheres = "in a gas of spheres";
  if (has_size("orientation", start.orientation, bodies, kOfSpheres, problems))
    check_orientations(start, problems);
  if (has_size("angular_momentum", start.angular_momentum, bodies, kOfSpheres, problems))
    check_turning<Dim>("angular_momentum", start.angular_momentum, problems);
  if (has_size("angular_velocity", start.angular_velocity, gas.has_rough_spheres() ? size : 0,
               "but in a gas of rough spheres", problems))
    check_turning<Dim>("angular_velocity", start.angular_velocity, problems);
  if (has_size("internal_energy", start.internal_energy, gas.has_reservoirs() ? size : 0,
               "but in a gas of parcels with reservoirs", problems) &&
      are_known)
    check_energies(gas, start, problems);
  if (has_size("diameter", start.diameter, gas.is_polydisperse() ? size : 0,
               "but in a polydisperse gas", problems) &&
      are_known)
    check_diameters(gas, start, problems);
  if (!start.hits.empty()) has_size("hits", start.hits, size, "", problems);
}

template <int Dim>
void check_options(const Gas<Dim>& gas, const EngineOptions& options, Problems& problems) {
  if (options.cell_edge != 0)
    problems.check("options.cell_edge", options.cell_edge,
                   {"0 (chosen from the density), or a number from 1 up", 1});
  if (options.mode != Mode::time_step) return;
  problems.check("options.time_step", options.time_step, kPositive);
  const auto refuse = [&](bool is_wrong, const char* reason) {
    if (is_wrong) problems.add("options.mode", reason, "Mode::event_driven");
  };
  refuse(!gas.bodies.empty(), "time steps support spheres only");
  refuse(gas.boundary.is_sheared(), "time steps support no sheared boxes");
  refuse(gas.has_reservoirs(), "time steps support no reservoirs");
  refuse(gas.has_steps(), "time steps support no potential of steps");
}

template <int Dim>
std::vector<Problem> find_problems(const Gas<Dim>& gas, const State<Dim>& start,
                                   const EngineOptions& options) {
  std::vector<Problem> all = gas.problems();
  Problems others;
  check_start(gas, start, others);
  check_options(gas, options, others);
  if (all.empty() && others.empty()) {
    const Overlap overlap = deepest_overlap(gas, start);
    if (overlap.depth > overlap_tolerance(gas)) {
      const std::string partner = overlap.second == CollisionRecord<Dim>::kWall
                                      ? "a wall or an obstacle"
                                      : fmt::format("particle {}", overlap.second);
      others.add(fmt::format("start.position[{}]", overlap.first),
                 fmt::format("overlaps with {} by {} of the smallest diameter, the deepest of {} "
                             "overlaps",
                             partner, short_text(overlap.depth), overlap.count),
                 "particles that touch nothing");
    }
  }
  for (Problem& one : others.take()) all.push_back(std::move(one));
  return all;
}

template void check_start(const Gas<2>&, const State<2>&, Problems&);
template void check_start(const Gas<3>&, const State<3>&, Problems&);
template void check_options(const Gas<2>&, const EngineOptions&, Problems&);
template void check_options(const Gas<3>&, const EngineOptions&, Problems&);
template std::vector<Problem> find_problems(const Gas<2>&, const State<2>&, const EngineOptions&);
template std::vector<Problem> find_problems(const Gas<3>&, const State<3>&, const EngineOptions&);

}  // namespace clausius
