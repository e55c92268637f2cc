#pragma once

#include <array>

#include "clausius/core/quadratic.h"

namespace clausius {

/// Free flight of a sphere (or of kLanes spheres): where it was at `time`, how it moves since.
/// `Real` is double or Lanes.
template <int Dim, class Real>
struct Flight {
  std::array<Real, Dim> r;
  std::array<Real, Dim> v;
  Real time;
  Real radius;
};

/// Two flights relative to each other, r_ij = r_j − r_i, at `time`, the later of their two times.
/// Exactly antisymmetric under exchange of the two, so a pair's contact time does not depend on
/// which of the two is asked, nor when.
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
      r[k] = (j.r[k] + j.v[k] * dt_j) - (i.r[k] + i.v[k] * dt_i);
      v[k] = j.v[k] - i.v[k];
    }
  }

  /// Moves r to the periodic image that is nearest at the instant `now`.
  /// @param edge, inv_edge of the box; inv_edge = 0 on axes with walls
  void to_nearest_image(Real now, const std::array<double, Dim>& edge,
                        const std::array<double, Dim>& inv_edge) {
    const Real ahead = now - time;
    for (int k = 0; k < Dim; ++k)
      r[k] = r[k] - edge[k] * nearest_integer((r[k] + v[k] * ahead) * inv_edge[k]);
  }

  /// Time of the first contact at distance `sigma` from `time` on; kNever if there is none.
  [[nodiscard]] Real contact_time(Real sigma) const {
    Real b = r[0] * v[0] + r[1] * v[1];
    Real r_sq = r[0] * r[0] + r[1] * r[1];
    Real v_sq = v[0] * v[0] + v[1] * v[1];
    const Real z = r[0] * v[1] - r[1] * v[0];
    Real cross_sq = z * z;
    if constexpr (Dim == 3) {
      b = b + r[2] * v[2];
      r_sq = r_sq + r[2] * r[2];
      v_sq = v_sq + v[2] * v[2];
      const Real x = r[1] * v[2] - r[2] * v[1];
      const Real y = r[2] * v[0] - r[0] * v[2];
      cross_sq = cross_sq + (x * x + y * y);
    }
    return time + contact_delay(b, r_sq, v_sq, cross_sq, sigma * sigma);
  }

  /// The same for spheres that grow: the contact distance is `sigma` at `time` and grows at
  /// `rate`. Only for preparing initial states; plain formula, no care for digits.
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
