#pragma once

#include <Eigen/Dense>
#include <cmath>

#include "clausius/collision/contact_point.h"
#include "collision/resolve.h"
#include "collision/rigid/body_state.h"

/// Friction at a point of contact from the definitions: the velocity of the point as a linear map
/// of the impulse, inverted by Gauss' elimination, and the cone found by bisection.
class NaiveContact {
 public:
  /// @param second none at a wall, which is at rest
  NaiveContact(const clausius::RigidBody& body_a, clausius::RigidState& a,
               const clausius::RigidBody* body_b, clausius::RigidState* b,
               const clausius::ContactPoint& point)
      : n_(point.normal) {
    sides_.push_back(
        {body_a, a, -1, point.first_arm + body_a.members[point.first_member].radius * n_});
    if (body_b)
      sides_.push_back(
          {*body_b, *b, 1, point.second_arm - body_b->members[point.second_member].radius * n_});
    const clausius::Vec<3> before = velocity();
    for (int k = 0; k < 3; ++k) {
      // The change by a unit impulse, which is taken back.
      const std::vector<Side> kept = sides_;
      std::vector<clausius::RigidState> states;
      for (const Side& side : sides_) states.push_back(side.state);
      strike(clausius::Vec<3>::Unit(k));
      mobility_.col(k) = velocity() - before;
      for (std::size_t i = 0; i < sides_.size(); ++i) sides_[i].state = states[i];
    }
  }

  [[nodiscard]] clausius::Vec<3> velocity() const {
    clausius::Vec<3> u = clausius::Vec<3>::Zero();
    for (const Side& side : sides_)
      u += side.sign * (side.state.v + angular_velocity(side.body, side.state).cross(side.arm));
    return u;
  }
  [[nodiscard]] clausius::Vec<3> normal() const { return n_; }

  /// The whole impulse of a hit of restitution e. @param pressed normal impulse that was given
  /// already, by a smooth hit after which `velocity()` is; then e has no meaning
  [[nodiscard]] clausius::Vec<3> impulse(double e, const clausius::TangentialLaw& law,
                                         double pressed = 0) const {
    const clausius::Vec<3> u = velocity();
    const clausius::Vec<3> stops = mobility_.fullPivLu().solve(-u);
    const clausius::Vec<3> smooth = -u.dot(n_) / n_.dot(mobility_ * n_) * n_;
    const clausius::Vec<3> base =
        pressed > 0 ? clausius::Vec<3>(pressed * n_) : clausius::Vec<3>((1 + e) * smooth);
    const auto at = [&](double kappa) -> clausius::Vec<3> {
      return base + kappa * (1 + law.restitution) * (stops - smooth);
    };
    const auto is_in_cone = [&](const clausius::Vec<3>& p) {
      const double normal = p.dot(n_), across = (p - normal * n_).norm();
      return !law.may_slide() || across <= law.friction * normal;
    };
    if (is_in_cone(at(1))) return at(1);
    double low = 0, high = 1;
    for (int k = 0; k < 200; ++k) {
      const double middle = 0.5 * (low + high);
      (is_in_cone(at(middle)) ? low : high) = middle;
    }
    return at(low);
  }

  /// Gives the impulse to the second, and its opposite to the first.
  void strike(const clausius::Vec<3>& impulse) {
    for (Side& side : sides_) {
      side.state.v += side.sign / side.body.mass * impulse;
      side.state.angular_momentum += side.arm.cross(side.sign * impulse);
    }
  }

 private:
  struct Side {
    const clausius::RigidBody& body;
    clausius::RigidState& state;
    double sign;
    clausius::Vec<3> arm;
  };

  clausius::Vec<3> n_;
  std::vector<Side> sides_;
  Eigen::Matrix3d mobility_;
};
