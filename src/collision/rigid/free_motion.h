#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "clausius/geometry/rigid_body.h"
#include "collision/rigid/body_state.h"

namespace clausius {

/// Pose and angular velocity of a body at one instant, as its members need them.
struct Pose {
  Vec<3> r = Vec<3>::Zero();      ///< centre of mass
  Mat3 axes = Mat3::Identity();   ///< columns: principal axes; for a collinear body only the first
  Vec<3> omega = Vec<3>::Zero();  ///< angular velocity; for a collinear body without its spin

  template <class Archive>
  void serialize(Archive& archive) {
    archive(r, axes, omega);
  }
};

/// The free motion of one body since its last event, exact at any time without steps.
class FreeMotion {
 public:
  /// @param body must outlive this object
  FreeMotion(const RigidBody& body, const RigidState& start);

  [[nodiscard]] const RigidBody& body() const { return *body_; }
  [[nodiscard]] const RigidState& start() const { return start_; }

  /// This motion from another place and with another velocity.
  /// @param way displacement added to the initial position
  /// @param velocity added to the velocity of the centre
  [[nodiscard]] FreeMotion displaced(const Vec<3>& way, const Vec<3>& velocity) const {
    FreeMotion moved = *this;
    moved.start_.r += way;
    moved.start_.v += velocity;
    return moved;
  }

  [[nodiscard]] Pose pose_at(double time) const;
  [[nodiscard]] RigidState state_at(double time) const;
  /// The axis x of a collinear body and its rate of change.
  struct Axis {
    Vec<3> direction, rate;
  };
  /// @pre the body is collinear
  [[nodiscard]] Axis axis_at(double time) const;

  /// Bound of the acceleration: that of a point at distance d from the centre never exceeds
  /// bend()·d:
  /// |ω̇ × p + ω × (ω × p)| ≤ (|ω̇| + ω²) |p|.
  [[nodiscard]] double bend() const { return bend_; }
  /// Time within which no point of an axis of the body's members moves farther than `distance`.
  [[nodiscard]] double time_to_move(double distance) const;

 private:
  /// The x axis u of a collinear body rotates uniformly about L, with L/I⊥:
  /// u = along + across·cos + beside·sin.
  struct TurningAxis {
    Vec<3> omega = Vec<3>::Zero();
    Vec<3> along = Vec<3>::Zero();
    Vec<3> across = Vec<3>::Zero();
    Vec<3> beside = Vec<3>::Zero();
    double rate = 0;
    [[nodiscard]] Pose at(double dt) const;
  };

  /// A symmetric top: the body rotates about its own axis, which rotates about L.
  struct Precession {
    Vec<3> about;     ///< L/|L|
    double rate;      ///< |L|/I⊥
    int own_axis;     ///< x or z
    double own_rate;  ///< (1/I∥ − 1/I⊥) L∥
    Mat3 start;       ///< axes at the start
    [[nodiscard]] Mat3 axes(double dt) const;
  };

  /// An asymmetric top: L in the body frame by Jacobi's elliptic functions, the azimuth of one
  /// principal axis about L by the third elliptic integral (van Zon & Schofield, J. Comput. Phys.
  /// 225 (2007) 145; Celledoni, Fassò, Säfström & Zanna, SIAM J. Sci. Comput. 30 (2008) 2084).
  /// c is the axis about which L does not change sides, that of the least or of the largest moment;
  /// b is the middle one:
  ///   L_a = l_a cn τ, L_b = l_b sn τ, L_c = l_c dn τ, τ = p t + τ₀.
  struct Elliptic {
    int a, b, c;
    double l_a, l_b, l_c;
    double modulus;             ///< k
    double scale, phase;        ///< p, τ₀
    double quarter;             ///< K(k)
    double n;                   ///< characteristic of the third integral
    double whole, begun;        ///< Π(n, k), and its value up to τ₀
    double drift, coefficient;  ///< azimuth = drift·t + coefficient·(Π(τ) − Π(τ₀))
    Mat3 to_space;              ///< from the frame with z along L

    /// @param l angular momentum in the body frame
    /// @return nothing if these functions lose their digits: near the separatrix, on which a body
    /// rotates about its middle axis
    static std::optional<Elliptic> make(const RigidBody& body, const Vec<3>& l, const Mat3& axes);
    /// Third elliptic integral up to the amplitude of τ, whose sine and cosine are given.
    [[nodiscard]] double third_integral(double tau, double sn, double cn) const;
    /// Rotation from the body to the frame with z along L and c in its xz plane.
    [[nodiscard]] Mat3 to_level(double sn, double cn, double dn) const;
    [[nodiscard]] Mat3 axes(double dt) const;
  };

  /// An asymmetric top so near the separatrix (rotation almost exactly about its middle axis) that
  /// the elliptic functions lose their digits: integrated numerically, from the last of several
  /// marks at fixed intervals from the start on. A pose therefore does not depend on earlier calls,
  /// and costs no more for a faster rotation.
  struct Integrated {
    double interval;  ///< interval between marks: a few radians
    /// Orientations at the marks, as far as computed.
    mutable std::vector<Eigen::Quaterniond> marks;
  };

  [[nodiscard]] Mat3 axes_at(double dt) const;
  [[nodiscard]] Mat3 integrated_axes(const Integrated& turning, double dt) const;
  /// Continues the integration from an orientation.
  [[nodiscard]] Eigen::Quaterniond turned_on(const Eigen::Quaterniond& from, double dt) const;

  const RigidBody* body_;
  RigidState start_;
  std::variant<TurningAxis, Precession, Elliptic, Integrated> turning_;
  double bend_ = 0;
};

}  // namespace clausius
