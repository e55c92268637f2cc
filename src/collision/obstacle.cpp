#include "collision/obstacle.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/polynomial.h"

namespace clausius {

namespace {

using Quartic = Polynomial<4>;

/// n·(r(t) − p) − radius.
template <int Dim>
Quartic plane_gap(const Parabola<Dim>& flight, const Vec<Dim>& p, const Vec<Dim>& n,
                  double radius) {
  return {{n.dot(flight.r - p) - radius, n.dot(flight.v), 0.5 * n.dot(flight.g), 0, 0}};
}

/// Gap to a round obstacle, using only the axes of `mask`: |r(t) − p|² − radius².
template <int Dim>
Quartic round_gap(const Parabola<Dim>& flight, const Vec<Dim>& p, double radius,
                  const std::array<bool, Dim>& mask) {
  Quartic gap{{-radius * radius, 0, 0, 0, 0}};
  for (int k = 0; k < Dim; ++k) {
    if (!mask[static_cast<std::size_t>(k)]) continue;
    const double x = flight.r[k] - p[k], v = flight.v[k], h = 0.5 * flight.g[k];
    gap.c[0] += x * x;
    gap.c[1] += 2 * x * v;
    gap.c[2] += v * v + 2 * x * h;
    gap.c[3] += 2 * v * h;
    gap.c[4] += h * h;
  }
  return gap;
}

/// Whether r is between the corners on the axes along which a face, edge or rim extends, that is,
/// those not in `across`.
template <int Dim>
bool is_beside(const Vec<Dim>& r, const Vec<Dim>& low, const Vec<Dim>& high,
               const std::array<bool, Dim>& across) {
  for (int k = 0; k < Dim; ++k)
    if (!across[static_cast<std::size_t>(k)] && (r[k] < low[k] || r[k] > high[k])) return false;
  return true;
}

template <int Dim>
double delay_to(const BallObstacle<Dim>& ball, const Parabola<Dim>& flight, double radius,
                double horizon) {
  std::array<bool, Dim> all;
  all.fill(true);
  return first_descent(round_gap<Dim>(flight, ball.centre, radius + ball.radius, all), horizon);
}

// Each face, edge and corner is identified by its side along each axis: −1, 1, or 0 along the axes
// on which it extends.
template <int Dim>
double delay_to(const BlockObstacle<Dim>& block, const Parabola<Dim>& flight, double radius,
                double horizon) {
  const auto [least, most] = flight.range(horizon);
  if ((most.array() < block.low.array() - radius).any() ||
      (least.array() > block.high.array() + radius).any())
    return kNever;
  double best = kNever;
  std::array<int, Dim> side;
  side.fill(-1);
  while (true) {
    Vec<Dim> corner = Vec<Dim>::Zero(), normal = Vec<Dim>::Zero();
    std::array<bool, Dim> across{};
    int sides = 0;
    for (int k = 0; k < Dim; ++k) {
      const int s = side[static_cast<std::size_t>(k)];
      if (s == 0) continue;
      ++sides;
      across[static_cast<std::size_t>(k)] = true;
      corner[k] = s < 0 ? block.low[k] : block.high[k];
      normal[k] = s;
    }
    if (sides > 0) {
      const Quartic gap = sides == 1 ? plane_gap<Dim>(flight, corner, normal, radius)
                                     : round_gap<Dim>(flight, corner, radius, across);
      const double delay = first_descent(gap, std::min(best, horizon), [&](double t) {
        // A point behind the face is not on it.
        if (sides == 1 && gap(t) < -radius) return false;
        return is_beside<Dim>(flight.at(t), block.low, block.high, across);
      });
      best = std::min(best, delay);
    }
    int k = 0;
    while (k < Dim && ++side[static_cast<std::size_t>(k)] == 2)
      side[static_cast<std::size_t>(k++)] = -1;
    if (k == Dim) break;
  }
  return best;
}

template <int Dim>
double delay_to(const PolygonObstacle<Dim>& polygon, const Parabola<Dim>& flight, double radius,
                double horizon) {
  double best = kNever;
  if constexpr (Dim == 2) {
    const auto& points = polygon.vertices;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double end = std::min(best, horizon);
      best =
          std::min(best, first_descent(round_gap<2>(flight, points[i], radius, {true, true}), end));
      const Vec<2> along = points[(i + 1) % points.size()] - points[i];
      const double length = along.norm();
      const Vec<2> t = along / length, outward(t[1], -t[0]);
      const Quartic gap = plane_gap<2>(flight, points[i], outward, radius);
      best = std::min(best, first_descent(gap, std::min(best, horizon), [&](double time) {
                        const double s = t.dot(flight.at(time) - points[i]);
                        return gap(time) > -radius && s >= 0 && s <= length;
                      }));
    }
  }
  return best;
}

// `value` for one axis, its negative for the others.
template <int Dim>
std::array<bool, Dim> mask(int axis, bool value) {
  std::array<bool, Dim> result;
  result.fill(!value);
  result[static_cast<std::size_t>(axis)] = value;
  return result;
}

// Squared distance from the axis of the hole.
template <int Dim>
Quartic from_axis(const PiercedPlate<Dim>& plate, const Parabola<Dim>& flight) {
  return round_gap<Dim>(flight, plate.centre, 0, mask<Dim>(plate.axis, false));
}

// For a rim of radius R, seen from d off its axis and z off its plane, the torus about it is where
// (d² + z² + R² − ϱ²)² − 4 R² d² falls through 0 (for ϱ < R).
template <int Dim>
Polynomial<8> torus_gap(const PiercedPlate<Dim>& plate, const Parabola<Dim>& flight, double level,
                        double radius) {
  Vec<Dim> rim = plate.centre;
  rim[plate.axis] = level;
  const Quartic d_sq = from_axis<Dim>(plate, flight);
  Quartic sum = round_gap<Dim>(flight, rim, radius, mask<Dim>(plate.axis, true));
  for (std::size_t k = 0; k < sum.c.size(); ++k) sum.c[k] += d_sq.c[k];
  sum.c[0] += plate.radius * plate.radius;
  Polynomial<8> gap;
  for (std::size_t i = 0; i < sum.c.size(); ++i) {
    for (std::size_t j = 0; j < sum.c.size(); ++j) gap.c[i + j] += sum.c[i] * sum.c[j];
    gap.c[i] -= 4 * plate.radius * plate.radius * d_sq.c[i];
  }
  return gap;
}

template <int Dim>
double delay_to(const PiercedPlate<Dim>& plate, const Parabola<Dim>& flight, double radius,
                double horizon) {
  const int axis = plate.axis;
  const auto [least, most] = flight.range(horizon);
  if (most[axis] < plate.low[axis] - radius || least[axis] > plate.high[axis] + radius)
    return kNever;
  const Quartic d_sq = from_axis<Dim>(plate, flight);
  double best = kNever;
  for (const int side : {-1, 1}) {
    const double level = side < 0 ? plate.low[axis] : plate.high[axis];
    const Quartic gap =
        plane_gap<Dim>(flight, Vec<Dim>::Unit(axis) * level, Vec<Dim>::Unit(axis) * side, radius);
    best = std::min(best, first_descent(gap, std::min(best, horizon), [&](double t) {
                      if (gap(t) < -radius || d_sq(t) < plate.radius * plate.radius) return false;
                      // The images continue around the edge of a periodic box.
                      return is_beside<Dim>(flight.at(t), plate.low, plate.high,
                                            mask<Dim>(axis, true));
                    }));
  }
  const double reach = plate.radius + radius;
  for (int k = 0; k < Dim; ++k)
    if (k != axis && (most[k] < plate.centre[k] - reach || least[k] > plate.centre[k] + reach))
      return best;
  best = std::min(best, first_descent(torus_gap<Dim>(plate, flight, plate.low[axis], radius),
                                      std::min(best, horizon)));
  if (plate.low[axis] == plate.high[axis]) return best;
  best = std::min(best, first_descent(torus_gap<Dim>(plate, flight, plate.high[axis], radius),
                                      std::min(best, horizon)));
  Quartic inside = d_sq;  // the wall of the hole
  for (double& c : inside.c) c = -c;
  inside.c[0] += (plate.radius - radius) * (plate.radius - radius);
  return std::min(best, first_descent(inside, std::min(best, horizon), [&](double t) {
                    const double z = flight.at(t)[axis];
                    return z >= plate.low[axis] && z <= plate.high[axis] &&
                           d_sq(t) < plate.radius * plate.radius;
                  }));
}

template <int Dim>
Vec<Dim> nearest(const BallObstacle<Dim>& ball, const Vec<Dim>& r) {
  const Vec<Dim> out = r - ball.centre;
  const double distance = out.norm();
  return distance <= ball.radius ? r : Vec<Dim>(ball.centre + out * (ball.radius / distance));
}

template <int Dim>
Vec<Dim> nearest(const BlockObstacle<Dim>& block, const Vec<Dim>& r) {
  return r.cwiseMax(block.low).cwiseMin(block.high);
}

template <int Dim>
Vec<Dim> nearest(const PolygonObstacle<Dim>& polygon, const Vec<Dim>& r) {
  if constexpr (Dim == 2) {
    const auto& points = polygon.vertices;
    bool inside = true;
    double least = kNever;
    Vec<2> best = r;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec<2> along = points[(i + 1) % points.size()] - points[i];
      const Vec<2> from = r - points[i];
      inside = inside && along[0] * from[1] - along[1] * from[0] >= 0;
      const Vec<2> p =
          points[i] + std::clamp(from.dot(along) / along.squaredNorm(), 0.0, 1.0) * along;
      if (const double distance = (r - p).squaredNorm(); distance < least) {
        least = distance;
        best = p;
      }
    }
    return inside ? r : best;
  }
  return r;
}

