#include "theory/velocities/maxwell.h"

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <stdexcept>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "core/special_functions.h"
#include "core/sum.h"

namespace clausius {

MaxwellLaw::MaxwellLaw(int d, double mass, double kt)
    : d_(d), thermal_speed_(std::sqrt(kt / mass)) {
  require_dimension(d);
  if (!(mass > 0) || !(kt > 0))
    throw std::invalid_argument("Maxwell's law needs a positive mass and temperature");
}

double MaxwellLaw::component_pdf(double v) const {
  const double u = v / thermal_speed_;
  return portable::exp(-u * u / 2) / (thermal_speed_ * std::sqrt(2 * kPi));
}

double MaxwellLaw::component_cdf(double v) const {
  return portable::erfc(-v / (thermal_speed_ * std::sqrt(2.0))) / 2;
}

double MaxwellLaw::speed_pdf(double v) const {
  if (v < 0) return 0;
  const double u = v / thermal_speed_;
  const double surface = d_ == 3 ? std::sqrt(2 / kPi) * u * u : u;
  return surface * portable::exp(-u * u / 2) / thermal_speed_;
}

double MaxwellLaw::speed_cdf(double v) const {
  if (v <= 0) return 0;
  const double u = v / thermal_speed_;
  return portable::gamma_p(d_ / 2.0, u * u / 2);
}

double MaxwellLaw::mean_speed() const {
  return thermal_speed_ * std::sqrt(d_ == 3 ? 8 / kPi : kPi / 2);
}

double MaxwellLaw::h() const {
  return -d_ / 2.0 * (portable::log(2 * kPi * thermal_speed_ * thermal_speed_) + 1);
}

std::string MaxwellLaw::source() { return "Maxwell-Boltzmann law"; }

FiniteVelocityLaw::FiniteVelocityLaw(int d, double dof, double v_max)
    : d_(d), dof_(dof), v_max_(v_max) {
  require_dimension(d);
  if (!(dof > d) || !(v_max > 0))
    throw std::invalid_argument(
        "the law of a finite gas needs more degrees of freedom than dimensions and a positive "
        "speed");
  log_component_norm_ = -portable::log(v_max * portable::beta(0.5, (dof - 1) / 2));
  log_speed_norm_ = portable::log(2 / (v_max * portable::beta(d / 2.0, (dof - d) / 2)));
}

double FiniteVelocityLaw::component_pdf(double v) const {
  const double u = v / v_max_;
  if (std::abs(u) >= 1) return 0;
  return portable::exp(log_component_norm_ + (dof_ - 3) / 2 * portable::log1p(-u * u));
}

double FiniteVelocityLaw::component_cdf(double v) const {
  const double u = v / v_max_;
  if (std::abs(u) >= 1) return u < 0 ? 0 : 1;
  // The complement keeps the digits of the lower tail.
  return u < 0 ? portable::ibetac(0.5, (dof_ - 1) / 2, u * u) / 2
               : (1 + portable::ibeta(0.5, (dof_ - 1) / 2, u * u)) / 2;
}

double FiniteVelocityLaw::speed_pdf(double v) const {
  const double u = v / v_max_;
  if (u < 0 || u >= 1) return 0;
  return portable::pow(u, d_ - 1) *
         portable::exp(log_speed_norm_ + ((dof_ - d_) / 2 - 1) * portable::log1p(-u * u));
}

double FiniteVelocityLaw::speed_cdf(double v) const {
  const double u = v / v_max_;
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  return portable::ibeta(d_ / 2.0, (dof_ - d_) / 2, u * u);
}

// (v/v_max)² is Beta(d/2, (D−d)/2) distributed.
double FiniteVelocityLaw::mean_speed() const {
  return v_max_ * portable::tgamma_ratio((d_ + 1) / 2.0, d_ / 2.0) *
         portable::tgamma_ratio(dof_ / 2, (dof_ + 1) / 2);
}

// f(v) = C (1 − v²/v_max²)^(b−1), b = (D−d)/2, C = Γ(D/2)/(π^{d/2} Γ(b) v_max^d); and
// ⟨ln(1 − u²)⟩ = ψ(b) − ψ(D/2).
double FiniteVelocityLaw::h() const {
  const double b = (dof_ - d_) / 2;
  const double log_norm = portable::log(portable::tgamma_ratio(dof_ / 2, b)) -
                          d_ / 2.0 * portable::log(kPi) - d_ * portable::log(v_max_);
  return log_norm + (b - 1) * (portable::digamma(b) - portable::digamma(dof_ / 2));
}

std::string FiniteVelocityLaw::source() {
  return "microcanonical law of N particles, p(v_x) ~ (1 - v_x^2/v_max^2)^((D-3)/2)";
}

double max_speed(double energy, double mass) { return std::sqrt(2 * energy / mass); }

double max_speed_periodic(double energy, double mass, double total_mass) {
  return std::sqrt(2 * energy * (1 - mass / total_mass) / mass);
}

double component_kurtosis(double dof) { return 3 * dof / (dof + 2); }

double speed_kurtosis(int d, double dof) { return (d + 2.0) / d * dof / (dof + 2); }

TheoryValue equilibrium_kurtosis_a2(double dof) {
  return {-2 / (dof + 2), "microcanonical law: a2 = -2/(D + 2), D degrees of freedom"};
}

TheoryValue mean_energy_periodic(int d, double kt, double mass, double total_mass) {
  return {d / 2.0 * kt * (1 - mass / total_mass),
          "equipartition with zero total momentum: (d/2) k_B T (1 - m/M)"};
}

TheoryValue equilibrium_h(int d, double kt, std::span<const double> masses,
                          std::span<const double> counts) {
  if (masses.empty() || masses.size() != counts.size())
    throw std::invalid_argument("the equilibrium H needs a count for each mass");
  CompensatedSum sum, particles;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    sum += counts[i] * MaxwellLaw(d, masses[i], kt).h();
    particles += counts[i];
  }
  return {sum.value() / particles.value(),
          "Maxwell-Boltzmann: <ln f> = -(d/2)(ln(2 pi k_B T/m) + 1)"};
}

}  // namespace clausius
