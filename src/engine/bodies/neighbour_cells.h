#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/engine/state.h"
#include "collision/moving_wall.h"
#include "collision/rigid/free_motion.h"
#include "core/elementary.h"
#include "engine/audit.h"
#include "engine/cells/cell_grid.h"

namespace clausius {

/// Boxes by which an image is moved along each axis.
template <int Dim>
using Image = std::array<int, Dim>;

/// The periodic images of a box.
template <int Dim>
class Images {
 public:
  explicit Images(const Box<Dim>& box) : size_(box.size) {
    for (int k = 0; k < Dim; ++k) inv_period_[k] = box.periodic[k] ? 1 / box.size[k] : 0;
  }

  [[nodiscard]] Vec<3> shift(const Image<Dim>& image) const {
    Vec<3> shift = Vec<3>::Zero();
    for (int k = 0; k < Dim; ++k) shift[k] = image[k] * size_[k];
    return shift;
  }

  /// Number of boxes on a path whose remainder is much shorter than half a box.
  [[nodiscard]] Image<Dim> boxes_between(const Vec<3>& from, const Vec<3>& to) const {
    Image<Dim> boxes{};
    for (int k = 0; k < Dim; ++k)
      boxes[k] = static_cast<int>(std::nearbyint((to[k] - from[k]) * inv_period_[k]));
    return boxes;
  }

 private:
  Vec<Dim> size_;
  std::array<double, Dim> inv_period_;  // 0 on axes with walls
};

template <int Dim>
struct Neighbour {
  Id id;
  Image<Dim> image;  ///< boxes by which the image is moved, both being where they are filed
};

/// Whether there are at least so many cells along each axis that is periodic.
template <int Dim>
bool has_cells(const Box<Dim>& box, const CellGrid<Dim>& grid, std::int64_t least) {
  for (int k = 0; k < Dim; ++k)
    if (box.periodic[k] && grid.count()[k] < least) return false;
  return true;
}

/// The moving images beyond the edges of a sheared box. Searches near them are valid until the next
/// tick, during which the images move by less than a fixed distance.
template <int Dim>
class Passing {
 public:
  static constexpr int kGradient = Boundary<Dim>::kGradient;

  /// @param gas enclosed()
  Passing(const Gas<Dim>& gas, double way) : speed_(gas.boundary.shear_speed(gas.box)) {
    // A power of two: ticks do not depend on the epoch from which they are counted.
    if (speed_ != 0) tick_ = portable::power_of_two_below(way / std::abs(speed_));
  }

  /// The first tick after now; kNever where no image moves.
  [[nodiscard]] double next(double now) const {
    return speed_ == 0 ? kNever : (std::floor(now / tick_) + 1) * tick_;
  }
  /// Distance by which the image one box up moves until then.
  [[nodiscard]] double way(double now) const { return speed_ * (next(now) - now); }

  /// Whether there are particles beyond an edge less than `steps` cells from this one.
  static bool is_at_edge(const CellGrid<Dim>& grid, const std::uint32_t (&cell)[Dim], int steps) {
    return std::min(cell[kGradient], grid.count()[kGradient] - 1 - cell[kGradient]) <
           static_cast<std::uint32_t>(steps);
  }

  /// Calls visit(id, image) for the images in the cells beyond an edge (side −1 below, 1 above) up
  /// to `steps` away from `cell`, along x for those in cells from `low` to `high` of the box of
  /// which they are images.
  template <class Visit>
  static void for_each(const CellGrid<Dim>& grid, const std::uint32_t (&cell)[Dim], int steps,
                       int side, double low, double high, const Visit& visit) {
    const std::int64_t rows = grid.count()[kGradient], columns = grid.count()[0];
    std::array<std::int64_t, Dim> first{}, count{};
    for (int k = 0; k < Dim; ++k) {
      first[k] = std::int64_t{cell[k]} - steps;
      count[k] = 2 * steps + 1;
    }
    const std::int64_t inside = side < 0 ? cell[kGradient] : rows - 1 - cell[kGradient];
    count[kGradient] = std::min<std::int64_t>(steps - inside, rows);
    if (count[kGradient] <= 0) return;
    first[kGradient] = side < 0 ? rows - count[kGradient] : 0;
    count[0] = 1;
    const auto end = static_cast<std::int64_t>(std::floor(high / grid.edge()[0]));
    for (auto x = static_cast<std::int64_t>(std::floor(low / grid.edge()[0])); x <= end; ++x) {
      const std::int64_t boxes = (x - (x < 0 ? columns - 1 : 0)) / columns;
      first[0] = x - boxes * columns;
      grid.for_each_image_in(first, count, [&](Id id, Image<Dim> image, const auto& /*cell*/) {
        image[0] = static_cast<int>(boxes);
        image[kGradient] = side;
        visit(id, image);
      });
    }
  }

