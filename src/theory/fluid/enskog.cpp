#include "clausius/theory/enskog.h"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "core/special_functions.h"
#include "theory/velocities/maxwell.h"

namespace clausius {
namespace {

std::string enskog_source(const Mixture& mixture) {
  return "Enskog, contact value from " + contact_source(mixture);
}

// The path per collision does not depend on temperature, so any value will do.
constexpr double kAnyTemperature = 1;

double mean_speed(const Mixture& mixture, std::size_t species) {
  return MaxwellLaw(mixture.dimensions, mixture.components[species].mass, kAnyTemperature)
      .mean_speed();
}

// Mean over the free flights in a gas of one species of `of_speed(v)`: flights start with speeds of
// density ∝ rate(v)·Maxwell(v).
template <typename Function>
double mean_over_speeds(int d, Function of_speed) {
  const MaxwellLaw law(d, 1, 1);
  // Beyond 12 thermal speeds Maxwell's law is below 1e-30.
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      [&](double v) { return law.speed_pdf(v) * of_speed(v); }, 0.0, 12.0, 5, 1e-13);
}

}  // namespace

namespace {

// Rates at which a particle of species i collides with those of species j, divided by the contact
// values.
class DiluteRates {
 public:
  DiluteRates(const Mixture& mixture, double kt)
      : mixture_(mixture),
        fractions_(mixture.fractions()),
        density_(mixture.number_density()),
        kt_(kt) {}
  [[nodiscard]] double operator()(std::size_t i, std::size_t j) const {
    const MixtureComponent& first = mixture_.components[i];
    const MixtureComponent& second = mixture_.components[j];
    const double sphere = mixture_.dimensions == 3 ? 4 * kPi : 2 * kPi;
    const double sigma = mixture_.contact_distance(i, j);
    const double inv_mass = 1 / first.mass + 1 / second.mass;
    return sphere * portable::pow(sigma, mixture_.dimensions - 1) * density_ * fractions_[j] *
           std::sqrt(kt_ * inv_mass / (2 * kPi));
  }

 private:
  const Mixture& mixture_;
  std::vector<double> fractions_;
  double density_, kt_;
};

}  // namespace

Eigen::MatrixXd collision_rates(const Mixture& mixture, double kt) {
  const DiluteRates dilute(mixture, kt);
  Eigen::MatrixXd rates = contact_values(mixture);
  for (std::size_t i = 0; i < mixture.components.size(); ++i)
    for (std::size_t j = 0; j < mixture.components.size(); ++j)
      rates(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) *= dilute(i, j);
  return rates;
}

namespace {

// Standard errors of `rates`, due to those of the contact values.
Eigen::MatrixXd rate_uncertainties(const Mixture& mixture, const Eigen::MatrixXd& rates) {
  return rates.cwiseProduct(contact_uncertainties(mixture).cwiseQuotient(contact_values(mixture)));
}

}  // namespace

TheoryValue collision_rate(const Mixture& mixture, double kt, std::size_t species) {
  const ContactValues contacts(mixture);
  const DiluteRates dilute(mixture, kt);
  TheoryValue rate{0, enskog_source(mixture)};
  for (std::size_t j = 0; j < mixture.components.size(); ++j) {
    const double contact = contacts.value(species, j);
    const double with = contact * dilute(species, j);
    rate.value += with;
    rate.uncertainty += with * (contacts.uncertainty(species, j) / contact);
  }
  return rate;
}

TheoryValue collision_rate(const Mixture& mixture, double kt) {
  const Eigen::MatrixXd rates = collision_rates(mixture, kt);
  const Eigen::VectorXd of_species = rates.rowwise().sum();
  const Eigen::VectorXd uncertainty = rate_uncertainties(mixture, rates).rowwise().sum();
  const std::vector<double> x = mixture.fractions();
  TheoryValue mean{0, enskog_source(mixture)};
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean.value += x[i] * of_species[static_cast<Eigen::Index>(i)];
    mean.uncertainty += x[i] * uncertainty[static_cast<Eigen::Index>(i)];
  }
  return mean;
}

TheoryValue mean_free_time(const Mixture& mixture, double kt) {
  return collision_rate(mixture, kt).inverse();
}

TheoryValue mean_free_path(const Mixture& mixture) {
  double speed = 0;
  for (std::size_t i = 0; i < mixture.components.size(); ++i)
    speed += mixture.fraction(i) * mean_speed(mixture, i);
  return collision_rate(mixture, kAnyTemperature).inverse() * speed;
}

TheoryValue mean_free_path(const Mixture& mixture, std::size_t species) {
  return collision_rate(mixture, kAnyTemperature, species).inverse() * mean_speed(mixture, species);
}

double finite_speed_factor(double dof) {
  return std::sqrt(dof / 2) * portable::tgamma_ratio(dof / 2, (dof + 1) / 2);
}

namespace {

// Rates of pairs among N particles with their standard errors.
class FiniteRates {
 public:
  FiniteRates(const Mixture& mixture, double kt)
      : contacts_(mixture), dilute_(mixture, kt), mixture_(mixture) {
    double particles = 0;
    for (const MixtureComponent& component : mixture.components) particles += component.count;
    speed_ = finite_speed_factor(mixture.dimensions * (particles - 1));
  }
  [[nodiscard]] double value(std::size_t i, std::size_t j) const {
    return kinetic(i, j) * contacts_.value(i, j);
  }
  [[nodiscard]] TheoryValue of(std::size_t i) const {
    TheoryValue sum{0, "Enskog, contact value from " + contacts_.source() + ", finite N"};
    for (std::size_t j = 0; j < mixture_.components.size(); ++j) {
      sum.value += value(i, j);
      sum.uncertainty += kinetic(i, j) * contacts_.uncertainty(i, j);
    }
    return sum;
  }

