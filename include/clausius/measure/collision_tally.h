#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "clausius/core/sum.h"
#include "clausius/engine/observer.h"
#include "clausius/measure/missed_contacts.h"

namespace clausius {

/// Sums over the collisions of a stretch of time.
template <int Dim>
struct CollisionTotals {
  std::int64_t collisions = 0;  ///< between particles
  std::int64_t wall_collisions = 0;
  double missed = 0;  ///< contacts that steps miss, see WatchedSteps
  double virial = 0;  ///< Σ impulse · separation over the collisions between particles
  std::array<double, 2 * Dim> wall_impulse{};  ///< Σ impulse on each face (2·axis + side)

  CollisionTotals& operator+=(const CollisionTotals& other) {
    collisions += other.collisions;
    wall_collisions += other.wall_collisions;
    missed += other.missed;
    virial += other.virial;
    for (std::size_t face = 0; face < wall_impulse.size(); ++face)
      wall_impulse[face] += other.wall_impulse[face];
    return *this;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(collisions, wall_collisions, missed, virial, wall_impulse);
  }
};

/// What has to be added up at every collision: a few additions, nothing that grows.
template <int Dim>
class CollisionTally {
 public:
  explicit CollisionTally(std::size_t species, std::optional<WatchedSteps> steps = std::nullopt)
      : species_(species), steps_(steps), pairs_(species * species) {}

  void add(const CollisionRecord<Dim>& collision) {
    if (collision.predicted_energy_change != 0)
      predicted_energy_change_ += collision.predicted_energy_change;
    if (collision.second == CollisionRecord<Dim>::kWall) {
      ++totals_.wall_collisions;
      totals_.wall_impulse[static_cast<std::size_t>(collision.face)] += collision.impulse;
      return;
    }
    ++totals_.collisions;
    if (steps_) totals_.missed += steps_->missed(collision);
    totals_.virial += collision.impulse * collision.separation;
    ++pairs_[collision.first_species * species_ + collision.second_species];
  }

  /// The sums since the last call, which begin anew.
  CollisionTotals<Dim> take() { return std::exchange(totals_, {}); }

  /// Σ of −½ μ (1 − e²) v_n² over all collisions so far, those with walls too.
  [[nodiscard]] double predicted_energy_change() const { return predicted_energy_change_.value(); }

  /// Collisions so far that the particles of species `a` suffered from those of species `b`: one
  /// between two of the same species counts twice.
  [[nodiscard]] std::int64_t suffered(std::size_t a, std::size_t b) const {
    return pairs_[a * species_ + b] + pairs_[b * species_ + a];
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(totals_, predicted_energy_change_, pairs_);
  }

 private:
  std::size_t species_;
  std::optional<WatchedSteps> steps_;
  CollisionTotals<Dim> totals_;
  CompensatedSum predicted_energy_change_;
  std::vector<std::int64_t> pairs_;  // species × species, as (first, second) of the record
};

}  // namespace clausius
