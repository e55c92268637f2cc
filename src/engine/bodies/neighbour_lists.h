#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "clausius/engine/state.h"
#include "collision/rigid/first_contact.h"
#include "engine/bodies/neighbour_cells.h"

namespace clausius {

/// Neighbours among rigid bodies by lists, for bodies so long that cells would hold too many.
///
/// A body is filed at its place at some time: there it has a neighbourhood, itself with all members
/// thickened by a margin. Two bodies whose neighbourhoods overlap are on each other's lists; no
/// others can touch as long as each stays in its own neighbourhood, so a body is filed again before
/// it leaves it. Lists follow from the filed places alone (Donev, Torquato & Stillinger, J. Comput.
/// Phys. 202 (2005) 737, use ellipsoids as neighbourhoods).
template <int Dim>
class NeighbourLists {
 public:
  using List = std::vector<Neighbour<Dim>>;

  /// @param gas enclosed(), outlives this object
  /// @param species index of species of each body
  /// @param cell_edge edge of the cells for searching neighbours, at least twice the largest
  /// bounding radius; 0: chosen for the gas
  NeighbourLists(const Gas<Dim>& gas, const std::vector<std::uint8_t>& species, double cell_edge)
      : gas_(gas),
        images_(gas.box),
        species_(species),
        largest_(largest_radius(gas)),
        margin_(margin(gas, species, largest_, cell_edge)),
        grid_(gas.box, kWider * (largest_ + margin_), species.size()),
        passing_(gas, margin_),
        filed_(species.size()),
        cells_(species.size()),
        lists_(species.size()) {}

  /// Files all bodies for the first time.
  void file_all(const std::vector<FreeMotion>& motions, double now) {
    for (Id id = 0; id < filed_.size(); ++id) put(id, motions[id].pose_at(now));
    list_all();
  }

  /// Whether the image of a neighbour that is nearest at any instant is the one that is visited:
  /// two bodies are filed at most two cells apart, and leave their places by less than one each.
  [[nodiscard]] bool nearest_image_holds() const { return has_cells(gas_.box, grid_, 9); }

  /// Calls visit(neighbour) for all neighbours.
  template <class Visit>
  void for_each(Id id, const Visit& visit) const {
    for (const Neighbour<Dim>& neighbour : lists_[id]) visit(neighbour);
  }

  /// Writes the ids of all neighbours, leaving room for kLanes more. @return their number
  std::size_t gather(Id id, std::vector<Id>& ids) const {
    const List& list = lists_[id];
    if (ids.size() < list.size() + kLanes) ids.resize(list.size() + kLanes);
    std::transform(list.begin(), list.end(), ids.begin(),
                   [](const Neighbour<Dim>& neighbour) { return neighbour.id; });
    return list.size();
  }

  /// Visits neighbours beyond the edges of a sheared box, valid until the next time one of the two
  /// must be filed.
  /// @param shift of the image one box up, now
  template <class Visit>
  void for_each_passing(Id id, double now, double shift, const Visit& visit) const {
    const RigidBody& body = gas_.bodies[species_[id]];
    const Pose& pose = filed_[id];
    const double way = passing_.way(now);
    const double reach = kWider * (body.bounding_radius + 2 * margin_) + 0.5 * std::abs(way);
    for (const int side : {-1, 1}) {
      // Positions of the images in the middle of that time.
      const double beside = side * (shift + 0.5 * way);
      const double x = pose.r[0] - beside, far = reach + kWider * largest_;
      Passing<Dim>::for_each(
          grid_, cells_[id].at, kSteps, side, x - far, x + far,
          [&](Id other, const Image<Dim>& image) {
            if (other == id) return;
            const Vec<3> to_image = images_.shift(image) + beside * Vec<3>::Unit(0);
            const RigidBody& partner = gas_.bodies[species_[other]];
            const double most = reach + kWider * partner.bounding_radius;
            if ((filed_[other].r + to_image - pose.r).squaredNorm() > most * most) return;
            if (are_within(body, pose, partner, filed_[other], to_image,
                           2 * margin_ + 0.5 * std::abs(way) + (kWider - 1) * most))
              visit(Neighbour<Dim>{other, image});
          });
    }
  }

  /// Position at which the body is filed.
  [[nodiscard]] const Vec<3>& centre(Id id) const { return filed_[id].r; }

  /// Takes a new motion of the body. @return time at which it must be filed again
  double follow(Id id, const FreeMotion& motion, double now) {
    const Pose pose = motion.pose_at(now);
    if (room(id, pose) < kLittle * margin_) move(id, pose);
    return next_filing(id, now + motion.time_to_move(room(id, pose)), now);
  }

