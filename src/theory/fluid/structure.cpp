#include "theory/fluid/structure.h"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <complex>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "core/elementary.h"

namespace clausius {

namespace {

// Baxter's function q(t) = a/2 (t² − 1) + b (t − 1) of hard spheres, 0 ≤ t ≤ 1.
struct Baxter {
  explicit Baxter(double phi)
      : density(6 * phi / kPi),
        a((1 + 2 * phi) / ((1 - phi) * (1 - phi))),
        b(-1.5 * phi / ((1 - phi) * (1 - phi))) {}
  [[nodiscard]] double operator()(double t) const { return (t - 1) * (0.5 * a * (t + 1) + b); }
  double density, a, b;
};

template <class Function>
double integral(const Function& f, double from, double to) {
  return boost::math::quadrature::gauss<double, 30>::integrate(f, from, to);
}

// The surface of a ball of radius t that lies in a ball of radius b with its centre at a distance
// r.
double surface_within(int d, double t, double b, double r) {
  const double cosine = t > 0 ? std::clamp((t * t + r * r - b * b) / (2 * t * r), -1.0, 1.0) : 1;
  return d == 3 ? 2 * kPi * t * t * (1 - cosine) : 2 * t * portable::acos(cosine);
}

// ∫ over the points at a distance t from `from` to `to` of the centre of ball A that lie in ball B
// (radius b, at a distance r) of the common volume of a ball of radius c about the point and one of
// radius a about A's centre.
double shared_from(int d, double a, double b, double c, double r, double from, double to) {
  // Points where one of the factors has a kink.
  std::array<double, 6> edges{from, to, std::abs(r - b), r + b, std::abs(a - c), a + c};
  for (double& edge : edges) edge = std::clamp(edge, from, std::max(from, to));
  std::sort(edges.begin(), edges.end());
  double sum = 0;
  for (std::size_t e = 1; e < edges.size(); ++e)
    if (edges[e] > edges[e - 1])
      sum +=
          integral([&](double t) { return surface_within(d, t, b, r) * common_volume(d, a, c, t); },
                   edges[e - 1], edges[e]);
  return sum;
}

// The common volume of two balls of radii a and b, r apart, in slices perpendicular to their axis.
class Slices {
 public:
  Slices(double a, double b, double r)
      : a_(a), b_(b), r_(r), from(std::max(-a, r - b)), to(std::min(a, r + b)) {
    chord_ = std::clamp((a * a - b * b + r * r) / (2 * r), from, std::max(from, to));
  }
  [[nodiscard]] double radius(double z) const {
    return std::sqrt(std::max(0.0, std::min(a_ * a_ - z * z, b_ * b_ - (r_ - z) * (r_ - z))));
  }
  template <class Function>
  [[nodiscard]] double sum(const Function& f) const {
    if (from >= to) return 0;
    using Rule = boost::math::quadrature::gauss<double, 20>;
    return Rule::integrate(f, from, chord_) + Rule::integrate(f, chord_, to);
  }

 private:
  double a_, b_, r_, chord_;

 public:
  double from, to;
};

// ∫∫ over pairs of points, one in each of two disks (d = 3) or segments (2) about one axis, that
// are less than s apart perpendicular to it.
double pairs_within(int d, double radius, double other, double s) {
  if (d == 2) {
    const auto corner = [](double x) { return x > 0 ? x * x : 0; };
    const double over = radius + other - s;
    return 4 * radius * other - corner(over) + corner(over - 2 * radius) + corner(over - 2 * other);
  }
  return boost::math::quadrature::gauss<double, 15>::integrate(
      [&](double x) { return 2 * kPi * x * common_volume(2, other, s, x); }, 0, radius);
}

constexpr std::size_t kSteps = 400;  // per diameter: errors of 1e-6

}  // namespace

double common_volume(int d, double r1, double r2, double r) {
  if (r >= r1 + r2) return 0;
  if (r <= std::abs(r1 - r2)) return volume_of_ball(d, std::min(r1, r2));
  if (d == 3)
    return kPi * portable::pow(r1 + r2 - r, 2) *
           (r * r + 2 * r * (r1 + r2) - 3 * (r1 - r2) * (r1 - r2)) / (12 * r);
  // Distances to the common chord.
  const double x1 = (r * r + r1 * r1 - r2 * r2) / (2 * r), x2 = r - x1;
  const auto segment = [](double radius, double x) {
    const double cosine = std::clamp(x / radius, -1.0, 1.0);
    return radius * radius * (portable::acos(cosine) - cosine * std::sqrt(1 - cosine * cosine));
  };
  return segment(r1, x1) + segment(r2, x2);
}

double percus_yevick_structure_factor(double phi, double k) {
  const Baxter q(phi);
  const double factor = 2 * kPi * q.density;
  const std::complex<double> value(
      1 - factor * integral([&](double t) { return q(t) * portable::cos(k * t); }, 0, 1),
      factor * integral([&](double t) { return q(t) * portable::sin(k * t); }, 0, 1));
  return 1 / std::norm(value);
}

// r h(r) = 2πρ ∫₀¹ q(t) (r − t) h(|r − t|) dt outside contact, by the trapezoidal rule; h = −1
// within, and at the jump the mean of both sides.
std::vector<double> percus_yevick_pair_distribution(double phi, std::size_t steps, double reach) {
  const Baxter q(phi);
  const double step = 1 / static_cast<double>(steps);
  const double factor = 2 * kPi * q.density * step;
  const auto outside = static_cast<std::size_t>(std::ceil((reach - 1) / step)) + 1;
  std::vector<double> weights(steps);  // q(1) = 0
  for (std::size_t j = 0; j < steps; ++j) weights[j] = q(static_cast<double>(j) * step);
  std::vector<double> rh(steps + outside);  // at multiples of the step; contact at index `steps`
  for (std::size_t i = 0; i < steps; ++i) rh[i] = -static_cast<double>(i) * step;
  const double contact = (1 + 0.5 * phi) / ((1 - phi) * (1 - phi));
  rh[steps] = 0.5 * (contact - 2);
  for (std::size_t i = steps + 1; i < rh.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 1; j < steps; ++j) sum += weights[j] * rh[i - j];
    rh[i] = factor * sum / (1 - 0.5 * factor * weights[0]);
  }
  std::vector<double> g{contact};
  g.reserve(outside);
  for (std::size_t i = steps + 1; i < rh.size(); ++i)
    g.push_back(1 + rh[i] / (static_cast<double>(i) * step));
  return g;
}

