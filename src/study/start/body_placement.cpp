#include "study/start/body_placement.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "clausius/core/errors.h"
#include "collision/obstacle.h"
#include "core/elementary.h"
#include "core/rotation.h"
#include "geometry/placed_body.h"
#include "geometry/point_grid.h"

namespace clausius {

namespace {

/// Uniform in the cube |x_k| ≤ 1.
template <int Dim>
Vec<Dim> random_step(RandomStream& random) {
  Vec<Dim> step;
  for (int k = 0; k < Dim; ++k) step[k] = 2 * random.uniform() - 1;
  return step;
}

/// Total depth by which a body at `r` overlaps walls, and its bounding sphere overlaps obstacles.
template <int Dim>
double depth_in_boundary(const Gas<Dim>& gas, const Vec<Dim>& r, const PlacedBody& body) {
  const Box<Dim>& box = gas.box;
  double depth = 0;
  for (int k = 0; k < Dim; ++k) {
    if (box.periodic[k]) continue;
    depth += std::max(0.0, body.extent(-Vec<3>::Unit(k)) - r[k]);
    depth += std::max(0.0, body.extent(Vec<3>::Unit(k)) - (box.size[k] - r[k]));
  }
  gas.boundary.for_obstacles(
      box, gas.boundary.start, r, r, body.bounding_radius(),
      [&](const Obstacle<Dim>& obstacle, std::size_t /*index*/, const Vec<Dim>& shift) {
        depth += std::max(0.0, depth_in<Dim>(obstacle.shape, r - shift, body.bounding_radius()));
      });
  return depth;
}

/// Depth of overlap of two bodies, `apart` being the vector between their centres.
template <int Dim>
double depth_of(const PlacedBody& a, const PlacedBody& b, const Vec<Dim>& apart) {
  const double reach = a.bounding_radius() + b.bounding_radius();
  if (apart.squaredNorm() >= reach * reach) return 0;
  return std::max(0.0, -a.gap(b, in_space<Dim>(apart)));
}

/// Bodies of a given scale that are to be separated.
template <int Dim>
class Crowd {
 public:
  Crowd(const Gas<Dim>& gas, const std::vector<std::uint8_t>& species, Arrangement<Dim> start,
        double scale, RandomStream& random)
      : gas_(gas),
        species_(species),
        now_(std::move(start)),
        scale_(scale),
        longest_(scale * largest_diameter(gas)),
        skin_(kSkin * longest_),
        random_(random) {
    bodies_.reserve(species.size());
    for (std::size_t i = 0; i < species.size(); ++i)
      bodies_.push_back(placed(i, now_.orientation[i]));
    find_neighbours();
  }

  /// Moves bodies until none overlaps.
  /// @return whether that succeeded
  bool part(const std::atomic<bool>* interrupt) {
    double step = 0.1 * longest_;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      if (interrupt != nullptr && interrupt->load())
        throw Interrupted("interrupted while bodies grew to their size");
      std::size_t moved = 0;
      bool free = true;
      for (std::size_t i = 0; i < bodies_.size(); ++i) {
        double depth = depth_at(i, now_.position[i], bodies_[i]);
        if (try_to_move(i, depth, step)) ++moved;
        free = free && depth == 0;
      }
      // All were free after their own moves, and no move increases another body's overlap with the
      // mover.
      if (free) return true;
      const double accepted = static_cast<double>(moved) / static_cast<double>(bodies_.size());
      step = std::min(accepted > 0.4 ? 1.2 * step : step / 1.2, 0.5 * skin_);
    }
    return false;
  }

  Arrangement<Dim> take() { return std::move(now_); }

 private:
  // Skin, relative to the longest body, within which neighbours are listed.
  static constexpr double kSkin = 0.4;
  // Growth steps that need more sweeps are halved, which is faster.
  static constexpr int kMostSweeps = 300;

  [[nodiscard]] PlacedBody placed(std::size_t i, const Eigen::Quaterniond& orientation) const {
    return PlacedBody(gas_.bodies[species_[i]], orientation, scale_);
  }

