#pragma once

#include <cstdint>
#include <optional>

#include "clausius/collision/contact_point.h"
#include "clausius/engine/state.h"

namespace clausius {

/// Change of rotation of both partners of a collision. Angular velocities are in the space frame;
/// in two dimensions along z.
struct SpinChange {
  Vec<3> first_before = Vec<3>::Zero();
  Vec<3> first_after = Vec<3>::Zero();
  Vec<3> second_before = Vec<3>::Zero();  ///< zero at a wall
  Vec<3> second_after = Vec<3>::Zero();
  double energy_change = 0;  ///< change of the rotational energy of both
  /// Change of the whole energy of both by the tangential impulse of rough surfaces, without work
  /// of a sliding one: 0 or less.
  double tangential_loss = 0;
  bool slides = false;  ///< whether friction limited that impulse

  template <class Archive>
  void serialize(Archive& archive) {
    archive(first_before, first_after, second_before, second_after, energy_change, tangential_loss,
            slides);
  }
};

/// Contact points and impulses of a collision of rigid bodies, in three dimensions; a
/// two-dimensional gas lies in the plane z = 0.
struct RigidCollision {
  RigidContact contact;  ///< one point of contact or two at once
  RigidImpulse impulse;  ///< in each of these points

  /// Virial of the tangential impulses of two rough bodies: Σ P_t·(r₂ − r₁).
  [[nodiscard]] double tangential_virial() const {
    double sum = 0;
    for (std::size_t i = 0; i < contact.points.size(); ++i)
      sum += impulse.tangential[i].dot(contact.points[i].first_arm - contact.points[i].second_arm);
    return sum;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(contact, impulse);
  }
};

/// All data of one collision; made by the engine, read by observers.
template <int Dim>
struct CollisionRecord {
  static constexpr std::uint32_t kWall = 0xffffffff;

  double time = 0;           ///< absolute
  std::uint32_t first = 0;   ///< id
  std::uint32_t second = 0;  ///< id, or kWall
  /// Index of the surface: for a wall 2·axis + (0 at the origin, 1 at L), for an obstacle 2·Dim +
  /// its index; −1 between particles.
  int face = -1;
  std::uint8_t first_species = 0;
  std::uint8_t second_species = 0;  ///< without meaning at a wall
  /// Unit vector from first to second (to the wall), along the impulse; for rough particles along
  /// its normal part.
  Vec<Dim> normal = Vec<Dim>::Zero();
  /// Position in the box; for two contact points that of the faster one. In a nonadditive gas the
  /// point between unlike particles that divides the distance of their centres as the diameters.
  Vec<Dim> contact_point = Vec<Dim>::Zero();
  Vec<Dim> first_before = Vec<Dim>::Zero();  ///< velocity before the collision
  Vec<Dim> first_after = Vec<Dim>::Zero();
  Vec<Dim> second_before = Vec<Dim>::Zero();  ///< zero at a wall
  Vec<Dim> second_after = Vec<Dim>::Zero();
  double impulse = 0;  ///< J > 0: momentum given to `second` along `normal`
  /// Distance of the centres (or of the centre from the wall) along `normal`: the product with
  /// `impulse` is the collision's virial, for rough bodies that of the normal impulses. For spheres
  /// this is their distance.
  double separation = 0;
  /// Coefficient that was applied (1 where the contact-duration rule made the hit elastic; with
  /// Gas::added_speed e + Δ/v_n).
  double restitution = 1;
  /// −½ μ (1 − e²) v_n², e that of the pair, plus the change by tangential_impulse(), v_n the
  /// normal relative speed; for bodies see RigidImpulse.
  double predicted_energy_change = 0;
  double internal_change = 0;  ///< energy that the reservoirs of two parcels gained
  /// Work done on `first` by the motion of a wall, or on both by the shear across which they
  /// collide.
  double work = 0;
  double heat = 0;   ///< heat given to `first` by a thermal wall
  double added = 0;  ///< energy given to both by Gas::added_speed
  double first_free_time =
      0;  ///< since the last collision of `first` (walls included), or since the start
  double second_free_time = 0;          ///< time since the last collision of `second`
  std::optional<SpinChange> spins;      ///< set in a gas of rough spheres or of rigid bodies
  std::optional<RigidCollision> rigid;  ///< set in a gas of rigid bodies

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, first, second, face, first_species, second_species, normal, contact_point,
            first_before, first_after, second_before, second_after, impulse, separation,
            restitution, predicted_energy_change, internal_change, work, heat, added,
            first_free_time, second_free_time, spins, rigid);
  }
};

/// Interface that receives every collision of a gas and cannot change anything; see
/// Simulation::add.
template <int Dim>
class Observer {
 public:
  virtual ~Observer() = default;
  /// Called once for every collision between two particles, or of a particle with a wall or an
  /// obstacle, in order of time.
  virtual void on_collision(const CollisionRecord<Dim>& /*collision*/) {}
  /// Called when two particles come to a step of their potential, which they pass or are reflected
  /// by. `impulse` is below 0 where it draws them together, `predicted_energy_change` is what their
  /// motion gains, and the free times go on.
  virtual void on_step(const CollisionRecord<Dim>& /*step*/) {}
  /// Called when a particle crosses the sheared edge of the box, where its velocity changes, or
  /// when it is pushed out of an overlap against gravity; `work` is the energy that it gains.
  virtual void on_passage(double /*time*/, double /*work*/) {}
};

}  // namespace clausius
