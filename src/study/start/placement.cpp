#include "study/start/placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "clausius/core/errors.h"
#include "clausius/core/random.h"
#include "collision/obstacle.h"
#include "core/elementary.h"
#include "engine/engine.h"
#include "geometry/point_grid.h"

namespace clausius {

namespace {

/// A grid of planes[0] × planes[1] × … points evenly spaced over a box, or every other one of them.
template <int Dim>
struct Lattice {
  std::array<int, Dim> planes;
  bool chessboard = false;

  [[nodiscard]] std::int64_t sites() const {
    std::int64_t points = 1;
    for (const int p : planes) points *= p;
    return chessboard ? (points + 1) / 2 : points;
  }
};

template <int Dim>
class LatticeSearch {
 public:
  /// @param diameter that of spheres which touch walls
  /// @param apart least distance of two sites
  LatticeSearch(const Box<Dim>& box, double diameter, double apart, std::size_t count)
      : box_(box), diameter_(diameter), apart_(apart), count_(static_cast<std::int64_t>(count)) {
    const double cubic_spacing =
        portable::pow(box.volume() / (2.0 * static_cast<double>(count)), 1.0 / Dim);
    for (int k = 0; k < Dim; ++k) {
      // No axis needs planes much closer than those of a cubic arrangement, nor can any have them
      // closer than half of the least distance.
      constexpr double kSlack = 3;
      const double most = std::min(kSlack * box.size[k] / cubic_spacing, 2 * box.size[k] / apart);
      most_planes_[k] = static_cast<int>(most) + 2;
    }
  }

  /// The lattice with the widest spacing that has enough sites.
  std::optional<Lattice<Dim>> best() {
    for (const bool chessboard : {true, false}) {
      Lattice<Dim> lattice{{}, chessboard};
      search(lattice, 0, 1);
    }
    // Spheres may touch; rounding of the spacing must not turn that into a refusal.
    constexpr double kRounding = 1e-12;
    if (widest_ < apart_ * (1 - kRounding)) return std::nullopt;
    return best_;
  }

  std::vector<Vec<Dim>> sites(const Lattice<Dim>& lattice) const {
    std::vector<Vec<Dim>> result;
    result.reserve(static_cast<std::size_t>(lattice.sites()));
    std::array<int, Dim> at{};
    for (;;) {
      if (!lattice.chessboard || std::accumulate(at.begin(), at.end(), 0) % 2 == 0) {
        Vec<Dim> r;
        for (int k = 0; k < Dim; ++k) r[k] = coordinate(k, at[k], lattice.planes[k]);
        result.push_back(r);
      }
      int k = 0;
      while (k < Dim && ++at[k] == lattice.planes[k]) at[k++] = 0;
      if (k == Dim) return result;
    }
  }

 private:
  void search(Lattice<Dim>& lattice, int axis, std::int64_t points) {
    int& planes = lattice.planes[axis];
    if (axis + 1 < Dim) {
      for (planes = 1; planes <= most_planes_[axis]; ++planes)
        if (allowed(lattice, axis)) search(lattice, axis + 1, points * planes);
      return;
    }
    // Along the last axis the smallest sufficient number of planes has the widest spacing.
    const std::int64_t least = lattice.chessboard ? (2 * count_ - 1 + points - 1) / points
                                                  : (count_ + points - 1) / points;
    if (least > most_planes_[axis]) return;
    planes = std::max(1, static_cast<int>(least));
    while (!allowed(lattice, axis) || lattice.sites() < count_) ++planes;
    const double width = spacing(lattice);
    if (width > widest_) {
      widest_ = width;
      best_ = lattice;
    }
  }

  /// A chessboard matches its own periodic image only with an even number of planes.
  bool allowed(const Lattice<Dim>& lattice, int axis) const {
    return !lattice.chessboard || !box_.periodic[axis] || lattice.planes[axis] % 2 == 0;
  }

  /// Distance of neighbouring planes; unset if there is only one, without an image.
  std::optional<double> plane_distance(int axis, int planes) const {
    if (box_.periodic[axis]) return box_.size[axis] / planes;
    if (planes == 1) return std::nullopt;
    return (box_.size[axis] - diameter_) / (planes - 1);
  }

  double coordinate(int axis, int plane, int planes) const {
    if (box_.periodic[axis]) return (plane + 0.5) * (box_.size[axis] / planes);
    if (planes == 1) return 0.5 * box_.size[axis];
    return 0.5 * diameter_ + plane * *plane_distance(axis, planes);
  }