  /// Takes a new motion of the body from another place. @return time at which it must be filed
  /// again
  double enter(Id id, const FreeMotion& motion, double now) {
    move(id, motion.pose_at(now));
    return follow(id, motion, now);
  }

  /// Files the body again if it is about to leave its neighbourhood. Calls visit(neighbour) for
  /// neighbours that it did not have before.
  /// @return time at which it must be filed next
  template <class Visit>
  double file(Id id, const FreeMotion& motion, double now, const Visit& visit) {
    const Pose pose = motion.pose_at(now);
    if (const double left = room(id, pose); left >= kLittle * margin_)
      return next_filing(id, now + motion.time_to_move(left), now);
    const Image<Dim> boxes_before = images_.boxes_between(filed_[id].r, pose.r);
    move(id, pose);
    const Image<Dim> boxes = images_.boxes_between(filed_[id].r, pose.r);
    for (const Neighbour<Dim>& neighbour : lists_[id]) {
      // The body itself may be filed in another box than before.
      const auto is_it = [&](const Neighbour<Dim>& old) {
        bool same = old.id == neighbour.id;
        for (int k = 0; k < Dim; ++k)
          same = same && old.image[k] + boxes_before[k] == neighbour.image[k] + boxes[k];
        return same;
      };
      if (std::none_of(before_.begin(), before_.end(), is_it)) visit(neighbour);
    }
    return next_filing(id, now + motion.time_to_move(margin_), now);
  }

  // For audits.
  [[nodiscard]] std::size_t filed() const { return grid_.filed(); }
  [[nodiscard]] bool is_filed(Id id) const { return grid_.count_of(id, cells_[id].at) == 1; }
  /// Distance of the body from the region in which its neighbours are complete.
  [[nodiscard]] double outside(Id id, const FreeMotion& motion, double time) const {
    return std::max(0.0, -room(id, motion.pose_at(time)));
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes =
        grid_.memory_bytes() + bytes_of(filed_) + bytes_of(cells_) + bytes_of(lists_);
    for (const List& list : lists_) bytes += bytes_of(list);
    return bytes;
  }

  template <class Archive>
  void save(Archive& archive) const {
    archive(filed_);
  }
  /// @throws ArchiveError
  template <class Archive>
  void load(Archive& archive) {
    std::vector<Pose> filed;
    archive(filed);
    require(filed.size() == filed_.size(), "belongs to another gas");
    for (Id id = 0; id < filed.size(); ++id) {
      require(filed[id].axes.allFinite(), "files a body nowhere");
      for (int k = 0; k < Dim; ++k)
        require(filed[id].r[k] >= 0 && filed[id].r[k] <= gas_.box.size[k], "files a body nowhere");
      grid_.remove(id, cells_[id].at);
      lists_[id].clear();
    }
    for (Id id = 0; id < filed.size(); ++id) put(id, filed[id]);
    list_all();
  }

 private:
  static double largest_radius(const Gas<Dim>& gas) {
    double largest = 0;
    for (const RigidBody& body : gas.bodies) largest = std::max(largest, body.bounding_radius);
    return largest;
  }

  // The margin for a given number of neighbours: with a larger margin, each collision requires more
  // predictions; with a smaller one, bodies leave their neighbourhoods more often.
  static double margin(const Gas<Dim>& gas, const std::vector<std::uint8_t>& species,
                       double largest, double cell_edge) {
    double most = kNever;  // at least two cells are needed along a periodic axis
    for (int k = 0; k < Dim; ++k)
      if (gas.box.periodic[k]) most = std::min(most, gas.box.size[k] / 2 / kWider - largest);
    if (cell_edge > 0) return std::min(most, cell_edge - largest);
    std::vector<double> count(gas.bodies.size(), 0.0);
    for (const auto s : species) ++count[s];
    // Neighbours of a body, each approximated by a capsule.
    const auto neighbours = [&](double margin) {
      double volume = 0, surface = 0, curvature = 0;  // integrated
      for (std::size_t s = 0; s < count.size(); ++s) {
        double radius = margin, reach = 0;
        for (const Member& member : gas.bodies[s].members) {
          radius = std::max(radius, member.radius + margin);
          reach = std::max(reach, member.reach());
        }
        const double length = 2 * reach;
        if (Dim == 3) {
          volume += count[s] * kPi * radius * radius * (length + 4.0 / 3 * radius);
          surface += count[s] * 2 * kPi * radius * (length + 2 * radius);
          curvature += count[s] * kPi * (length + 4 * radius);
        } else {
          volume += count[s] * radius * (2 * length + kPi * radius);
          surface += count[s] * 2 * (length + kPi * radius);
        }
      }
      const double bodies = std::max<double>(1, static_cast<double>(species.size()));
      const double pair = Dim == 3 ? surface * curvature / (2 * std::numbers::pi)
                                   : surface * surface / (2 * std::numbers::pi);
      return (2 * volume + pair / bodies) / gas.box.volume();
    };
    const double wanted = kNeighbours + kCrowding * neighbours(0);
    double low = 0, high = largest;
    while (neighbours(high) < wanted && high < most) high *= 2;
    for (int step = 0; step < 30; ++step) {
      const double middle = 0.5 * (low + high);
      (neighbours(middle) < wanted ? low : high) = middle;
    }
    return std::min(high, most);
  }
  // A cell is at most half as wide as two neighbourhoods.
  static constexpr int kSteps = 2;
  static constexpr double kNeighbours = 6;
  static constexpr double kCrowding = 2;
  // The rest of the margin is hardly worth another event.
  static constexpr double kLittle = 0.3;