 private:
  double speed_, tick_ = 0;
};

/// Neighbours among rigid bodies by cells: those in the same cell and in the ones around it. A cell
/// is at least as wide as the largest bounding sphere.
template <int Dim>
class NeighbourCells {
 public:
  /// @param gas enclosed(), outlives this object
  NeighbourCells(const Gas<Dim>& gas, const std::vector<std::uint8_t>& species, double cell_edge)
      : box_(gas.box),
        gravity_(in_space<Dim>(gas.boundary.gravity)),
        images_(gas.box),
        grid_(gas.box, cell_edge, species.size()),
        passing_(gas, grid_.edge()[0]),
        places_(species.size()) {}

  /// Files all bodies for the first time.
  void file_all(const std::vector<FreeMotion>& motions, double now) {
    for (Id id = 0; id < places_.size(); ++id) put(id, motions[id], now);
  }

  /// Calls visit(neighbour) for all neighbours.
  template <class Visit>
  void for_each(Id id, const Visit& visit) const {
    for_each_in(id, visit, [](const auto& /*place*/) { return true; });
  }

  /// Writes the ids of all neighbours, and perhaps the body's own, leaving room for kLanes more.
  /// @return their number
  std::size_t gather(Id id, std::vector<Id>& ids) const {
    return grid_.gather_all(id, places_[id].cell, ids);
  }

  /// Whether the image of a neighbour that is nearest at any instant is the one that is visited.
  [[nodiscard]] bool nearest_image_holds() const { return has_cells(box_, grid_, 4); }

  /// Visits neighbours beyond the edges of a sheared box, valid until the next time one of the two
  /// must be filed.
  /// @param shift of the image one box up, now
  template <class Visit>
  void for_each_passing(Id id, double now, double shift, const Visit& visit) const {
    const auto& cell = places_[id].cell;
    const double edge = grid_.edge()[0], later = shift + passing_.way(now);
    for (const int side : {-1, 1}) {
      const auto [least, most] = std::minmax({side * shift, side * later});
      Passing<Dim>::for_each(grid_, cell, 1, side, (cell[0] - kWider) * edge - most,
                             (cell[0] + 1 + kWider) * edge - least,
                             [&](Id other, const Image<Dim>& image) {
                               if (other != id) visit(Neighbour<Dim>{other, image});
                             });
    }
  }

  /// Position at which the body is filed: the middle of its cell.
  [[nodiscard]] Vec<3> centre(Id id) const {
    Vec<3> middle = Vec<3>::Zero();
    for (int k = 0; k < Dim; ++k) middle[k] = (places_[id].cell[k] + 0.5) * grid_.edge()[k];
    return middle;
  }

  /// Takes a new motion of the body. @return time at which the body must be filed again
  double follow(Id id, const FreeMotion& motion, double now) {
    Place& place = places_[id];
    const Vec<3> r = centre_of(motion, now);
    const Image<Dim> boxes = images_.boxes_between(centre(id), r);
    double least = kNever;
    for (int k = 0; k < Dim; ++k) {
      const double v = motion.start().v[k] + now * gravity_[k];
      const double x = r[k] - boxes[k] * box_.size[k];
      for (const int step : {-1, 1}) {
        if (gravity_[k] == 0 && v * step <= 0) continue;
        if (grid_.shifted(k, place.cell[k], step) < 0) continue;
        const double edge = (place.cell[k] + (step > 0 ? 1 : 0)) * grid_.edge()[k];
        const double delay = gravity_[k] == 0 ? std::max(0.0, (edge - x) / v)
                                              : first_descent(step * (edge - x), -step * v,
                                                              -0.5 * step * gravity_[k]);
        if (delay >= least) continue;
        least = delay;
        place.axis = static_cast<std::uint8_t>(k);
        place.step = static_cast<std::int8_t>(step);
      }
    }
    const double tick = passing_.next(now);
    if (tick < now + least && Passing<Dim>::is_at_edge(grid_, place.cell, 1)) {
      place.step = 0;
      return tick;
    }
    return now + least;
  }