  // Neighbours of each body, valid as long as no body has moved by more than half the skin.
  void find_neighbours() {
    PointGrid<Dim> grid(gas_.box, longest_ + skin_, bodies_.size());
    neighbours_.assign(bodies_.size(), {});
    listed_at_ = now_.position;
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
      grid.near(now_.position[i], [&](std::uint32_t j, const Vec<Dim>& apart) {
        const double reach = bodies_[i].bounding_radius() + bodies_[j].bounding_radius() + skin_;
        if (apart.squaredNorm() < reach * reach) {
          neighbours_[i].push_back(j);
          neighbours_[j].push_back(i);
        }
        return false;
      });
      grid.insert(i, now_.position[i]);
    }
  }

  /// Total depth by which body i, in this orientation at r, overlaps others and walls.
  [[nodiscard]] double depth_at(std::size_t i, const Vec<Dim>& r, const PlacedBody& body) const {
    double depth = depth_in_boundary(gas_, r, body);
    for (const std::uint32_t j : neighbours_[i])
      depth += depth_of(body, bodies_[j], gas_.box.minimum_image(now_.position[j] - r));
    return depth;
  }

  // `depth` holds its overlaps before and after.
  bool try_to_move(std::size_t i, double& depth, double step) {
    const Vec<Dim> r = gas_.box.wrap(now_.position[i] + step * random_step<Dim>(random_));
    const double turn = step / bodies_[i].bounding_radius();
    Vec<3> axis = turn * random_step<3>(random_);
    if constexpr (Dim == 2) axis.template head<2>().setZero();
    const Eigen::Quaterniond q =
        (rotation_about(axis.normalized(), axis.norm()) * now_.orientation[i]).normalized();
    PlacedBody body = placed(i, q);
    const double deepened = depth_at(i, r, body);
    if (deepened > depth) return false;
    depth = deepened;
    now_.position[i] = r;
    now_.orientation[i] = q;
    bodies_[i] = std::move(body);
    if (gas_.box.minimum_image(r - listed_at_[i]).norm() > 0.5 * skin_) find_neighbours();
    return true;
  }

  const Gas<Dim>& gas_;
  const std::vector<std::uint8_t>& species_;
  Arrangement<Dim> now_;
  double scale_;
  double longest_, skin_;
  RandomStream& random_;
  std::vector<PlacedBody> bodies_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::vector<Vec<Dim>> listed_at_;  // positions when the neighbours were listed
};

/// Packing fractions up to which insertion of moderately long bodies is fast.
template <int Dim>
constexpr double kQuickBodyInsertion = Dim == 3 ? 0.2 : 0.35;

}  // namespace

template <int Dim>
Eigen::Quaterniond random_rotation(RandomStream& random) {
  if constexpr (Dim == 2)
    return rotation_about(Vec<3>::UnitZ(), 2 * std::numbers::pi * random.uniform());
  for (;;) {
    Eigen::Quaterniond q;
    for (double& x : q.coeffs()) x = random.normal();
    if (q.norm() > 0) return q.normalized();
  }
}

template <int Dim>
std::optional<Arrangement<Dim>> insert_bodies(const Gas<Dim>& gas,
                                              const std::vector<std::uint8_t>& species,
                                              double scale, std::uint64_t seed,
                                              std::uint64_t attempt) {
  std::vector<std::uint32_t> order(species.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return gas.bodies[species[a]].bounding_radius > gas.bodies[species[b]].bounding_radius;
  });
  // The centre of a body of the species cannot be nearer to a wall than this, in any orientation.
  std::vector<double> margin;
  for (const RigidBody& body : gas.bodies) {
    double covered = 0;  // radius of the largest member around the centre
    for (const Member& member : body.members)
      covered = std::max(covered, member.radius - member.centre.norm());
    margin.push_back(scale * covered);
  }

  RandomStream random(seed, Stream::placement, attempt);
  std::int64_t attempts_left = 100 * static_cast<std::int64_t>(species.size());
  Arrangement<Dim> result{std::vector<Vec<Dim>>(species.size()),
                          std::vector<Eigen::Quaterniond>(species.size())};
  std::vector<PlacedBody> placed(species.size(), PlacedBody(gas.bodies[0]));
  PointGrid<Dim> grid(gas.box, scale * largest_diameter(gas), species.size());
  for (const std::uint32_t id : order) {
    Vec<Dim>& r = result.position[id];
    const auto overlaps = [&] {
      return depth_in_boundary(gas, r, placed[id]) > 0 ||
             grid.near(r, [&](std::uint32_t other, const Vec<Dim>& apart) {
               return depth_of(placed[id], placed[other], apart) > 0;
             });
    };
    do {
      if (attempts_left-- == 0) return std::nullopt;
      for (int k = 0; k < Dim; ++k) {
        const double least = gas.box.periodic[k] ? 0 : margin[species[id]];
        r[k] = least + (gas.box.size[k] - 2 * least) * random.uniform();
      }
      result.orientation[id] = random_rotation<Dim>(random);
      placed[id] = PlacedBody(gas.bodies[species[id]], result.orientation[id], scale);
    } while (overlaps());
    grid.insert(id, r);
  }
  return result;
}

