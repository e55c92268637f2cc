#include "measure/transport/transport_steps.h"

#include <algorithm>

#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "theory/estimates.h"

namespace clausius {

namespace {

// Number of collisions from which on the observed rate is more accurate than that of a fluid far
// too dense.
constexpr std::int64_t kRateKnown = 1000;

// Partial collision rates: from the theory of the fluid (for a denser gas at the freezing density),
// scaled to the rate observed so far.
template <int Dim>
Eigen::MatrixXd expected_rates(const Measured<Dim>& run) {
  const double kt = run.books.reference_kt();
  Mixture fluid = run.theory.mixture();
  const double freezing = freezing_packing_fraction(Dim);
  const bool too_dense = fluid.packing_fraction > freezing;
  if (too_dense) fluid.packing_fraction = freezing;
  Eigen::MatrixXd rates = collision_rates(fluid, kt);
  const double elapsed = run.books.last().time - run.history.rows().front().time;
  const double seen = 2 * static_cast<double>(run.books.collisions()) / run.theory.particles();
  if (too_dense)
    rates *= (elapsed > 0 && run.books.collisions() > kRateKnown
                  ? seen / elapsed
                  : estimated_collision_rate(run.theory.mixture(), kt)) /
             collision_rate(fluid, kt).value;
  return rates;
}

}  // namespace

template <int Dim>
std::vector<double> transport_steps(const Measured<Dim>& run) {
  constexpr double kStepsPerTime = 8;
  const std::size_t kinds = run.count.size();
  std::vector<double> steps(kinds);
  if (run.books.reference_kt() <= 0 || run.theory.particles() < 2) return steps;
  const Eigen::MatrixXd rates = expected_rates(run);
  // Inelastic collisions change velocities by (1 + e)/2 of what elastic ones do, and in units of
  // the thermal speed, which falls, by the square of that.
  const double kept = portable::pow(0.5 * (1 + run.gas.restitution.minCoeff()), 2);
  for (std::size_t s = 0; s < kinds; ++s) {
    // A collision with a particle of species b changes 2 m_b/(m_s + m_b) of what one between equals
    // changes.
    double rate = 0;
    for (std::size_t b = 0; b < kinds; ++b)
      rate += rates(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(b)) * 2 *
              run.gas.species[b].mass / (run.gas.species[s].mass + run.gas.species[b].mass);
    if (run.count[s] > 0) steps[s] = 1 / (kStepsPerTime * rate * kept);
  }
  return steps;
}

std::optional<std::size_t> first_lag(double settling, double rearranging, std::uint64_t samples) {
  // Lags as long as a quarter of the run are still sampled a few times.
  constexpr std::uint64_t kLagsInRun = 4;
  const auto lag = [](std::size_t index) { return MultiTau<int>::lag(index); };
  const double wanted = std::max(settling, rearranging);
  std::size_t first = kFirstLag;
  while (first < kLastFirstLag && static_cast<double>(lag(first)) < wanted &&
         samples >= kLagsInRun * static_cast<std::uint64_t>(lag(first + 2 * kLagSpan)))
    first += kLagSpan;
  const double needed = std::min(rearranging, static_cast<double>(lag(kLastFirstLag)));
  if (static_cast<double>(2 * lag(first)) <= needed) return std::nullopt;
  return first;
}

template <int Dim>
double rearranging_steps(const Measured<Dim>& run) {
  constexpr double kFrom = 0.87, kToDouble = 0.04;
  const double density =
      std::min(1.0, run.theory.mixture().packing_fraction / freezing_packing_fraction(Dim));
  return static_cast<double>(MultiTau<int>::lag(kFirstLag)) *
         portable::pow(2, (density - kFrom) / kToDouble);
}

template std::vector<double> transport_steps(const Measured<2>&);
template std::vector<double> transport_steps(const Measured<3>&);
template double rearranging_steps(const Measured<2>&);
template double rearranging_steps(const Measured<3>&);

}  // namespace clausius
