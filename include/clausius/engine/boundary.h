#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/collision/surfaces.h"
#include "clausius/core/constants.h"
#include "clausius/core/random.h"
#include "clausius/core/vec.h"
#include "clausius/geometry/box.h"

namespace clausius {

/// The name of a face of the box, "x_low", "x_high", "y_low" …, from its index 2·axis + (0 at the
/// origin, 1 at L).
inline std::string face_name(std::size_t face) {
  return std::string(1, "xyz"[face / 2]) + (face % 2 == 0 ? "_low" : "_high");
}

/// The wall that closes a face of the box.
template <int Dim>
struct FaceWall : WallLaw<Dim> {
  WallPath path{};  ///< motion along the axis of the face

  [[nodiscard]] bool is_plain() const { return this->is_hard() && !path.moves(); }
};

/// A door in an obstacle (Maxwell's demon): particles faster than `speed` pass it towards higher
/// coordinates along `axis`, slower ones towards lower coordinates; others are reflected.
struct Door {
  int axis = 0;
  double speed = 0;

  template <class Vector>
  [[nodiscard]] bool lets_pass(const Vector& velocity) const {
    return (velocity[axis] > 0) == (velocity.squaredNorm() > speed * speed);
  }
};

/// A fixed obstacle that exists until it is removed; on periodic axes together with all its images.
template <int Dim>
struct Obstacle : WallLaw<Dim> {
  ObstacleShape<Dim> shape;
  double until = kNever;  ///< time at which the obstacle is removed, counted from Boundary::start
  /// Makes a block that is flat along Door::axis a door; particles that pass may overlap with it.
  std::optional<Door> door{};
  std::size_t number = 0;  ///< of the obstacle, as written, of which this is a part
};

/// Boundary of a gas beyond plain hard walls and periodic edges: moving or thermal walls,
/// obstacles, gravity, shear.
template <int Dim>
struct Boundary {
  std::array<FaceWall<Dim>, 2 * Dim> faces{};  ///< 2·axis + (0 at the origin, 1 at L)
  std::vector<Obstacle<Dim>> obstacles{};
  Vec<Dim> gravity = Vec<Dim>::Zero();  ///< acceleration of all particles
  /// Shear rate dv_x/dy of Lees & Edwards (1972): the periodic image of the box one edge up along y
  /// moves along x at shear_rate·L_y, and the velocity of particles that cross that edge changes by
  /// that amount.
  double shear_rate = 0;
  std::uint64_t seed = 0;  ///< seed of the random numbers of thermal walls
  double start = 0;        ///< absolute time from which walls and obstacles count their times

