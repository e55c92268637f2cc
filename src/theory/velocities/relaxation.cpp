#include "theory/velocities/relaxation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "theory/solution.h"

namespace clausius {
// Two velocities of length 1 in random directions collide with probability ∝ |v₁₂| (2D: then the
// scattering angle θ has density sin(θ/2)/4, 3D: scattering is isotropic); averages the change of
// v₁⁴ + v₂⁴.
TheoryValue initial_kurtosis_slope(int d) {
  require_dimension(d);
  return {d == 3 ? 8.0 / 35 : 64.0 / 225, "Boltzmann equation, equal speeds"};
}

TheoryValue sonine_relaxation_rate(int d) {
  require_dimension(d);
  return {4.0 * (d - 1) / (d * (d + 2)), "first Sonine approximation"};
}

// At contact the normal relative velocity g has density ∝ g exp(−g²/2θ), θ = kT₁/m₁ + kT₂/m₂, so
// ⟨g²⟩ = 2θ; the first particle's contribution to it is on average (kT₁/m₁)/θ.
double mean_energy_change(double first_mass, double second_mass, double first_kt, double second_kt,
                          double restitution) {
  const double mu = first_mass * second_mass / (first_mass + second_mass);
  const double first_sq = first_kt / first_mass;
  const double theta = first_sq + second_kt / second_mass;
  const double impulse = (1 + restitution) * mu;
  return -2 * impulse * first_sq + impulse * impulse * theta / first_mass;
}

Eigen::VectorXd temperature_rates(const Mixture& mixture, const Eigen::VectorXd& kt,
                                  const Eigen::MatrixXd& restitution) {
  const int d = mixture.dimensions;
  const Eigen::MatrixXd chi = contact_values(mixture);
  const double density = mixture.number_density();
  const double sphere = d == 3 ? 4 * kPi : 2 * kPi;
  Eigen::VectorXd rates = Eigen::VectorXd::Zero(kt.size());
  for (Eigen::Index i = 0; i < kt.size(); ++i) {
    for (Eigen::Index j = 0; j < kt.size(); ++j) {
      const MixtureComponent& first = mixture.components[static_cast<std::size_t>(i)];
      const MixtureComponent& second = mixture.components[static_cast<std::size_t>(j)];
      const double sigma =
          mixture.contact_distance(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
      const double theta = kt[i] / first.mass + kt[j] / second.mass;
      const double collisions = sphere * portable::pow(sigma, d - 1) * density *
                                mixture.fraction(static_cast<std::size_t>(j)) * chi(i, j) *
                                std::sqrt(theta / (2 * kPi));
      rates[i] += 2.0 / d * collisions *
                  mean_energy_change(first.mass, second.mass, kt[i], kt[j], restitution(i, j));
    }
  }
  return rates;
}

Eigen::MatrixXd relax_temperatures(const Mixture& mixture, const Eigen::VectorXd& kt,
                                   const Eigen::MatrixXd& restitution,
                                   std::span<const double> times) {
  using Values = std::vector<double>;
  // In units of the highest temperature and of the fastest initial change, so that tolerances
  // (including odeint's own for time) mean the same in all systems of units.
  const double unit = kt.maxCoeff();
  const double fastest = temperature_rates(mixture, kt, restitution).cwiseAbs().maxCoeff() / unit;
  const double clock = fastest > 0 ? 1 / fastest : 1;
  const auto derivative = [&](const Values& now, Values& rates, double) {
    const Eigen::Map<const Eigen::VectorXd> reduced(now.data(), kt.size());
    const Eigen::VectorXd result =
        temperature_rates(mixture, unit * reduced, restitution) * (clock / unit);
    rates.assign(result.begin(), result.end());
  };
  const Eigen::VectorXd start = kt / unit;
  Values reduced_times;
  for (const double time : times) reduced_times.push_back(time / clock);
  // Tolerances are far below the resolution of a figure or a measurement, and cheap; the first step
  // is short enough that no negative temperature is tried.
  const auto solution =
      solution_at(reduced_times, {start.begin(), start.end()}, {1e-12, 1e-9}, 0.01, derivative);
  Eigen::MatrixXd result(kt.size(), std::ssize(solution));
  for (Eigen::Index k = 0; k < result.cols(); ++k)
    result.col(k) = unit * Eigen::Map<const Eigen::VectorXd>(
                               solution[static_cast<std::size_t>(k)].data(), kt.size());
  return result;
}

}  // namespace clausius
