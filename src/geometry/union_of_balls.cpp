#include "geometry/union_of_balls.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <utility>

#include "clausius/core/constants.h"
#include "core/elementary.h"

namespace clausius {

namespace {

/// ∫ cosᵃθ sinᵇθ dθ for all the powers that the moments of an arc need: "ccs" is cos²θ sin θ.
struct TrigIntegrals {
  double c, s, cc, ss, cs, ccc, sss, ccs, cccc, ssss, cccs;

  static TrigIntegrals to(double angle) {
    const auto [s, c] = portable::sincos(angle);
    const double sin_4 = 4 * s * c * (1 - 2 * s * s);
    return {s,
            -c,
            0.5 * (angle + s * c),
            0.5 * (angle - s * c),
            0.5 * s * s,
            s - s * s * s / 3,
            -c + c * c * c / 3,
            -c * c * c / 3,
            0.375 * angle + 0.5 * s * c + sin_4 / 32,
            0.375 * angle - 0.5 * s * c + sin_4 / 32,
            -c * c * c * c / 4};
  }
};

/// Contribution of the arc up to `angle` to the boundary integrals of Green's theorem, an
/// antiderivative: A = ½∮x dy − y dx, ∫x = ½∮x² dy, ∫y = −½∮y² dx, ∫x² = ⅓∮x³ dy, ∫xy = ½∮x²y dy,
/// ∫y² = −⅓∮y³ dx.
Moments arc_integral(const Ball& disk, double angle) {
  const TrigIntegrals t = TrigIntegrals::to(angle);
  const double r = disk.radius;
  const double x = disk.centre.x();
  const double y = disk.centre.y();
  Moments m;
  m.volume = 0.5 * r * (r * angle + x * t.c + y * t.s);
  m.first.x() = 0.5 * r * (x * x * t.c + 2 * x * r * t.cc + r * r * t.ccc);
  m.first.y() = 0.5 * r * (y * y * t.s + 2 * y * r * t.ss + r * r * t.sss);
  m.second(0, 0) =
      r / 3 * (x * x * x * t.c + 3 * x * x * r * t.cc + 3 * x * r * r * t.ccc + r * r * r * t.cccc);
  m.second(1, 1) =
      r / 3 * (y * y * y * t.s + 3 * y * y * r * t.ss + 3 * y * r * r * t.sss + r * r * r * t.ssss);
  m.second(0, 1) = m.second(1, 0) =
      0.5 * r *
      (x * x * (y * t.c + r * t.cs) + 2 * x * r * (y * t.cc + r * t.ccs) +
       r * r * (y * t.ccc + r * t.cccs));
  return m;
}

/// The angles of circle i that lie in other disks, as intervals within [0, 2π]; a fully covered
/// circle gives [0, 2π]. Of two equal disks the first keeps its circle.
std::vector<std::pair<double, double>> covered_angles(const std::vector<Ball>& disks,
                                                      std::size_t i) {
  const Ball& own = disks[i];
  std::vector<std::pair<double, double>> covered;
  for (std::size_t j = 0; j < disks.size(); ++j) {
    if (j == i) continue;
    const Ball& other = disks[j];
    const double dx = other.centre.x() - own.centre.x();
    const double dy = other.centre.y() - own.centre.y();
    const double d = portable::hypot(dx, dy);
    if (d >= own.radius + other.radius || d + other.radius < own.radius) continue;
    if (d + own.radius <= other.radius) {
      if (d == 0 && own.radius == other.radius && i < j) continue;
      return {{0, 2 * kPi}};
    }
    const double cosine =
        (d * d + (own.radius - other.radius) * (own.radius + other.radius)) / (2 * d * own.radius);
    const double half = portable::acos(std::clamp(cosine, -1.0, 1.0));
    double from = portable::atan2(dy, dx) - half;
    if (from < 0) from += 2 * kPi;
    const double to = from + 2 * half;
    covered.emplace_back(from, std::min(to, 2 * kPi));
    if (to > 2 * kPi) covered.emplace_back(0, to - 2 * kPi);
  }
  std::sort(covered.begin(), covered.end());
  return covered;
}

/// The heights between which slices change smoothly, ascending: those of the poles, of the extremes
/// of the circles in which two spheres cross, and of the points common to three; but not of points
/// within a further ball, which are not on the surface.
std::vector<double> breaks(const std::vector<Ball>& balls) {
  std::vector<double> heights;
  const auto add = [&](const Vec<3>& point) {
    constexpr double kRounding = 1e-9;  // a point on a sphere is not inside it
    for (const Ball& ball : balls)
      if ((point - ball.centre).norm() < (1 - kRounding) * ball.radius) return;
    heights.push_back(point.z());
  };
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (const double sign : {-1, 1}) add(balls[i].centre + Vec<3>(0, 0, sign * balls[i].radius));
    for (std::size_t j = i + 1; j < balls.size(); ++j) {
      const Vec<3> d = balls[j].centre - balls[i].centre;
      const double r_i = balls[i].radius;
      const double r_j = balls[j].radius;
      const double distance = d.norm();
      if (distance >= r_i + r_j || distance <= std::abs(r_i - r_j)) continue;
      const Vec<3> axis = d / distance;
      const double along = 0.5 * (distance + (r_i - r_j) * (r_i + r_j) / distance);
      const double circle = std::sqrt(std::max(0.0, (r_i - along) * (r_i + along)));
      const Vec<3> centre = balls[i].centre + along * axis;
      const Vec<3> upward = circle * (Vec<3>::UnitZ() - axis.z() * axis).normalized();
      add(centre + upward);
      add(centre - upward);
      // The points of this circle on the sphere k: centre + circle·(e cos α ± (axis×e) sin α), with
      // e towards the centre of k.
      for (std::size_t k = j + 1; k < balls.size(); ++k) {
        const Vec<3> to_k = balls[k].centre - centre;
        const Vec<3> across = to_k - axis * axis.dot(to_k);
        const double off = across.norm();
        if (off == 0 || circle == 0) continue;
        const double cosine =
            (to_k.squaredNorm() + (circle - balls[k].radius) * (circle + balls[k].radius)) /
            (2 * circle * off);
        if (std::abs(cosine) >= 1) continue;
        const Vec<3> e = across / off;
        const Vec<3> level = centre + circle * cosine * e;
        const Vec<3> side = circle * std::sqrt(1 - cosine * cosine) * axis.cross(e);
        add(level - side);
        add(level + side);
      }
    }
  }
  std::sort(heights.begin(), heights.end());
  return heights;
}

/// The union at height z, with moments of the plane and of z.
Moments slice(const std::vector<Ball>& balls, double z) {
  std::vector<Ball> disks;
  for (const Ball& ball : balls) {
    const double dz = z - ball.centre.z();
    const double radius_sq = (ball.radius - dz) * (ball.radius + dz);
    if (radius_sq > 0) disks.push_back({ball.centre, std::sqrt(radius_sq)});
  }
  Moments m = moments_of_disks(disks);
  m.first.z() = z * m.volume;
  m.second.col(2) = z * m.first;
  m.second.row(2) = z * m.first.transpose();
  return m;
}

}  // namespace

