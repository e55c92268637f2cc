#include "theory/transport/mixture_transport.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "core/linear_algebra.h"
#include "theory/gauss_rules.h"

namespace clausius {
namespace {

// Numbers of polynomials: those used, and those left out to estimate the effect of more.
constexpr int kPolynomials = 10, kFewerPolynomials = 5;

// Change of the functions S_p(c²/2) c (rank 1) or S_p(c²/2) (cc − c²/d) (rank 2) of the velocities
// c of the partners by collisions of two species, in units of √(k_BT/m) of each: averages over the
// colliding pairs of Maxwell's law of the product of the p-th function with the change of the q-th.
struct Brackets {
  Eigen::MatrixXd first;   // both functions of the first partner
  Eigen::MatrixXd second;  // both functions of the second partner
  Eigen::MatrixXd across;  // p-th function of the first, q-th of the second
};

// Along the line of centres the partners have the velocities c₁ = √M₁ V + √M₂ g and c₂ = √M₂ V −
// √M₁ g, M being their shares of the mass; a collision reverses the sign of g, and s = g²/2 of
// colliding pairs has the density e^{−s}. Perpendicular to that line nothing changes. Gauss
// quadrature makes the averages exact.
class PairAverages {
 public:
  PairAverages(int d, int rank, int count)
      : d_(d),
        rank_(rank),
        count_(count),
        centre_(gauss_laguerre(count + 1, -0.5)),
        relative_(gauss_laguerre(count + 1, 0)),
        across_(gauss_laguerre(count + 1, 0.5 * (d - 3))) {}

  // Sum over the components of the mean square of the first function.
  [[nodiscard]] double norm_sq() const { return rank_ == 1 ? d_ : (d_ - 1) * (d_ + 2); }

  [[nodiscard]] Brackets brackets(double first_share) const {
    const double root_first = std::sqrt(first_share), root_second = std::sqrt(1 - first_share);
    const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(count_, count_);
    Brackets result{none, none, none};
    for (Eigen::Index i = 0; i < centre_.nodes.size(); ++i)
      for (Eigen::Index j = 0; j < relative_.nodes.size(); ++j)
        for (const double sign : {-1, 1}) {
          const double weight = 0.5 * centre_.weights[i] * relative_.weights[j];
          const double v = sign * std::sqrt(2 * centre_.nodes[i]);
          const double g = std::sqrt(2 * relative_.nodes[j]);
          const auto first = [&](double along) { return root_first * v + root_second * along; };
          const auto second = [&](double along) { return root_second * v - root_first * along; };
          result.first += weight * change(first(g), first(-g));
          result.second += weight * change(second(g), second(-g));
          // Perpendicular to the line the partners are independent: only the component along it
          // remains.
          const double parts = rank_ == 1 ? 1 : d_ / (d_ - 1.0);
          result.across += weight * parts * along_line(first(g)) *
                           (along_line(second(g)) - along_line(second(-g))).transpose();
        }
    return result;
  }

 private:
  // S_p over their norms, of which the first is 1.
  [[nodiscard]] Eigen::VectorXd polynomials(double speed_sq) const {
    const double alpha = 0.5 * d_ - 1 + rank_, x = 0.5 * speed_sq;
    Eigen::VectorXd result(count_);
    double before = 0, now = 1, norm = 1;
    for (int p = 0; p < count_; ++p) {
      result[p] = now / std::sqrt(norm);
      const double next = ((2 * p + 1 + alpha - x) * now - (p + alpha) * before) / (p + 1);
      before = now;
      now = next;
      norm *= (p + 1 + alpha) / (p + 1);
    }
    return result;
  }
  // Change of one partner, whose velocity along the line of centres changes from x to `after`.
  [[nodiscard]] Eigen::MatrixXd change(double x, double after) const {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(count_, count_);
    for (Eigen::Index k = 0; k < across_.nodes.size(); ++k) {
      const double u_sq = 2 * across_.nodes[k];
      const double before_sq = x * x + u_sq, after_sq = after * after + u_sq;
      const double product = x * after + u_sq;
      const auto contracted = [&](double of_both, double one_sq, double other_sq) {
        return rank_ == 1 ? of_both : of_both * of_both - one_sq * other_sq / d_;
      };
      const Eigen::VectorXd before = polynomials(before_sq);
      const Eigen::VectorXd lost = contracted(before_sq, before_sq, before_sq) * before -
                                   contracted(product, before_sq, after_sq) * polynomials(after_sq);
      sum += across_.weights[k] * before * lost.transpose();
    }
    return sum;
  }
  // The component of the functions along the line of centres, averaged over the perpendicular
  // velocity.
  [[nodiscard]] Eigen::VectorXd along_line(double x) const {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(count_);
    for (Eigen::Index k = 0; k < across_.nodes.size(); ++k) {
      const double speed_sq = x * x + 2 * across_.nodes[k];
      const double component = rank_ == 1 ? x : x * x - speed_sq / d_;
      sum += across_.weights[k] * component * polynomials(speed_sq);
    }
    return sum;
  }