  /// Least distance between two sites.
  double spacing(const Lattice<Dim>& lattice) const {
    double least_sq = std::numeric_limits<double>::infinity();
    for (int k = 0; k < Dim; ++k) {
      const std::optional<double> h = plane_distance(k, lattice.planes[k]);
      if (!h) continue;
      if (!lattice.chessboard) {
        least_sq = std::min(least_sq, *h * *h);
        continue;
      }
      if (box_.periodic[k] || lattice.planes[k] > 2) least_sq = std::min(least_sq, 4 * *h * *h);
      for (int l = 0; l < k; ++l)
        if (const std::optional<double> g = plane_distance(l, lattice.planes[l]))
          least_sq = std::min(least_sq, *h * *h + *g * *g);
    }
    return std::sqrt(least_sq);
  }

  const Box<Dim>& box_;
  double diameter_, apart_;
  std::int64_t count_;
  std::array<int, Dim> most_planes_;
  double widest_ = 0;
  std::optional<Lattice<Dim>> best_;
};

/// Packing fractions up to which insertion takes about a dozen attempts per particle or less;
/// random insertion saturates at 0.384 (three dimensions; Meakin & Jullien 1992) and 0.547 (two).
template <int Dim>
constexpr double kQuickInsertion = Dim == 3 ? 0.25 : 0.4;

/// Velocities of unit thermal energy, for masses in units of the largest and lengths in diameters.
template <int Dim>
std::vector<Vec<Dim>> growth_velocities(const Gas<Dim>& gas, const State<Dim>& particles,
                                        std::uint64_t seed) {
  double heaviest = 0;
  for (const SphereSpecies& s : gas.species)
    heaviest = std::max(heaviest, s.mass_at(s.greatest_diameter(), Dim));
  const double diameter = largest_diameter(gas);
  RandomStream random(seed, Stream::growth);
  std::vector<Vec<Dim>> velocities;
  velocities.reserve(particles.size());
  for (std::size_t id = 0; id < particles.size(); ++id) {
    const double thermal = diameter * std::sqrt(heaviest / mass_of(gas, particles, id));
    Vec<Dim> v;
    for (int k = 0; k < Dim; ++k) v[k] = thermal * random.normal();
    velocities.push_back(v);
  }
  return velocities;
}

/// Whether a sphere at r overlaps an obstacle.
template <int Dim>
bool is_in_obstacle(const Gas<Dim>& gas, const Vec<Dim>& r, double diameter) {
  bool inside = false;
  gas.boundary.for_obstacles(
      gas.box, gas.boundary.start, r, r, 0.5 * diameter,
      [&](const Obstacle<Dim>& obstacle, std::size_t /*index*/, const Vec<Dim>& shift) {
        inside = inside || depth_in<Dim>(obstacle.shape, r - shift, 0.5 * diameter) > 0;
      });
  return inside;
}

}  // namespace

template <int Dim>
std::optional<std::vector<Vec<Dim>>> lattice_sites(const Gas<Dim>& gas, std::size_t count) {
  const double diameter = largest_diameter(gas);
  // Adds sites to replace those blocked by obstacles, until enough are left.
  for (std::size_t wanted = count;;) {
    LatticeSearch<Dim> search(gas.box, diameter, largest_contact_distance(gas), wanted);
    const std::optional<Lattice<Dim>> lattice = search.best();
    if (!lattice) return std::nullopt;
    std::vector<Vec<Dim>> sites = search.sites(*lattice);
    const std::size_t all = sites.size();
    std::erase_if(sites, [&](const Vec<Dim>& r) { return is_in_obstacle(gas, r, diameter); });
    if (sites.size() >= count) return sites;
    wanted = all + (count - sites.size());
  }
}

template <int Dim>
std::optional<std::vector<Vec<Dim>>> insert_randomly(const Gas<Dim>& gas,
                                                     const State<Dim>& particles, double scale,
                                                     std::uint64_t seed,
                                                     const Regions<Dim>& regions) {
  const std::size_t count = particles.size();
  std::vector<std::vector<std::uint32_t>> members(gas.species.size());
  for (std::uint32_t id = 0; id < count; ++id) members[particles.species[id]].push_back(id);
  if (gas.is_polydisperse())
    for (auto& ids : members)
      std::stable_sort(ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) {
        return particles.diameter[a] > particles.diameter[b];
      });
  std::vector<std::size_t> order(gas.species.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return gas.species[a].greatest_diameter() > gas.species[b].greatest_diameter();
  });

  RandomStream random(seed, Stream::placement);
  std::int64_t attempts_left = 100 * static_cast<std::int64_t>(count);
  std::vector<Vec<Dim>> position(count);
  const auto diameter = [&](std::uint32_t id) { return scale * diameter_of(gas, particles, id); };
  const auto contact = [&](std::uint32_t a, std::uint32_t b) {
    return gas.is_additive() ? 0.5 * (diameter(a) + diameter(b))
                             : scale * contact_distance(gas, particles, a, b);
  };
  // One grid per species, whose cells are wide enough for its own diameters and all smaller ones.
  std::vector<PointGrid<Dim>> placed;
  for (const std::size_t s : order) {
    placed.emplace_back(gas.box, scale * gas.reach(s), members[s].size());
    const auto overlaps = [&](const Vec<Dim>& r, std::uint32_t id) {
      return std::any_of(placed.begin(), placed.end(), [&](const PointGrid<Dim>& grid) {
        return grid.near(r, [&](std::uint32_t other, const Vec<Dim>& dr) {
          const double apart = contact(id, other);
          return dr.squaredNorm() < apart * apart;
        });
      });
    };
    const Region<Dim>* region = regions.empty() || !regions[s] ? nullptr : &*regions[s];
    const auto in_the_light = [&](const Vec<Dim>& r) {
      if (!region || region->bitmap.empty()) return false;
      const Vec<Dim> part = (r - region->low).cwiseQuotient(region->high - region->low);
      return !region->bitmap.is_dark_at(part[0], part[1]);
    };
    for (const std::uint32_t id : members[s]) {
      const double own = diameter(id);
      Vec<Dim> low = Vec<Dim>::Zero(), width = gas.box.size;
      for (int k = 0; k < Dim; ++k) {
        if (region) {
          low[k] = region->low[k];
          width[k] = region->high[k] - low[k];
        }
        if (!region && gas.box.periodic[k]) continue;
        low[k] += 0.5 * own;
        width[k] -= own;
      }
      if ((width.array() < 0).any()) return std::nullopt;
      Vec<Dim>& r = position[id];
      do {
        if (attempts_left-- == 0) return std::nullopt;
        for (int k = 0; k < Dim; ++k) r[k] = low[k] + width[k] * random.uniform();
      } while (in_the_light(r) || overlaps(r, id) || is_in_obstacle(gas, r, own));
      placed.back().insert(id, r);
    }
  }
  return position;
}

