#include "geometry/mass_properties.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/geometry/shape.h"
#include "core/elementary.h"
#include "core/linear_algebra.h"
#include "geometry/union_of_balls.h"

namespace clausius {

namespace {

double ball_volume(double radius, int dimensions) {
  return portable::pow(2 * radius, dimensions) * (dimensions == 3 ? kPi / 6 : kPi / 4);
}

/// The moments of `body` moved by `shift`.
Moments moved(const Moments& body, const Vec<3>& shift) {
  const Mat3 mixed = body.first * shift.transpose();
  return {body.volume, body.first + body.volume * shift,
          body.second + mixed + mixed.transpose() + body.volume * shift * shift.transpose()};
}

/// A ball at the origin: ∫x² = V r²/5; a disk: A r²/4.
Moments ball_moments(double radius, int dimensions) {
  Moments m;
  m.volume = ball_volume(radius, dimensions);
  for (int k = 0; k < dimensions; ++k)
    m.second(k, k) = m.volume * radius * radius / (dimensions + 2);
  return m;
}

/// The caps are a ball whose halves are separated by the shaft; the centre of a half ball lies ⅜ R
/// (of a half disk 4R/3π) from its face.
Moments capsule_moments(const Capsule& capsule, int dimensions) {
  const double r = capsule.radius;
  const double a = capsule.shaft;
  Moments m = ball_moments(r, dimensions);
  const double cap_centre = (dimensions == 3 ? 0.375 : 4 / (3 * kPi)) * r;
  m.second(0, 0) += m.volume * a * (0.25 * a + cap_centre);
  const double shaft = a * (dimensions == 3 ? kPi * r * r : 2 * r);
  m.volume += shaft;
  m.second(0, 0) += shaft * a * a / 12;
  for (int k = 1; k < dimensions; ++k) m.second(k, k) += shaft * r * r / (dimensions == 3 ? 4 : 3);
  return m;
}

Moments sum_moments(const std::vector<Ball>& balls, int dimensions) {
  Moments total;
  for (const Ball& ball : balls) total += moved(ball_moments(ball.radius, dimensions), ball.centre);
  return total;
}

struct Sampled {
  Moments moments;
  double relative_error = 0;
};

/// Every cell whose centre is in a member counts as a whole. The error of a cell at the surface is
/// a nearly random fraction of it, of variance 1/12; the reported error is the larger of those of
/// volume and ∫r².
Sampled grid_moments(const std::vector<Ball>& balls, int dimensions, int division) {
  Vec<3> low = Vec<3>::Constant(kInfinity);
  Vec<3> high = -low;
  double smallest = kInfinity;
  for (const Ball& ball : balls) {
    low = low.cwiseMin((ball.centre.array() - ball.radius).matrix());
    high = high.cwiseMax((ball.centre.array() + ball.radius).matrix());
    smallest = std::min(smallest, ball.radius);
  }
  const double dx = smallest / division;
  const double cell_volume = portable::pow(dx, dimensions);
  std::array<long, 3> count{1, 1, 1};
  for (int k = 0; k < dimensions; ++k)
    count[k] = static_cast<long>(std::ceil((high[k] - low[k]) / dx));

  Moments total;
  double surface_cells = 0;
  double surface_r4 = 0;
  for (long ix = 0; ix < count[0]; ++ix) {
    for (long iy = 0; iy < count[1]; ++iy) {
      for (long iz = 0; iz < count[2]; ++iz) {
        Vec<3> r = low + dx * Vec<3>(ix + 0.5, iy + 0.5, iz + 0.5);
        if (dimensions == 2) r.z() = 0;
        double depth = -kInfinity;
        for (const Ball& ball : balls)
          depth = std::max(depth, ball.radius - (r - ball.centre).norm());
        if (std::abs(depth) < 0.5 * dx) {
          ++surface_cells;
          surface_r4 += r.squaredNorm() * r.squaredNorm();
        }
        if (depth <= 0) continue;
        total.volume += cell_volume;
        total.first += cell_volume * r;
        total.second += cell_volume * r * r.transpose();
      }
    }
  }
  for (int k = 0; k < dimensions; ++k) total.second(k, k) += total.volume * dx * dx / 12;
  return {total, std::max(std::sqrt(surface_cells / 12) * cell_volume / total.volume,
                          std::sqrt(surface_r4 / 12) * cell_volume / total.second.trace())};
}

double bounding_radius(const Shape& shape, const Vec<3>& centre) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return capsule->radius + 0.5 * capsule->shaft;
  double radius = 0;
  for (const Ball& ball : std::get<Clump>(shape).members)
    radius = std::max(radius, (ball.centre - centre).norm() + ball.radius);
  return radius;
}

/// Unit vector perpendicular to `axis`, nearest to the written axis that is most nearly so.
Vec<3> nearest_written_axis(const Vec<3>& axis) {
  Eigen::Index k = 0;
  axis.cwiseAbs().minCoeff(&k);
  return (Vec<3>::Unit(k) - axis[k] * axis).normalized();
}

}  // namespace