  int d_, rank_, count_;
  GaussRule centre_, relative_, across_;
};

double share_of_mass(const Mixture& mixture, std::size_t i, std::size_t j) {
  const double mass = mixture.components[i].mass;
  return mass / (mass + mixture.components[j].mass);
}

// Decay rates of the functions of the mixture, by species and polynomial, those of a species
// divided by the root of its share of the particles: symmetric.
Eigen::MatrixXd loss_rates(const Mixture& mixture, double kt, int rank, int count) {
  const Eigen::MatrixXd rates = collision_rates(mixture, kt);
  const PairAverages pairs(mixture.dimensions, rank, count);
  const auto kinds = static_cast<Eigen::Index>(mixture.components.size());
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(kinds * count, kinds * count);
  const auto block = [&](Eigen::Index i, Eigen::Index j) {
    return result.block(i * count, j * count, count, count);
  };
  for (Eigen::Index i = 0; i < kinds; ++i)
    for (Eigen::Index j = i; j < kinds; ++j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      const Brackets one = pairs.brackets(share_of_mass(mixture, a, b));
      if (i == j) {
        block(i, i) += rates(i, i) * (one.first + one.across);
        continue;
      }
      block(i, i) += rates(i, j) * one.first;
      block(j, j) += rates(j, i) * one.second;
      // n_i ω_ij = n_j ω_ji.
      block(i, j) += std::sqrt(rates(i, j) * rates(j, i)) * one.across;
      block(j, i) = block(i, j).transpose();
    }
  return result;
}

// The first polynomials of all species only.
Eigen::VectorXd of_first(const Eigen::VectorXd& by_species, int count) {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(by_species.size() * count);
  for (Eigen::Index i = 0; i < by_species.size(); ++i) result[i * count] = by_species[i];
  return result;
}

Eigen::VectorXd over_species(const Mixture& mixture, const auto& value) {
  Eigen::VectorXd result(static_cast<Eigen::Index>(mixture.components.size()));
  for (std::size_t i = 0; i < mixture.components.size(); ++i)
    result[static_cast<Eigen::Index>(i)] = value(i);
  return result;
}

std::string source_of(const Mixture& mixture) {
  return "Chapman & Enskog (10 Sonine polynomials), contact values from " +
         compressibility_factor(mixture).source;
}

// Contribution of correlated collisions, relative to the value and to first order in φ: measured
// with this program, see transport.cpp; larger for self-diffusion in mixtures: 1.8 φ for spheres
// among others of half their diameter and a fifth of their mass. At φ = 0.2 the thermal diffusion
// factor of spheres of one diameter with masses 1 and 4 is 0.8 of Enskog's.
constexpr double kSelfAdded = 1.8, kMutualAdded = 0.8, kViscosityAdded = 0.2,
                 kConductivityAdded = 0.2, kThermalDiffusionAdded = 1;

// A coefficient as a function of its number of polynomials.
TheoryValue converged(const Mixture& mixture, double added, const auto& coefficient) {
  const double value = coefficient(kPolynomials);
  const double change = value - coefficient(kFewerPolynomials);
  return {value, source_of(mixture),
          portable::hypot(change, added * mixture.packing_fraction * value)};
}

// The volume of a ball of radius 1.
double ball_of_radius_one(int d) { return d == 3 ? 4 * kPi / 3 : kPi; }

// The sum over the species j of n_j χ_ij times the volume of a ball of radius σ_ij times
// `value(j)`, which is what collisions of a particle of species i carry across the distance of the
// centres.
double carried(const Mixture& mixture, const Eigen::MatrixXd& chi, std::size_t i,
               const auto& value) {
  const int d = mixture.dimensions;
  const double density = mixture.number_density();
  const std::vector<double> x = mixture.fractions();
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j)
    sum += density * x[j] * chi(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) *
           portable::pow(mixture.contact_distance(i, j), d) * ball_of_radius_one(d) * value(j);
  return sum;
}

// ½ Σ_ij n_i ω_ij σ_ij² `square(i, j)`, per time and volume: half the growth of the mean square of
// what collisions carry across the distance of the centres.
double carried_square(const Mixture& mixture, double kt, const auto& square) {
  const Eigen::MatrixXd rates = collision_rates(mixture, kt);
  const double density = mixture.number_density();
  const std::vector<double> x = mixture.fractions();
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double sigma = mixture.contact_distance(i, j);
      sum += 0.5 * density * x[i] *
             rates(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) * sigma * sigma *
             square(i, j);
    }
  return sum;
}

