#pragma once

#include <cstdint>
#include <optional>

#include "clausius/measure/results.h"
#include "clausius/study/config.h"

namespace clausius {

/// Collision rate of a run, estimated from its course. It is measured relative to √(k_BT), to which
/// it is proportional in a cooling gas; Enskog's theory counts as the first few collisions.
class MeasuredRate {
 public:
  /// @param at_unit_kt    theoretical collision rate of a particle at k_BT = 1; 0: unknown
  /// @param crossing_time time in which a typical particle crosses the box
  /// @param kt            present k_BT
  MeasuredRate(double particles, double at_unit_kt, double crossing_time, double kt)
      : particles_(particles), at_unit_kt_(at_unit_kt), crossing_time_(crossing_time), kt_(kt) {}

  /// Collisions of a particle per time.
  [[nodiscard]] double now() const;
  /// Time in which a particle has this many collisions at the present temperature.
  [[nodiscard]] double time_of(double collisions_per_particle) const;
  /// Records the number of collisions in the last `time`; `kt` is the present k_BT.
  void learn(double time, std::int64_t collisions, double kt);
  /// Theoretical rate at this k_BT.
  [[nodiscard]] double by_theory(double kt) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(kt_, collisions_, root_kt_time_);
  }

 private:
  [[nodiscard]] double over_root_kt() const;

  double particles_, at_unit_kt_, crossing_time_;
  double kt_;
  double collisions_ = 0;  // number of collisions during ∫√(k_BT) dt
  double root_kt_time_ = 0;
};

/// Length of the periods in which the engine is advanced: about a tenth of a second, between which
/// the interrupt flag is read and progress shown. Results do not depend on them.
class Stretch {
 public:
  explicit Stretch(double crossing_time) : time_(1e-2 * crossing_time) {}

  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] std::int64_t collisions() const { return collisions_; }
  [[nodiscard]] double collisions_per_second() const { return per_second_; }
  /// Records a period of this many seconds of wall time, collisions and simulated time.
  void adapt(double seconds, std::int64_t collisions_done, double time_done);

 private:
  std::int64_t collisions_ = 1 << 12;
  double time_;
  double per_second_ = 0;
};

/// Ends a run when the error named by run.until is small enough. It is tested at increasing
/// intervals, because an error that is tested often is sometimes too small by chance.
class ErrorLimit {
 public:
  /// @param config must outlive this object
  explicit ErrorLimit(const StudyConfig& config) : config_(config) {}

  /// Called after a sample of the measured part: whether the observables are to be tested now.
  [[nodiscard]] bool is_due();
  void look_at(const std::vector<Observable>& observables);
  [[nodiscard]] bool is_reached() const { return reached_; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(samples_, next_look_, reached_);
  }

 private:
  // Samples before the first test, and fraction of the samples so far between tests.
  static constexpr std::int64_t kFirstLook = 40, kLooksPerDoubling = 5;

  const StudyConfig& config_;
  std::int64_t samples_ = 0, next_look_ = kFirstLook;
  bool reached_ = false;
};

/// The error that run.until requests.
double wanted_error(const UntilConfig& until, const Observable& observable);

/// Number of pair collisions in which each of this many particles has `per_particle`; at least 1,
/// unless that is 0.
std::int64_t pair_collisions(double per_particle, double particles);

}  // namespace clausius