  /// Takes a new motion of the body from another place. @return time at which it must be filed
  /// again
  double enter(Id id, const FreeMotion& motion, double now) {
    grid_.remove(id, places_[id].cell);
    put(id, motion, now);
    return follow(id, motion, now);
  }

  /// Files the body in the next cell. Calls visit(neighbour) for neighbours that it did not have
  /// before.
  /// @return time at which it must be filed next
  template <class Visit>
  double file(Id id, const FreeMotion& motion, double now, const Visit& visit) {
    Place& place = places_[id];
    if (place.step == 0) return follow(id, motion, now);
    const int axis = place.axis;
    grid_.move(id, place.cell, axis, place.step);
    const std::int64_t layer = std::int64_t{place.cell[axis]} + place.step;
    for_each_in(id, visit, [&](const auto& at) { return at[axis] == layer; });
    return follow(id, motion, now);
  }

  // For audits.
  [[nodiscard]] std::size_t filed() const { return grid_.filed(); }
  [[nodiscard]] bool is_filed(Id id) const { return grid_.count_of(id, places_[id].cell) == 1; }
  /// Distance of the body from the region in which its neighbours are complete.
  [[nodiscard]] double outside(Id id, const FreeMotion& motion, double time) const {
    const Vec<Dim> r = centre_of(motion, time).template head<Dim>();
    return distance_outside(grid_, box_, places_[id].cell, r);
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return grid_.memory_bytes() + bytes_of(places_);
  }

  template <class Archive>
  void save(Archive& archive) const {
    archive(places_);
  }
  /// @throws ArchiveError
  template <class Archive>
  void load(Archive& archive) {
    for (Id id = 0; id < places_.size(); ++id) grid_.remove(id, places_[id].cell);
    const std::size_t bodies = places_.size();
    archive(places_);
    require(places_.size() == bodies, "belongs to another gas");
    for (Id id = 0; id < bodies; ++id) {
      Place& place = places_[id];
      require(place.axis < Dim && std::abs(place.step) <= 1, "files a body nowhere");
      for (int k = 0; k < Dim; ++k)
        require(place.cell[k] < grid_.count()[k], "files a body nowhere");
      // A body at a wall that never leaves its cell may have any step.
      if (grid_.shifted(place.axis, place.cell[place.axis], place.step) < 0) place.step = 0;
      grid_.insert(id, place.cell);
    }
  }

 private:
  struct Place {
    std::uint32_t cell[Dim] = {};
    std::uint8_t axis = 0;  // axis along which it leaves the cell
    std::int8_t step = 1;   // +1 or −1; 0: it does not leave; only moving images change

    template <class Archive>
    void serialize(Archive& archive) {
      archive(cell, axis, step);
    }
  };

  void put(Id id, const FreeMotion& motion, double now) {
    const Vec<3> r = centre_of(motion, now);
    grid_.locate(box_.wrap(r.template head<Dim>()), places_[id].cell);
    grid_.insert(id, places_[id].cell);
  }

  // In space, of a motion in the frame in free fall since time 0.
  [[nodiscard]] Vec<3> centre_of(const FreeMotion& motion, double now) const {
    return motion.start().r + (now - motion.start().time) * motion.start().v +
           0.5 * now * now * gravity_;
  }

  // `wanted(place)` is called with the coordinates of the neighbour's cell, which continue beyond
  // the edges of the box.
  template <class Visit, class Wanted>
  void for_each_in(Id id, const Visit& visit, const Wanted& wanted) const {
    grid_.for_each_image(
        places_[id].cell, [&](Id other, const Image<Dim>& image, const auto& cell) {
          std::array<std::int64_t, Dim> place;
          for (int k = 0; k < Dim; ++k)
            place[k] = std::int64_t{cell[k]} + std::int64_t{image[k]} * grid_.count()[k];
          if (other != id && wanted(place)) visit(Neighbour<Dim>{other, image});
        });
  }

  Box<Dim> box_;
  Vec<3> gravity_;
  Images<Dim> images_;
  CellGrid<Dim> grid_;
  Passing<Dim> passing_;
  std::vector<Place> places_;
};

}  // namespace clausius
