#pragma once

#include <array>

#include "core/quadratic.h"

namespace clausius {

/// r·v, by one sequence of operations wherever approach is tested: otherwise a contact could be
/// predicted that does not exist when its time comes.
template <int Dim, class Vector>
auto approach_of(const Vector& r, const Vector& v) {
  auto sum = multiply_add(r[1], v[1], r[0] * v[0]);
  if constexpr (Dim == 3) sum = multiply_add(r[2], v[2], sum);
  return sum;
}

/// Free flight of a sphere (or of kLanes spheres): its position at `time` and its velocity since.
/// `Real` is double or Lanes.
template <int Dim, class Real>
struct Flight {
  std::array<Real, Dim> r;
  std::array<Real, Dim> v;
  Real time;
  Real radius;
};

/// Relative motion of two flights, r_ij = r_j − r_i, at `time`, the later of their two times.
/// Exactly antisymmetric under exchange of the two, so that a pair's contact time depends neither
/// on which of the two is searched nor when.
template <int Dim, class Real>
struct RelativeMotion {
  std::array<Real, Dim> r;
  std::array<Real, Dim> v;
  Real time;

  RelativeMotion(const Flight<Dim, Real>& i, const Flight<Dim, Real>& j)
      : time(larger(i.time, j.time)) {
    const Real dt_i = time - i.time;
    const Real dt_j = time - j.time;
    for (int k = 0; k < Dim; ++k) {
      r[k] = multiply_add(j.v[k], dt_j, j.r[k]) - multiply_add(i.v[k], dt_i, i.r[k]);
      v[k] = j.v[k] - i.v[k];
    }
  }

  /// Moves r to the periodic image that is nearest at the instant `now`.
  /// @param edge, inv_edge lengths of the box; inv_edge = 0 on axes with walls
  /// @return number of boxes by which it was moved back along each axis
  std::array<Real, Dim> to_nearest_image(Real now, const std::array<double, Dim>& edge,
                                         const std::array<double, Dim>& inv_edge) {
    const Real ahead = now - time;
    std::array<Real, Dim> boxes;
    for (int k = 0; k < Dim; ++k)
      boxes[k] = nearest_integer(multiply_add(v[k], ahead, r[k]), broadcast<Real>(inv_edge[k]));
    move_back(boxes, edge);
    return boxes;
  }
  void move_back(const std::array<Real, Dim>& boxes, const std::array<double, Dim>& edge) {
    for (int k = 0; k < Dim; ++k) r[k] = multiply_add(broadcast<Real>(-edge[k]), boxes[k], r[k]);
  }

  /// Time of the first contact at distance `sigma` from `time` on; kNever if there is none.
  [[nodiscard]] Real contact_time(Real sigma) const {
    return time + contact_delay(approach(sigma));
  }

  /// Time from `time` on at which two that are nearer to each other than `range` leave it.
  [[nodiscard]] double departure_time(double range) const {
    return time + departure_delay(approach(range), speed_squared());
  }

  [[nodiscard]] ApproachQuadratic<Real> approach(Real sigma) const {
    const auto square_added = [](Real x, Real sum) { return multiply_add(x, x, sum); };
    const auto cross = [](Real a, Real b, Real c, Real d) { return multiply_add(a, b, -(c * d)); };
    Real r_sq = square_added(r[1], r[0] * r[0]);
    const Real z = cross(r[0], v[1], r[1], v[0]);
    Real cross_sq = z * z;
    if constexpr (Dim == 3) {
      r_sq = square_added(r[2], r_sq);
      const Real x = cross(r[1], v[2], r[2], v[1]);
      const Real y = cross(r[2], v[0], r[0], v[2]);
      cross_sq = square_added(x, square_added(y, cross_sq));
    }
    const Real sigma_sq = sigma * sigma;
    return {approach_of<Dim>(r, v), r_sq - sigma_sq,
            multiply_add(sigma_sq, speed_squared(), -cross_sq)};
  }

  [[nodiscard]] Real speed_squared() const {
    Real sum = multiply_add(v[1], v[1], v[0] * v[0]);
    if constexpr (Dim == 3) sum = multiply_add(v[2], v[2], sum);
    return sum;
  }

  /// Contact time of growing spheres: the contact distance is `sigma` at `time` and grows at
  /// `rate`. Only for preparing initial states; plain formula without protection of digits.
  [[nodiscard]] double growing_contact_time(double sigma, double rate) const {
    double b = -sigma * rate;
    double c = -sigma * sigma;
    double a = -rate * rate;
    for (int k = 0; k < Dim; ++k) {
      b += r[k] * v[k];
      c += r[k] * r[k];
      a += v[k] * v[k];
    }
    if (c <= 0) return b < 0 ? time : kNever;
    const double discriminant = b * b - a * c;
    if (discriminant < 0) return kNever;
    const double root = square_root(discriminant);
    if (b < 0) return time + c / (root - b);
    return a < 0 ? time + (b + root) / -a : kNever;
  }
};

}  // namespace clausius
