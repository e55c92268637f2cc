#include "theory/fluid/rigid_gas.h"

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <utility>

#include "clausius/core/constants.h"
#include "core/elementary.h"

namespace clausius {

// --- a pair -------------------------------------------------------------------------------------

RigidPair::RigidPair(int d, double first_mass, double second_mass, std::size_t kinds)
    : d_(d),
      inv_first_mass_(1 / first_mass),
      inv_second_mass_(1 / second_mass),
      rate_crowding_(kinds),
      virial_crowding_(kinds) {}

void RigidPair::add(double area, double separation, double first_lever, double second_lever,
                    double alignment, std::span<const double> shared) {
  contacts_.push_back({area, first_lever, second_lever});
  const double root_k = std::sqrt(inv_first_mass_ + inv_second_mass_ + first_lever + second_lever);
  root_k_ += area * root_k;
  separation_ += area * separation;
  alignment_ += area * separation / d_ * alignment;
  for (std::size_t k = 0; k < shared.size(); ++k) {
    rate_crowding_[k] += area * root_k * shared[k];
    virial_crowding_[k] += area * separation * shared[k];
  }
}

double RigidPair::rate() const { return root_k_ / std::sqrt(2 * kPi); }

double RigidPair::second_virial() const { return separation_ / (2 * d_); }

template <class Visit>
void RigidPair::for_each(const TwoBodies& kt, const Visit& visit) const {
  const double masses = inv_first_mass_ + inv_second_mass_;
  const double translation =
      kt.first_translation * inv_first_mass_ + kt.second_translation * inv_second_mass_;
  for (const Contact& contact : contacts_)
    visit(contact, masses + contact.first_lever + contact.second_lever,
          translation + kt.first_rotation * contact.first_lever +
              kt.second_rotation * contact.second_lever);
}

double RigidPair::rate(const TwoBodies& kt) const {
  double sum = 0;
  for_each(kt, [&](const Contact& contact, double /*k*/, double variance) {
    sum += contact.area * std::sqrt(variance);
  });
  return sum / std::sqrt(2 * kPi);
}

TwoBodies RigidPair::heating(const TwoBodies& kt, double e) const {
  TwoBodies sum;
  // For colliding pairs ⟨u²⟩ is twice the variance.
  for_each(kt, [&](const Contact& contact, double k, double variance) {
    const double weight = contact.area * std::sqrt(variance / (2 * kPi)) * (1 + e) / k;
    const double impulse = (1 + e) * variance / k;
    const auto gain = [&](double share_of_k, double temperature) {
      return weight * share_of_k * (impulse - 2 * temperature);
    };
    sum.first_translation += gain(inv_first_mass_, kt.first_translation);
    sum.first_rotation += gain(contact.first_lever, kt.first_rotation);
    sum.second_translation += gain(inv_second_mass_, kt.second_translation);
    sum.second_rotation += gain(contact.second_lever, kt.second_rotation);
  });
  return sum;
}

// --- the gas ------------------------------------------------------------------------------------

RigidGas::RigidGas(int d, double volume, std::vector<RigidComponent> components,
                   std::vector<RigidPair> pairs)
    : d_(d),
      volume_(volume),
      particles_(0),
      components_(std::move(components)),
      pairs_(std::move(pairs)) {
  for (const RigidComponent& component : components_) particles_ += component.count;
  if (d_ != 3 || components_.size() > 1 || components_[0].volume <= 0 || particles_ < 2) return;
  const RigidComponent& one = components_[0];
  const double second = pairs_[0].second_virial() / one.volume;
  std::optional<double> third;
  if (!one.convex) third = second * pairs_[0].virial_crowding(0) / one.volume;
  const RigidFluid fluid(second, third);
  packing_fraction_ = one.count * one.volume / volume_;
  if (fluid.nonsphericity() <= RigidFluid::kLongest) fluid_ = fluid;
}

std::string RigidGas::source() const {
  if (!fluid_) return "surface of contact: exact to the first order in density";
  return components_[0].convex
             ? "surface of contact and Nezbeda (1976)"
             : "surface of contact and Nezbeda (1976), with the exact third virial coefficient";
}

const RigidPair& RigidGas::pair(std::size_t i, std::size_t j) const {
  // Row i of the triangle begins after Σ (n − r) for r < i.
  return pairs_[i * components_.size() - i * (i + 1) / 2 + j];
}

double RigidGas::partners(std::size_t i, std::size_t j) const {
  return std::max(0.0, components_[j].count - (i == j ? 1 : 0)) / volume_;
}

double RigidGas::freedom(std::size_t i) const { return d_ + components_[i].rotational_degrees; }

// Spheres: χ = (1 − φ/2)/(1 − φ)³ = 1 + 5φ/2 + …; disks: (1 − 7φ/16)/(1 − φ)² = 1 + 25φ/16 + …
double RigidGas::contact_value(double first_order) const {
  if (d_ == 2) {
    const double phi = first_order * 16 / 25;
    return (1 - 7 * phi / 16) / ((1 - phi) * (1 - phi));
  }
  const double phi = first_order * 2 / 5;
  return (1 - phi / 2) / portable::pow(1 - phi, 3);
}

template <class Crowding>
double RigidGas::first_order(std::size_t i, std::size_t j, const Crowding& crowding) const {
  double sum = 0;
  for (std::size_t k = 0; k < components_.size(); ++k)
    sum += std::max(0.0, components_[k].count - (k == i ? 1 : 0) - (k == j ? 1 : 0)) * crowding(k);
  return sum / volume_;
}

double RigidGas::rate_contact_value(std::size_t i, std::size_t j) const {
  const RigidPair& both = pair(std::min(i, j), std::max(i, j));
  if (fluid_) {
    // Rates and the virial weigh the surface of contact differently, by a few per cent; exactly to
    // the first order in density.
    const double ratio = both.rate_crowding(0) / both.virial_crowding(0);
    return (1 + ratio * (fluid_->contact_value(packing_fraction_) - 1)) * finite_fluid_factor();
  }
  return excluded(i, j) *
         contact_value(first_order(i, j, [&](std::size_t k) { return both.rate_crowding(k); }));
}

double RigidGas::finite_fluid_factor() const {
  return fluid_->finite_factor(packing_fraction_, particles_) * particles_ / (particles_ - 1);
}

// Measured with this program, relative to RigidGas::rate_contact_value() (1200 bodies, errors
// 0.002): capsules of shaft/diameter ½, 1, 2 and 3 at φ = 0.1: 0.001, 0.002, −0.003, −0.002; at
// 0.2: 0.004, 0.007, 0.005, −0.005; at 0.3: 0.008, 0.013, 0.015, 0.008; at 0.4: 0.010, 0.015,
// 0.023, 0.014; clumps as in RigidFluid::uncertainty() at 0.1: 0.011, 0.005, 0.015; at 0.2: 0.034,
// 0.044, 0.064.
double RigidGas::rate_uncertainty() const {
  constexpr double kOfDensity = 0.05;
  if (!fluid_) return 0;
  return portable::hypot(kOfDensity * packing_fraction_, fluid_->uncertainty(packing_fraction_));
}

double RigidGas::excluded(std::size_t i, std::size_t j) const {
  return 1 / (1 - 2 * pair(std::min(i, j), std::max(i, j)).second_virial() / volume_);
}

double RigidGas::crowding() const {
  double largest = 0;
  for (std::size_t i = 0; i < components_.size(); ++i)
    for (std::size_t j = i; j < components_.size(); ++j)
      largest = std::max(
          largest, first_order(i, j, [&](std::size_t k) { return pair(i, j).rate_crowding(k); }));
  return largest * (d_ == 2 ? 16.0 / 25 : 2.0 / 5);
}

TheoryValue RigidGas::collision_rate(double kt, std::size_t species) const {
  double rate = 0;
  for (std::size_t j = 0; j < components_.size(); ++j)
    rate += partners(species, j) * rate_contact_value(species, j) *
            pair(std::min(species, j), std::max(species, j)).rate();
  rate *= std::sqrt(kt);
  return {rate, source(), rate_uncertainty() * rate};
}

TheoryValue RigidGas::collision_rate(double kt) const {
  double rate = 0;
  for (std::size_t i = 0; i < components_.size(); ++i)
    rate += components_[i].count / particles_ * collision_rate(kt, i).value;
  return {rate, source(), rate_uncertainty() * rate};
}

TheoryValue RigidGas::compressibility_factor() const {
  if (fluid_) {
    const double excess =
        fluid_->excess(packing_fraction_) * fluid_->finite_factor(packing_fraction_, particles_);
    return {1 + excess, source(), fluid_->uncertainty(packing_fraction_) * excess};
  }
  double z = 1;
  for (std::size_t i = 0; i < components_.size(); ++i)
    for (std::size_t j = 0; j < components_.size(); ++j) {
      const RigidPair& both = pair(std::min(i, j), std::max(i, j));
      const double contact =
          excluded(i, j) *
          contact_value(first_order(i, j, [&](std::size_t k) { return both.virial_crowding(k); }));
      z += components_[i].count / particles_ * partners(i, j) * both.second_virial() * contact;
    }
  return {z, source()};
}

double RigidGas::second_virial() const {
  double b = 0;
  for (std::size_t i = 0; i < components_.size(); ++i)
    for (std::size_t j = 0; j < components_.size(); ++j)
      b += components_[i].count * components_[j].count / (particles_ * particles_) *
           pair(std::min(i, j), std::max(i, j)).second_virial();
  return b;
}

// Q has as many independent Gaussian elements as it has eigenvalue ratio and directions: five of
// variance 3/(10 N) in three dimensions, where the largest eigenvalue is √(2/3) |Q| cos β with
// density ∝ sin 3β of β in [0, π/3], ⟨cos β⟩ = 27/32; two of variance 1/(2N) in two.
TheoryValue RigidGas::nematic_order(std::size_t species) const {
  const double count = components_[species].count;
  const double aligned = 1 - partners(species, species) * pair(species, species).alignment();
  const double independent =
      d_ == 2 ? std::sqrt(kPi / 4 / count) : 2.25 * std::sqrt(2 / (5 * kPi * count));
  return {independent * std::sqrt(aligned), "isotropic: largest eigenvalue of a Gaussian matrix"};
}

RigidTemperatures RigidGas::relaxation(const RigidTemperatures& kt, double e) const {
  const std::size_t kinds = components_.size();
  RigidTemperatures change{std::vector<double>(kinds), std::vector<double>(kinds)};
  double suffered = 0;  // per time, by all particles
  for (std::size_t i = 0; i < kinds; ++i)
    for (std::size_t j = i; j < kinds; ++j) {
      const TwoBodies temperatures{kt.translation[i], kt.rotation[i], kt.translation[j],
                                   kt.rotation[j]};
      const double contact = rate_contact_value(i, j);
      // Each particle of i collides with those of j, and vice versa; for one species, each pair is
      // counted twice, once as first and once as second.
      const double half = i == j ? 0.5 : 1;
      const double first = half * partners(i, j) * contact,
                   second = half * partners(j, i) * contact;
      const TwoBodies gain = pair(i, j).heating(temperatures, e);
      change.translation[i] += first * gain.first_translation;
      change.rotation[i] += first * gain.first_rotation;
      change.translation[j] += second * gain.second_translation;
      change.rotation[j] += second * gain.second_rotation;
      suffered += 2 * components_[i].count * first * pair(i, j).rate(temperatures);
    }
  const double rate = suffered / particles_;
  for (std::size_t i = 0; i < kinds; ++i) {
    change.translation[i] *= 2 / (d_ * rate);
    const int g = components_[i].rotational_degrees;
    change.rotation[i] *= g > 0 ? 2 / (g * rate) : 0;
  }
  return change;
}

RigidGas::Cooling RigidGas::cooling(double e) const {
  // Translation and rotation cool at one rate, so that their ratio is constant.
  const double d = d_, g = components_[0].rotational_degrees;
  const auto temperatures = [&](double ratio) -> RigidTemperatures {
    const double translation = (d + g) / (d + g * ratio);  // T = 1
    return {{translation}, {translation * ratio}};
  };
  const auto drift = [&](double ratio) {
    const RigidTemperatures kt = temperatures(ratio), change = relaxation(kt, e);
    return change.rotation[0] / kt.rotation[0] - change.translation[0] / kt.translation[0];
  };
  Cooling state;
  std::uintmax_t steps = 100;
  const auto [low, high] = boost::math::tools::toms748_solve(
      drift, 0.1, 10.0, boost::math::tools::eps_tolerance<double>(40), steps);
  state.temperature_ratio = 0.5 * (low + high);
  const RigidTemperatures kt = temperatures(state.temperature_ratio), change = relaxation(kt, e);
  state.reduced_rate = -(d * change.translation[0] + g * change.rotation[0]) / (d + g);
  const TwoBodies both{kt.translation[0], kt.rotation[0], kt.translation[0], kt.rotation[0]};
  state.rate_factor = pairs_[0].rate(both) / pairs_[0].rate();
  return state;
}

}  // namespace clausius