template <int Dim>
std::optional<std::vector<Vec<Dim>>> place_randomly(const Gas<Dim>& gas,
                                                    const State<Dim>& particles, std::uint64_t seed,
                                                    const Regions<Dim>& regions,
                                                    const std::atomic<bool>* interrupt) {
  // Growing spheres do not support regions or obstacles.
  if (!regions.empty() || !gas.boundary.obstacles.empty())
    return insert_randomly(gas, particles, 1.0, seed, regions);
  State<Dim> start;
  start.species = particles.species;
  start.diameter = particles.diameter;
  start.position.resize(particles.size());
  const double density = packing_fraction(gas, start);
  double scale = density <= kQuickInsertion<Dim>
                     ? 1
                     : portable::pow(kQuickInsertion<Dim> / density, 1.0 / Dim);
  // Small boxes and walls leave less room than the packing fraction suggests: then start smaller.
  constexpr double kSmaller = 0.9;
  std::optional<std::vector<Vec<Dim>>> inserted;
  while (!(inserted = insert_randomly(gas, particles, scale, seed))) scale *= kSmaller;
  if (scale == 1) return inserted;

  start.position = std::move(*inserted);
  start.velocity = growth_velocities(gas, particles, seed);
  try {
    // Growth at about the thermal speed: 0.6 in three dimensions and 0.8 in two are reached, in a
    // few collisions per particle if there is room. A hundred times slower gives crystals, at a
    // hundred times the cost; a hundred times faster jams in the fluid.
    constexpr double kGrowthRate = 1;
    return grow_spheres(gas, start, scale, kGrowthRate, interrupt).position;
  } catch (const SimulationError&) {
    return std::nullopt;
  }
}

template std::optional<std::vector<Vec<2>>> lattice_sites<2>(const Gas<2>&, std::size_t);
template std::optional<std::vector<Vec<3>>> lattice_sites<3>(const Gas<3>&, std::size_t);
template std::optional<std::vector<Vec<2>>> insert_randomly<2>(const Gas<2>&, const State<2>&,
                                                               double, std::uint64_t,
                                                               const Regions<2>&);
template std::optional<std::vector<Vec<3>>> insert_randomly<3>(const Gas<3>&, const State<3>&,
                                                               double, std::uint64_t,
                                                               const Regions<3>&);
template std::optional<std::vector<Vec<2>>> place_randomly<2>(const Gas<2>&, const State<2>&,
                                                              std::uint64_t, const Regions<2>&,
                                                              const std::atomic<bool>*);
template std::optional<std::vector<Vec<3>>> place_randomly<3>(const Gas<3>&, const State<3>&,
                                                              std::uint64_t, const Regions<3>&,
                                                              const std::atomic<bool>*);

}  // namespace clausius