  // Rest of the margin with the body in this pose: the distance by which any point of its members'
  // axes may still move.
  [[nodiscard]] double room(Id id, const Pose& pose) const {
    const Pose& filed = filed_[id];
    const Vec<3> moved = pose.r - filed.r - images_.shift(images_.boxes_between(filed.r, pose.r));
    const RigidBody& body = gas_.bodies[species_[id]];
    const Vec<3> turned = pose.axes.col(0) - filed.axes.col(0);
    double farthest = 0;
    for (const Member& member : body.members) {
      const Vec<3> way = moved + (body.collinear ? Vec<3>(member.centre.x() * turned)
                                                 : (pose.axes - filed.axes) * member.centre);
      farthest = std::max(farthest, way.norm() + member.half_shaft * turned.norm());
    }
    return margin_ - farthest;
  }

  // Not after the next tick, if there are moving images.
  [[nodiscard]] double next_filing(Id id, double leaves, double now) const {
    const double tick = passing_.next(now);
    return tick < leaves && Passing<Dim>::is_at_edge(grid_, cells_[id].at, kSteps) ? tick : leaves;
  }

  // Files a body in another place; its previous list is before_.
  void move(Id id, const Pose& pose) {
    grid_.remove(id, cells_[id].at);
    put(id, pose);
    before_ = lists_[id];
    for (const Neighbour<Dim>& old : before_)
      std::erase_if(lists_[old.id], [id](const Neighbour<Dim>& one) { return one.id == id; });
    lists_[id].clear();
    list(id, [](Id /*other*/) { return true; });
  }

  void put(Id id, const Pose& pose) {
    filed_[id] = pose;
    const Vec<Dim> r = gas_.box.wrap(pose.r.template head<Dim>());
    filed_[id].r.template head<Dim>() = r;
    grid_.locate(r, cells_[id].at);
    grid_.insert(id, cells_[id].at);
  }

  void list_all() {
    for (Id id = 0; id < filed_.size(); ++id) list(id, [id](Id other) { return other > id; });
  }

  // Puts those `wanted` that are near on the body's list, and the body on theirs.
  template <class Wanted>
  void list(Id id, const Wanted& wanted) {
    const RigidBody& body = gas_.bodies[species_[id]];
    const Pose& pose = filed_[id];
    const double reach = kWider * (body.bounding_radius + 2 * margin_);
    grid_.template for_each_image<kSteps>(cells_[id].at, [&](Id other, const Image<Dim>& image,
                                                             const auto& /*cell*/) {
      if (other == id || !wanted(other)) return;
      const Vec<3> shift = images_.shift(image);
      const RigidBody& partner = gas_.bodies[species_[other]];
      const double far = reach + kWider * partner.bounding_radius;
      if ((filed_[other].r + shift - pose.r).squaredNorm() > far * far) return;
      if (!are_within(body, pose, partner, filed_[other], shift, 2 * margin_ + (kWider - 1) * far))
        return;
      lists_[id].push_back({other, image});
      Image<Dim> back;
      for (int k = 0; k < Dim; ++k) back[k] = -image[k];
      lists_[other].push_back({id, back});
    });
  }

  struct CellOf {
    std::uint32_t at[Dim] = {};
  };

  const Gas<Dim>& gas_;
  Images<Dim> images_;
  const std::vector<std::uint8_t>& species_;
  double largest_;  // largest bounding radius
  double margin_;
  CellGrid<Dim> grid_;
  Passing<Dim> passing_;
  std::vector<Pose> filed_;
  std::vector<CellOf> cells_;
  std::vector<List> lists_;
  List before_;
};

}  // namespace clausius