// Vector from the axis of the hole, in the plane of the plate.
template <int Dim>
Vec<Dim> off_axis(const PiercedPlate<Dim>& plate, const Vec<Dim>& r) {
  Vec<Dim> off = r - plate.centre;
  off[plate.axis] = 0;
  return off;
}

template <int Dim>
Vec<Dim> nearest(const PiercedPlate<Dim>& plate, const Vec<Dim>& r) {
  const int axis = plate.axis;
  Vec<Dim> off = off_axis<Dim>(plate, r);
  const double distance = off.norm();
  if (distance >= plate.radius) return r.cwiseMax(plate.low).cwiseMin(plate.high);
  // All points of the rim are equally near.
  if (distance == 0) off[(axis + 1) % Dim] = plate.radius;
  if (distance > 0) off *= plate.radius / distance;
  Vec<Dim> point = plate.centre + off;
  point[axis] = std::clamp(r[axis], plate.low[axis], plate.high[axis]);
  return point;
}

template <int Dim>
std::pair<Vec<Dim>, Vec<Dim>> extent_of(const BallObstacle<Dim>& ball) {
  const Vec<Dim> reach = Vec<Dim>::Constant(ball.radius);
  return {ball.centre - reach, ball.centre + reach};
}
template <int Dim>
std::pair<Vec<Dim>, Vec<Dim>> extent_of(const BlockObstacle<Dim>& block) {
  return {block.low, block.high};
}
template <int Dim>
std::pair<Vec<Dim>, Vec<Dim>> extent_of(const PolygonObstacle<Dim>& polygon) {
  std::pair<Vec<Dim>, Vec<Dim>> result{polygon.vertices[0], polygon.vertices[0]};
  for (const Vec<Dim>& point : polygon.vertices)
    result = {result.first.cwiseMin(point), result.second.cwiseMax(point)};
  return result;
}

