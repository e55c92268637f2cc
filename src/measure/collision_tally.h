#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/sample.h"
#include "core/sum.h"
#include "measure/collisions/missed_contacts.h"

namespace clausius {

/// Sums that are accumulated at every collision: a few additions each, in constant memory.
template <int Dim>
class CollisionTally {
 public:
  explicit CollisionTally(std::size_t species, std::optional<WatchedSteps> steps = std::nullopt)
      : species_(species), steps_(steps), pairs_(species * species) {}

  void add(const CollisionRecord<Dim>& collision) {
    if (collision.predicted_energy_change != 0)
      predicted_energy_change_ += collision.predicted_energy_change;
    if (collision.spins && collision.spins->tangential_loss != 0)
      tangential_loss_[collision.spins->slides ? 1 : 0] += collision.spins->tangential_loss;
    if (collision.second == CollisionRecord<Dim>::kWall) {
      ++totals_.wall_collisions;
      const auto face = static_cast<std::size_t>(collision.face);
      // Hits of obstacles, for which no totals are kept.
      typename CollisionTotals<Dim>::Face obstacles;
      const bool at_face = face < totals_.faces.size();
      typename CollisionTotals<Dim>::Face& totals = at_face ? totals_.faces[face] : obstacles;
      totals.impulse += collision.impulse;
      if (collision.work != 0 || collision.heat != 0 || collision.spins) {
        const Vec<Dim> given = collision.first_before - collision.first_after;
        // The velocities give the direction, the impulse gives the mass.
        if (const double normal = given.dot(collision.normal); normal > 0)
          totals.drag += collision.impulse * (given / normal - collision.normal);
        totals.work += collision.work;
        totals.heat += collision.heat;
        const std::size_t giver = std::min(face, totals_.faces.size());
        work_[giver] += collision.work;
        heat_[giver] += collision.heat;
        turned_over_ += std::abs(collision.work) + std::abs(collision.heat);
      }
      return;
    }
    ++totals_.collisions;
    if (steps_) totals_.missed += steps_->missed(collision);
    totals_.virial += collision.impulse * collision.separation;
    if (collision.rigid) totals_.virial += collision.rigid->tangential_virial();
    if (collision.work != 0) add_shear_work(collision.work);
    if (collision.added != 0) {
      work_[kHits] += collision.added;
      turned_over_ += collision.added;
    }
    ++pairs_[collision.first_species * species_ + collision.second_species];
  }

  /// Two particles at a step of their potential.
  void add_step(const CollisionRecord<Dim>& step) {
    totals_.virial += step.impulse * step.separation;
  }

  /// Work done by the images of a sheared box, in a collision with one or at a crossing.
  void add_shear_work(double work) {
    totals_.shear_work += work;
    work_[kShear] += work;
    turned_over_ += std::abs(work);
  }

  /// Returns the sums since the last call and resets them.
  CollisionTotals<Dim> take() { return std::exchange(totals_, {}); }

  /// Σ of −½ μ (1 − e²) v_n² over all collisions so far, those with walls too.
  [[nodiscard]] double predicted_energy_change() const { return predicted_energy_change_.value(); }

  /// The part of it by the tangential impulses of hits that slide, or of those that stick.
  [[nodiscard]] double tangential_loss(bool slides) const {
    return tangential_loss_[slides ? 1 : 0].value();
  }

  /// Energy given by the wall of a face so far, by its motion and as a bath; face 2·Dim: all
  /// obstacles, kShear: the images of a sheared box, kHits: the law of hits that adds a speed.
  static constexpr std::size_t kShear = 2 * Dim + 1, kHits = kShear + 1;
  [[nodiscard]] double work(std::size_t face) const { return work_[face].value(); }
  [[nodiscard]] double heat(std::size_t face) const { return heat_[face].value(); }
  /// Energy given by all of these.
  [[nodiscard]] double given() const {
    double sum = 0;
    for (std::size_t face = 0; face < work_.size(); ++face) sum += work(face) + heat(face);
    return sum;
  }
  /// Energy given or removed by them so far, as a sum of magnitudes.
  [[nodiscard]] double turned_over() const { return turned_over_; }

  /// Number of collisions so far that particles of species `a` suffered with particles of species
  /// `b`: a collision between two of the same species counts twice.
  [[nodiscard]] std::int64_t suffered(std::size_t a, std::size_t b) const {
    return pairs_[a * species_ + b] + pairs_[b * species_ + a];
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(totals_, predicted_energy_change_, tangential_loss_, pairs_, work_, heat_,
            turned_over_);
  }

 private:
  std::size_t species_;
  std::optional<WatchedSteps> steps_;
  CollisionTotals<Dim> totals_;
  CompensatedSum predicted_energy_change_;
  std::array<CompensatedSum, 2> tangential_loss_;  // of hits that stick, and that slide
  std::array<CompensatedSum, kHits + 1> work_, heat_;
  double turned_over_ = 0;
  std::vector<std::int64_t> pairs_;  // species × species, as (first, second) of the record
};

}  // namespace clausius
