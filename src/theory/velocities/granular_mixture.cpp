#include "theory/velocities/granular_mixture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "clausius/theory/enskog.h"
#include "core/elementary.h"

namespace clausius {

GranularMixture::GranularMixture(const Mixture& mixture, GranularContacts contacts)
    : GranularMixture(mixture, std::move(contacts), collision_rates(mixture, 1), 0) {}

GranularMixture::GranularMixture(Mixture mixture, GranularContacts contacts, Eigen::MatrixXd rates,
                                 double at_rest)
    : mixture_(std::move(mixture)),
      contacts_(std::move(contacts)),
      rates_(std::move(rates)),
      rotations_(mixture_.components.size()),
      at_rest_(at_rest) {
  for (Eigen::Index i = 0; i < rates_.rows(); ++i)
    for (Eigen::Index j = 0; j < rates_.cols(); ++j) {
      const double first = mixture_.components[static_cast<std::size_t>(i)].mass;
      const MixtureComponent& second = mixture_.components[static_cast<std::size_t>(j)];
      rates_(i, j) /= std::sqrt(1 / first + 1 / second.mass);
      if (is_rough(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) && second.count > 0)
        rotations_[static_cast<std::size_t>(i)] = mixture_.dimensions == 3 ? 3 : 1;
    }
}

double GranularMixture::mean(const RigidTemperatures& kt) const {
  double sum = 0, freedom = 0;
  const std::vector<double> x = mixture_.fractions();
  for (std::size_t i = 0; i < species(); ++i) {
    const double share = x[i];
    sum += share * (mixture_.dimensions * kt.translation[i] + rotations_[i] * kt.rotation[i]);
    freedom += share * (mixture_.dimensions + rotations_[i]);
  }
  return sum / freedom;
}

double GranularMixture::collision_rate(std::size_t i, std::size_t j,
                                       const RigidTemperatures& kt) const {
  return rates_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) *
         std::sqrt(kt.translation[i] / mixture_.components[i].mass +
                   kt.translation[j] / mixture_.components[j].mass);
}

double GranularMixture::collision_rate(const RigidTemperatures& kt) const {
  double rate = 0;
  const std::vector<double> x = mixture_.fractions();
  for (std::size_t i = 0; i < species(); ++i)
    for (std::size_t j = 0; j < species(); ++j) rate += x[i] * collision_rate(i, j, kt);
  return rate;
}

// In a collision the normal relative velocity u has ⟨u²⟩ = 2s², s² = T_i/m_i + T_j/m_j, each
// tangential component of the surfaces' relative velocity ⟨u²⟩ = t², which is s² plus the spins'
// contribution, as if of masses q m. The momentum (1 + e) μ u, and (1 + β) μ_t u along the surface,
// is transferred; each degree of freedom gains ½ P²/m − P v, and its own part v of u is correlated
// with u by its share of the variance. Velocities of finitely many particles whose momenta add up
// to zero have the covariances −T_i T_j/Σ N m T, so that the share of v_i is T_i/m_i less T_i (T_i
// − T_j)/Σ N m T.
RigidTemperatures GranularMixture::heating(const RigidTemperatures& kt) const {
  const int d = mixture_.dimensions;
  RigidTemperatures result{std::vector<double>(species()), std::vector<double>(species())};
  double momentum_sq = 0;
  for (std::size_t i = 0; i < species(); ++i)
    momentum_sq += mixture_.components[i].count * mixture_.components[i].mass * kt.translation[i];
  for (std::size_t i = 0; i < species(); ++i)
    for (std::size_t j = 0; j < species(); ++j) {
      const double less = at_rest_ * (kt.translation[i] - kt.translation[j]) / momentum_sq;
      const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
      const double rate = collision_rate(i, j, kt);
      const double m_i = mixture_.components[i].mass, m_j = mixture_.components[j].mass;
      const double inv_mu = 1 / m_i + 1 / m_j;
      const double own_sq = kt.translation[i] * (1 / m_i - less);
      const double s_sq = own_sq + kt.translation[j] * (1 / m_j + less);
      const double normal = (1 + contacts_.restitution(row, column)) / inv_mu;
      double gain = 2 * (normal * normal * s_sq / 2 / m_i - normal * own_sq);
      if (is_rough(i, j)) {
        const Tangential part = tangential(i, j, s_sq, kt);
        const double spin_i = contacts_.inertia[i] * m_i;
        const double along = part.impulse * part.hits.impulse;
        const double kick = part.impulse * part.impulse * part.hits.impulse_sq * part.slip_sq / 2;
        gain += (d - 1) * (kick / m_i - along * own_sq);
        result.rotation[i] +=
            rate * 2 / rotations_[i] * (d - 1) * (kick - along * kt.rotation[i]) / spin_i;
      }
      result.translation[i] += rate * 2 / d * gain;
    }
  return result;
}

auto GranularMixture::tangential(std::size_t i, std::size_t j, double s_sq,
                                 const RigidTemperatures& kt) const -> Tangential {
  const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
  const double m_i = mixture_.components[i].mass, m_j = mixture_.components[j].mass;
  const double inv_mu = 1 / m_i + 1 / m_j;
  const double spin_i = contacts_.inertia[i] * m_i, spin_j = contacts_.inertia[j] * m_j;
  Tangential part;
  part.slip_sq = s_sq + kt.rotation[i] / spin_i + kt.rotation[j] / spin_j;
  part.impulse = (1 + contacts_.tangential(row, column)) / (inv_mu + 1 / spin_i + 1 / spin_j);
  if (contacts_.friction.size() > 0) {
    const double normal = (1 + contacts_.restitution(row, column)) / inv_mu;
    part.hits =
        sliding_hits(mixture_.dimensions, contacts_.friction(row, column) * normal / part.impulse *
                                              std::sqrt(s_sq / part.slip_sq));
  }
  return part;
}

