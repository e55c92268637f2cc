#include "theory/fluid/number_fluctuation.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <functional>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "core/elementary.h"
#include "theory/fluid/structure.h"

namespace clausius {

namespace {

// Common area of two disks of radius ½, x apart, relative to that of one.
double common_area(double x) {
  return x < 1 ? 2 / kPi * (portable::acos(x) - x * std::sqrt(1 - x * x)) : 0;
}

template <class Function>
double over(const Function& f, double from, double to) {
  return boost::math::quadrature::gauss<double, 15>::integrate(f, from, to);
}

// Calls visit(place, weight) for each node of a rule of integration.
template <class Visit>
void at_nodes(double from, double to, const Visit& visit) {
  using Rule = boost::math::quadrature::gauss<double, 15>;
  const double half = 0.5 * (to - from), middle = 0.5 * (to + from);
  for (std::size_t k = 0; k < Rule::abscissa().size(); ++k) {
    const double shift = half * Rule::abscissa()[k], weight = half * Rule::weights()[k];
    visit(middle + shift, weight);
    if (shift > 0) visit(middle - shift, weight);
  }
}

constexpr double kFarAway = 10;  // diameters, from which on faces do not influence each other

// The scale of the common area that gives the compressibility, between 1 and 4 diameters.
double scale_of_core(double phi) {
  const double wanted = (1 - reduced_compressibility(2, phi)) * kPi / (4 * phi);
  double low = 1, high = 4;
  for (int round = 0; round < 50; ++round) {
    const double a = 0.5 * (low + high);
    const double core =
        kPi +
        a * a * phi * over([a](double r) { return 2 * kPi * r * (common_area(r / a) - 1); }, 0, 1);
    (core > wanted ? low : high) = a;
  }
  return 0.5 * (low + high);
}

}  // namespace

DiskStructure::DiskStructure(double phi) : density_(4 * phi / kPi) {
  const double a = scale_of_core(phi), depth = 1 / reduced_compressibility(2, phi);
  const auto direct = [&](double r) {
    return -depth * (1 + a * a * phi * (common_area(r / a) - 1));
  };
  constexpr int kPanels = 8;
  for (int panel = 0; panel < kPanels; ++panel)
    at_nodes(0.5 * kPi * panel / kPanels, 0.5 * kPi * (panel + 1) / kPanels,
             [&](double angle, double weight) {
               const double x = portable::sin(angle), chord = portable::cos(angle);
               const double line =
                   2 * over([&](double y) { return direct(std::sqrt(x * x + y * y)); }, 0, chord);
               lines_.push_back({x, 2 * weight * chord * line});
             });
}

double DiskStructure::structure_factor(double k) const {
  double transform = 0;
  for (const Line& line : lines_) transform += line.weight * portable::cos(k * line.place);
  return 1 / (1 - density_ * transform);
}

NumberFluctuation::NumberFluctuation(int d, double phi) : bulk_(reduced_compressibility(d, phi)) {
  std::function<double(double)> structure_factor;
  if (d == 2)
    structure_factor = [disks = DiskStructure(phi)](double k) { return disks.structure_factor(k); };
  else
    structure_factor = [phi](double k) { return percus_yevick_structure_factor(phi, k); };
  constexpr int kPanels = 60;  // up to this wave number; beyond it S − 1 is of order k⁻²
  for (int panel = 0; panel < kPanels; ++panel)
    at_nodes(panel, panel + 1, [&](double k, double weight) {
      waves_.push_back({k, 2 / kPi * weight * (structure_factor(k) - 1) / (k * k)});
    });
  outside_ = 1 - structure_factor(0);
  constexpr double kSmall = 0.05;
  // The mean of |xy| over the directions is r²/π in two dimensions and r² 2/3π in three.
  edge_ = -4 / kPi * (structure_factor(kSmall) + outside_ - 1) / (kSmall * kSmall);
}

// The transform of t − min(|x|, t) is 2 (1 − cos kt)/k².
double NumberFluctuation::face(double distance) const {
  const double t = std::min(distance, kFarAway);
  double sum = t * outside_;
  for (const Wave& wave : waves_) sum += wave.weight * (1 - portable::cos(wave.k * t));
  return sum;
}

TheoryValue NumberFluctuation::variance(double particles, const std::vector<double>& widths,
                                        const std::vector<double>& box) const {
  constexpr double kWide = 3;      // diameters: correlations reach hardly farther
  constexpr double kShape = 0.05;  // relative uncertainty of the structure factor's moments
  const double far = face(kFarAway);
  double inside = 1, least = kFarAway;
  double once = 0, twice = 0;  // Σ 1/w_k, Σ 1/(w_j w_k) over the axes with faces
  int axes = 0;
  for (std::size_t k = 0; k < box.size(); ++k) {
    inside *= widths[k] / box[k];
    if (widths[k] == box[k] || far == 0) continue;
    ++axes;
    least = std::min(least, widths[k]);
    const double one = face(std::min(widths[k], box[k] - widths[k])) / far / widths[k];
    twice += once * one;
    once += one;
  }
  const double all = bulk_ * (1 - inside) + far * once + edge_ * twice;
  // Not described: the number of all particles, to order 1/N; blocks that are narrow along more
  // than one axis.
  double uncertainty = portable::hypot(kShape * far * once, (1 - bulk_) / particles);
  if (axes > 1 && least < kWide) uncertainty = std::abs(1 - inside - all);
  uncertainty = portable::hypot(uncertainty, kShape * edge_ * twice);
  return {particles * inside * all, source(), particles * inside * uncertainty};
}

}  // namespace clausius