double reduced_mass(const Mixture& mixture, std::size_t i, std::size_t j) {
  return share_of_mass(mixture, i, j) * mixture.components[j].mass;
}

// Heat flows in the functions S_1(c²/2) c: √(x_i/m_i) by species, more in a dense fluid, where
// collisions carry energy across the distance of the centres: 2 μ g_n V_n, with the velocity V of
// the centre of mass. Of its mean over the partners of a particle this is the part in S_1.
Eigen::VectorXd heat_source(const Mixture& mixture) {
  const Eigen::MatrixXd chi = contact_values(mixture);
  return over_species(mixture, [&](std::size_t i) {
    const double more = carried(mixture, chi, i, [&](std::size_t j) {
      return 6.0 / (mixture.dimensions + 2) * share_of_mass(mixture, i, j) *
             share_of_mass(mixture, j, i);
    });
    return std::sqrt(mixture.fraction(i) / mixture.components[i].mass) * (1 + more);
  });
}

// The decay rates of the functions of rank 1, with one for the total momentum, which is conserved
// and plays no part.
Eigen::MatrixXd losses_at_rest(const Mixture& mixture, double kt, int count) {
  Eigen::MatrixXd losses = loss_rates(mixture, kt, 1, count);
  const Eigen::VectorXd momentum =
      of_first(over_species(mixture,
                            [&](std::size_t i) {
                              return std::sqrt(mixture.components[i].mass * mixture.fraction(i));
                            }),
               count);
  losses += losses.norm() / momentum.squaredNorm() * momentum * momentum.transpose();
  return losses;
}

// x₂ Σ₁ v − x₁ Σ₂ v of two species, by species.
Eigen::VectorXd relative_flux(const Mixture& mixture) {
  return over_species(mixture, [&](std::size_t i) {
    return (i == 0 ? 1 : -1) * std::sqrt(mixture.fraction(i) / mixture.components[i].mass) *
           mixture.fraction(1 - i);
  });
}

}  // namespace

TheoryValue self_diffusion_coefficient(const Mixture& mixture, double kt, std::size_t species) {
  const Eigen::MatrixXd rates = collision_rates(mixture, kt);
  return converged(mixture, kSelfAdded, [&](int count) {
    const PairAverages pairs(mixture.dimensions, 1, count);
    Eigen::MatrixXd losses = Eigen::MatrixXd::Zero(count, count);
    for (std::size_t b = 0; b < mixture.components.size(); ++b)
      losses += rates(static_cast<Eigen::Index>(species), static_cast<Eigen::Index>(b)) *
                pairs.brackets(share_of_mass(mixture, species, b)).first;
    return kt / mixture.components[species].mass * pairs.norm_sq() * pseudo_inverse(losses)(0, 0);
  });
}

TheoryValue mutual_diffusion_coefficient(const Mixture& mixture, double kt) {
  return converged(mixture, kMutualAdded, [&](int count) {
    const Eigen::VectorXd flux = of_first(relative_flux(mixture), count);
    return kt * mixture.dimensions / (mixture.fraction(0) * mixture.fraction(1)) *
           flux.dot(pseudo_inverse(losses_at_rest(mixture, kt, count)) * flux);
  });
}

// The kinetic momentum flux, larger in a dense fluid, where collisions carry momentum across the
// distance of the centres, and the collisional flux itself.
TheoryValue shear_viscosity(const Mixture& mixture, double kt) {
  const int d = mixture.dimensions;
  const Eigen::MatrixXd chi = contact_values(mixture);
  const Eigen::VectorXd stress = over_species(mixture, [&](std::size_t i) {
    const double more = carried(
        mixture, chi, i, [&](std::size_t j) { return 2 * share_of_mass(mixture, j, i) / (d + 2); });
    return std::sqrt(mixture.fraction(i)) * (1 + more);
  });
  // A collision carries the momentum 2 μ g_n along the line of centres. For colliding pairs the
  // mean of g_n² is 2 k_BT/μ, and that of (n_x n_y)² is 1/(d(d + 2)).
  const double collisional = carried_square(mixture, kt, [&](std::size_t i, std::size_t j) {
    return 4 * reduced_mass(mixture, i, j) / (d * (d + 2));
  });
  return converged(mixture, kViscosityAdded, [&](int count) {
    const PairAverages pairs(d, 2, count);
    const Eigen::VectorXd source = of_first(stress, count);
    return kt * mixture.number_density() * pairs.norm_sq() *
               source.dot(pseudo_inverse(loss_rates(mixture, kt, 2, count)) * source) +
           collisional;
  });
}

