#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/engine/state.h"
#include "clausius/measure/results.h"

namespace clausius {

class GrowingFile;

/// Records the first collisions individually, up to a given number: in memory, or in a file.
template <int Dim>
class CollisionLog {
 public:
  explicit CollisionLog(std::int64_t capacity) : capacity_(capacity) {}

  /// Writes the rows of table() to `file`, and keeps no more than the first collision. All
  /// arguments must outlive the log.
  void write_to(GrowingFile& file, const Gas<Dim>& gas, const UnitNames& units) {
    file_ = &file;
    gas_ = &gas;
    units_ = &units;
  }
  [[nodiscard]] bool is_in_file() const { return file_ != nullptr; }

  [[nodiscard]] bool open() const { return count_ < capacity_; }
  void add(const CollisionRecord<Dim>& collision);
  /// A file without collisions gets its head.
  void end();

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
    archive(records_, count_);
  }
  /// Whether a loaded log can be one that was saved.
  [[nodiscard]] bool is_possible() const {
    return count_ >= 0 &&
           std::ssize(records_) == (is_in_file() ? std::min<std::int64_t>(count_, 1) : count_);
  }

 private:
  void write_head(const CollisionRecord<Dim>& record);
  void write_row(const CollisionRecord<Dim>& record);

  std::int64_t capacity_;
  std::vector<CollisionRecord<Dim>> records_;
  std::int64_t count_ = 0;  // of the records, and of the rows in the file
  GrowingFile* file_ = nullptr;
  const Gas<Dim>* gas_ = nullptr;
  const UnitNames* units_ = nullptr;
};

}  // namespace clausius
