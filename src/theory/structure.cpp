#include "clausius/theory/structure.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <complex>
#include <numbers>

namespace clausius {

namespace {

constexpr double kPi = std::numbers::pi;

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

// Volume that two balls share (area of two discs), centres a distance r apart.
// @pre |r1 − r2| ≤ r
double lens(int d, double r1, double r2, double r) {
  if (r >= r1 + r2) return 0;
  if (d == 3)
    return kPi * std::pow(r1 + r2 - r, 2) *
           (r * r + 2 * r * (r1 + r2) - 3 * (r1 - r2) * (r1 - r2)) / (12 * r);
  const double x1 = (r * r + r1 * r1 - r2 * r2) / (2 * r), x2 = r - x1;  // to the common chord
  const auto segment = [](double radius, double x) {
    const double cosine = std::clamp(x / radius, -1.0, 1.0);
    return radius * radius * (std::acos(cosine) - cosine * std::sqrt(1 - cosine * cosine));
  };
  return segment(r1, x1) + segment(r2, x2);
}

constexpr std::size_t kSteps = 400;  // a diameter: errors of 1e-6

}  // namespace

double percus_yevick_structure_factor(double phi, double k) {
  const Baxter q(phi);
  const double factor = 2 * kPi * q.density;
  const std::complex<double> value(
      1 - factor * integral([&](double t) { return q(t) * std::cos(k * t); }, 0, 1),
      factor * integral([&](double t) { return q(t) * std::sin(k * t); }, 0, 1));
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
    : density_(6 * phi / kPi), phi_(phi - phi * phi / 16), diameter_(std::cbrt(1 - phi / 16)) {
  values_ = percus_yevick_pair_distribution(phi_, kSteps, reach / diameter_);
  // Below, Percus and Yevick are right to 1e-6.
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
               const double sinc = k > 0 ? std::sin(k * r) / (k * r) : 1;
               return r * r * scaled(r) * sinc;
             },
             diameter_, 1);
}

double SphereStructure::pair_distribution(double r) const {
  if (r < 1) return 0;
  const double x = wave_ * (r - 1);
  return scaled(r) + amplitude_ / r * std::exp(-x) * std::cos(x);
}

double SphereStructure::structure_factor(double k) const {
  double wave = 2 * kPi * density_ * amplitude_ / wave_;
  if (k > 0) {
    using Complex = std::complex<double>;
    const Complex transform =
        0.5 * (1.0 / Complex(wave_, -(k + wave_)) + 1.0 / Complex(wave_, -(k - wave_)));
    wave = 4 * kPi * density_ * amplitude_ / k * (std::polar(1.0, k) * transform).imag();
  }
  return percus_yevick_structure_factor(phi_, k * diameter_) - transform_of_core(k) + wave;
}

double dilute_pair_distribution(const Mixture& mixture, std::size_t i, std::size_t j, double r) {
  const auto diameter = [&](std::size_t s) { return mixture.components[s].diameter; };
  const auto touching_both = [&](double at) {
    double sum = 0;
    for (std::size_t s = 0; s < mixture.components.size(); ++s)
      sum += mixture.fraction(s) * lens(mixture.dimensions, (diameter(i) + diameter(s)) / 2,
                                        (diameter(j) + diameter(s)) / 2, at);
    return sum;
  };
  const double contact =
      contact_values(mixture)(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  return 1 + (contact - 1) * touching_both(r) / touching_both((diameter(i) + diameter(j)) / 2);
}

double dilute_wall_profile(int d, double contact, double x) {
  if (x >= 1) return 1;
  // The part of a ball of radius 1 that lies behind a plane at the distance x, over half of it.
  const double behind = d == 3 ? 0.5 * (1 - x) * (1 - x) * (2 + x)
                               : 2 / kPi * (std::acos(x) - x * std::sqrt(1 - x * x));
  return 1 + (contact - 1) * behind;
}

}  // namespace clausius
