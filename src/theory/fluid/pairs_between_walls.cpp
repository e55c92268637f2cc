#include "theory/fluid/pairs_between_walls.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "clausius/core/constants.h"
#include "core/elementary.h"

namespace clausius {

namespace {

using Separation = std::vector<double>;

// A pair of particles in the box, neither of which knows of the other.
class PairInBox {
 public:
  PairInBox(double first, double second, const std::vector<double>& edges,
            const std::vector<bool>& walls)
      : first_(first), second_(second), edges_(edges), walls_(walls) {}

  [[nodiscard]] double contact() const { return 0.5 * (first_ + second_); }
  // Room of a particle along an axis, and its reciprocal where walls make it.
  [[nodiscard]] double room(double diameter, std::size_t k) const {
    return walls_[k] ? edges_[k] - diameter : edges_[k];
  }
  // Room of the first particle if the second is at the distance x along the axis.
  [[nodiscard]] double common(std::size_t k, double x) const {
    if (!walls_[k]) return edges_[k];
    const double beyond = std::max(0.0, std::abs(x) - 0.5 * std::abs(first_ - second_));
    return std::max(0.0, room(std::max(first_, second_), k) - beyond);
  }
  // Density of probability of a separation.
  [[nodiscard]] double density(const Separation& r) const {
    double result = 1;
    for (std::size_t k = 0; k < r.size(); ++k)
      result *= common(k, r[k]) / (room(first_, k) * room(second_, k));
    return result;
  }
  // −∂ ln density/∂L_k.
  [[nodiscard]] double thinning(const Separation& r, std::size_t k) const {
    const double share = common(k, r[k]);
    if (share <= 0) return 0;
    return 1 / room(first_, k) + 1 / room(second_, k) - 1 / share;
  }

 private:
  double first_, second_;
  const std::vector<double>& edges_;
  const std::vector<bool>& walls_;
};

using Rule = boost::math::quadrature::gauss<double, 30>;

// Integral over the sphere (circle) of radius r: all octants (quadrants) are alike.
template <class Function>
double over_sphere(std::size_t d, double r, const Function& f) {
  if (d == 2)
    return 4 * r *
           Rule::integrate(
               [&](double angle) {
                 return f({r * portable::cos(angle), r * portable::sin(angle)});
               },
               0, kPi / 2);
  return 8 * r * r *
         Rule::integrate(
             [&](double cosine) {
               const double across = r * std::sqrt(1 - cosine * cosine);
               return Rule::integrate(
                   [&](double angle) {
                     return f({across * portable::cos(angle), across * portable::sin(angle),
                               r * cosine});
                   },
                   0, kPi / 2);
             },
             0, 1);
}

// A box without walls, with the volume that is accessible to the mean particle.
Mixture within(const Mixture& mixture, const std::vector<double>& edges,
               const std::vector<bool>& walls) {
  Mixture result = mixture;
  for (std::size_t k = 0; k < edges.size(); ++k)
    if (walls[k]) result.packing_fraction /= 1 - mixture.mean_diameter_power(1) / edges[k];
  return result;
}

// Part of the room in which walls are near; there other particles crowd a pair less.
double near_walls(const std::vector<double>& edges, const std::vector<bool>& walls, double reach) {
  double part = 0;
  for (std::size_t k = 0; k < edges.size(); ++k)
    if (walls[k]) part += 2 * reach / edges[k];
  return part;
}

}  // namespace

std::string PairsBetweenWalls::source() {
  return "pairs between walls, contact value of a periodic box, finite N";
}

// A collision transfers the momentum 2μ v_n, on average √(2π μ k_BT).
PairsBetweenWalls pairs_of_fluid(const Mixture& mixture, const WalledFluid& fluid) {
  const auto kinds = static_cast<Eigen::Index>(mixture.components.size());
  PairsBetweenWalls result;
  result.force = fluid.force;
  result.force_uncertainty = fluid.force_uncertainty;
  result.collision_virial = fluid.collision_virial;
  result.virial_uncertainty = fluid.virial_uncertainty;
  result.rates.resize(kinds, kinds);
  double particles = 0;
  for (const MixtureComponent& one : mixture.components) particles += one.count;
  const double of_pair =
      fluid.collision_virial / (0.5 * particles * (particles - 1)) / mixture.components[0].diameter;
  for (Eigen::Index i = 0; i < kinds; ++i)
    for (Eigen::Index j = 0; j < kinds; ++j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      const double inv_mass = 1 / mixture.components[a].mass + 1 / mixture.components[b].mass;
      result.rates(i, j) = mixture.partners(a, b) * of_pair * std::sqrt(inv_mass / (2 * kPi));
    }
  result.rate_uncertainties = result.rates * (fluid.virial_uncertainty / fluid.collision_virial);
  return result;
}

PairsBetweenWalls pairs_between_walls(const Mixture& mixture, const std::vector<double>& edges,
                                      const std::vector<bool>& walls) {
  const std::size_t kinds = mixture.components.size(), d = edges.size();
  const Mixture bulk = within(mixture, edges, walls);
  const FiniteContactValues contacts(bulk);
  PairsBetweenWalls result;
  const auto size = static_cast<Eigen::Index>(kinds);
  result.rates = result.rate_uncertainties = Eigen::MatrixXd::Zero(size, size);
  result.force.assign(d, 0);
  result.force_uncertainty.assign(d, 0);
  for (const MixtureComponent& one : mixture.components)
    for (std::size_t k = 0; k < d; ++k)
      result.force[k] += one.count / (walls[k] ? edges[k] - one.diameter : edges[k]);
  for (std::size_t i = 0; i < kinds; ++i)
    for (std::size_t j = 0; j < kinds; ++j) {
      const MixtureComponent &first = mixture.components[i], &second = mixture.components[j];
      const PairInBox pair(first.diameter, second.diameter, edges, walls);
      const double partners = mixture.partners(i, j);
      if (first.count == 0 || partners == 0) continue;
      const double crowd = contacts.value(i, j);
      const double doubt = portable::hypot(contacts.uncertainty(i, j),
                                           near_walls(edges, walls, pair.contact()) * (crowd - 1));
      const double touching =
          over_sphere(d, pair.contact(), [&](const Separation& r) { return pair.density(r); });
      const double rate =
          partners * touching * std::sqrt((1 / first.mass + 1 / second.mass) / (2 * kPi));
      result.rates(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rate * crowd;
      result.rate_uncertainties(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          rate * doubt;
      const double pairs = 0.5 * first.count * partners;
      result.collision_virial += pairs * pair.contact() * touching * crowd;
      result.virial_uncertainty += pairs * pair.contact() * touching * doubt;
      for (std::size_t k = 0; k < d; ++k) {
        const double force = pairs * Rule::integrate(
                                         [&](double radius) {
                                           return over_sphere(d, radius, [&](const Separation& r) {
                                             return pair.density(r) * pair.thinning(r, k);
                                           });
                                         },
                                         0, pair.contact());
        result.force[k] += force * crowd;
        result.force_uncertainty[k] += force * doubt;
      }
    }
  return result;
}

}  // namespace clausius
