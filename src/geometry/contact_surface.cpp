#include "geometry/contact_surface.h"

#include <array>
#include <boost/random/sobol.hpp>
#include <boost/random/uniform_01.hpp>
#include <cmath>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "core/rotation.h"
#include "geometry/placed_body.h"

namespace clausius {

namespace {

// A contact at which another member overlaps by more than this fraction of the bounding radii is
// hidden. Rounding is far below it; the touching members must not hide themselves.
constexpr double kHidden = 1e-9;

/// Numbers in [0, 1), one for each independent choice.
enum Choice : std::size_t {
  kS,
  kT,
  kN1,
  kN2,
  kTurn1,
  kTurn2,
  kTurn3,
  kPlace1,
  kPlace2,
  kPlace3,
  kThirdTurn1,
  kThirdTurn2,
  kThirdTurn3,
  kChoices
};
using Numbers = std::array<double, kChoices>;

/// Uniform over all rotations (Shoemake, Graphics Gems III (1992) 124), in two dimensions about z.
Eigen::Quaterniond rotation(double a, double b, double c, int dimensions) {
  if (dimensions == 2) return rotation_about(Vec<3>::UnitZ(), 2 * kPi * a);
  const double sine = std::sqrt(1 - a), cosine = std::sqrt(a);
  const auto [sine_b, cosine_b] = portable::sincos(2 * kPi * b);
  const auto [sine_c, cosine_c] = portable::sincos(2 * kPi * c);
  return {cosine * cosine_c, sine * sine_b, sine * cosine_b, cosine * sine_c};
}

/// Uniform over the unit sphere (circle).
Vec<3> direction(double a, double b, int dimensions) {
  const auto [sine, cosine] = portable::sincos(2 * kPi * (dimensions == 2 ? a : b));
  if (dimensions == 2) return {cosine, sine, 0};
  const double z = 2 * a - 1;
  const double across = std::sqrt(std::max(0.0, 1 - z * z));
  return {across * cosine, across * sine, z};
}

/// A random unit vector perpendicular to u; in two dimensions in the plane.
Vec<3> beside(const Vec<3>& u, double a, int dimensions) {
  if (dimensions == 2) return (a < 0.5 ? 1 : -1) * Vec<3>(-u.y(), u.x(), 0);
  const Vec<3> first = u.unitOrthogonal();
  const auto [sine, cosine] = portable::sincos(2 * kPi * a);
  return cosine * first + sine * u.cross(first);
}

using Stick = PlacedBody::Stick;

/// The surface of the sum of two segments and a ball: the round parts (the ball's own surface,
/// divided), the sides along each segment, and the two faces that both span.
struct Piece {
  double area;
  Vec<3> normal;
  double s, t;  ///< positions along the two segments
};

/// A third body, placed at random in a ball about the first.
struct Third {
  PlacedBody body;
  Vec<3> place;
  double ball;   ///< volume (area) of that ball
  bool is_near;  ///< whether it overlaps the first
};

std::array<Piece, 4> pieces(const Stick& p, const Stick& q, const Numbers& x, int dimensions) {
  const double sigma = p.radius + q.radius;
  const bool flat = dimensions == 2;
  const double s = 2 * x[kS] - 1, t = 2 * x[kT] - 1;
  const auto end_along = [](const Vec<3>& n, const Vec<3>& half) -> double {
    return n.dot(half) >= 0 ? 1 : -1;
  };
  const double around = flat ? 2 : 2 * kPi * sigma;
  std::array<Piece, 4> all{};
  const Vec<3> n = direction(x[kN1], x[kN2], dimensions);
  all[0] = {flat ? 2 * kPi * sigma : 4 * kPi * sigma * sigma, n, end_along(n, p.half),
            -end_along(n, q.half)};
  if (!p.half.isZero(0)) {
    const Vec<3> side = beside(p.half.normalized(), x[kN1], dimensions);
    all[1] = {around * 2 * p.half.norm(), side, s, -end_along(side, q.half)};
  }
  if (!q.half.isZero(0)) {
    const Vec<3> side = beside(q.half.normalized(), x[kN1], dimensions);
    all[2] = {around * 2 * q.half.norm(), side, end_along(side, p.half), t};
  }
  if (const Vec<3> across = p.half.cross(q.half); !flat && !across.isZero(0))
    all[3] = {8 * across.norm(), (x[kN1] < 0.5 ? 1 : -1) * across.normalized(), s, t};
  return all;
}

}  // namespace

void visit_contacts(const RigidBody& first, const RigidBody& second,
                    std::span<const RigidBody> thirds, int dimensions, std::size_t points,
                    const std::function<void(const TouchingPair&)>& visit) {
  boost::random::sobol sequence(kChoices);
  boost::random::uniform_01<double> uniform;
  const PlacedBody one(first);
  const double hidden = -kHidden * (first.bounding_radius + second.bounding_radius);
  TouchingPair pair;
  for (std::size_t k = 0; k < points; ++k) {
    Numbers x;
    for (double& number : x) number = uniform(sequence);
    const Eigen::Quaterniond turn = rotation(x[kTurn1], x[kTurn2], x[kTurn3], dimensions);
    pair.second_axes = turn.toRotationMatrix();
    const PlacedBody two(second, turn);
    const Eigen::Quaterniond third_turn =
        rotation(x[kThirdTurn1], x[kThirdTurn2], x[kThirdTurn3], dimensions);
    const Vec<3> third_place =
        portable::pow(x[kPlace3], 1.0 / dimensions) * direction(x[kPlace1], x[kPlace2], dimensions);
    std::vector<Third> about;
    for (const RigidBody& third : thirds) {
      const double reach = third.bounding_radius + first.bounding_radius;
      const PlacedBody body(third, third_turn);
      const Vec<3> place = reach * third_place;
      about.push_back(
          {body, place,
           dimensions == 2 ? kPi * reach * reach : 4 * kPi / 3 * portable::pow(reach, 3),
           one.is_nearer(body, place, 0)});
    }
    for (const Stick& p : one.sticks()) {
      for (const Stick& q : two.sticks()) {
        for (const Piece& piece : pieces(p, q, x, dimensions)) {
          if (piece.area == 0) continue;
          pair.area = piece.area / static_cast<double>(points);
          pair.normal = piece.normal;
          pair.first_arm = p.centre + piece.s * p.half;
          pair.second_arm = q.centre + piece.t * q.half;
          pair.r = pair.first_arm + (p.radius + q.radius) * piece.normal - pair.second_arm;
          // The contact is usually hidden by a neighbour of a touching member.
          if (one.is_nearer(q, pair.r + q.centre, hidden) ||
              two.is_nearer(p, p.centre - pair.r, hidden) || one.is_nearer(two, pair.r, hidden))
            continue;

          pair.shared.clear();
          for (const Third& third : about)
            pair.shared.push_back(
                third.is_near && two.is_nearer(third.body, third.place - pair.r, 0) ? third.ball
                                                                                    : 0);
          visit(pair);
        }
      }
    }
  }
}

}  // namespace clausius
