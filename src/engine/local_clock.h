#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/elementary.h"
#include "engine/records.h"

namespace clausius {

/// The clock of an event loop. Local times count from an origin that moves on by a power of two
/// every few box lengths of the fastest particle, so times and positions keep their digits however
/// long the run.
class LocalClock {
 public:
  /// @param time absolute, of the start
  explicit LocalClock(double time) : origin_(time) {}

  [[nodiscard]] double now() const { return now_; }      ///< local
  [[nodiscard]] double epoch() const { return epoch_; }  ///< local time at which the origin moves
  [[nodiscard]] double time() const { return absolute(now_); }
  [[nodiscard]] double absolute(double local) const { return origin_ + (origin_low_ + local); }
  /// The local time at which absolute() has reached a time: never one at which, by rounding, it
  /// still falls short of it, so that whoever advances up to a time gets there.
  [[nodiscard]] double local(double time) const {
    double local = (time - origin_) - origin_low_;
    while (absolute(local) < time) local = std::nextafter(local, kNever);
    return local;
  }
  void set(double local) { now_ = local; }

  /// Flown by now since the last hit (local time), or since the start of the run.
  [[nodiscard]] double since(double last_hit) const { return now_ - std::max(last_hit, start_); }

  /// Makes now, the end of an epoch, the origin: all local times become less by epoch().
  void move_origin() {
    // Two-sum: origin_ + origin_low_ holds the sum of all epochs to twice the digits of a double.
    const double step = origin_low_ + epoch_;
    const double sum = origin_ + step;
    origin_low_ = step - (sum - origin_);
    origin_ = sum;
    start_ -= epoch_;
    now_ = 0;
  }

  /// The length of the epoch that begins follows from the speeds alone, not from cells, queue or
  /// stops on the way. @param fastest component of any velocity
  void begin_epoch(double box_length, double fastest) {
    const double length = kBoxLengthsPerEpoch * box_length;
    epoch_ = fastest > 0 ? portable::power_of_two_below(length / fastest) : 1;
  }

  /// Whether it is a clock at all, if it was loaded.
  [[nodiscard]] bool is_possible() const {
    return now_ >= 0 && std::isfinite(now_) && epoch_ > 0 && std::isnormal(epoch_) &&
           std::isfinite(origin_) && std::isfinite(origin_low_);
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(now_, epoch_, origin_, origin_low_, start_);
  }

  // Local times below this are all held to a few units in the last place of the box.
  static constexpr double kBoxLengthsPerEpoch = 4;

 private:
  double now_ = 0;         // local
  double epoch_ = 1;       // a power of two
  double origin_;          // absolute time of local time 0 …
  double origin_low_ = 0;  // … and what is below its last place
  double start_ = 0;       // of the run, local
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
