#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/elementary.h"
#include "engine/records.h"

namespace clausius {

/// Clock of an event loop. Local times count from an origin that advances by a power of two every
/// few box lengths of the fastest particle, so that times and positions keep their digits in runs
/// of any length.
///
/// A gas without a time of its own, all of whose velocities are multiplied by a factor, does the
/// same as before in a shorter time: only the clock runs slower (Lubachevsky, J. Comput. Phys. 94
/// (1991) 255). The absolute velocity is then speed() times the local one.
class LocalClock {
 public:
  /// @param time absolute time of the start
  explicit LocalClock(double time) : origin_(time) {}

  [[nodiscard]] double now() const { return now_; }      ///< local time
  [[nodiscard]] double epoch() const { return epoch_; }  ///< local time at which the origin moves
  [[nodiscard]] double time() const { return absolute(now_); }
  [[nodiscard]] double absolute(double local) const {
    return origin_ + (origin_low_ + elapsed(local));
  }
  /// Absolute time since the origin.
  [[nodiscard]] double elapsed() const { return elapsed(now_); }
  /// The local time at which absolute() has reached a time: rounded up, so that advancing to it
  /// never falls short.
  [[nodiscard]] double local(double time) const {
    double local = scaled_at_ + speed_ * (((time - origin_) - origin_low_) - elapsed_then_);
    while (absolute(local) < time) local = std::nextafter(local, kNever);
    return local;
  }
  void set(double local) { now_ = local; }

  /// Absolute time since the last hit, or since the start of the run.
  /// @param last_hit as elapsed()
  [[nodiscard]] double since(double last_hit) const {
    return elapsed() - std::max(last_hit, start_);
  }

  /// From now on a unit of local time takes 1/speed of absolute time.
  void set_speed(double speed) {
    elapsed_then_ = elapsed();
    scaled_at_ = now_;
    speed_ = speed;
    unit_ = 1 / speed_;
  }
  /// Absolute velocity at the local velocity 1.
  [[nodiscard]] double speed() const { return speed_; }

  /// Moves the origin to now, the end of an epoch: all local times decrease by epoch(), all elapsed
  /// ones by elapsed().
  void move_origin() {
    // Two-sum: origin_ + origin_low_ is the sum of all epochs with twice the digits of a double.
    const double passed = elapsed(epoch_);
    const double step = origin_low_ + passed;
    const double sum = origin_ + step;
    origin_low_ = step - (sum - origin_);
    origin_ = sum;
    start_ -= passed;
    now_ = scaled_at_ = elapsed_then_ = 0;
  }

  /// The length of the coming epoch follows from the speeds alone, not from cells, queue or stops.
  /// @param fastest largest component of any velocity
  void begin_epoch(double box_length, double fastest) {
    const double length = kBoxLengthsPerEpoch * box_length;
    epoch_ = fastest > 0 ? portable::power_of_two_below(length / fastest) : kEpochAtRest;
  }
  /// Ends the epoch now if it is one in which nothing moves: it says nothing about what will.
  /// @return whether it was
  bool end_rest() {
    if (epoch_ != kEpochAtRest) return false;
    epoch_ = now_;
    return true;
  }

  /// Whether a loaded clock is valid.
  [[nodiscard]] bool is_possible() const {
    return now_ >= 0 && std::isfinite(now_) && epoch_ > 0 && std::isnormal(epoch_) &&
           std::isfinite(origin_) && std::isfinite(origin_low_) && speed_ > 0 &&
           std::isnormal(speed_) && unit_ == 1 / speed_ && scaled_at_ >= 0 && scaled_at_ <= now_ &&
           elapsed_then_ >= 0 && std::isfinite(elapsed_then_);
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(now_, epoch_, origin_, origin_low_, start_, speed_, unit_, scaled_at_, elapsed_then_);
  }

  // Local times below this are accurate to a few units in the last place of the box.
  static constexpr double kBoxLengthsPerEpoch = 4;

 private:
  // Longer than any run; its square is still a number.
  static constexpr double kEpochAtRest = 0x1p300;

  [[nodiscard]] double elapsed(double local) const {
    return elapsed_then_ + unit_ * (local - scaled_at_);
  }

  double now_ = 0;               // local
  double epoch_ = 1;             // a power of two
  double origin_;                // absolute time of local time 0 …
  double origin_low_ = 0;        // … and the part below its last place
  double start_ = 0;             // start of the run, elapsed
  double speed_ = 1, unit_ = 1;  // absolute velocity and time of the local ones
  // When they changed, local and elapsed.
  double scaled_at_ = 0, elapsed_then_ = 0;
};

/// Hash of numbers in their order, bit for bit (FNV-1a, by words).
class RecordHash {
 public:
  void add(double word) { value_ = (value_ ^ std::bit_cast<std::uint64_t>(word)) * 0x100000001b3; }
  template <class Words>
  void add_all(const Words& words) {
    for (const double word : words) add(word);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace clausius
