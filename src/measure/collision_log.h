#pragma once

#include <cstdint>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/engine/state.h"
#include "clausius/measure/results.h"

namespace clausius {

/// Keeps the first collisions one by one, up to a number given.
template <int Dim>
class CollisionLog {
 public:
  explicit CollisionLog(std::int64_t capacity) : capacity_(capacity) {}

  [[nodiscard]] bool open() const { return std::ssize(records_) < capacity_; }
  void add(const CollisionRecord<Dim>& collision) { records_.push_back(collision); }

  /// `collisions`, one row a collision; `second` is −1 and its velocities are zero at a wall.
  /// `energy_change` is that of the two velocities (and spins: angular velocities in space),
  /// `predicted_energy_change` −½ μ (1 − e²) v_n², of rigid bodies that of RigidImpulse.
  [[nodiscard]] Table table(const Gas<Dim>& gas, const UnitNames& units) const;

  /// `first_collision_time`, `…_normal_speed`, `…_impulse` and `…_energy_change` of the first
  /// collision; none if there was none. Exact numbers of one event, so without errors.
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
