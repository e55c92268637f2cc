#include "collision/rigid/friction.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

namespace clausius {

namespace {

/// A body at a point of contact: `sign` is −1 for the first, which gets the opposite impulse.
struct Surface {
  const RigidBody& body;
  RigidState& state;
  double sign;
  Vec<3> arm;   ///< from the centre of mass to the point
  Mat3 turned;  ///< inverse of the inertia, in space

  Surface(const RigidBody& of, RigidState& at, double direction, const Vec<3>& to_point)
      : body(of), state(at), sign(direction), arm(to_point) {
    const Mat3 axes = state.orientation.toRotationMatrix();
    turned = axes * body.inv_moments.asDiagonal() * axes.transpose();
  }

  [[nodiscard]] Vec<3> velocity() const {
    return sign * (state.v + Vec<3>(turned * state.angular_momentum).cross(arm));
  }
  /// Change of the relative velocity by an impulse.
  [[nodiscard]] Vec<3> response(const Vec<3>& impulse) const {
    return impulse / body.mass + Vec<3>(turned * arm.cross(impulse)).cross(arm);
  }
  void apply(const Vec<3>& impulse) const {
    state.v += (sign / body.mass) * impulse;
    state.angular_momentum += arm.cross(sign * impulse);
  }
};

/// The tangential impulse in one point whose normal one is `normal_impulse` so far.
template <std::size_t N>
void rub_at(const std::array<Surface, N>& surfaces, const Vec<3>& n, const TangentialLaw& law,
            std::size_t point, RigidImpulse& result) {
  Vec<3> u = Vec<3>::Zero();
  Mat3 k = Mat3::Zero();
  for (const Surface& one : surfaces) {
    u += one.velocity();
    for (int axis = 0; axis < 3; ++axis) k.col(axis) += one.response(Vec<3>::Unit(axis));
  }
  const Vec<3> x = k.col(1).cross(k.col(2)), y = k.col(2).cross(k.col(0)),
               z = k.col(0).cross(k.col(1));
  const Vec<3> still = -Vec<3>(x.dot(u), y.dot(u), z.dot(u)) / k.col(0).dot(x);
  const Vec<3> sticking = still + u.dot(n) / n.dot(k * n) * n;  // T
  const double along = sticking.dot(n), across = (sticking - along * n).norm();
  const double per_normal = across / law.friction - along;
  double& normal_impulse = result.impulse[point];
  double part = 1 + law.restitution;
  if (law.may_slide() && part * per_normal > normal_impulse) {
    part = normal_impulse / per_normal;
    result.slides = true;
  }
  const Vec<3> impulse = part * sticking;
  const double change = impulse.dot(u + 0.5 * (k * impulse));
  for (const Surface& one : surfaces) one.apply(impulse);
  normal_impulse += part * along;
  result.tangential[point] = impulse - part * along * n;
  result.tangential_loss += change;
  result.energy_change += change;
}

/// Calls `at` with each point of the contact that has a normal impulse.
template <class At>
void for_pressed(const RigidContact& contact, const TangentialLaw& law, const RigidImpulse& impulse,
                 const At& at) {
  if (!law.is_rough()) return;
  for (std::size_t i = 0; i < contact.points.size(); ++i)
    if (impulse.impulse[i] > 0) at(i, contact.points[i]);
}

Vec<3> first_arm(const RigidBody& body, const ContactPoint& point) {
  return point.first_arm + body.members[point.first_member].radius * point.normal;
}

}  // namespace

void rub(const RigidBody& first_body, RigidState& first, const RigidBody& second_body,
         RigidState& second, const RigidContact& contact, const TangentialLaw& law,
         RigidImpulse& impulse) {
  for_pressed(contact, law, impulse, [&](std::size_t i, const ContactPoint& point) {
    const Vec<3> second_arm =
        point.second_arm - second_body.members[point.second_member].radius * point.normal;
    rub_at(std::array{Surface(first_body, first, -1, first_arm(first_body, point)),
                      Surface(second_body, second, 1, second_arm)},
           point.normal, law, i, impulse);
  });
}

void rub(const RigidBody& body, RigidState& state, const RigidContact& contact,
         const TangentialLaw& law, RigidImpulse& impulse) {
  for_pressed(contact, law, impulse, [&](std::size_t i, const ContactPoint& point) {
    rub_at(std::array{Surface(body, state, -1, first_arm(body, point))}, point.normal, law, i,
           impulse);
  });
}

}  // namespace clausius