double GranularMixture::sliding_fraction(const RigidTemperatures& kt) const {
  double slide = 0, all = 0;
  const std::vector<double> x = mixture_.fractions();
  for (std::size_t i = 0; i < species(); ++i)
    for (std::size_t j = 0; j < species(); ++j) {
      if (!is_rough(i, j) || contacts_.friction.size() == 0 ||
          std::isinf(
              contacts_.friction(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))))
        continue;
      const double s_sq = kt.translation[i] / mixture_.components[i].mass +
                          kt.translation[j] / mixture_.components[j].mass;
      const double rate = x[i] * collision_rate(i, j, kt);
      all += rate;
      slide += rate * tangential(i, j, s_sq, kt).hits.fraction;
    }
  return all > 0 ? slide / all : 0;
}

bool GranularMixture::spins_away(const RigidTemperatures& kt) const {
  constexpr double kAway = 1e4;
  for (std::size_t i = 0; i < species(); ++i)
    if (rotations_[i] > 0 && kt.rotation[i] > kAway * kt.translation[i]) return true;
  return false;
}

RigidTemperatures GranularMixture::relaxation(const RigidTemperatures& kt) const {
  RigidTemperatures result = heating(kt);
  const double rate = collision_rate(kt);
  for (double& change : result.translation) change /= rate;
  for (double& change : result.rotation) change /= rate;
  return result;
}

// Integrates the temperatures in steps of a part of the fastest time. Slow, but safe: there is one
// steady state, and the gas itself reaches it in this way.
template <class Change>
RigidTemperatures GranularMixture::steady(RigidTemperatures kt, const Change& change) const {
  constexpr double kStep = 0.5, kSteady = 1e-13;
  constexpr int kMost = 10000000;
  for (int step = 0; step < kMost; ++step) {
    const RigidTemperatures rate = change(kt);
    double fastest = 0, diagonal = 0;
    const auto over_all = [&](auto visit) {
      for (std::size_t i = 0; i < species(); ++i) {
        if (mixture_.components[i].count == 0) continue;
        visit(kt.translation[i], rate.translation[i], i);
        if (rotations_[i] > 0) visit(kt.rotation[i], rate.rotation[i], i);
      }
    };
    over_all([&](double one, double its_rate, std::size_t i) {
      fastest = std::max(fastest, std::abs(its_rate) / one);
      double suffered = 0;
      for (std::size_t j = 0; j < species(); ++j) suffered += collision_rate(i, j, kt);
      diagonal = std::max(diagonal, suffered);
    });
    if (fastest < kSteady * diagonal || spins_away(kt)) return kt;
    const double dt = kStep / std::max(fastest, diagonal);
    over_all([&](double& one, double its_rate, std::size_t /*i*/) {
      one *= portable::exp(dt * its_rate / one);
    });
  }
  return kt;
}

auto GranularMixture::cooling() const -> Cooling {
  Cooling result;
  const std::vector<double> ones(species(), 1.0);
  result.kt = steady({ones, ones}, [this](const RigidTemperatures& kt) {
    RigidTemperatures change = heating(kt);
    const double fall = mean(change) / mean(kt);
    for (std::size_t i = 0; i < species(); ++i) {
      change.translation[i] -= fall * kt.translation[i];
      change.rotation[i] -= fall * kt.rotation[i];
    }
    return change;
  });
  result.exists = !spins_away(result.kt);
  const double norm = mean(result.kt);
  for (double& one : result.kt.translation) one /= norm;
  for (double& one : result.kt.rotation) one /= norm;
  result.collision_rate = collision_rate(result.kt);
  result.reduced_rate = -mean(heating(result.kt)) / result.collision_rate;
  return result;
}

std::optional<RoughGas> GranularMixture::rough_gas() const {
  if (species() > 1 || rotations_[0] == 0 || may_slide()) return std::nullopt;
  return RoughGas(mixture_.dimensions, contacts_.restitution(0, 0), contacts_.tangential(0, 0),
                  contacts_.inertia[0]);
}

RigidTemperatures GranularMixture::driven(const std::vector<double>& heating) const {
  // Starts from the temperature at which a gas with the ratios of the cooling state would be
  // steady.
  const Cooling ratios = cooling();
  RigidTemperatures supplied{heating, std::vector<double>(species())};
  const double kt =
      portable::pow(mean(supplied) / (ratios.reduced_rate * ratios.collision_rate), 2.0 / 3);
  RigidTemperatures start = ratios.exists ? ratios.kt : RigidTemperatures{heating, heating};
  for (double& one : start.translation) one *= kt;
  for (double& one : start.rotation) one *= kt;
  return steady(start, [&](const RigidTemperatures& at) {
    RigidTemperatures change = this->heating(at);
    for (std::size_t i = 0; i < species(); ++i) change.translation[i] += heating[i];
    return change;
  });
}

std::string GranularMixture::source() const {
  const std::string law = may_slide() ? "Herbst, Huthmann & Zippelius (2000)"
                          : contacts_.tangential.size() > 0
                              ? "Huthmann & Zippelius (1997), Santos, Kremer & Garzo (2010)"
                              : "Garzo & Dufty (1999)";
  return law + ": Maxwell's law at each temperature";
}

}  // namespace clausius
