#include "theory/fluid/missed_contacts.h"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <cmath>
#include <limits>

#include "clausius/theory/enskog.h"
#include "core/special_functions.h"

namespace clausius {
namespace {

constexpr const char* kSource = "overlaps shorter than a step, leading order in dt";

// Thermal relative speed √(k_BT/μ) of two particles over their contact distance.
double relative_rate(const Mixture& mixture, std::size_t i, std::size_t j, double kt) {
  const MixtureComponent &a = mixture.components[i], &b = mixture.components[j];
  return std::sqrt(kt * (1 / a.mass + 1 / b.mass)) / mixture.contact_distance(i, j);
}

double missed_of_pair(int d, double x) { return x * x / (d == 3 ? 3 : 8); }

// Mean of of_pair(relative rate·dt) over the pairs of species, weighted by their collision rates
// times weight(i, j).
template <typename OfPair, typename Weight>
TheoryValue mean_over_pairs(const Mixture& mixture, double kt, double dt, OfPair of_pair,
                            Weight weight) {
  const Eigen::MatrixXd rates = collision_rates(mixture, kt);
  const std::vector<double> x = mixture.fractions();
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < mixture.components.size(); ++i)
    for (std::size_t j = 0; j < mixture.components.size(); ++j) {
      const double w =
          x[i] * weight(i, j) * rates(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      sum += w * of_pair(relative_rate(mixture, i, j, kt) * dt);
      weights += w;
    }
  return {weights > 0 ? sum / weights : 0, kSource};
}

}  // namespace

TheoryValue missed_fraction(const Mixture& mixture, double kt, double dt) {
  return mean_over_pairs(
      mixture, kt, dt, [&](double x) { return missed_of_pair(mixture.dimensions, x); },
      [](std::size_t, std::size_t) { return 1.0; });
}

TheoryValue missed_virial_fraction(const Mixture& mixture, double kt, double dt) {
  const double factor =
      (mixture.dimensions == 3 ? 1.0 : 5.0 / 16) / boost::math::constants::root_two_pi<double>();
  // The average virial of a collision is √μ σ times a factor that does not depend on the species.
  const auto virial = [&mixture](std::size_t i, std::size_t j) {
    const MixtureComponent &a = mixture.components[i], &b = mixture.components[j];
    return 2 * mixture.contact_distance(i, j) / std::sqrt(1 / a.mass + 1 / b.mass);
  };
  return mean_over_pairs(
      mixture, kt, dt, [factor](double x) { return factor * x * x * x; }, virial);
}

double step_that_misses(const Mixture& mixture, double kt, double fraction) {
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < mixture.components.size(); ++i)
    for (std::size_t j = 0; j < mixture.components.size(); ++j)
      if (const double rate = relative_rate(mixture, i, j, kt); rate > 0)
        step = std::min(step, std::sqrt(fraction / missed_of_pair(mixture.dimensions, 1)) / rate);
  return step;
}

double fastest_speed(int d, double mass, double kt, double count) {
  if (kt <= 0 || count <= 0) return 0;
  // m v²/2k_BT has a gamma distribution of shape d/2; a single particle is treated as one of two.
  return std::sqrt(2 * kt / mass * portable::gamma_q_inv(0.5 * d, 1 / std::max(count, 2.0)));
}

}  // namespace clausius
