#pragma once

#include <vector>

#include "clausius/engine/observer.h"
#include "measure/measured_run.h"

namespace clausius {

/// Temperature of a gas between its samples, and the time of a gas that cools, in which its thermal
/// motion is steady: the reading is ∫√(k_BT/k_BT₀) dt since the beginning of the measured part,
/// where the temperature is T₀. Exact: it follows the energy that each collision takes.
template <int Dim>
class ThermalClock {
 public:
  /// Starts at 0. @pre the measured part begins
  void begin(const Measured<Dim>& run);
  /// Advances to a collision and takes its energy.
  void add(const CollisionRecord<Dim>& collision);
  /// Advances to `time`, where k_BT is known: at a sample, or when a drive has acted.
  void set(double time, double kt);

  /// k_BT since the last collision.
  [[nodiscard]] double kt() const { return kt_; }
  /// √(k_BT₀/k_BT) since the last collision.
  [[nodiscard]] double scale() const;
  /// The reading at a time not before the last collision, or before the measured part began: there
  /// the temperature follows Haff's law between samples.
  [[nodiscard]] double reading(double time) const;
  /// The time at which the reading is `reading`, since the last collision.
  [[nodiscard]] double time_of(double reading) const {
    return time_ + (reading - reading_) * scale();
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(degrees_of_freedom_, begin_, start_kt_, time_, kt_, reading_, before_);
  }

 private:
  // An instant before the measured part, and the reading there.
  struct Instant {
    double time = 0, kt = 0, reading = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, kt, reading);
    }
  };

  [[nodiscard]] double reading_before(double time) const;

  double degrees_of_freedom_ = 0, begin_ = 0, start_kt_ = 0;
  double time_ = 0, kt_ = 0, reading_ = 0;  // at the last collision
  std::vector<Instant> before_;             // latest first
};

}  // namespace clausius
