#pragma once

#include "collision/rigid/meeting.h"

namespace clausius::rigid {

/// Two bodies at successive instants.
class BodyPair {
 public:
  BodyPair(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift)
      : a_(a), b_(b), shift_(shift), sticks_a_(a), sticks_b_(b) {}

  void move_to(double time) {
    const Pose pose_a = a_.pose_at(time);
    const Pose pose_b = b_.pose_at(time);
    separation_ = pose_b.r - pose_a.r + shift_;
    sticks_a_.move_to(pose_a, Vec<3>::Zero());
    sticks_b_.move_to(pose_b, separation_);
  }

  [[nodiscard]] Candidates candidates(double time) const {
    Candidates all;
    for (std::size_t i = sticks_a_.first_top(); i < sticks_a_.parts(); ++i)
      for (std::size_t j = sticks_b_.first_top(); j < sticks_b_.parts(); ++j)
        all.push_back({i, j, {time, time}});
    return all;
  }
  [[nodiscard]] double scale() const {
    return a_.body().bounding_radius + b_.body().bounding_radius;
  }

  /// The pairs of parts of a pair of groups, if the groups are too near each other to be examined
  /// as wholes.
  [[nodiscard]] std::optional<std::array<Candidate, 2>> opened(const Candidate& candidate) {
    const auto [i, j, safe] = candidate;
    if (!sticks_a_.is_group(i) && !sticks_b_.is_group(j)) return std::nullopt;
    const double radius_a = sticks_a_.is_group(i) ? sticks_a_.group(i).radius : 0;
    const double radius_b = sticks_b_.is_group(j) ? sticks_b_.group(j).radius : 0;
    const Gap gap(Pair(sticks_a_[i], sticks_b_[j]));
    if (gap.size > kOpened * std::max(radius_a, radius_b)) return std::nullopt;
    return parts_of_larger(i, j, safe);
  }

  [[nodiscard]] Look look(const Candidate& candidate, double tolerance) {
    return look_at(Pair(sticks_a_[candidate.first], sticks_b_[candidate.second]), tolerance);
  }

  /// All points whose gap is at most `tolerance`.
  [[nodiscard]] RigidContact contact(double time, double tolerance) {
    Selection selection;
    Candidates left = candidates(time);
    for (std::size_t k = 0; k < left.size(); ++k) {
      const auto [i, j, safe] = left[k];
      const Pair pair(sticks_a_[i], sticks_b_[j]);
      if (sticks_a_.is_group(i) || sticks_b_.is_group(j)) {
        if (Gap(pair).size <= tolerance)
          for (const Candidate& part : parts_of_larger(i, j, safe)) left.push_back(part);
        continue;
      }
      touching(pair, tolerance, [&, i = i, j = j](const Gap& gap) {
        selection.add({gap.normal, pair.a.centre + gap.s * pair.a.half,
                       pair.b.centre - separation_ + gap.t * pair.b.half, i, j, gap.size,
                       gap.rate});
      });
    }
    return selection.at(time, scale());
  }

  [[nodiscard]] double gap() {
    double least = kNever;
    for (std::size_t i = 0; i < sticks_a_.members(); ++i)
      for (std::size_t j = 0; j < sticks_b_.members(); ++j)
        least = std::min(least, Gap(Pair(sticks_a_[i], sticks_b_[j])).size);
    return least;
  }

 private:
  [[nodiscard]] std::array<Candidate, 2> parts_of_larger(std::size_t i, std::size_t j,
                                                         const Window& safe) const {
    const bool open_first =
        sticks_a_.is_group(i) &&
        (!sticks_b_.is_group(j) || sticks_a_.group(i).radius >= sticks_b_.group(j).radius);
    if (open_first) {
      const auto& parts = sticks_a_.group(i).parts;
      return {Candidate{parts[0], j, safe}, Candidate{parts[1], j, safe}};
    }
    const auto& parts = sticks_b_.group(j).parts;
    return {Candidate{i, parts[0], safe}, Candidate{i, parts[1], safe}};
  }

  const FreeMotion& a_;
  const FreeMotion& b_;
  Vec<3> shift_;
  Vec<3> separation_ = Vec<3>::Zero();
  Sticks sticks_a_, sticks_b_;
};

}  // namespace clausius::rigid
