#include "sweep/rounds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/elementary.h"
#include "study/file/sweep_range.h"
#include "study/results/observable_columns.h"
#include "study/run/schedule.h"

namespace clausius {

namespace {

/// A possible addition of a round, and its priority.
struct Addition {
  double need = 0;
  std::size_t point = 0;  ///< point that gets more seeds, or after which a new one is inserted
  std::int64_t cases = 0;
  std::string value{};  ///< value of the first key at a new point; empty: more seeds
};

/// The points whose error is too large, with the number of seeds that reduces it, at most doubled.
std::vector<Addition> more_seeds(const SweepPlan& plan, const std::vector<PointResult>& results) {
  std::vector<Addition> additions;
  const auto& until = plan.study().sweep.until;
  if (!until) return additions;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Observable* one = find_observable(results[i].observables, until->observable);
    if (one == nullptr || !one->error) continue;
    const double ratio = *one->error / wanted_error(*until, *one);
    const std::int64_t seeds = plan.points()[i].seeds;
    if (!(ratio > 1)) continue;  // also false if it is not a number
    const double wanted = std::min(std::ceil(static_cast<double>(seeds) * (ratio * ratio - 1)),
                                   static_cast<double>(seeds));
    additions.push_back({ratio, i, static_cast<std::int64_t>(wanted)});
  }
  return additions;
}

/// A point on a curve over the first key.
struct CurvePoint {
  double x = 0, y = 0, error = 0;
  std::size_t point = 0;
};

/// The curves of `observable` over the first key, one for each combination of the others' values.
std::vector<std::vector<CurvePoint>> curves_of(const SweepPlan& plan,
                                               const std::vector<PointResult>& results,
                                               const std::string& observable) {
  std::map<std::vector<std::string>, std::vector<CurvePoint>> curves;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::vector<std::string>& values = plan.points()[i].values;
    const Observable* one = find_observable(results[i].observables, observable);
    const std::vector<double> x = numbers_of({values.front()});
    if (one == nullptr || !one->error || x.empty()) continue;
    curves[{values.begin() + 1, values.end()}].push_back({x[0], one->value, *one->error, i});
  }
  std::vector<std::vector<CurvePoint>> sorted;
  for (auto& [others, curve] : curves) {
    std::sort(curve.begin(), curve.end(),
              [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
    sorted.push_back(std::move(curve));
  }
  return sorted;
}

/// Distance of the middle one of three points from the line through the others, if that exceeds its
/// error; otherwise 0.
double bend(const CurvePoint& left, const CurvePoint& middle, const CurvePoint& right) {
  constexpr double kErrors = 3;
  const double part = (middle.x - left.x) / (right.x - left.x);
  const double distance = std::abs(middle.y - (1 - part) * left.y - part * right.y);
  const double error =
      portable::hypot(middle.error, portable::hypot((1 - part) * left.error, part * right.error));
  return distance > kErrors * error ? distance : 0;
}

bool is_whole(const std::string& literal) {
  return literal.find_first_not_of("+-0123456789") == std::string::npos;
}

/// Midpoints between points between which a curve bends.
std::vector<Addition> more_points(const SweepPlan& plan, const std::vector<PointResult>& results) {
  constexpr double kLeastPart = 1e-3;  // distance of neighbours relative to the whole curve
  std::vector<Addition> additions;
  const SweepConfig& sweep = plan.study().sweep;
  if (!sweep.refine || sweep.variations.empty()) return additions;
  for (const std::vector<CurvePoint>& curve : curves_of(plan, results, *sweep.refine))
    for (std::size_t k = 0; k + 1 < curve.size(); ++k) {
      const double before = k > 0 ? bend(curve[k - 1], curve[k], curve[k + 1]) : 0;
      const double after = k + 2 < curve.size() ? bend(curve[k], curve[k + 1], curve[k + 2]) : 0;
      const double need = std::max(before, after);
      const double span = curve.back().x - curve.front().x;
      if (!(need > 0) || curve[k + 1].x - curve[k].x < kLeastPart * span) continue;
      const auto literal = [&](std::size_t i) { return plan.points()[curve[i].point].values[0]; };
      const bool whole = is_whole(literal(k)) && is_whole(literal(k + 1));
      std::string value = SweepRange{curve[k].x, curve[k + 1].x, std::nullopt, whole}.at(0.5);
      if (value != literal(k) && value != literal(k + 1))
        additions.push_back({need, curve[k].point, first_seeds(sweep), std::move(value)});
    }
  return additions;
}

}  // namespace

std::optional<std::vector<SweepPoint>> points_of_next_round(
    const SweepPlan& plan, const std::vector<PointResult>& results) {
  constexpr std::int64_t kBudget = 10;  // times the cases of the first round
  const SweepConfig& sweep = plan.study().sweep;
  std::int64_t left =
      (sweep.budget > 0 ? sweep.budget : kBudget * plan.first_cases()) - std::ssize(plan.cases());
  std::vector<SweepPoint> points = plan.points();
  std::map<std::size_t, std::vector<SweepPoint>> behind;  // new points, by the preceding one
  bool is_more = false;
  for (auto* find : {more_seeds, more_points}) {
    std::vector<Addition> additions = find(plan, results);
    std::stable_sort(additions.begin(), additions.end(),
                     [](const Addition& a, const Addition& b) { return a.need > b.need; });
    for (const Addition& one : additions) {
      const std::int64_t cases = one.value.empty() ? std::min(one.cases, left) : one.cases;
      if (cases <= 0 || cases > left) continue;
      left -= cases;
      is_more = true;
      if (one.value.empty()) {
        points[one.point].seeds += cases;
      } else {
        SweepPoint point{plan.points()[one.point].values, cases};
        point.values.front() = one.value;
        behind[one.point].push_back(std::move(point));
      }
    }
  }
  if (!is_more) return std::nullopt;
  std::vector<SweepPoint> all;
  all.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    all.push_back(std::move(points[i]));
    for (SweepPoint& point : behind[i]) all.push_back(std::move(point));
  }
  return all;
}

std::vector<std::string> inexact_points(const SweepPlan& plan,
                                        const std::vector<PointResult>& results) {
  std::vector<std::string> all;
  const auto& until = plan.study().sweep.until;
  if (!until) return all;
  const std::vector<std::string> keys = short_names(plan.study());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].seeds == 0) continue;
    const Observable* one = find_observable(results[i].observables, until->observable);
    std::string what;
    if (one == nullptr)
      what = "was not measured";
    else if (!one->error)
      what = one->changes() ? "is not steady, and has no error from one seed" : "has no error";
    else if (const double wanted = wanted_error(*until, *one); *one->error > wanted)
      what = fmt::format("has an error of {:.2g}, where {:.2g} was asked for", *one->error, wanted);
    if (what.empty()) continue;
    std::vector<std::string> at;
    for (std::size_t k = 0; k < keys.size(); ++k)
      at.push_back(fmt::format("{} = {}", keys[k], plan.points()[i].values[k]));
    all.push_back(fmt::format("{}{}{} {}", fmt::join(at, ", "), at.empty() ? "" : ": ",
                              until->observable, what));
  }
  return all;
}

}  // namespace clausius