  /// Law of a wall or an obstacle, by the index of CollisionRecord::face.
  [[nodiscard]] const WallLaw<Dim>& law_of(int surface) const {
    const auto index = static_cast<std::size_t>(surface);
    if (index < faces.size()) return faces[index];
    return obstacles[index - faces.size()];
  }
  /// Whether the boundary has only plain walls and periodic edges.
  [[nodiscard]] bool is_plain() const {
    return !has_gravity() && !is_sheared() && obstacles.empty() &&
           std::all_of(faces.begin(), faces.end(),
                       [](const auto& face) { return face.is_plain(); });
  }
  [[nodiscard]] bool has_gravity() const { return (gravity.array() != 0).any(); }
  [[nodiscard]] bool is_sheared() const { return shear_rate != 0; }
  /// The axis along which the flow of a sheared gas grows.
  static constexpr int kGradient = 1;
  /// The box in which the edges with moving (sheared) images count as open, not periodic.
  [[nodiscard]] Box<Dim> enclosed(Box<Dim> box) const {
    if (is_sheared()) box.periodic[kGradient] = false;
    return box;
  }
  /// Whether particles pass through a face. They cross it with their centres, whereas a wall is hit
  /// by the surface.
  [[nodiscard]] bool is_open(int face) const { return is_sheared() && face / 2 == kGradient; }
  /// Re-enters a particle that leaves the enclosed box through an open face on the opposite side.
  void come_in(const Box<Dim>& box, double time, int face, Vec<Dim>& r, Vec<Dim>& v) const {
    const int side = face % 2 == 0 ? -1 : 1;
    to_image(box, time, -side, r, v);
    r[kGradient] = side < 0 ? box.size[kGradient] : 0;
    r = box.wrap(r);
  }
  /// Speed along x of the image one box up along y, and its displacement at an absolute time,
  /// modulo the box length.
  [[nodiscard]] double shear_speed(const Box<Dim>& box) const { return shear_rate * box.size[1]; }
  [[nodiscard]] double shear_shift(const Box<Dim>& box, double time) const {
    return std::fmod(shear_speed(box) * (time - start), box.size[0]);
  }
  /// Moves a position or a separation at an absolute time to the image so many boxes up along y,
  /// and adjusts the velocity.
  template <class Vector>
  void to_image(const Box<Dim>& box, double time, double boxes, Vector& r, Vector& v) const {
    r[kGradient] += boxes * box.size[kGradient];
    r[0] += boxes * shear_shift(box, time);
    v[0] += boxes * shear_speed(box);
  }
  /// Moves a separation at an absolute time to the nearest image and adjusts the relative velocity.
  void to_sheared_image(const Box<Dim>& box, double time, Vec<Dim>& r, Vec<Dim>& v) const {
    const double boxes = -std::nearbyint(r[1] / box.size[1]);
    if (boxes != 0) to_image(box, time, boxes, r, v);
  }
  /// Random numbers of a thermal wall at hit number `hits` of a particle.
  [[nodiscard]] RandomStream random_of(std::uint32_t id, std::uint32_t hits) const {
    return {seed, Stream::thermal_walls, std::uint64_t{id} << 32 | hits};
  }
  [[nodiscard]] bool moves() const {
    return std::any_of(faces.begin(), faces.end(), [](const auto& f) { return f.path.moves(); });
  }
  /// Rough upper bound of the speed that particles gain from gravity, moving walls and shear.
  [[nodiscard]] double speed_it_gives(const Box<Dim>& box) const {
    double speed = std::sqrt(gravity.norm() * box.size.maxCoeff()) + std::abs(shear_speed(box));
    for (const auto& face : faces) speed += face.path.fastest();
    return speed;
  }
  [[nodiscard]] bool is_thermal() const {
    const auto is_bath = [](const auto& wall) { return wall.kt > 0; };
    return std::any_of(faces.begin(), faces.end(), is_bath) ||
           std::any_of(obstacles.begin(), obstacles.end(), is_bath);
  }
  /// k_BT of equilibrium with all heat baths: 0 if there is none, no value where they differ or
  /// where something moves or slides.
  [[nodiscard]] std::optional<double> common_kt() const {
    double kt = 0;
    bool agree = !moves();
    const auto look_at = [&](const WallLaw<Dim>& one) {
      if (one.kt <= 0) return;
      agree = agree && one.sliding.isZero() && (kt == 0 || one.kt == kt);
      kt = one.kt;
    };
    for (const auto& one : faces) look_at(one);
    for (const auto& one : obstacles) look_at(one);
    return agree ? std::optional(kt) : std::nullopt;
  }
  /// Position of the wall of `face` at an absolute time.
  [[nodiscard]] double position(const Box<Dim>& box, int face, double time) const {
    return (face % 2 == 0 ? 0 : box.size[face / 2]) + faces[face].path.displacement(time - start);
  }
  /// Calls visit(obstacle, index, shift) for the obstacles that exist at an absolute time and for
  /// their images, moved by `shift`, within `reach` of the box from `low` to `high`.
  template <class Visit>
  void for_obstacles(const Box<Dim>& box, double time, const Vec<Dim>& low, const Vec<Dim>& high,
                     double reach, const Visit& visit) const {
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
      if (time - start >= obstacles[i].until) continue;
      for_images(obstacles[i].shape, box, low, high, reach,
                 [&](const Vec<Dim>& shift) { visit(obstacles[i], i, shift); });
    }
  }
  /// Calls visit(shift) for the images of one obstacle within `reach` of that box.
  template <class Visit>
  static void for_images(const ObstacleShape<Dim>& shape, const Box<Dim>& box, const Vec<Dim>& low,
                         const Vec<Dim>& high, double reach, const Visit& visit) {
    const std::pair<Vec<Dim>, Vec<Dim>> ends = extent(shape);
    const auto along = [&](auto&& self, int axis, const Vec<Dim>& shift) -> void {
      if (axis == Dim) return visit(shift);
      double first = 0, last = 0;
      if (box.periodic[axis]) {
        first = std::ceil((low[axis] - reach - ends.second[axis]) / box.size[axis]);
        last = std::floor((high[axis] + reach - ends.first[axis]) / box.size[axis]);
      }
      for (double boxes = first; boxes <= last; ++boxes) {
        Vec<Dim> moved = shift;
        moved[axis] = boxes * box.size[axis];
        self(self, axis + 1, moved);
      }
    };
    along(along, 0, Vec<Dim>::Zero());
  }
};

}  // namespace clausius
