#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/study/config.h"
#include "study/run/pace.h"

namespace clausius {

/// Instants of the frames of a trajectory over a given number of collisions, whose last instant is
/// not known before: in a gas that keeps its temperature at equal times, in a cooling one after
/// equal numbers of collisions or, if these are few, of mean free times. Times are equal up to the
/// last frames; so that these can be, too, more are looked at there than will be kept. They do not
/// depend on the length of the run.
class FrameTimes {
 public:
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  /// Time in which a particle has so many collisions, at the present rate.
  using TimeOf = std::function<double(double)>;

  FrameTimes() = default;
  /// @param study      with run.measure and two frames or more
  /// @param cools      whether the gas cools
  /// @param now,collisions  at the first frame
  FrameTimes(const StudyConfig& study, bool cools, double now, std::int64_t collisions,
             const TimeOf& time_of);

  /// Time and total number of collisions at which the next frame is due.
  [[nodiscard]] double next_time() const { return next_time_; }
  [[nodiscard]] std::int64_t next_collision() const { return next_collision_; }
  [[nodiscard]] bool is_due(double time, std::int64_t collisions) const {
    return time >= next_time_ || collisions >= next_collision_;
  }
  /// Records that a frame was taken now.
  /// @return those of the frames taken that are not needed any more: a range of numbers
  std::pair<std::size_t, std::size_t> pass(double now, std::int64_t collisions,
                                           const TimeOf& time_of);

  /// Number of the frames taken that are kept however the run goes on, and not needed to choose
  /// others.
  /// @param before_last frames before that of the last time
  /// @param wanted      number of frames of the trajectory
  [[nodiscard]] std::size_t settled(std::size_t before_last, std::int64_t wanted) const;

  /// Numbers of the frames to keep, of those taken and not dropped since.
  /// @param times  their times, from that of frame `first` on; those before are settled()
  /// @param end    time of the last frame of the trajectory, which comes after them; unset if the
  ///               run was stopped before
  /// @param wanted number of frames of the trajectory
  [[nodiscard]] std::vector<std::size_t> kept(const std::vector<double>& times, std::size_t first,
                                              std::optional<double> end, std::int64_t wanted) const;

  /// Whether, as loaded, it can be that of a run that holds so many frames.
  [[nodiscard]] bool is_possible(std::size_t frames) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(pace_, per_frame_, per_particle_, looks_, begin_, passed_, fixed_, interval_,
            next_time_, next_collision_);
  }

 private:
  Pace pace_;
  double per_frame_ = 1;     // pair collisions
  double per_particle_ = 0;  // collisions of a particle, if intervals follow from the present rate
  std::int64_t looks_ = 1;   // frames that are taken for one that is kept
  std::int64_t begin_ = 0;   // collisions at the first frame
  std::int64_t passed_ = 0;
  std::size_t fixed_ = 1;  // number of those at the beginning of which no more are dropped
  double interval_ = 0;    // between frames that are taken, by the estimated rate
  double next_time_ = kNever;
  std::int64_t next_collision_ = kNoLimit;
};

}  // namespace clausius