Moments& Moments::operator+=(const Moments& other) {
  volume += other.volume;
  first += other.first;
  second += other.second;
  return *this;
}

Moments moments_of_disks(const std::vector<Ball>& disks) {
  Moments total;
  const auto add_arc = [&total](const Ball& disk, double from, double to) {
    const Moments end = arc_integral(disk, to);
    const Moments begin = arc_integral(disk, from);
    total += {end.volume - begin.volume, end.first - begin.first, end.second - begin.second};
  };
  for (std::size_t i = 0; i < disks.size(); ++i) {
    double angle = 0;  // all below is covered or counted
    for (const auto& [from, to] : covered_angles(disks, i)) {
      if (from > angle) add_arc(disks[i], angle, from);
      angle = std::max(angle, to);
    }
    if (angle < 2 * kPi) add_arc(disks[i], angle, 2 * kPi);
  }
  return total;
}

Moments moments_of_balls(const std::vector<Ball>& balls) {
  using Gauss = boost::math::quadrature::gauss<double, 30>;
  const std::vector<double> heights = breaks(balls);
  // Thinner pieces are mere rounding of one height computed twice; the loss is equally small.
  const double least_half = 1e-15 * (heights.back() - heights.front());
  Moments total;
  for (std::size_t k = 0; k + 1 < heights.size(); ++k) {
    const double middle = 0.5 * (heights[k] + heights[k + 1]);
    const double half = 0.5 * (heights[k + 1] - heights[k]);
    if (half <= least_half) continue;
    // z = middle + half·sin(πw/2): at the ends of a piece arcs open like square roots, which the
    // sine makes smooth.
    const auto add = [&](double w, double weight) {
      const auto [sine, cosine] = portable::sincos(0.5 * kPi * w);
      const Moments m = slice(balls, middle + half * sine);
      const double scale = weight * half * 0.5 * kPi * cosine;
      total += {scale * m.volume, scale * m.first, scale * m.second};
    };
    for (std::size_t i = 0; i < Gauss::abscissa().size(); ++i) {
      add(Gauss::abscissa()[i], Gauss::weights()[i]);
      add(-Gauss::abscissa()[i], Gauss::weights()[i]);
    }
  }
  return total;
}

}  // namespace clausius
