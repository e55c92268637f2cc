#pragma once

#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>

#include "clausius/collision/contact_point.h"
#include "collision/rigid/first_contact.h"
#include "collision/rigid/safe_time.h"

namespace clausius::rigid {

/// Tolerance of a gap, in sums of bounding radii. With a hundred times as much, the energy of a
/// fast spin shows that contacts are too early; a smaller tolerance is below the rounding of
/// positions 100 diameters from the origin.
inline constexpr double kTouching = 1e-13;
inline constexpr int kMostEvaluations = 128;

/// A pair is examined again together with others once this fraction of its safe time is over: a
/// pose costs as much as a few pairs. If pairs were examined one by one at the end of their safe
/// times, two clumps of eight would need ten times as many poses.
inline constexpr double kEarly = 0.5;

/// A pair of groups is opened if their gap is less than this fraction of the larger radius, because
/// their parts will soon be near each other. Measured between 0.1 and 0.5, where 0.5 was a third
/// slower; not finely tuned.
inline constexpr double kOpened = 0.25;

/// Keeps the point that approaches fastest and, among the others, the one farthest from it.
class Selection {
 public:
  void add(const ContactPoint& point) { found_.push_back(point); }

  [[nodiscard]] RigidContact at(double time, double length) const {
    constexpr double kSame = 1e-9;
    RigidContact contact;
    contact.time = time;
    const auto& first = *std::min_element(
        found_.begin(), found_.end(), [](const auto& p, const auto& q) { return p.rate < q.rate; });
    contact.points.push_back(first);
    const auto distance = [&](const ContactPoint& p) {
      return (p.first_arm - first.first_arm).squaredNorm() +
             (p.second_arm - first.second_arm).squaredNorm();
    };
    const auto& second =
        *std::max_element(found_.begin(), found_.end(),
                          [&](const auto& p, const auto& q) { return distance(p) < distance(q); });
    if (distance(second) > kSame * kSame * length * length) contact.points.push_back(second);
    return contact;
  }

 private:
  boost::container::small_vector<ContactPoint, 8> found_;
};

/// A pair that may touch: a member or group of each body. Until some time it is known not to.
struct Candidate {
  std::size_t first, second;
  Window safe;
};
using Candidates = boost::container::small_vector<Candidate, 64>;

/// A body and what it may touch, at successive instants.
template <class Two>
concept Meeting = requires(Two meeting, double time, double tolerance, const Candidate& candidate) {
  meeting.move_to(time);
  { meeting.candidates(time) } -> std::same_as<Candidates>;
  { meeting.scale() } -> std::same_as<double>;
  { meeting.opened(candidate) } -> std::same_as<std::optional<std::array<Candidate, 2>>>;
  { meeting.look(candidate, tolerance) } -> std::same_as<Look>;
  { meeting.contact(time, tolerance) } -> std::same_as<RigidContact>;
  { meeting.gap() } -> std::same_as<double>;
};

/// Whether so little is left of a safe time that the pair is examined again.
inline bool is_due(const Window& safe, double time) {
  return time >= safe.entry + kEarly * (safe.exit - safe.entry);
}

/// A step less than the resolution of time: if it takes that to be safe, a gap counts as closed.
inline double least_step(double time) {
  return 4 * std::numeric_limits<double>::epsilon() * std::abs(time);
}

/// Advances from one instant to the next at which something could happen.
template <Meeting Two>
ContactSearch advance(Two&& meeting, const Window& window, double horizon, int* evaluations) {
  if (window.entry > horizon) return Recheck{window.entry};
  const double tolerance = kTouching * meeting.scale();
  Candidates candidates = meeting.candidates(window.entry);
  double time = window.entry;
  for (int evaluation = 0; evaluation < kMostEvaluations; ++evaluation) {
    if (evaluations) ++*evaluations;
    meeting.move_to(time);
    std::optional<double> touching;  // the gap that closes
    double next = kNever;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      if (is_due(candidates[k].safe, time)) {
        while (const auto parts = meeting.opened(candidates[k])) {
          candidates[k] = (*parts)[0];
          candidates.push_back((*parts)[1]);
        }
        const auto look = meeting.look(candidates[k], tolerance);
        if (look.rate < 0 && look.safe <= least_step(time))
          touching = std::max(touching.value_or(tolerance), look.gap);
        Window& safe = candidates[k].safe;
        safe = {time, std::max(safe.exit, time + std::max(look.safe, least_step(time)))};
      }
      next = std::min(next, candidates[k].safe.exit);
    }
    if (touching) return meeting.contact(time, *touching);
    if (next > window.exit) return NoContact{};
    time = next;
    if (time > horizon) break;
  }
  return Recheck{time};
}

}  // namespace clausius::rigid
