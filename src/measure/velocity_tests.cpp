#include "clausius/measure/velocity_tests.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace clausius {

namespace {

constexpr std::size_t kSpeedBins = 60;
constexpr double kLargestSpeed = 6;  // √(k_BT/m); beyond it 1e-7 of a Maxwell gas, one more bin
// The distance of the cdfs is taken at this many points: a step of 1/2¹⁶ hides less than 0.1/√n for
// up to 4e7 samples.
constexpr std::size_t kQuantileBins = 1 << 16;
constexpr std::size_t kStride = 8;
// With fewer pools the fixed energy would take less than the whole of one degree of freedom.
constexpr double kLeastDegreesOfFreedom = 5;

}  // namespace

template <int Dim>
VelocityTests<Dim>::VelocityTests(FiniteVelocityLaw law, double share)
    : law_(law),
      share_(share),
      speeds_(0, kLargestSpeed, kSpeedBins),
      component_quantiles_(0, 1, kQuantileBins) {}

template <int Dim>
void VelocityTests<Dim>::add(const std::vector<Vec<Dim>>& scaled_velocities) {
  for (const auto& v : scaled_velocities) speeds_.add(v.norm());
  const std::size_t particles = scaled_velocities.size();
  const auto instant = static_cast<std::size_t>(instants_);
  for (std::size_t i = instant % std::min(kStride, particles); i < particles; i += kStride) {
    const auto axis = static_cast<Eigen::Index>((i / kStride + instant) % Dim);
    component_quantiles_.add(
        std::min(law_.component_cdf(scaled_velocities[i][axis]), std::nextafter(1.0, 0.0)));
  }
  ++instants_;
}

template <int Dim>
std::optional<GoodnessOfFit> VelocityTests<Dim>::speed_test() const {
  auto test = chi_square_test(speeds_, [this](double v) { return law_.speed_cdf(v); });
  if (!test || test->degrees_of_freedom < kLeastDegreesOfFreedom) return std::nullopt;
  test->degrees_of_freedom -= share_;
  test->p_value = boost::math::gamma_q(0.5 * test->degrees_of_freedom, 0.5 * test->statistic);
  return test;
}

template <int Dim>
std::optional<GoodnessOfFit> VelocityTests<Dim>::component_test() const {
  return kolmogorov_smirnov_test(
      component_quantiles_, [](double u) { return std::clamp(u, 0.0, 1.0); },
      static_cast<double>(component_quantiles_.total()));
}

template class VelocityTests<2>;
template class VelocityTests<3>;

}  // namespace clausius
