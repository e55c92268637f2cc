#pragma once

#include <cstdint>

#include "clausius/engine/state.h"

namespace clausius {

/// Everything there is to know of one collision; made by the engine, read by the observers.
template <int Dim>
struct CollisionRecord {
  static constexpr std::uint32_t kWall = 0xffffffff;

  double time = 0;           ///< absolute
  std::uint32_t first = 0;   ///< id
  std::uint32_t second = 0;  ///< id, or kWall
  int face = -1;  ///< of a wall: 2·axis + (0 at the origin, 1 at L); −1 between particles
  std::uint8_t first_species = 0;
  std::uint8_t second_species = 0;            ///< of no meaning at a wall
  Vec<Dim> normal = Vec<Dim>::Zero();         ///< unit vector from first to second (to the wall)
  Vec<Dim> contact_point = Vec<Dim>::Zero();  ///< in the box
  Vec<Dim> first_before = Vec<Dim>::Zero();   ///< velocities
  Vec<Dim> first_after = Vec<Dim>::Zero();
  Vec<Dim> second_before = Vec<Dim>::Zero();  ///< zero at a wall
  Vec<Dim> second_after = Vec<Dim>::Zero();
  double impulse = 0;                  ///< J > 0: momentum given to `second` along `normal`
  double separation = 0;               ///< distance of the centres (of the centre from the wall)
  double restitution = 1;              ///< the one applied (1 where the contact-duration rule held)
  double predicted_energy_change = 0;  ///< −½ μ (1 − e²) v_n², v_n the normal relative speed
  double first_free_time =
      0;  ///< since the last collision of `first` (walls included), or since the start
  double second_free_time = 0;  ///< likewise
};

/// Reads what the engine shows; can change nothing and draws no random number of the trajectory.
template <int Dim>
class Observer {
 public:
  virtual ~Observer() = default;
  /// Called once per collision, particle–particle and particle–wall, in order of time.
  virtual void on_collision(const CollisionRecord<Dim>& /*collision*/) {}
  /// Called at equal-time samples with the state of that instant.
  virtual void on_sample(const State<Dim>& /*state*/) {}
};

}  // namespace clausius