 private:
  [[nodiscard]] double kinetic(std::size_t i, std::size_t j) const {
    const double count = mixture_.components[j].count;
    return count > 0 ? speed_ * dilute_(i, j) * mixture_.partners(i, j) / count : 0;
  }

  FiniteContactValues contacts_;
  DiluteRates dilute_;
  const Mixture& mixture_;
  double speed_;
};

}  // namespace

Eigen::MatrixXd finite_collision_rates(const Mixture& mixture, double kt) {
  const FiniteRates finite(mixture, kt);
  const auto kinds = static_cast<Eigen::Index>(mixture.components.size());
  Eigen::MatrixXd rates(kinds, kinds);
  for (Eigen::Index i = 0; i < kinds; ++i)
    for (Eigen::Index j = 0; j < kinds; ++j)
      rates(i, j) = finite.value(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  return rates;
}

TheoryValue finite_collision_rate(const Mixture& mixture, double kt, std::size_t species) {
  return FiniteRates(mixture, kt).of(species);
}

TheoryValue finite_collision_rate(const Mixture& mixture, double kt) {
  const FiniteRates finite(mixture, kt);
  const std::vector<double> x = mixture.fractions();
  TheoryValue mean;
  for (std::size_t i = 0; i < x.size(); ++i) {
    TheoryValue one = finite.of(i);
    mean.value += x[i] * one.value;
    mean.uncertainty += x[i] * one.uncertainty;
    mean.source = std::move(one.source);
  }
  return mean;
}

TheoryValue mean_collision_energy(double kt, double dof) {
  return {2 * kt * dof / (dof + 1), "kinetic theory, exact: 2 k_B T D/(D + 1)"};
}

double collision_energy_survival(double x, double dof) {
  return x < 0.5 * dof ? portable::exp(0.5 * (dof - 1) * portable::log1p(-2 * x / dof)) : 0;
}

TheoryValue wall_hit_rate(double pressure, double mass, double kt) {
  return {pressure / std::sqrt(2 * kPi * mass * kt), "exact: P/sqrt(2 pi m k_B T)"};
}

// Mean relative speed of a particle of speed c and a Maxwellian partner (σ²ρ and χ cancel), over
// its average √2 ⟨v⟩. 3D: Chapman & Cowling § 5.4; 2D: the mean of Rice's distribution.
double relative_rate_of_speed(int d, double reduced_speed) {
  const double c = reduced_speed;
  if (d == 3) {
    // (c + 1/c) erf(c/√2) + √(2/π) exp(−c²/2), continued to 2√(2/π) at c = 0.
    const double mean = c < 1e-4 ? std::sqrt(2 / kPi) * (2 + c * c / 3)
                                 : (c + 1 / c) * portable::erf(c / std::sqrt(2.0)) +
                                       std::sqrt(2 / kPi) * portable::exp(-c * c / 2);
    return mean / (4 / std::sqrt(kPi));
  }
  if (d != 2) throw std::invalid_argument("a gas has two or three dimensions");
  const double x = c * c / 4;
  const double mean =
      std::sqrt(kPi / 2) * portable::exp(-x) *
      ((1 + 2 * x) * portable::cyl_bessel_i(0, x) + 2 * x * portable::cyl_bessel_i(1, x));
  return mean / std::sqrt(kPi);
}

// With ν(v) = rate(v)/⟨rate⟩ free times have ⟨t⟩ = 1, ⟨t²⟩ = 2⟨1/ν⟩ (averages over Maxwell's law).
TheoryValue free_time_ratio(int d) {
  const double mean =
      mean_over_speeds(d, [&](double v) { return 1 / relative_rate_of_speed(d, v); });
  return {2 * mean, "Boltzmann-Enskog, speed-dependent collision rate"};
}

// Paths: ⟨ℓ⟩ = ⟨v⟩, ⟨ℓ²⟩ = 2⟨v²/ν⟩.
TheoryValue free_path_ratio(int d) {
  const double mean =
      mean_over_speeds(d, [&](double v) { return v * v / relative_rate_of_speed(d, v); });
  const double path = MaxwellLaw(d, 1, 1).mean_speed();
  return {2 * mean / (path * path), "Boltzmann-Enskog, speed-dependent collision rate"};
}

// A flight that begins with speed v, of density ν(v) times Maxwell's, lasts longer than t with
// probability exp(−ν(v) t).
double free_time_survival(int d, double time) {
  return mean_over_speeds(d, [&](double v) {
    const double rate = relative_rate_of_speed(d, v);
    return rate * portable::exp(-rate * time);
  });
}

double free_path_survival(int d, double length) {
  const double path = MaxwellLaw(d, 1, 1).mean_speed() * length;
  return mean_over_speeds(d, [&](double v) {
    const double rate = relative_rate_of_speed(d, v);
    return v > 0 ? rate * portable::exp(-rate * path / v) : 0;
  });
}

}  // namespace clausius
