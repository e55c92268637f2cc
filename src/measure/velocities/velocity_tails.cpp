#include "measure/velocities/velocity_tails.h"

#include <cmath>
#include <numbers>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

Table velocity_tails(const BlockedHistogram& speeds, int dimensions, double a2, double a3,
                     double exponent) {
  const MaxwellLaw law(dimensions, 1, 1);
  const Histogram& counts = speeds.total();
  std::vector<double> maxwell_bins;
  for (std::size_t i = 0; i < counts.bins(); ++i)
    maxwell_bins.push_back(law.speed_cdf(counts.edge(i + 1)) - law.speed_cdf(counts.edge(i)));
  const std::vector<double> errors = speeds.density_errors(maxwell_bins);
  const auto maxwell = [dimensions](double c) {
    return portable::pow(std::numbers::pi, -0.5 * dimensions) * portable::exp(-c * c);
  };
  std::vector<double> speed, density, error, gaussian, sonine, tail, ratio, ratio_error,
      sonine_ratio;
  for (std::size_t i = 0; i < counts.bins(); ++i) {
    const double c = counts.centre(i) / std::numbers::sqrt2;
    // Ratio of the bin's content to that of Maxwell's law: the effect of the bin width cancels.
    const double per_maxwell = counts.width() / maxwell_bins[i];
    speed.push_back(c);
    gaussian.push_back(maxwell(c));
    sonine_ratio.push_back(sonine_factor(dimensions, a2, a3, c));
    sonine.push_back(gaussian.back() * sonine_ratio.back());
    ratio.push_back(counts.density(i) > 0 ? counts.density(i) * per_maxwell : kNaN);
    ratio_error.push_back(errors[i] * per_maxwell);
    density.push_back(gaussian.back() * ratio.back());
    error.push_back(gaussian.back() * ratio_error.back());
    const double touch = 0.5 * exponent;
    tail.push_back(c >= touch ? maxwell(touch) * portable::exp(-exponent * (c - touch)) : kNaN);
  }
  return {"velocity_tails",
          {{"speed", "1", std::move(speed)},
           {"density", "1", std::move(density)},
           {"error", "1", std::move(error)},
           {"maxwell", "1", std::move(gaussian)},
           {"sonine", "1", std::move(sonine)},
           {"exponential", "1", std::move(tail)},
           {"ratio", "1", std::move(ratio)},
           {"ratio_error", "1", std::move(ratio_error)},
           {"sonine_ratio", "1", std::move(sonine_ratio)}}};
}

}  // namespace clausius
