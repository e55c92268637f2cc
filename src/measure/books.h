#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clausius/measure/sample.h"
#include "core/sum.h"
#include "measure/collision_tally.h"

namespace clausius {

/// Sums over the whole gas at an instant.
struct Instant {
  double time = 0;
  double kt = 0;                       ///< 2E/D, D being the degrees of freedom of the gas
  double speed = 0;                    ///< Σ |v|
  std::vector<std::int64_t> suffered;  ///< collisions since the start, by species

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, kt, speed, suffered);
  }
};

/// Accounts that every run keeps: the tally of its collisions, the energy that drives and walls
/// give and collisions dissipate, and the intervals between the samples of the measured part.
///
/// Between two samples the temperature of a cooling gas is assumed to follow Haff's law.
template <int Dim>
class Books {
 public:
  /// @param degrees_of_freedom degrees of freedom of the whole gas
  /// @param steps steps whose missed contacts are counted
  Books(std::size_t species, double degrees_of_freedom, std::optional<WatchedSteps> steps)
      : species_(species), degrees_of_freedom_(degrees_of_freedom), tally_(species, steps) {}

  /// Records a collision; the cost is a few additions.
  void add(const CollisionRecord<Dim>& collision) { tally_.add(collision); }
  /// Records that two particles came to a step of their potential.
  void add_step(const CollisionRecord<Dim>& step) { tally_.add_step(step); }
  /// Records the work done by the images of a sheared box.
  void add_shear_work(double work) { tally_.add_shear_work(work); }
  /// Records the energy that a drive has given to the gas.
  void add_work(double energy) {
    work_ += energy;
    interval_work_ += energy;
  }

  /// The sums at this moment.
  [[nodiscard]] Instant instant(double time, const std::vector<SpeciesMoments>& moments) const;
  /// Counts the collisions up to a sample of the first part.
  void pass() { collisions_ += tally_.take().collisions; }
  /// Begins the measured part.
  void begin(const Instant& now);
  /// Ends an interval of the measured part and begins the next one.
  const Interval<Dim>& end_interval(const Instant& now);
  /// Joins the last two intervals if the last one is short: it would otherwise have the weight of a
  /// whole one in block averages.
  void join_short_rest();

  [[nodiscard]] bool measuring() const { return last_.has_value(); }
  [[nodiscard]] const CollisionTally<Dim>& tally() const { return tally_; }
  /// Time at which the current interval began. @pre measuring()
  [[nodiscard]] const Instant& last() const { return *last_; }
  /// k_BT at the beginning of the measured part.
  [[nodiscard]] double reference_kt() const { return reference_kt_; }
  /// Intervals of the measured part.
  [[nodiscard]] const std::vector<Interval<Dim>>& intervals() const { return intervals_; }
  /// Sum of these intervals.
  [[nodiscard]] const Interval<Dim>& total() const { return total_; }
  /// Collisions between particles, from the start to the last sample.
  [[nodiscard]] std::int64_t collisions() const { return collisions_; }
  /// Fraction of these in the measured part.
  [[nodiscard]] double measured_share() const;

  /// Energy that drives have given so far.
  [[nodiscard]] double work() const { return work_.value(); }
  /// Work and heat that walls, shear and hits have given so far, and the sum of their magnitudes.
  [[nodiscard]] double given_by_walls() const { return tally_.given(); }
  [[nodiscard]] double turned_over_at_walls() const { return tally_.turned_over(); }
  /// Energy lost so far, as predicted collision by collision.
  [[nodiscard]] double predicted_dissipation() const {
    return 0.0 - tally_.predicted_energy_change();  // never −0
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(tally_, collisions_, last_, reference_kt_, intervals_, total_, work_, interval_work_);
  }

 private:
  std::size_t species_;
  double degrees_of_freedom_;
  CollisionTally<Dim> tally_;
  std::int64_t collisions_ = 0;
  std::optional<Instant> last_;
  double reference_kt_ = 0;
  std::vector<Interval<Dim>> intervals_;
  Interval<Dim> total_;
  CompensatedSum work_;
  double interval_work_ = 0;
};

}  // namespace clausius
