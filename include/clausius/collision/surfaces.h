#pragma once

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/core/random.h"
#include "clausius/core/vec.h"

/// \file Surfaces that particles hit: motion and reflection law of walls, and shapes of obstacles.

namespace clausius {

/// Motion of a wall along its axis. The wall stands still until `begin`; then it moves at
/// `velocity` and oscillates about that motion with the displacement
/// `amplitude`·sin(`angular_frequency`·t), t since `begin`; from `end` on it stands still again.
/// Times count from the start of the run.
struct WallPath {
  double velocity = 0;
  double amplitude = 0;          ///< a length
  double angular_frequency = 0;  ///< radians per time
  double begin = 0;
  double end = kNever;

  [[nodiscard]] bool moves() const { return velocity != 0 || swings(); }
  [[nodiscard]] bool swings() const { return amplitude != 0; }
  /// Displacement of the wall from its initial position.
  [[nodiscard]] double displacement(double time) const;
  [[nodiscard]] double velocity_at(double time) const;
  /// Largest speed of the wall.
  [[nodiscard]] double fastest() const;
  /// Acceleration of the wall, without the jumps of its velocity at `begin` and `end`.
  [[nodiscard]] double acceleration_at(double time) const;
  /// Largest magnitude of acceleration_at().
  [[nodiscard]] double greatest_acceleration() const;
};

/// How far particles adapt to a thermal surface in each hit, by the law of Cercignani & Lampis,
/// Transp. Theory Stat. Phys. 1 (1971) 101. With 1 and 1 they are reflected diffusely, with 0 and 0
/// specularly.
struct CercignaniLampis {
  double normal = 1;      ///< of the energy of the motion across the surface, from 0 to 1
  double tangential = 1;  ///< of the momentum along it, from 0 to 1
};

/// How a surface reflects the particles that hit it: specularly with a coefficient of restitution,
/// or diffusely as a heat bath (Maxwell's law of reflection), or between both.
template <int Dim>
struct WallLaw {
  /// Coefficient of restitution for all species, from 0 to 1; if unset, Gas::wall_restitution
  /// applies.
  std::optional<double> restitution{};
  /// Tangential restitution for all species, from −1 to 1, and coefficient of friction, above 0; if
  /// unset, Gas::wall_tangential and Gas::wall_friction apply. In a gas of rough spheres only.
  std::optional<double> tangential{}, friction{};
  /// Fraction of the hits that are diffuse reflections at `kt`, from 0 to 1; the others are
  /// specular.
  double accommodation = 0;
  double kt = 0;  ///< k_BT of the surface, an energy; 0 unless it is thermal
  /// The law of the hits that would be diffuse; smooth spheres and disks only.
  std::optional<CercignaniLampis> partial{};
  /// Velocity along the surface; it acts in diffuse reflections and on rough spheres.
  Vec<Dim> sliding = Vec<Dim>::Zero();

  /// Whether the surface is just hard.
  [[nodiscard]] bool is_hard() const {
    return !restitution && !tangential && !friction && accommodation == 0;
  }
  [[nodiscard]] bool may_be_diffuse() const { return accommodation > 0; }
  [[nodiscard]] bool is_always_diffuse() const { return accommodation >= 1 && !partial; }
  /// Draws whether the surface acts as a bath in a hit. @pre may_be_diffuse()
  [[nodiscard]] bool is_diffuse(RandomStream& random) const {
    return random.uniform() < accommodation;
  }
};

/// A fixed ball (a disk in two dimensions).
template <int Dim>
struct BallObstacle {
  Vec<Dim> centre = Vec<Dim>::Zero();
  double radius = 1;
};

/// A fixed block (a rectangle in two dimensions) with its edges along the axes; it may be flat.
template <int Dim>
struct BlockObstacle {
  Vec<Dim> low = Vec<Dim>::Zero(), high = Vec<Dim>::Ones();
};

/// A fixed convex polygon, in two dimensions only; its vertices run counter-clockwise.
template <int Dim>
struct PolygonObstacle {
  std::vector<Vec<Dim>> vertices;
};

/// A fixed plate across an axis with a round hole whose radius exceeds that of every particle; in
/// three dimensions only.
template <int Dim>
struct PiercedPlate {
  int axis = 0;
  Vec<Dim> low = Vec<Dim>::Zero(), high = Vec<Dim>::Ones();  ///< corners of the plate
  /// Centre of the hole; its component along `axis` is not used.
  Vec<Dim> centre = Vec<Dim>::Zero();
  double radius = 0;  ///< radius of the hole
};

template <int Dim>
using ObstacleShape =
    std::variant<BallObstacle<Dim>, BlockObstacle<Dim>, PolygonObstacle<Dim>, PiercedPlate<Dim>>;

/// Corners of the smallest box around an obstacle.
template <int Dim>
std::pair<Vec<Dim>, Vec<Dim>> extent(const ObstacleShape<Dim>& shape);

}  // namespace clausius