namespace {

/// What bodies grew to, and the part of their size that they reached.
template <int Dim>
struct Grown {
  Arrangement<Dim> arrangement;
  double scale = 0;
};

template <int Dim>
Grown<Dim> grow_bodies(const Gas<Dim>& gas, const std::vector<std::uint8_t>& species,
                       std::uint64_t seed, std::uint64_t attempt,
                       const std::atomic<bool>* interrupt) {
  State<Dim> filling;
  filling.species = species;
  const double density = packing_fraction(gas, filling);
  double scale = std::min(1.0, portable::pow(kQuickBodyInsertion<Dim> / density, 1.0 / Dim));
  constexpr double kSmaller = 0.9;
  std::optional<Arrangement<Dim>> start;
  while (!(start = insert_bodies(gas, species, scale, seed, attempt))) scale *= kSmaller;

  // Growth steps, relative to the scale: growth is given up if not even the least is possible.
  constexpr double kLargestStep = 0.1, kLeastStep = 1e-4;
  Grown<Dim> grown{std::move(*start), scale};
  RandomStream random(seed, Stream::growth, attempt);
  for (double step = kLargestStep; grown.scale < 1 && step >= kLeastStep;) {
    const double next = std::min(1.0, grown.scale * (1 + step));
    Crowd<Dim> crowd(gas, species, grown.arrangement, next, random);
    if (crowd.part(interrupt)) {
      grown = {crowd.take(), next};
      step = std::min(2 * step, kLargestStep);
    } else {
      step /= 2;
    }
  }
  return grown;
}

}  // namespace

template <int Dim>
std::optional<Arrangement<Dim>> place_bodies(const Gas<Dim>& gas,
                                             const std::vector<std::uint8_t>& species,
                                             std::uint64_t seed,
                                             const std::atomic<bool>* interrupt) {
  // Few bodies may jam by chance shortly before they have grown: then another start may do.
  constexpr std::uint64_t kAttempts = 8;
  constexpr double kNearly = 0.95;
  for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    Grown<Dim> grown = grow_bodies(gas, species, seed, attempt, interrupt);
    if (grown.scale >= 1) return std::move(grown.arrangement);
    if (grown.scale < kNearly) break;
  }
  return std::nullopt;
}

template Eigen::Quaterniond random_rotation<2>(RandomStream&);
template Eigen::Quaterniond random_rotation<3>(RandomStream&);
template std::optional<Arrangement<2>> insert_bodies(const Gas<2>&,
                                                     const std::vector<std::uint8_t>&, double,
                                                     std::uint64_t, std::uint64_t);
template std::optional<Arrangement<3>> insert_bodies(const Gas<3>&,
                                                     const std::vector<std::uint8_t>&, double,
                                                     std::uint64_t, std::uint64_t);
template std::optional<Arrangement<2>> place_bodies(const Gas<2>&, const std::vector<std::uint8_t>&,
                                                    std::uint64_t, const std::atomic<bool>*);
template std::optional<Arrangement<3>> place_bodies(const Gas<3>&, const std::vector<std::uint8_t>&,
                                                    std::uint64_t, const std::atomic<bool>*);

}  // namespace clausius