SphereStructure::SphereStructure(double phi, double reach)
    : density_(6 * phi / kPi), phi_(phi - phi * phi / 16), diameter_(portable::cbrt(1 - phi / 16)) {
  values_ = percus_yevick_pair_distribution(phi_, kSteps, reach / diameter_);
  // For smaller values, Percus and Yevick's theory is accurate to 1e-6.
  constexpr double kLeast = 1e-3;
  if (phi < kLeast) return;
  amplitude_ = contact_value(3, phi) - scaled(1);
  const double missing = reduced_compressibility(3, phi) - percus_yevick_structure_factor(phi_, 0) +
                         transform_of_core(0);
  wave_ = 2 * kPi * density_ * amplitude_ / missing;
}

double SphereStructure::scaled(double r) const {
  const double place = (r / diameter_ - 1) * static_cast<double>(kSteps);
  const auto i = std::min(static_cast<std::size_t>(place), values_.size() - 2);
  return std::lerp(values_[i], values_[i + 1], place - static_cast<double>(i));
}

double SphereStructure::transform_of_core(double k) const {
  return 4 * kPi * density_ *
         integral(
             [&](double r) {
               const double sinc = k > 0 ? portable::sin(k * r) / (k * r) : 1;
               return r * r * scaled(r) * sinc;
             },
             diameter_, 1);
}

double SphereStructure::pair_distribution(double r) const {
  if (r < 1) return 0;
  const double x = wave_ * (r - 1);
  return scaled(r) + amplitude_ / r * portable::exp(-x) * portable::cos(x);
}

double SphereStructure::structure_factor(double k) const {
  double wave = 2 * kPi * density_ * amplitude_ / wave_;
  if (k > 0) {
    using Complex = std::complex<double>;
    const Complex transform =
        0.5 * (1.0 / Complex(wave_, -(k + wave_)) + 1.0 / Complex(wave_, -(k - wave_)));
    wave = 4 * kPi * density_ * amplitude_ / k *
           (Complex(portable::cos(k), portable::sin(k)) * transform).imag();
  }
  return percus_yevick_structure_factor(phi_, k * diameter_) - transform_of_core(k) + wave;
}

// A and B are the balls about i and j that centres of k (radii a_k, b_k) cannot enter, o their
// common part, M(X, Y) the volume of pairs of centres of k in X and l in Y that overlap. At fixed
// activity ln g is a sum over clusters of k and l minus those with i or j alone; with activities in
// terms of densities its second order is Σ n_k n_l [M(B_k, o_l) − M(A_k, B_l outside A_l) − M(o_k,
// o_l)/2].
PairExpansion pair_expansion(int d, const Eigen::MatrixXd& contact, std::span<const double> density,
                             std::size_t i, std::size_t j, double r) {
  PairExpansion result;
  const auto reach = [&](std::size_t s, std::size_t t) {
    return contact(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(t));
  };
  for (std::size_t k = 0; k < density.size(); ++k) {
    const double ak = reach(i, k), bk = reach(j, k);
    result.first += density[k] * common_volume(d, ak, bk, r);
    for (std::size_t l = 0; l < density.size(); ++l) {
      if (density[k] * density[l] == 0) continue;
      const double al = reach(i, l), bl = reach(j, l), c = reach(k, l);
      double sum = -shared_from(d, ak, bl, c, r, al, std::min(ak + c, r + bl));
      sum += shared_from(d, bk, al, c, r, std::max(0.0, r - al), bl);
      const Slices first(ak, bk, r), second(al, bl, r);
      sum -= 0.5 * first.sum([&](double z) {
        return second.sum([&](double y) {
          const double across = c * c - (z - y) * (z - y);
          return across > 0 ? pairs_within(d, first.radius(z), second.radius(y), std::sqrt(across))
                            : 0;
        });
      });
      result.second += density[k] * density[l] * sum;
    }
  }
  return result;
}

PairExpansion pair_expansion(int d, std::span<const double> diameter,
                             std::span<const double> density, std::size_t i, std::size_t j,
                             double r) {
  const auto kinds = static_cast<Eigen::Index>(diameter.size());
  const Eigen::Map<const Eigen::VectorXd> sizes(diameter.data(), kinds);
  return pair_expansion(d, (sizes.replicate(1, kinds) + sizes.transpose().replicate(kinds, 1)) / 2,
                        density, i, j, r);
}

double dilute_wall_profile(int d, double contact, double x) {
  if (x >= 1) return 1;
  // The part of a ball of radius 1 behind a plane at the distance x, relative to half of it.
  const double behind = d == 3 ? 0.5 * (1 - x) * (1 - x) * (2 + x)
                               : 2 / kPi * (portable::acos(x) - x * std::sqrt(1 - x * x));
  return 1 + (contact - 1) * behind;
}

}  // namespace clausius
