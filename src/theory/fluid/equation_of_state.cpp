#include "clausius/theory/equation_of_state.h"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <stdexcept>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "core/linear_algebra.h"
#include "theory/fluid/structure.h"

namespace clausius {
namespace {

void require_fluid(int d, double phi) {
  if (d != 2 && d != 3) throw std::invalid_argument("a gas has two or three dimensions");
  if (!(phi >= 0 && phi < 1)) throw std::invalid_argument("a packing fraction lies in [0, 1)");
}

struct Term {
  int power;
  double coefficient;
};

// The series of each paper in x = φ/(1−φ), without the leading 1.
constexpr std::array<Term, 11> kSpheres{{{1, 4},
                                         {2, 6},
                                         {3, 2.3647684},
                                         {4, -0.8698551},
                                         {5, 1.1062803},
                                         {6, -1.1014221},
                                         {7, 0.66605866},
                                         {8, -0.03633431},
                                         {10, -0.20965164},
                                         {14, 0.10555569},
                                         {22, -0.00872380}}};
constexpr std::array<Term, 14> kDisks{{{1, 2},
                                       {2, 1.12801775},
                                       {3, 0.00181895291},
                                       {4, -0.0526134737},
                                       {5, 0.0504960168},
                                       {6, -0.0325537792},
                                       {7, 0.0134578632},
                                       {8, 0.00140888182},
                                       {9, -0.00834273601},
                                       {10, 0.00694127367},
                                       {11, -0.00262254723},
                                       {12, 0.000355746352},
                                       {22, -5.24672938e-9},
                                       {57, 5.88054639e-23}}};

// B_n/B_2^{n−1} from n = 2 on.
constexpr std::array<double, 9> kVirialsOfSpheres{
    1, 0.625, 0.286949506, 0.110252, 0.0388820, 0.01302354, 0.0041832, 0.0013094, 0.0004035};
constexpr std::array<double, 9> kVirialsOfDisks{
    1, 0.782004437, 0.532231807, 0.33355604, 0.1988425, 0.1148728, 0.0649930, 0.0362193, 0.0199537};

// (Z − 1)/φ, and Z′ and Z″ with respect to φ.
struct Series {
  double excess_over_phi = 0, first = 0, second = 0;
};

template <std::size_t Size>
Series sum_series(const std::array<Term, Size>& terms, double phi) {
  const double x = phi / (1 - phi);
  Series in_x;
  for (const auto& [n, c] : terms) {
    in_x.excess_over_phi += c * portable::pow(x, n - 1);
    in_x.first += c * n * portable::pow(x, n - 1);
    if (n > 1) in_x.second += c * n * (n - 1) * portable::pow(x, n - 2);
  }
  // x = φ/(1−φ): dx/dφ = 1/(1−φ)², d²x/dφ² = 2/(1−φ)³.
  const double slope = 1 / ((1 - phi) * (1 - phi));
  return {in_x.excess_over_phi / (1 - phi), in_x.first * slope,
          in_x.second * slope * slope + in_x.first * 2 * slope / (1 - phi)};
}

Series accurate_series(int d, double phi) {
  require_fluid(d, phi);
  return d == 3 ? sum_series(kSpheres, phi) : sum_series(kDisks, phi);
}

// Relative error of Z − 1 of these series within the fluid: the deviation from their authors'
// simulations, whose error is equally large.
double accurate_series_error(int d) { return d == 3 ? 3e-5 : 1e-4; }

std::string accurate_source(int d) {
  return d == 3 ? "Kolafa, Labik & Malijevsky (2004)" : "Kolafa & Rottner (2006)";
}

// Moments Σ ρ_i σ_i^k, k = 0 … d, of the number densities, on which alone the excess free energy of
// a mixture depends.
using DensityMoments = Eigen::VectorXd;

// βp_ex for unlike diameters: (2^{d−1} π/2d) Σ ρ_i ρ_j σ_ij^d χ_ij with contact_values() as
// polynomials in the diameters.
double excess_pressure(const DensityMoments& m) {
  if (m.size() == 4) {
    const double phi = kPi / 6 * m[3], free = 1 / (1 - phi);
    const double layer = phi * m[2] / m[3] * free;
    const double plain = (m[0] * m[3] + 3 * m[1] * m[2]) / 4;
    const double once = (m[1] * m[3] + m[2] * m[2]) / 2, twice = m[2] * m[3];
    return 2 * kPi / 3 * free * (plain + 1.5 * layer * once + 0.5 * layer * layer * twice);
  }
  const double phi = kPi / 4 * m[2], free = 1 / (1 - phi);
  const double plain = (m[0] * m[2] + m[1] * m[1]) / 2;
  return kPi / 2 * (free * plain + (contact_value(2, phi) - free) * m[1] * m[1]);
}

// βF_ex/V: the integral of the excess pressure from the ideal gas at fixed composition.
double excess_free_energy(const DensityMoments& moments) {
  return boost::math::quadrature::gauss<double, 20>::integrate(
      [&](double share) { return excess_pressure(share * moments) / (share * share); }, 0, 1);
}

double polynomial(const Eigen::VectorXd& coefficients, double x) {
  double sum = 0;
  for (Eigen::Index k = coefficients.size(); k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

// Contact values of unlike diameters as polynomials in 2σ_iσ_j/(σ_i + σ_j): the coefficients.
// @param layer ⟨σ^{d−1}⟩/⟨σ^d⟩
Eigen::VectorXd contact_coefficients(int d, double phi, double layer) {
  const double free = 1 / (1 - phi), thick = phi * layer * free;
  if (d == 3) return Eigen::Vector3d(1, 1.5 * thick, 0.5 * thick * thick) * free;
  return Eigen::Vector2d(free, (contact_value(2, phi) - free) * layer);
}

// The volume in which a third particle of species k touches both particles of i and j in contact:
// 1 + Σ ρ_k of it is the contact value to first order in density.
double near_both(const Mixture& mixture, std::size_t i, std::size_t j, std::size_t k) {
  return common_volume(mixture.dimensions, mixture.contact_distance(i, k),
                       mixture.contact_distance(j, k), mixture.contact_distance(i, j));
}

double reduced_diameter(const Mixture& mixture, std::size_t i, std::size_t j) {
  const double first = mixture.components[i].diameter, second = mixture.components[j].diameter;
  return 2 * first * second / (first + second);
}

// Error of the contact values of a nonadditive mixture, relative to the square of the largest first
// order in density of any of them: a bound of that of the second order, which is known exactly
// (pair_expansion()), for equal and unlike diameters whose unlike contact distance is from 0.6 to
// 1.4 times half their sum.
constexpr double kNonadditiveSecondOrder = 0.3;

double particles_of(const Mixture& mixture) {
  double particles = 0;
  for (const MixtureComponent& component : mixture.components) particles += component.count;
  return particles;
}

}  // namespace

double freezing_packing_fraction(int d) {
  require_fluid(d, 0);
  return d == 3 ? 0.494 : 0.700;
}

double near_freezing_packing_fraction(int d) { return 0.88 * freezing_packing_fraction(d); }

double melting_collisions(int d, double phi) {
  constexpr double kMost = 1000;
  const double freezing = freezing_packing_fraction(d);
  if (phi <= near_freezing_packing_fraction(d) || phi >= freezing) return 0;
  return std::min(kMost, std::ceil((d == 3 ? 10 : 15) / (1 - phi / freezing)));
}

double kolafa_labik_malijevsky(double phi) {
  return 1 + phi * accurate_series(3, phi).excess_over_phi;
}

double carnahan_starling(double phi) {
  require_fluid(3, phi);
  return (1 + phi * (1 + phi * (1 - phi))) / portable::pow(1 - phi, 3);
}

double kolafa_rottner(double phi) { return 1 + phi * accurate_series(2, phi).excess_over_phi; }

double henderson(double phi) {
  require_fluid(2, phi);
  return (1 + phi * phi / 8) / ((1 - phi) * (1 - phi));
}

std::span<const double> virial_coefficients(int d) {
  require_fluid(d, 0);
  return d == 3 ? kVirialsOfSpheres : kVirialsOfDisks;
}

double virial_series(int d, double phi) {
  require_fluid(d, phi);
  const double step = portable::pow(2, d - 1) * phi;  // ρ B_2
  double power = 1, sum = 1;
  for (const double coefficient : virial_coefficients(d)) {
    power *= step;
    sum += coefficient * power;
  }
  return sum;
}

TheoryValue compressibility_factor(int d, double phi) {
  const double excess = phi * accurate_series(d, phi).excess_over_phi;
  return {1 + excess, accurate_source(d), accurate_series_error(d) * excess};
}

double contact_value(int d, double phi) {
  return accurate_series(d, phi).excess_over_phi / portable::pow(2, d - 1);
}

double reduced_compressibility(int d, double phi) {
  const Series z = accurate_series(d, phi);
  return 1 / (1 + phi * (z.excess_over_phi + z.first));
}

namespace {

// Coefficients of exp(Σ_{k≥1} f_k x^k); f[0] is not used.
std::vector<double> exponential(const std::vector<double>& f) {
  std::vector<double> result(f.size());
  result[0] = 1;
  for (std::size_t k = 1; k < f.size(); ++k)
    for (std::size_t j = 1; j <= k; ++j)
      result[k] += static_cast<double>(j) / static_cast<double>(k) * f[j] * result[k - j];
  return result;
}

// V ∂ln Q_N/∂V / N of the configuration integral Q_N of N particles. Mayer's cluster integrals b_l
// follow from ln(z/ρ) = Σ n/(n − 1) B_n ρ^{n−1} by Lagrange's inversion, l² b_l = [ρ^{l−1}]
// (ρ/z)^l; and Σ Q_N z^N = exp(V Σ b_l z^l), so Q_N = polynomial in V from clusters of at most N.
double few_particles(std::span<const double> virials, double density, std::size_t particles) {
  const double volume = static_cast<double>(particles) / density;  // in units of B_2, as density
  std::vector<double> clusters(particles + 1), growths(particles + 1);
  for (std::size_t l = 1; l <= particles; ++l) {
    const auto size = static_cast<double>(l);
    std::vector<double> f(particles);
    for (std::size_t n = 2; n <= particles; ++n)
      f[n - 1] = -size * static_cast<double>(n) / static_cast<double>(n - 1) * virials[n - 2];
    const double cluster = exponential(f)[l - 1] / (size * size);
    clusters[l] = volume * cluster;
  }
  const std::vector<double> integrals = exponential(clusters);
  for (std::size_t n = 1; n <= particles; ++n)  // V ∂Q_n/∂V = Σ V b_l Q_{n−l}
    for (std::size_t l = 1; l <= n; ++l) growths[n] += clusters[l] * integrals[n - l];
  return growths[particles] / (static_cast<double>(particles) * integrals[particles]);
}

// Below this packing fraction only pairs contribute, to more digits than a double has.
constexpr double kOnlyPairs = 1e-7;
// Up to this packing fraction the partition function of at most ten particles is used, in boxes of
// at least this edge in diameters: clusters that reach around the box to their own images are rare,
// and their terms do not yet cancel. (Three spheres at φ = 0.1, in a box of 2.5 diameters, have Z −
// 1 = 0.3914 ± 0.0005 instead of 0.3860.)
constexpr double kFewSpheres = 0.1, kFewDisks = 0.25, kFewLeastEdge = 3;
// Uncertainty of 1 − (Z_N − 1)/(Z − 1), whose first order is known, relative to its square.
constexpr double kSecondOrder = 1;

// Relative uncertainty of Z − 1 near freezing, where few particles sometimes order for hundreds of
// collisions each: measured with this program, 4 % less at 0.986 of the freezing density for 100
// disks, 3 % for 196, 1 % for 400, 1.7 % at 0.992 for 108 spheres, nothing at 0.96. They do so
// seldom before: 100 spheres from 0.85 on (1 % less on average), 100 disks at 0.957 in one run of
// 30 (6 % less there), 1000 hardly.
double near_freezing(int d, double phi, double particles) {
  constexpr double kFrom = 0.96, kAtFreezing = 0.7;
  const double density = phi / freezing_packing_fraction(d);
  const auto on_the_way = [density](double from, double to) {
    return std::clamp((density - from) / (to - from), 0.0, 1.0);
  };
  const double seldom = d == 3 ? 1.5 * on_the_way(0.82, 0.89) : 3 * on_the_way(0.9, kFrom);
  return kAtFreezing / std::sqrt(particles) * on_the_way(kFrom, 1) + seldom / particles;
}

// Relative uncertainty of Z − 1 in a box so small that correlations reach a particle's own images:
// a bound on results of this program, 30 runs each of 8 to 50 particles from φ = 0.1 up
// (8 spheres at 0.4: −32 %, 32: +2 %; 10 disks at 0.65: +44 %, 16: −9 %, 32: below 1 %). It falls
// with the edge of the box as correlations do with the distance.
double round_the_box(int d, double phi, double particles) {
  const double edge = portable::pow(particles * kPi / (2 * d * phi), 1.0 / d);
  const double density = phi / freezing_packing_fraction(d);
  return d == 3 ? 18 * density * density * portable::exp(-edge / 0.6)
                : 68 * portable::pow(density, 5.5) * portable::exp(-edge / 0.75);
}

// Z_N = 1 + (Z − 1)·factor: the factor for particles of one diameter.
TheoryValue finite_contact_factor(int d, double phi, double particles) {
  const std::string expansion = accurate_source(d) + ", finite N: Z - (rho/2N) P''/P'";
  if (phi < kOnlyPairs) return {1 - 1 / particles, expansion};
  const Series z = accurate_series(d, phi);
  const double first = 1 + phi * (z.excess_over_phi + z.first);
  const double second = 2 * z.first + phi * z.second;
  const double loss = second / (2 * particles * first * z.excess_over_phi);
  const double second_order = kSecondOrder * loss * loss;
  const std::span<const double> virials = virial_coefficients(d);
  if (particles >= 2 && particles <= static_cast<double>(virials.size() + 1) &&
      particles == std::floor(particles) && phi <= (d == 3 ? kFewSpheres : kFewDisks) &&
      particles * kPi / (2 * d) >= phi * portable::pow(std::min(particles, kFewLeastEdge), d)) {
    const double few =
        few_particles(virials, portable::pow(2, d - 1) * phi, static_cast<std::size_t>(particles));
    const double factor = (few - 1) / (phi * z.excess_over_phi);
    return {factor,
            "virial coefficients of Clisby & McCoy (2006), partition function of N particles",
            std::min(second_order, std::abs(factor - (1 - loss)))};
  }
  return {1 - loss, expansion,
          portable::hypot(portable::hypot(second_order, near_freezing(d, phi, particles)),
                          round_the_box(d, phi, particles))};
}

// Z_N from Z and the factor of Z − 1.
TheoryValue with_finite_contact(const TheoryValue& z, const TheoryValue& factor) {
  return {1 + (z.value - 1) * factor.value, factor.source,
          portable::hypot(z.uncertainty * factor.value, (z.value - 1) * factor.uncertainty)};
}

}  // namespace

TheoryValue finite_compressibility_factor(int d, double phi, double particles) {
  return with_finite_contact(compressibility_factor(d, phi),
                             finite_contact_factor(d, phi, particles));
}

double Mixture::partners(std::size_t i, std::size_t j) const {
  return std::max(0.0, components[j].count - (i == j ? 1 : 0));
}

double Mixture::fraction(std::size_t i) const { return fractions()[i]; }

std::vector<double> Mixture::fractions() const {
  double total = 0;
  for (const MixtureComponent& component : components) total += component.count;
  std::vector<double> result;
  for (const MixtureComponent& component : components) result.push_back(component.count / total);
  return result;
}

double Mixture::mean_diameter_power(double power) const {
  double mean = 0;
  const std::vector<double> x = fractions();
  for (std::size_t i = 0; i < components.size(); ++i)
    mean += x[i] * portable::pow(components[i].diameter, power);
  return mean;
}

double Mixture::number_density() const {
  return packing_fraction / (kPi / (2 * dimensions) * mean_diameter_power(dimensions));
}

double Mixture::contact_distance(std::size_t i, std::size_t j) const {
  return is_additive()
             ? (components[i].diameter + components[j].diameter) / 2
             : contact_distances(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
}

bool Mixture::one_diameter() const {
  return is_additive() &&
         std::all_of(components.begin(), components.end(), [this](const MixtureComponent& c) {
           return c.diameter == components.front().diameter;
         });
}

ContactValues::ContactValues(const Mixture& mixture)
    : mixture_(mixture),
      one_diameter_(mixture.one_diameter()),
      alike_(contact_value(mixture.dimensions, mixture.packing_fraction)) {
  if (one_diameter_) return;
  if (!mixture.is_additive()) {
    const std::vector<double> x = mixture.fractions();
    const double density = mixture.number_density();
    first_.setZero(std::ssize(x), std::ssize(x));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j)
        for (std::size_t k = 0; k < x.size(); ++k)
          first_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) +=
              density * x[k] * near_both(mixture, i, j, k);
    return;
  }
  layer_ = mixture.mean_diameter_power(mixture.dimensions - 1) /
           mixture.mean_diameter_power(mixture.dimensions);
  coefficients_ = contact_coefficients(mixture.dimensions, mixture.packing_fraction, layer_);
}

double ContactValues::value(std::size_t i, std::size_t j) const {
  if (one_diameter_) return alike_;
  if (first_.size() > 0) {
    // The first order of contact_value() is B_3/B_2² · 2^{d−1} φ.
    const int d = mixture_.dimensions;
    const double first = first_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    const double density = first / (portable::pow(2, d - 1) * virial_coefficients(d)[1]);
    return contact_value(d, std::min(density, freezing_packing_fraction(d)));
  }
  return polynomial(coefficients_, reduced_diameter(mixture_, i, j));
}

double ContactValues::uncertainty(std::size_t i, std::size_t j) const {
  const int d = mixture_.dimensions;
  if (one_diameter_) return accurate_series_error(d) * alike_;
  if (first_.size() > 0) return kNonadditiveSecondOrder * portable::pow(crowding(), 2);
  // Published contact values are polynomials in the size parameter z from 1/(1 − φ) at z = 0 to
  // that of one diameter at z = 1. They agree to first order in φ and differ in the dependence of
  // the rest on z between these ends: as z, as z² or between.
  const double phi = mixture_.packing_fraction, free = 1 / (1 - phi);
  const double z = reduced_diameter(mixture_, i, j) * layer_;
  const double value = this->value(i, j);
  const double first_order = d == 3 ? 1.5 * phi * free * free : 0.5 * phi * free * free;
  const double rest = alike_ - free - first_order;
  const double linear = free + (alike_ - free) * z;
  const double spread = d == 3 ? std::abs(linear - value) : std::abs(rest * z * (1 - z));
  return spread + accurate_series_error(d) * value;
}

namespace {

// The matrix of `of_pair(i, j)` for all pairs of species.
template <class OfPair>
Eigen::MatrixXd of_all_pairs(const Mixture& mixture, const OfPair& of_pair) {
  const auto species = static_cast<Eigen::Index>(mixture.components.size());
  Eigen::MatrixXd result(species, species);
  for (Eigen::Index i = 0; i < species; ++i)
    for (Eigen::Index j = 0; j < species; ++j)
      result(i, j) = of_pair(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  return result;
}

}  // namespace

Eigen::MatrixXd contact_values(const Mixture& mixture) {
  const ContactValues contacts(mixture);
  return of_all_pairs(mixture, [&](std::size_t i, std::size_t j) { return contacts.value(i, j); });
}

Eigen::MatrixXd contact_uncertainties(const Mixture& mixture) {
  const ContactValues contacts(mixture);
  return of_all_pairs(mixture,
                      [&](std::size_t i, std::size_t j) { return contacts.uncertainty(i, j); });
}

std::string contact_source(const Mixture& mixture) {
  if (mixture.one_diameter()) return accurate_source(mixture.dimensions);
  if (!mixture.is_additive())
    return "Hamad's theory by Santos, Lopez de Haro & Yuste (2010), exact third virial coefficient";
  return mixture.dimensions == 3
             ? "Boublik (1970), Mansoori, Carnahan, Starling & Leland (1971)"
             : "Santos, Yuste & Lopez de Haro (1999) on Kolafa & Rottner (2006)";
}

namespace {

// 2^{d−1} φ Σ x_i x_j (σ_ij^d/⟨σ^d⟩) f_ij.
double sum_over_contacts(const Mixture& mixture, const Eigen::MatrixXd& f) {
  const int d = mixture.dimensions;
  const std::vector<double> x = mixture.fractions();
  double sum = 0;
  for (std::size_t i = 0; i < mixture.components.size(); ++i)
    for (std::size_t j = 0; j < mixture.components.size(); ++j) {
      const double sigma = mixture.contact_distance(i, j);
      sum += x[i] * x[j] * portable::pow(sigma, d) *
             f(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  return portable::pow(2, d - 1) * mixture.packing_fraction * sum / mixture.mean_diameter_power(d);
}

}  // namespace

double second_virial_coefficient(const Mixture& mixture) {
  const Eigen::MatrixXd alone =
      Eigen::MatrixXd::Ones(std::ssize(mixture.components), std::ssize(mixture.components));
  const double volume =
      volume_of_ball(mixture.dimensions, 0.5) * mixture.mean_diameter_power(mixture.dimensions);
  Mixture of_density_one = mixture;
  of_density_one.packing_fraction = volume;
  return sum_over_contacts(of_density_one, alone);
}

TheoryValue compressibility_factor(const Mixture& mixture) {
  return {1 + sum_over_contacts(mixture, contact_values(mixture)), contact_source(mixture),
          sum_over_contacts(mixture, contact_uncertainties(mixture))};
}

// The change of ρ_i ρ_j χ_ij from open volumes to fixed numbers is −½ Σ_kl S_kl ∂²/∂ρ_k∂ρ_l of it,
// where S = (βF″)⁻¹/V = (ρ_k δ_kl + ρ_k ρ_l H_kl)/V are the fluctuations of the densities (Lebowitz
// & Percus). The term δ_ij ρ_i of it leaves N_i(N_i − 1) pairs, and
//   Δχ_ij = −(1/V) [H_ij χ + ∂_i χ + ∂_j χ + Σ_k ρ_k (H_ik + H_jk) ∂_k χ + ½ Σ_kl V S_kl ∂_k∂_l χ].
// Free energy and contact values depend only on moments of the densities, so that H_ij = −a_i·K a_j
// with the powers a_i of σ_i, and sums over species become products of small matrices.
class FiniteContactValues::FixedNumbers {
 public:
  explicit FixedNumbers(const Mixture& mixture)
      : mixture_(mixture), unit_(mixture.mean_diameter_power(1)) {
    const int d = mixture.dimensions;
    const double density = mixture.number_density() * portable::pow(unit_, d);
    volume_ = particles_of(mixture) / density;
    const Eigen::Index count = d + 1;
    Eigen::VectorXd all = Eigen::VectorXd::Zero(2 * count - 1);
    const std::vector<double> x = mixture.fractions();
    for (std::size_t i = 0; i < x.size(); ++i) {
      double term = density * x[i];
      for (double& moment : all) {
        moment += term;
        term *= mixture.components[i].diameter / unit_;
      }
    }
    const DensityMoments moments = all.head(count);
    Eigen::MatrixXd products(count, count);
    for (Eigen::Index a = 0; a < count; ++a) products.row(a) = all.segment(a, count);
    const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(count, count);
    const Eigen::MatrixXd second = second_derivatives(moments, excess_free_energy);
    correlations_ = inverse(one + second * products) * second;
    const Eigen::MatrixXd kept = one - correlations_ * products, spread = products * kept;
    for (int power = 0; power < d; ++power) {
      const auto coefficient = [&](const DensityMoments& m) {
        return contact_coefficients(d, kPi / (2 * d) * m[d], m[d - 1] / m[d])[power];
      };
      slopes_.emplace_back(kept * first_derivatives(moments, coefficient));
      bends_.push_back(0.5 * spread.cwiseProduct(second_derivatives(moments, coefficient)).sum());
    }
  }

  /// −H_ij/V: the pair itself in the room that it leaves; of two particles χ = 1/(1 − this).
  [[nodiscard]] double of_pair(std::size_t i, std::size_t j) const {
    return powers(i).dot(correlations_ * powers(j)) / volume_;
  }
  /// The other terms: those of one other particle and of the fluctuations.
  [[nodiscard]] Eigen::Vector2d of_others(std::size_t i, std::size_t j) const {
    const Eigen::VectorXd both = powers(i) + powers(j);
    const double z = reduced_diameter(mixture_, i, j) / unit_;
    Eigen::Vector2d sum = Eigen::Vector2d::Zero();
    for (std::size_t p = slopes_.size(); p-- > 0;)
      sum = sum * z - Eigen::Vector2d(slopes_[p].dot(both), bends_[p]);
    return sum / volume_;
  }

 private:
  // The functions are good to 1e-14, so second differences with this step are good to 1e-6.
  static constexpr double kStep = 1e-3;  // relative
  template <class Function>
  static Eigen::VectorXd first_derivatives(const DensityMoments& at, const Function& function) {
    Eigen::VectorXd result(at.size());
    for (Eigen::Index a = 0; a < at.size(); ++a) {
      DensityMoments more = at, less = at;
      more[a] *= 1 + kStep;
      less[a] *= 1 - kStep;
      result[a] = (function(more) - function(less)) / (2 * kStep * at[a]);
    }
    return result;
  }
  template <class Function>
  static Eigen::MatrixXd second_derivatives(const DensityMoments& at, const Function& function) {
    Eigen::MatrixXd result(at.size(), at.size());
    const Eigen::VectorXd step = kStep * at;
    for (Eigen::Index a = 0; a < at.size(); ++a)
      for (Eigen::Index b = 0; b < at.size(); ++b) {
        const auto shifted = [&](double by_a, double by_b) {
          DensityMoments moments = at;
          moments[a] += by_a * step[a];
          moments[b] += by_b * step[b];
          return function(moments);
        };
        result(a, b) = (shifted(1, 1) - shifted(1, -1) - shifted(-1, 1) + shifted(-1, -1)) /
                       (4 * step[a] * step[b]);
      }
    return result;
  }

  [[nodiscard]] Eigen::VectorXd powers(std::size_t i) const {
    Eigen::VectorXd result(mixture_.dimensions + 1);
    double power = 1;
    for (double& one : result) {
      one = power;
      power *= mixture_.components[i].diameter / unit_;
    }
    return result;
  }

  const Mixture& mixture_;
  double unit_, volume_;
  Eigen::MatrixXd correlations_;  // K
  // By power of the reduced diameter: what multiplies a_i + a_j, and the last term.
  std::vector<double> bends_;
  std::vector<Eigen::VectorXd> slopes_;
};

namespace {

// Second order in 1/N: of pairs and other particles.
double second_order(double pair, double others) {
  return others * others + 2 * std::abs(pair * others);
}

}  // namespace

// The first order in density of a nonadditive mixture: the room that the pair leaves, and the third
// particles that are missing, because they are of the pair.
class FiniteContactValues::FewerThirds {
 public:
  explicit FewerThirds(const Mixture& mixture)
      : mixture_(mixture), volume_(particles_of(mixture) / mixture.number_density()) {}
  [[nodiscard]] double of_pair(std::size_t i, std::size_t j) const {
    return volume_of_ball(mixture_.dimensions, mixture_.contact_distance(i, j)) / volume_;
  }
  [[nodiscard]] double of_others(std::size_t i, std::size_t j) const {
    return -(near_both(mixture_, i, j, i) + near_both(mixture_, i, j, j)) / volume_;
  }

 private:
  const Mixture& mixture_;
  double volume_;
};

FiniteContactValues::FiniteContactValues(const Mixture& mixture)
    : infinite_(mixture), source_(contact_source(mixture)) {
  const int d = mixture.dimensions;
  const double phi = mixture.packing_fraction, particles = particles_of(mixture);
  if (!mixture.is_additive()) {
    source_ += ", finite N: first order in density";
    if (phi < kOnlyPairs) return;
    fewer_ = std::make_unique<FewerThirds>(mixture);
    common_.uncertainty = round_the_box(d, std::min(phi, freezing_packing_fraction(d)), particles);
    return;
  }
  if (mixture.one_diameter()) {
    const TheoryValue factor = finite_contact_factor(d, phi, particles);
    source_ = factor.source;
    if (particles > 1) common_ = factor * (particles / (particles - 1));
    return;
  }
  source_ += ", finite N: Lebowitz & Percus (1961)";
  if (phi < kOnlyPairs) return;
  fixed_ = std::make_unique<FixedNumbers>(mixture);
  common_.uncertainty = round_the_box(d, phi, particles);
}

FiniteContactValues::~FiniteContactValues() = default;

double FiniteContactValues::value(std::size_t i, std::size_t j) const {
  const double infinite = infinite_.value(i, j);
  if (fewer_) return (infinite + fewer_->of_others(i, j)) / (1 - fewer_->of_pair(i, j));
  if (!fixed_) return infinite * common_.value;
  return (infinite + fixed_->of_others(i, j).sum()) / (1 - fixed_->of_pair(i, j));
}

double FiniteContactValues::uncertainty(std::size_t i, std::size_t j) const {
  return portable::hypot(infinite_.uncertainty(i, j), of_number(i, j));
}

double FiniteContactValues::of_number(std::size_t i, std::size_t j) const {
  const double infinite = infinite_.value(i, j);
  if (fewer_) {
    const double pair = fewer_->of_pair(i, j), others = fewer_->of_others(i, j);
    return infinite * portable::hypot(common_.uncertainty,
                                      second_order(pair, others) +
                                          infinite_.crowding() * (pair + std::abs(others)));
  }
  if (!fixed_) return infinite * common_.uncertainty;
  const double pair = fixed_->of_pair(i, j);
  const double others = fixed_->of_others(i, j).lpNorm<1>() / infinite;
  return infinite * portable::hypot(common_.uncertainty, kSecondOrder * second_order(pair, others));
}

TheoryValue finite_contact_factor(const Mixture& mixture) {
  const FiniteContactValues finite(mixture);
  const auto per_partner = [&](auto value) {
    return [&mixture, value](std::size_t i, std::size_t j) {
      const double count = mixture.components[j].count;
      return count > 0 ? mixture.partners(i, j) / count * value(i, j) : 0;
    };
  };
  const auto sum = [&](const auto& of_pair) {
    return sum_over_contacts(mixture, of_all_pairs(mixture, of_pair));
  };
  const ContactValues infinite(mixture);
  const double all = sum([&](std::size_t i, std::size_t j) { return infinite.value(i, j); });
  if (all == 0) return {1 - 1 / particles_of(mixture), finite.source()};
  return {sum(per_partner([&](auto i, auto j) { return finite.value(i, j); })) / all,
          finite.source(),
          sum(per_partner([&](auto i, auto j) { return finite.of_number(i, j); })) / all};
}

TheoryValue finite_compressibility_factor(const Mixture& mixture) {
  return with_finite_contact(compressibility_factor(mixture), finite_contact_factor(mixture));
}

}  // namespace clausius
