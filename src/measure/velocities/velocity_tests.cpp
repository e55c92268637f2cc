#include "measure/velocities/velocity_tests.h"

#include <algorithm>
#include <cmath>

#include "core/special_functions.h"

namespace clausius {

namespace {

constexpr std::size_t kSpeedBins = 60;
// √(k_BT/m); 1e-7 of a Maxwellian gas is beyond it, in one more bin.
constexpr double kLargestSpeed = 6;
// The distance of the cdfs is evaluated at the edges of so many bins that in none of them, with a
// share p ≤ 3e-4 of n samples, it varies by more than √(2p ln(1/p)/n) = 0.07/√n, a tenth of its
// usual value.
constexpr std::size_t kComponentBins = 1 << 14;
constexpr std::size_t kStride = 8;
// With fewer pools the fixed energy would remove less than a whole degree of freedom.
constexpr double kLeastDegreesOfFreedom = 5;

}  // namespace

template <int Dim>
VelocityTests<Dim>::VelocityTests(FiniteVelocityLaw law, double share)
    : law_(law),
      share_(share),
      speeds_(0, kLargestSpeed, kSpeedBins),
      components_(-kLargestSpeed, kLargestSpeed, kComponentBins) {}

template <int Dim>
void VelocityTests<Dim>::add(std::span<const Vec<Dim>> velocities, double inv_scale) {
  for (const Vec<Dim>& v : velocities) speeds_.add(inv_scale * v.norm());
  const std::size_t particles = velocities.size();
  const auto instant = static_cast<std::size_t>(instants_);
  for (std::size_t i = instant % std::min(kStride, particles); i < particles; i += kStride) {
    const auto axis = static_cast<Eigen::Index>((i / kStride + instant) % Dim);
    components_.add(inv_scale * velocities[i][axis]);
  }
  ++instants_;
}

template <int Dim>
std::optional<GoodnessOfFit> VelocityTests<Dim>::speed_test() const {
  auto test = chi_square_test(speeds_, [this](double v) { return law_.speed_cdf(v); });
  if (!test || test->degrees_of_freedom < kLeastDegreesOfFreedom) return std::nullopt;
  test->degrees_of_freedom -= share_;
  test->p_value = portable::gamma_q(0.5 * test->degrees_of_freedom, 0.5 * test->statistic);
  return test;
}

template <int Dim>
std::optional<GoodnessOfFit> VelocityTests<Dim>::component_test() const {
  return kolmogorov_smirnov_test(
      components_, [this](double v) { return law_.component_cdf(v); },
      static_cast<double>(components_.total()));
}

template class VelocityTests<2>;
template class VelocityTests<3>;

}  // namespace clausius