template <int Dim>
std::pair<Vec<Dim>, Vec<Dim>> extent_of(const PiercedPlate<Dim>& plate) {
  return {plate.low, plate.high};
}

/// Depth of a point inside the obstacle.
template <int Dim>
double inside(const BallObstacle<Dim>& ball, const Vec<Dim>& r) {
  return ball.radius - (r - ball.centre).norm();
}
template <int Dim>
double inside(const BlockObstacle<Dim>& block, const Vec<Dim>& r) {
  return std::min((r - block.low).minCoeff(), (block.high - r).minCoeff());
}
template <int Dim>
double inside(const PolygonObstacle<Dim>& polygon, const Vec<Dim>& r) {
  double least = kNever;
  if constexpr (Dim == 2) {
    const auto& points = polygon.vertices;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec<2> along = (points[(i + 1) % points.size()] - points[i]).normalized();
      const Vec<2> from = r - points[i];
      least = std::min(least, along[0] * from[1] - along[1] * from[0]);
    }
  }
  return least;
}

template <int Dim>
double inside(const PiercedPlate<Dim>& plate, const Vec<Dim>& r) {
  return std::min({(r - plate.low).minCoeff(), (plate.high - r).minCoeff(),
                   off_axis<Dim>(plate, r).norm() - plate.radius});
}

}  // namespace

template <int Dim>
std::pair<Vec<Dim>, Vec<Dim>> extent(const ObstacleShape<Dim>& shape) {
  return std::visit([](const auto& one) { return extent_of(one); }, shape);
}

template <int Dim>
Vec<Dim> nearest_point(const ObstacleShape<Dim>& shape, const Vec<Dim>& r) {
  return std::visit([&](const auto& one) { return nearest(one, r); }, shape);
}

template <int Dim>
double depth_in(const ObstacleShape<Dim>& shape, const Vec<Dim>& r, double radius) {
  const double gap = (r - nearest_point(shape, r)).norm();
  if (gap > 0) return radius - gap;
  return radius + std::visit([&](const auto& one) { return inside(one, r); }, shape);
}

template <int Dim>
double delay_to_obstacle(const ObstacleShape<Dim>& shape, const Parabola<Dim>& flight,
                         double radius, double horizon) {
  return std::visit([&](const auto& one) { return delay_to(one, flight, radius, horizon); }, shape);
}

template std::pair<Vec<2>, Vec<2>> extent<2>(const ObstacleShape<2>&);
template std::pair<Vec<3>, Vec<3>> extent<3>(const ObstacleShape<3>&);
template Vec<2> nearest_point<2>(const ObstacleShape<2>&, const Vec<2>&);
template Vec<3> nearest_point<3>(const ObstacleShape<3>&, const Vec<3>&);
template double depth_in<2>(const ObstacleShape<2>&, const Vec<2>&, double);
template double depth_in<3>(const ObstacleShape<3>&, const Vec<3>&, double);
template double delay_to_obstacle<2>(const ObstacleShape<2>&, const Parabola<2>&, double, double);
template double delay_to_obstacle<3>(const ObstacleShape<3>&, const Parabola<3>&, double, double);

}  // namespace clausius
