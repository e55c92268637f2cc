#include "collision/rigid/impulse.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "collision/moving_wall.h"
#include "collision/resolve.h"

namespace clausius {

namespace {

/// One body in a contact: `sign` is −1 for the first, whose impulses are opposite to the normals.
struct Partner {
  const RigidBody& body;
  RigidState& state;
  double sign;
  std::array<Vec<3>, 2> push;   ///< momentum per unit of impulse, along the normal
  std::array<Vec<3>, 2> twist;  ///< angular momentum per unit of impulse
  std::array<Vec<3>, 2> spin;   ///< angular velocity per unit of impulse

  Partner(const RigidBody& of, RigidState& at, const RigidContact& contact, double direction)
      : body(of), state(at), sign(direction) {
    const Mat3 axes = state.orientation.toRotationMatrix();
    for (std::size_t i = 0; i < contact.points.size(); ++i) {
      const ContactPoint& point = contact.points[i];
      push[i] = sign * point.normal;
      twist[i] = (sign < 0 ? point.first_arm : point.second_arm).cross(push[i]);
      spin[i] = axes * body.inv_moments.cwiseProduct(axes.transpose() * twist[i]);
    }
  }

  /// Contribution of this body to the normal velocity in point i.
  [[nodiscard]] double velocity(std::size_t i) const {
    return push[i].dot(state.v) + spin[i].dot(state.angular_momentum);
  }
  /// Change of the normal velocity in point i by a unit impulse in point j.
  [[nodiscard]] double response(std::size_t i, std::size_t j) const {
    return push[i].dot(push[j]) / body.mass + twist[i].dot(spin[j]);
  }
  void apply(std::size_t i, double impulse) const {
    state.v += (impulse / body.mass) * push[i];
    state.angular_momentum += impulse * twist[i];
  }
};

/// 0 ≤ J ⟂ A J + b ≥ 0 for two points, b being the velocities minus the required ones: both
/// impulses are positive, or only one, and the other point separates by itself.
std::array<double, 2> solve(const Eigen::Matrix2d& a, const Eigen::Vector2d& b) {
  // Points that nearly coincide act as one. With a hundredth of this limit, the difference of the
  // two would be rounding only.
  constexpr double kSame = 1e-12;
  const double determinant = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  if (determinant > kSame * a(0, 0) * a(1, 1)) {
    const double both_0 = -(a(1, 1) * b[0] - a(0, 1) * b[1]) / determinant;
    const double both_1 = -(a(0, 0) * b[1] - a(1, 0) * b[0]) / determinant;
    if (both_0 >= 0 && both_1 >= 0) return {both_0, both_1};
    const double second = -b[1] / a(1, 1);
    if (second >= 0 && a(0, 1) * second + b[0] >= 0) return {0, second};
  }
  return {-b[0] / a(0, 0), 0};  // the first point approaches fastest
}

/// A contact with normals of the lengths of line_of_centres(), which the impulses are in units of.
RigidContact with_varying_normals(RigidContact contact, const Vec<3>& v_ij) {
  for (ContactPoint& point : contact.points) point.normal = line_of_centres<3>(point.normal, v_ij);
  return contact;
}

/// @param contact with_varying_normals(), those of the partners
template <std::size_t N>
RigidImpulse resolve(const std::array<Partner, N>& partners, const RigidContact& contact, double e,
                     double least_rebound) {
  const std::size_t points = contact.points.size();
  Eigen::Matrix2d a = Eigen::Matrix2d::Identity();
  Eigen::Vector2d u = Eigen::Vector2d::Zero();
  for (std::size_t i = 0; i < points; ++i) {
    for (const Partner& partner : partners) u[i] += partner.velocity(i);
    for (std::size_t j = 0; j < points; ++j) {
      a(i, j) = 0;
      for (const Partner& partner : partners) a(i, j) += partner.response(i, j);
    }
  }
  Eigen::Vector2d wanted = -e * u;
  std::array<double, 2> length{1, 1};
  for (std::size_t i = 0; i < points; ++i) {
    length[i] = contact.points[i].normal.norm();
    if (u[i] < length[i] * least_rebound)
      wanted[i] = std::max(wanted[i], length[i] * least_rebound);
  }
  RigidImpulse result;
  if (points == 1)
    result.impulse[0] = (wanted[0] - u[0]) / a(0, 0);
  else
    result.impulse = solve(a, u - wanted);
  for (std::size_t i = 0; i < points; ++i) {
    for (const Partner& partner : partners) partner.apply(i, result.impulse[i]);
    result.energy_change += 0.5 * result.impulse[i] * (u[i] + wanted[i]);
    result.impulse[i] *= length[i];
  }
  return result;
}

}  // namespace

RigidImpulse collide(const RigidBody& first_body, RigidState& first, const RigidBody& second_body,
                     RigidState& second, const RigidContact& contact, double e,
                     double least_rebound) {
  const RigidContact scaled = with_varying_normals(contact, second.v - first.v);
  return resolve(
      std::array{Partner(first_body, first, scaled, -1), Partner(second_body, second, scaled, 1)},
      scaled, e, least_rebound);
}

RigidImpulse collide(const RigidBody& body, RigidState& state, const RigidContact& contact,
                     double e, double least_rebound) {
  const RigidContact scaled = with_varying_normals(contact, -state.v);
  return resolve(std::array{Partner(body, state, scaled, -1)}, scaled, e, least_rebound);
}

void leave_bath(const RigidBody& body, RigidState& state, const RigidContact& contact, double kt,
                int dimensions, int rotations, RandomStream& random) {
  const double thermal = std::sqrt(kt / body.mass);
  for (int k = 0; k < dimensions; ++k) state.v[k] = thermal * random.normal();
  Vec<3> momentum = Vec<3>::Zero();
  for (int k = 3 - rotations; k < 3; ++k)
    momentum[k] = std::sqrt(kt * body.moments[k]) * random.normal();
  state.angular_momentum = state.orientation * momentum;
  const Partner partner(body, state, contact, -1);
  const double response = partner.response(0, 0);
  partner.apply(0, (flux_speed(kt * response, random) - partner.velocity(0)) / response);
}

}  // namespace clausius
