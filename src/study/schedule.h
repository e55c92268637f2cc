#pragma once

#include <cstdint>
#include <optional>

#include "clausius/measure/results.h"
#include "clausius/study/config.h"

namespace clausius {

/// The rate of collisions of a run as found so far. It is learnt over √(k_BT), as which it is
/// constant in a gas that cools; Enskog's theory counts as the first few collisions.
class MeasuredRate {
 public:
  /// @param at_unit_kt    collisions of a particle per time at k_BT = 1, by theory; 0: unknown
  /// @param crossing_time in which a typical particle crosses the box
  /// @param kt            k_BT now
  MeasuredRate(double particles, double at_unit_kt, double crossing_time, double kt)
      : particles_(particles), at_unit_kt_(at_unit_kt), crossing_time_(crossing_time), kt_(kt) {}

  /// Collisions of a particle per time.
  [[nodiscard]] double now() const;
  /// Time in which a particle has so many collisions at the temperature of now.
  [[nodiscard]] double time_of(double collisions_per_particle) const;
  /// In the last `time` there were so many collisions; k_BT is `kt` now.
  void learn(double time, std::int64_t collisions, double kt);
  /// The rate that theory gives at this k_BT.
  [[nodiscard]] double by_theory(double kt) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(kt_, collisions_, root_kt_time_);
  }

 private:
  [[nodiscard]] double over_root_kt() const;

  double particles_, at_unit_kt_, crossing_time_;
  double kt_;
  double collisions_ = 0;  // over which ∫√(k_BT) dt is
  double root_kt_time_ = 0;
};

/// How far the engine is sent at a time: stretches that take about a tenth of a second, between
/// which the interrupt flag is looked at and progress shown. What happens does not depend on them.
class Stretch {
 public:
  explicit Stretch(double crossing_time) : time_(1e-2 * crossing_time) {}

  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] std::int64_t collisions() const { return collisions_; }
  [[nodiscard]] double collisions_per_second() const { return per_second_; }
  /// After a stretch of so many seconds on the clock, collisions and simulated time.
  void adapt(double seconds, std::int64_t collisions_done, double time_done);

 private:
  std::int64_t collisions_ = 1 << 12;
  double time_;
  double per_second_ = 0;
};

/// Ends a run when the error named by run.until is small enough. It is looked at ever more rarely,
/// since an error that is looked at often is too small by chance now and then.
class ErrorLimit {
 public:
  /// @param config must outlive it
  explicit ErrorLimit(const StudyConfig& config) : config_(config) {}

  /// After a sample of the measured part: whether the observables are to be looked at now.
  [[nodiscard]] bool is_due();
  void look_at(const std::vector<Observable>& observables);
  [[nodiscard]] bool is_reached() const { return reached_; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(samples_, next_look_, reached_);
  }

 private:
  // Samples before the first look, and the part of the samples so far between looks.
  static constexpr std::int64_t kFirstLook = 40, kLooksPerDoubling = 5;

  const StudyConfig& config_;
  std::int64_t samples_ = 0, next_look_ = kFirstLook;
  bool reached_ = false;
};

/// The error that run.until asks for.
double wanted_error(const UntilConfig& until, const Observable& observable);

/// A warning where the error named by run.until is not as small at the end of a run as asked for,
/// or was not measured; empty where all is well.
std::string unreached_error(const StudyConfig& config, const std::vector<Observable>& observables);

/// Collisions of pairs in which each of so many particles has `per_particle`; 1 at least, unless
/// that is 0.
std::int64_t pair_collisions(double per_particle, double particles);

}  // namespace clausius