// The functions of S_0, the velocities of the species, are zero without diffusion, so that their
// rows and columns play no part.
TheoryValue thermal_conductivity(const Mixture& mixture, double kt) {
  const int d = mixture.dimensions;
  const auto kinds = static_cast<Eigen::Index>(mixture.components.size());
  const Eigen::VectorXd heat = heat_source(mixture);
  // For colliding pairs the mean of g_n² is 2 k_BT/μ, that of V_n² is k_BT/(m_i + m_j).
  const double collisional = carried_square(mixture, kt, [&](std::size_t i, std::size_t j) {
    return 4.0 / d * share_of_mass(mixture, i, j) * share_of_mass(mixture, j, i);
  });
  return converged(mixture, kConductivityAdded, [&](int count) {
    const PairAverages pairs(d, 1, count);
    const Eigen::MatrixXd losses = loss_rates(mixture, kt, 1, count);
    std::vector<Eigen::Index> kept;
    for (Eigen::Index k = 0; k < kinds * count; ++k)
      if (k % count > 0) kept.push_back(k);
    const Eigen::VectorXd source = of_first(heat, count - 1);
    const Eigen::MatrixXd without_diffusion = losses(kept, kept);
    return 0.5 * (d + 2) * kt * mixture.number_density() * pairs.norm_sq() *
               source.dot(pseudo_inverse(without_diffusion) * source) +
           collisional;
  });
}

// The forces of thermal diffusion beyond partial enthalpies, over k_BT: of the energy in S_0 that a
// species carries, (d + 2)/2 k_BT by flight and Σ_j n_j χ_ij (volume of σ_ij) M_i k_BT by
// collisions.
TheoryValue thermal_diffusion_factor(const Mixture& mixture, double kt) {
  const int d = mixture.dimensions;
  const Eigen::MatrixXd chi = contact_values(mixture);
  const std::vector<double> enthalpies = partial_enthalpies(mixture, kt);
  const auto mass = [&](std::size_t i) { return mixture.components[i].mass; };
  const auto beyond_enthalpy = [&](std::size_t i) {
    return 0.5 * (d + 2) - enthalpies[i] / kt +
           carried(mixture, chi, i, [&](std::size_t j) { return share_of_mass(mixture, i, j); });
  };
  const double mean_mass = mixture.fraction(0) * mass(0) + mixture.fraction(1) * mass(1);
  const double of_species =
      (mass(1) * beyond_enthalpy(0) - mass(0) * beyond_enthalpy(1)) / mean_mass;
  const Eigen::VectorXd heat = heat_source(mixture);
  const auto of_heat = [&](int count) {
    const Eigen::VectorXd flux = of_first(relative_flux(mixture), count);
    Eigen::VectorXd source = Eigen::VectorXd::Zero(flux.size());
    for (Eigen::Index i = 0; i < heat.size(); ++i) source[i * count + 1] = heat[i];
    const Eigen::VectorXd response = pseudo_inverse(losses_at_rest(mixture, kt, count)) * flux;
    return -std::sqrt(0.5 * (d + 2)) * response.dot(source) / response.dot(flux);
  };
  const double from_heat = of_heat(kPolynomials);
  return {from_heat + of_species, source_of(mixture),
          portable::hypot(from_heat - of_heat(kFewerPolynomials),
                          kThermalDiffusionAdded * mixture.packing_fraction *
                              (std::abs(from_heat) + std::abs(of_species)))};
}

std::vector<double> partial_enthalpies(const Mixture& mixture, double kt) {
  constexpr double kStep = 1e-4;  // relative
  const int d = mixture.dimensions;
  const double mean_volume = mixture.mean_diameter_power(d);
  double all = 0;
  for (const MixtureComponent& one : mixture.components) all += one.count;
  // P V/k_BT over N of this mixture, with more particles of one species in the volume.
  const auto pressure = [&](std::size_t i, double more) {
    Mixture changed = mixture;
    changed.components[i].count += more * all;
    changed.packing_fraction *=
        1 + more * portable::pow(mixture.components[i].diameter, d) / mean_volume;
    return (1 + more) * compressibility_factor(changed).value;
  };
  const std::vector<double> x = mixture.fractions();
  std::vector<double> volumes;
  double mean = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    volumes.push_back((pressure(i, kStep) - pressure(i, -kStep)) / (2 * kStep));
    mean += x[i] * volumes[i];
  }
  for (double& one : volumes)
    one = kt * (0.5 * d + compressibility_factor(mixture).value * one / mean);
  return volumes;
}

}  // namespace clausius
