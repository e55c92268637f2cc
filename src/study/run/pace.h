#pragma once

#include <cstdint>

namespace clausius {

/// Keeps the number of instants right that follow each other at about equal intervals in a run of a
/// given number of collisions: the intervals are chosen from an estimate of the collision rate, and
/// stay as they are while the number of instants is about that which follows from the collisions.
/// What it decides does not depend on the length of the run.
class Pace {
 public:
  Pace() = default;
  /// @param per_interval pair collisions from one instant to the next
  /// @param absolute,relative  number of instants, and part of them, that may be too many or too
  /// few
  /// @param collisions   total number of collisions now
  Pace(double per_interval, double absolute, double relative, std::int64_t collisions)
      : per_interval_(per_interval), absolute_(absolute), relative_(relative), begin_(collisions) {}

  /// Factor by which the next interval differs from the one that the estimated rate gives.
  [[nodiscard]] double factor() const { return factor_; }
  /// Records an instant. @param collisions total number of collisions now
  void pass(std::int64_t collisions);

  template <class Archive>
  void serialize(Archive& archive) {
    archive(per_interval_, absolute_, relative_, begin_, passed_, intended_, factor_);
    if constexpr (Archive::is_loading::value) check();
  }

 private:
  /// @throws ArchiveError if what was loaded cannot be a pace
  void check() const;

  double per_interval_ = 1, absolute_ = 0, relative_ = 0;
  std::int64_t begin_ = 0, passed_ = 0;
  double intended_ = 0;  // sum of the factors of the intervals so far
  double factor_ = 1;
};

}  // namespace clausius
