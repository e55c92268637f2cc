#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "clausius/collision/rigid_motion.h"
#include "clausius/engine/state.h"
#include "engine/audit.h"
#include "engine/cell_grid.h"

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

  /// Boxes on the way of something that has moved by a good deal less than half a box but for them.
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
  Image<Dim> image;  ///< boxes by which it is moved, both being where they are filed
};

/// Which rigid bodies are near each other: those in the same cell and in the ones around it. A cell
/// is as wide as the largest bounding sphere at least.
template <int Dim>
class NeighbourCells {
 public:
  /// @param gas outlives this object
  NeighbourCells(const Gas<Dim>& gas, const std::vector<std::uint8_t>& species, double cell_edge)
      : box_(gas.box),
        gravity_(in_space<Dim>(gas.boundary.gravity)),
        images_(gas.box),
        grid_(gas.box, cell_edge, species.size()),
        places_(species.size()) {}

  /// Files all bodies for the first time.
  void file_all(const std::vector<FreeMotion>& motions, double now) {
    for (Id id = 0; id < places_.size(); ++id) {
      const Vec<3> r = centre_of(motions[id], now);
      grid_.locate(box_.wrap(r.template head<Dim>()), places_[id].cell);
      grid_.insert(id, places_[id].cell);
    }
  }

  /// Calls visit(neighbour) for all that are near.
  template <class Visit>
  void for_each(Id id, const Visit& visit) const {
    for_each_in(id, visit, [](const auto& /*place*/) { return true; });
  }

  /// Where the body is filed: the middle of its cell.
  [[nodiscard]] Vec<3> centre(Id id) const {
    Vec<3> middle = Vec<3>::Zero();
    for (int k = 0; k < Dim; ++k) middle[k] = (places_[id].cell[k] + 0.5) * grid_.edge()[k];
    return middle;
  }

  /// The body has a new motion. @return when it is to be filed anew
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
    return now + least;
  }

  /// Files the body anew: it comes to the next cell. Calls visit(neighbour) for those that were not
  /// near before.
  /// @return when it is to be filed next
  template <class Visit>
  double file(Id id, const FreeMotion& motion, double now, const Visit& visit) {
    Place& place = places_[id];
    const int axis = place.axis;
    grid_.remove(id, place.cell);
    place.cell[axis] =
        static_cast<std::uint32_t>(grid_.shifted(axis, place.cell[axis], place.step));
    grid_.insert(id, place.cell);
    const std::int64_t layer = std::int64_t{place.cell[axis]} + place.step;
    for_each_in(id, visit, [&](const auto& at) { return at[axis] == layer; });
    return follow(id, motion, now);
  }

  // For audits.
  [[nodiscard]] std::size_t filed() const { return grid_.filed(); }
  [[nodiscard]] bool is_filed(Id id) const { return grid_.count_of(id, places_[id].cell) == 1; }
  /// How far the body is from where its neighbours are those it needs.
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
  template <class Archive>
  void load(Archive& archive) {
    for (Id id = 0; id < places_.size(); ++id) grid_.remove(id, places_[id].cell);
    const std::size_t bodies = places_.size();
    archive(places_);
    require(places_.size() == bodies, "is of another gas");
    for (Id id = 0; id < bodies; ++id) {
      const Place& place = places_[id];
      require(place.axis < Dim && std::abs(place.step) <= 1, "files a body nowhere");
      for (int k = 0; k < Dim; ++k)
        require(place.cell[k] < grid_.count()[k], "files a body nowhere");
      grid_.insert(id, place.cell);
    }
  }

 private:
  struct Place {
    std::uint32_t cell[Dim] = {};
    std::uint8_t axis = 0;  // along which it leaves the cell
    std::int8_t step = 1;   // +1 or −1

    template <class Archive>
    void serialize(Archive& archive) {
      archive(cell, axis, step);
    }
  };

  // In space, of a motion in the frame that falls from time 0 on.
  [[nodiscard]] Vec<3> centre_of(const FreeMotion& motion, double now) const {
    return motion.start().r + (now - motion.start().time) * motion.start().v +
           0.5 * now * now * gravity_;
  }

  // `wanted(place)` is asked with the coordinates of the neighbour's cell, which go on beyond the
  // edges of the box.
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
  std::vector<Place> places_;
};

}  // namespace clausius
