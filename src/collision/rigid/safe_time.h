#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "clausius/core/constants.h"
#include "collision/rigid/sticks.h"
#include "core/lanes.h"

namespace clausius::rigid {

/// Time at which a + b τ − ½ m τ² falls to 0, from now on; if a < 0, after it has risen above 0, or
/// now if it never does.
inline double parabola_root(double a, double b, double m) {
  if (a < 0 && b <= 0) return 0;
  const double discriminant = b * b + 2 * m * a;
  if (discriminant < 0) return a < 0 ? 0 : kNever;
  const double root = std::sqrt(discriminant);
  if (b < 0) return 2 * a / (root - b);
  return m > 0 ? (b + root) / m : kNever;
}

/// Four of these.
inline Quad parabola_root(Quad a, Quad b, Quad m) {
  const Quad discriminant = b * b + 2 * m * a;
  const Quad root = square_root(discriminant);
  const Quad delay = (b < 0 ? 2 * a : b + root) / (b < 0 ? root - b : m);
  const Quad found = ((discriminant < 0) | ((b >= 0) & (m <= 0))) ? Quad{} + kNever : delay;
  return ((a < 0) & ((b <= 0) | (discriminant < 0))) ? Quad{} : found;
}

/// Time during which nothing can happen to members that touch and do not approach: until their gap
/// may have fallen to a tolerance below 0. If they are deeper and do not rise that far, they must
/// not sink further: so no number of hits lets resting bodies sink deeper.
/// @param safe_above(level) time during which the gap surely stays above a level
template <class SafeAbove>
double safe_time_of_touching(double gap, double tolerance, const SafeAbove& safe_above) {
  const double safe = safe_above(-tolerance);
  return safe > 0 ? safe : safe_above(gap);
}

/// A time for which the gap of a pair surely stays above `level`: with g = n + w τ and |g| ≥ 1,
/// |g| gap ≥ g·p − σ|g| for each pair of ends, at p + p'τ with an acceleration of at most `bend`.
/// So with |g| ≤ √2 while |w| τ ≤ 1,
///   g·p − σ|g| ≥ (n·p − σ) + (n·p' + w·p) τ − ½ (√2 bend − 2 w·p' + σ w²) τ².
inline double safe_time(const Pair& pair, const Vec<3>& n, const Vec<3>& w, double level) {
  const double w_sq = w.squaredNorm();
  const double bend = w_sq > 0 ? std::numbers::sqrt2 * pair.bend + pair.sigma * w_sq : pair.bend;
  const double steady = w_sq > 0 ? 1 / std::sqrt(w_sq) : kNever;
  // Contributions of centres and half axes to the gap, its rate, and the bound of its acceleration,
  // for the four pairs of ends; where a member is a ball, some of them are the same.
  const auto ends = [](double middle, double of_a, double of_b) {
    const Quad a{of_a, of_a, -of_a, -of_a}, b{of_b, -of_b, of_b, -of_b};
    return middle + a + b;
  };
  const auto rate = [&](const Vec<3>& r, const Vec<3>& v) { return n.dot(v) + w.dot(r); };
  const Stick &a = pair.a, &b = pair.b;
  const Quad gaps = ends(n.dot(pair.d) - (pair.sigma + level), n.dot(a.half), n.dot(b.half));
  const Quad rates = ends(rate(pair.d, pair.d_velocity), rate(a.half, a.half_velocity),
                          rate(b.half, b.half_velocity));
  const Quad bends = ends(bend - 2 * w.dot(pair.d_velocity), -2 * w.dot(a.half_velocity),
                          -2 * w.dot(b.half_velocity));
  return std::min(steady, least_of(parabola_root(gaps, rates, bends)));
}

/// Rate at which the separating normal turns: with the line between the nearest points and, if such
/// a point lies between the ends of an axis, so that this axis stays level.
inline Vec<3> turning(const Pair& pair, const Gap& gap) {
  Vec<3> line = (gap.velocity - gap.rate * gap.normal) / gap.distance;
  const bool inner_a = !pair.a.is_ball && std::abs(gap.s) < 1;
  const bool inner_b = !pair.b.is_ball && std::abs(gap.t) < 1;
  if (!inner_a && !inner_b) return line;
  const double tilt_a = -gap.normal.dot(pair.a.half_velocity);
  const double tilt_b = -gap.normal.dot(pair.b.half_velocity);
  if (inner_a && inner_b) {
    const double aa = pair.a.half.squaredNorm();
    const double bb = pair.b.half.squaredNorm();
    const double ab = pair.a.half.dot(pair.b.half);
    const double det = aa * bb - ab * ab;
    // Two axes this nearly parallel cannot both be kept level for any useful time.
    constexpr double kParallel = 1e-10;
    if (det > kParallel * aa * bb)
      return ((tilt_a * bb - tilt_b * ab) / det) * pair.a.half +
             ((tilt_b * aa - tilt_a * ab) / det) * pair.b.half;
  }
  const Vec<3>& half = inner_a ? pair.a.half : pair.b.half;
  const double tilt = inner_a ? tilt_a : tilt_b;
  return line + ((tilt - line.dot(half)) / half.squaredNorm()) * half;
}

/// Time during which nothing can happen to a pair.
inline double safe_time(const Pair& pair, const Gap& gap, double level) {
  if (pair.a.is_ball && pair.b.is_ball) {
    // Two balls: n and w lie along the line of centres, which simplifies the bound.
    const double w_sq = std::max(0.0, gap.velocity.squaredNorm() - gap.rate * gap.rate) /
                        (gap.distance * gap.distance);
    const double room = gap.size - level;
    const double turning_bend =
        std::numbers::sqrt2 * pair.bend + (pair.sigma - 2 * gap.distance) * w_sq;
    return std::max(parabola_root(room, gap.rate, pair.bend),
                    std::min(parabola_root(room, gap.rate, turning_bend), 1 / std::sqrt(w_sq)));
  }
  const double safe = safe_time(pair, gap.normal, Vec<3>::Zero(), level);
  if (gap.distance == 0) return safe;
  return std::max(safe, safe_time(pair, gap.normal, turning(pair, gap), level));
}

/// Calls `visit` with the nearest points if they touch, and with those of each touching end.
template <class Visit>
void touching(const Pair& pair, double tolerance, Visit&& visit) {
  const Gap nearest(pair);
  if (nearest.size > tolerance) return;
  visit(nearest);
  if (pair.a.is_ball || pair.b.is_ball) return;
  for (const double end : {-1.0, 1.0}) {
    // An end is a segment without length.
    NearestPoints of_a = nearest_points(pair.d - end * pair.a.half, Vec<3>::Zero(), pair.b.half);
    of_a.s = end;
    NearestPoints of_b = nearest_points(pair.d + end * pair.b.half, pair.a.half, Vec<3>::Zero());
    of_b.t = end;
    for (const NearestPoints& points : {of_a, of_b})
      if (const Gap gap(pair, points); gap.size <= tolerance) visit(gap);
  }
}

/// State of a pair that may touch: whether it does, the rate of its gap, and the time for which it
/// is safe.
struct Look {
  double gap, rate, safe;
};
inline Look look_at(const Pair& pair, double tolerance) {
  const Gap gap(pair);
  if (gap.size > tolerance) return {gap.size, gap.rate, safe_time(pair, gap, 0)};
  // Touching, possibly in more than one point.
  double rate = gap.rate;
  touching(pair, tolerance, [&](const Gap& other) { rate = std::min(rate, other.rate); });
  if (rate < 0) return {gap.size, rate, 0};
  const double safe = safe_time_of_touching(
      gap.size, tolerance, [&](double level) { return safe_time(pair, gap, level); });
  return {gap.size, rate, safe};
}

}  // namespace clausius::rigid
