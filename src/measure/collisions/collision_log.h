#pragma once

#include <cstdint>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/engine/state.h"
#include "clausius/measure/results.h"

namespace clausius {

/// Records the first collisions individually, up to a given number.
template <int Dim>
class CollisionLog {
 public:
  explicit CollisionLog(std::int64_t capacity) : capacity_(capacity) {}

  [[nodiscard]] bool open() const { return std::ssize(records_) < capacity_; }
  void add(const CollisionRecord<Dim>& collision) { records_.push_back(collision); }

  /// `collisions`, one row per collision; `second` is −1 and its velocities are zero at a wall.
  /// `energy_change` is computed from the two velocities (and spins: angular velocities in space),
  /// `predicted_energy_change` is −½ μ (1 − e²) v_n², for rigid bodies that of RigidImpulse.
  [[nodiscard]] Table table(const Gas<Dim>& gas, const UnitNames& units) const;

  /// `first_collision_time`, `…_normal_speed`, `…_impulse` and `…_energy_change` of the first
  /// collision; none without collisions. Exact numbers of one event, hence without errors.
  [[nodiscard]] std::vector<Observable> observables(const Gas<Dim>& gas,
                                                    const UnitNames& units) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(records_);
  }

 private:
  std::int64_t capacity_;
  std::vector<CollisionRecord<Dim>> records_;
};

}  // namespace clausius
