#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "engine/audit.h"
#include "engine/spheres/spheres.h"

namespace clausius {

/// The images beyond the two edges of a sheared box, which move past. Particles cross these edges
/// only in the cells there, and each particle that enters such a cell is searched across the edge.
template <int Dim>
class ShearedImages {
 public:
  using All = Spheres<Dim, GridLevels<Dim>>;

  /// Adds the earliest contacts of a particle in the cells at an edge with the images of all
  /// particles in the cells at the opposite edge.
  void add(const All& spheres, Id id, Contacts& contacts) {
    if (!spheres.gas.boundary.is_sheared()) return;
    const EventRecord<Dim>& event = spheres.events[id];
    const CellGrid<Dim>& grid = spheres.grid[event.level];
    for (const int side : {-1, 1}) {
      const std::int64_t last = grid.count()[kGradient] - 1;
      if (event.cell[kGradient] != (side < 0 ? 0 : last)) continue;
      std::array<std::int64_t, Dim> first{}, count{};
      for (int k = 0; k < Dim; ++k) {
        first[k] = std::int64_t{event.cell[k]} - 1;
        count[k] = std::min<std::int64_t>(3, grid.count()[k]);
      }
      first[0] = 0;
      count[0] = grid.count()[0];
      first[kGradient] = side < 0 ? last : 0;
      count[kGradient] = 1;
      const std::size_t end = grid.gather_block(first, count, across_, 0);
      for (std::size_t k = 0; k < end; ++k) {
        const Id j = across_[k];
        if (j == id) continue;
        const double sigma = spheres.context.contact_distance(id, j);
        for_each(spheres, id, j, side, sigma, [&](const RelativeMotion<Dim, double>& motion) {
          contacts.take({motion.contact_time(sigma), j, spheres.records[j].hits});
        });
      }
    }
  }

  /// Calls visit(motion) for the images of j beyond the edge on one side (−1 below, 1 above) that
  /// come within `sigma` of i in the epoch.
  template <class Visit>
  static void for_each(const All& spheres, Id i, Id j, int side, double sigma, const Visit& visit) {
    RelativeMotion<Dim, double> motion = spheres.relative_motion(i, j);
    const LocalClock& clock = spheres.clock;
    const Boundary<Dim>& boundary = spheres.gas.boundary;
    const Box<Dim>& box = spheres.gas.box;
    boundary.to_image(box, clock.absolute(motion.time), side, motion.r, motion.v);
    // While the two are within that distance along the gradient.
    double begin = 0, end = clock.epoch() - motion.time;
    const double y = motion.r[kGradient], w = motion.v[kGradient];
    if (w == 0 && std::abs(y) > kWider * sigma) return;
    if (w != 0) {
      begin = std::max(begin, (std::copysign(kWider * sigma, -w) - y) / w);
      end = std::min(end, (std::copysign(kWider * sigma, w) - y) / w);
    }
    if (!(begin <= end)) return;
    Vec<Dim> r, v;
    for (int k = 0; k < Dim; ++k) {
      v[k] = motion.v[k];
      r[k] = motion.r[k] + begin * v[k];
    }
    for_images_within(kWider * sigma, r, v, end - begin, box,
                      [&](const auto& boxes) { visit(spheres.to_image(motion, boxes)); });
  }

  /// Moves the separation of two touching particles and their relative velocity to the images that
  /// touch.
  /// @return difference of the velocity along x from that in the box
  static double to_image(const All& spheres, Vec<Dim>& r, Vec<Dim>& v) {
    if (!spheres.gas.boundary.is_sheared()) return 0;
    const double before = v[0];
    spheres.gas.boundary.to_sheared_image(spheres.gas.box, spheres.clock.time(), r, v);
    return v[0] - before;
  }

 private:
  static constexpr int kGradient = Boundary<Dim>::kGradient;
  typename CellGrid<Dim>::Candidates across_;
};

}  // namespace clausius