PrincipalFrame principal_frame(const Mat3& inertia) {
  constexpr double kEqual = 1e-8;
  const Modes3 modes = symmetric_modes(inertia);
  PrincipalFrame frame{modes.values, modes.vectors};
  for (int k = 0; k < 3; ++k) {  // an axis has no sign: its largest component is made positive
    Eigen::Index largest = 0;
    frame.axes.col(k).cwiseAbs().maxCoeff(&largest);
    if (frame.axes(largest, k) < 0) frame.axes.col(k) *= -1;
  }
  const double tolerance = kEqual * frame.moments[2];
  const bool low_equal = frame.moments[1] - frame.moments[0] <= tolerance;
  const bool high_equal = frame.moments[2] - frame.moments[1] <= tolerance;
  if (low_equal && high_equal) {
    frame.moments.setConstant(frame.moments.mean());
    frame.axes.setIdentity();
  } else if (high_equal) {
    frame.moments.tail<2>().setConstant(frame.moments.tail<2>().mean());
    frame.axes.col(1) = nearest_written_axis(frame.axes.col(0));
    frame.axes.col(2) = frame.axes.col(0).cross(frame.axes.col(1));
  } else if (low_equal) {
    frame.moments.head<2>().setConstant(frame.moments.head<2>().mean());
    frame.axes.col(0) = nearest_written_axis(frame.axes.col(2));
    frame.axes.col(1) = frame.axes.col(2).cross(frame.axes.col(0));
  } else if (frame.axes.determinant() < 0) {
    frame.axes.col(2) *= -1;
  }
  return frame;
}

MassProperties MassProperties::with_mass(double new_mass) const {
  MassProperties result = *this;
  const double factor = new_mass / mass;
  result.mass = new_mass;
  result.inertia *= factor;
  result.moments *= factor;
  return result;
}

MassProperties mass_properties(const Shape& shape, int dimensions, const MassRule& rule) {
  MassProperties result;
  Moments counted;
  if (const auto* clump = std::get_if<Clump>(&shape)) {
    // About the mean of the members, because moments about a distant origin would lose their
    // digits.
    for (const Ball& ball : clump->members)
      result.centre += ball.centre / static_cast<double>(clump->members.size());
    std::vector<Ball> balls = clump->members;
    for (Ball& ball : balls) ball.centre -= result.centre;
    counted = dimensions == 3 ? moments_of_balls(balls) : moments_of_disks(balls);
    result.volume = counted.volume;
    if (rule.convention == MassConvention::sum) {
      counted = sum_moments(balls, dimensions);
    } else if (rule.convention == MassConvention::grid) {
      const Sampled sampled = grid_moments(balls, dimensions, rule.grid_division);
      counted = sampled.moments;
      result.grid_error = sampled.relative_error;
    }
  } else {
    const auto* capsule = std::get_if<Capsule>(&shape);
    counted = capsule ? capsule_moments(*capsule, dimensions)
                      : ball_moments(std::get<Sphere>(shape).radius, dimensions);
    result.volume = counted.volume;
  }

  const Vec<3> offset = counted.first / counted.volume;
  const Mat3 second = moved(counted, -offset).second;
  result.centre += offset;
  result.mass = counted.volume;
  if (dimensions == 3) {
    result.inertia = second.trace() * Mat3::Identity() - second;
    const PrincipalFrame frame = principal_frame(result.inertia);
    result.moments = frame.moments;
    result.axes = frame.axes;
  } else {
    result.inertia = second.trace() * Mat3::Identity();
    result.moments.setConstant(second.trace());
  }
  result.bounding_radius = bounding_radius(shape, result.centre);
  result.volume_equivalent_radius = dimensions == 3 ? portable::cbrt(3 * result.volume / (4 * kPi))
                                                    : std::sqrt(result.volume / kPi);
  result.gyration_radius = std::sqrt(second.trace() / counted.volume);
  return result;
}

}  // namespace clausius
