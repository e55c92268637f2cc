#include "study/start/frames.h"

#include <algorithm>
#include <cmath>

namespace clausius {

namespace {

// Frames that are taken for one that is kept: at most as many, with so many particles in all, and
// with so many collisions between them that they take less time than these; fewer than the least
// would not make times more equal.
constexpr double kMostLooks = 32, kLeastLooks = 16, kParticlesInLooks = 32000;
constexpr double kCollisionsOfLook = 0.5, kCollisionsPerCopy = 0.02;
// Frames of a cooling gas that follow each other after fewer collisions of its particles than this
// are taken between collisions, too.
constexpr double kFewCollisions = 3;
// Last frames of the trajectory, among which the remainder before the end is distributed, and the
// part of their interval by which it may change.
constexpr std::int64_t kLastFrames = 16;
constexpr double kMostChange = 0.07;

}  // namespace

FrameTimes::FrameTimes(const StudyConfig& study, bool cools, double now, std::int64_t collisions,
                       const TimeOf& time_of)
    : begin_(collisions) {
  const auto particles = static_cast<double>(study.particles());
  const auto samples = static_cast<double>(study.samples);
  // By the samples, of which a longer run of this study has as many for a frame.
  const double per_particle = std::max(*study.measure, 2 / particles) / samples /
                              (static_cast<double>(study.trajectory - 1) / samples);
  per_frame_ = 0.5 * per_particle * particles;
  if (cools && per_frame_ >= kFewCollisions) {
    next_collision_ = begin_ + std::max<std::int64_t>(1, std::llround(per_frame_));
    return;
  }
  const double looks_at_most =
      std::min({kMostLooks, kParticlesInLooks / particles,
                per_frame_ / (kCollisionsOfLook + kCollisionsPerCopy * particles)});
  const double looks = cools || looks_at_most < kLeastLooks ? 1 : std::floor(looks_at_most);
  looks_ = static_cast<std::int64_t>(looks);
  pace_ = Pace(per_frame_ / looks, 0, 0, collisions);
  interval_ = time_of(per_particle / looks);
  if (cools) per_particle_ = per_particle;
  next_time_ = now + interval_;
}

bool FrameTimes::is_possible(std::size_t frames) const {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  if (!(looks_ >= 1 && looks_ <= static_cast<std::int64_t>(kMostLooks) && per_frame_ > 0 &&
        std::isfinite(per_frame_) && per_particle_ >= 0 && std::isfinite(per_particle_) &&
        interval_ >= 0 && std::isfinite(interval_) && !std::isnan(next_time_) && begin_ >= 0 &&
        passed_ >= 0 && passed_ < kMost))
    return false;
  if (next_collision_ != kNoLimit) return next_collision_ > 0;  // none is dropped
  const auto fixed = static_cast<std::int64_t>(fixed_);
  if (next_time_ == kNever) return passed_ == 0 && fixed == 1;
  return fixed >= 1 && fixed <= passed_ + 1 &&
         static_cast<std::int64_t>(frames) == 1 + passed_ - (fixed - 1) * (looks_ - 1);
}

std::pair<std::size_t, std::size_t> FrameTimes::pass(double now, std::int64_t collisions,
                                                     const TimeOf& time_of) {
  if (next_collision_ != kNoLimit) {
    const auto done = std::floor(static_cast<double>(collisions - begin_) / per_frame_ + 1e-9);
    passed_ = std::max(passed_ + 1, static_cast<std::int64_t>(done));
    const std::int64_t due = std::llround(per_frame_ * static_cast<double>(passed_ + 1));
    next_collision_ = std::max(collisions + 1, begin_ + due);
    return {0, 0};
  }
  ++passed_;
  pace_.pass(collisions);
  if (per_particle_ > 0) interval_ = time_of(per_particle_);
  next_time_ = std::max(next_time_ + interval_ * pace_.factor(), std::nextafter(now, kNever));
  if (looks_ == 1) {
    ++fixed_;
    return {0, 0};
  }
  const auto looks = static_cast<std::size_t>(looks_);
  if (passed_ < (static_cast<std::int64_t>(fixed_) + kLastFrames) * looks_) return {0, 0};
  ++fixed_;
  return {fixed_ - 1, fixed_ - 1 + looks - 1};
}

std::size_t FrameTimes::settled(std::size_t before_last, std::int64_t wanted) const {
  if (next_collision_ == kNoLimit) return fixed_ - 1;
  return std::min(before_last, static_cast<std::size_t>(std::max<std::int64_t>(wanted, 1)) - 1);
}

std::vector<std::size_t> FrameTimes::kept(const std::vector<double>& times, std::size_t first,
                                          std::optional<double> end, std::int64_t wanted) const {
  const auto looks = static_cast<std::size_t>(looks_);
  const std::size_t taken = first + times.size();
  const auto time_of = [&](std::size_t k) { return times[k - first]; };
  std::vector<std::size_t> all;
  if (next_collision_ != kNoLimit) {
    for (std::size_t k = first; k < taken; ++k)
      if (!end || (time_of(k) < *end && static_cast<std::int64_t>(k) + 1 < wanted))
        all.push_back(k);
    return all;
  }
  const std::size_t fixed = std::min(fixed_, taken);
  for (std::size_t k = first; k < fixed; ++k) all.push_back(k);
  if (!end || looks == 1) {
    for (std::size_t k = fixed + looks - 1; k < taken; k += looks) all.push_back(k);
    // One that comes just before the last frame is left out.
    if (end && !all.empty() && all.back() > 0 &&
        *end - time_of(all.back()) < 0.5 * interval_ * pace_.factor())
      all.pop_back();
    return all;
  }
  const double interval = interval_ * pace_.factor() * static_cast<double>(looks_);
  const double rest = *end - time_of(fixed - 1);
  double intervals = static_cast<double>(wanted) - static_cast<double>(fixed);
  if (fixed > 1) {
    const double least = std::ceil(rest / interval * (1 - kMostChange));
    const double most = std::floor(rest / interval * (1 + kMostChange));
    intervals = std::clamp(intervals, least, std::max(least, most));
  }
  std::size_t at = fixed;
  for (double j = 1; j < intervals; ++j) {
    const double time = time_of(fixed - 1) + rest * j / intervals;
    while (at + 1 < taken && std::abs(time_of(at + 1) - time) <= std::abs(time_of(at) - time)) ++at;
    if (at < taken && time_of(at) < *end) all.push_back(at++);
  }
  return all;
}

}  // namespace clausius
