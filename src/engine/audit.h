#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/cells/cell_grid.h"
#include "engine/engine.h"
#include "engine/records.h"

namespace clausius {

/// What an audit has found so far: the first few faults.
class AuditFindings {
 public:
  void add(std::string what, std::vector<Id> ids) {
    if (faults_.size() < kMost) faults_.push_back({std::move(what), std::move(ids)});
  }
  [[nodiscard]] std::vector<AuditFault> take() { return std::move(faults_); }

 private:
  static constexpr std::size_t kMost = 10;
  std::vector<AuditFault> faults_;
};

/// Allowed distance between a position and the one that an audit computes: rounding, for a length
/// smaller than any overlap that counts as one.
template <int Dim>
double audit_slack(const Gas<Dim>& gas) {
  double smallest = kNever;
  for (const auto& species : gas.species) smallest = std::min(smallest, species.diameter);
  if (!gas.is_additive()) smallest = std::min(smallest, gas.contact_distances.minCoeff());
  return kOverlapTolerance * smallest + 1e-14 * gas.box.size.maxCoeff();
}

/// Whether loaded counters can be those of a run: not negative, and far enough from the largest
/// number to continue counting.
inline bool are_possible(const EngineCounters& counters) {
  constexpr std::int64_t kMostCounted = std::int64_t{1} << 62;
  const auto [least, most] =
      std::minmax({counters.collisions, counters.wall_collisions, counters.elastic_by_duration_rule,
                   counters.cell_crossings, counters.stale, counters.pair_tests, counters.steps,
                   counters.pushed_apart, counters.passed_steps, counters.reflected_by_steps});
  return least >= 0 && most <= kMostCounted;
}

/// Whether a loaded particle can be at r: r is a number and no farther away than a flight around a
/// periodic box, or walls that move outwards, allow.
template <int Dim>
bool can_be_at(const Gas<Dim>& gas, const Vec<Dim>& r) {
  constexpr double kMostBoxes = 1e9;
  return (r.array().abs() <= kMostBoxes * gas.box.size.array()).all();
}

/// Calls visit(i, j) for pairs of different particles, not many more than `most_pairs`: for each
/// pair once if that is enough, else for evenly spread particles paired with all others. Each
/// `turn` selects other particles.
template <class Visit>
void for_audited_pairs(std::size_t particles, std::int64_t most_pairs, std::int64_t turn,
                       const Visit& visit) {
  const auto count = static_cast<double>(particles);
  const double wanted = std::ceil(count * count / static_cast<double>(most_pairs));
  const auto stride = static_cast<std::size_t>(std::clamp(wanted, 1.0, std::max(count, 1.0)));
  // Processes several i at a time, for all of which a j is fetched once.
  constexpr std::size_t kGroup = 16;
  for (std::size_t begin = static_cast<std::size_t>(turn) % stride; begin < particles;
       begin += kGroup * stride) {
    const std::size_t end = std::min(particles, begin + kGroup * stride);
    for (std::size_t j = stride == 1 ? begin + 1 : 0; j < particles; ++j)
      for (std::size_t i = begin; i < end; i += stride)
        if (stride == 1 ? i < j : i != j) visit(static_cast<Id>(i), static_cast<Id>(j));
  }
}

/// Calls visit(boxes) for every periodic image r + boxes·L of a separation r that may come within
/// `reach` along each axis while it moves at `v` for a time `duration`.
template <int Dim, class Visit>
void for_images_within(double reach, const Vec<Dim>& r, const Vec<Dim>& v, double duration,
                       const Box<Dim>& box, const Visit& visit) {
  std::array<std::pair<int, int>, Dim> range;
  for (int k = 0; k < Dim; ++k) {
    const double way = v[k] * duration;
    const double low = r[k] + std::min(way, 0.0);
    const double high = r[k] + std::max(way, 0.0);
    if (box.periodic[k])
      range[k] = {static_cast<int>(std::ceil((-reach - high) / box.size[k])),
                  static_cast<int>(std::floor((reach - low) / box.size[k]))};
    else
      range[k] = {0, low <= reach && high >= -reach ? 0 : -1};
    if (range[k].first > range[k].second) return;
  }
  std::array<int, Dim> boxes{};
  const auto along = [&](auto&& self, int axis) -> void {
    if (axis == Dim) return visit(boxes);
    for (boxes[axis] = range[axis].first; boxes[axis] <= range[axis].second; ++boxes[axis])
      self(self, axis + 1);
  };
  along(along, 0);
}

/// Distance of a particle at r from its cell, around the edges of the box. A cell next to a wall
/// has no outer face: particles beyond it count as inside.
template <int Dim>
double distance_outside(const CellGrid<Dim>& grid, const Box<Dim>& box,
                        const typename CellGrid<Dim>::Coordinates& cell, const Vec<Dim>& r) {
  double farthest = 0;
  for (int k = 0; k < Dim; ++k) {
    const double edge = grid.edge()[k];
    double x = r[k] - cell[k] * edge;
    if (box.periodic[k]) x -= box.size[k] * std::nearbyint((x - 0.5 * edge) / box.size[k]);
    if (grid.shifted(k, cell[k], -1) >= 0) farthest = std::max(farthest, -x);
    if (grid.shifted(k, cell[k], 1) >= 0) farthest = std::max(farthest, x - edge);
  }
  return farthest;
}

}  // namespace clausius
